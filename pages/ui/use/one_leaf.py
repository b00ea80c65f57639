"""A tree that is nothing but its root: why nothing splits it, and which limit to loosen."""

from __future__ import annotations

from typing import Final

import streamlit as st

from dtcore.model import ROOT, number
from dtcore.policies import Stop, Stopping, Verdict
from dtcore.stepping import Step, Weighed
from dtshow.lesson import answers, narration
from dtshow.lesson.lesson import Lesson
from dtshow.lesson.setting_names import short_name
from dtshow.lesson.settings import LIMITS, LimitSetting
from dtshow.words.language import _, joined
from dtshow.words.markdown import literal
from pages.ui.shell import session
from pages.ui.shell.places import go_to
from pages.ui.use.use_view import UseView

EACH_BRANCH: Final = next(limit for limit in LIMITS if limit.key == "leaf")


def one_leaf(lesson: Lesson) -> None:
    """Say so, and lead to where it became one: Grow, or Pruning if that cut it back."""
    with st.container(key="use_empty"):
        if _cut_back(lesson):
            said = _("Pruning left one leaf: it answers **{answer}** for every row.")
            st.markdown(said.format(answer=literal(answers.in_full(lesson, ROOT))))
            label = _("Look at it on Pruning")
            st.button(label, key="use_to_pruning", on_click=go_to, args=("pruning",))
            return
        said = _("This tree is one leaf: it gives every row the same answer.")
        st.markdown(joined(said, *_why(lesson)))
        st.button(_("Look at it on Grow"), key="use_to_grow", on_click=go_to, args=("grow",))


def _cut_back(lesson: Lesson) -> bool:
    """Whether Pruning made a leaf of the root: nothing on Grow did."""
    return session.view(UseView).pruned and lesson.timeline.cursor > 0


def _why(lesson: Lesson) -> list[str]:
    """What the step that closed the root says, and what to change where it was a limit."""
    last = lesson.timeline.last
    if last is None:
        return []
    reason, limit = narration.stop_words(last, lesson.tree), _limit(last)
    if _too_few(last):
        reason, limit = _("No split leaves enough rows in each branch."), EACH_BRANCH
    now = None if limit is None else limit.of(lesson.recipe)
    if limit is None or now is None:
        return [reason]
    loosen = _("On Grow, open the settings and loosen “{limit}”: it is {now} now.")
    return [reason, loosen.format(limit=short_name(limit), now=number(float(now)))]


def _too_few(last: Step) -> bool:
    """Whether the rows of the branches alone ruled all splits out, of the columns that have any."""
    if not isinstance(last.evidence, Weighed) or last.reason != Stop(None):
        return False
    found = {candidate.verdict for candidate in last.evidence.candidates}
    return found - {Verdict.ONE_VALUE} == {Verdict.TOO_FEW_ROWS}


def _limit(last: Step) -> LimitSetting | None:
    rule: Stopping | None = last.reason.rule if isinstance(last.reason, Stop) else None
    return next((limit for limit in LIMITS if isinstance(rule, limit.kinds)), None)
