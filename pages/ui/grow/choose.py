"""Taking a split by hand instead of the algorithm's."""

import streamlit as st

import dtcore as dt
from dtcore.errors import DtError
from dtcore.model import Split
from pages.ui.grow.grow_view import highlight
from pages.ui.lesson.lesson import Lesson
from pages.ui.shell import session
from pages.ui.wording.language import _


def take(lesson: Lesson, split: Split, key: str) -> None:
    """A button that splits the selected node so, where the algorithm has not, or will not next."""
    current = lesson.tree[lesson.node].split
    coming = lesson.timeline.propose()
    if coming is not None and coming.move == dt.Expand(lesson.node, split):
        return
    st.button(
        _("This is the split in force") if split == current else _("Split here so, by hand"),
        key=key,
        icon=":material/back_hand:",
        disabled=split == current,
        on_click=do,
        args=(dt.Expand(lesson.node, split),),
    )


def close_or_prune(lesson: Lesson) -> None:
    """A button that makes the selected node a leaf, where that changes anything."""
    node = lesson.node
    if node in lesson.timeline.state.node_rows:
        move: dt.Close | dt.Prune = dt.Close(node)
    elif not lesson.tree[node].leaf:
        move = dt.Prune(node)
    else:
        return
    st.button(
        _("Make it a leaf, by hand"),
        key="make_leaf",
        icon=":material/eco:",
        on_click=do,
        args=(move,),
    )


def do(move: dt.Expand | dt.Close | dt.Prune) -> None:
    """For callbacks: make a move by hand, which can be undone."""
    highlight(None)
    try:
        session.edit(lambda now: now.do(move))
    except DtError as problem:
        session.say_trouble(problem)
