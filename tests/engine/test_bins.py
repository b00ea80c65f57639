"""Numbers as intervals: by width, by frequency, by description length; and ID3 on them."""

import math
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

import dttools as dt
from dtcore.model.cut import codes_of, names_of
from tests.small_tables import dataset, table
from tests.strategies import Table, law, seeds, tables

ID3 = dt.recipe("id3")
BINS = (dt.EqualWidth(3), dt.EqualFrequency(3), dt.MdlBins())


def cuts(bins: object, values: list[float], classes: str = "", weights: object = None) -> list:
    codes = np.array([ord(c) - ord("u") for c in classes] or [0] * len(values))
    weights = np.ones(len(values)) if weights is None else np.array(weights, float)
    return bins.cuts(np.array(values, float), weights, codes).tolist()


def test_equal_width_cuts_the_range() -> None:
    assert cuts(dt.EqualWidth(4), [0, 1, 2, 8]) == [2, 4, 6]
    assert cuts(dt.EqualWidth(4), [3, 3, 3]) == []
    assert cuts(dt.EqualWidth(1), [0, 1]) == []
    assert np.isfinite(cuts(dt.EqualWidth(3), [-1e308, 1e308])).all()


def test_equal_frequency_cuts_the_rows() -> None:
    assert cuts(dt.EqualFrequency(3), [1, 2, 3, 4, 5, 6]) == [2.5, 4.5]
    assert cuts(dt.EqualFrequency(2), [1, 1, 1, 1, 2, 3]) == [1.5]
    assert cuts(dt.EqualFrequency(2), [1, 2, 3], weights=[1, 1, 8]) == [2.5]
    assert cuts(dt.EqualFrequency(4), [1, 1, 1]) == []


def mdl_by_hand(rows: list[tuple[float, str]]) -> list[float]:
    """Fayyad and Irani 1993, in plain Python: rows sorted by value."""

    def entropy(part: list[tuple[float, str]]) -> float:
        labels = [label for _, label in part]
        shares = [labels.count(label) / len(labels) for label in set(labels)]
        return -sum(p * math.log2(p) for p in shares)

    n, best = len(rows), None
    for i in range(1, n):
        if rows[i][0] > rows[i - 1][0]:
            after = i / n * entropy(rows[:i]) + (n - i) / n * entropy(rows[i:])
            if best is None or after < best[0] - 1e-12:
                best = (after, i)
    if best is None:
        return []
    left, right = rows[: best[1]], rows[best[1] :]
    k, k1, k2 = (len({label for _, label in part}) for part in (rows, left, right))
    delta = math.log2(3**k - 2) - (k * entropy(rows) - k1 * entropy(left) - k2 * entropy(right))
    if entropy(rows) - best[0] <= (math.log2(n - 1) + delta) / n:
        return []
    middle = (left[-1][0] + right[0][0]) / 2
    return [*mdl_by_hand(left), middle, *mdl_by_hand(right)]


@pytest.mark.parametrize("seed", seeds(0.5))
def test_cuts_by_description_length_are_those_of_the_formula(seed: int) -> None:
    random = np.random.default_rng(seed)
    values = random.normal(size=60).round(1)
    classes = np.digitize(values + random.normal(size=60) * 0.3, [-0.7, 0.9])
    rows = sorted(zip(values.tolist(), ("uvw"[c] for c in classes), strict=True))
    assert cuts(dt.MdlBins(), [v for v, _ in rows], "".join(c for _, c in rows)) == pytest.approx(
        mdl_by_hand(rows)
    )


def test_noise_is_not_cut_and_a_clear_border_is() -> None:
    assert cuts(dt.MdlBins(), [1, 2, 3, 4, 5, 6], "uvuvuv") == []
    assert cuts(dt.MdlBins(), [1, 2, 3, 4, 6, 7, 8, 9], "uuuuvvvv") == [5.0]


def test_the_petals_of_iris() -> None:
    """The cuts that Weka's supervised discretisation finds: 2.45 and 4.75; 0.8 and 1.75."""
    lesson = dt.start(dataset("iris"), replace(ID3, bins=dt.MdlBins()))
    cut_at = {c.name: c.field.cuts for c in lesson.problem.dataset.columns}
    assert cut_at["Petal.Length"] == pytest.approx((2.45, 4.75))
    assert cut_at["Petal.Width"] == pytest.approx((0.8, 1.75))


def test_intervals_are_named_by_their_ends() -> None:
    assert names_of((5.45, 6.1)) == ("≤ 5.45", "5.45 – 6.1", "> 6.1")
    assert names_of(()) == ("−∞ – ∞",)
    close = (1.0, 1.0 + 1e-12)
    assert len(set(names_of(close))) == 3
    assert codes_of(np.array([5.45, 5.46, 7.0, np.nan]), (5.45, 6.1)).tolist() == [0, 1, 2, -1]


@law
@given(tables(target="classes"), st.sampled_from(BINS))
def test_a_tree_predicts_numbers_as_it_placed_them(found: Table, bins: object) -> None:
    data = found.data()
    recipe = replace(ID3, bins=bins)
    lesson = dt.start(data, recipe).finish()
    tree = lesson.state.tree
    assert dt.leaf_ids(tree, found.frame) == dt.leaf_ids(tree, data)
    assert dt.leaf_ids(tree, data) == dt.leaf_ids(tree, lesson.problem.dataset)
    for node in tree:
        if node.leaf:
            rows = [leaf == node.id for leaf in dt.leaf_ids(tree, found.frame)]
            assert tree.weight(node.id) == pytest.approx(data.weights[rows].sum(), abs=1e-9)


def test_id3_asks_an_interval_once_and_with_a_branch_for_each() -> None:
    """Golf by frequency: every interval of humidity has its branch, used once on a path."""
    tree = dt.grow(dataset("golf"), replace(ID3, bins=dt.EqualFrequency(3)))
    for node in tree:
        asked = [condition.column for condition in tree.conditions(node.id)]
        assert len(set(asked)) == len(asked)
    assert "≤" in dt.export.text(tree)


def test_the_cuts_come_from_the_whole_table_and_stay() -> None:
    """Preparing a table again changes nothing; other names keep the cuts; numbers beyond the
    ends fall into the outer intervals."""
    data = table("uuvvuu", x=[1.0, 2.0, 3.0, 4.0, 5.0, 6.0])
    problem = dt.Problem.of(data, replace(ID3, bins=dt.EqualWidth(5)))
    made = problem.dataset
    assert made.columns[0].field.cuts == (2.0, 3.0, 4.0, 5.0)
    assert made.given == data
    assert dt.Problem.of(made, problem.recipe).dataset == made
    other = dt.Problem.of(made, replace(ID3, bins=dt.EqualWidth(2))).dataset
    assert other.columns[0].field.cuts == (3.5,)
    assert made.relabel({"x": "数"}, {}).columns[0].field.cuts == (2.0, 3.0, 4.0, 5.0)
    tree = dt.grow(data, problem.recipe)
    assert dt.leaf_ids(tree, pd.DataFrame({"x": [-99.0, 99.0]})) == [(0,), (4,)]


def test_without_intervals_numbers_are_refused_as_before() -> None:
    with pytest.raises(dt.RecipeError, match="these are numeric"):
        dt.start(dataset("golf"), ID3)
    dt.start(dataset("playtennis"), replace(ID3, bins=dt.MdlBins()))  # nothing to cut


def test_cut_points_are_exported() -> None:
    tree = dt.grow(table("uuvv", x=[1.0, 2.0, 3.0, 4.0]), replace(ID3, bins=dt.EqualWidth(2)))
    assert '"cuts": [\n    2.5\n   ]' in dt.export.to_json(tree)
