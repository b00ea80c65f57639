"""What must hold of every tree, whatever the table: symmetries, routing, and self-consistency."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import dtcore as dt
from tests import by_hand
from tests.engine.gappy_tables import gappy
from tests.engine.random_frames import RECIPES as OF_FRAMES
from tests.engine.random_frames import framed
from tests.small_tables import stepped
from tests.strategies import (
    FRACTIONS,
    ONES,
    QUARTERS,
    WHOLE,
    Table,
    counts_rows,
    law,
    law_of,
    problems,
    tables,
)

Case = tuple[Table, dt.Recipe]
EXACT = (ONES, WHOLE, QUARTERS)
"""Weights whose sums do not depend on the order of the rows."""
LARGER = problems(framed(), OF_FRAMES)
"""Up to 60 rows whose columns tell something of the target, with limits on leaves and rows."""


def same_up_to_rounding(one: dt.Tree, other: dt.Tree) -> None:
    """Equal splits and ids; statistics equal to 1e-12 of the root's (sums are order-dependent)."""
    assert one.splits == other.splits
    np.testing.assert_array_equal(one.parent, other.parent)
    np.testing.assert_array_equal(one.branch, other.branch)
    scale = np.abs(one.stats).max(axis=0)
    if one.schema.target.numeric:
        weight, _, squares = one.stats[0]
        scale = np.array([weight, (weight * squares) ** 0.5, squares])  # Σ|d| <= √(n Σd²)
    assert (np.abs(one.stats - other.stats) <= 1e-12 * scale).all()


@law_of(2)
@given(problems(tables(weights=EXACT)) | LARGER, st.randoms(use_true_random=False))
def test_the_order_of_the_rows_does_not_matter(case: Case, random: st.randoms) -> None:
    table, recipe = case
    order = list(range(len(table.frame)))
    random.shuffle(order)
    shuffled = Table(table.frame.iloc[order].reset_index(drop=True))
    same_up_to_rounding(dt.grow(table.data(), recipe), dt.grow(shuffled.data(), recipe))


@law
@given(problems())
def test_the_names_of_columns_do_not_matter(case: Case) -> None:
    table, recipe = case
    inputs = [name for name in table.frame if name not in "yw"]
    names = {name: f"column {len(inputs) - i}" for i, name in enumerate(inputs)}
    one = dt.grow(table.data(), recipe)
    other = dt.grow(Table(table.frame.rename(columns=names)).data(), recipe)
    assert (one.splits, one.stats.tolist()) == (other.splits, other.stats.tolist())
    assert [field.name for field in other.schema.columns] == list(names.values())


@law
@given(problems(tables(target="classes")))
def test_the_names_of_classes_do_not_matter_while_their_order_stays(case: Case) -> None:
    table, recipe = case
    names = {old: f"K{old}" for old in table.frame["y"].cat.categories}
    one = dt.grow(table.data(), recipe)
    other = dt.grow(table.data(y=table.frame["y"].cat.rename_categories(names)), recipe)
    assert (one.splits, one.stats.tolist()) == (other.splits, other.stats.tolist())
    assert other.schema.classes == tuple(names.values())


@law_of(2)
@given(
    problems(tables(target="classes", weights=EXACT))
    | problems(framed(targets=["class"]), OF_FRAMES)
)
def test_the_order_of_classes_matters_only_where_classes_tie(case: Case) -> None:
    """Reversed classes: the same splits, and the same prediction but for ties."""
    table, recipe = case
    one = dt.grow(table.data(), recipe)
    turned = table.frame["y"].cat.reorder_categories(one.schema.classes[::-1])
    other = dt.grow(table.data(y=turned), recipe)
    assert one.splits == other.splits
    np.testing.assert_array_equal(one.stats, other.stats[:, ::-1])
    for place, node in enumerate(one):
        told = one.schema.leaf_rule.adjusted_weights(one.effective_stats[place])
        if (told >= told.max() * (1 - 1e-12)).sum() == 1:
            mine, theirs = one.prediction(node.id), other.prediction(node.id)
            assert one.schema.classes[int(mine)] == other.schema.classes[int(theirs)]


@law
@given(problems())
def test_relabelling_keeps_the_tree(case: Case) -> None:
    table, recipe = case
    data = table.data()
    columns = {column.name: f"列{i}" for i, column in enumerate(data.columns)}
    values = {c.name: {level: f"值{level}" for level in c.levels or ()} for c in data.columns}
    one, other = dt.grow(data, recipe), dt.grow(data.relabel(columns, values), recipe)
    assert (one.splits, one.stats.tolist()) == (other.splits, other.stats.tolist())
    assert [field.name for field in other.schema.columns] == list(columns.values())


@law_of(3)
@given(problems(tables(weights=(WHOLE,))) | LARGER | gappy(weights=(WHOLE,)))
def test_a_weight_is_as_many_equal_rows(case: Case) -> None:
    table, recipe = case
    if counts_rows(recipe):
        return
    times = table.frame["w"].astype(int)
    repeated = Table(table.frame.loc[table.frame.index.repeat(times)].assign(w=1.0))
    same_up_to_rounding(dt.grow(table.data(), recipe), dt.grow(repeated.data(), recipe))


@law
@given(problems())
def test_children_share_out_the_rows_of_their_parent(case: Case) -> None:
    data, recipe = case[0].data(), case[1]
    tree = dt.grow(data, recipe)
    for node in tree:
        children = tree.children(node.id)
        assert [child[:-1] for child in children] == [node.id] * node.arity
        mine = by_hand.rows_at(tree, data, node.id)
        theirs = [row for child in children for row in by_hand.rows_at(tree, data, child)]
        assert sorted(theirs) == (mine if children else [])


@law
@given(problems())
def test_statistics_are_those_of_the_rows(case: Case) -> None:
    data, recipe = case[0].data(), case[1]
    tree = dt.grow(data, recipe)
    everyone = list(range(len(data)))
    total = by_hand.weight(data, everyone)
    for node in tree:
        rows = by_hand.rows_at(tree, data, node.id)
        assert tree.weight(node.id) == pytest.approx(by_hand.weight(data, rows), abs=1e-12 * total)
        impurity = by_hand.impurity(recipe.impurity, data, rows)
        scale = by_hand.impurity(recipe.impurity, data, everyone)
        assert tree.impurity(node.id) == pytest.approx(impurity, rel=1e-12, abs=1e-12 * scale)


@law
@given(problems())
def test_training_rows_are_predicted_as_their_leaf_says(case: Case) -> None:
    table, recipe = case
    data = table.data()
    tree = dt.grow(data, recipe)
    leaves = dt.leaf_ids(tree, table.frame)
    assert leaves == dt.leaf_ids(tree, data)
    predicted = dt.predict(tree, table.frame)
    for row, leaf in enumerate(leaves):
        assert tree[leaf].leaf
        assert row in by_hand.rows_at(tree, data, leaf)
        value = tree.prediction(leaf)
        assert predicted[row] == (tree.schema.classes[int(value)] if tree.schema.classes else value)


@law
@given(problems(tables(target="classes")))
def test_class_shares_are_those_of_the_leaf(case: Case) -> None:
    table, recipe = case
    tree = dt.grow(table.data(), recipe)
    shares = dt.predict_proba(tree, table.frame)
    for row, leaf in enumerate(dt.leaf_ids(tree, table.frame)):
        prior = recipe.m * tree[()].stats / tree.weight(())
        expected = (tree[leaf].stats + prior) / (tree.weight(leaf) + recipe.m)
        assert shares[row] == pytest.approx(expected, rel=1e-14)


@law
@given(problems())
def test_a_tree_is_its_nodes(case: Case) -> None:
    tree = dt.grow(case[0].data(), case[1])
    assert dt.Tree.of(list(tree), tree.schema, tree.measure) == tree


@law
@given(problems(), st.integers(0, 99))
def test_what_was_pruned_can_be_grown_again(case: Case, number: int) -> None:
    """Cut a subtree off and put its splits back from the top: the same tree."""
    tree = dt.grow(case[0].data(), case[1])
    inner = [node for node in tree if not node.leaf]
    if not inner:
        return
    top = inner[number % len(inner)].id
    again, kept = tree.prune(top), (lambda node: tree[node].stats, tree.rows_of_classes)
    assert again[top].leaf
    assert len(again) == len(tree) - sum(n.id[: len(top)] == top for n in tree) + 1
    for node in inner:
        if node.id[: len(top)] == top:
            below = tree.children(node.id)
            stats, rows = (np.array([of(child) for child in below]) for of in kept)
            fractional = tree.row_counts is not None
            again = again.expand(
                node.id, node.split, stats, row_counts=rows if fractional else None
            )
    assert again == tree


C45_PURE = replace(dt.recipe("c45"), stopping=(dt.Pure(),))


@law
@given(tables(target="classes", weights=(FRACTIONS, (1.0, 5e-4))))
@example(
    Table(
        pd.DataFrame(
            {
                "n0": list("qpqppqpq"),
                "n1": list("uvuuvvvv"),
                "y": list("nynynyyy"),
                "w": [5e-4, 5e-4, 5e-4, 1.0, 5e-4, 2.0, 5e-4, 5e-4],
            }
        )
    )
)
def test_collapse_by_steps_is_collapse_at_once(table: Table) -> None:
    """Rows that weigh less than the slack: a fall within a fall."""
    data = table.data()
    assert stepped(data, C45_PURE) == dt.grow(data, C45_PURE)
