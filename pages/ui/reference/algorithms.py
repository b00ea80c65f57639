"""The Algorithms tab: one table of all of them, then what each does, policy by policy, and what
tells two apart. The cells are the recipes' own words; nothing is told of one by hand."""

from collections.abc import Mapping
from typing import Any, Final

import pandas as pd
import streamlit as st

import dtcore as dt
from dtshow.lesson import link, narration
from dtshow.lesson.choice import RecipeChoice
from dtshow.lesson.link import choice_of
from dtshow.lesson.policies import policies, recipe_text
from dtshow.tables.table_choice import TableChoice
from dtshow.words.glossary import term
from dtshow.words.language import _, sentence
from dtshow.words.markdown import literal
from pages.ui.bring import draft
from pages.ui.reference.reference_view import ReferenceView
from pages.ui.shell import session
from pages.ui.shell.places import go_on, go_to, title_of
from pages.ui.textbook.cells import table
from pages.ui.trees.beside import of_recipe, partners
from pages.ui.trees.pruning_settings import Method, beginning

SAME, OTHER = "=", "≠"
SMALL: Final = ("golf", "playtennis", "mtcars")
"""Tables to compare on, if one asks for another than the open one."""


CRITERIA: Final = {"H": "information_gain", "Gini": "gini", "Var": "sum_of_squares"}
"""What a split is chosen by, as the glossary calls it, by the letter of the impurity."""
PRUNED_BY: Final[Mapping[Method, str]] = {
    "cost": "cost_complexity",
    "pessimistic": "pessimistic",
    "minimum": "minimum_error",
}
"""Likewise the method with which pruning begins."""


def panel() -> None:
    with st.container(key="all_recipes"):
        st.markdown(table(_heads(), [_cells(recipe) for recipe in dt.RECIPES.values()]))
    st.header(_("Two side by side"), anchor=False)
    with st.container(key="recipes"):
        left, right = st.columns(2, gap="large")
        with left:
            now = session.view(ReferenceView).shown or session.lesson().recipe_choice.name
            one = _recipe(_("Algorithm"), now, session.bind(ReferenceView, shown=now))
        with right:
            now = _beside(now)
            other = _recipe(_("Compare with"), now, session.bind(ReferenceView, beside=now))
        _table(one, other)
        _part(one, other)


def _heads() -> list[str]:
    return [
        _("Algorithm"),
        _("Criterion"),
        _("Nominal columns"),
        _("Numeric columns"),
        _("Same column again on a path"),
        _("Missing cells"),
        _("Predicts"),
        _("Pruning"),
    ]


def _cells(recipe: dt.Recipe) -> list[str]:
    nominal, numeric = recipe.splitter.nominal, recipe.splitter.numeric
    by_ratio = recipe.selection.score == "gain_ratio"
    again = _("yes") if not nominal.once else _("numeric only") if numeric else _("no")
    return [
        f"**{literal(narration.recipe_name(recipe.name))}**",
        term("gain_ratio" if by_ratio else CRITERIA[recipe.impurity.symbol]),
        sentence(nominal.label),
        _("two branches at a cut") if numeric else _("refused"),
        again,
        sentence(recipe.missing.label),
        _("a number") if recipe.impurity.numeric else _("a class"),
        _pruning(recipe),
    ]


def _pruning(recipe: dt.Recipe) -> str:
    """By its authors: trees of many branches have none but C4.5, which collapses subtrees too."""
    if recipe.multiway and recipe.collapse is None:
        return _("none of its own")
    return term(PRUNED_BY[beginning(recipe).method])


def _recipe(label: str, now: str, control: dict[str, Any]) -> dt.Recipe:
    """A choice of recipe with its source and description, and the way to the Grow page."""
    st.selectbox(label, list(dt.RECIPES), format_func=narration.recipe_name, **control)
    recipe = dt.recipe(now)
    st.caption(_("Source: {source}.").format(source=_(str(recipe.source))))
    st.markdown(recipe_text(now))
    able = session.fits(session.lesson().choice, RecipeChoice(now))
    st.button(
        _("Grow a tree with this algorithm"),
        key=f"{control['key']}_grow",
        icon=":material/account_tree:",
        disabled=not able,
        help=None if able else _reason(recipe),
        on_click=_grow,
        args=(now,),
    )
    return recipe


def _table(one: dt.Recipe, other: dt.Recipe) -> None:
    """Their policies side by side; where they differ is said by a sign."""
    mine, theirs = policies(one), policies(other)
    names = narration.recipe_name(one.name), narration.recipe_name(other.name)
    rows = [
        {"": SAME if mine[what] == theirs[what] else OTHER, _("Choice"): what, names[0]: mine[what]}
        | ({names[1]: theirs[what]} if other is not one else {})
        for what in mine
    ]
    st.table(pd.DataFrame(rows).set_index(["", _("Choice")]), border="horizontal")


def _part(one: dt.Recipe, other: dt.Recipe) -> None:
    """The way to their trees on the open table, and on no other unless it is asked for."""
    if one is other:
        return
    choice = session.lesson().choice
    unfit = [r for r in (one, other) if not session.fits(choice, RecipeChoice(r.name))]
    if unfit:
        _other_partner(choice, unfit, one)
        return
    table = link.write_choice(choice, session.own(choice))
    _to_trees(choice, (one, other), table)


def _to_trees(
    choice: TableChoice, recipes: tuple[dt.Recipe, dt.Recipe], table: Mapping[str, str]
) -> None:
    """A button that leads to both trees on a table, side by side."""
    one, other = (recipe.name for recipe in recipes)
    label = _("See where their trees differ on {table}")
    st.button(
        label.format(table=literal(title_of(choice))),
        key="to_trees",
        icon=":material/compare_arrows:",
        on_click=go_on,
        args=("explore", {**table, "recipe": one, "beside1": of_recipe(other)}),
    )


def _other_partner(choice: TableChoice, unfit: list[dt.Recipe], one: dt.Recipe) -> None:
    """Which algorithm cannot take the table, why, and what could be compared instead."""
    title = literal(title_of(choice))
    for recipe in unfit:
        st.warning(
            _("{algorithm} cannot take {table}. {reason}").format(
                algorithm=narration.recipe_name(recipe.name), table=title, reason=_reason(recipe)
            )
        )
    with st.container(horizontal=True, gap="small"):
        if one not in unfit:
            for name in partners(choice, one.name)[:2]:
                st.button(
                    _("Compare with {algorithm}").format(algorithm=narration.recipe_name(name)),
                    key=f"partner_{name}",
                    on_click=lambda name: session.change(ReferenceView, beside=name),
                    args=(name,),
                )
    _other_table(*map(dt.recipe, (one.name, _beside(one.name))))


def _reason(recipe: dt.Recipe) -> str:
    """What the engine says of it."""
    try:
        recipe.check(session.dataset_for(session.lesson().choice, RecipeChoice(recipe.name)))
    except dt.DtError as problem:
        return sentence(problem)
    return ""


def _other_table(one: dt.Recipe, other: dt.Recipe) -> None:
    """A small table that both can take, for those who ask for it."""
    plans = [RecipeChoice(recipe.name) for recipe in (one, other)]
    able = (key for key in SMALL if all(session.fits(choice_of(key), plan) for plan in plans))
    if (key := next(able, None)) is not None:
        _to_trees(choice_of(key), (one, other), {"data": key})


def _beside(own: str) -> str:
    """The algorithm to set beside ``own``: the one chosen, else one that can take the table."""
    usual = "id3" if own == "c45" else "c45"
    chosen = session.view(ReferenceView).beside
    return chosen or next(iter(partners(session.lesson().choice, own)), usual)


def _grow(name: str) -> None:
    draft.forget_draft()
    session.open_lesson(session.lesson().choice, RecipeChoice(name))
    go_to("grow")
