"""The lesson without the stage, for browsers that cannot load it: the tree as text, the sums as
lines of text, and Streamlit's own step buttons.

``stage=off`` in the address asks for it. Whatever else the stage does is not done here.
"""

from __future__ import annotations

from urllib.parse import urlencode

import streamlit as st

from dtshow.lesson.lesson import Lesson
from dtshow.scene.acts import Act
from dtshow.scene.grow import steps
from dtshow.scene.grow.candidates import mark
from dtshow.scene.grow.lecture import in_a_line
from dtshow.scene.grow.look import GrowLook, candidates_seen
from dtshow.scene.grow.steps import leading_on
from dtshow.scene.grow.working import working_lines
from dtshow.words.language import _
from dttools import export
from dttools.printing import Digits
from pages.ui.components.mount import served
from pages.ui.components.stage import carry_out
from pages.ui.grow import acts
from pages.ui.shell import session

PARAMETER = ("stage", "off")


def wanted() -> bool:
    """Whether this session was opened without the stage, or there is none."""
    name, value = PARAMETER
    return session.opened_with().get(name) == value or not served()


def way_out() -> None:
    """A link to this page without the stage; seen only if the stage does not come."""
    address = urlencode({**session.lesson_address(), PARAMETER[0]: PARAMETER[1]})
    text = _("Is the page blank? Open the lesson as plain text.")
    with st.container(key="way_out"):
        st.link_button(text, f"/grow?{address}", type="tertiary")


def without_stage(lesson: Lesson, look: GrowLook, digits: Digits) -> None:
    """The beats of the lesson by buttons, and what each of them says."""
    beat = leading_on(steps.step(lesson, look), lesson, look)
    onward = beat.get("onward", False)
    with st.container(key="stepper", horizontal=True, gap="small"):
        _button("first", _("To the start"), beat["start"])
        _button("back", _("Back"), beat["start"])
        _button("onward" if onward else "next", beat["next"], beat["end"] and not onward)
        _button("last", _("To the end"), beat["end"])
    st.markdown(steps.statement(lesson, look, digits))
    st.code(export.text(lesson.tree), language=None)
    if candidates_seen(lesson, look) and lesson.candidate is not None and lesson.candidate.split:
        st.code("\n".join(_lines(lesson, digits)), language=None)


def _button(kind: str, label: str, off: bool) -> None:
    st.button(label, key=kind, disabled=off, on_click=carry_out, args=(acts.ACTS, Act(0, kind)))


def _lines(lesson: Lesson, digits: Digits) -> list[str]:
    """Every candidate with its verdict, and the sums of the one that is looked at."""
    columns, candidate = lesson.dataset.columns, lesson.candidate
    ranked = lesson.evidence.candidates
    verdicts = [f"{columns[c.column].name}{_(': ')}{mark(lesson, c)}" for c in ranked]
    assert candidate is not None
    return [
        *verdicts,
        "",
        *(in_a_line(line.named, digits) for line in working_lines(lesson, candidate)),
    ]
