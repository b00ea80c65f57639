"""Which algorithm grows the tree, and what was changed of its recipe."""

from __future__ import annotations

import streamlit as st

import dtcore as dt
from dtcore.errors import DtError
from pages.ui.grow.class_control import class_control
from pages.ui.grow.search import search
from pages.ui.lesson.choice import RecipeChoice, fits
from pages.ui.lesson.lesson import Lesson
from pages.ui.lesson.settings import (
    AMOUNTS,
    LIMITS,
    OPTIONS,
    AmountSetting,
    LimitSetting,
    OptionSetting,
)
from pages.ui.shell import session
from pages.ui.wording import narration, setting_names
from pages.ui.wording.language import _, sentence
from pages.ui.wording.recipe_texts import recipe_text


def settings(lesson: Lesson) -> None:
    """A popover named after the recipe; each change starts the lesson anew, and can be undone."""
    recipe_choice = lesson.recipe_choice
    name = narration.recipe_name(recipe_choice.name) + (" *" if recipe_choice.changed else "")
    # opened, it runs the page once more; closed, it costs nothing
    popover = st.popover(
        name,
        # its name changes with the recipe, and it stays as it is, open or not
        key=session.prepared("recipe_settings", bool(session.get("recipe_settings"))),
        icon=":material/tune:",
        help=setting_names.changes(recipe_choice) or None,
        on_change="rerun",
    )
    if popover.open:
        with popover:
            _recipe(lesson)
            _policies(lesson)
            search(lesson)
            st.toggle(
                _("Weigh and split in one click"),
                key=session.prepared("both", bool(session.get("both_beats"))),
                on_change=lambda: session.put("both_beats", session.get("both")),
            )


def _recipe(lesson: Lesson) -> None:
    recipe_choice = lesson.recipe_choice
    able = {name: made for name in dt.RECIPES if (made := _able(name, _given(lesson)))}
    st.selectbox(
        _("Algorithm"),
        list(able),
        format_func=narration.recipe_name,
        key=session.prepared("recipe", recipe_choice.name),
        on_change=lambda: _change(able[session.get("recipe")]),
    )
    st.caption(_("Source: {source}.").format(source=dt.recipe(recipe_choice.name).source))
    st.markdown(recipe_text(recipe_choice.name))


def _able(name: str, dataset: dt.Dataset) -> RecipeChoice | None:
    """The recipe as it is, with intervals for numbers if it needs them; None if it cannot."""
    plans = (RecipeChoice(name), *(RecipeChoice.of(name, bins=bins) for bins in ("mdl", "width")))
    return next((recipe_choice for recipe_choice in plans if fits(recipe_choice, dataset)), None)


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
        for number in (*AMOUNTS, *LIMITS):
            if number.has(recipe_choice.recipe):
                _number(number, recipe_choice)
    if recipe_choice.changed:
        st.caption(setting_names.changes(recipe_choice))
    st.button(
        _("Reset to the recipe"),
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
    key = f"knob_{options.key}"
    st.selectbox(
        sentence(options.label),
        offered,
        format_func=lambda name: sentence(options.option(name)),
        key=session.prepared(key, now),
        on_change=lambda: _change(recipe_choice.with_setting(options.key, session.get(key))),
    )


def _number(limit: LimitSetting | AmountSetting, recipe_choice: RecipeChoice) -> None:
    kind = int if limit.whole else float
    now = limit.of(recipe_choice.recipe)
    key = f"knob_{limit.key}"
    if isinstance(limit, AmountSetting) and limit.high <= 1:  # a share
        st.slider(
            sentence(limit.label),
            float(limit.low),
            float(limit.high),
            step=float(limit.step),
            key=session.prepared(key, float(now or 0)),
            on_change=lambda: _change(recipe_choice.with_setting(limit.key, session.get(key))),
        )
        return
    st.number_input(
        sentence(limit.label),
        min_value=kind(limit.low),
        max_value=kind(limit.high),
        step=kind(limit.step),
        format="%d" if limit.whole else "%.3f",
        key=session.prepared(key, None if now is None else kind(now)),
        on_change=lambda: _change(recipe_choice.with_setting(limit.key, session.get(key))),
    )


def _change(recipe_choice: RecipeChoice) -> None:
    session.put("recipe_settings", True)  # its name changes, and it would come back closed
    try:
        session.open_lesson(session.lesson().choice, recipe_choice)
    except DtError as problem:
        session.say_trouble(problem)
