"""Figures of the Impurity page: what stands where, what holds still, what cannot be marked up.

The arithmetic beside them and the reading of typed numbers are tested here too.
"""

import json
from typing import Any

import numpy as np
import plotly.graph_objects as go
import pytest

import dtcore as dt
from dtcore.model.columns import FloatArray
from dtcore.policies import ImpurityCriterion
from dtshow.figures import bars, spread
from dtshow.figures import impurity as drop_figure
from dtshow.figures.impurity import Curves, ImpurityDrop, criteria, one_curve, together
from dtshow.figures.palette import INKS, Theme
from dtshow.figures.template import BAND
from dttools.printing import Digits
from pages.ui.impurity import arithmetic
from tests.pages.measures import BITS, ERROR, GINI, MEASURES, PLAY

HOSTILE = "<b onload=alert(1)>&Play"
OUTLOOK = np.array([[2.0, 3.0], [4.0, 0.0], [3.0, 2.0]])


def curve(p: float, measure: ImpurityCriterion = BITS, theme: Theme = "light") -> go.Figure:
    return one_curve(measure, p, theme=theme, height=320)


def drop(branches: FloatArray = OUTLOOK, parent: FloatArray = PLAY, **kept: Any) -> go.Figure:
    look = {"classes": ("Yes", "No"), "measure": BITS, "theme": "light", **kept}
    measure, classes = look.pop("measure"), look.pop("classes")
    names = [f"{HOSTILE} = {i}" for i in range(len(branches))]
    return drop_figure.drop(ImpurityDrop(measure, parent, branches, names, classes), **look)


def labels(figure: go.Figure) -> list[str]:
    return [note.text for note in figure.layout.annotations]


def everything(figure: go.Figure) -> str:
    text = json.dumps(figure.to_plotly_json(), default=lambda array: np.asarray(array).tolist())
    return text


def ranges(figure: go.Figure) -> tuple[Any, ...]:
    layout = figure.layout
    return (layout.xaxis.range, layout.yaxis.range, layout.height, layout.margin)


def test_the_point_lies_on_the_curve() -> None:
    """Mitchell 1997, equation 3.2: 9 of 14 give 0.940; here p = 0.64."""
    figure = curve(0.64)
    dot = figure.data[-1]
    assert dot.y[0] == pytest.approx(0.9427, abs=5e-5)
    assert figure.data[0].y[64] == pytest.approx(dot.y[0])
    assert labels(figure) == ["<b>0.9427</b>"]


@pytest.mark.parametrize("measure", MEASURES, ids=repr)
def test_nothing_moves_but_the_point(measure: ImpurityCriterion) -> None:
    first = curve(0.0, measure)
    for p in (0.01, 0.3, 0.5, 0.99, 1.0):
        figure = curve(p, measure)
        assert ranges(figure) == ranges(first)
        assert len(figure.data) == len(first.data)
        np.testing.assert_array_equal(figure.data[0].y, first.data[0].y)


def test_no_minus_zero() -> None:
    for p in (0.0, 1.0):
        assert "-0.0000" not in everything(curve(p))
        assert "−0.0000" not in everything(curve(p))


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_colours_are_the_themes_and_the_ground_shows_through(theme: Theme) -> None:
    figure = curve(0.4, theme=theme)
    look = figure.layout.template.layout
    assert look.font.color == INKS[theme].ink2
    assert look.paper_bgcolor == look.plot_bgcolor == "rgba(0,0,0,0)"
    assert {note.font.color for note in figure.layout.annotations} == {INKS[theme].ink}


def test_criteria_differ_by_more_than_colour() -> None:
    heights = {name: np.linspace(0, 1, 101) for name in ("one", "two", "three")}
    figure = criteria(Curves(heights, "t", 1), 0.3, theme="light", height=320)
    lines = [trace for trace in figure.data if trace.mode == "lines"]
    marks = [trace for trace in figure.data if trace.mode == "markers"]
    key = [trace for trace in figure.data if trace.mode == "lines+markers"]
    assert len({line.line.dash for line in lines}) == 3
    assert len({mark.marker.symbol for mark in marks}) == 3
    assert {line.line.color for line in lines} == {INKS["light"].ink}
    assert [line.name for line in key] == list(heights)
    assert [line.line.dash for line in key] == [line.line.dash for line in lines]
    assert [line.marker.symbol for line in key] == [mark.marker.symbol for mark in marks]
    assert [mark.y[0] for mark in marks] == [pytest.approx(0.3)] * 3


def test_the_drop_of_outlook() -> None:
    """Mitchell 1997, §3.4.2: Gain(S, Outlook) = 0.246 (0.2467 with all digits)."""
    said = labels(drop())
    assert "<b>H(D) = 0.9403</b>" in said
    assert "H(D|A) = 0.6935" in said
    assert "<b>gain 0.2467</b>" in said
    assert {"D<sub>1</sub>", "D<sub>2</sub>", "D<sub>3</sub>"} <= set(said)


def test_the_drop_is_vertical_and_ends_on_the_chord_of_two_branches() -> None:
    branches = np.array([[6.0, 0.0], [3.0, 6.0]])
    figure = drop(branches, branches.sum(axis=0))
    fall = next(t for t in figure.data if t.mode == "lines" and t.line.width == BAND)
    assert fall.x[0] == fall.x[1] == pytest.approx(9 / 15)
    ends = [(1.0, 0.0), (1 / 3, float(BITS.of(branches[1])))]
    slope = (ends[1][1] - ends[0][1]) / (ends[1][0] - ends[0][0])
    assert fall.y[1] == pytest.approx(ends[0][1] + slope * (fall.x[0] - ends[0][0]))


@pytest.mark.parametrize("measure", [GINI, ERROR], ids=repr)
def test_other_measures_decrease(measure: ImpurityCriterion) -> None:
    said = labels(drop(measure=measure))
    assert any(text.startswith("<b>decrease ") for text in said)


def test_a_node_without_branches_stands_alone() -> None:
    assert labels(drop(np.zeros((0, 2)))) == ["<b>H(D) = 0.9403</b>"]


def test_branches_at_one_place_share_a_label_and_empty_ones_have_none() -> None:
    branches = np.array([[2.0, 2.0], [0.0, 0.0], [4.0, 4.0]])
    said = labels(drop(branches, branches.sum(axis=0)))
    assert "D<sub>1</sub>, D<sub>3</sub>" in said
    assert "<b>gain 0</b>" in said
    assert not any("D<sub>2</sub>" in text for text in said)


def test_user_text_is_escaped() -> None:
    shown = [
        drop(classes=(HOSTILE, "b")),
        bars.class_shares([HOSTILE, "b"], [1, 2], "light"),
        spread.squares([1, 2], name=HOSTILE, theme="light", height=300),
        split_figure(names=(HOSTILE, HOSTILE)),
    ]
    for figure in shown:
        assert "<b onload" not in everything(figure)
        assert "&lt;b" in everything(figure)


def test_class_bars_have_patterns_and_counts_below() -> None:
    figure = bars.class_shares(["Yes", "Yes", "No"], [2.5, 2.5, 5], "dark")
    drawn = figure.data[0]
    assert list(drawn.y) == [0.25, 0.25, 0.5]
    assert len(set(drawn.marker.pattern.shape)) == 3
    ticks = figure.layout.xaxis.ticktext
    assert ticks[0] == "Yes<br><b>2.5</b><br>25.0%"
    assert len(ticks) == 3  # two classes of one name are two bars


def test_two_way_bars_add_up() -> None:
    figure = bars.two_way(1.3307, 0.2467, 0.6935, unit="bits", theme="light")
    ends = {}
    for bar in figure.data:
        for name, base, length in zip(bar.y, bar.base, bar.x, strict=True):
            low, high = ends.get(name, (9.0, 0.0))
            ends[name] = (min(low, base), max(high, base + length))
    assert ends["H(X,Y)"] == pytest.approx((0, 2.2709))
    assert ends["H(X)"] == pytest.approx((0, 1.5774))
    assert ends["H(Y)"] == pytest.approx((1.3307, 2.2709))
    assert ends["I(X;Y)"] == pytest.approx((1.3307, 1.5774))
    assert figure.layout.yaxis.ticktext[0] == "H(X,Y)  <b>2.2709</b>"


def split_figure(names: tuple[str, str] = ("x", "y"), cut: float = 2.5) -> go.Figure:
    x, y = np.array([1.0, 2, 3, 4]), np.array([2.0, 3, 7, 8])
    cuts = arithmetic.cuts_of(x.tolist(), y.tolist())
    seen = spread.Parted(x, y, names, cut, cuts, 26.0)
    return spread.parted(seen, theme="light", height=380)


def test_axes_stay_when_the_threshold_moves() -> None:
    one, other = split_figure(cut=1.5), split_figure(cut=3.5)
    assert ranges(one) == ranges(other)
    assert one.layout.yaxis2.range == other.layout.yaxis2.range


def test_squares_are_square_and_their_mean_is_the_variance() -> None:
    figure = spread.squares([2, 3, 7, 8], name="y", theme="light", height=360)
    assert (figure.layout.yaxis.scaleanchor, figure.layout.yaxis.scaleratio) == ("x", 1)
    *each, typical = [shape for shape in figure.layout.shapes if shape.type == "rect"]
    sides = [abs(shape.x1 - shape.x0) for shape in each]
    assert [shape.y1 - shape.y0 for shape in each] == sides
    assert (typical.x1 - typical.x0) ** 2 == pytest.approx(np.mean(np.square(sides)))


def test_equal_values_can_be_drawn() -> None:
    figure = spread.squares([5, 5, 5], name="y", theme="dark", height=360)
    assert figure.layout.xaxis.range[0] < 5 < figure.layout.xaxis.range[1]


def test_a_drop_of_millionths_is_told_from_nothing() -> None:
    sides = np.array([[268.0, 209.0], [24680.0, 24843.0]])
    figure = drop(sides, sides.sum(axis=0), measure=GINI, digits=Digits(6))
    assert any("decrease 0.000076" in text for text in labels(figure))


def test_many_classes_are_drawn_as_two_are() -> None:
    """Iris: a third each; the first cut leaves one class alone. Gini 0.6667 falls by 0.3333."""
    branches = np.array([[50.0, 0, 0], [0, 50, 50]])
    figure = drop(branches, branches.sum(axis=0), measure=GINI, classes=("a", "b", "c"))
    assert "<b>Gini(D) = 0.6667</b>" in labels(figure)
    assert "<b>decrease 0.3333</b>" in labels(figure)
    first, second = (trace for trace in figure.data if len(trace.x) == 101)
    assert (first.x[0], first.y[0]) == pytest.approx((1 / 3, 2 / 3))
    assert (first.x[-1], first.y[-1]) == pytest.approx((1, 0))
    assert (second.x[-1], second.y[-1]) == pytest.approx((0, 0.5))
    half = 0.5 * branches[0] / 50 + 0.5 * branches.sum(axis=0) / 150
    assert first.y[50] == pytest.approx(1 - float((half**2).sum()))


def test_of_many_classes_the_one_that_parts_most_lies_across() -> None:
    branches = np.array([[5.0, 9, 0], [5, 0, 9]])
    seen = ImpurityDrop(GINI, branches.sum(axis=0), branches, ["a", "b"], ("u", "v", "w"))
    assert seen.shown == 1
    assert seen.place(seen.parent) == pytest.approx(9 / 28)


def test_a_numeric_target_drops_in_squares() -> None:
    """2, 3, 7, 8 parted in two: 26 squares fall to 1 (means 2.5 and 7.5)."""
    branches = np.array([[2.0, 5.0, 0.5], [2.0, 15.0, 0.5]])
    parent = together(branches, numeric=True)
    assert parent.tolist() == [4, 20, 26]
    seen = ImpurityDrop(dt.Variance(), parent, branches, ["a", "b"], (), "y", 0.0)
    assert (seen.before, seen.after) == (pytest.approx(26), pytest.approx(1))
    figure = drop_figure.drop(seen, theme="light")
    assert {"<b>SS(D) = 26.0000</b>", "<b>decrease 25.0000</b>"} <= set(labels(figure))
    assert figure.layout.yaxis.title.text == "variance × 4 rows"
    arc = next(trace for trace in figure.data if len(trace.x) == 101)
    assert (arc.x[50], arc.y[50]) == (pytest.approx(3.75), pytest.approx(4 * (3.375 + 1.5625)))


def test_what_is_said_of_a_drop_lies_on_no_line() -> None:
    """At the least drop three lines of words still stand apart, right of the plot."""
    for branches in (OUTLOOK, np.array([[4.0, 3.0], [5.0, 2.0]])):
        figure = drop(branches, branches.sum(axis=0))
        beside = [note for note in figure.layout.annotations if note.xref == "paper"]
        assert [note.x for note in beside] == [1, 1, 1]
        (low, high), height = figure.layout.yaxis.range, 330 - drop_figure.EDGES
        ups = [note.y * height / (high - low) for note in beside]
        assert min(ups[0] - ups[1], ups[1] - ups[2]) >= drop_figure.LINE - 0.01
