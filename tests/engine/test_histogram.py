"""Histograms of the question at a node: their bins and what is left out make up the node."""

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

import dtcore as dt
from dtcore.model.columns import Column, Field
from dttools.study.histogram import BINS, Axis, histogram
from tests.by_hand import pooled
from tests.small_tables import quinlan
from tests.strategies import Table, law, problems


def axis(*values: float, bins: int = BINS) -> Axis:
    return Axis.of(Column(Field("x"), np.array(values, float)), bins)


def iris() -> dt.Dataset:
    return dt.Dataset.from_frame(pd.read_csv("datasets/iris.csv"), target="Species")


def test_the_petals_of_iris() -> None:
    """Fisher 1936: setosas are below 2 cm and the others at 3 and above."""
    data = iris()
    found = histogram(data, data.all_rows, dt.Threshold(2, 2.45))
    assert found.axis is not None
    assert found.wedge is not None
    at = found.axis.edges[0] + found.wedge * (found.axis.edges[-1] - found.axis.edges[0])
    assert at == pytest.approx(2.45)
    left = found.axis.edges[1:] < 2.46
    assert found.stats[left].sum(axis=0).tolist() == [50, 0, 0]
    assert found.stats[~left].sum(axis=0).tolist() == [0, 50, 50]


def test_whole_numbers_get_a_bin_each() -> None:
    found = axis(3, 1, 10, 2)
    assert found.edges.tolist() == [k + 0.5 for k in range(11)]
    assert found.bins(np.array([1.0, 2.0, 10.0])).tolist() == [0, 1, 9]


@pytest.mark.parametrize("cut", [2.0, 2.25, 2.5, 2.99])
def test_cuts_that_ask_the_same_stand_at_the_same_place(cut: float) -> None:
    assert axis(*range(1, 11)).place(cut) == pytest.approx(0.2)


def test_bins_are_equally_broad_in_steps_of_the_data() -> None:
    """59 steps of a tenth: three to a bin, where twenty even bins would hold two or three."""
    found = axis(*np.arange(10, 70) / 10)
    assert np.bincount(found.bins(np.arange(10, 70) / 10)).tolist() == [3] * 20


@pytest.mark.parametrize(
    "values", [(7.0,), (), (np.nan, np.nan), (0.0, 5e-324), (-1.7e308, 0.1, 1.7e308), (np.pi, 3.0)]
)
def test_awkward_columns_have_an_axis(values: tuple[float, ...]) -> None:
    found = axis(*values)
    assert np.isfinite(found.edges).all()
    assert (np.diff(found.edges) >= 0).all()
    for value in values:
        assert np.isnan(value) or 0 <= found.place(value) <= 1


def test_a_split_by_levels_has_a_bin_for_each_branch() -> None:
    """Mitchell, table 3.2: outlook parts the fourteen days into 2+ 3-, 4+ 0- and 3+ 2-."""
    frame = pd.read_csv("datasets/playtennis.csv")
    data = dt.Dataset.from_frame(frame, target="Play", roles={"Day": "ignore"})
    found = histogram(data, data.all_rows, dt.Multiway(0))
    assert (data.schema.columns[0].levels, data.schema.classes) == (
        ("Overcast", "Rain", "Sunny"),
        ("No", "Yes"),
    )
    assert found.stats.tolist() == [[0, 4], [2, 3], [3, 2]]
    assert (found.axis, found.wedge) == (None, None)


def test_a_day_without_an_outlook_is_left_out() -> None:
    """Quinlan 1993, §3.2: 13 of the 14 days are known."""
    data = quinlan()
    found = histogram(data, data.all_rows, dt.Multiway(0))
    assert (found.stats.sum(), found.left_out.sum()) == (13, 1)


@law
@given(problems())
def test_bins_and_what_is_left_out_make_up_the_node(case: tuple[Table, dt.Recipe]) -> None:
    """With fractions of rows, weights and missing cells, at every node of every tree."""
    problem = dt.Problem.of(case[0].data(), case[1])
    state = dt.start(case[0].data(), case[1]).finish().state
    data, tree = problem.dataset, state.tree
    for node in tree:
        if node.split is None:
            continue
        found = histogram(data, dt.stepping.node_rows_of(problem, state, node.id), node.split)
        parts = np.concatenate([found.stats, found.left_out[None]])
        whole = pooled(parts, tree.schema)
        np.testing.assert_allclose(whole[:2], node.stats[:2], rtol=1e-9, atol=1e-9)
        scale = abs(data.target.values).max() ** 2 + 1 if data.target.numeric else 1.0
        np.testing.assert_allclose(whole, node.stats, rtol=1e-6, atol=1e-9 * scale * len(data))


@law
@given(
    st.lists(st.integers(-30, 30), min_size=2, max_size=40).filter(lambda v: len(set(v)) > 1),
    st.sampled_from([1.0, 0.5, 0.1, 0.01]),
    st.integers(0, 1000),
)
def test_bars_before_the_wedge_go_left(values: list[int], step: float, which: int) -> None:
    """A bin that ends before the wedge holds rows of the left branch alone, and so on the right;
    where each value has a bin of its own, the wedge parts the bars exactly."""
    cells = np.array(values) * step
    cuts = np.unique(cells)[:-1]
    cut = float(cuts[which % len(cuts)])
    found = axis(*cells)
    end = (found.edges - found.edges[0]) / (found.edges[-1] - found.edges[0])
    place, bins = found.place(cut), found.bins(cells)
    assert (cells[end[bins + 1] <= place + 1e-9] <= cut).all()
    assert (cells[end[bins] >= place - 1e-9] > cut).all()
    if len(found) >= (cells.max() - cells.min()) / step:
        assert ((end[bins + 1] <= place + 1e-9) == (cells <= cut)).all()
