"""How the page opens: its question, which tree it asks, and the tabs; and what it says instead of a
tree that is nothing but its root."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Final

import streamlit as st

from dtcore.model import ROOT, number
from dtcore.policies import Stop, Verdict
from dtcore.stepping import Step, Weighed
from dtshow.lesson import answers, narration
from dtshow.lesson.choice import short_name
from dtshow.lesson.lesson import Lesson
from dtshow.lesson.settings import LIMITS
from dtshow.scene.grow.scene import prunable
from dtshow.words.language import _, joined, ngettext
from dtshow.words.markdown import literal
from pages.ui.components.controls import switch
from pages.ui.shell import session
from pages.ui.shell.frame import heading, sheet
from pages.ui.shell.places import go_to, title_of
from pages.ui.trees.held_out import give_back
from pages.ui.use.use_view import Tab, UseView

LARGE: Final = 30
"""With more leaves than this a tree asks to be pruned."""
EACH_BRANCH: Final = next(limit for limit in LIMITS if limit.key == "leaf")


def style() -> None:
    sheet(Path(__file__).with_name("use.css"))


def head(lesson: Lesson) -> None:
    """The question, the tree in a sentence, and the tabs."""
    names: dict[Tab, str] = {
        "predict": _("Predict"),
        "evaluate": _("Evaluate"),
        "rules": _("Rules"),
        "take": _("Take away"),
    }
    with st.container(key="use_head", horizontal=True, vertical_alignment="bottom"):
        heading(_("Ask the tree"), about(lesson))
        now = session.view(UseView).tab
        switch(_("What to do with the tree"), names, session.bind(UseView, tab=now))


def prune_first(lesson: Lesson) -> None:
    """The way to a smaller tree, where one is so large that it has learnt its rows by heart."""
    if session.view(UseView).pruned or lesson.tree.leaves <= LARGE or not prunable(lesson):
        return
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.markdown(_("So large a tree has learnt many rows by heart."), width="content")
        cut = ":material/content_cut:"
        st.button(_("Prune it first"), key="use_prune", icon=cut, on_click=_prune, args=(lesson,))


def _prune(lesson: Lesson) -> None:
    give_back(lesson)
    go_to("pruning")


def onward() -> None:
    """At the foot of a tab: the next of them."""
    onwards: dict[Tab, tuple[str, str, Tab]] = {
        "predict": (_("How often is the tree right?"), _("Evaluate it"), "evaluate"),
        "evaluate": (_("What does the tree say in words?"), _("Read its rules"), "rules"),
        "rules": (_("The tree also works outside this page."), _("Take it away"), "take"),
    }
    if (found := onwards.get(session.view(UseView).tab)) is None:
        return
    sentence, label, tab = found
    with st.container(key="use_onward", horizontal=True, vertical_alignment="center", gap="small"):
        st.markdown(sentence, width="content")
        go = partial(session.change, UseView, tab=tab)
        arrow = ":material/arrow_forward:"
        st.button(label, key="use_to_tab", icon=arrow, icon_position="right", on_click=go)


def about(lesson: Lesson) -> str:
    """Which tree it is: the table, the recipe, how large, and whether it is finished."""
    judged = session.view(UseView).tab == "evaluate"  # by a tree of its own, which it says
    if judged or len(lesson.tree) == 1:
        return f"{literal(title_of(lesson.choice), 40)} · {_recipe(lesson)}"
    leaves = lesson.tree.leaves
    said = _("{table}, {recipe}: {leaves}, grown on {rows} rows.").format(
        table=literal(title_of(lesson.choice), 40),
        recipe=_recipe(lesson),
        leaves=ngettext("{n} leaf", "{n} leaves", leaves).format(n=leaves),
        rows=f"{lesson.dataset.row_count:,.0f}",
    )
    if session.view(UseView).pruned:
        cut = lesson.timeline.cursor
        return joined(
            said, _("Pruned, as on Pruning.") if cut else _("On Pruning nothing is cut yet.")
        )
    if not session.lesson().timeline.cursor:
        return joined(said, _("The tree that the algorithm ends with."))
    if not lesson.finished:
        return joined(said, _("It is not finished: open nodes answer as leaves would."))
    return said


def _recipe(lesson: Lesson) -> str:
    return narration.recipe_name(lesson.recipe_choice.name)


def one_leaf(lesson: Lesson) -> None:
    """Say so, and lead to where it became one: Grow, or Pruning if that cut it back."""
    with st.container(key="use_empty"):
        if session.view(UseView).pruned and lesson.timeline.cursor:  # nothing on Grow cut it
            said = _("Pruning left one leaf: it answers **{answer}** for every row.")
            st.markdown(said.format(answer=literal(answers.in_full(lesson, ROOT))))
            label = _("Look at it on Pruning")
            st.button(label, key="use_to_pruning", on_click=go_to, args=("pruning",))
            return
        said = _("This tree is one leaf: it gives every row the same answer.")
        st.markdown(joined(said, *_why(lesson)))
        st.button(_("Look at it on Grow"), key="use_to_grow", on_click=go_to, args=("grow",))


def _why(lesson: Lesson) -> list[str]:
    """What the step that closed the root says, and what to change where it was a limit."""
    last = lesson.timeline.last
    if last is None:
        return []
    reason = narration.stop_words(last, lesson.tree)
    rule = last.reason.rule if isinstance(last.reason, Stop) else None
    limit = next((limit for limit in LIMITS if isinstance(rule, limit.kinds)), None)
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
