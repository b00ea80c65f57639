"""Trees as values, written down by hand."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

import dtcore as dt
from dtcore.model.columns import Field, Schema
from dtcore.model.nodes import errors_of
from tests.small_tables import dataset, with_gaps

WEATHER = Schema(
    (Field("outlook", ("sunny", "overcast", "rain")), Field("humidity")),
    Field("play", ("yes", "no")),
)
# Quinlan 1993, figure 1.3, without its third branch
SUNNY, CUT = dt.Multiway(0), dt.Threshold(1, 75.0)
NODES = [
    dt.Node((), np.array([9.0, 5.0]), SUNNY, arity=3),
    dt.Node((0,), np.array([2.0, 3.0]), CUT, arity=2),
    dt.Node((0, 0), np.array([2.0, 0.0])),
    dt.Node((0, 1), np.array([0.0, 3.0])),
    dt.Node((1,), np.array([0.0, 0.0])),
    dt.Node((2,), np.array([7.0, 2.0])),
]
TREE = dt.Tree.of(NODES, WEATHER, dt.Gini())

NUMBERS = Schema((Field("x"),), Field("y"), centre=10.0)
REGRESSION = dt.Tree.of(
    [
        dt.Node((), np.array([4.0, 0.0, 20.0]), dt.Threshold(0, 1.0), arity=2),
        dt.Node((0,), np.array([1.0, -3.0, 0.0])),
        dt.Node((1,), np.array([3.0, 3.0, 2.0])),
    ],
    NUMBERS,
    dt.Variance(),
)


def ids(tree: dt.Tree) -> list[tuple[int, ...]]:
    return [node.id for node in tree]


def test_nodes_come_in_pre_order_with_what_was_written() -> None:
    assert len(TREE) == 6
    assert ids(TREE) == [node.id for node in NODES]
    for node, written in zip(TREE, NODES, strict=True):
        assert (node.split, node.arity, node.depth) == (written.split, written.arity, len(node.id))
        assert node.stats.tolist() == written.stats.tolist()
        assert node.leaf == (written.split is None)


def test_a_tree_is_read_only() -> None:
    for array in (TREE.stats, TREE.parent, TREE.effective_stats, TREE[()].stats):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 0


def test_a_node_is_found_by_its_id() -> None:
    assert TREE[(0, 1)].stats.tolist() == [0, 3]
    assert TREE.place((2,)) == 5
    assert [TREE.id_at(place) for place in range(6)] == ids(TREE)
    assert TREE.children(()) == ((0,), (1,), (2,))
    assert TREE.children((2,)) == ()
    assert TREE.child_places(0).tolist() == [1, 4, 5]


@pytest.mark.parametrize("node", [(3,), (0, 2), (2, 0), (-1,), (0, 0, 0)])
def test_a_node_that_is_not_there_is_not_found(node: tuple[int, ...]) -> None:
    assert node not in TREE
    with pytest.raises(KeyError):
        TREE[node]


def test_anything_can_be_asked_whether_it_is_a_node() -> None:
    assert () in TREE
    assert (0, 1) in TREE
    assert all(other not in TREE for other in (None, 3, "root"))


def test_what_is_read_from_the_statistics() -> None:
    assert TREE.leaves == 4
    assert TREE.depths.tolist() == [0, 1, 2, 2, 1, 1]
    assert TREE.weight((0,)) == 5
    assert TREE.impurity(()) == pytest.approx(1 - (9**2 + 5**2) / 14**2)
    assert errors_of(TREE.stats).tolist() == [5, 2, 0, 0, 0, 2]


@pytest.mark.parametrize(
    ("node", "prediction"), [((), 0), ((0,), 1), ((0, 0), 0), ((0, 1), 1), ((1,), 0), ((2,), 0)]
)
def test_a_node_predicts_its_majority_and_an_empty_one_its_parents(
    node: tuple[int, ...], prediction: int
) -> None:
    assert TREE.prediction(node) == prediction


def test_an_empty_node_below_an_empty_node_predicts_as_the_last_that_had_rows() -> None:
    deeper = TREE.expand((1,), CUT, np.zeros((2, 2)))
    assert deeper.prediction((1, 0)) == deeper.prediction(()) == 0
    under_sunny = TREE.prune((0,)).expand((0,), SUNNY, np.zeros((3, 2)))
    assert under_sunny.prediction((0, 2)) == 1


def test_a_numeric_target_is_predicted_by_the_mean_in_its_units() -> None:
    assert [REGRESSION.prediction(node) for node in ids(REGRESSION)] == [10.0, 7.0, 11.0]
    assert REGRESSION.impurity(()) == 5.0
    assert REGRESSION.weight((1,)) == 3.0


def test_conditions_on_the_way_to_a_node() -> None:
    conditions = [str(condition) for condition in TREE.conditions((0, 1))]
    assert conditions == ["outlook = sunny", "humidity > 75"]
    assert TREE.conditions(()) == ()
    with pytest.raises(KeyError):
        TREE.conditions((2, 0))


def test_expanding_a_leaf_inserts_its_children() -> None:
    stats = np.array([[7.0, 0.0], [0.0, 2.0]])
    grown = TREE.expand((2,), dt.Threshold(1, 80.0), stats)
    assert ids(grown) == [*ids(TREE), (2, 0), (2, 1)]
    assert grown[(2, 1)].stats.tolist() == [0, 2]
    assert len(TREE) == 6  # a tree is a value
    early = TREE.expand((0, 0), CUT, stats)
    assert ids(early) == [(), (0,), (0, 0), (0, 0, 0), (0, 0, 1), (0, 1), (1,), (2,)]
    assert early.children((0,)) == ((0, 0), (0, 1))
    assert early[(2,)].stats.tolist() == [7, 2]


def test_pruning_removes_what_is_below() -> None:
    pruned = TREE.prune((0,))
    assert ids(pruned) == [(), (0,), (1,), (2,)]
    assert pruned[(0,)].leaf
    assert pruned[(2,)].stats.tolist() == [7, 2]
    assert len(TREE.prune(())) == 1
    assert TREE.prune((2,)) == TREE


def test_a_tree_that_keeps_its_rows_is_told_those_of_new_children() -> None:
    kept = replace(TREE, row_counts=TREE.stats)
    cut, stats = dt.Threshold(1, 80.0), np.array([[2.0, 0.0], [1.0, 2.0]])
    with pytest.raises(ValueError, match="rows"):
        kept.expand((2,), cut, stats)
    assert kept.expand((2,), cut, stats, row_counts=stats).rows((2, 1)) == 3


def test_only_a_leaf_can_be_expanded() -> None:
    with pytest.raises(KeyError):
        TREE.expand((0,), CUT, np.zeros((2, 2)))


def test_trees_are_equal_by_content() -> None:
    assert dt.Tree.of(NODES, WEATHER, dt.Gini()) == TREE
    assert TREE.prune((0,)) != TREE
    assert TREE.prune((0,)).expand((0,), CUT, TREE.stats[2:4]) == TREE
    other_cut = TREE.prune((0,)).expand((0,), dt.Threshold(1, 77.5), TREE.stats[2:4])
    assert other_cut != TREE
    heavier = [dt.Node((), np.array([9.0, 6.0]), SUNNY, arity=3), *NODES[1:]]
    assert dt.Tree.of(heavier, WEATHER, dt.Gini()) != TREE
    renamed = Schema(WEATHER.columns, Field("play", ("ja", "nein")))
    assert dt.Tree.of(NODES, renamed, dt.Gini()) != TREE
    assert TREE != "a tree"


@pytest.mark.parametrize(
    "nodes", [NODES[::-1], [*NODES, NODES[-1]], [NODES[0], *NODES[4:], *NODES[1:4]]]
)
def test_nodes_must_be_in_pre_order(nodes: list[dt.Node]) -> None:
    with pytest.raises(ValueError, match="pre-order"):
        dt.Tree.of(nodes, WEATHER, dt.Gini())


def test_a_split_needs_its_children() -> None:
    with pytest.raises(ValueError, match="children"):
        dt.Tree.of(NODES[:1], WEATHER, dt.Gini())


def rows(**columns: list[object]) -> pd.DataFrame:
    return pd.DataFrame(columns)


def test_rows_rest_where_the_tree_can_place_them_last() -> None:
    """A missing cell or a level never seen rests at the last node reached."""
    frame = rows(
        outlook=["sunny", "sunny", "sunny", None, "snow", "rain", "overcast"],
        humidity=[70.0, 75.1, None, 70.0, 70.0, None, 70.0],
    )
    resting = [(0, 0), (0, 1), (0,), (), (), (2,), (1,)]
    assert dt.leaf_ids(TREE, frame) == resting
    assert list(dt.predict(TREE, frame)) == ["yes", "no", "no", "yes", "yes", "yes", "yes"]
    shares = dt.predict_proba(TREE, frame)
    assert shares[2].tolist() == [0.4, 0.6]
    assert shares[6] == pytest.approx([9 / 14, 5 / 14])  # overcast was empty


def test_prediction_needs_the_columns_and_ignores_others() -> None:
    with pytest.raises(dt.DataError, match="“humidity”"):
        dt.predict(TREE, rows(outlook=["sunny"]))
    frame = rows(mood=["good"], humidity=[70], outlook=["sunny"])
    assert dt.leaf_ids(TREE, frame) == [(0, 0)]


def test_class_shares_need_classes() -> None:
    with pytest.raises(dt.DataError, match="numeric"):
        dt.predict_proba(REGRESSION, rows(x=[1.0]))
    assert dt.predict(REGRESSION, rows(x=[1.0, 1.5])).tolist() == [7.0, 11.0]


def test_a_dataset_with_other_levels_is_read_by_name() -> None:
    """Level 0 is "l" in the first table and "m" in the second."""
    first = dt.Dataset.from_frame(rows(x=list("lmlm"), y=list("uvuv")), target="y")
    other = rows(x=list("mnmn"), y=list("vuvv"))
    tree = dt.grow(first, dt.recipe("id3"))
    by_frame = list(dt.predict(tree, other))
    assert by_frame[0] == "v"
    assert list(dt.predict(tree, dt.Dataset.from_frame(other, target="y"))) == by_frame


def test_an_empty_table_has_no_predictions() -> None:
    data = dataset("golf")
    tree = dt.grow(data, dt.recipe("c45"))
    nothing = pd.DataFrame({column.name: [] for column in data.columns})
    assert dt.predict(tree, nothing).tolist() == []
    assert dt.leaf_ids(tree, nothing) == []


def test_trees_that_are_read_by_another_measure_are_not_equal() -> None:
    assert dt.Tree.of(NODES, WEATHER, dt.Gini()) == TREE
    assert dt.Tree.of(NODES, WEATHER, dt.Entropy()) != TREE


def test_where_rows_with_gaps_would_go_makes_no_other_tree() -> None:
    assert replace(TREE, missing=dt.Fractions()) == TREE


def test_the_columns_that_are_asked_are_those_of_surrogates_too() -> None:
    assert dt.grow(dataset("playtennis"), dt.recipe("id3")).columns_used == (0, 2, 3)
    data = with_gaps("uuuuvvv", x="aaaabb?", n=[1.0, 2.0, 3.0, 4.0, 7.0, 8.0, 9.0])
    lesson = dt.start(data, dt.recipe("cart")).do(dt.Expand((), dt.Subset(0, (0,), (1,))))
    assert lesson.state.tree.columns_used == (0, 1)
