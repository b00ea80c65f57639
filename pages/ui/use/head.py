"""How the page opens: its question, which tree it asks, and the tabs."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import streamlit as st

from dtshow.lesson import narration
from dtshow.lesson.lesson import Lesson
from dtshow.scene.grow.steps import prunable
from dtshow.words.language import _, joined, ngettext
from dtshow.words.markdown import literal
from pages.ui.components.switch import switch
from pages.ui.shell import session
from pages.ui.shell.heading import heading
from pages.ui.shell.places import go_to, title_of
from pages.ui.shell.sheet import sheet
from pages.ui.trees.held_out import give_back
from pages.ui.use.use_view import Tab, UseView

LARGE: Final = 30
"""With more leaves than this a tree asks to be pruned."""


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
        arrow = ":material/arrow_forward:"
        st.button(
            label,
            key="use_to_tab",
            icon=arrow,
            icon_position="right",
            on_click=lambda: session.change(UseView, tab=tab),
        )


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
