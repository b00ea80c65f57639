"""Every inner node with what it costs as a leaf and as a subtree; and the working of one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

import pandas as pd
import streamlit as st

import dtcore as dt
from dtcore.errors import DtError
from dtcore.formula import Query
from dtcore.model import NodeId, number
from dtcore.pruning import rows_reaching
from dtshow.lesson import narration as spoken
from dtshow.scene.sums import Counts, Line
from dtshow.words import number_format
from dtshow.words.language import _
from dtshow.words.markdown import literal
from dttools.printing import Digits
from pages.ui.components.formula import formula_view
from pages.ui.components.stage import answering_the_stage
from pages.ui.pruning import verdicts, words
from pages.ui.pruning.evidence import HEADINGS, SIZE, CostRow, Evidence
from pages.ui.pruning.rows import HEAD, ROW, counted, press, pressed
from pages.ui.pruning.scale import per_row
from pages.ui.pruning.sums import exact_beside, lines_of
from pages.ui.shell import session
from pages.ui.trees import pruning_session as sessions
from pages.ui.trees.pruning_session import PruningSession

LINKS: Final = session.RowsWidget("links")
MOST_ROWS = 4
LETTERS: Final = {"cost": 27, "pessimistic": 27}
"""So many letters of a node are in sight beside the method's numbers; if there are but two, 32."""
SIGNED: Final = ("cost", "pessimistic")
"""Methods with so many numbers that a sign before the node says the verdict."""
LETTER, PADDING = 7.1, 17
"""How wide a letter of a cell is, and what stands beside it, in pixels."""


def _nothing_left(pruning_session: PruningSession) -> str:
    if not pruning_session.lesson.timeline.cursor:
        return _("The tree was grown as a single leaf. Try another algorithm or another table.")
    if pruning_session.settings.method == "cost":
        return _("Only the root is left. Cross-validation tells which of these trees to keep.")
    return _("Only the root is left. There is nothing more to cut.")


def table(pruning_session: PruningSession, found: Evidence, digits: Digits) -> None:
    """The rows; one that is chosen is selected in the tree, too."""
    if not found.rows:
        st.info(_nothing_left(pruning_session))
        return
    chosen = looked_at(pruning_session, found)
    at = next((i for i, row in enumerate(found.rows) if row.node == chosen), 0)
    method = pruning_session.settings.method
    most = LETTERS.get(method, 32)
    tree, signed = pruning_session.lesson.tree, method in SIGNED
    name = _("Node (✂ cut, ↑ raise)") if method == "pessimistic" else _("Node")
    columns: dict[str, list[object]] = {
        name: [
            (words.sign(row.follows) if signed else "") + words.short_place(tree, row.node, most)
            for row in found.rows
        ]
    }
    for i in _SHOWN_FIRST.get(method, range(len(HEADINGS[method]))):
        heading = HEADINGS[method][i]
        if any(len(_numbers(row)) > i for row in found.rows):
            columns[_(heading)] = [
                digits.rounded(_scaled(pruning_session, heading, _numbers(row)[i]))
                for row in found.rows
            ]
    if not signed:
        columns[_("Verdict")] = [words.follows(row.follows) for row in found.rows]
    st.dataframe(
        pd.DataFrame(columns),
        hide_index=True,
        row_height=ROW,
        height=HEAD + ROW * min(len(found.rows), MOST_ROWS),
        selection_mode=["single-row-required", "single-cell"],
        on_select=lambda: _pick([row.node for row in found.rows], at),
        key=LINKS.choosing([at]),
        column_config=_config(columns, digits, signed),
    )


_SHOWN_FIRST: Final = {"cost": (3, 0, 1, 2)}
"""The numbers in another order than they are found in: the one that decides is never cut off."""


def looked_at(pruning_session: PruningSession, found: Evidence) -> NodeId | None:
    """The node whose working is shown: the one touched, else the one that comes next."""
    if pruning_session.picked is not None and found.of(pruning_session.picked):
        return pruning_session.picked
    return found.goes if found.goes is not None else (found.rows[0].node if found.rows else None)


def working(pruning_session: PruningSession, found: Evidence, digits: Digits) -> None:
    """The sums behind the numbers of the node looked at."""
    node = looked_at(pruning_session, found)
    if node is None or found.of(node) is None:
        return
    _whose(pruning_session, node, node == found.goes)
    lines = lines_of(pruning_session, node, per_row(pruning_session))
    if pruning_session.settings.method == "cost":  # g stands above the table
        lines = lines[: -_SHOWN[per_row(pruning_session)]]
    _sum(pruning_session, lines, digits, "lab_formula")
    counted(pruning_session)
    _exact(pruning_session, node)


_SHOWN: Final = {False: 1, True: 2}
"""So many lines say g(t): one, and another one per row."""


def _sum(pruning_session: PruningSession, lines: Sequence[Line], digits: Digits, key: str) -> None:
    counts = Counts(
        describe=lambda query: _described(pruning_session, query),
        pressed=pressed(pruning_session),
        on_press=lambda: press(key, lines),
    )
    formula_view(lines, digits, key, _("Working"), counts)


def _described(pruning_session: PruningSession, query: Query) -> str:
    """What a count counts; reduced error counts held-out rows, and says so."""
    text = spoken.query_words(pruning_session.lesson.tree, query)
    if pruning_session.settings.method != "reduced":
        return text
    return _("held-out {rows}").format(rows=text)


def _whose(pruning_session: PruningSession, node: NodeId, goes: bool) -> None:
    """Whose numbers these are, and the cut there out of turn."""
    with st.container(key="lab_working", horizontal=True, vertical_alignment="center"):
        tree = pruning_session.lesson.tree
        st.markdown(
            _("**{node}** · {rows}").format(
                node=literal(words.place(tree, node)), rows=rows_at(pruning_session, node)
            ),
            width="content",
        )
        if not goes:
            st.button(
                _("Cut here instead"),
                key="make_leaf",
                icon=":material/content_cut:",
                type="tertiary",
                on_click=_cut,
                args=(node,),
            )


def rows_at(pruning_session: PruningSession, node: NodeId) -> str:
    """How many rows are there; where those held out decide, both kinds."""
    tree, unseen = pruning_session.lesson.tree, pruning_session.grown.held_out
    grew = number_format.rows_count(tree.rows(node))
    if pruning_session.settings.method != "reduced" or unseen is None:
        return grew
    held = float(unseen.row_counts[rows_reaching(tree, unseen, node)].sum())
    return _("grown on {rows} · {held} held out").format(rows=grew, held=number(round(held, 3)))


def saying(pruning_session: PruningSession, found: Evidence, digits: Digits) -> None:
    """What the numbers of the node looked at come to; for α the sum itself, too."""
    if weights := spoken.weights_decide(pruning_session.lesson.tree.schema):
        st.caption(literal(weights, 400))
    node = looked_at(pruning_session, found)
    if node is None or (row := found.of(node)) is None:
        return
    scaled = _row_scaled(pruning_session, row)
    goes = node == found.goes
    with st.container(key="lab_say"):
        st.markdown(verdicts.statement(pruning_session, scaled, goes, digits))
    if pruning_session.settings.method == "cost":
        lines = lines_of(pruning_session, node, per_row(pruning_session))
        _sum(pruning_session, lines[-_SHOWN[per_row(pruning_session)] :], digits, "lab_g")
        st.caption(verdicts.reason(pruning_session, scaled, digits))


def _row_scaled(pruning_session: PruningSession, row: CostRow) -> CostRow:
    """The row in the numbers that are shown."""
    headings = HEADINGS[pruning_session.settings.method]
    numbers = [
        _scaled(pruning_session, heading, value)
        for heading, value in zip(headings, _numbers(row), strict=False)
    ]
    return replace(row, leaf=numbers[0], subtree=numbers[1], others=tuple(numbers[2:]))


def _exact(pruning_session: PruningSession, node: NodeId) -> None:
    beside = exact_beside(pruning_session, node)
    if beside:
        st.caption(
            _(
                "As a leaf: C4.5 approximates U by {approximate}; the exact binomial limit is "
                "{exact}."
            ).format(approximate=f"{beside[0]:.4f}", exact=f"{beside[1]:.4f}")
        )


def _numbers(row: CostRow) -> tuple[float, ...]:
    return (row.leaf, row.subtree, *row.others)


def _scaled(pruning_session: PruningSession, heading: str, value: float) -> float:
    if per_row(pruning_session) and heading != SIZE:
        return value / pruning_session.grown.path.weight
    return value


def _config(columns: Mapping[str, list[Any]], digits: Digits, signed: bool) -> dict[str, Any]:
    """A verdict stands last, unless a sign before the node says it; the node has what is left."""
    names = list(columns)
    config: dict[str, Any] = {}
    for name in names[1:] if signed else names[1:-1]:
        shown = "%d" if name == SIZE else f"%.{digits.result}f"
        most = max(len(name), *(len(shown % value) for value in columns[name]))
        wide = int(LETTER * most) + PADDING
        config[name] = st.column_config.NumberColumn(format=shown, width=wide)
    return config if signed else config | {names[-1]: st.column_config.Column(width=98)}


def _pick(nodes: list[NodeId], before: int) -> None:
    if answering_the_stage():
        return
    cells = [row for row, _column in LINKS.cells]
    place = cells[0] if cells and cells[0] != before else (LINKS.chosen or [before])[0]
    sessions.select(nodes[place])


def _cut(node: NodeId) -> None:
    try:
        sessions.do(dt.Prune(node))
    except DtError as problem:
        session.say_trouble(problem)
