"""How the classes count: all rows alike, balanced, by factors, by priors, or by losses."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import streamlit as st

from dtcore.policies import Balanced
from dtshow.lesson.choice import RecipeChoice
from dtshow.lesson.lesson import Lesson
from dtshow.lesson.settings import CLASSES, KINDS, shown, typed
from dtshow.words.language import _, sentence
from dtshow.words.markdown import literal
from pages.ui.grow.grow_view import PanelView
from pages.ui.shell import session

ALIKE = "alike"


def class_control(lesson: Lesson, change: Callable[[RecipeChoice], None]) -> None:
    """The kind of rule, and a line to type its numbers in class order."""
    recipe_choice, classes = lesson.recipe_choice, lesson.dataset.schema.classes
    now = CLASSES.of(recipe_choice.recipe)
    kind = session.view(PanelView).class_rule or (now.split(":")[0] if now else ALIKE)
    names = {
        ALIKE: _("all rows count the same"),
        "balanced": sentence(Balanced.label),
        **{kind: sentence(rule.label) for kind, rule in KINDS.items()},
    }
    st.selectbox(
        sentence(CLASSES.label),
        list(names),
        format_func=names.__getitem__,
        **session.control("class_kind", kind, partial(_kind, recipe_choice, change)),
    )
    if kind not in KINDS:
        return
    fits_kind = now is not None and now.startswith(kind)
    st.text_input(
        _("Loss matrix: one row per true class") if kind == "l" else _("Numbers in class order"),
        placeholder="0, 1; 5, 0" if kind == "l" else ", ".join("1" for _class in classes),
        help=_("Classes: {names}").format(names=literal(_(", ").join(classes), 200)),
        **session.control(
            "class_numbers",
            shown(now) if fits_kind and now else "",
            partial(_numbers, recipe_choice, kind, change),
        ),
    )


def _kind(recipe_choice: RecipeChoice, change: Callable[[RecipeChoice], None], kind: str) -> None:
    """Rules without numbers hold at once; for the others a line opens first."""
    session.change(PanelView, class_rule=kind if kind in KINDS else None)
    if kind not in KINDS:
        change(recipe_choice.with_setting(CLASSES.key, "balanced" if kind == "balanced" else None))


def _numbers(
    recipe_choice: RecipeChoice, kind: str, change: Callable[[RecipeChoice], None], text: str
) -> None:
    try:
        turned = recipe_choice.with_setting(
            CLASSES.key, typed(kind, text) if text.strip() else None
        )
    except ValueError as problem:
        session.say_trouble(problem)
    else:
        session.change(PanelView, class_rule=None)
        change(turned)
