"""Trees that other programs and the brute force of others grew: equal split by split.

``reference/README.md`` says what the files are. A reference lists its nodes; here each gets the
engine's id, the branches taken from the root.
"""

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import dtcore as dt
from dtcore.growth.weighing import Weighed
from dtcore.model.statistics import errors_of
from dtcore.model.tree import NodeId
from tests import single_precision

FOLDER = Path(__file__).parent / "reference"
CRITERIA = {"gini": dt.Gini(), "entropy": dt.Entropy(), "sse": dt.Variance()}
BINARY = {"<=": 0, ">": 1}


def read(name: str) -> list[dict]:
    lines = (FOLDER / name).read_text("utf-8").splitlines()
    return [json.loads(line) for line in lines]


def name_of(entry: object) -> str:
    return entry["id"] if isinstance(entry, dict) else str(entry)


def nominal_or_mixed(entry: dict) -> dt.Dataset:
    """A table with its levels and classes in the order of the file."""
    frame = pd.DataFrame(entry["rows"], columns=entry["names"]).replace("?", None)
    for column, levels in zip(entry["names"], entry["types"], strict=True):
        kind = float if levels == "numeric" else pd.CategoricalDtype(levels, ordered=True)
        frame[column] = frame[column].astype(kind)
    return dt.Dataset.from_frame(frame, target=entry["names"][-1])


def numeric(entry: dict) -> dt.Dataset:
    frame = pd.DataFrame(entry["X"], columns=entry["features"], dtype=float).assign(y=entry["y"])
    kind = "numeric" if entry["criterion"] == "sse" else "nominal"
    return dt.Dataset.from_frame(frame, target="y", kinds={"y": kind})


def by_id(nodes: list[dict], data: dt.Dataset) -> dict[NodeId, dict]:
    """The reference's nodes by the engine's ids: levels in order, <= before >."""
    found: dict[int, NodeId] = {}
    for node in nodes:
        if node["parent"] < 0:
            found[node["id"]] = ()
        elif "edge" in node:
            found[node["id"]] = (*found[node["parent"]], branch(node["edge"], data))
        else:
            parent = nodes[node["parent"]]
            found[node["id"]] = (*found[node["parent"]], int(node["id"] == parent["right"]))
    return {found[node["id"]]: node for node in nodes}


def branch(edge: dict, data: dt.Dataset) -> int:
    if edge["op"] in BINARY:
        return BINARY[edge["op"]]
    return column_of(data, edge["feature"]).levels.index(edge["value"])


def column_of(data: dt.Dataset, name: str) -> dt.model.data.Column:
    return next(column for column in data.columns if column.name == name)


def both_ways(data: dt.Dataset, recipe: dt.Recipe) -> tuple[dt.Tree, dict[NodeId, Weighed]]:
    """The tree, grown at once and by steps alike, and what the steps weighed at each node."""
    tree, lesson = dt.grow(data, recipe), dt.start(data, recipe).finish()
    assert lesson.state.tree == tree
    steps = [step for step in lesson.steps if isinstance(step.evidence, Weighed)]
    return tree, {step.move.node: step.evidence for step in steps}


def asked(tree: dt.Tree, node: NodeId) -> str | None:
    """The column that a node asks about."""
    split = tree[node].split
    return tree.schema.columns[split.column].name if split else None


def predicted(tree: dt.Tree, node: NodeId) -> str:
    return tree.schema.classes[int(tree.prediction(node))]


def counts(tree: dt.Tree, node: NodeId) -> dict[str, float]:
    pairs = zip(tree.schema.classes, tree[node].stats, strict=True)
    return {label: weight for label, weight in pairs if weight}


@pytest.mark.parametrize("entry", read("id3.jsonl"), ids=name_of)
def test_id3(entry: dict) -> None:
    data = nominal_or_mixed(entry)
    tree, weighed = both_ways(data, dt.recipe("id3"))
    reference = by_id(entry["nodes"], data)
    assert {node.id for node in tree} == set(reference)
    for node, there in reference.items():
        assert asked(tree, node) == there.get("feature")
        assert tree.weight(node) == there["n"]
        assert counts(tree, node) == there.get("counts", {})
        tied = there["pred"] if isinstance(there["pred"], list) else [there["pred"]]
        assert predicted(tree, node) in tied
        if not there["leaf"]:
            gains = {
                data.columns[c.column].name: c.scores["gain"]
                for c in weighed[node].candidates
                if c.split
            }
            assert gains == pytest.approx(there["gains"], rel=1e-12, abs=1e-15)


@pytest.mark.parametrize("entry", read("cart.jsonl"), ids=name_of)
def test_cart(entry: dict) -> None:
    criterion, data = CRITERIA[entry["criterion"]], numeric(entry)
    stopping = (dt.Pure(), dt.MinLeaf(entry["min_samples_leaf"]), dt.SomeGain())
    recipe = replace(dt.recipe("cart"), impurity=criterion, stopping=stopping)
    tree, weighed = both_ways(data, recipe)
    reference = by_id(entry["nodes"], data)
    assert {node.id for node in tree} == set(reference)
    near = {"rel": 1e-12, "abs": 1e-12 * entry["nodes"][0]["impurity_total"]}
    for node, there in reference.items():
        assert asked(tree, node) == there.get("feature")
        assert tree.weight(node) == there["n"]
        total = tree.weight(node) * tree.impurity(node)
        assert total == pytest.approx(there["impurity_total"], **near)
        if data.target.numeric:
            assert tree.prediction(node) == pytest.approx(there["pred"], rel=1e-12)
        else:
            assert counts(tree, node) == there["counts"]
        if not there["leaf"]:
            split = tree[node].split
            assert split.cut == there["threshold"]
            gain = weighed[node].candidates[split.column].scores["gain"]
            assert gain == pytest.approx(there["decrease"], rel=1e-10)


RELEASE_8 = {"default": 2, "m1": 1}
"""The option ``-m``: how many rows two branches must hold."""


UNPRUNED = [(entry, option) for entry in read("c45.jsonl") for option in RELEASE_8]
"""All tables, half of them with missing cells, by both options."""
AGREED = [(e, option) for e, option in UNPRUNED if e["j48"][option]["unpruned_agrees_with_c45"]]
"""Those on whose trees C4.5 and J48 agree."""


def release_8(option: str, recipe: str = "c45") -> dt.Recipe:
    return dt.recipe(recipe).limited(leaf=RELEASE_8[option])


def same_tree(tree: dt.Tree, nodes: list[dict], data: dt.Dataset) -> bool:
    """The same splits, and the same leaves; C4.5 prints their numbers with one decimal."""
    reference = by_id(nodes, data)
    return {node.id for node in tree} == set(reference) and all(
        same_node(tree, node, there) for node, there in reference.items()
    )


def same_node(tree: dt.Tree, node: NodeId, there: dict) -> bool:
    if asked(tree, node) != there.get("feature"):
        return False
    if node and there["edge"]["op"] in BINARY:
        return tree[node[:-1]].split.cut == there["edge"]["value"]
    if "counts" in there:  # J48's, which come in full
        return tree[node].stats.tolist() == pytest.approx(there["counts"], rel=1e-9, abs=1e-9)
    if not there["leaf"]:
        return True
    numbers = (tree.weight(node), float(errors_of(tree[node].stats)))
    near = all(
        abs(a - b) < 0.05 + 1e-6 for a, b in zip(numbers, (there["n"], there["err"]), strict=True)
    )
    return near and predicted(tree, node) == there["pred"]


@pytest.mark.parametrize("recipe", ["c45", "j48"])
@pytest.mark.parametrize(("entry", "option"), AGREED, ids=name_of)
def test_c45_where_release_8_and_j48_agree(entry: dict, option: str, recipe: str) -> None:
    data = nominal_or_mixed(entry)
    tree, _ = both_ways(data, release_8(option, recipe))
    assert same_tree(tree, entry["c45"][option]["unpruned"], data)


PARTED = [(e, option) for e, option in UNPRUNED if (e, option) not in AGREED]
SINGLE_PRECISION = {
    ("f006", "m1"),
    ("f082", "m1"),
    ("f094", "m1"),
    ("f106", "m1"),
    ("f130", "default"),
    ("f130", "m1"),
    ("f138", "m1"),
    ("f142", "default"),
    ("f150", "default"),
}
"""Where ``c45`` does not follow Release 8, and why: a branch holds just as many rows as it must.

Release 8 adds fractions of rows in single precision, multiplying them on the way down and
dividing them again on the way up, and a sum that is 1 or 2 then misses it by a ten-millionth.
``single_precision.py`` does just so, and gets every tree that Release 8 printed.
"""


@pytest.mark.parametrize(("entry", "option"), PARTED, ids=name_of)
def test_where_they_part_j48_follows_j48(entry: dict, option: str) -> None:
    data = nominal_or_mixed(entry)
    tree, _ = both_ways(data, release_8(option, "j48"))
    assert same_tree(tree, entry["j48"][option]["unpruned_nodes"], data)


@pytest.mark.parametrize(("entry", "option"), PARTED, ids=name_of)
def test_where_they_part_c45_follows_release_8(entry: dict, option: str) -> None:
    data = nominal_or_mixed(entry)
    tree, _ = both_ways(data, release_8(option))
    single = (entry["id"], option) in SINGLE_PRECISION
    assert same_tree(tree, entry["c45"][option]["unpruned"], data) != single


@pytest.mark.parametrize(("entry", "option"), UNPRUNED, ids=name_of)
def test_release_8_is_single_precision(entry: dict, option: str) -> None:
    """With its arithmetic all 160 trees come out, so nothing else sets the two apart."""
    data = nominal_or_mixed(entry)
    reference = by_id(entry["c45"][option]["unpruned"], data)
    grown = single_precision.shape(data, RELEASE_8[option], np.float32)
    assert grown == {
        node: question(there, node, reference, data) for node, there in reference.items()
    }


def question(
    there: dict, node: NodeId, reference: dict[NodeId, dict], data: dt.Dataset
) -> tuple[int, float | None] | None:
    """The column and the cut that a node of the reference asks for; None for a leaf."""
    if there["leaf"]:
        return None
    column = [field.name for field in data.schema.columns].index(there["feature"])
    value = reference[(*node, 0)]["edge"]["value"]
    return column, value if data.columns[column].numeric else None


def test_all_references_are_compared() -> None:
    assert (len(read("id3.jsonl")), len(read("cart.jsonl"))) == (50, 60)
    assert (len(UNPRUNED), len(AGREED), len(SINGLE_PRECISION)) == (160, 149, 9)
    assert sum(entry["missing"] for entry, _ in AGREED) == 70


def test_collapse_is_a_part_of_growth() -> None:
    """Without it most of Release 8's trees come out larger."""
    larger, complete = 0, [(entry, option) for entry, option in AGREED if not entry["missing"]]
    for entry, option in complete:
        data, recipe = nominal_or_mixed(entry), release_8(option)
        whole = dt.grow(data, replace(recipe, collapse=None))
        larger += len(whole) > len(dt.grow(data, recipe))
    assert larger > len(complete) / 2
