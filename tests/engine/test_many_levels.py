"""Columns of many levels: each node by itself gives what all give at once, within bounds."""

import numpy as np
import pandas as pd
import pytest

import dtcore as dt
from dtcore.model.columns import Schema
from dtcore.policies import splits
from dtcore.policies.splits import EveryLevel, Groups, NominalSplitter, OneAgainstRest

LEVELS = 2 * splits.MANY


def moments(schema: Schema, nodes: int = 7, levels: int = LEVELS) -> np.ndarray:
    """Of nodes with few levels and many, none at all and one alone."""
    draw = np.random.default_rng(5)
    counts = draw.integers(0, 4, (nodes, levels, len(schema.classes))).astype(np.float64)
    counts *= draw.random((nodes, levels, 1)) < np.linspace(0, 1, nodes)[:, None, None]
    counts[1] = 0
    counts[1, 3] = 2
    return counts


@pytest.fixture
def schema() -> Schema:
    frame = pd.DataFrame({"x": list("abab"), "y": list("uvvu")})
    return dt.Dataset.from_frame(frame, target="y").schema


@pytest.mark.parametrize("exhaustive", [False, True])
@pytest.mark.parametrize("splitter", [Groups(), Groups(ordered=True), OneAgainstRest()])
def test_each_node_by_itself_gives_what_all_give_at_once(
    splitter: NominalSplitter, exhaustive: bool, schema: Schema, monkeypatch: pytest.MonkeyPatch
) -> None:
    counts = moments(schema)
    mine = splitter.options(counts, schema, exhaustive)
    monkeypatch.setattr(splits, "MANY", LEVELS + 1)
    theirs = splitter.options(counts, schema, exhaustive)
    assert len(theirs.node) > LEVELS
    assert np.array_equal(mine.node, theirs.node)
    assert np.array_equal(mine.by_level, theirs.by_level)
    assert np.array_equal(mine.branches, theirs.branches)


def test_options_stand_in_the_order_of_their_left_sides(schema: Schema) -> None:
    options = Groups().options(moments(schema), schema, exhaustive=True)
    lefts = [
        (node, tuple(np.flatnonzero(mark == 0)))
        for node, mark in zip(options.node, options.by_level, strict=True)
    ]
    assert lefts == sorted(set(lefts))


@pytest.mark.parametrize("splitter", [Groups(), OneAgainstRest(), EveryLevel()])
def test_no_node_has_more_options_than_are_foreseen(
    splitter: NominalSplitter, schema: Schema
) -> None:
    options = splitter.options(moments(schema), schema)
    assert np.bincount(options.node).max() <= splitter.tries(LEVELS, schema)


@pytest.mark.parametrize("recipe", ["cart", "cart_sklearn", "c45"])
def test_more_levels_than_can_be_grouped_are_refused(recipe: str) -> None:
    rows = 2 * (splits.MOST + 1)
    frame = pd.DataFrame(
        {"x": [f"v{row // 2}" for row in range(rows)], "y": list("uv") * (rows // 2)}
    )
    whole, fewer = (dt.Dataset.from_frame(part, target="y") for part in (frame, frame[:-2]))
    dt.recipe(recipe).check(fewer)
    if recipe == "c45":
        dt.recipe(recipe).check(whole)
    else:
        with pytest.raises(dt.RecipeError, match="1,001 levels"):
            dt.recipe(recipe).check(whole)
