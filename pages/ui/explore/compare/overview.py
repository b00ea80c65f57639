"""All algorithms on the open table at once, with what each is good at, what it is not, and where
that shows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import streamlit as st

import dtcore as dt
from dtcore.errors import DtError
from dtshow.lesson import narration
from dtshow.words.language import N_, _, sentence
from dtshow.words.markdown import literal
from pages.ui.explore import outline
from pages.ui.explore.compare.facts import facts
from pages.ui.shell import cache, session
from pages.ui.shell.places import go_on
from pages.ui.shell.progress import UnfinishedError
from pages.ui.trees.beside import of_recipe, tree_of

OPEN: Final = "compare_all"
MANY: Final = {"data": "playtennis", "recipe": "id3", "ignore": "", "beside1": of_recipe("c45")}
"""Play tennis with its day taken for a question: fourteen values, one row each."""
ALONE: Final = {**MANY, "recipe": "c45_textbook"}
ONE_HOT: Final = {"data": "titanic", "recipe": "cart", "beside1": of_recipe("cart_sklearn")}
NO_GAIN: Final = {"data": "xor", "recipe": "j48", "beside1": of_recipe("c45")}
GREEDY: Final = {"data": "xor", "recipe": "id3_lihang", "beside1": of_recipe("id3")}
TWO_WAYS: Final = {"data": "playtennis", "recipe": "id3", "beside1": of_recipe("cart")}
GROUPED: Final = {**MANY, "recipe": "assistant"}
SMALL: Final = {"data": "playtennis", "recipe": "cart_rpart", "beside1": of_recipe("cart")}
MEANS: Final = {
    "data": "carseats",
    "recipe": "regression",
    "depth": "4",
    "beside1": f"{of_recipe('regression')}&depth=2",
}
NUMBERS: Final = {"data": "iris", "recipe": "c45", "beside1": of_recipe("id3")}


@dataclass(frozen=True)
class Remark:
    """``shown``: the address at which one sees it."""

    text: str
    shown: dict[str, str]


REMARKS: Final = {
    "id3": [
        Remark(N_("Favours columns with many values: a date tells every row apart."), MANY),
        Remark(N_("Takes no numbers: C4.5 cuts them."), NUMBERS),
    ],
    "id3_lihang": [Remark(N_("Stops where no single question gains, and so misses XOR."), GREEDY)],
    "assistant": [
        Remark(
            N_("Groups the values in two by the gain: a date still tells every row apart."),
            GROUPED,
        )
    ],
    "c45": [
        Remark(
            N_("Answers many values by the gain ratio, and asks for two rows in two branches."),
            MANY,
        )
    ],
    "j48": [Remark(N_("Stops where no question gains; Quinlan’s own C4.5 goes on."), NO_GAIN)],
    "c45_textbook": [
        Remark(N_("The gain ratio alone: with so few rows the date still leads."), ALONE)
    ],
    "cart": [
        Remark(
            N_(
                "Always splits in two: a column may be asked again, and rows are not "
                "scattered at once."
            ),
            TWO_WAYS,
        )
    ],
    "cart_sklearn": [
        Remark(
            N_(
                "Levels become 0/1 columns (one-hot): each question is about one level, so "
                "the tree is larger."
            ),
            ONE_HOT,
        )
    ],
    "cart_rpart": [
        Remark(N_("Splits only nodes with many rows: a small table stays a single leaf."), SMALL)
    ],
    "regression": [
        Remark(N_("Predicts a number: each leaf says the mean of its rows."), MEANS),
    ],
}


def overview() -> None:
    """Behind one labelled place; nothing is grown before it is opened."""
    with st.expander(_("All algorithms on this table"), key=OPEN, on_change="rerun") as place:
        if not place.open:
            return
        if cache.large(session.lesson().dataset):
            st.caption(_("This table is large, so its trees are grown one by one, above."))
            return
        for name in dt.RECIPES:
            _row(name)


def _row(name: str) -> None:
    with st.container(key=f"all_{name}", horizontal=True, vertical_alignment="center"):
        try:
            lesson = tree_of(of_recipe(name))
        except DtError as problem:
            st.markdown(f"**{literal(narration.recipe_name(name))}**", width=220)
            st.caption(sentence(problem), width="stretch")
        except UnfinishedError:
            return
        else:
            counted = facts(lesson)
            st.image(outline.answers(lesson.tree), width=96, alt=_("Outline of the tree"))
            with st.container(key=f"all_said_{name}", gap=None):
                st.markdown(f"**{literal(narration.recipe_name(name))}**")
                st.caption(f"{counted.size} · {counted.errors}")
        for k, remark in enumerate(REMARKS.get(name, [])):
            st.button(
                _(remark.text),
                key=f"all_shows_{name}_{k}",
                type="tertiary",
                help=_("See it on a table"),
                on_click=go_on,
                args=("explore", remark.shown),
            )
