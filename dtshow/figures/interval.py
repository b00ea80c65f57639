"""How sure an accuracy is: its interval on a line, with the accuracy of one leaf beside it."""

from __future__ import annotations

import html
from dataclasses import dataclass

import plotly.graph_objects as go

from dtshow.figures.palette import INKS, Theme
from dtshow.figures.template import guide, label, layout, stroke
from dtshow.words.language import _
from dtshow.words.number_format import share


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
    _mark(figure, of.accuracy, f"<b>{share(of.accuracy)}</b>", 1, theme)
    _mark(figure, of.baseline, html.escape(of.usual), -1, theme)
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


def _mark(figure: go.Figure, x: float, text: str, side: int, theme: Theme) -> None:
    """A line across at ``x`` with words above it (``side`` 1), or a dotted one with words below."""
    line = stroke(theme, width=3) if side > 0 else guide(theme)
    figure.add_shape(type="line", x0=x, x1=x, y0=-0.8, y1=0.8, line=line)
    label(figure, x, 0.9 * side, text, theme, yanchor="bottom" if side > 0 else "top")
