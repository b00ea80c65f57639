"""How the target is spread: a bar for each class, or the histogram of a number."""

import html
from collections.abc import Sequence

import numpy as np
import plotly.graph_objects as go

from dtshow.figures.palette import INKS, Theme
from dtshow.figures.template import STANDOFF, class_bars, layout
from dtshow.words.language import _

MOST_BARS = 10
FEW_STEPS = 20
ROW = 30
BARE = {"l": 8, "r": 8, "t": 8, "b": 8}
"""Margins where one axis alone has words."""


def classes(names: Sequence[str], weights: Sequence[float], others: str, theme: Theme) -> go.Figure:
    """A bar for each class with its count and share; rare ones share the bar ``others``."""
    shown, rest = _shown(weights)
    labels = [html.escape(_short(names[i])) for i in shown]
    values = [weights[i] for i in shown]
    if rest:
        labels.append(html.escape(others))
        values.append(sum(weights[i] for i in rest))
    figure = go.Figure(_bars(values, sum(weights) or 1.0, shown, theme))
    figure.update_layout(layout(theme, ROW * len(values) + 16), showlegend=False, margin=BARE)
    figure.update_xaxes(visible=False, range=[0, max(values) * 1.6])
    figure.update_yaxes(
        tickvals=list(range(len(values))),
        ticktext=labels,
        range=[len(values) - 0.5, -0.5],
        ticks="",
        ticklabelstandoff=STANDOFF,
        showgrid=False,
    )
    return figure


def _shown(weights: Sequence[float]) -> tuple[list[int], list[int]]:
    """The classes with a bar of their own, in order, and the rare ones if there are many."""
    every = list(range(len(weights)))
    if len(every) <= MOST_BARS:
        return every, []
    by_weight = sorted(every, key=lambda i: -weights[i])
    return sorted(by_weight[: MOST_BARS - 1]), by_weight[MOST_BARS - 1 :]


def _bars(values: Sequence[float], total: float, shown: Sequence[int], theme: Theme) -> go.Bar:
    """The bars of the classes ``shown``, and after them the one that the others share."""
    return go.Bar(
        x=values,
        y=list(range(len(values))),
        orientation="h",
        marker=class_bars(shown, theme, len(values) - len(shown)),
        text=[
            _("{level} ({count})").format(level=f"{value:g}", count=f"{value / total:.1%}")
            for value in values
        ],
        textposition="outside",
        cliponaxis=False,
        hoverinfo="skip",
    )


def histogram(values: np.ndarray, weights: np.ndarray, name: str, theme: Theme) -> go.Figure:
    """The weight of the rows in each of some equal steps, or at each of a few whole numbers."""
    heights, edges = np.histogram(values, bins=_edges(values), weights=weights)
    bar = go.Bar(
        x=(edges[:-1] + edges[1:]) / 2,
        y=heights,
        width=np.diff(edges),
        marker={"color": INKS[theme].ink3, "line": {"width": 1, "color": INKS[theme].paper}},
        customdata=np.stack([edges[:-1], edges[1:]], axis=1),
        hovertemplate="%{customdata[0]:.4g} – %{customdata[1]:.4g}: %{y:g}<extra></extra>",
    )
    figure = go.Figure(bar)
    figure.update_layout(layout(theme, 220), showlegend=False, bargap=0)
    figure.update_xaxes(title_text=html.escape(_short(name)))
    figure.update_yaxes(title_text=_("rows"), nticks=5)
    return figure


def _edges(values: np.ndarray) -> np.ndarray:
    low, high = values.min(), values.max()
    if high - low <= FEW_STEPS and bool(np.all(values % 1 == 0)):
        return np.arange(low - 0.5, high + 1)
    return np.histogram_bin_edges(values, bins=min(30, max(8, int(np.sqrt(len(values))))))


def _short(name: str) -> str:
    return name if len(name) <= 24 else name[:23] + "…"
