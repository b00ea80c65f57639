"""The figures of pruning draw the numbers that they are given."""

import numpy as np
import pytest

import dtcore as dt
from dtshow.figures import pruning as figure
from tests.small_tables import dataset

PATH = dt.pruning.cost_complexity(dt.grow(dataset("iris"), dt.recipe("cart")))


def path(shown: int) -> figure.Subtrees:
    return figure.Subtrees(PATH.alphas, PATH.leaves, PATH.risks, shown)


def test_the_envelope_is_the_least_of_all_lines() -> None:
    made = figure.costs(path(1), theme="light")
    least = next(t for t in made.data if t.name == "the least cost at each α")
    for x, y in zip(least.x, least.y, strict=True):
        k = PATH.step_at(x)
        assert y == pytest.approx(PATH.risks[k] + x * PATH.leaves[k])
    lines = [t for t in made.data if t.showlegend is False]
    assert len(lines) == len(PATH)
    assert {t.text for t in lines} == {f"|T| = {n}" for n in PATH.leaves}


@pytest.mark.parametrize("shown", range(len(PATH)))
def test_the_alphas_of_the_tree_on_show_are_marked_and_in_sight(shown: int) -> None:
    made = figure.costs(path(shown), theme="light")
    band, end = made.layout.shapes[0], made.layout.xaxis.range[1]
    assert PATH.step_at(band.x0) == shown
    assert PATH.step_at((band.x0 + band.x1) / 2) == shown
    assert band.x1 <= end
    assert band.x1 - band.x0 >= (end / 50 if shown else 0)


def test_each_tree_has_a_stop_of_its_own() -> None:
    losses = figure.LossCurves(PATH.alphas, PATH.leaves, [("a", PATH.risks)], 2, "loss")
    made = figure.risks(losses, theme="light")
    assert list(made.data[0].x) == list(range(len(PATH)))
    assert [int(text) for text in made.layout.xaxis.ticktext] == PATH.leaves.tolist()
    assert (np.diff(PATH.leaves) < 0).all()
    assert list(made.data[0].customdata) == [f"α = {alpha:.4g}" for alpha in PATH.alphas]
    band = made.layout.shapes[0]
    assert (band.x0 + band.x1) / 2 == pytest.approx(2)


def test_a_long_path_names_some_of_its_stops_and_the_last() -> None:
    leaves = np.arange(200, 0, -1)
    losses = figure.LossCurves(np.arange(200.0), leaves, [("a", leaves / 200)], 0, "")
    axis = figure.risks(losses, theme="light").layout.xaxis
    assert len(axis.tickvals) <= figure.MOST_TICKS + 1
    assert axis.ticktext[-1] == "1"
    assert axis.tickvals[-1] == 199


def test_risks_show_both_choices_and_every_fold() -> None:
    found = dt.pruning.cross_validate(dataset("iris"), dt.recipe("cart"), 5, seed=1)
    curves = [("a", found.path.risks)]
    cross = figure.Validated(found.risk, found.error, found.best, found.one_error, found.by_fold)
    losses = figure.LossCurves(found.path.alphas, found.path.leaves, curves, 0, "loss", cross)
    made = figure.risks(losses, theme="light")
    by_name = {t.name: t for t in made.data}
    validated = by_name["cross-validated"]
    assert list(validated.y) == found.risk.tolist()
    assert list(validated.error_y.array) == found.error.tolist()
    assert by_name["best"].y == (found.risk[found.best],)
    assert by_name["1 SE"].x == (validated.x[found.one_error],)
    assert sum(t.hoverinfo == "skip" for t in made.data) == 5


def test_one_mark_stands_for_both_choices_and_what_is_beyond_the_axis_is_told() -> None:
    risk = np.array([0.04, 0.05, 0.06, 0.9])
    cross = figure.Validated(risk, np.full(4, 0.02), 1, 1)
    losses = figure.LossCurves(np.arange(4.0), np.arange(4, 0, -1), [], 0, "loss", cross)
    made = figure.risks(losses, theme="light")
    names = [trace.name for trace in made.data if trace.mode == "markers"]
    assert names == ["best, and 1 SE"]
    assert [(note.x, note.text) for note in made.layout.annotations] == [
        (3.5, "cross-validated<br>1 leaf: 0.9000 ↑")
    ]


def test_a_path_of_one_tree_can_be_drawn() -> None:
    one = figure.Subtrees(np.array([0.0]), np.array([1]), np.array([3.0]), 0)
    figure.costs(one, theme="light")
    losses = [("a", np.array([0.5]))]
    made = figure.risks(figure.LossCurves(one.alphas, one.leaves, losses, 0, ""), theme="light")
    assert made.layout.yaxis.range[1] == pytest.approx(0.54)


def test_the_node_at_hand_is_marked_on_both_curves() -> None:
    nodes, seen, unseen = np.array([1, 3, 5]), np.array([0.6, 0.8, 1]), np.array([0.6, 0.8, 0.7])
    made = figure.overfitting(figure.Growth(nodes, seen, unseen, (5, 1.0, 0.7), ""), theme="light")
    dots = [(t.x, t.y) for t in made.data if t.mode == "markers"]
    assert dots == [((5,), (1.0,)), ((5,), (0.7,))]
    assert made.layout.shapes[0].x0 == 5


def test_a_long_path_has_bars_at_some_points_and_at_both_choices() -> None:
    k = 200
    risk, error = np.linspace(1, 2, k), np.full(k, 0.1)
    cross = figure.Validated(risk, error, 7, 13)
    losses = figure.LossCurves(np.arange(k) / 10, np.arange(k)[::-1], [("a", risk)], 0, "", cross)
    made = figure.risks(losses, theme="light")
    validated = next(t for t in made.data if t.name == "cross-validated")
    bars = np.isfinite(np.array(validated.error_y.array, float))
    assert bars[[7, 13]].all()
    assert bars.sum() < 60
    assert validated.mode == "lines"
