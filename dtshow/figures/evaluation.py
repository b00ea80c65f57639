"""How good a tree is: an interval for its accuracy, the ROC curve, and its errors row by row."""

from __future__ import annotations

import html
from dataclasses import dataclass

import numpy as np
import plotly.graph_objects as go

from dtshow.figures.palette import INKS, Theme
from dtshow.figures.template import dot_look, dots, guide, label, layout, path, stroke
from dtshow.words.language import _
from dtshow.words.number_format import share

MOST_ROWS = 4000
"""Marks; of more rows every so many is drawn."""


@dataclass(frozen=True)
class Interval:
    """Shares from 0 to 1; ``usual``: what ``baseline`` says of every row."""

    low: float
    accuracy: float
    high: float
    baseline: float
    usual: str


def interval(of: Interval, *, theme: Theme, height: int = 130) -> go.Figure:
    inks = INKS[theme]
    figure = go.Figure(layout=layout(theme, height))
    shares = [of.low, of.high, of.baseline, of.accuracy]
    room = max(0.02, (max(shares) - min(shares)) * 0.15)
    ends = {"x0": of.low, "x1": of.high, "y0": -0.5, "y1": 0.5}
    figure.add_shape(type="rect", **ends, fillcolor=inks.marker, line_width=0)
    _mark_on_line(figure, of.accuracy, f"<b>{share(of.accuracy)}</b>", 1, theme)
    _mark_on_line(figure, of.baseline, html.escape(of.usual), -1, theme)
    figure.update_xaxes(
        range=[max(0.0, min(shares) - room), min(1.0, max(shares) + room)],
        tickformat=".0%",
        nticks=6,
        title=_("share of rows predicted correctly"),
        showline=True,
    )
    figure.update_yaxes(visible=False, range=[-2, 2])
    figure.update_layout(margin={"l": 24, "r": 24, "t": 6, "b": 40}, showlegend=False)
    return figure


def _mark_on_line(figure: go.Figure, x: float, text: str, side: int, theme: Theme) -> None:
    """A line across at ``x`` with words above it (``side`` 1), or a dotted one with words below."""
    line = stroke(theme, width=3) if side > 0 else guide(theme)
    figure.add_shape(type="line", x0=x, x1=x, y0=-0.8, y1=0.8, line=line)
    label(figure, x, 0.9 * side, text, theme, yanchor="bottom" if side > 0 else "top")


@dataclass(frozen=True, eq=False)
class RocCurve:
    """``points`` (p, 2): false and true positive rates, from (0, 0) to (1, 1)."""

    points: np.ndarray
    area: float | None


def roc(of: RocCurve, *, theme: Theme, height: int = 340) -> go.Figure:
    figure = go.Figure(layout=layout(theme, height))
    x, y = of.points.T
    curve = dots(x, y, dot_look(theme), "%{x:.4f} · %{y:.4f}")
    curve.update(mode="lines+markers", line=stroke(theme))
    figure.add_traces([path([0, 1], [0, 1], guide(theme)), curve])
    if of.area is not None:
        area = _("area {area}").format(area=f"{of.area:.4f}")
        label(figure, 0.97, 0.06, area, theme, xanchor="right")
    share = {"range": [-0.02, 1.02], "tickformat": ".0%"}
    figure.update_xaxes(title=_("false positive rate"), **share)
    figure.update_yaxes(title=_("true positive rate"), **share)
    figure.update_layout(showlegend=False)
    return figure


def residuals(told: np.ndarray, left: np.ndarray, *, theme: Theme, height: int = 320) -> go.Figure:
    """``told`` and ``left`` (n,): predictions, and what is left of the truth without them."""
    figure = go.Figure(layout=layout(theme, height))
    step = -(-len(told) // MOST_ROWS)
    figure.add_hline(y=0, line=guide(theme))
    look = dot_look(theme, hollow=True) | {"size": 7}
    figure.add_trace(dots(told[::step], left[::step], look, "%{x:.6g} · %{y:.6g}"))
    figure.update_xaxes(title=_("predicted"))
    figure.update_yaxes(title=_("true − predicted"))
    figure.update_layout(showlegend=False)
    return figure
