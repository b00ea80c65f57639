"""The cut that is printed is the cut that rows are compared with, in text, rules and code."""

import math
import re
from decimal import Decimal
from itertools import combinations

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

import dttools as dt
from dtcore.growth.preprocess import in_intervals
from dtcore.model.columns import FloatArray
from dtcore.model.cut import midpoints, of_raw, read_cut
from dtcore.model.tree import Tree
from dtshow.words import number_format
from tests.exported_code import by_python, by_sql
from tests.small_tables import table
from tests.strategies import RECIPES, law_of

PLACES = [116.3974561, 116.3974563, 116.3974571, 116.3974573]


def test_a_midpoint_is_that_of_the_numbers_as_they_are_written() -> None:
    """0.1 and 4.1 halved as binary fractions give 2.0999999999999996, below 2.1."""
    pairs = np.array([*combinations([k / 10 for k in range(101)], 2)])
    exact = [float((Decimal(repr(a)) + Decimal(repr(b))) / 2) for a, b in pairs.tolist()]
    assert len(pairs) == 5050
    assert midpoints(*pairs.T).tolist() == exact
    tree = dt.grow(table("aaabbb", x=[0.1] * 3 + [4.1] * 3), dt.recipe("cart"))
    assert dt.export.text(tree).splitlines() == ["x ≤ 2.1: a (3)", "x > 2.1: b (3)"]
    assert dt.predict(tree, pd.DataFrame({"x": [2.0, 2.1, 2.2]})).tolist() == ["a", "a", "b"]


def test_code_cuts_numbers_as_single_precision_does() -> None:
    """The cut of the code is the last number that goes left once it is rounded."""
    values = np.array([k / 10 for k in range(101)], np.float32).astype(float)
    for low, high in combinations(values.tolist(), 2):
        cut = low / 2 + high / 2
        raw = of_raw(cut)
        assert float(np.float32(raw)) <= cut < float(np.float32(np.nextafter(raw, np.inf)))


@pytest.mark.parametrize(
    ("low", "high", "printed"),
    [
        (121.47371, 121.47372, "121.473715"),  # of eight digits only 121.47371 or …72
        (1000.00001, 1000.00002, "1000.000015"),
        (0.1234567891, 0.1234567892, "0.12345678915"),
        (0.123456789, 0.523456789, "≈0.32345679"),
        (1.5, 2.0, "1.75"),
        (0.1, 0.1 + 0.2, "0.2"),
        (1e22, 3e22, "2e+22"),
    ],
)
def test_a_cut_is_printed_in_full_or_says_that_it_is_not(
    low: float, high: float, printed: str
) -> None:
    tree = dt.grow(table("ab", x=[low, high]), dt.recipe("cart"))
    assert [str(tree.conditions((branch,))[0]) for branch in (0, 1)] == [
        f"x ≤ {printed}",
        f"x > {printed}",
    ]
    assert f"≤ {printed}" in str(dt.export.dot(tree))
    assert low < read_cut(printed) < high


def test_cuts_of_places_a_hand_apart() -> None:
    """Between …563 and …571 lies …567; eight digits would be beyond both."""
    tree = dt.grow(table("aabb", lon=PLACES), dt.recipe("cart"))
    assert dt.export.text(tree).splitlines() == [
        "lon ≤ ≈116.397457: a (2)",
        "lon > ≈116.397457: b (2)",
    ]


def test_the_noise_of_single_precision_stays_away() -> None:
    """(2.4 + 2.5) / 2 is 2.44999998808 there, the same as 2.45; 1.34999996424, midway between
    1.35 and the number before it, rounds to either."""
    for low, high, printed in ((2.4, 2.5, "2.45"), (1.3, 1.4, "1.35"), (4.8, 4.9, "4.85")):
        tree = dt.grow(table("ab", x=[low, high]), dt.recipe("cart_sklearn"))
        assert str(tree.conditions((0,))[0]) == f"x ≤ {printed}"


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
    assert str(told.condition(lesson.problem.dataset.schema, 0)) == "lon ≤ ≈116.397457"
    tree = lesson.do(dt.Expand((), split)).state.tree
    assert str(tree.conditions((1,))[0]) == "lon > ≈116.397457"
    assert number_format.cut(116.3974567, np.array(PLACES)) == "≈116.397457"


def test_intervals_are_named_where_they_end() -> None:
    """And end where a number can be written short: any cut between two values will do."""
    data = table("ab", x=[1.0, 2.0])
    thirds = in_intervals(data, {0: np.array([4 / 3, 5 / 3])}).columns[0].field
    assert thirds.levels == ("≤ 1.3333333", "1.3333333 – 1.6666667", "> 1.6666667")
    assert thirds.cuts == (1.3333333, 1.6666667)


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
    found = re.search(rf"([≤>]) ≈?({NUMBER})", words)
    assert found is not None
    cut = float(found[2])
    return value <= cut if found[1] == "≤" else value > cut


def beside(tree: Tree) -> pd.DataFrame:
    """Rows at every cut, right beside it, and at what is printed for it."""
    cuts = [split.cut for split in tree.splits if isinstance(split, dt.Threshold)]
    printed = [
        read_cut(s.cut_text(tree.schema)) for s in tree.splits if isinstance(s, dt.Threshold)
    ]
    ends = [float(np.nextafter(cut, end)) for cut in cuts for end in (-np.inf, np.inf)]
    return pd.DataFrame({"x": [*cuts, *printed, *ends, -1e300, 1e300]})


def same_in_single(value: float, cut: float) -> bool:
    """No number of single precision lies between the two."""
    low, high = sorted((value, cut))
    return np.float32(np.nextafter(low, high)) == np.float32(np.nextafter(high, low))


def check_everywhere(tree: Tree) -> None:
    """Where a cut is printed in full it is the cut; text, rules and code send rows alike."""
    rows, single = beside(tree), tree.schema.columns[0].single
    for split in tree.splits:
        if isinstance(split, dt.Threshold):
            printed = split.cut_text(tree.schema)
            whole = "≈" not in printed
            assert not whole or single or float(printed) == split.cut
            assert not single or same_in_single(float(printed), split.cut)
    told = dt.predict(tree, rows).tolist()
    rules = dt.rules.of(tree)
    for said in (
        by_python(tree, rows),
        by_sql(tree, rows),
        rules.predict(rows).tolist(),
        dt.predict(dt.export.from_json(dt.export.to_json(tree)), rows).tolist(),
    ):
        assert said == told


def test_between_neighbours_in_single_precision_the_whole_cut_is_printed() -> None:
    """Eight digits would round to one of the two, as 116.39745 does."""
    tree = dt.grow(table("ab", x=[116.39745, 116.397458]), dt.recipe("cart_sklearn"))
    [cut] = [s.cut for s in tree.splits if isinstance(s, dt.Threshold)]
    assert dt.export.text(tree).splitlines()[0] == f"x ≤ {cut!r}: a (1)"
    assert as_printed(tree, ["x ≤ " + repr(cut), "x > " + repr(cut)], np.array([116.39745])) == [1]


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
        drawn = re.findall(r"-> n\d+ \[label=(.*?)\]", str(dt.export.dot(tree)))
        conditions = [str(tree.conditions(node.id)[-1]) for node in tree if node.id]
        for told in (text, drawn, conditions) if len(tree) > 1 else ():
            assert as_printed(tree, told, cells) == rests
        check_everywhere(tree)


def several(values: list[object]) -> bool:
    return len(set(values)) > 1


@law_of(1.5)
@given(close_values(), st.floats(0, 1))
def test_any_cut_is_printed_between_its_neighbours(values: list[float], share: float) -> None:
    distinct = np.unique(values)
    cut = float(distinct[0] + share * (distinct[-1] - distinct[0]))
    printed = number_format.cut(cut, distinct).replace("−", "-")
    assert ((distinct <= read_cut(printed)) == (distinct <= cut)).all()
    assert math.isclose(read_cut(printed), cut, rel_tol=6e-8, abs_tol=1e-30)
    assert (read_cut(printed) == cut) == ("≈" not in printed)
