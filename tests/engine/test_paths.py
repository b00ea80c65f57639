"""The paths drawn for a row are those by which it is predicted."""

import numpy as np
import pandas as pd
import pytest
from hypothesis import given

import dtcore as dt
from dtcore.model.nodes import NodeId, predictions
from dtcore.model.predict import encode, ends, path
from dtshow.lesson.link import recipe_choice_of
from dtshow.tables.catalogue import catalogue
from tests.engine.gappy_tables import Case, gappy
from tests.small_tables import dataset
from tests.strategies import law

pytestmark = pytest.mark.slow

GAPPY = [key for key, entry in catalogue().items() if set(entry.missing) - {entry.target}]


def drawn(tree: dt.Tree, data: dt.Dataset) -> None:
    """Every row: its shares add up, and what they make of the leaves is its prediction."""
    told, leaves = dt.predict(tree, data), dt.leaf_shares(tree, data)
    shares_of = dt.predict_proba(tree, data) if data.schema.classes else None
    for row in range(len(data)):
        highlighted = path(tree, data, row)
        assert ends(tree, data, row) == leaves[row]
        assert set(leaves[row]) <= set(highlighted)
        assert list(highlighted) == sorted(highlighted)
        assert highlighted[()] == pytest.approx(1)
        made = [share * said(tree, node) for node, share in leaves[row].items()]
        if shares_of is None:
            reach = 1e-12 * abs(data.target.values).max()
            assert float(sum(made)) == pytest.approx(told[row], rel=1e-12, abs=reach)
        else:
            assert sum(made) == pytest.approx(shares_of[row], abs=1e-12)
        for node in highlighted:
            below = [highlighted.get(child, 0.0) for child in tree.children(node)]
            assert sum(below) + leaves[row].get(node, 0.0) == pytest.approx(highlighted[node])


def said(tree: dt.Tree, node: NodeId) -> np.ndarray:
    """What a leaf says: the shares of its classes, or its mean."""
    stats = tree.effective_stats[tree.place(node)]
    if not tree.schema.classes:
        return predictions(stats, tree.schema)
    told = tree.schema.leaf_rule.adjusted_weights(stats)
    return np.asarray(told / told.sum())


@pytest.mark.on_push(5)
@pytest.mark.parametrize("key", catalogue())
def test_for_every_row_of_every_bundled_table(key: str) -> None:
    data = dataset(key, complete=True)  # a row with gaps may go more than one way
    tree = dt.grow(data, recipe_choice_of(key).recipe.limited(depth=6))
    drawn(tree, data)
    for row, end in enumerate(dt.leaf_ids(tree, data)):
        assert list(path(tree, data, row)) == [end[:depth] for depth in range(len(end) + 1)]


@pytest.mark.on_push(3)
@pytest.mark.parametrize("recipe", ["c45", "cart", "cart_sklearn", "cart_rpart"])
@pytest.mark.parametrize("key", GAPPY)
def test_rows_with_missing_cells_go_every_way_with_their_shares(key: str, recipe: str) -> None:
    data = dataset(key)
    tree = dt.grow(data, dt.recipe(recipe).limited(depth=6))
    assert data.gappy
    drawn(tree, data)
    several = sum(len(shares) > 1 for shares in dt.leaf_shares(tree, data))
    assert bool(several) == (recipe == "c45")


@law
@given(gappy())
def test_whatever_the_table_and_the_policy(case: Case) -> None:
    data, recipe = case[0].data(), case[1]
    drawn(dt.grow(data, recipe), data)


def test_a_row_of_which_nothing_is_known_goes_down_every_branch() -> None:
    data = dataset("playtennis")
    tree = dt.grow(data, dt.recipe("c45").limited(leaf=1))
    blank = encode(pd.DataFrame({c.name: [None] for c in data.columns}), tree.schema)
    share = {node.id: tree.weight(node.id) / tree.weight(()) for node in tree}
    assert path(tree, blank, 0) == pytest.approx(share)


def test_a_level_that_no_branch_takes_ends_the_way() -> None:
    data = dataset("playtennis")
    tree = dt.start(data, dt.recipe("id3")).do(dt.Expand((), dt.Subset(0, (0,), (1,)))).state.tree
    outlooks = data.columns[0].values
    for row, outlook in enumerate(outlooks):
        assert list(path(tree, data, row)) == [(), (int(outlook),)][: 1 + (outlook < 2)]
