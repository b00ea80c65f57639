"""Which algorithm grows the tree, and what was changed of its recipe."""

from dataclasses import replace

import streamlit as st

import dtcore as dt
from dtcore.errors import DtError
from pages.ui import state, words
from pages.ui.language import _, explanation
from pages.ui.lesson import IMPURITIES, Lesson, Plan


def settings(lesson: Lesson) -> None:
    """A popover named after the recipe, drawn when it is opened."""
    plan = lesson.plan
    name = words.recipe_name(plan.name) + (" *" if plan.changed else "")
    # its name changes with the recipe, and it stays as it is, open or not
    key = state.prepared("recipe_settings", bool(state.get("recipe_settings")))
    with st.popover(name, key=key, icon=":material/tune:", on_change="rerun") as place:
        if place.open:
            _controls(lesson, plan)


def _controls(lesson: Lesson, plan: Plan) -> None:
    """Each change starts the lesson anew, and can be undone."""
    fitting = [r for r in dt.RECIPES if _fits(Plan(r), lesson)]
    st.selectbox(
        _("Algorithm"),
        fitting,
        format_func=words.recipe_name,
        key=state.prepared("recipe", plan.name),
        on_change=lambda: _change(Plan(state.get("recipe"))),
    )
    st.caption(_("Source: {source}.").format(source=dt.recipe(plan.name).source))
    st.markdown(explanation(f"recipe_{plan.name}"))
    if not plan.recipe.impurity.numeric:
        _impurity(plan)
    _limits(plan)
    st.toggle(
        _("Weigh and split in one click"),
        key=state.prepared("both", bool(state.get("both_beats"))),
        on_change=lambda: state.put("both_beats", state.get("both")),
    )
    st.button(
        _("Back to the recipe as it is"),
        key="reset_recipe",
        disabled=not plan.changed,
        on_click=_change,
        args=(Plan(plan.name),),
    )


def _impurity(plan: Plan) -> None:
    usual = dt.recipe(plan.name)
    ratio = usual.selection.score == "gain_ratio"  # which only entropy has
    names = ["entropy", "nats"] if ratio else list(IMPURITIES)
    shown = {
        "entropy": _("entropy in bits"),
        "nats": _("entropy in nats"),
        "gini": _("Gini index"),
        "error": _("error rate"),
    }
    now = next((n for n, made in IMPURITIES.items() if made == plan.recipe.impurity), names[0])
    st.selectbox(
        _("Impurity"),
        names,
        format_func=shown.__getitem__,
        key=state.prepared("impurity", now),
        on_change=lambda: _change(replace(plan, impurity=state.get("impurity"))),
    )


def _limits(plan: Plan) -> None:
    st.number_input(
        _("Depth at most (empty: no limit)"),
        min_value=1,
        max_value=30,
        step=1,
        key=state.prepared("depth", plan.depth),
        on_change=lambda: _change(replace(plan, depth=state.get("depth"))),
    )
    rules = dt.recipe(plan.name).stopping
    smallest = next((r.rows for r in rules if isinstance(r, dt.MinLeaf | dt.TwoBranches)), None)
    if smallest is not None:
        st.number_input(
            _("Rows in each branch at least"),
            min_value=1,
            max_value=1000,
            step=1,
            key=state.prepared("leaf", plan.leaf or int(smallest)),
            on_change=lambda: _change(replace(plan, leaf=state.get("leaf") or None)),
        )
    epsilon = next((rule.gain for rule in rules if isinstance(rule, dt.MinGain)), None)
    if epsilon is not None:
        st.number_input(
            _("Threshold ε on the gain"),
            min_value=0.0,
            max_value=5.0,
            step=0.01,
            format="%.3f",
            key=state.prepared("epsilon", plan.epsilon if plan.epsilon is not None else epsilon),
            on_change=lambda: _change(replace(plan, epsilon=state.get("epsilon"))),
        )


def _change(plan: Plan) -> None:
    try:
        state.open_lesson(state.lesson().choice, plan)
    except DtError as problem:
        state.say_trouble(problem)


def _fits(plan: Plan, lesson: Lesson) -> bool:
    try:
        plan.recipe.check(lesson.dataset)
    except DtError:
        return False
    return True
