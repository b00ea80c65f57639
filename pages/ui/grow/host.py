"""What Streamlit draws beside the tree, where the stage leaves room: curves that one may touch,
guessing, and building a tree of one's own."""

import streamlit as st

from dtshow.lesson.lesson import Lesson
from dtshow.scene.grow.look import GrowLook, candidates_seen, pictured
from dttools.printing import Digits
from pages.ui.grow import guess
from pages.ui.grow.build import build
from pages.ui.grow.cuts import cuts
from pages.ui.grow.drop import drop
from pages.ui.grow.groups import groups
from pages.ui.grow.regions import regions


def host(lesson: Lesson, look: GrowLook, digits: Digits) -> None:
    """Nothing, unless there is something that the stage does not draw."""
    if look.mode != "grow" or pictured(lesson, look):
        with _place():
            _of_node(lesson, look, digits)
    elif candidates_seen(lesson, look) and look.shown in ("curve", "drop"):
        _of_candidate(lesson, look, digits)


def _of_node(lesson: Lesson, look: GrowLook, digits: Digits) -> None:
    """The picture above all else, so that it stays where it is while the tree grows."""
    if pictured(lesson, look):
        regions(lesson)
    if look.mode == "build":
        build(lesson, digits)
    elif look.mode == "guess":
        guess.panel(lesson)


def _of_candidate(lesson: Lesson, look: GrowLook, digits: Digits) -> None:
    candidate = lesson.candidate
    if candidate is None or candidate.split is None:
        return
    with _place():
        if look.shown == "drop":
            drop(lesson, candidate, digits)
            return
        numeric = lesson.dataset.columns[candidate.column].numeric
        (cuts if numeric else groups)(lesson, candidate, digits)


def _place() -> st.delta_generator.DeltaGenerator:
    return st.container(key="host")
