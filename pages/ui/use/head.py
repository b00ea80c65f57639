"""How the page opens: its question, which tree it asks, and the tabs; and what there is to do where
there is no tree yet."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Final

import streamlit as st

from pages.ui.lesson.lesson import Lesson
from pages.ui.shell import session
from pages.ui.shell.heading import heading
from pages.ui.shell.places import go_to, title_of
from pages.ui.shell.sheet import sheet
from pages.ui.use.tree_in_use import grow_it
from pages.ui.use.use_view import Tab, UseView
from pages.ui.wording import narration
from pages.ui.wording.language import _, ngettext
from pages.ui.wording.markdown import literal

TAB: Final = session.Widget[Tab]("use_tab", "predict")


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
        st.segmented_control(
            _("What to do with the tree"),
            list(names),
            format_func=names.__getitem__,
            key=TAB.showing(session.view(UseView).tab),
            on_change=_turn,
            required=True,
            label_visibility="collapsed",
            wrap=True,
        )


def _turn() -> None:
    session.keep(replace(session.view(UseView), tab=TAB.value, node=None))


def about(lesson: Lesson) -> str:
    """Which tree it is: the table, the recipe, how large, and whether it is finished."""
    if session.view(UseView).tab == "evaluate":  # which judges a tree of its own, and says so
        return f"{literal(title_of(lesson.choice), 40)} · {_recipe(lesson)}"
    tree, leaves = lesson.tree, lesson.tree.leaves
    said = _("{table}, {recipe}: {leaves}, grown on {rows} rows.").format(
        table=literal(title_of(lesson.choice), 40),
        recipe=_recipe(lesson),
        leaves=ngettext("{n} leaf", "{n} leaves", leaves).format(n=leaves),
        rows=f"{len(lesson.dataset):,}",
    )
    if session.view(UseView).pruned:
        return said + " " + _("Pruned, as on Pruning.")
    if len(tree) > 1 and not lesson.finished:
        return said + " " + _("It is not finished: open nodes answer as they stand.")
    return said


def _recipe(lesson: Lesson) -> str:
    return narration.recipe_name(lesson.recipe_choice.name)


def no_tree(lesson: Lesson) -> None:
    """There is nothing but the root: what to do about it."""
    with st.container(key="use_empty"):
        if lesson.finished:
            st.markdown(_("This tree is one leaf: it gives every row the same answer."))
        else:
            st.markdown(_("There is no tree yet: nothing has been split. Grow it first."))
        with st.container(horizontal=True, gap="small"):
            if not lesson.finished:
                st.button(_("Grow it now"), key="use_grow", type="primary", on_click=grow_it)
                label = _("Grow it step by step")
            else:
                label = _("Look at it on Grow")
            st.button(label, key="use_to_grow", on_click=go_to, args=("grow",))
