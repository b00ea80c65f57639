"""Figures of the Impurity page: what stands where, what holds still, what cannot be marked up.

The arithmetic beside them and the reading of typed numbers are tested here too.
"""

import json
import math
from typing import Any

import numpy as np
import plotly.graph_objects as go
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import dtcore as dt
from dtcore.formula import Count, Digits, latex, plain, walk
from dtcore.model.columns import FloatArray
from pages.ui.figures import information, spread
from pages.ui.figures.drop_on_curve import entropy_drop
from pages.ui.figures.impurity import criteria, one_curve
from pages.ui.figures.palette import TEXT, Theme
from pages.ui.figures.plane import Measure
from pages.ui.impurity import arithmetic, typed

BITS, NATS, GINI, ERROR = dt.Entropy(), dt.Entropy(base=None), dt.Gini(), dt.ErrorRate()
MEASURES = (BITS, NATS, GINI, ERROR)
HOSTILE = "<b onload=alert(1)>&Play"
PLAY = np.array([9.0, 5.0])
OUTLOOK = np.array([[2.0, 3.0], [4.0, 0.0], [3.0, 2.0]])

law = settings(deadline=None, max_examples=50)
p_values = st.integers(0, 100).map(lambda n: n / 100)


def same(text: str) -> str:
    return text


def curve(p: float, measure: Measure = BITS, theme: Theme = "light") -> go.Figure:
    return one_curve(measure, p, _=same, theme=theme, height=320)


def drop(branches: FloatArray = OUTLOOK, parent: FloatArray = PLAY, **kept: Any) -> go.Figure:
    said = {"share_of": "Yes", "measure": BITS, "theme": "light", **kept}
    measure = said.pop("measure")
    names = [f"{HOSTILE} = {i}" for i in range(len(branches))]
    return entropy_drop(measure, parent, branches, names, _=same, **said)


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
def test_nothing_moves_but_the_point(measure: Measure) -> None:
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
    assert figure.layout.font.color == TEXT[theme]
    assert figure.layout.paper_bgcolor == figure.layout.plot_bgcolor == "rgba(0,0,0,0)"
    assert {note.font.color for note in figure.layout.annotations} == {TEXT[theme]}


def test_criteria_differ_by_more_than_colour() -> None:
    heights = {name: np.linspace(0, 1, 101) for name in ("one", "two", "three")}
    figure = criteria(heights, 0.3, title="t", top=1, _=same, theme="light", height=320)
    lines = [trace for trace in figure.data if trace.mode == "lines"]
    marks = [trace for trace in figure.data if trace.mode == "markers"]
    assert len({line.line.dash for line in lines}) == 3
    assert len({mark.marker.symbol for mark in marks}) == 3
    assert [line.name for line in lines] == list(heights)
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
    fall = next(t for t in figure.data if t.mode == "lines" and t.line.width == 6)
    assert fall.x[0] == fall.x[1] == pytest.approx(9 / 15)
    ends = [(1.0, 0.0), (1 / 3, float(BITS.of(branches[1])))]
    slope = (ends[1][1] - ends[0][1]) / (ends[1][0] - ends[0][0])
    assert fall.y[1] == pytest.approx(ends[0][1] + slope * (fall.x[0] - ends[0][0]))


@pytest.mark.parametrize("measure", [GINI, ERROR], ids=repr)
def test_other_measures_decrease(measure: Measure) -> None:
    said = labels(drop(measure=measure))
    assert any(text.startswith("<b>decrease ") for text in said)


def test_a_node_without_branches_stands_alone() -> None:
    assert labels(drop(np.zeros((0, 2)))) == ["<b>H(D) = 0.9403</b>"]


def test_branches_at_one_place_share_a_label_and_empty_ones_have_none() -> None:
    branches = np.array([[2.0, 2.0], [0.0, 0.0], [4.0, 4.0]])
    said = labels(drop(branches, branches.sum(axis=0)))
    assert "D<sub>1</sub>, D<sub>3</sub>" in said
    assert "<b>gain 0.0000</b>" in said
    assert not any("D<sub>2</sub>" in text for text in said)


def test_user_text_is_escaped() -> None:
    shown = [
        drop(share_of=HOSTILE),
        information.class_shares([HOSTILE, "b"], [1, 2], "light"),
        spread.squares([1, 2], name=HOSTILE, _=same, theme="light", height=300),
        split_figure(names=(HOSTILE, HOSTILE)),
    ]
    for figure in shown:
        assert "<b onload" not in everything(figure)
        assert "&lt;b" in everything(figure)


def test_class_bars_have_patterns_and_counts_below() -> None:
    figure = information.class_shares(["Yes", "Yes", "No"], [2.5, 2.5, 5], "dark")
    bars = figure.data[0]
    assert list(bars.y) == [0.25, 0.25, 0.5]
    assert len(set(bars.marker.pattern.shape)) == 3
    ticks = figure.layout.xaxis.ticktext
    assert ticks[0] == "Yes<br><b>2.5</b><br>25.0%"
    assert len(ticks) == 3  # two classes of one name are two bars


def test_two_way_bars_add_up() -> None:
    figure = information.two_way(1.3307, 0.2467, 0.6935, unit="bits", theme="light")
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
    x, y = [1.0, 2, 3, 4], [2.0, 3, 7, 8]
    cuts = arithmetic.cuts_of(x, y)
    return spread.parted(x, y, cut, cuts, 26.0, names=names, _=same, theme="light", height=380)


def test_axes_stay_when_the_threshold_moves() -> None:
    one, other = split_figure(cut=1.5), split_figure(cut=3.5)
    assert ranges(one) == ranges(other)
    assert one.layout.yaxis2.range == other.layout.yaxis2.range


def test_squares_are_square_and_their_mean_is_the_variance() -> None:
    figure = spread.squares([2, 3, 7, 8], name="y", _=same, theme="light", height=360)
    assert (figure.layout.yaxis.scaleanchor, figure.layout.yaxis.scaleratio) == ("x", 1)
    *each, typical = [shape for shape in figure.layout.shapes if shape.type == "rect"]
    sides = [abs(shape.x1 - shape.x0) for shape in each]
    assert [shape.y1 - shape.y0 for shape in each] == sides
    assert (typical.x1 - typical.x0) ** 2 == pytest.approx(np.mean(np.square(sides)))


def test_equal_values_can_be_drawn() -> None:
    figure = spread.squares([5, 5, 5], name="y", _=same, theme="dark", height=360)
    assert figure.layout.xaxis.range[0] < 5 < figure.layout.xaxis.range[1]


# ------------------------------------------------------------------ the arithmetic


@law
@given(p_values)
def test_formulas_of_a_share_agree_with_the_engine(p: float) -> None:
    for measure in MEASURES:
        value = float(measure.of(np.array([p, 1 - p])))
        assert arithmetic.of_share(measure, p).value == pytest.approx(value, abs=1e-12)
        peak = float(measure.of(np.array([0.5, 0.5])))
        scaled = arithmetic.scaled(measure, p)
        assert scaled.value == pytest.approx(0.5 * value / peak, abs=1e-12)


def test_a_share_is_written_as_typed() -> None:
    written = plain(arithmetic.of_share(BITS, 0.36), Digits())
    assert written == "−0.36 log2(0.36) − 0.64 log2(0.64)"
    assert plain(arithmetic.of_share(GINI, 0.07), Digits()) == "1 − (0.07)^2 − (0.93)^2"
    assert plain(arithmetic.of_share(BITS, 1.0), Digits()) == "−1 log2(1)"


def test_typed_counts_are_numbers_and_no_buttons() -> None:
    formula = arithmetic.of_counts(BITS, PLAY)
    assert not any(isinstance(part, Count) for part in walk(formula))
    assert plain(formula, Digits()) == "−9/14 log2(9/14) − 5/14 log2(5/14)"
    assert formula.value == pytest.approx(0.940286, abs=1e-6)


def test_no_entropy_is_above_the_bound() -> None:
    for k in range(2, 9):
        most = arithmetic.most_entropy(BITS, k).value
        assert most == pytest.approx(float(BITS.of(np.ones(k))))
        assert most == pytest.approx(math.log2(k))


def test_variance_worked_out() -> None:
    formula = arithmetic.variance([2, 3, 7, -8])
    assert formula.value == pytest.approx(np.var([2, 3, 7, -8]))
    assert "−8" not in latex(arithmetic.mean([2, 3, 7, -8]), Digits()).replace("- 8", "")
    assert plain(arithmetic.mean([2, -3]), Digits()) == "(2 − 3)/2"


numbers = st.lists(st.floats(-1e4, 1e4).map(lambda v: round(v, 3)), min_size=2, max_size=30)


@law
@given(numbers)
def test_squares_agree_with_the_engine_however_many(values: list[float]) -> None:
    away = np.array(values) - np.mean(values)
    stats = np.array([len(values), away.sum(), (away * away).sum()])
    engine = float(dt.Variance().of(stats))
    scale = max(1.0, engine)
    assert arithmetic.variance(values).value == pytest.approx(engine, abs=1e-9 * scale)


@law
@given(st.lists(st.tuples(st.integers(0, 6), st.integers(-9, 9)), min_size=2, max_size=12))
def test_no_cut_adds_squares_and_each_equals_its_formula(pairs: list[tuple[int, int]]) -> None:
    x, y = [float(a) for a, _b in pairs], [float(b) for _a, b in pairs]
    before = arithmetic.squares_of(y)
    for cut, after in arithmetic.cuts_of(x, y):
        assert after <= before + 1e-9
        left = [b for a, b in zip(x, y, strict=True) if a <= cut]
        right = [b for a, b in zip(x, y, strict=True) if a > cut]
        assert arithmetic.decrease(left, right).value == pytest.approx(before - after, abs=1e-9)


def test_the_first_cut_of_li_hangs_regression_example() -> None:
    """Li Hang, exercise 5.2: x = 6.5 leaves 1.93, the least of all nine cuts."""
    y = [5.56, 5.70, 5.91, 6.40, 6.80, 7.05, 8.90, 8.70, 9.00, 9.05]
    cut, after = min(arithmetic.cuts_of(range(1, 11), y), key=lambda pair: pair[1])
    assert cut == 6.5
    assert after == pytest.approx(1.93, abs=5e-3)


# ------------------------------------------------------------------ typed numbers


@pytest.mark.parametrize("text", ["9, 5", "9 5", "9，5", "9、5", " 9;5, ", "9.0\n5."])
def test_counts_are_read_as_people_write_them(text: str) -> None:
    assert typed.counts(text) == [9, 5]


def test_minus_signs_of_both_kinds() -> None:
    assert typed.values("-1, −2.5, +3") == [-1, -2.5, 3]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "Give 2 to 8 counts"),
        ("9", "Give 2 to 8 counts"),
        ("1 2 3 4 5 6 7 8 9", "not 9."),
        ("9, -5", "fewer than 0"),
        ("0, 0", "All counts are 0"),
        ("nine, 5", "“nine” is not a number"),
        ("nan, 5", "“nan” is not a number"),
        ("100000, 5", "too large"),
    ],
)
def test_what_cannot_be_counted_is_said(text: str, said: str) -> None:
    with pytest.raises(dt.DataError, match=said):
        typed.counts(text)


def test_places_default_to_the_order() -> None:
    assert typed.places("", 3) == [1, 2, 3]
    with pytest.raises(dt.DataError, match="2 x for 3 values"):
        typed.places("1 2", 3)
    with pytest.raises(dt.DataError, match="All x are the same"):
        typed.places("4 4 4", 3)


def test_a_drop_of_millionths_is_told_from_nothing() -> None:
    sides = np.array([[268.0, 209.0], [24680.0, 24843.0]])
    figure = drop(sides, sides.sum(axis=0), measure=GINI, digits=Digits(6))
    assert any("decrease 0.000076" in text for text in labels(figure))
