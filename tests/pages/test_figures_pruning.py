"""The figures of pruning draw the numbers that they are given."""

from dataclasses import replace
from typing import Any

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
    lines = [t for t in made.data if t.hoverinfo == "text"]
    assert [t.name for t in lines if t.showlegend] == ["each tree"]
    assert made.data[-1] is least  # upon the tree on show, which is wider
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


def losses(curves: list[tuple[str, np.ndarray]], shown: int = 0, **more: Any) -> figure.LossCurves:
    return figure.LossCurves(
        PATH.alphas, PATH.leaves, PATH.risks, curves, (0, shown), "loss", **more
    )


def test_each_tree_has_a_stretch_as_on_the_ruler_that_can_be_touched() -> None:
    made = figure.risks(losses([("a", PATH.risks)], 2), theme="light")
    assert list(made.data[0].x) == list(range(len(PATH)))
    touched = made.data[-1]
    assert list(touched.x) == list(range(len(PATH)))
    assert touched.width == 1
    assert [list(one) for one in touched.customdata] == [[k, 2] for k in range(len(PATH))]
    for k, told in enumerate(touched.hovertext):
        assert f"<b>{PATH.leaves[k]} lea" in told
        assert f"α = {PATH.alphas[k]:.4g}" in told
        assert f"a: {PATH.risks[k]:.4f}" in told
    axis, band = made.layout.xaxis, made.layout.shapes[0]
    assert tuple(axis.range) == (-0.5, len(PATH) - 0.5)
    assert not axis.showticklabels
    assert (band.x0, band.x1) == (1.5, 2.5)
    # each stretch of the ruler, which has as much beside it, is as wide
    assert (made.layout.margin.l, made.layout.margin.r) == figure.SIDES
    assert not axis.automargin
    assert not made.layout.yaxis.automargin


def test_trees_that_the_ruler_has_not_are_out_of_sight() -> None:
    """A very large tree is stepped from a subtree of its path."""
    whole = figure.LossCurves(
        PATH.alphas, PATH.leaves, PATH.risks, [("a", PATH.risks)], (2, 3), "loss"
    )
    made = figure.risks(whole, theme="light")
    assert tuple(made.layout.xaxis.range) == (1.5, len(PATH) - 0.5)


def test_risks_show_both_choices_and_every_fold() -> None:
    found = dt.pruning.cross_validate(dataset("iris"), dt.recipe("cart"), 5, seed=1)
    curves = [("a", found.path.risks)]
    cross = figure.Validated(found.risk, found.error, found.best, found.one_error, found.by_fold)
    path = found.path
    shown = figure.LossCurves(path.alphas, path.leaves, path.risks, curves, (0, 0), "loss", cross)
    made = figure.risks(shown, theme="light")
    by_name = {t.name: t for t in made.data}
    validated = by_name["cross-validated"]
    assert list(validated.y) == found.risk.tolist()
    band = by_name["± 1 standard error"]
    below = made.data[made.data.index(band) - 1]  # it is filled down to the trace before it
    assert band.fill == "tonexty"
    dark = next(t for t in figure.risks(shown, theme="dark").data if t.name == band.name)
    opacity = [float(one.fillcolor[:-1].split(",")[-1]) for one in (band, dark)]
    assert opacity[1] >= 2 * opacity[0]  # ink on dark paper is seen less
    assert list(band.y) == (found.risk + found.error).tolist()
    assert list(below.y) == (found.risk - found.error).tolist()
    assert by_name["best"].y == (found.risk[found.best],)
    assert by_name["1 standard error"].x == (validated.x[found.one_error],)
    lines = [t for t in made.data if t.type == "scatter" and not t.name]
    assert [list(t.y) for t in lines if t is not below] == found.by_fold.tolist()


def test_one_mark_stands_for_both_choices_and_what_is_beyond_the_axis_is_told() -> None:
    risk = np.array([0.04, 0.05, 0.06, 0.9])
    cross = figure.Validated(risk, np.full(4, 0.02), 1, 1)
    alphas, leaves = np.arange(4.0), np.arange(4, 0, -1)
    shown = figure.LossCurves(alphas, leaves, alphas, [], (0, 0), "loss", cross)
    made = figure.risks(shown, theme="light")
    names = [
        trace.name for trace in made.data if trace.type == "scatter" and trace.mode == "markers"
    ]
    assert names == ["best, and 1 standard error"]
    assert [(note.x, note.text) for note in made.layout.annotations] == [
        (1, "cross-validated: 1 leaf 0.9000 ↑")
    ]


def test_a_path_of_one_tree_can_be_drawn() -> None:
    one = figure.Subtrees(np.array([0.0]), np.array([1]), np.array([3.0]), 0)
    figure.costs(one, theme="light")
    curves = [("a", np.array([0.5]))]
    shown = figure.LossCurves(one.alphas, one.leaves, one.risks, curves, (0, 0), "")
    made = figure.risks(shown, theme="light")
    assert made.layout.yaxis.range[1] == pytest.approx(0.5 * (1 + figure.ROOM))


def test_the_node_at_hand_is_marked_on_both_curves() -> None:
    nodes, seen, unseen = np.array([1, 3, 5]), np.array([0.6, 0.8, 1]), np.array([0.6, 0.8, 0.7])
    grown = figure.Growth(nodes, seen, unseen, (5, 1.0, 0.7), "", 1, shares=True)
    made = figure.overfitting(grown, theme="light")
    dots = [(t.x, t.y) for t in made.data if t.mode == "markers" and t.showlegend is False]
    assert dots == [((5,), (1.0,)), ((5,), (0.7,))]
    assert [(t.x, t.y) for t in made.data if t.name == "best"] == [((3,), (0.8,))]
    losses = replace(grown, training=1 - seen, held_out=1 - unseen, at=(5, 0, 0.3), shares=False)
    made = figure.overfitting(losses, theme="light")
    assert [t.x for t in made.data if t.name == "lowest"] == [(3,)]  # of losses, as Pruning says
    assert made.layout.shapes[0].x0 == 5


@pytest.mark.parametrize(
    ("values", "low", "most"),
    [
        ([0.15, 0.2, 0.21, 0.22, 0.22, 0.38], 0.15, 0.22),  # as Titanic's
        ([0.0, 0.02, 0.05, 0.06, 0.08, 0.34], 0, 0.08),  # as biopsies'
        ([0.1, 0.2, 0.3, 0.4, 0.35, 0.3], 0, 0.4),
        ([178.8, 179, 179.2, 179.3, 200, 300], 178.8, 179.3),
        ([0.2, 0.2, 0.2], 0, 0.2),
        ([0.0, 0.0], 0, 1.0),
    ],
)
def test_an_axis_holds_what_lies_together(values: list[float], low: float, most: float) -> None:
    top = low + (1 + figure.ROOM) * (most - low)
    assert figure.reach([np.array(values)]) == pytest.approx((low, top))


def test_an_axis_that_does_not_begin_at_0_says_so() -> None:
    near = [np.array([0.15, 0.2, 0.21, 0.22, 0.22, 0.38])]
    alphas, leaves = np.arange(6.0), np.arange(6, 0, -1)
    shown = figure.LossCurves(alphas, leaves, alphas, [("a", near[0])], (0, 0), "loss")
    names = [t.name for t in figure.risks(shown, theme="light").data]
    assert "axis begins at 0.15" in names
    whole = figure.risks(losses([("a", PATH.risks)]), theme="light")
    assert not [t.name for t in whole.data if (t.name or "").startswith("axis begins")]
    costs = figure.costs(
        figure.Subtrees(
            np.array([0, 0.002, 1]), np.array([9, 8, 1]), np.array([178, 178.002, 300]), 0
        ),
        theme="light",
    )
    assert costs.layout.yaxis.range[0] == pytest.approx(178)
    assert costs.data[-1].name == "axis begins at 178"


@pytest.mark.parametrize("ruled", [False, True])
def test_the_smallest_tree_does_not_flatten_the_curve_of_growth(ruled: bool) -> None:
    leaves = np.array([1, 2, 8, 15, 22])
    seen, unseen = np.array([0.65, 0.94, 0.98, 0.99, 1]), np.array([0.65, 0.91, 0.95, 0.94, 0.92])
    grown = figure.Growth(leaves, seen, unseen, (22, 1.0, 0.92), "", 2, True, ruled)
    made = figure.overfitting(grown, theme="light")
    low, top = made.layout.yaxis.range
    assert low < 0.91 < 1 < top
    assert top - low < 0.15
    assert [note.text for note in made.layout.annotations] == ["held out: 1 leaf 0.6500 ↓"]
    ends = made.layout.xaxis.range
    assert min(ends) < 1 < 22 < max(ends)
    assert (ends[0] > ends[1]) == ruled


def test_a_long_path_has_lines_without_marks() -> None:
    k = 200
    risk, error = np.linspace(1, 2, k), np.full(k, 0.1)
    cross = figure.Validated(risk, error, 7, 13)
    alphas = np.arange(k) / 10
    curves = [("a", risk)]
    shown = figure.LossCurves(alphas, np.arange(k)[::-1], alphas, curves, (0, 0), "", cross)
    made = figure.risks(shown, theme="light")
    validated = next(t for t in made.data if t.name == "cross-validated")
    assert validated.mode == "lines"
