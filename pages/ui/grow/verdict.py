"""Why the candidate looked at won or did not; a tie can be decided the other way."""

import streamlit as st

import dtcore as dt
from dtcore.formula import Digits
from dtcore.growth.candidates import Candidate
from pages.ui import reasons, words
from pages.ui.grow.choose import do
from pages.ui.language import _
from pages.ui.lesson import Lesson
from pages.ui.markdown import literal

MOST_BUTTONS = 3
BEST = (dt.Verdict.WINS, dt.Verdict.TIED)


def mark(lesson: Lesson, candidate: Candidate) -> str:
    """A few words for a table: the star is with what was done, not with what would have been."""
    taken = reasons.by_hand(lesson)
    if taken is not None and candidate.split == taken:
        return _("★ taken")
    if taken is not None and candidate.verdict == dt.Verdict.WINS:
        return _("best by rule")
    return words.verdict(candidate)


def verdict(lesson: Lesson, candidate: Candidate, digits: Digits) -> None:
    st.caption(reasons.why(lesson, candidate, digits))
    if not reasons.tied_with(lesson.evidence) or candidate.verdict not in BEST:
        return
    best = lesson.evidence.best
    # before anything is taken, the rule's choice needs no button: Next makes it
    done = lesson.tree[lesson.node].split or (best.split if best else None)
    others = [c for c in lesson.evidence.candidates if c.verdict in BEST and c.split != done]
    with st.container(key="tied", horizontal=True, gap="small"):
        for other in others[:MOST_BUTTONS]:
            if other.split is None:
                continue
            name = lesson.dataset.columns[other.column].name
            st.button(
                _("Take {column} instead").format(column=literal(name, 24)),
                key=f"take_tied_{other.column}",
                icon=":material/swap_horiz:",
                on_click=do,
                args=(dt.Expand(lesson.node, other.split),),
            )
