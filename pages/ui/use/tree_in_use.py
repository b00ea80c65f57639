"""Which tree is asked, about which case; how the tree is drawn; what the address says of both."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

import numpy as np

import dtcore as dt
from dtcore.errors import DtError
from dtcore.explain.nodes import rows_of
from dtcore.formula import Query
from dtcore.model import ROOT, NodeId
from dtshow.lesson import state
from dtshow.lesson.lesson import Lesson
from dtshow.lesson.narration import path_words
from dtshow.scene.sums import Counts, Line, keys_of
from dtshow.scene.tree.section import Overlay, TreePart
from dtshow.scene.tree.tree_look import Folding, TreeLook
from dttools.printing import Digits
from pages.ui.components.formula import formula_view
from pages.ui.components.stage import tree_look
from pages.ui.shell import session
from pages.ui.shell.progress import UnfinishedError
from pages.ui.trees import pruning_session
from pages.ui.trees.asked import draw
from pages.ui.trees.beside import whole
from pages.ui.trees.rows import rows
from pages.ui.use.use_view import Case, Cell, UseView, read_case

NONE: Final[Mapping[NodeId, str]] = {}


def tree_in_use() -> Lesson:
    """The lesson whose present tree is asked. Raises DtError if nothing can be pruned, and
    UnfinishedError while a large tree is being grown."""
    if session.view(UseView).pruned:
        return pruning_session.current().lesson
    lesson = session.lesson()
    return lesson if lesson.timeline.cursor else whole(lesson)


def case_of(data: dt.Dataset) -> Case:
    """What is asked about the tree of ``data``."""
    view = session.view(UseView)
    if view.case is not None and view.case[0] == data.digest:
        return view.case[1]
    return read_case(view.asked, data) or _row(view.asked, data) or Case.usual(data)


def _row(asked: str, data: dt.Dataset) -> Case | None:
    number = asked.removeprefix("row")
    row = state.whole(1, len(data), first=1).read(number) if number != asked else None
    return None if row is None else Case.of_row(data, row)


def number_of(data: dt.Dataset, row: int) -> int:
    """The number that a row has on all pages, from 1: among the rows of Grow's tree."""
    return int(np.searchsorted(session.lesson().dataset.origin, data.origin[row])) + 1


def row_at(data: dt.Dataset, number: int) -> int:
    """The place of the row of that number in ``data``, or of the next that is there."""
    origin = session.lesson().dataset.origin
    place = np.searchsorted(data.origin, origin[min(number, len(origin)) - 1])
    return min(int(place), len(data) - 1)


def choose(data: dt.Dataset, case: Case, before: Case | None = None) -> None:
    """For callbacks: ask about another case; ``before``: the one that it can be undone to."""
    session.change(UseView, case=(data.digest, case), before=before)


def before_change(data: dt.Dataset) -> Case | None:
    """What the change taken last is undone to; None if none was, or of another table."""
    view = session.view(UseView)
    return view.before if view.case is not None and view.case[0] == data.digest else None


def put(data: dt.Dataset, column: int, cell: Cell) -> None:
    """For callbacks: with another cell."""
    choose(data, case_of(data).put(column, cell))


def case_address(data: dt.Dataset) -> dict[str, str]:
    """What the address says of the case that was chosen."""
    table, case = session.view(UseView).case or ("", None)
    if case is None or table != data.digest:
        return {}
    return {"case": case.written() if case.row is None else f"row{case.row + 1}"}


def pressed() -> Query | None:
    """What the count that was pressed last counts."""
    return session.view(UseView).highlighted


def see(query: Query | None) -> None:
    """For callbacks: list the rows that ``query`` counts; None: none."""
    session.change(UseView, highlighted=query)


def address() -> dict[str, str]:
    view, said = session.view(UseView), session.params_of(UseView)
    pruning = view.pruned or "rules" in said or _judging(view)
    of = pruning_session.address() if pruning else session.lesson_address()
    said |= case_address(tree_in_use().dataset)
    if not session.linked(tree_in_use().choice):
        said.pop("case", None)
    return of | session.params_of(TreeLook) | said


def _judging(view: UseView) -> bool:
    """Whether the page shows a judgement, which hangs on the rows or folds that Pruning draws."""
    if view.tab != "evaluate" or not pruning_session.begun():
        return False
    try:
        return bool(pruning_session.current())
    except (DtError, UnfinishedError):  # the page says so
        return False


def tree(
    lesson: Lesson,
    path: Mapping[NodeId, float],
    values: Mapping[NodeId, str] = NONE,
    folding: Folding | None = None,
    held_out: Mapping[NodeId, tuple[str, ...]] | None = None,
    framed: bool = True,
) -> None:
    """Draw the tree, the whole of it if no ``folding`` is given, with ``path`` lit: each node with
    the share of the row that passes; with a ``folding`` the others say "?". ``values``: what it
    has in the column that led to a node. ``held_out``: more lines in each node. ``framed``: with a
    ``folding``, the selected node is what is asked or what answers."""
    digits = Digits.for_scale(lesson.tree.impurity(()))
    chosen = session.view(UseView).node
    at, look, picked = lesson, tree_look(), chosen is not None and chosen in lesson.tree
    if folding is None:
        at = lesson.select(chosen if chosen is not None and picked else ROOT)
    else:
        look, picked = replace(look, folding=folding), framed
    overlay = Overlay(path=path, values=values, held_out=held_out or {}, quiet=folding is not None)
    draw(TreePart(at, digits, look, overlay), picked, touch)


def touch(node: NodeId) -> None:
    """For acts: this node is looked at."""
    session.change(UseView, node=node)


def counted(lesson: Lesson, lines: Sequence[Line], digits: Digits, key: str) -> None:
    """``key``: of the component. The counts are of the training rows of ``lesson``."""
    query = pressed()
    if query is not None and query not in keys_of(lines):  # another sum's
        query = None
    counts = Counts(lambda query: _which(lesson, query), query, see)
    formula_view(lines, digits, key, counts)
    if query is not None and query.node in lesson.tree:
        timeline = lesson.timeline
        places = np.asarray(rows_of(timeline.problem, timeline.state, query).rows)
        rows(lesson, lesson.dataset, places, _which(lesson, query))


def _which(lesson: Lesson, query: Query) -> str:
    tree, way = lesson.tree, path_words(lesson.tree, query.node)
    if query.label is None:
        return way
    label = f"{tree.schema.target.name} = {tree.schema.classes[query.label]}"
    return f"{way} ∧ {label}" if query.node else label
