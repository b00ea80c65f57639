"""Missing cells under every policy: in growth, in evidence, in prediction and in exports."""

import json
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from hypothesis import given

import dttools as dt
from dtcore.explain import nodes
from dtcore.formula import Count, walk
from dtcore.model.nodes import weight_of
from dtcore.stepping.problem import State
from tests.engine.gappy_tables import FILLING, POLICIES, Case, gappy, with_policy
from tests.small_tables import stepped, weighed, with_gaps
from tests.strategies import RECIPES, Table, fits, law, tables


@law
@given(tables())
def test_without_missing_cells_every_policy_gives_the_same_tree(table: Table) -> None:
    data = table.data()
    for recipe in RECIPES:
        if fits(recipe, data):
            trees = [
                dt.grow(data, changed)
                for policy in (dt.Reject(), *POLICIES, *FILLING)
                if (changed := with_policy(recipe, policy)) is not None
            ]
            assert len(trees) >= 4
            assert all(tree == trees[0] for tree in trees)


@law
@given(gappy())
def test_every_missing_row_is_accounted_for(case: Case) -> None:
    """What was placed and what was sent make up the branches, and these the node."""
    data, recipe = case[0].data(), case[1]
    tree = dt.grow(data, recipe)
    for node in tree:
        if node.leaf:
            continue
        sent = dt.missing_routing(data, tree, node.id)
        near = {"rel": 1e-12, "abs": 1e-12 * tree.weight(())}
        branches = [tree.weight(child) for child in tree.children(node.id)]
        assert (sent.placed + sent.parts.sum(axis=0)).tolist() == pytest.approx(branches, **near)
        assert sum(branches) == pytest.approx(tree.weight(node.id), **near)
        assert sent.parts.sum(axis=1) == pytest.approx(sent.weights, **near)
        gone = dt.judge(dt.Problem.of(data, recipe), State(tree, {}), node.id, node.split).unknown
        all_count = recipe.missing.missing_as_level or recipe.missing.imputes
        assert gone == pytest.approx(0 if all_count else sent.weights.sum(), **near)


@law
@given(gappy())
def test_formulas_have_the_values_of_the_scores(case: Case) -> None:
    data, recipe = case[0].data(), case[1]
    lesson = dt.start(data, recipe).finish()
    for node in lesson.state.tree:
        found = dt.weigh(lesson.problem, lesson.state, node.id)
        whole = max(float(weight_of(found.stats, data.schema)), 1.0)
        for candidate in found.candidates:
            for name, score in candidate.scores.items():
                formula = dt.explain.score(recipe, data.schema, found, candidate, name)
                size = max(candidate.scores["impurity_before"], recipe.impurity.of(found.stats), 1)
                near = 1e-12 * size * (whole if name.startswith("squares") else 1)
                assert formula.value == pytest.approx(score, rel=1e-12, abs=near), name


@law
@given(gappy())
def test_counts_count_the_rows_that_they_name_with_their_fractions(case: Case) -> None:
    data, recipe = case[0].data(), case[1]
    lesson = dt.start(data, recipe).finish()
    for node in lesson.state.tree:
        found = dt.weigh(lesson.problem, lesson.state, node.id)
        for candidate in found.candidates:
            for name in candidate.scores:
                formula = dt.explain.score(recipe, data.schema, found, candidate, name)
                for part in walk(formula):
                    if isinstance(part, Count):
                        rows = nodes.rows_of(lesson.problem, lesson.state, part.query)
                        counted = float(rows.weights.sum())
                        assert part.value == pytest.approx(counted, rel=1e-9, abs=1e-12)


@law
@given(gappy())
def test_every_row_lands_and_its_shares_sum_to_one(case: Case) -> None:
    data, recipe = case[0].data(), case[1]
    tree = dt.grow(data, recipe)
    for shares, heaviest in zip(dt.leaf_shares(tree, data), dt.leaf_ids(tree, data), strict=True):
        assert sum(shares.values()) == pytest.approx(1.0)
        assert max(shares.values()) == shares[heaviest]
        assert all(tree[node].leaf for node in shares)
    if data.schema.classes:
        assert dt.predict_proba(tree, data).sum(axis=1) == pytest.approx(np.ones(len(data)))


@pytest.mark.on_push(10)
@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("name", ["id3", "c45", "cart", "cart_sklearn", "assistant"])
@pytest.mark.parametrize("columns", [{}, {"x": list("aabbab")}, {"n": [1.0, 2, 3, 4, 5, 6]}])
def test_a_column_without_a_single_cell_offers_nothing(
    policy: object, name: str, columns: dict
) -> None:
    """It has no level either, so no recipe can ask it; the others are asked all the same."""
    frame = pd.DataFrame({"empty": [None] * 6, **columns, "y": list("uuvvuv")})
    data = dt.Dataset.from_frame(frame, target="y")
    recipe = replace(dt.recipe(name), missing=policy)
    if not fits(recipe, data):
        return
    assert weighed(data, recipe).candidates[0].verdict == dt.Verdict.ONE_VALUE
    tree = dt.grow(data, recipe)
    assert tree == stepped(data, recipe)
    assert all(split is None or split.column for split in tree.splits)


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("name", ["c45", "cart"])
def test_a_row_with_everything_missing(name: str, policy: object) -> None:
    """It counts at the root like any other, and goes where the policy sends it."""
    data = with_gaps("uuuvvv?"[:6] + "u", x="aaabbb?", n=[1.0, 2.0, 3.0, 7.0, 8.0, 9.0, None])
    recipe = replace(dt.recipe(name), missing=policy)
    tree = dt.grow(data, recipe)
    assert tree.weight(()) == 7
    assert sum(tree.weight(leaf.id) for leaf in tree if leaf.leaf) == pytest.approx(7)
    expected = {
        dt.Fractions(): [3.5, 3.5],
        dt.Surrogates(): [4, 3],  # no surrogate knows the row, and the branches tie
        dt.MajorityBranch(): [4, 3],
    }
    if policy in expected:
        assert [tree.weight(child) for child in tree.children(())] == expected[policy]
    everything = pd.DataFrame({"x": [None], "n": [np.nan]})
    assert len(dt.predict(tree, everything)) == 1


@pytest.mark.parametrize("policy", POLICIES[:3])
def test_a_column_that_is_missing_throughout_a_node_is_no_candidate(policy: object) -> None:
    """Under x = a no row has a number; it gains nothing there, and is not asked."""
    data = with_gaps("uvuvwwww", x="aaaabbbb", n=[None] * 4 + [1.0, 2.0, 3.0, 4.0], z="cdcdcccc")
    for name in ("c45", "cart"):
        recipe = replace(dt.recipe(name), missing=policy)
        lesson = dt.start(data, recipe).do(dt.Expand((), dt.Multiway(0)))
        found = dt.weigh(lesson.problem, lesson.state, (0,))
        assert found.candidates[1].verdict == dt.Verdict.ONE_VALUE
        assert found.winner == 2


def test_a_gain_is_scaled_by_the_known_share_and_not_more() -> None:
    """Two equal columns, one with half of its cells: it gains half as much. CART and C4.5."""
    n = [1.0, 2.0, 3.0, 4.0]
    data = with_gaps("uvuv", whole=[1.0, 2.0, 1.0, 2.0], half=[1.0, 2.0, None, None], other=n)
    for name in ("cart", "c45"):
        recipe = replace(dt.recipe(name).limited(leaf=1))
        whole, half, _ = weighed(data, recipe).candidates
        assert half.scores["gain"] == whole.scores["gain"] / 2
        assert half.unknown == 2


def test_exported_trees_say_where_missing_cells_go() -> None:
    """JSON knows no infinite number: known against missing is a cut without one."""
    apart = with_gaps("uuuvvv", n=[1.0, 2.0, 3.0, None, None, None])
    told = json.loads(dt.export.to_json(dt.grow(apart, dt.recipe("cart_sklearn"))))
    kind = {"kind": "threshold", "column": 0}
    assert told["nodes"][0]["split"] == {**kind, "cut": None, "missing": 1}
    data = with_gaps("uuuuvvv", x="aaaabb?", n=[1.0, 2.0, 3.0, 4.0, 7.0, 8.0, 9.0])
    lesson = dt.start(data, dt.recipe("cart")).do(dt.Expand((), dt.Subset(0, (0,), (1,))))
    told = json.loads(dt.export.to_json(lesson.state.tree))
    stand_in = {"split": {**kind, "column": 1, "cut": 5.5}, "turned": False, "agreement": 1.0}
    stand_in |= {"gap": [4.0, 7.0], "agree": 6.0, "majority": 4.0, "known": 6.0}
    assert [node.get("surrogates") for node in told["nodes"]] == [[stand_in], None, None]


def test_the_curve_of_a_column_with_gaps_has_its_best_cut() -> None:
    data = with_gaps("uuvvuv", n=[1.0, 2.0, 3.0, 4.0, None, None], z="cdcdcd")
    for name in ("c45", "cart", "cart_sklearn"):
        recipe = dt.recipe(name)
        lesson = dt.start(data, recipe)
        best = dt.weigh(lesson.problem, lesson.state, ()).candidates[0]
        curve = dt.curve(lesson.problem, lesson.state, (), 0)
        assert curve.gain.max() == pytest.approx(best.scores["gain"])
