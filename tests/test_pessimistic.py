"""C4.5's pessimistic pruning: Quinlan's numbers, Release 8's and J48's trees, and laws."""

import math
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import dtcore as dt
from dtcore.model.statistics import errors_of
from dtcore.pruning import Limit, LimitComparison, Pessimistic, exact_limit, pessimistic
from dtcore.pruning.limits import TABLE, probability_of_at_most
from tests.small_tables import dataset
from tests.strategies import law
from tests.test_bottom_up_pruning import split_tables, stepped
from tests.test_reference_trees import (
    AGREED,
    BINARY,
    asked,
    by_id,
    name_of,
    nominal_or_mixed,
    predicted,
    release_8,
)


@pytest.mark.parametrize(
    ("errors", "rows", "printed"), [(0, 6, 0.206), (0, 9, 0.143), (0, 1, 0.750), (1, 16, 0.157)]
)
def test_limits_that_quinlan_prints(errors: int, rows: int, printed: float) -> None:
    assert round(Limit().of(errors, rows), 3) == printed


def test_z_is_read_from_a_table_or_worked_out() -> None:
    assert Limit().deviations == pytest.approx(0.6925, abs=1e-15)
    assert Limit(z="exact").deviations == pytest.approx(0.674490, abs=5e-7)
    for confidence, z in TABLE[1:-1]:
        assert Limit(confidence).deviations == pytest.approx(z, abs=1e-15)


def binomial(errors: int, rows: int, rate: float) -> float:
    terms = (math.comb(rows, k) * rate**k * (1 - rate) ** (rows - k) for k in range(errors + 1))
    return math.fsum(terms)


@law
@given(st.integers(1, 80), st.data(), st.floats(0.001, 0.999))
def test_the_beta_integral_is_the_binomial_sum(rows: int, data: st.DataObject, p: float) -> None:
    errors = data.draw(st.integers(0, rows - 1))
    assert probability_of_at_most(errors, rows, p) == pytest.approx(
        binomial(errors, rows, p), rel=1e-9, abs=1e-12
    )


@law
@given(st.integers(1, 80), st.data(), st.floats(0.01, 0.5))
def test_the_exact_limit_is_where_so_few_errors_are_that_unlikely(
    rows: int, data: st.DataObject, confidence: float
) -> None:
    errors = data.draw(st.integers(0, rows))
    limit = exact_limit(errors, rows, confidence)
    if errors == rows:
        assert limit == 1
    else:
        assert errors / rows < limit < 1
        assert binomial(errors, rows, limit) == pytest.approx(confidence, rel=1e-9)


@law
@given(
    st.integers(1, 60), st.data(), st.floats(0.05, 0.5), st.sampled_from(["interpolated", "exact"])
)
def test_laws_of_the_approximation(rows: int, data: st.DataObject, cf: float, z: str) -> None:
    limit = Limit(cf, z)
    seen = data.draw(st.integers(0, rows - 1))
    assert seen / rows <= limit.of(seen, rows) <= 1
    assert limit.of(seen, 2 * rows) <= limit.of(seen, rows) + 1e-12
    assert Limit(cf / 2, z).of(seen, rows) >= limit.of(seen, rows) - 1e-12
    if seen == 0:
        assert limit.of(0, rows) == pytest.approx(exact_limit(0, rows, cf), rel=1e-12)


def test_exact_and_approximate_limits_are_near() -> None:
    """U(1, 16): .1567 in C4.5, .1596 in truth, a tenth of an error among 16 rows apart."""
    assert Limit().of(1, 16) == pytest.approx(0.156681, abs=5e-7)
    assert exact_limit(1, 16) == pytest.approx(0.159611, abs=5e-7)


def test_few_errors_by_fractions_lie_between() -> None:
    limit = Limit()
    steps = [limit.of(e / 10, 12) for e in range(11)]
    rises = [high - low for low, high in pairwise(steps)]
    assert rises == pytest.approx([rises[0]] * 10, rel=1e-9)


def test_nearly_all_wrong() -> None:
    """Release 8 takes .67 of what is left for wrong too, J48 all of it."""
    assert Limit().expected(3.6, 4) == pytest.approx(3.6 + 0.67 * 0.4)
    assert Limit(z="exact").expected(3.6, 4) == pytest.approx(4)


@pytest.mark.parametrize(
    ("confidence", "z"), [(0, "interpolated"), (1, "interpolated"), (0.6, "exact")]
)
def test_a_confidence_out_of_range_is_refused(confidence: float, z: str) -> None:
    with pytest.raises(dt.PruningError, match="confidence"):
        Limit(confidence, z)
    with pytest.raises(dt.PruningError, match="Release 8"):
        Limit(0.25, "guessed")


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
    assert moves.count(dt.Raise) >= 5
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
        assert pruner.compare(here, data, step.move.node).move == step.move
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
    found = Pessimistic().compare(tree, data, ())
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
        Pessimistic().compare(tree, golf, leaf)


def test_all_comparisons_at_once_are_those_of_each_node() -> None:
    data, pruner = dataset("vote", complete=True), Pessimistic()
    tree = dt.grow(data, dt.recipe("c45"))
    inner = [node.id for node in tree if not node.leaf]
    found = list(pruner.comparisons(tree, data))
    assert [one.node for one in found] == inner[::-1]
    for one in found:
        alone = pruner.compare(tree, data, one.node)
        assert (one.leaf, one.of_subtree, one.of_branch, one.move) == (
            alone.leaf,
            alone.of_subtree,
            alone.of_branch,
            alone.move,
        )
