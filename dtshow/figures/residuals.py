"""How far each row lies above or below what is predicted of it."""

from __future__ import annotations

import numpy as np
import plotly.graph_objects as go

from dtshow.figures.palette import Theme
from dtshow.figures.template import dot_look, guide, layout
from dtshow.words.language import _

MOST = 4000
"""Marks; of more rows every so many is drawn."""


def residuals(told: np.ndarray, left: np.ndarray, *, theme: Theme, height: int = 320) -> go.Figure:
    """``told`` and ``left`` (n,): predictions, and what is left of the truth without them."""
    figure = go.Figure(layout=layout(theme, height))
    step = -(-len(told) // MOST)
    figure.add_hline(y=0, line=guide(theme))
    look = dot_look(theme, hollow=True) | {"size": 7}
    figure.add_scatter(
        x=told[::step], y=left[::step], mode="markers", marker=look,
        hovertemplate="%{x:.6g} · %{y:.6g}<extra></extra>",
    )  # fmt: skip
    figure.update_xaxes(title=_("predicted"))
    figure.update_yaxes(title=_("true − predicted"))
    figure.update_layout(showlegend=False)
    return figure
