"""The plane that impurity is drawn in, over the share of one class: axes, the curve, marks on it.

Axes and heights depend on the measure alone, so that nothing moves but what is meant to.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import plotly.graph_objects as go

from dtcore.model import FloatArray
from dtcore.policies import ImpurityCriterion
from dtshow.figures.palette import INKS, Theme
from dtshow.figures.template import layout, stroke
from dtshow.words.language import _, sentence


def axis_name(measure: ImpurityCriterion) -> str:
    """The measure with its unit."""
    name = sentence(measure.node_label)
    if not measure.unit:
        return name
    return _("{impurity} in {unit}").format(impurity=name, unit=_(measure.unit))


def plane(measure: ImpurityCriterion, theme: Theme, height: int) -> go.Figure:
    """An empty figure whose axes fit the measure."""
    figure = go.Figure()
    styled(figure, theme, height, height_at(measure, 0.5) * 1.14)
    figure.update_yaxes(title_text=axis_name(measure))
    return figure


def styled(figure: go.Figure, theme: Theme, height: int, top: float) -> None:
    figure.update_layout(layout(theme, height))
    figure.update_layout(margin={"l": 58, "r": 10, "b": 46}, showlegend=False)
    figure.update_xaxes(range=[-0.03, 1.03], tick0=0, dtick=0.25)
    figure.update_yaxes(range=[-0.03 * top, top], nticks=7)


def touchable(measure: ImpurityCriterion, theme: Theme) -> go.Scatter:
    """The curve; unseen markers on it let a click choose a p."""
    x = np.round(np.linspace(0, 1, 101), 2)
    unseen = {"marker": {"opacity": 0}}
    return go.Scatter(
        x=x,
        y=curve_at(measure, x),
        mode="lines+markers",
        line=stroke(theme),
        marker={"size": 14, "opacity": 0},
        selected=unseen,
        unselected=unseen,
        hovertemplate="p = %{x}: %{y:.4f}<extra></extra>",
    )


def line(
    x: Sequence[float] | FloatArray, y: Any, look: Mapping[str, Any], name: str = ""
) -> go.Scatter:
    return go.Scatter(
        x=x, y=y, mode="lines", line=look, name=name, hoverinfo="skip", showlegend=bool(name)
    )


def dot(
    at: tuple[float, float],
    theme: Theme,
    symbol: str = "circle",
    size: float = 13,
    hollow: bool = False,
) -> go.Scatter:
    """A mark of ink, or one that is hollow."""
    inks = INKS[theme]
    fill, edge = (inks.paper, inks.ink) if hollow else (inks.ink, inks.paper)
    marker = {"color": fill, "size": size, "symbol": symbol, "opacity": 1}
    steady = {"marker": {"opacity": 1}}
    return go.Scatter(
        x=[at[0]],
        y=[at[1]],
        mode="markers",
        marker=marker | {"line": {"color": edge, "width": 2}},
        selected=steady,
        unselected=steady,
        showlegend=False,
        cliponaxis=False,
        hovertemplate="p = %{x:.4~f}: %{y:.4f}<extra></extra>",
    )


def curve_at(measure: ImpurityCriterion, p: FloatArray) -> FloatArray:
    return measure.of(np.stack([p, 1 - p], axis=-1))


def height_at(measure: ImpurityCriterion, p: float) -> float:
    return float(curve_at(measure, np.array([p]))[0])
