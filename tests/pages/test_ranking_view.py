"""Candidates as the browser gets them. That their rows open columns is tested there."""

from hypothesis import given
from hypothesis import strategies as st
from pages.ui.components.ranking import RankedRow, records
from pages.ui.grow.candidates import heads, row

import dtcore as dt
from dtcore.formula import Digits
from pages.ui.lesson.choice import RecipeChoice
from pages.ui.lesson.lesson import Lesson, TableChoice
from tests.small_tables import dataset, table
from tests.strategies import law


def numbers(score: float | None) -> RankedRow:
    return RankedRow("x", "x ≤ 1", (score,), "lower", 2)


def test_cells_are_rounded_and_bars_measured_by_the_longest() -> None:
    rows = [
        RankedRow("Outlook", "Outlook", (0.24674999, 0.25), "★ wins", 0, best=True),
        RankedRow("Wind", "Wind", (None, 0.05), "lower", 2, able=False),
    ]
    assert list(records(rows, Digits())) == [
        {
            "name": "Outlook",
            "cells": ["Outlook", "0.2467", "0.2500", "★ wins"],
            "by": ["Outlook", 0.2467, 0.25, 0],
            "share": 1.0,
            "best": True,
            "able": True,
        },
        {
            "name": "Wind",
            "cells": ["Wind", "–", "0.0500", "lower"],
            "by": ["Wind", None, 0.05, 2],
            "share": 0.2,
            "best": False,
            "able": False,
        },
    ]


def test_a_loss_and_no_score_have_no_bar() -> None:
    loss, none = records([numbers(-0.0876), numbers(None)], Digits())
    assert (loss["cells"][1], loss["share"]) == ("−0.0876", 0)
    assert (none["cells"][1], none["share"]) == ("–", 0)


@law
@given(st.lists(st.none() | st.floats(-1e300, 1e300), min_size=1))
def test_no_bar_is_longer_than_the_place_for_it(scores: list[float | None]) -> None:
    assert all(0 <= made["share"] <= 1 for made in records(list(map(numbers, scores)), Digits()))


def ranking(data: dt.Dataset, recipe: str) -> list[RankedRow]:
    lesson = Lesson.begin(TableChoice("small", data.target.name), RecipeChoice(recipe), data)
    ranked = lesson.evidence.ranked(dt.explain.headline(lesson.recipe))
    return [row(lesson, candidate, list(heads(lesson))) for candidate in ranked]


def test_a_ratio_stands_beside_the_gain_it_is_made_of() -> None:
    """As Quinlan's program weighs the golf table: a cut has paid for its choice."""
    golf = dataset("golf")
    lesson = Lesson.begin(TableChoice("golf", "play"), RecipeChoice("c45"), golf)
    assert heads(lesson) == {"corrected_gain": "Net gain", "gain_ratio": "Gain ratio"}
    outlook, _, humidity, _ = (
        (made["cells"], made["share"], made["best"])
        for made in records(ranking(golf, "c45"), Digits())
    )
    assert outlook == (["outlook", "0.2467", "0.1564", "★ wins"], 1, True)
    assert humidity == (["humidity ≤ 80", "−0.0824", "−0.0876", "no gain left"], 0, False)


def test_a_tie_is_as_good_and_a_column_of_one_value_has_no_score() -> None:
    data = table("uuvv", one="aaaa", x="aabb", z="ccdd")
    first, second, last = ranking(data, "cart")
    assert (first.name, first.best, second.name, second.best) == ("x", True, "z", True)
    assert last == RankedRow(
        "one", "one", (None,), "one value only", dt.Verdict.ONE_VALUE, able=False
    )
