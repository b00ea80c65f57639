"""What Streamlit draws beside the tree, where the stage leaves room: curves that one may touch,
guessing, and building a tree of one's own."""

import streamlit as st

from dtcore.formula import Digits
from pages.ui.grow import guess
from pages.ui.grow.build import build
from pages.ui.grow.cuts import cuts
from pages.ui.grow.drop import drop
from pages.ui.grow.groups import groups
from pages.ui.grow.regions import regions
from pages.ui.lesson.lesson import Lesson
from pages.ui.scene.grow.look import GrowLook, candidates_seen, pictured


def host(lesson: Lesson, look: GrowLook, digits: Digits) -> None:
    """Nothing, unless there is something that the stage does not draw."""
    if look.mode == "build":
        with _place():
            build(lesson, digits)
    elif look.mode == "guess":
        with _place():
            guess.panel(lesson, digits)
    elif pictured(lesson, look):
        with _place():
            regions(lesson)
    elif candidates_seen(lesson, look) and look.view in ("curve", "drop"):
        _of_candidate(lesson, look, digits)


def _of_candidate(lesson: Lesson, look: GrowLook, digits: Digits) -> None:
    candidate = lesson.candidate
    if candidate is None or candidate.split is None:
        return
    with _place():
        if look.view == "drop":
            drop(lesson, candidate, digits)
            return
        numeric = lesson.dataset.columns[candidate.column].numeric
        (cuts if numeric else groups)(lesson, candidate, digits)


def _place() -> st.delta_generator.DeltaGenerator:
    return st.container(key="host")
