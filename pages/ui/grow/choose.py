"""Taking a split by hand instead of the algorithm's, where Streamlit draws the buttons."""

from collections.abc import Callable
from typing import Final

import streamlit as st

import dtcore as dt
from dtcore.errors import DtError
from dtcore.model import Split
from dtshow.lesson.lesson import Lesson
from dtshow.scene.blocks import Button
from dtshow.scene.grow.node import leaf_button, take_button
from pages.ui.grow.grow_view import highlight
from pages.ui.shell import session

Move = dt.Expand | dt.MakeLeaf | dt.Prune
ICONS: Final = {"hand": ":material/back_hand:", "leaf": ":material/eco:"}


def take(lesson: Lesson, split: Split, key: str) -> None:
    """A button that splits the selected node so, where the algorithm has not, or will not next."""
    _button(take_button(lesson, split), key, dt.Expand(lesson.node, split), do)


def close_or_prune(lesson: Lesson, make: Callable[[Move], None] | None = None) -> None:
    """A button that makes the selected node a leaf, where that changes anything."""
    open_here = lesson.node in lesson.timeline.state.node_rows
    move = dt.MakeLeaf(lesson.node) if open_here else dt.Prune(lesson.node)
    _button(leaf_button(lesson), "make_leaf", move, make or do)


def _button(button: Button | None, key: str, move: Move, make: Callable[[Move], None]) -> None:
    if button is not None:
        icon, off = ICONS[button.icon], button.off
        st.button(button.label, key=key, icon=icon, disabled=off, on_click=make, args=(move,))


def do(move: Move) -> None:
    """For callbacks: make a move by hand, which can be undone."""
    highlight(None)
    try:
        session.edit(lambda now: now.do(move))
    except DtError as problem:
        session.say_trouble(problem)
