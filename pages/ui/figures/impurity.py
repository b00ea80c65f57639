"""Impurity over the share of one of two classes: one curve, or three of them."""

import html
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import plotly.graph_objects as go

from dtcore.formula import Digits
from dtcore.model import FloatArray
from dtcore.policies import Impurity
from pages.ui.figures.palette import ACCENT, GROUND, SYMBOLS, TEXT, Theme, colour
from pages.ui.figures.plane import (
    curve_at,
    dot,
    guide,
    height_at,
    label,
    line,
    plane,
    styled,
    touchable,
)
from pages.ui.wording.language import _

DASHES: Final = ("solid", "dash", "dot")


def one_curve(measure: Impurity, p: float, *, theme: Theme, height: int) -> go.Figure:
    """The curve, the point at ``p``, and thin lines from it to both axes."""
    value = height_at(measure, p)
    figure = plane(measure, theme, height)
    figure.update_xaxes(title_text=_("p, the share of the first class"))
    figure.add_trace(touchable(measure, theme))
    figure.add_trace(line([p, p, -0.03], [0, value, value], guide(theme)))
    notable = np.array([0.0, 0.5, 1.0])
    figure.add_trace(_ring(notable, curve_at(measure, notable), theme))
    figure.add_trace(dot((p, value), ACCENT[theme], theme))
    label(figure, p, value, f"<b>{Digits().show(value)}</b>", theme, **_beside(p))
    return figure


@dataclass(frozen=True, eq=False)
class Curves:
    """Named ``heights`` over p = 0, 0.01, ..., 1; the axis is called ``title`` and ends at
    ``top``."""

    heights: Mapping[str, FloatArray]
    title: str
    top: float


def criteria(curves: Curves, p: float, *, theme: Theme, height: int) -> go.Figure:
    """The curves, each with a mark of its own at ``p``."""
    figure = go.Figure()
    at = round(p * 100)
    for number, (name, curve) in enumerate(curves.heights.items()):
        x = np.linspace(0, 1, len(curve))
        look = {"color": colour(number), "width": 3, "dash": DASHES[number % 3]}
        figure.add_trace(line(x, curve, look, html.escape(name)))
        mark = dot((p, float(curve[at])), colour(number), theme, SYMBOLS[number])
        figure.add_trace(mark)
    styled(figure, theme, height, curves.top)
    figure.add_vline(x=p, line=guide(theme), layer="below")
    figure.update_layout(
        margin={"t": 34},
        showlegend=True,
        legend={"orientation": "h", "x": 0, "y": 1.02, "yanchor": "bottom", "font": {"size": 14}},
    )
    figure.update_xaxes(title_text=_("p, the share of the first class"))
    figure.update_yaxes(title_text=html.escape(curves.title))
    return figure


def _beside(p: float) -> dict[str, Any]:
    """Where a label stands clear of the curve: above it, or inside where it is steep."""
    if 0.15 <= p <= 0.85:
        aside = {"xanchor": "right", "xshift": -8} if p < 0.5 else {"xanchor": "left", "xshift": 8}
        return {"yshift": 18, **(aside if abs(p - 0.5) > 0.02 else {})}
    inside = {"xanchor": "left", "xshift": 14} if p < 0.5 else {"xanchor": "right", "xshift": -14}
    return {"yshift": 10, **inside}


def _ring(x: FloatArray, y: FloatArray, theme: Theme) -> go.Scatter:
    marker = {"color": GROUND[theme], "size": 9, "line": {"color": TEXT[theme], "width": 2}}
    steady = {"marker": {"opacity": 1}}
    return go.Scatter(
        x=x, y=y, mode="markers", marker=marker, hoverinfo="skip",
        selected=steady, unselected=steady, showlegend=False, cliponaxis=False,
    )  # fmt: skip
