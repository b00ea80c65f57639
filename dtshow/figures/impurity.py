"""Impurity over the share of one of two classes: one curve, or three of them."""

import html
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import plotly.graph_objects as go

from dtcore.model import FloatArray
from dtcore.policies import ImpurityCriterion
from dtshow.figures.palette import SYMBOLS, Theme
from dtshow.figures.plane import curve_at, dot, height_at, line, plane, styled, touchable
from dtshow.figures.template import DASHES, dot_look, guide, label, mark_here, stroke
from dttools.printing import Digits


def one_curve(measure: ImpurityCriterion, p: float, *, theme: Theme, height: int) -> go.Figure:
    """The curve, the point at ``p``, and how high it stands."""
    value = height_at(measure, p)
    figure = plane(measure, theme, height)
    figure.update_layout(margin={"b": 24})  # the slider below names the axis
    figure.add_trace(touchable(measure, theme))
    mark_here(figure, p, theme)
    figure.add_trace(line([p, -0.03], [value, value], guide(theme)))
    notable = np.array([0.0, 0.5, 1.0])
    figure.add_trace(_ring(notable, curve_at(measure, notable), theme))
    figure.add_trace(dot((p, value), theme))
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
    """The curves, each with a mark of its own at ``p``; the key shows marks and dashes."""
    figure = go.Figure()
    styled(figure, theme, height, curves.top)
    mark_here(figure, p, theme)
    at = round(p * 100)
    for number, (name, curve) in enumerate(curves.heights.items()):
        look = stroke(theme, DASHES[number % len(DASHES)])
        place = p, float(curve[at])
        figure.add_trace(line(np.linspace(0, 1, len(curve)), curve, look))
        figure.add_trace(dot(place, theme, SYMBOLS[number]))
        figure.add_trace(_named(html.escape(name), look, dot_look(theme, symbol=SYMBOLS[number])))
    figure.update_layout(margin={"t": 34, "b": 24}, showlegend=True)
    figure.update_yaxes(title_text=html.escape(curves.title))
    return figure


def _named(name: str, look: dict[str, Any], mark: dict[str, Any]) -> go.Scatter:
    """What the key shows of a line: its dashes and its mark."""
    return go.Scatter(
        x=[None], y=[None], mode="lines+markers", line=look, marker=mark, name=name,
        hoverinfo="skip",
    )  # fmt: skip


def _beside(p: float) -> dict[str, Any]:
    """Where a label stands clear of the curve: above it, or inside where it is steep."""
    if 0.15 <= p <= 0.85:
        aside = {"xanchor": "right", "xshift": -8} if p < 0.5 else {"xanchor": "left", "xshift": 8}
        return {"yshift": 18, **(aside if abs(p - 0.5) > 0.02 else {})}
    inside = {"xanchor": "left", "xshift": 14} if p < 0.5 else {"xanchor": "right", "xshift": -14}
    return {"yshift": 10, **inside}


def _ring(x: FloatArray, y: FloatArray, theme: Theme) -> go.Scatter:
    steady = {"marker": {"opacity": 1}}
    return go.Scatter(
        x=x, y=y, mode="markers", marker=dot_look(theme, hollow=True), hoverinfo="skip",
        selected=steady, unselected=steady, showlegend=False, cliponaxis=False,
    )  # fmt: skip
