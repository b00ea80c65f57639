"""A tree as JSON reads back to an equal tree; anything else is refused with a sentence."""

import json
from dataclasses import replace
from pathlib import Path

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

import dttools as dt
from dtcore.model.routing import STOP_HERE
from dtshow.tables.catalogue import catalogue
from tests.engine.gappy_tables import gappy
from tests.small_tables import dataset, table, with_gaps
from tests.strategies import NASTY, law, problems

FORMAT_1 = Path(__file__).with_name("trees_of_format_1.json")
GOLF = dt.grow(dataset("golf"), dt.recipe("c45"))
UNEVEN = dt.Dataset.from_frame(
    pd.DataFrame({"x": [1, 2, 3], "w": [0.5, 1.0, 3.0], "y": ["a", "b", "b"]}),
    target="y",
    weights="w",
)


def same(tree: dt.Tree) -> dt.Tree:
    """The tree read back, after all that an equal tree may differ in."""
    again = dt.Tree.from_json(tree.to_json())
    assert again == tree
    assert again.missing == tree.missing
    assert dt.export.text(again) == dt.export.text(tree)  # gaps of cuts are in it
    assert again.schema.weighs == tree.schema.weighs
    assert again.schema.grouped == tree.schema.grouped
    assert again.class_rows.tolist() == tree.class_rows.tolist()
    assert again.to_json() == tree.to_json() == dt.export.to_json(tree)
    return again


@law
@given(problems())
def test_every_recipe_reads_back(case: object) -> None:
    same(dt.grow(case[0].data(), case[1]))


@law
@given(gappy())
def test_missing_policies_read_back(case: object) -> None:
    data = case[0].data()
    tree = dt.grow(data, case[1])
    again = same(tree)
    told, theirs = dt.predict(tree, data), dt.predict(again, data)
    assert told.tolist() == theirs.tolist()


@pytest.mark.parametrize("key", catalogue())
def test_every_table_reads_back(key: str) -> None:
    data, entry = dataset(key), catalogue()[key]
    same(dt.grow(data, dt.recipe(entry.recipe).limited(entry.depth)))


def test_known_against_missing_reads_back() -> None:
    for y in ("uuuvvv", "vvvuuu"):
        data = with_gaps(y, n=[1.0, 2.0, 3.0, None, None, None])
        same(dt.grow(data, dt.recipe("cart_sklearn")))


def test_losses_intervals_and_hostile_names_read_back() -> None:
    costly = replace(dt.recipe("cart"), classes=dt.Losses(((0.0, 1.0), (5.0, 0.0))))
    same(dt.grow(dataset("biopsy"), costly))
    same(dt.grow(dataset("iris"), replace(dt.recipe("id3"), bins=dt.EqualWidth(3))))
    same(dt.grow(dataset("loan"), dt.recipe("assistant")))
    for name in NASTY:
        data = table("aabb", x=[1, 1, 2, 2]).relabel({"x": name}, {"y": {"a": name + "!"}})
        same(dt.grow(data, dt.recipe("cart")))


CHANGES = {
    "format": 3,
    "impurity": {"name": "Path"},
    "missing": {"name": "Gini"},
    "columns": [],
    "nodes": [],
    "target": {"name": "play", "classes": ["one"], "centre": 0.0},
    "leaf_rule": {"factors": [1.0], "loss": [[1]], "divisors": [2.0, 3.0, 4.0]},
}


@pytest.mark.parametrize("key", CHANGES)
def test_a_changed_file_is_refused(key: str) -> None:
    content = json.loads(GOLF.to_json())
    assert dt.Tree.from_json(json.dumps(content)) == GOLF
    for broken in ({**content, key: CHANGES[key]}, {k: v for k, v in content.items() if k != key}):
        with pytest.raises(dt.ReadingError, match="tree"):
            dt.Tree.from_json(json.dumps(broken))


@pytest.mark.parametrize("name", ["ImpurityCriterion", "BaseMissing", "Policy", "Pure", "Priors"])
@pytest.mark.parametrize("axis", ["impurity", "missing"])
def test_a_policy_of_another_axis_is_refused(axis: str, name: str) -> None:
    """And what policies derive from."""
    content = {**json.loads(GOLF.to_json()), axis: {"name": name}}
    with pytest.raises(dt.ReadingError, match="no tree"):
        dt.Tree.from_json(json.dumps(content))


@pytest.mark.parametrize(
    "change",
    [
        {"split": {"kind": "threshold", "column": 9, "cut": 1}},
        {"split": {"kind": "threshold", "column": 1, "cut": "1"}},
        {"split": {"kind": "multiway", "column": 0, "missing": 7}},
        {"split": {"kind": "eval", "column": 0}},
        {"stats": [1, 2, 3]},
        {"stats": [1, float("nan")]},
        {"stats": [1, 10**400]},
        {"id": [5]},
        {"id": ["x"]},
        {"split": None},
    ],
)
def test_a_changed_node_is_refused(change: dict[str, object]) -> None:
    content = json.loads(GOLF.to_json())
    content["nodes"][0] |= change
    with pytest.raises(dt.ReadingError, match="tree"):
        dt.Tree.from_json(json.dumps(content))


@pytest.mark.parametrize("rows", [[-5, 7], [1], [1, "7"], None])
def test_rows_that_are_no_numbers_of_rows_are_refused(rows: object) -> None:
    content = json.loads(dt.grow(UNEVEN, dt.recipe("cart")).to_json())
    content["nodes"][-1]["rows"] = rows
    with pytest.raises(dt.ReadingError, match="tree"):
        dt.Tree.from_json(json.dumps(content))


def test_a_tree_written_before_rows_were_kept_is_read() -> None:
    tree = dt.grow(UNEVEN, dt.recipe("cart"))
    content = json.loads(tree.to_json())
    for node in content["nodes"]:
        del node["rows"]
    again = dt.Tree.from_json(json.dumps(content))
    assert again == tree
    assert again.rows(()) == UNEVEN.weight


@pytest.mark.parametrize("name", ["golf", "gaps", "number"])
def test_a_tree_of_format_1_is_read(name: str) -> None:
    """As the engine of 22 November 2026 wrote it."""
    written = json.loads(FORMAT_1.read_text("utf-8"))[name]
    tree = dt.Tree.from_json(json.dumps(written))
    again = json.loads(same(tree).to_json())["nodes"]
    for old, new in zip(written["nodes"], again, strict=True):
        assert (old["id"], old["stats"], old["split"]) == (new["id"], new["stats"], new["split"])
        assert old["prediction"] == new["prediction"]
    frame = pd.DataFrame({"n": [None, None, None], "m": [30, 40, None]})
    if name == "gaps":  # by the surrogate, and by the larger branch
        assert dt.predict(tree, frame).tolist() == ["a", "b", "b"]


@law
@given(st.text() | st.recursive(st.none() | st.integers(), st.lists).map(json.dumps))
def test_no_other_text_is_a_tree(text: str) -> None:
    with pytest.raises(dt.ReadingError):
        dt.Tree.from_json(text)


@pytest.mark.parametrize("text", ["[" * 100_000, "", "{}", '{"format": 2}', "null", "\ud800"])
def test_broken_texts_are_refused(text: str) -> None:
    with pytest.raises(dt.ReadingError):
        dt.Tree.from_json(text)


def test_a_tree_says_what_it_is() -> None:
    assert repr(GOLF) == "<Tree for 'play': nodes 8, leaves 5, depth 2>"
    data = table("aabb", x=[1, 1, 2, 2]).relabel({"x": "<b>"}, {"y": {"a": "<i>"}})
    shown = dt.grow(data, dt.recipe("cart"))._repr_mimebundle_(include=None, exclude=None)
    assert "<b> ≤ 1.5: <i> (2)" in shown["text/plain"]


def test_a_shipped_policy_is_not_mistaken_for_a_namesake() -> None:
    tree = replace(dt.grow(dataset("golf"), dt.recipe("cart")), missing=STOP_HERE)
    # as somebody may write in a notebook
    own = [type("Gini", (dt.Entropy,), {}), type("StopHere", (dt.Reject,), {})]
    assert own[0] in dt.Entropy.every()
    assert own[1] in dt.Reject.every()
    same(tree)
