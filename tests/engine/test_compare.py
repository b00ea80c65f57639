"""Where two trees part: the first node from the top, and cuts that part the same rows."""

import pandas as pd
from hypothesis import given

import dtcore as dt
from dtcore.model import NodeId
from dtcore.model.predict import path
from dttools.study.compare import Parting, compare, landings
from tests.small_tables import dataset, table
from tests.strategies import Table, fitting, law, problems

Case = tuple[Table, dt.Recipe]


def lesson(key: str, recipe: str) -> dt.Timeline:
    return dt.start(dataset(key), dt.recipe(recipe))


def test_a_tree_is_like_itself() -> None:
    tree = lesson("playtennis", "id3").finish().state.tree
    found = compare(tree, tree)
    assert found.parting is None
    assert (found.alike, found.leaves, found.wrong) == (8, (5, 5), (0, 0))


def test_the_root_is_the_first_place_to_part() -> None:
    theirs = lesson("playtennis", "id3").finish().state.tree
    mine = lesson("playtennis", "id3").do(dt.Expand((), dt.Multiway(3))).finish().state.tree
    assert compare(mine, theirs).parting == Parting((), dt.Multiway(3), dt.Multiway(0))


def test_a_node_left_a_leaf_and_the_nodes_that_are_still_alike() -> None:
    """Of two nodes that differ, the one nearer to the root comes first."""
    theirs = lesson("playtennis", "id3").finish()
    mine = theirs.do(dt.Prune((2,)))
    found = compare(mine.state.tree, theirs.state.tree)
    assert found.parting == Parting((2,), None, dt.Multiway(3))
    assert found.alike == 5  # the root, Sunny and its two children, Overcast
    assert (found.leaves, found.wrong) == ((4, 5), (2, 0))


def test_nearer_to_the_root_comes_before_further_left() -> None:
    theirs = lesson("playtennis", "id3").finish()
    mine = theirs.do(dt.Expand((0, 0), dt.Multiway(1))).do(dt.Prune((2,)))
    assert compare(mine.state.tree, theirs.state.tree).parting.node == (2,)


def test_a_cut_of_ones_own_that_parts_the_same_rows_is_the_same() -> None:
    data = table("aabb", x=[1.0, 2.0, 7.0, 9.0])
    cart = dt.start(data, dt.recipe("cart"))
    theirs = cart.finish().state.tree
    assert theirs[()].split == dt.Threshold(0, 4.5)
    for cut, parts in ((2.0, False), (6.9, False), (1.5, True), (7.0, True)):
        mine = cart.do(dt.Expand((), dt.Threshold(0, cut))).state.tree
        assert (compare(mine, theirs).parting is not None) is parts, cut


def test_levels_grouped_alike_are_the_same_partition_written_otherwise() -> None:
    """A branch for each level, or two groups: of two levels both are the same."""
    data = table("aabbb", x=["u", "u", "v", "v", "v"], z=["s", "t", "s", "t", "t"])
    many = dt.start(data, dt.recipe("id3")).do(dt.Expand((), dt.Multiway(0)))
    two = dt.start(data, dt.recipe("cart")).do(dt.Expand((), dt.Subset(0, (0,), (1,))))
    found = compare(many.state.tree, two.state.tree)
    assert (found.parting, found.alike, found.rewritten) == (None, 3, 1)
    other = compare(many.do(dt.Expand((1,), dt.Multiway(1))).state.tree, two.state.tree)
    assert other.parting == Parting((1,), dt.Multiway(1), None)
    assert other.parting.there == (1,)


def test_columns_and_levels_go_by_their_names() -> None:
    """One tree lacks a column, or knows a level that no row has: its numbers are others."""
    x, z = ["u", "u", "v", "v", "w"], ["s", "t", "s", "t", "t"]
    full = dt.start(table("aabbb", day=["1", "2", "3", "4", "5"], x=x, z=z), dt.recipe("id3"))
    mine = full.do(dt.Expand((), dt.Multiway(1))).do(dt.Expand((1,), dt.Multiway(2)))
    known = pd.Categorical(x, ["q", "u", "v", "w"], ordered=True)
    frame = pd.DataFrame({"x": known, "z": z, "y": list("aabbb")})
    bare = dt.start(dt.Dataset.from_frame(frame, "y"), dt.recipe("id3"))
    theirs = bare.do(dt.Expand((), dt.Multiway(0)))
    found = compare(mine.state.tree, theirs.state.tree)
    assert found.parting == Parting((1,), dt.Multiway(2), None)
    assert (found.parting.there, found.alike) == ((2,), 3)
    by_day = full.do(dt.Expand((), dt.Multiway(0))).state.tree  # column 0 of both
    assert compare(by_day, theirs.state.tree).parting.node == ()


def test_a_group_of_levels_is_not_its_parts() -> None:
    data = table("aabbcc", x=["u", "u", "v", "v", "w", "w"])
    many = dt.start(data, dt.recipe("id3")).do(dt.Expand((), dt.Multiway(0))).state.tree
    for left, right in (((0,), (1, 2)), ((0, 1), (2,))):
        two = dt.start(data, dt.recipe("cart")).do(dt.Expand((), dt.Subset(0, left, right)))
        assert compare(many, two.state.tree).parting is not None


def test_a_level_without_rows_parts_nothing() -> None:
    data = table("aabbb", x=["u", "w", "v", "v", "w"], z=["s", "s", "t", "t", "s"])
    many, two = dt.start(data, dt.recipe("id3")), dt.start(data, dt.recipe("cart"))
    many = many.do(dt.Expand((), dt.Multiway(1))).do(dt.Expand((0,), dt.Multiway(0)))
    two = two.do(dt.Expand((), dt.Subset(1, (0,), (1,))))
    two = two.do(dt.Expand((0,), dt.Subset(0, (0,), (2,))))
    found = compare(many.state.tree, two.state.tree)
    assert (found.parting, found.rewritten, found.leaves) == (None, 2, (4, 3))


def test_a_numeric_target_has_no_errors() -> None:
    tree = dt.grow(table([1.0, 2.0, 9.0], x=[1.0, 2.0, 3.0]), dt.recipe("regression"))
    assert compare(tree, tree).wrong is None


@law
@given(problems())
def test_parting_is_mutual(case: Case) -> None:
    """From either side the trees part at the same node; and the ancestors of it are alike."""
    lesson = dt.start(case[0].data(), case[1]).finish()
    mine, theirs = lesson.jump(lesson.length // 2).state.tree, lesson.state.tree
    one, other = compare(mine, theirs), compare(theirs, mine)
    assert (one.parting is None) == (mine == theirs)
    if one.parting is not None and other.parting is not None:
        assert one.parting == Parting(one.parting.node, other.parting.theirs, other.parting.mine)
        for depth in range(len(one.parting.node)):
            above = one.parting.node[:depth]
            assert mine[above].split == theirs[above].split
    assert one.alike == other.alike


def test_rows_of_one_tree_are_found_in_another() -> None:
    """By hand: humidity is high on 7 days, of which 3 are sunny (all that are No there), 2 overcast
    and 2 rainy: days 4 and 14, of which day 14 is windy."""
    data, theirs = dataset("playtennis"), lesson("playtennis", "id3").finish().state.tree
    mine = lesson("playtennis", "id3").do(dt.Expand((), dt.Multiway(2))).state.tree
    assert landings(mine, theirs, data)[(0,)] == ((0, 0), (1,), (2, 0), (2, 1))


@law
@given(problems())
def test_rows_rest_where_their_paths_end(case: Case) -> None:
    data = case[0].data()
    mine, theirs = dt.grow(data, case[1]), dt.grow(data, fitting(data)[-1])
    expected: dict[NodeId, set[NodeId]] = {}
    for row in range(len(data)):
        for node in _rests(mine, data, row):
            expected.setdefault(node, set()).update(_rests(theirs, data, row))
    found = landings(mine, theirs, data)
    assert {node: set(there) for node, there in found.items()} == expected


def _rests(tree: dt.Tree, data: dt.Dataset, row: int) -> list[NodeId]:
    """Where more of the row comes than goes on."""
    shares = path(tree, data, row)
    onward = dict.fromkeys(shares, 0.0)
    for node, share in shares.items():
        if node:
            onward[node[:-1]] += share
    return [node for node, share in shares.items() if share - onward[node] > 1e-12]
