"""A number for each column, importance or a count: a bar for each, the largest on top."""

from __future__ import annotations

import html
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import plotly.graph_objects as go

from dtshow.figures.palette import INKS, Theme
from dtshow.figures.template import layout

ROOM: Final = 0.4
"""Of all bars together, for a number at the left."""

LEAST_BARS: Final = 24
"""Pixels: the names stay whole, and the bars make way."""


@dataclass(frozen=True)
class ImportanceBars:
    """``values`` by ``labels``, in the order to be drawn; ``chosen``: the bar that is meant;
    ``texts``: what stands at their ends, if not the values; ``end``: where a full bar ends."""

    labels: Sequence[str]
    values: Sequence[float]
    chosen: int | None = None
    texts: Sequence[str] = ()
    end: float | None = None


def bars(of: ImportanceBars, *, theme: Theme) -> go.Figure:
    inks = INKS[theme]
    figure = go.Figure(layout=layout(theme, 60 + 30 * len(of.labels)))
    places = list(range(len(of.labels)))  # names may be alike, or numbers
    colours = [inks.marker if k == of.chosen else inks.ink3 for k in places]
    figure.add_bar(
        x=list(of.values),
        y=places,
        orientation="h",
        marker={"color": colours, "line": {"color": inks.ink, "width": 1}},
        text=of.texts or [short(value) for value in of.values],
        textposition="outside",
        cliponaxis=False,
        hoverinfo="skip",
    )
    names = {"tickvals": places, "ticktext": [html.escape(name) for name in of.labels]}
    figure.update_yaxes(autorange="reversed", automargin=True, showgrid=False, **names)
    figure.update_xaxes(visible=False, range=_range(of))
    figure.update_layout(margin={"r": 90 if of.texts else 60, "t": 6, "b": 10}, showlegend=False)
    figure.update_layout(minreducedwidth=LEAST_BARS)
    return figure


def _range(of: ImportanceBars) -> list[float] | None:
    """With room for the number of a bar that ends below 0, beside the names."""
    if of.end is not None:
        return [0, of.end]
    low, high = min(0.0, *of.values), max(0.0, *of.values)
    return [low - ROOM * (high - low), high] if low < 0 else None


def short(value: float) -> str:
    """Four decimals, so that bars can be added up; of large numbers fewer."""
    if not value:
        return "0"
    text = f"{value:,.4f}" if abs(value) < 10 else f"{value:,.6g}"
    return text.replace("-", "−", 1)
