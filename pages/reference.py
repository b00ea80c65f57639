"""Reference: what each recipe does, policy by policy, its source, and where two of them part."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Final

import pandas as pd
import streamlit as st

import dtcore as dt
from dtcore.compare import Likeness, compare
from pages.ui.lesson.choice import RecipeChoice, fits
from pages.ui.lesson.lesson import TableChoice
from pages.ui.lesson.link import choice_of
from pages.ui.reference.reference_view import ReferenceView
from pages.ui.shell import cache, session
from pages.ui.shell.places import depart, go_to, title_of
from pages.ui.wording import narration, number_format
from pages.ui.wording.language import _
from pages.ui.wording.markdown import literal
from pages.ui.wording.policies import policies
from pages.ui.wording.recipe_texts import recipe_text

SHOWN: Final = session.Widget("recipe_shown", "")
BESIDE: Final = session.Widget("recipe_beside", "")
SAME, OTHER = "=", "≠"
MOST_ROWS = 5000
"""Larger tables would make one wait."""


def page() -> None:
    depart()
    session.write_address(session.lesson_address())
    with st.container(key="recipes"):
        st.title(_("What the algorithms do"), anchor=False)
        left, right = st.columns(2, gap="large")
        with left:
            own, view = session.lesson().recipe_choice.name, _view()
            now = view.shown or own
            one = _recipe(SHOWN, _("Algorithm"), now, lambda name: replace(_view(), shown=name))
        with right:
            usual = "id3" if own == "c45" else "c45"
            now = view.beside or usual
            other = _recipe(BESIDE, _("Beside it"), now, lambda name: replace(_view(), beside=name))
        _table(one, other)
        _part(one, other)


def _view() -> ReferenceView:
    return session.view(ReferenceView)


def _recipe(
    control: session.Widget[str], label: str, now: str, choose: Callable[[str], ReferenceView]
) -> dt.Recipe:
    """A choice of recipe with its source and description, and the way to the Grow page."""
    st.selectbox(
        label,
        list(dt.RECIPES),
        format_func=narration.recipe_name,
        key=control.showing(now),
        on_change=lambda: session.keep(choose(control.value)),
    )
    recipe = dt.recipe(now)
    st.caption(_("Source: {source}.").format(source=recipe.source))
    st.markdown(recipe_text(now))
    able = fits(RecipeChoice(now), session.lesson().dataset)
    st.button(
        _("Grow with it"),
        key=f"{control.key}_grow",
        icon=":material/account_tree:",
        disabled=not able,
        help=None if able else _("The table that is open does not fit this algorithm."),
        on_click=_grow,
        args=(now,),
    )
    return recipe


def _table(one: dt.Recipe, other: dt.Recipe) -> None:
    """Their policies side by side; where they differ is said by a sign."""
    mine, theirs = policies(one), policies(other)
    names = narration.recipe_name(one.name), narration.recipe_name(other.name)
    rows = [
        {"": SAME if mine[what] == theirs[what] else OTHER, _("Policy"): what, names[0]: mine[what]}
        | ({names[1]: theirs[what]} if other is not one else {})
        for what in mine
    ]
    st.table(pd.DataFrame(rows).set_index(["", _("Policy")]), border="horizontal")


def _part(one: dt.Recipe, other: dt.Recipe) -> None:
    """Where the two part on a table that both can take: the one that is open, or golf."""
    if one is other:
        return
    both = (RecipeChoice(one.name), RecipeChoice(other.name))
    able = (
        (c, data)
        for c, data in _tables()
        if all(fits(recipe_choice, data) for recipe_choice in both)
    )
    choice, dataset = next(able, (None, None))
    if choice is None or dataset is None:
        return
    trees = [cache.grown(dataset, recipe) for recipe in (one, other)]
    result = compare(*trees)
    st.markdown(_("**On {table}**").format(table=literal(title_of(choice))))
    st.markdown(_where(trees[0], result, (one, other)))


def _tables() -> Iterator[tuple[TableChoice, dt.Dataset]]:
    """The open table unless it is large, and two that most algorithms can take."""
    if len(session.lesson().dataset) <= MOST_ROWS:
        yield session.lesson().choice, session.lesson().dataset
    for key in ("golf", "playtennis"):
        yield choice_of(key), session.dataset(choice_of(key))


def _where(tree: dt.Tree, found: Likeness, recipes: tuple[dt.Recipe, dt.Recipe]) -> str:
    names = [narration.recipe_name(recipe.name) for recipe in recipes]
    if found.parting is None:
        return _("Both grow the same tree.")
    asked = (found.parting.mine, found.parting.theirs)
    parts = [
        _("{name} asks {split}").format(
            name=name, split=literal(number_format.question(split, tree.schema))
        )
        if split
        else _("{name} stops").format(name=name)
        for name, split in zip(names, asked, strict=True)
    ]
    return _(
        "They first part at the node of {path}: {mine}, {theirs}. The trees have {a} and {b} "
        "leaves."
    ).format(
        path=literal(narration.path_words(tree, found.parting.node)),
        mine=parts[0],
        theirs=parts[1],
        a=found.leaves[0],
        b=found.leaves[1],
    )


def _grow(name: str) -> None:
    session.open_lesson(session.lesson().choice, RecipeChoice(name))
    go_to("grow")


page()
