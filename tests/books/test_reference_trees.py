"""Trees that other programs and the brute force of others grew: equal split by split.

``reference/README.md`` says what the files are. A reference lists its nodes; here each gets the
engine's id, the branches taken from the root.
"""

from dataclasses import replace

import pytest

import dtcore as dt
from dtcore.model.nodes import NodeId
from tests.references import (
    AGREED,
    CRITERIA,
    SINGLE_PRECISION,
    UNPRUNED,
    asked,
    both_ways,
    by_id,
    name_of,
    nominal_or_mixed,
    numeric,
    predicted,
    read,
)


def counts(tree: dt.Tree, node: NodeId) -> dict[str, float]:
    pairs = zip(tree.schema.classes, tree[node].stats, strict=True)
    return {label: weight for label, weight in pairs if weight}


@pytest.mark.on_push(8)
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
            gains = {  # a column with one value gains nothing there
                data.columns[c.column].name: c.scores["gain"] if c.split else 0.0
                for c in weighed[node].candidates
                if c.verdict != dt.Verdict.USED_ON_PATH
            }
            assert gains == pytest.approx(there["gains"], rel=1e-12, abs=1e-15)


@pytest.mark.on_push(8)
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


def test_all_references_are_compared() -> None:
    assert (len(read("id3.jsonl")), len(read("cart.jsonl"))) == (50, 60)
    assert (len(UNPRUNED), len(AGREED), len(SINGLE_PRECISION)) == (160, 149, 9)
    assert sum(entry["missing"] for entry, _ in AGREED) == 70
