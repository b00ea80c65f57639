"""Why the candidate looked at won or did not; a tie can be decided the other way."""

import streamlit as st

import dtcore as dt
from dtcore.formula import Digits
from dtcore.growth.candidates import Candidate
from pages.ui import reasons
from pages.ui.grow.choose import do
from pages.ui.language import _
from pages.ui.lesson import Lesson
from pages.ui.markdown import literal

MOST_BUTTONS = 3


def verdict(lesson: Lesson, candidate: Candidate, digits: Digits) -> None:
    st.caption(reasons.why(lesson, candidate, digits))
    tied = reasons.tied_with(lesson.evidence)
    if not tied or candidate.verdict not in (dt.Verdict.WINS, dt.Verdict.TIED):
        return
    current = lesson.tree[lesson.node].split
    with st.container(key="tied", horizontal=True, gap="small"):
        for other in tied[:MOST_BUTTONS]:
            if other.split is None or other.split == current:
                continue
            name = lesson.dataset.columns[other.column].name
            st.button(
                _("Take {column} instead").format(column=literal(name, 24)),
                key=f"take_tied_{other.column}",
                icon=":material/swap_horiz:",
                on_click=do,
                args=(dt.Expand(lesson.node, other.split),),
            )
