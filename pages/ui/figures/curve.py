"""The score of every cut of a numeric column, what is left on either side, and the rows below.

All three move together with the cut that is tried; the axes do not.
"""

from __future__ import annotations

import html
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

import numpy as np
import plotly.graph_objects as go
from plotly.subplots import make_subplots

from dtcore.explain import Standing
from dtcore.model import FloatArray, gap_of, number
from pages.ui.figures.palette import ACCENT, MUTED, SYMBOLS, TEXT, Theme, colour, layout
from pages.ui.wording.language import _

SIDES: Final = ("#009E73", "#CC79A7")
MOST_POINTS: Final = 1500


@dataclass(frozen=True, eq=False)
class Explored:
    """What there is to draw. ``cuts``, ``scores``, ``sides`` (2, c) and ``standings`` by cut;
    ``values`` and ``target`` (m,) are the rows at the node; ``tried_sides`` are impurities."""

    cuts: Sequence[float]
    scores: Sequence[float]
    sides: FloatArray
    standings: Sequence[Standing]
    before: float
    tried: float
    tried_score: float
    tried_sides: tuple[float, float]
    values: FloatArray
    target: FloatArray
    classes: Sequence[str]
    names: tuple[str, str, str, str]
    """Of the column, the score, the impurity and the target."""

    @cached_property
    def distinct(self) -> FloatArray:
        """The different values of the rows, sorted."""
        return np.unique(self.values)

    def told(self, cut: float) -> str:
        """A cut as conditions print it."""
        return number(cut, *gap_of(cut, self.distinct))


def threshold(seen: Explored, *, theme: Theme, height: int = 290) -> go.Figure:
    figure = make_subplots(
        rows=3, cols=1, shared_xaxes=True, row_heights=[0.4, 0.29, 0.31], vertical_spacing=0.05
    )
    line = {"color": MUTED[theme], "width": 1.5}
    figure.add_trace(_path(seen.cuts, seen.scores, line), 1, 1)
    for trace in _marks(seen, theme):
        figure.add_trace(trace, 1, 1)
    figure.add_trace(_diamond(seen.tried, seen.tried_score, seen.told(seen.tried), theme), 1, 1)
    _sides(figure, seen, theme)
    for trace in _strip(seen):
        figure.add_trace(trace, 3, 1)
    figure.add_vline(x=seen.tried, line={"color": ACCENT[theme], "width": 2, "dash": "dash"})
    _axes(figure, seen, theme, height)
    return figure


def kinds(theme: Theme) -> dict[Standing, tuple[str, str, str]]:
    """What a cut's standing is called, with its mark and its colour."""
    return {
        Standing.OPEN: (_("may be taken"), "circle", ACCENT[theme]),
        Standing.TOO_FEW_ROWS: (_("too few rows on one side"), "x", TEXT[theme]),
        Standing.BELOW_AVERAGE_GAIN: (_("below average gain"), "triangle-down", TEXT[theme]),
        Standing.SAME_CLASS: (_("same class on both sides"), "circle-open", MUTED[theme]),
    }


def _marks(seen: Explored, theme: Theme) -> list[go.Scatter]:
    """A dot for each cut, by its standing; the mark and the legend say it without colour."""
    traces = []
    present = set(seen.standings)
    for standing, (name, symbol, shade) in kinds(theme).items():
        chosen = [i for i, kind in enumerate(seen.standings) if kind is standing]
        if chosen:
            traces.append(
                go.Scatter(
                    x=[seen.cuts[i] for i in chosen],
                    y=[seen.scores[i] for i in chosen],
                    customdata=[seen.cuts[i] for i in chosen],
                    text=[seen.told(seen.cuts[i]) for i in chosen],
                    mode="markers",
                    name=name,
                    showlegend=len(present) > 1,
                    marker={"symbol": symbol, "size": 8, "color": shade},
                    selected={"marker": {"opacity": 1}},
                    unselected={"marker": {"opacity": 1}},
                    hovertemplate=f"≤ %{{text}}: %{{y:.4f}}<br>{html.escape(name)}<extra></extra>",
                )
            )
    return traces


def _sides(figure: go.Figure, seen: Explored, theme: Theme) -> None:
    """How mixed the rows on either side are, for each cut and for the one that is tried."""
    names = (_("left, ≤ the cut"), _("right, > the cut"))
    for side, dash in enumerate(("solid", "dot")):
        look = {"color": SIDES[side], "width": 2, "dash": dash}
        trace = _path(seen.cuts, seen.sides[side], look)
        figure.add_trace(trace.update(name=names[side], showlegend=True), 2, 1)
        edge = {"color": TEXT[theme], "width": 1}
        symbol = ("square", "diamond")[side]
        mark = {"color": SIDES[side], "size": 10, "symbol": symbol, "line": edge}
        dot = go.Scatter(
            x=[seen.tried], y=[seen.tried_sides[side]], mode="markers", marker=mark,
            hovertemplate="%{y:.4f}<extra></extra>", showlegend=False, cliponaxis=False,
        )  # fmt: skip
        figure.add_trace(dot, 2, 1)
    guide = {"color": MUTED[theme], "width": 1, "dash": "dash"}
    figure.add_hline(y=seen.before, line=guide, row=2, col=1)


def _strip(seen: Explored) -> list[go.Scatter]:
    """The rows: one strip a class, equal values stacked, or a scatter of a numeric target."""
    step = -(-len(seen.values) // MOST_POINTS)
    values, target = seen.values[::step], seen.target[::step]
    if not seen.classes:
        marker = {"size": 6, "color": colour(0), "opacity": 0.7}
        return [_points(values, target, marker)]
    lifted = target + 0.55 * stacked(values, target)
    return [
        _points(
            values[target == k],
            lifted[target == k],
            {"symbol": SYMBOLS[k % len(SYMBOLS)], "size": 7, "color": colour(k)},
        )
        for k in range(len(seen.classes))
    ]


def stacked(values: FloatArray, target: FloatArray) -> FloatArray:
    """(m,) from -0.5 to 0.5: where among the rows of the same value and class each stands."""
    order = np.lexsort((values, target))
    pairs = np.stack([target[order], values[order]], axis=1)
    new = np.ones(len(order), bool)
    new[1:] = (pairs[1:] != pairs[:-1]).any(axis=1)
    start = np.maximum.accumulate(np.where(new, np.arange(len(order)), 0))
    place = np.empty(len(order))
    place[order] = np.arange(len(order)) - start
    return np.minimum(place, 12) / 12 - 0.5 if place.max(initial=0) > 0 else np.zeros(len(order))


def _axes(figure: go.Figure, seen: Explored, theme: Theme, height: int) -> None:
    figure.update_layout(layout(theme, height))
    figure.update_layout(
        margin={"l": 8, "r": 8, "t": 26, "b": 36},
        legend={"orientation": "h", "y": 1.0, "yanchor": "bottom", "x": 0, "font": {"size": 12}},
        clickmode="event+select",
        uirevision="constant",
    )
    low, high = float(seen.values.min()), float(seen.values.max())
    span = max(high - low, 1e-12)
    common = layout(theme, 0)["xaxis"]
    figure.update_xaxes(**common, range=[low - 0.03 * span, high + 0.03 * span], automargin=True)
    figure.update_yaxes(**common, automargin=True, nticks=4)
    title = {"text": html.escape(seen.names[0][:60]), "standoff": 2, "font": {"size": 13}}
    figure.update_xaxes(title=title, row=3, col=1)
    for row, name in ((1, seen.names[1]), (2, seen.names[2])):
        figure.update_yaxes(
            title={"text": html.escape(name[:24]), "font": {"size": 12}}, row=row, col=1
        )
    top = max(seen.before, float(seen.sides.max(initial=0.0)), 1e-12)
    figure.update_yaxes(range=[-0.06 * top, 1.1 * top], row=2, col=1)
    if seen.classes:
        n = len(seen.classes)
        names = [html.escape(name[:14]) for name in seen.classes]
        ticks = {"tickvals": list(range(n)), "ticktext": names, "range": [-0.6, n - 0.4]}
        figure.update_yaxes(**ticks, row=3, col=1)
    else:
        figure.update_yaxes(title_text=html.escape(seen.names[3][:24]), row=3, col=1)


def _diamond(x: float, y: float, told: str, theme: Theme) -> go.Scatter:
    look = {"symbol": "diamond", "size": 13, "color": ACCENT[theme]}
    look["line"] = {"color": TEXT[theme], "width": 2}
    return go.Scatter(
        x=[x], y=[y], mode="markers", marker=look, showlegend=False, cliponaxis=False, text=[told],
        hovertemplate="≤ %{text}: %{y:.4f}<extra></extra>",
    )  # fmt: skip


def _path(x: Any, y: Any, look: dict[str, Any]) -> go.Scatter:
    return go.Scatter(x=x, y=y, mode="lines", line=look, hoverinfo="skip", showlegend=False)


def _points(x: FloatArray, y: FloatArray, marker: dict[str, Any]) -> go.Scatter:
    shown = "%{x}<extra></extra>"
    return go.Scatter(
        x=x, y=y, mode="markers", marker=marker, showlegend=False, hovertemplate=shown
    )
