"""The regions of a tree: what stands in the books, then that they are what prediction does."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import dtcore as dt
from dtcore.model.predict import leaf_shares
from dtshow.lesson.link import recipe_choice_of
from dtshow.tables.catalogue import catalogue
from dttools.study.plane import Plane, able, middle, numbers, towards
from dttools.study.regions import (
    Region,
    asked,
    borders,
    boxes_of,
    prediction,
    regions,
    shares,
    true_to,
)
from tests import by_hand
from tests.engine.gappy_tables import gappy
from tests.small_tables import dataset, table
from tests.strategies import Table, law, problems

INF = float("inf")


def plane(data: dt.Dataset, *axes: int, row: int | None = None) -> Plane:
    others = middle(data, data.all_rows) if row is None else data.part(np.array([row]))
    return Plane(axes, others)


def test_fishers_iris_in_the_plane_of_its_petals() -> None:
    """Two cuts and three boxes: Petal.Length 2.45, then Petal.Width 1.75 (Breiman's CART, as in
    the documentation of scikit-learn)."""
    data = dataset("iris")
    tree = dt.grow(data, dt.recipe("cart").limited(depth=2))
    found = regions(tree, plane(data, 2, 3))
    assert [(r.box, dict(r.ends)) for r in found] == [
        (((-INF, 2.45), (-INF, INF)), {(0,): 1.0}),
        (((2.45, INF), (-INF, 1.75)), {(1, 0): 1.0}),
        (((2.45, INF), (1.75, INF)), {(1, 1): 1.0}),
    ]
    assert [tree.schema.classes[int(prediction(tree, r))] for r in found] == [
        "setosa",
        "versicolor",
        "virginica",
    ]
    assert shares(tree, found[1]) == pytest.approx([0, 49 / 54, 5 / 54])
    assert asked(tree, plane(data, 2, 3), found) == ()


def test_baseball_salaries_by_years_and_hits() -> None:
    """James et al., An Introduction to Statistical Learning, figures 8.1 and 8.2: Years < 4.5,
    then Hits < 117.5, with mean log salaries of 5.11, 6.00 and 6.74."""
    data = dataset("hitters")
    hits, years = (
        next(i for i, c in enumerate(data.columns) if c.name == n) for n in ("Hits", "Years")
    )
    tree = dt.start(data, dt.recipe("regression")).step()
    tree = tree.do(dt.Expand((1,), dt.Threshold(hits, 117.5))).state.tree
    found = regions(tree, plane(data, years, hits))
    assert [r.box for r in found] == [
        ((-INF, 4.5), (-INF, INF)),
        ((4.5, INF), (-INF, 117.5)),
        ((4.5, INF), (117.5, INF)),
    ]
    assert [round(prediction(tree, r), 2) for r in found] == [5.11, 6.0, 6.74]


def test_one_axis_gives_intervals() -> None:
    data = table([0, 0, 5, 5, 1], x=[1, 2, 3, 4, 6])
    tree = dt.grow(data, replace(dt.recipe("cart_sklearn"), impurity=dt.Variance()))
    found = regions(tree, plane(data, 0))
    assert [r.box for r in found] == [((-INF, 2.5),), ((2.5, 5.0),), ((5.0, INF),)]
    assert [prediction(tree, r) for r in found] == pytest.approx([0, 5, 1])


def test_other_columns_stand_at_the_values_of_the_row() -> None:
    data = table("yyynnn", x=[1, 2, 3, 1, 2, 3], a="ppqqpp")
    tree = dt.start(data, dt.recipe("cart")).do(dt.Expand((), dt.Multiway(1)))
    tree = tree.do(dt.Expand((0,), dt.Threshold(0, 1.5))).state.tree
    split, whole = plane(data, 0, row=0), plane(data, 0, row=2)
    assert [dict(r.ends) for r in regions(tree, split)] == [{(0, 0): 1.0}, {(0, 1): 1.0}]
    assert regions(tree, whole) == (Region(((-INF, INF),), {(1,): 1.0}),)
    assert asked(tree, split, regions(tree, split)) == (1,)
    assert true_to(tree, split, data).tolist() == [a == 0 for a in data.columns[1].values]
    assert boxes_of(tree, whole, (0,)) == ()
    assert boxes_of(tree, split, (0, 1)) == (((1.5, INF),),)


def test_borders_lie_within_their_node() -> None:
    data = dataset("iris")
    tree = dt.grow(data, dt.recipe("cart").limited(depth=1))
    petals = plane(data, 2, 3)
    right = ((2.45, INF), (-INF, INF))
    assert borders(tree, petals, (1,), dt.Threshold(3, 1.75)) == [(1, 1.75, right)]
    assert borders(tree, petals, (1,), dt.Threshold(2, 2.0)) == []
    assert borders(tree, petals, (1,), dt.Threshold(0, 5.0)) == []


def test_intervals_of_a_recipe_are_cuts_again() -> None:
    data = dataset("iris")
    lesson = dt.start(data, replace(dt.recipe("id3"), bins=dt.MdlBins())).finish()
    cut, tree = lesson.problem.dataset, lesson.state.tree
    assert cut.columns[2].field.cuts is not None
    assert np.array_equal(numbers(cut, 2), data.columns[2].values)
    found = regions(tree, plane(cut, 2, 3))
    edges = {edge for r in found for edge in r.box[0] if np.isfinite(edge)}
    assert edges
    assert edges <= set(cut.columns[2].field.cuts)
    grouped = dt.start(data, lesson.problem.recipe).do(dt.Expand((), dt.Subset(2, (0, 2), (1,))))
    boxes = [r.box[0] for r in regions(grouped.state.tree, plane(cut, 2, 3))]
    low, high = cut.columns[2].field.cuts[:2]
    assert boxes == [(-INF, low), (low, high), (high, INF)]


def test_the_middle_of_some_rows() -> None:
    data = table("yyynn", x=[4, 1, 3, 2, np.nan], a="bacbc")
    at = middle(data, data.all_rows)
    assert at.columns[0].values.tolist() == [2.0]
    assert at.columns[1].values.tolist() == [1]  # b, as often as c, comes first
    none = middle(data, data.all_rows.take(np.array([4])))
    assert np.isnan(none.columns[0].values).all()
    assert numbers(data, 1) is None


def held(tree: dt.Tree, data: dt.Dataset, at: Plane) -> tuple[Region, ...]:
    """All that must be true of the regions of a tree in a plane; ``data`` is in its terms."""
    found = regions(tree, at)
    points = np.stack([known(data, axis) for axis in at.axes], axis=1)
    inside = np.array([within(points, r) for r in found])
    whole = ~np.isnan(points).any(axis=1)
    assert (inside.sum(axis=0) == whole).all()
    columns = tuple(
        column if place in at.axes else replace(column, values=np.repeat(one.values, len(data)))
        for place, (column, one) in enumerate(zip(data.columns, at.others.columns, strict=True))
    )
    moved = replace(data, columns=columns)
    ends, told = leaf_shares(tree, moved), dt.predict(tree, moved)
    for row in np.flatnonzero(whole):
        region = found[int(inside[:, row].argmax())]
        assert dict(region.ends) == pytest.approx(ends[row])
        said = prediction(tree, region)
        if tree.schema.classes:
            assert tree.schema.classes[int(said)] == told[row]
        else:
            assert said == pytest.approx(told[row], rel=1e-12, abs=1e-9)
    if not asked(tree, at, found):
        assert true_to(tree, at, data)[whole].all()
    return found


def known(data: dt.Dataset, axis: int) -> np.ndarray:
    values = numbers(data, axis)
    assert values is not None
    return values


def within(points: np.ndarray, region: Region) -> np.ndarray:
    low, high = np.array(region.box).T
    return np.asarray(((points > low) & (points <= high)).all(axis=1))


@st.composite
def planes(draw: st.DrawFn, data: dt.Dataset) -> Plane | None:
    if not able(data):
        return None
    axes = draw(st.lists(st.sampled_from(able(data)), min_size=1, max_size=2, unique=True))
    row = draw(st.one_of(st.none(), st.integers(0, len(data) - 1)))
    return plane(data, *axes, row=row)


def grown(draw: st.DataObject, case: tuple[Table, dt.Recipe]) -> None:
    """The laws of one plane of one tree."""
    lesson = dt.start(case[0].data(), case[1]).finish()
    data = lesson.problem.dataset
    if (at := draw.draw(planes(data))) is not None:
        held(lesson.state.tree, data, at)


@law
@given(st.data(), problems())
def test_whatever_the_table_and_the_recipe(
    draw: st.DataObject, case: tuple[Table, dt.Recipe]
) -> None:
    grown(draw, case)


@law
@given(st.data(), gappy())
def test_with_missing_cells_and_every_policy(
    draw: st.DataObject, case: tuple[Table, dt.Recipe]
) -> None:
    grown(draw, case)


@pytest.mark.on_push(8)
@pytest.mark.parametrize(
    "key", [k for k in catalogue() if any(c.numeric for c in dataset(k).columns)]
)
@pytest.mark.parametrize("recipe", ["", "c45", "intervals"])
def test_every_bundled_table_with_numbers(key: str, recipe: str) -> None:
    data = dataset(key, complete=recipe != "c45")
    if recipe and data.target.numeric:
        return
    grown = recipe_choice_of(key).recipe if not recipe else dt.recipe("c45")
    if recipe == "intervals":
        grown = replace(dt.recipe("id3"), bins=dt.MdlBins())
    lesson = dt.start(data, grown.limited(depth=5))
    data = lesson.problem.dataset
    found = able(data)
    tree = lesson.finish().state.tree
    for axes in {found[:2], found[-2:]} - {()}:
        held(tree, data, plane(data, *axes))


@law
@given(problems())
def test_the_plane_towards_a_node_meets_it_and_moves_no_column_without_need(
    case: tuple[Table, dt.Recipe],
) -> None:
    lesson = dt.start(case[0].data(), case[1]).finish()
    data, tree = lesson.problem.dataset, lesson.state.tree
    usual = middle(data, data.all_rows)
    for node in tree:
        rows = np.array(by_hand.rows_at(tree, data, node.id), np.int64)
        if able(data) and len(rows):
            others = towards(tree, node.id, usual, middle(data, data.all_rows.take(rows)))
            assert len(boxes_of(tree, Plane(able(data)[:2], others), node.id)) == 1
            on_path = {str(c.column) for c in tree.conditions(node.id)}
            for here, there in zip(others.columns, usual.columns, strict=True):
                assert here is there or here.name in on_path


def test_a_question_without_a_branch_for_the_row_decides_too() -> None:
    """Level c is in neither group of node (1,): the row rests there, other rows go on."""
    data = table("kkkkkklllkmm", x=[1.0] * 6 + [5.0] * 6, n="ccccca" + "aaabbb")
    tree = dt.grow(data, dt.recipe("assistant"))
    usual = plane(data, 0)
    found = regions(tree, usual)
    assert tree[(1,)].split is not None
    assert (1,) in {end for region in found for end in region.ends}
    assert asked(tree, usual, found) == (1,)
    assert not true_to(tree, usual, data).all()
