"""The Algorithms tab: what each recipe does, policy by policy, and where two of them part."""

from collections.abc import Callable
from dataclasses import replace
from typing import Final

import pandas as pd
import streamlit as st

import dtcore as dt
from dtcore.compare import Likeness, compare
from pages.ui.data import draft
from pages.ui.lesson.choice import RecipeChoice
from pages.ui.lesson.link import choice_of
from pages.ui.lesson.table_choice import TableChoice
from pages.ui.reference.reference_view import ReferenceView
from pages.ui.shell import cache, session
from pages.ui.shell.places import go_to, title_of
from pages.ui.wording import narration, number_format
from pages.ui.wording.language import _, ngettext, sentence
from pages.ui.wording.markdown import literal
from pages.ui.wording.policies import policies
from pages.ui.wording.recipe_texts import recipe_text

SHOWN: Final = session.Widget("recipe_shown", "")
BESIDE: Final = session.Widget("recipe_beside", "")
SAME, OTHER = "=", "≠"
MOST_ROWS: Final = 5000
"""Larger tables would make one wait."""
SMALL: Final = ("golf", "playtennis", "mtcars")
"""Tables to compare on, if one asks for another than the open one."""
KNOWN: Final = ("c45", "id3", "cart", "regression")
"""Algorithms to propose first."""


def panel() -> None:
    with st.container(key="recipes"):
        left, right = st.columns(2, gap="large")
        with left:
            own, view = session.lesson().recipe_choice.name, _view()
            now = view.shown or own
            one = _recipe(SHOWN, _("Algorithm"), now, lambda name: replace(_view(), shown=name))
        with right:
            now = _beside(view.shown or own)
            other = _recipe(BESIDE, _("Beside"), now, lambda name: replace(_view(), beside=name))
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
    st.caption(_("Source: {source}.").format(source=_(str(recipe.source))))
    st.markdown(recipe_text(now))
    able = session.fits(session.lesson().choice, RecipeChoice(now))
    st.button(
        _("Grow with it"),
        key=f"{control.key}_grow",
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
    """Where the two part on the open table, and on no other unless it is asked for."""
    if one is other:
        return
    choice = _table_asked(one, other)
    title = literal(title_of(choice))
    unfit = [
        recipe for recipe in (one, other) if not session.fits(choice, RecipeChoice(recipe.name))
    ]
    if unfit:
        _other_partner(choice, unfit, one)
        return
    if choice == session.lesson().choice and len(session.lesson().dataset) > MOST_ROWS:
        text = _("{table} has more than {most} rows, too many to grow two trees at once.")
        st.info(text.format(table=title, most=MOST_ROWS))
        _other_table(one, other)
        return
    st.header(_("On {table}").format(table=title), anchor=False)
    trees = [_grown(choice, recipe) for recipe in (one, other)]
    st.markdown(_where(trees[0], compare(*trees), (one, other)))


def _grown(choice: TableChoice, recipe: dt.Recipe) -> dt.Tree:
    """The tree of a recipe; rows that it has to leave out are said."""
    recipe_choice = RecipeChoice(recipe.name)
    dataset = session.dataset_for(choice, recipe_choice)
    left = dataset.left_out.get("missing cells", 0)
    if left:
        st.caption(narration.gaps_left_out(choice, recipe_choice, left))
    return cache.grown(dataset, recipe)


def _table_asked(one: dt.Recipe, other: dt.Recipe) -> TableChoice:
    """The open table; or a small one, if it was asked for and both can take it."""
    key = _view().table
    if key is not None and all(
        session.fits(choice_of(key), RecipeChoice(r.name)) for r in (one, other)
    ):
        return choice_of(key)
    return session.lesson().choice


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
            for name in _partners(one.name)[:2]:
                st.button(
                    _("Compare with {algorithm}").format(algorithm=narration.recipe_name(name)),
                    key=f"partner_{name}",
                    on_click=lambda name: session.keep(replace(_view(), beside=name)),
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
        st.button(
            _("Compare them on {table}").format(table=literal(title_of(choice_of(key)))),
            key="other_table",
            type="tertiary",
            on_click=lambda: session.keep(replace(_view(), table=key)),
        )


def _partners(own: str) -> list[str]:
    """The other algorithms that can take the open table, the best known first."""
    choice = session.lesson().choice
    names = [*(name for name in KNOWN if name in dt.RECIPES), *dt.RECIPES]
    return [n for n in dict.fromkeys(names) if n != own and session.fits(choice, RecipeChoice(n))]


def _beside(own: str) -> str:
    """The algorithm to set beside ``own``: the one chosen, else one that can take the table."""
    usual = "id3" if own == "c45" else "c45"
    return _view().beside or next(iter(_partners(own)), usual)


def _where(tree: dt.Tree, found: Likeness, recipes: tuple[dt.Recipe, dt.Recipe]) -> str:
    names = [narration.recipe_name(recipe.name) for recipe in recipes]
    if found.parting is None and found.rewritten:
        return ngettext(
            "Both trees send every row the same way; only {n} test is written differently.",
            "Both trees send every row the same way; only {n} tests are written differently.",
            found.rewritten,
        )
    if found.parting is None:
        leaves = ngettext("{n} leaf", "{n} leaves", tree.leaves)
        return _("Both grow the same tree, of {leaves}.").format(leaves=leaves)
    asked = (found.parting.mine, found.parting.theirs)
    parts = [
        _("{name} splits on {split}").format(
            name=name, split=literal(number_format.question(split, tree.schema))
        )
        if split
        else _("{name} stops").format(name=name)
        for name, split in zip(names, asked, strict=True)
    ]
    return _(
        "They first differ at the node “{path}”: {mine}, {theirs}. The trees have {a} and {b} "
        "leaves."
    ).format(
        path=literal(narration.path_words(tree, found.parting.node)),
        mine=parts[0],
        theirs=parts[1],
        a=found.leaves[0],
        b=found.leaves[1],
    )


def _grow(name: str) -> None:
    draft.forget_draft()
    session.open_lesson(session.lesson().choice, RecipeChoice(name))
    go_to("grow")
