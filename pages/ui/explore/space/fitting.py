"""The trees that fit as well as ID3's: how many, any one of them, and the row to tell it apart."""

from __future__ import annotations

from math import prod
from typing import Final

import pandas as pd
import streamlit as st

import dtcore as dt
from dtcore.errors import DtError
from dtshow.lesson.lesson import Lesson
from dtshow.words.language import _, joined, ngettext, sentence
from dtshow.words.markdown import literal
from dttools.printing import Digits
from dttools.space import Space, differing, fitting_tree, telling_row
from dttools.space.search import questions
from pages.ui.components.stage import still_tree
from pages.ui.explore.space import words
from pages.ui.explore.space.counted import as_lesson, beside, divided, id3, mapped
from pages.ui.explore.space.picture import errors, trees
from pages.ui.explore.space.space_view import SpaceView
from pages.ui.shell import session

HIGHEST: Final = 2**53 - 1
"""Beyond it a browser cannot count by ones."""
HIGH: Final = 540
"""Pixels: as high as the trees beside the table."""


def fitting(lesson: Lesson, space: Space) -> None:
    own = questions(id3(lesson.dataset))
    with st.container(key="space_fit"):
        with st.container(key="space_sizes"):
            st.markdown("## " + _title(space))
            st.markdown(_rank(space, own))
            _sizes(lesson)
        if sum(space.fitting.values()) > 1:
            with st.container(key="space_pair"):
                _pair(lesson, space)


def _title(space: Space) -> str:
    there = sum(space.fitting.values())
    if space.fewest:
        text = _("{trees} with the fewest errors: {errors}")
        return text.format(trees=trees(there), errors=errors(space.fewest))
    return ngettext("{n} tree fits every row", "{n} trees fit every row", there).format(
        n=f"{there:,}"
    )


def _rank(space: Space, own: int) -> str:
    """Where ID3's tree stands among them."""
    least = min(space.fitting)
    smaller = sum(trees for splits, trees in space.fitting.items() if splits < own)
    text = _("The smallest tree, which BFS-ID3 looks for, has {least} splits; ID3’s has {own}.")
    said = text.format(least=least, own=own)
    if own > least:
        more = ngettext(
            "{n} is smaller than ID3’s tree.", "{n} are smaller than ID3’s tree.", smaller
        )
        return joined(said, more.format(n=f"{smaller:,}"))
    same = space.fitting[own]
    if same == 1:
        return joined(said, _("No other tree is as small."))
    return joined(said, _("It is one of {n} of that size.").format(n=f"{same:,}"))


def _sizes(lesson: Lesson) -> None:
    """All levels of the space, as a table."""
    levels = mapped(lesson.dataset).levels
    numbers = {
        _("splits"): [level.splits for level in levels],
        _("trees"): [level.trees for level in levels],
        _("ID3 looked at"): [level.taken + level.weighed for level in levels],
        _("never"): [level.never for level in levels],
        _("fit"): [level.fitting for level in levels],
    }
    # as text, since a browser rounds whole numbers of more than sixteen digits
    table = pd.DataFrame({name: [f"{n:,}" for n in column] for name, column in numbers.items()})
    right = st.column_config.TextColumn(alignment="right")
    st.dataframe(
        table,
        hide_index=True,
        height=min(38 + 35 * len(levels), HIGH),
        column_config=dict.fromkeys(numbers, right),
    )


def _pair(lesson: Lesson, space: Space) -> None:
    """ID3's tree and another, and the row that tells them apart."""
    there, own = min(sum(space.fitting.values()), HIGHEST), id3(lesson.dataset)
    number = min(session.view(SpaceView).number or beside(lesson.dataset), there)
    other = fitting_tree(space, number - 1)
    _telling(lesson, space, own, other)
    with st.container(key="space_two"):
        for name, tree in (("own", own), ("other", other)):
            with st.container(key=f"space_{name}"):
                if name == "own":
                    size = _splits(questions(tree))
                    st.markdown(_("**ID3’s tree**, {splits}").format(splits=size))
                else:
                    _choose(number, there, questions(tree))
                digits = Digits.for_scale(tree.impurity(()))
                still_tree(as_lesson(lesson, tree), digits, f"space_tree_{name}")


def _splits(count: int) -> str:
    return ngettext("{n} split", "{n} splits", count).format(n=count)


def _choose(number: int, there: int, size: int) -> None:
    st.number_input(
        _("Tree {n} of {all} that fit, {splits}; the smallest first").format(
            n=f"{number:,}", all=f"{there:,}", splits=_splits(size)
        ),
        1,
        there,
        step=1,
        **session.bind(SpaceView, number=number),
    )


def _telling(lesson: Lesson, space: Space, own: dt.Tree, other: dt.Tree) -> None:
    """The row, which is in no table yet, and what both say of it."""
    found, classes = telling_row(own, other), lesson.dataset.schema.classes
    st.markdown("## " + _("Which row would tell the two apart?"))
    if found is None:
        same = _("None: both are the same tree.") if own == other else ""
        st.markdown(same or _("None: they give the same answer for every possible row."))
    else:
        one, another = (literal(classes[code], 30) for code in found.answers)
        st.markdown(
            _(
                "**{row}**: ID3’s tree says **{one}**, the other **{another}**. They differ on "
                "{n} of the {all} possible rows."
            ).format(
                row=_row(lesson, found.cells),
                one=one,
                another=another,
                n=differing(own, other),
                all=f"{prod(map(len, space.branches)):,}",
            )
        )
    _vote(lesson)


def _row(lesson: Lesson, cells: tuple[int | None, ...]) -> str:
    schema = lesson.dataset.schema
    said = [words.cell(schema, c, code) for c, code in enumerate(cells) if code is not None]
    return literal(_(", ").join(said), 200)


def _vote(lesson: Lesson) -> None:
    """The row on which all trees that fit are most divided."""
    try:
        found = divided(lesson.dataset)
    except DtError as problem:
        st.caption(sentence(problem))
        return
    if found is None:
        st.markdown(
            _("All trees that fit agree on every possible row, so no row could tell them apart.")
        )
        return
    classes = lesson.dataset.schema.classes
    votes = [f"{n:,} {literal(classes[k], 30)}" for k, n in enumerate(found.trees) if n]
    st.markdown(
        _(
            "All trees that fit are most divided on **{row}**: {votes}. Whatever its class turns "
            "out to be, at least {least} of them are wrong."
        ).format(
            row=_row(lesson, found.cells),
            votes=_(", ").join(votes),
            least=f"{sum(found.trees) - max(found.trees):,}",
        )
    )
