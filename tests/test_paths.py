"""The path drawn for a row is the path by which it is predicted."""

import pytest

import dtcore as dt
from dtcore.model.paths import path
from pages.ui.catalogue import catalogue
from pages.ui.link import choice_of, plan_of
from tests.small_tables import dataset


@pytest.mark.parametrize("key", catalogue())
def test_for_every_row_of_every_bundled_table(key: str) -> None:
    data = dataset(key, complete=choice_of(key).complete)
    tree = dt.grow(data, plan_of(key).recipe.limited(depth=6))
    ends = dt.leaf_ids(tree, data)
    for row in range(len(data)):
        nodes = path(tree, data, row)
        assert set(nodes.values()) == {1.0}
        assert list(nodes) == [ends[row][:depth] for depth in range(len(ends[row]) + 1)]


def test_a_level_that_no_branch_takes_ends_the_way() -> None:
    data = dataset("playtennis")
    tree = dt.start(data, dt.recipe("id3")).do(dt.Expand((), dt.Subset(0, (0,), (1,)))).state.tree
    outlooks = data.columns[0].values
    for row, outlook in enumerate(outlooks):
        assert list(path(tree, data, row)) == [(), (int(outlook),)][: 1 + (outlook < 2)]
