"""C4.5's pessimistic pruning: Release 8's and J48's trees, and laws."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import dtcore as dt
from dtcore.model.nodes import errors_of
from dtcore.pruning import Limit, LimitComparison, Pessimistic, pessimistic
from tests.engine.prunings import split_tables, stepped
from tests.references import (
    AGREED,
    BINARY,
    asked,
    by_id,
    name_of,
    nominal_or_mixed,
    predicted,
    release_8,
)
from tests.small_tables import dataset
from tests.strategies import law

pytestmark = pytest.mark.slow


@pytest.mark.on_push(12)
@pytest.mark.parametrize(("entry", "option"), AGREED, ids=name_of)
def test_release_8(entry: dict, option: str) -> None:
    """Its simplified tree, whose leaves it prints with the errors to be expected."""
    data, there = nominal_or_mixed(entry), entry["c45"][option]
    tree = pessimistic(dt.grow(data, release_8(option)), data)
    reference = by_id(there["pruned"], data)
    assert {node.id for node in tree} == set(reference)
    simplified = there["pruned"] != there["unpruned"]
    for node, leaf in reference.items():
        assert asked(tree, node) == leaf.get("feature")
        if node and leaf["edge"]["op"] in BINARY:
            assert tree[node[:-1]].split.cut == leaf["edge"]["value"]
        if leaf["leaf"]:
            errors, rows = float(errors_of(tree[node].stats)), tree.weight(node)
            shown = Limit().expected(errors, rows) if simplified else errors
            # fractions of rows are printed with one decimal
            assert rows == pytest.approx(leaf["n"], abs=0.05 + 1e-6 if entry["missing"] else 0)
            assert leaf["err"] == pytest.approx(shown, abs=0.0501)
            # a raised leaf keeps its class if another gets just as many rows
            assert predicted(tree, node) == leaf["pred"] or tied(tree, node, leaf["pred"])
    [summary] = [line for line in there["eval"] if line["set"] == "training"]
    leaves = [node for node in tree if node.leaf]
    expected = sum(Limit().expected(float(errors_of(n.stats)), n.stats.sum()) for n in leaves)
    assert summary["estimate_pct"] == pytest.approx(100 * expected / len(data), abs=0.0501)
    wrong = dt.predict(tree, data) != np.array(data.schema.classes, object)[data.target.values]
    assert (summary["pruned_size"], summary["pruned_errors"]) == (len(tree), wrong.sum())
    if not entry["missing"]:
        assert wrong.sum() == sum(errors_of(node.stats) for node in leaves)


def tied(tree: dt.Tree, node: tuple[int, ...], label: str) -> bool:
    stats = tree[node].stats
    return bool(stats[tree.schema.classes.index(label)] == stats.max())


@pytest.mark.on_push(12)
@pytest.mark.parametrize(("entry", "option"), AGREED, ids=name_of)
def test_j48(entry: dict, option: str) -> None:
    """The same rules with the exact z: five trees are pruned otherwise than in Release 8."""
    data, there = nominal_or_mixed(entry), entry["j48"][option]
    tree = dt.grow(data, release_8(option))
    pruned = pessimistic(tree, data, z="exact")
    if there["pruned_agrees_with_c45"]:
        assert pruned == pessimistic(tree, data)
        return
    assert pruned != pessimistic(tree, data)
    reference = by_id(there["pruned_nodes"], data)
    assert {node.id for node in pruned} == set(reference)
    for node, leaf in reference.items():
        assert asked(pruned, node) == leaf.get("feature")
        assert pruned[node].stats.tolist() == pytest.approx(leaf["counts"], rel=1e-12, abs=1e-12)


def test_how_many_references_are_compared() -> None:
    assert len(AGREED) == 149
    parted = [e for e, o in AGREED if not e["j48"][o]["pruned_agrees_with_c45"]]
    assert len(parted) == 5


def test_some_branches_are_raised() -> None:
    """Otherwise the references would not show that raising is right."""
    moves = []
    for entry, option in AGREED[::2]:
        data = nominal_or_mixed(entry)
        made = Pessimistic().moves(dt.grow(data, release_8(option)), data)
        moves += [type(proposal.move) for proposal, _ in made]
    assert moves.count(dt.RaiseSubtree) >= 5
    assert moves.count(dt.Prune) >= 20


@law
@given(split_tables(target="classes"), st.booleans(), st.sampled_from([0.1, 0.25, 0.5]))
def test_pessimistic_by_steps(case: object, raising: bool, confidence: float) -> None:
    tree, data, _, _ = case
    pruner = Pessimistic(Limit(confidence), raising)
    lesson = stepped(case, pruner)
    assert lesson.state.tree == pessimistic(tree, data, confidence, raising=raising)
    assert pruner.next(lesson.state.tree, data, None) is None
    for k, step in enumerate(lesson.steps):
        evidence, here = step.evidence, lesson.state_at(k).tree
        assert isinstance(evidence, LimitComparison)
        assert pruner.comparison(here, data, step.move.node).move == step.move
        rows = sum(leaf.rows for leaf in evidence.subtree)
        assert rows == pytest.approx(evidence.leaf.rows)
        raised = sum(leaf.rows for leaf in evidence.raised)
        if not any(isinstance(split, dt.Subset) for split in here.splits):
            assert raised == pytest.approx(rows if raising else 0)
        else:  # a group of levels does not place a level that was not among its rows
            assert raised <= rows * (1 + 1e-9)
    if not raising:
        ids = {node.id for node in tree}
        assert {node.id for node in lesson.state.tree} <= ids


def test_rows_of_a_raised_branch_add_up() -> None:
    """Statistics after a raise are those of growing the same splits on the node's rows."""
    data = dataset("vote", complete=True)
    tree = dt.grow(data, dt.recipe("c45"))
    for proposal, after in Pessimistic().moves(tree, data):
        assert after[()].stats.tolist() == tree[()].stats.tolist()
        node = after[proposal.move.node]
        below = [after[child].stats for child in after.children(node.id)]
        if below:
            assert np.sum(below, axis=0).tolist() == node.stats.tolist()


def test_the_slack_is_a_tenth_of_an_error() -> None:
    data = dataset("golf")
    tree = dt.grow(data, dt.recipe("c45"))
    found = Pessimistic().comparison(tree, data, ())
    assert found.slack == 0.1
    strict = replace(found, slack=found.leaf.expected - found.of_subtree - 1e-9)
    assert not isinstance(strict.move, dt.Prune)
    assert isinstance(replace(found, slack=strict.slack + 2.0).move, dt.Prune)


def test_what_cannot_be_pruned_so() -> None:
    data = dataset("carseats")
    with pytest.raises(dt.PruningError, match="numeric"):
        pessimistic(dt.grow(data, dt.recipe("regression")), data)
    golf = dataset("golf")
    tree = dt.grow(golf, dt.recipe("c45"))
    leaf = next(node.id for node in tree if node.leaf)
    with pytest.raises(KeyError):
        Pessimistic().comparison(tree, golf, leaf)


def test_all_comparisons_at_once_are_those_of_each_node() -> None:
    data, pruner = dataset("vote", complete=True), Pessimistic()
    tree = dt.grow(data, dt.recipe("c45"))
    inner = [node.id for node in tree if not node.leaf]
    found = list(pruner.comparisons(tree, data))
    assert [one.node for one in found] == inner[::-1]
    for one in found:
        alone = pruner.comparison(tree, data, one.node)
        assert (one.leaf, one.of_subtree, one.of_branch, one.move) == (
            alone.leaf,
            alone.of_subtree,
            alone.of_branch,
            alone.move,
        )
