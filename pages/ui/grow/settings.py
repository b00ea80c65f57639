"""Which algorithm grows the tree, and what was changed of its recipe."""

from __future__ import annotations

from functools import partial
from typing import Any, Final

import streamlit as st

import dtcore as dt
from dtcore.errors import DtError
from dtshow.lesson import narration, setting_names
from dtshow.lesson.choice import RecipeChoice
from dtshow.lesson.lesson import Lesson
from dtshow.lesson.recipe_texts import recipe_text
from dtshow.lesson.settings import (
    NUMBERS,
    OPTIONS,
    AmountSetting,
    LimitSetting,
    OptionSetting,
)
from dtshow.scene.grow.look import GrowLook
from dtshow.tables.table_choice import TableChoice
from dtshow.words.language import _, sentence
from pages.ui.grow.class_control import class_control
from pages.ui.grow.search import search
from pages.ui.shell import session

SETTINGS: Final = session.Widget("recipe_settings", False)


def settings(lesson: Lesson) -> None:
    """A popover named after the recipe; each change starts the lesson anew, and can be undone."""
    recipe_choice = lesson.recipe_choice
    name = narration.recipe_name(recipe_choice.name) + (" *" if recipe_choice.changed else "")
    # opened, it runs the page once more; closed, it costs nothing
    popover = st.popover(
        name,
        # its name changes with the recipe, and it stays as it is, open or not
        key=SETTINGS.staying(),
        icon=":material/tune:",
        help=setting_names.changes(recipe_choice) or None,
        on_change="rerun",
    )
    if popover.open:
        with popover:
            _recipe(lesson)
            _policies(lesson)
            search(lesson)
            one_click = session.view(GrowLook).one_click
            control = session.bind(GrowLook, one_click=one_click)
            st.toggle(_("Weigh and split in one click"), **control)


def _recipe(lesson: Lesson) -> None:
    recipe_choice = lesson.recipe_choice
    able = {name: made for name in dt.RECIPES if (made := _able(name, lesson.choice))}
    st.selectbox(
        _("Algorithm"),
        list(able),
        format_func=narration.recipe_name,
        **session.control("recipe", recipe_choice.name, lambda name: _change(able[name])),
    )
    st.caption(_("Source: {source}.").format(source=_(str(dt.recipe(recipe_choice.name).source))))
    st.markdown(recipe_text(recipe_choice.name))


def _able(name: str, choice: TableChoice) -> RecipeChoice | None:
    """The recipe as it is, with intervals for numbers if it needs them; None if it cannot."""
    plans = (RecipeChoice(name), *(RecipeChoice.of(name, bins=bins) for bins in ("mdl", "width")))
    return next((plan for plan in plans if session.fits(choice, plan)), None)


def _given(lesson: Lesson) -> dt.Dataset:
    """The table before the recipe made anything of it."""
    return lesson.dataset.given or lesson.dataset


def _policies(lesson: Lesson) -> None:
    """A control for each policy, what was changed, and the way back."""
    recipe_choice = lesson.recipe_choice
    choices, limits = st.columns(2)
    with choices:
        for options in OPTIONS:
            _choice(options, lesson)
        if lesson.dataset.schema.classes:
            class_control(lesson, _change)
    with limits:
        for number in NUMBERS:
            if number.has(recipe_choice.recipe):
                _number(number, recipe_choice)
    if recipe_choice.changed:
        st.caption(setting_names.changes(recipe_choice))
    st.button(
        _("Reset to defaults"),
        key="reset_recipe",
        disabled=not recipe_choice.changed,
        on_click=_change,
        args=(RecipeChoice(recipe_choice.name),),
    )


def _choice(options: OptionSetting, lesson: Lesson) -> None:
    """A list of what the recipe can have on this table, if there is a choice."""
    recipe_choice = lesson.recipe_choice
    offered = options.offered(recipe_choice.recipe, _given(lesson))
    now = options.of(recipe_choice.recipe)
    if len(offered) < 2 or now is None:
        return
    st.selectbox(
        sentence(options.label),
        offered,
        format_func=lambda name: sentence(options.option(name)),
        **_knob(options.key, now, recipe_choice),
    )


def _number(limit: LimitSetting | AmountSetting, recipe_choice: RecipeChoice) -> None:
    kind = int if limit.whole else float
    now = limit.of(recipe_choice.recipe)
    if isinstance(limit, AmountSetting) and limit.control.high <= 1:  # a share
        st.slider(
            sentence(limit.label),
            float(limit.control.low),
            float(limit.control.high),
            step=float(limit.control.step),
            **_knob(limit.key, float(now or 0), recipe_choice),
        )
        return
    st.number_input(
        sentence(limit.label),
        min_value=kind(limit.control.low),
        max_value=kind(limit.control.high),
        step=kind(limit.control.step),
        format="%d" if limit.whole else "%.3f",
        **_knob(limit.key, None if now is None else kind(now), recipe_choice),
    )


def _knob(key: str, now: object, recipe_choice: RecipeChoice) -> dict[str, Any]:
    """The control of one setting."""
    return session.control(f"knob_{key}", now, partial(_set, recipe_choice, key))


def _set(recipe_choice: RecipeChoice, key: str, value: str | float | None) -> None:
    _change(recipe_choice.with_setting(key, value))


def _change(recipe_choice: RecipeChoice) -> None:
    SETTINGS.showing(True)  # its name changes, and it would come back closed
    try:
        session.open_lesson(session.lesson().choice, recipe_choice)
    except DtError as problem:
        session.say_trouble(problem)
