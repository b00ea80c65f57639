"""Candidates as the browser gets them. That their rows open columns is tested there."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

import dtcore as dt
from dtcore.stepping import Candidate
from dtshow.lesson.choice import RecipeChoice
from dtshow.lesson.lesson import Lesson
from dtshow.scene.grow.candidates import heads, ranking, records
from dtshow.scene.grow.look import GrowLook
from dtshow.tables.table_choice import TableChoice
from dttools.printing import Digits
from tests.small_tables import dataset, table
from tests.strategies import law


def weighed(data: dt.Dataset, recipe: str) -> Lesson:
    lesson = Lesson.begin(TableChoice("small", data.target.name), RecipeChoice(recipe), data)
    return lesson.show_candidates(())


PLAYTENNIS = weighed(dataset("playtennis"), "id3")
OUTLOOK, _TEMPERATURE, _HUMIDITY, WIND = PLAYTENNIS.evidence.candidates


def scored(candidate: Candidate, **scores: float | None) -> Candidate:
    known = {name: score for name, score in scores.items() if score is not None}
    return replace(candidate, scores=known)


def sent(candidates: list[Candidate], *scores: str) -> list[dict[str, Any]]:
    """What the browser gets of candidates of the root, and nothing of where their rows go."""
    made = records(PLAYTENNIS, candidates, scores, Digits())
    return [{k: v for k, v in one.items() if k not in ("branches", "labels")} for one in made]


def numbers(score: float | None) -> Candidate:
    return scored(WIND, gain=score)


def test_cells_are_rounded_and_bars_measured_by_the_longest() -> None:
    rows = [
        scored(OUTLOOK, corrected_gain=0.24674999, gain_ratio=0.25),
        replace(scored(WIND, gain_ratio=0.05), split=None, verdict=dt.Verdict.ONE_VALUE),
    ]
    assert sent(rows, "corrected_gain", "gain_ratio") == [
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
            "cells": ["Wind", "–", "0.0500", "one value only"],
            "by": ["Wind", None, 0.05, dt.Verdict.ONE_VALUE],
            "share": 0.2,
            "best": False,
            "able": False,
        },
    ]


def test_a_loss_and_no_score_have_no_bar() -> None:
    loss, none = sent([numbers(-0.0876), numbers(None)], "gain")
    assert (loss["cells"][1], loss["share"]) == ("−0.0876", 0)
    assert (none["cells"][1], none["share"]) == ("–", 0)


@law
@given(st.lists(st.none() | st.floats(-1e300, 1e300), min_size=1))
def test_no_bar_is_longer_than_the_place_for_it(scores: list[float | None]) -> None:
    assert all(0 <= made["share"] <= 1 for made in sent([*map(numbers, scores)], "gain"))


def rows(lesson: Lesson) -> list[Mapping[str, Any]]:
    found: list[Mapping[str, Any]] = ranking(lesson, Digits(), GrowLook())["rows"]
    return found


def test_a_ratio_stands_beside_the_gain_it_is_made_of() -> None:
    """As Quinlan's program weighs the golf table: a cut has paid for its choice."""
    lesson = weighed(dataset("golf"), "c45")
    assert heads(lesson) == {"corrected_gain": "Net gain", "gain_ratio": "Gain ratio"}
    outlook, _, humidity, _ = (
        (made["cells"], made["share"], made["best"]) for made in rows(lesson)
    )
    assert outlook == (["outlook", "0.2467", "0.1564", "★ wins"], 1, True)
    assert humidity == (["humidity ≤ 80", "−0.0824", "−0.0876", "no gain left"], 0, False)
    nothing_paid = weighed(dataset("playtennis"), "c45")
    assert heads(nothing_paid) == {"corrected_gain": "Gain", "gain_ratio": "Gain ratio"}


def test_a_tie_is_as_good_and_a_column_of_one_value_has_no_score() -> None:
    first, second, last = rows(weighed(table("uuvv", one="aaaa", x="aabb", z="ccdd"), "cart"))
    assert (first["name"], first["best"], second["name"], second["best"]) == ("x", True, "z", True)
    assert last == {
        "name": "one",
        "cells": ["one", "–", "one value only"],
        "by": ["one", None, dt.Verdict.ONE_VALUE],
        "share": 0,
        "best": False,
        "able": False,
    }


def test_a_candidate_says_where_it_would_send_each_row() -> None:
    """Of the days 3, 4, 5, 7, 9 to 13 the answer is Yes, of 1, 2, 6, 8, 14 No."""
    outlook, *_others = rows(PLAYTENNIS)
    assert outlook["labels"] == ["= Sunny", "= Overcast", "= Rain"]
    assert outlook["branches"] == "122102011" + "00202"
