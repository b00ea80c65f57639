"""C4.5's trees beside those of Release 8 and J48, and where the two part."""

from dataclasses import replace

import numpy as np
import pytest

import dtcore as dt
from dtcore.model.nodes import NodeId, errors_of
from tests.books import single_precision
from tests.references import (
    AGREED,
    BINARY,
    RELEASE_8,
    SINGLE_PRECISION,
    UNPRUNED,
    asked,
    both_ways,
    by_id,
    name_of,
    nominal_or_mixed,
    predicted,
    release_8,
)

pytestmark = pytest.mark.slow


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


@pytest.mark.on_push(24)
@pytest.mark.parametrize("recipe", ["c45", "j48"])
@pytest.mark.parametrize(("entry", "option"), AGREED, ids=name_of)
def test_c45_where_release_8_and_j48_agree(entry: dict, option: str, recipe: str) -> None:
    data = nominal_or_mixed(entry)
    tree, _ = both_ways(data, release_8(option, recipe))
    assert same_tree(tree, entry["c45"][option]["unpruned"], data)


PARTED = [(e, option) for e, option in UNPRUNED if (e, option) not in AGREED]


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


@pytest.mark.on_push(16)
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


@pytest.mark.nightly
def test_collapse_is_a_part_of_growth() -> None:
    """Without it most of Release 8's trees come out larger."""
    larger, complete = 0, [(entry, option) for entry, option in AGREED if not entry["missing"]]
    for entry, option in complete:
        data, recipe = nominal_or_mixed(entry), release_8(option)
        whole = dt.grow(data, replace(recipe, collapse=None))
        larger += len(whole) > len(dt.grow(data, recipe))
    assert larger > len(complete) / 2
