"""Each formula of pruning says the number that the pruner used."""

from statistics import NormalDist

import pytest
from hypothesis import given
from hypothesis import strategies as st

import dtcore as dt
from dtcore.explain import pruning
from dtcore.formula import Named, Number, named_parts
from dtcore.pruning import Limit, Pessimistic, WeakestLink, cost_complexity, weakest_links
from dtcore.pruning.bottom_up import expected_costs, expected_errors
from dtcore.pruning.held_out import held_out_costs, weight_reaching
from dttools.printing import Digits, plain
from tests.engine.prunings import RISKS, split_tables
from tests.small_tables import dataset, table
from tests.strategies import law


def agrees(formula: Named, value: float, scale: float = 1.0) -> bool:
    return formula.value == pytest.approx(value, rel=1e-12, abs=1e-12 * scale)


@law
@given(split_tables())
def test_weakest_links_and_costs(case: object) -> None:
    tree = case[0]
    for risk in RISKS:
        path = cost_complexity(tree, risk)
        whole = float(path.risks[-1])
        for link in weakest_links(tree, risk) or ():
            assert agrees(pruning.risk(tree, link.node, risk), link.leaf, whole)
            assert agrees(pruning.risk_below(tree, link.node, risk), link.subtree, whole)
            if link.leaves > 1:
                assert agrees(pruning.g(tree, link.node, risk), link.g, whole)
        for k, alpha in enumerate(path.alphas):
            said = pruning.cost(path.subtree(k), float(alpha), risk)
            cost = path.risks[k] + alpha * path.leaves[k]
            assert said.value == pytest.approx(cost, abs=1e-11 * max(whole, 1e-300))


@law
@given(split_tables(target="classes"), st.sampled_from([0.1, 0.25, 0.5]))
def test_limits(case: object, confidence: float) -> None:
    tree, data, _, _ = case
    pruner = Pessimistic(Limit(confidence))
    for node in tree:
        if not node.leaf:
            found = pruner.comparison(tree, data, node.id)
            assert agrees(pruning.of_leaf(tree, found), found.leaf.expected)
            assert agrees(pruning.of_subtree(tree, found), found.of_subtree)
            assert agrees(pruning.of_branch(tree, found), found.of_branch)


@law
@given(
    st.sampled_from([0.0, 0.3, 0.99995, 1.0, 2.0, 3.6, 4.0, 17.25]),
    st.sampled_from([4.0, 20.0, 17.5]),
    st.sampled_from(["interpolated", "exact"]),
)
def test_every_case_of_the_limit(errors: float, rows: float, z: str) -> None:
    bound = Limit(0.25, z)
    said = pruning.limit(bound, errors, rows, Number(errors), Number(rows))
    assert agrees(said, bound.of(errors, rows))


@law
@given(split_tables(target="classes"), st.sampled_from([0.5, 2.0, None]))
def test_m_estimates(case: object, m: float | None) -> None:
    tree = case[0]
    for node, error in zip(tree, expected_errors(tree, m), strict=True):
        assert agrees(pruning.m_estimate(tree, node.id, m), float(error))


def said(formula: Named) -> str:
    return f"{formula.symbol} = {plain(formula, Digits())} = {Digits().show(formula.value)}"


def test_the_working_of_a_weakest_link() -> None:
    data = table("aaabbb", x=[1, 2, 3, 4, 5, 6])
    lesson = dt.start(data, dt.recipe("cart")).do(dt.Expand((), dt.Threshold(0, 2.5)))
    tree = lesson.state.tree
    assert [said(line) for line in named_parts(pruning.g(tree, (), "error"))] == [
        "R(t) = 6 − max(3, 3) = 3.0000",
        "R(T_t) = (2 − max(2, 0)) + (4 − max(1, 3)) = 1.0000",
        "g(t) = (3 − 1)/(2 − 1) = 2.0000",
    ]
    step = dt.prune(lesson.problem, tree, WeakestLink("error")).propose()
    assert step.evidence.alpha == 2


def test_a_limit_in_words_and_in_symbols() -> None:
    none = pruning.limit(Limit(), 0, 6, Number(0), Number(6))
    assert said(none) == "U_{CF}(e,n) = 1 − (0.25)^(1/6) = 0.2063"
    assert plain(none.general, Digits()) == "1 − (CF)^(1/n)"
    one = pruning.limit(Limit(), 1, 16, Number(1), Number(16))
    assert [said(line) for line in named_parts(one)] == [
        "z = 0.84 + (0.25 − 0.84) × (0.25 − 0.2)/(0.4 − 0.2) = 0.6925",
        "U_{CF}(e,n) = ((1 + 0.5) + (0.6925)^2/2 + 0.6925 × √((1 + 0.5) × (1 − (1 + 0.5)/16)"
        " + (0.6925)^2/4))/(16 + (0.6925)^2) = 0.1567",
    ]
    assert plain(one.general, Digits()) == (
        "((e + 1/2) + z^2/2 + z √((e + 1/2) (1 − (e + 1/2)/n) + z^2/4))/(n + z^2)"
    )
    assert Digits().adds_up(one)


@pytest.mark.parametrize("confidence", [0.0005, 0.1, 0.25, 0.4, 0.5])
def test_z_is_derived_from_its_confidence(confidence: float) -> None:
    bound = Limit(confidence)
    line = pruning.deviations(bound)
    assert agrees(line, bound.deviations)
    assert plain(line.general, Digits()) == "z0 + (z1 − z0) (CF − CF0)/(CF1 − CF0)"
    exact = pruning.deviations(Limit(confidence, "exact"))
    assert NormalDist().cdf(exact.value) == pytest.approx(1 - confidence, abs=1e-12)


def test_rows_of_a_formula_can_be_asked_for() -> None:
    data = dataset("golf")
    tree = dt.grow(data, dt.recipe("c45"))
    found = pruning.of_subtree(tree, Pessimistic().comparison(tree, data, ()))
    counts = [part for part in dt.formula.walk(found) if isinstance(part, dt.formula.Count)]
    assert counts
    assert all(
        part.value == tree.weight(part.query.node) for part in counts if part.query.label is None
    )


def test_held_out_errors_and_m_estimates_are_the_costs() -> None:
    for key, recipe in (("iris", "cart"), ("hitters", "regression")):
        data = dataset(key)
        training, held_out = dt.validation.holdout(data, 0.3, seed=1)
        tree = dt.grow(training, dt.recipe(recipe))
        costs, rows = held_out_costs(tree, held_out), weight_reaching(tree, held_out)
        assert rows[0] == len(held_out)
        for node in tree:
            place = tree.place(node.id)
            formula = pruning.held_out_errors(tree, node.id, rows, costs)
            assert agrees(formula, costs.leaf[place])
            if not node.leaf:
                below = rows[tree.child_places(place)].sum()
                assert rows[place] == pytest.approx(below)
            if tree.schema.classes:
                expected = expected_costs(tree, 3.0).leaf[place]
                assert agrees(pruning.m_errors(tree, node.id, 3.0), expected)
