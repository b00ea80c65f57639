"""Building a tree of one's own: the node, the column and the cut are chosen without any score.

Then the algorithm's tree stands beside it, with the first node where the two part.
"""

from __future__ import annotations

import math
from functools import partial

import numpy as np
import streamlit as st

import dtcore as dt
from dtcore.model import NOWHERE, NodeId, Split, midpoints, number
from dtcore.progress import Progress
from dtshow.lesson import narration
from dtshow.lesson.lesson import Lesson
from dtshow.words import number_format
from dtshow.words.language import _, joined, ngettext
from dtshow.words.markdown import literal
from dttools import export
from dttools.printing import Digits
from dttools.study import values_here
from dttools.study.compare import Likeness, compare
from pages.ui.components.stage import still_tree
from pages.ui.grow.grow_view import BuildView
from pages.ui.grow.trial import Move, close_or_prune, counts, do, score
from pages.ui.shell import cache, session
from pages.ui.shell.progress import growing, worked_out

MOST_NODES = 63


def _compare(comparing: bool) -> None:
    session.change(BuildView, comparing=comparing)


def build(lesson: Lesson, digits: Digits) -> None:
    """The panel in the place of the candidates, or the comparison once it is asked for."""
    if session.view(BuildView).comparing:
        _beside(lesson, digits)
        return
    left = len(lesson.timeline.state.node_rows)
    here = lesson.tree[lesson.node]
    _cost(lesson, digits)
    if here.split is not None:
        text = _("You split on {split} here. Choose a leaf to continue, or undo.")
        st.info(text.format(split=_question(lesson, here.split)))
    else:
        _ask(lesson)
    with st.container(horizontal=True, gap="small"):
        close_or_prune(lesson, _leaf)
        st.button(
            _("Compare with the algorithm"),
            key="compare",
            icon=":material/compare_arrows:",
            type="secondary" if left else "primary",
            on_click=_compare,
            args=(True,),
        )


def _cost(lesson: Lesson, digits: Digits) -> None:
    """What the split here, or the one that led here, gives away to the algorithm's choice: it is
    made, so no score helps to choose it. A large table is not weighed for that."""
    node = lesson.node if lesson.tree[lesson.node].split is not None else lesson.node[:-1]
    at = lesson.select(node)
    made, candidate = at.tree[node].split, None
    if made is not None and not cache.large(lesson.dataset):
        candidate = at.candidate
    if made is None or candidate is None:
        return
    st.markdown(_("Your split on {split}:").format(split=_question(lesson, made)), width="content")
    score(at, candidate, digits)


def _question(lesson: Lesson, split: Split) -> str:
    return literal(number_format.question(split, lesson.tree.schema), 80)


def _ask(lesson: Lesson) -> None:
    """Choose a column, then how it is split; the counts follow, no score does."""
    st.markdown(_("**What would you ask about these rows?**"))
    columns = lesson.dataset.columns
    here = repr(lesson.choice), lesson.node
    column = _column(lesson, here)
    st.selectbox(
        _("Question"),
        range(len(columns)),
        format_func=lambda i: columns[i].name,
        **session.control("build_column", column, partial(_ask_column, here)),
    )
    split = _cut(lesson, column) if columns[column].numeric else _grouping(lesson, column)
    if split is None:
        st.caption(_("It has at most one value here, so it cannot split these rows."))
        return
    problem, at = lesson.timeline.problem, lesson.timeline.state
    counts(lesson, dt.judge(problem, at, lesson.node, split))
    st.button(
        _("Split here"),
        key="build_split",
        type="primary",
        icon=":material/call_split:",
        on_click=_split,
        args=(lesson.node, split),
    )


def _ask_column(here: object, column: int) -> None:
    session.change(BuildView, asked=(here, column))


def _column(lesson: Lesson, here: object) -> int:
    """The one chosen at this node, else the first that can tell its rows apart."""
    node, chosen = session.view(BuildView).asked or (None, 0)
    if node == here:
        return chosen
    columns = range(len(lesson.dataset.columns))
    return next((i for i in columns if len(_values(lesson, i)) > 1), 0)


def _split(node: NodeId, split: Split) -> None:
    """Split, and go on at the first of the new leaves."""
    do(dt.Expand(node, split))
    first = (*node, 0)
    session.go(lambda now: now.select(first))


def _leaf(move: Move) -> None:
    """A leaf, and go on at the leaf that is next."""
    do(move)
    session.go(lambda now: now.select(now.turn.move.node) if now.turn else now)


def _values(lesson: Lesson, column: int) -> np.ndarray:
    """The different values of the rows here, in order, without gaps."""
    return values_here(lesson.timeline.problem, lesson.timeline.state, lesson.node, column)


def _cut(lesson: Lesson, column: int) -> Split | None:
    values = _values(lesson, column)
    if len(values) < 2:
        return None
    low, high = float(values[0]), math.nextafter(float(values[-1]), -math.inf)
    single = lesson.dataset.columns[column].field.single
    middle = len(values) // 2
    start = float(midpoints(values[[middle - 1]], values[[middle]])[0])
    cut = st.number_input(
        _("Cut: the left branch takes values up to"),
        min_value=low,
        max_value=high,
        value=min(max(start, low), high),
        format=number_format.typed(start, values, single),
        key=f"build_cut_{lesson.node}_{column}",
    )
    return dt.Threshold(column, float(cut))


def _grouping(lesson: Lesson, column: int) -> Split | None:
    levels = [int(code) for code in _values(lesson, column)]
    if len(levels) < 2:
        return None
    names = lesson.dataset.columns[column].levels or ()
    every = st.toggle(
        _("One branch per value"), value=lesson.recipe.multiway, key=f"build_every_{column}"
    )
    if every:
        own = lesson.recipe.missing.missing_as_level and column in lesson.dataset.gappy
        return dt.Multiway(column, len(names) if own else NOWHERE)
    left = st.multiselect(
        _("Left branch"),
        levels,
        default=levels[:1],
        format_func=names.__getitem__,
        key=f"build_left_{lesson.node}_{column}",
    )
    sides = sorted(left) or levels[:1], [code for code in levels if code not in left]
    if not all(sides):
        return None
    first, second = sorted(sides)
    return dt.Subset(column, tuple(first), tuple(second))


def _beside(lesson: Lesson, digits: Digits) -> None:
    """The algorithm's tree, and the first node where it asks something else."""
    theirs = _theirs(lesson)
    result = compare(lesson.tree, theirs.tree)
    with st.container(key="beside"):
        st.markdown(_likeness(lesson, theirs.tree, result))
    with st.container(horizontal=True, gap="small"):
        if result.parting is not None:
            st.button(
                _("Go to that node"),
                key="show_parting",
                icon=":material/my_location:",
                on_click=_show,
                args=(result.parting.node,),
            )
        st.button(
            _("Back to my tree"),
            key="stop_comparing",
            icon=":material/arrow_back:",
            on_click=_compare,
            args=(False,),
        )
    st.caption(
        _("The tree of {recipe}:").format(recipe=narration.recipe_name(lesson.recipe_choice.name))
    )
    _picture(theirs, digits, result.parting.there if result.parting else None)


def _theirs(lesson: Lesson) -> Lesson:
    """The same lesson as the algorithm alone takes it."""

    def grow(tell: Progress) -> Lesson:
        begun = Lesson.begin(lesson.choice, lesson.recipe_choice, lesson.dataset)
        begun.timeline.look_ahead(tell)
        return begun.finish()

    key = ("reference", lesson.dataset, lesson.choice, lesson.recipe_choice)
    result: Lesson = worked_out(key, grow, cache.large(lesson.dataset), growing)
    return result


def _picture(theirs: Lesson, digits: Digits, parting: NodeId | None) -> None:
    """A tree with the node outlined where the two part; a large one as text."""
    if len(theirs.tree) > MOST_NODES:
        st.text(export.text(theirs.tree), width="stretch")
    else:
        still_tree(theirs, digits, "theirs", parting)


def _show(node: NodeId) -> None:
    _compare(False)
    session.go(lambda now: now.select(node))


def _likeness(lesson: Lesson, theirs: dt.Tree, found: Likeness) -> str:
    unfinished = "" if lesson.finished else _("A node that is still open counts as a leaf.")
    return joined(_parting(lesson, theirs, found), _sizes(found, lesson), unfinished)


def _parting(lesson: Lesson, theirs: dt.Tree, found: Likeness) -> str:
    if found.parting is None and found.rewritten:
        return ngettext(
            "**Your tree sends each row the algorithm’s way:** {n} test is written differently.",
            "**Your tree sends each row the algorithm’s way:** {n} tests are written differently.",
            found.rewritten,
        )
    if found.parting is None:
        return _("**Your tree is the algorithm's tree.**")
    schema = lesson.tree.schema

    def asks(split: Split | None) -> str:
        if split is None:
            return _("a leaf")
        name = literal(schema.columns[split.column].name, 40)
        return _("“{level}” ({count})").format(
            level=name, count=literal(number_format.sides(split, schema), 60)
        )

    return _(
        "**The trees first differ at “{where}”:** yours has {mine}, the algorithm's has {theirs}."
    ).format(
        where=literal(narration.path_words(theirs, found.parting.there), 120),
        mine=asks(found.parting.mine),
        theirs=asks(found.parting.theirs),
    )


def _sizes(found: Likeness, lesson: Lesson) -> str:
    if found.wrong is None:
        return _("Leaves: yours {mine}, the algorithm's {theirs}.").format(
            mine=found.leaves[0], theirs=found.leaves[1]
        )
    mine, theirs = (number(round(errors, 3)) for errors in found.wrong)
    return _(
        "Leaves: yours {leaves}, the algorithm's {their_leaves}; rows wrong: yours {mine}, the "
        "algorithm's {theirs}."
    ).format(leaves=found.leaves[0], their_leaves=found.leaves[1], mine=mine, theirs=theirs)
