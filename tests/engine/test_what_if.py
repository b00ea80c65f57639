"""What would change the answer: by hand, and against trying every cell there is."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

import dttools as dt
from dtcore.model.columns import Column, frozen
from dtcore.model.cut import of_raw
from dtcore.model.predict import encode
from tests.engine.gappy_tables import gappy
from tests.small_tables import dataset, table, with_gaps
from tests.strategies import law


def test_a_day_of_tennis() -> None:
    """Sunny and humid is No; overcast or less humid would be Yes, the wind changes nothing."""
    data = dataset("playtennis")
    tree = dt.grow(data, dt.recipe("id3"))
    outlook, temperature, humidity, wind = dt.what_if(tree, data, 0)
    assert outlook.nearest is not None
    assert [str(c) for c in outlook.nearest.piece.conditions(tree)] == ["Outlook = Overcast"]
    assert humidity.nearest is not None
    assert (humidity.nearest.prediction, humidity.nearest.distance) == ("Yes", 1)
    assert (temperature.asked, temperature.nearest) == (False, None)
    assert (wind.asked, wind.nearest) == (True, None)


def test_the_nearest_cut_is_named_first() -> None:
    tree = dt.grow(table("aabbccb", x=[1, 2, 3, 4, 5, 6, 7]), dt.recipe("cart"))
    [found] = dt.what_if(tree, pd.DataFrame({"x": [4.0]}))
    texts = [" and ".join(map(str, c.piece.conditions(tree))) for c in found.changes]
    assert texts == ["x > 4.5 and x ≤ 6.5", "x ≤ 2.5"]
    assert [c.prediction for c in found.changes] == ["c", "a"]
    [learnt] = dt.what_if(tree, pd.DataFrame({"x": [np.nan]}))
    assert learnt.nearest is not None
    assert learnt.nearest.distance == 0


def test_pieces_told_alike_are_one() -> None:
    """Two cuts with the same class on both sides of one of them: "11 or less", not two pieces."""
    lesson = dt.start(table("aabb", x=[1, 2, 3, 4]), dt.recipe("cart"))
    lesson = lesson.do(dt.Expand((), dt.Threshold(0, 2.5)))
    lesson = lesson.do(dt.Expand((0,), dt.Threshold(0, 1.5)))
    [found] = dt.what_if(lesson.state.tree, pd.DataFrame({"x": [4.0]}))
    assert [str(c) for c in found.changes[0].piece.conditions(lesson.state.tree)] == ["x ≤ 2.5"]
    assert len(found.changes) == 1


def every_cell(tree: dt.Tree, data: dt.Dataset, place: int) -> list[float]:
    """Cells enough: all of the table, each cut and what lies beside it, and far ends."""
    field = tree.schema.columns[place]
    if field.levels is not None:
        return [float(code) for code in range(len(field.levels))]
    cuts = [s.cut for s in tree.splits if isinstance(s, dt.Threshold) and s.column == place]
    kept = [k.split for many in tree.surrogates.values() for k in many]
    cuts += [s.cut for s in kept if isinstance(s, dt.Threshold) and s.column == place]
    cuts = [*map(of_raw, cuts)] if field.single else cuts
    beside = [np.nextafter(cut, np.inf) for cut in cuts]
    there = data.columns[place].distinct.tolist()
    cells = {*there, *cuts, *beside, -1e9, 1e9}
    return sorted(cell for cell in cells if np.isfinite(cell))


Cells = dict[int, list[float]]
"""Of each column."""


def changed(one: dt.Dataset, cells: Cells) -> dt.Dataset:
    """The one row, then once for each cell of each column, with that cell alone changed."""
    many = one.part(np.zeros(1 + sum(map(len, cells.values())), np.int64))
    columns, at = list(many.columns), 1
    for place, values in cells.items():
        new = columns[place].values.copy()
        new[at : at + len(values)] = values
        columns[place], at = replace(columns[place], values=frozen(new)), at + len(values)
    return replace(many, columns=tuple(c.in_single if c.field.single else c for c in columns))


def every(tree: dt.Tree, data: dt.Dataset) -> Cells:
    return {place: every_cell(tree, data, place) for place in range(len(data.columns))}


def check(tree: dt.Tree, data: dt.Dataset, row: int, cells: Cells) -> None:
    """All cells that change the answer are named with it, and no other; the nearest first."""
    one = data.part(np.array([row]))
    own = [float(column.values[0]) for column in one.columns]
    told, *answers = dt.predict(tree, changed(one, cells)).tolist()
    at = 0
    for place, found in enumerate(dt.what_if(tree, data, row)):
        here = answers[at : at + len(cells[place])]
        at += len(here)
        away = distances(one.columns[place], own[place], cells[place])
        for cell, answer in zip(cells[place], here, strict=True):
            named = [c.prediction for c in found.changes if c.piece.nearest(cell) == cell]
            assert len(named) == differs(answer, told)
            assert not any(differs(answer, one) for one in named)
        assert [c.distance for c in found.changes] == sorted(c.distance for c in found.changes)
        other = [(d, a) for d, a in zip(away, here, strict=True) if differs(a, told)]
        least = min((d for d, _ in other), default=np.inf)
        if found.nearest is None:
            assert least == np.inf
        else:
            assert found.nearest.distance == least
            assert found.nearest.prediction in [a for d, a in other if d == least]


def differs(one: object, other: object) -> bool:
    if isinstance(one, str):
        return one != other
    return abs(one - other) > 1e-9 * max(abs(one), abs(other))


def distances(column: Column, own: float, cells: list[float]) -> list[float]:
    if np.isnan(own) or (column.levels is not None and own < 0):
        return [0.0] * len(cells)
    ordered = column.levels is None or column.field.cuts is not None
    return [abs(cell - own) if ordered else float(cell != own) for cell in cells]


@law
@given(gappy(), st.data())
def test_each_cell_that_changes_the_answer_is_named(case: object, draw: st.DataObject) -> None:
    data = case[0].data()
    tree = dt.grow(data, case[1])
    row, given = draw.draw(st.integers(0, len(data) - 1)), encode(data, tree.schema)
    check(tree, given, row, every(tree, given))


@pytest.mark.slow
@pytest.mark.parametrize("some", [50, pytest.param(1000, marks=pytest.mark.nightly)])
def test_rows_against_every_single_change(some: int) -> None:
    tables = (("titanic", "cart", 0.5), ("carseats", "regression", 0.3), ("vote", "c45", 0.2))
    for key, recipe, share in tables:
        data = dataset(key)
        tree = dt.grow(data, dt.recipe(recipe).limited(depth=4))
        cells = every(tree, data)
        for row in np.linspace(0, len(data) - 1, int(share * some)).astype(int):
            check(tree, data, int(row), cells)


def test_a_surrogate_may_change_the_answer() -> None:
    data = with_gaps("uuuuvvv", x="aaaabb?", n=[1.0, 2.0, 3.0, 4.0, 7.0, 8.0, 9.0])
    lesson = dt.start(data, dt.recipe("cart")).do(dt.Expand((), dt.Subset(0, (0,), (1,))))
    x, n = dt.what_if(lesson.state.tree, pd.DataFrame({"x": [None], "n": [9.0]}))
    assert n.nearest is not None
    assert [str(c) for c in n.nearest.piece.conditions(lesson.state.tree)] == ["n ≤ 5.5"]
    assert x.nearest is not None
    assert x.nearest.prediction == "u"
