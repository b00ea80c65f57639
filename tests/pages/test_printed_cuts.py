"""A printed cut lies in the gap that it cuts: who reads the tree sends each row as it does."""

import math
import re

import numpy as np
import pandas as pd
from hypothesis import given
from hypothesis import strategies as st

import dtcore as dt
from dtcore.model.columns import FloatArray
from dtcore.model.intervals import names_of
from dtcore.model.tree import Tree
from pages.ui.wording import number_format
from tests.small_tables import table
from tests.strategies import RECIPES, law_of

PLACES = [116.3974561, 116.3974563, 116.3974571, 116.3974573]


def test_cuts_of_places_a_hand_apart() -> None:
    """Between …563 and …571 lies …567; eight digits would round it to …46, beyond both."""
    tree = dt.grow(table("aabb", lon=PLACES), dt.recipe("cart"))
    assert dt.export.text(tree).splitlines() == [
        "lon ≤ 116.397457: a (2)",
        "lon > 116.397457: b (2)",
    ]


def test_a_cut_between_tenths_of_a_billionth() -> None:
    tree = dt.grow(table("ab", x=[0.1234567891, 0.1234567892]), dt.recipe("cart"))
    assert dt.export.text(tree).splitlines()[0] == "x ≤ 0.1234567891: a (1)"
    assert "≤ 0.1234567891" in dt.export.dot(tree)


def test_the_noise_of_single_precision_stays_away() -> None:
    """(2.4 + 2.5) / 2 is 2.44999998808 there, and 2.45 cuts the same gap."""
    tree = dt.grow(table("ab", x=[2.4, 2.5]), dt.recipe("cart_sklearn"))
    assert str(tree.conditions((0,))[0]) == "x ≤ 2.45"


def test_a_cut_that_is_a_value_is_not_printed_below_it() -> None:
    """C4.5 cuts at values: 0.1 + 0.2 is more than 0.3, and its rows would go right at 0.3."""
    lesson = dt.start(table("nnyy", x=[0.1, 0.1 + 0.2, 0.4, 0.5]), dt.recipe("c45"))
    tree = lesson.do(dt.Expand((), dt.Threshold(0, 0.1 + 0.2))).state.tree
    assert str(tree.conditions((0,))[0]) == "x ≤ 0.30000000000000004"


def test_a_typed_cut_is_printed_where_it_cuts() -> None:
    lesson = dt.start(table("aabb", lon=PLACES), dt.recipe("cart"))
    split = dt.Threshold(0, 116.3974567)
    told = dt.judge(lesson.problem, lesson.state, (), split).split
    assert told is not None
    assert str(told.condition(lesson.problem.dataset.schema, 0)) == "lon ≤ 116.397457"
    tree = lesson.do(dt.Expand((), split)).state.tree
    assert str(tree.conditions((1,))[0]) == "lon > 116.397457"
    assert number_format.cut(116.3974567, np.array(PLACES)) == "116.397457"


def test_intervals_are_named_where_they_end() -> None:
    assert names_of((116.3974567,), np.array(PLACES)) == ("≤ 116.397457", "> 116.397457")
    values = np.array([0.1234567891, 0.1234567892])
    assert names_of((0.12345678915,), values)[0] == "≤ 0.1234567891"


@st.composite
def close_values(draw: st.DrawFn) -> list[float]:
    """Up to twelve values that are alike in their first digits."""
    start = draw(st.sampled_from([0.0, 0.1234567, 116.39745, -1e6, 1e12, 0.1 + 0.2]))
    step = draw(st.sampled_from([1e-12, 1e-10, 1e-8, 1e-7, 1e-6, 0.1]))
    steps = draw(st.lists(st.integers(0, 9), min_size=2, max_size=12))
    wide = draw(
        st.lists(st.sampled_from([0.0, 0.3, 5.0]), min_size=len(steps), max_size=len(steps))
    )
    return [start + step * k + more for k, more in zip(steps, wide, strict=True)]


CUTTING = [recipe for recipe in RECIPES if recipe.splitter.numeric is not None]
NUMBER = r"-?(?:\d+\.?\d*(?:e[+-]\d+)?|inf)"


def as_printed(tree: Tree, told: list[str], values: FloatArray) -> list[int]:
    """The place at which each value comes to rest, by what is printed on the branches.

    ``told`` has the words on the branch into each node but the root.
    """
    rests = []
    for value in values.tolist():
        at = 0
        while tree.arity[at]:
            children = tree.child_places(at).tolist()
            at = next(c for c in children if holds(told[c - 1], value))
        rests.append(at)
    return rests


def holds(words: str, value: float) -> bool:
    found = re.search(rf"([≤>]) ({NUMBER})", words)
    assert found is not None
    cut = float(found[2])
    return value <= cut if found[1] == "≤" else value > cut


@law_of(1.5)
@given(close_values(), st.sampled_from(CUTTING), st.data())
def test_the_printed_tree_sends_each_row_as_the_tree_does(
    values: list[float], recipe: dt.Recipe, data: st.DataObject
) -> None:
    n = len(values)
    numeric = recipe.impurity.numeric
    pool: list[object] = [1.5, 2.5, 7.25] if numeric else ["a", "b"]
    y = data.draw(st.lists(st.sampled_from(pool), min_size=n, max_size=n).filter(several))
    frame = pd.DataFrame({"x": values, "y": y})
    kinds = {"y": "numeric" if numeric else "nominal"}
    dataset = dt.Dataset.from_frame(frame, target="y", kinds=kinds)
    cells = dataset.columns[0].values
    lesson = dt.start(dataset, recipe).finish()
    for tree in (dt.grow(dataset, recipe), lesson.state.tree):
        rests = [tree.place(node) for node in dt.leaf_ids(tree, dataset)]
        text = [line.partition(": ")[0] for line in dt.export.text(tree).splitlines()]
        drawn = re.findall(r"-> n\d+ \[label=(.*?)\]", dt.export.dot(tree))
        conditions = [str(tree.conditions(node.id)[-1]) for node in tree if node.id]
        for told in (text, drawn, conditions) if len(tree) > 1 else ():
            assert as_printed(tree, told, cells) == rests


def several(values: list[object]) -> bool:
    return len(set(values)) > 1


@law_of(1.5)
@given(close_values(), st.floats(0, 1))
def test_any_cut_is_printed_between_its_neighbours(values: list[float], share: float) -> None:
    distinct = np.unique(values)
    cut = float(distinct[0] + share * (distinct[-1] - distinct[0]))
    shown = float(number_format.cut(cut, distinct).replace("−", "-"))
    assert ((distinct <= shown) == (distinct <= cut)).all()
    assert math.isclose(shown, cut, rel_tol=6e-8, abs_tol=1e-30)
