"""Fractions of rows beyond growth: what C4.5 and J48 prune, and what J48 then predicts.

J48 wrote down the class shares that its pruned tree gives each row of training, those with
missing cells among them: the sums over leaves, by the fractions of a row that reach them.
"""

import numpy as np
import pytest

import dtcore as dt
from dtcore.pruning import pessimistic
from tests.references import AGREED, UNPRUNED, asked, by_id, name_of, nominal_or_mixed, release_8

pytestmark = pytest.mark.slow

GAPPY = [(entry, option) for entry, option in AGREED if entry["missing"]]


def same_questions(tree: dt.Tree, nodes: list[dict], data: dt.Dataset) -> bool:
    reference = by_id(nodes, data)
    return {node.id for node in tree} == set(reference) and all(
        asked(tree, node) == there.get("feature") for node, there in reference.items()
    )


@pytest.mark.on_push(8)
@pytest.mark.parametrize(("entry", "option"), GAPPY, ids=name_of)
def test_release_8_prunes_trees_with_fractions(entry: dict, option: str) -> None:
    """Raised branches get all rows of the node anew, each with its fractions."""
    data = nominal_or_mixed(entry)
    pruned = pessimistic(dt.grow(data, release_8(option)), data)
    assert same_questions(pruned, entry["c45"][option]["pruned"], data)


@pytest.mark.on_push(12)
@pytest.mark.parametrize(("entry", "option"), UNPRUNED, ids=name_of)
def test_j48_prunes_and_predicts(entry: dict, option: str) -> None:
    data, there = nominal_or_mixed(entry), entry["j48"][option]
    pruned = pessimistic(dt.grow(data, release_8(option, "j48")), data, z="exact")
    agrees = there["pruned_agrees_with_c45"]
    nodes = entry["c45"][option]["pruned"] if agrees else there["pruned_nodes"]
    assert same_questions(pruned, nodes, data)
    shares = dt.predict_proba(pruned, data)
    np.testing.assert_allclose(shares, there["train_dist"], rtol=0, atol=1.5e-6)


def test_how_many_are_compared() -> None:
    assert (len(GAPPY), len(UNPRUNED)) == (70, 160)
