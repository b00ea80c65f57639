"""On every page a tree says on which rows it grew exactly where Grow's tree grew on others."""

import json
from typing import Any

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

import dtcore as dt
from dtshow.lesson import link
from pages.ui.shell import cache
from pages.ui.use.use_view import UseView
from tests.pages.stage import STAGE, acted, reported
from tests.pages.visit import captions, checked, keep, lesson, opened, turned, waited

Hold = tuple[float, int]
HELD: Hold = (0.3, 0)
OTHERS: Hold = (0.3, 7)
IRIS = {"data": "iris", "recipe": "cart", "step": "17"}
TRAINING = {"lab_share": "0.3"}
SEED_7 = {"lab_share": "0.3", "lab_seed": "7"}
NONE_HELD = {"lab_share": "0", "lab_folds": "5"}
CART = "recipe=cart"
ON_SEED_7 = "data=iris&recipe=cart&hold=0.3~7"
JUDGED = {**TRAINING, "tab": "evaluate"}


def rows(hold: Hold | None) -> set[int]:
    """Those that grow a tree where ``hold`` is held out."""
    whole = cache.dataset(link.choice_of("iris"), "en")
    grown = whole if hold is None else dt.validation.holdout(whole, *hold)[0]
    return set(np.asarray(grown.origin).tolist())


def stages(at: AppTest) -> list[dict[str, Any]]:
    """What all trees on the page get in the browser, as they stand."""
    parts = [part.proto for part in at.get("bidi_component")]
    return [json.loads(part.bytes) for part in parts if part.component_name == STAGE]


def chips(at: AppTest) -> list[str | None]:
    return [one["rows"] and one["rows"][0] for one in stages(at)]


def root_rows(payload: dict[str, Any]) -> int:
    line = next(one for one in payload["scene"]["nodes"][0]["lines"] if one.count("·") == 2)
    return sum(int(count) for count in line.split("·"))


def popovers(at: AppTest) -> list[str]:
    return [one.proto.popover.label for one in at.get("popover")]


@pytest.mark.on_push(16)
@pytest.mark.parametrize("grow", [None, HELD])
@pytest.mark.parametrize(
    ("page", "params", "grown"),
    [
        ("grow", {}, ["own"]),
        ("pruning", NONE_HELD, [None]),
        ("pruning", TRAINING, [HELD]),
        ("pruning", SEED_7, [OTHERS]),
        ("pruning", {**TRAINING, "lab_method": "reduced"}, [HELD]),
        ("pruning", {**TRAINING, "lab_method": "rules"}, [HELD]),
        ("pruning", {**TRAINING, "lab_method": "early"}, [HELD, HELD]),
        ("use", TRAINING, ["own"]),
        ("use", {**TRAINING, "ask": "questions"}, ["own"]),
        ("use", {**TRAINING, "tree": "pruned"}, [HELD]),
        ("use", {**SEED_7, "tree": "pruned", "tab": "rules"}, [OTHERS]),
        ("use", {**JUDGED, "look": "nodes"}, [HELD]),
        ("use", {**JUDGED, "look": "columns"}, [HELD]),
        ("use", {**JUDGED, "look": "columns", "way": "folds"}, ["own"]),
        ("explore", {"beside1": CART, "beside2": ON_SEED_7}, ["own", "own", OTHERS]),
        ("explore", {"tab": "stability"}, ["own"]),
    ],
)
def test_a_tree_says_its_rows_exactly_where_they_are_not_those_of_grow(
    grow: Hold | None, page: str, params: dict[str, str], grown: list[Any]
) -> None:
    held = {} if grow is None else {"hold": "0.3~0"}
    at = waited(opened(page, **IRIS, **held, **params))
    assert len(stages(at)) == len(grown)
    for payload, said, of in zip(stages(at), chips(at), grown, strict=True):
        hold = grow if of == "own" else of
        assert root_rows(payload) == len(rows(hold))
        assert (said is not None) == (rows(hold) != rows(grow))


def test_a_space_of_trees_has_the_rows_of_grow() -> None:
    at = opened("explore", data="playtennis", recipe="id3", tab="space")
    assert chips(at)
    assert not any(chips(at))


def test_how_many_rows_and_which_are_said() -> None:
    at = opened("pruning", **IRIS, **TRAINING)
    assert chips(at) == ["grown on 105 of 150 rows · 45 held out"]
    at = opened("pruning", **IRIS, **SEED_7, hold="0.3~0")
    assert chips(at) == ["grown on another 105 of 150 rows · 45 held out"]
    at = opened("pruning", **IRIS, **NONE_HELD, hold="0.3~0")
    assert chips(at) == ["grown on all 150 rows"]


@pytest.mark.parametrize("params", [TRAINING, SEED_7, {**NONE_HELD, "hold": "0.3~0"}])
def test_one_press_lets_grow_take_the_same_rows(params: dict[str, str]) -> None:
    at = opened("pruning", **IRIS, **params)
    cut = acted(at, "next")
    moves = cut.query_params["cuts"]
    assert stages(cut)[0]["rows"][2] == "Use these rows on Grow too"
    at = acted(cut, "alike")
    assert chips(at) == [None]
    assert at.query_params["cuts"] == moves  # nothing that was done here is lost
    expected = None if params["lab_share"] == "0" else (0.3, int(params.get("lab_seed", 0)))
    assert set(lesson(at).dataset.origin.tolist()) == rows(expected)
    assert lesson(at).finished
    at = acted(turned(at, "grow"), "undo")
    assert ("hold" in at.query_params) == ("hold" in params)


def test_a_tree_beside_grows_anew_on_the_same_rows() -> None:
    at = opened("explore", **IRIS, beside1=ON_SEED_7)
    assert chips(at) == [None, "grown on 105 of 150 rows · 45 held out"]
    assert stages(at)[1]["rows"][2] == "Grow this tree on the same rows"
    at = reported(at, STAGE, "act", [[1, "alike", None]], place=1)
    assert chips(at) == [None, None]
    assert at.query_params["beside1"] == CART


def test_evaluate_says_which_tree_it_judges() -> None:
    told: dict[str, str] = {
        "": "has seen every row, so a second one, grown on 105 rows, is judged",
        "0.3~0": "the whole tree that the algorithm grows on the 105 rows of Grow",
        "0.3~7": "A second tree is judged, grown on 105 other rows than the tree on Grow",
    }
    for hold, sentence in told.items():
        at = waited(opened("use", **IRIS, **JUDGED, **({"hold": hold} if hold else {})))
        assert sentence in captions(at)


@pytest.mark.nightly  # three searches of a tree's stability
def test_samples_and_pictures_say_it_too() -> None:
    at = waited(opened("explore", **IRIS, tab="stability", sample_run="1"))
    assert "grown on another sample of 150 rows" in popovers(at)
    for way in ("leave", "shake"):
        at = waited(opened("explore", **IRIS, tab="stability", sample=way, sample_run="1"))
        assert ("grown on 135 of 150 rows" in popovers(at)) == (way == "leave")
    at = opened("use", **IRIS, **TRAINING, tree="pruned", tab="take")
    keep(at, UseView, kind="picture")
    assert "grown on 105 of 150 rows · 45 held out" in popovers(checked(at.run()))
