"""The ROC curve: how many of the class are found, for how many others that are taken for it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import plotly.graph_objects as go

from dtshow.figures.palette import Theme
from dtshow.figures.template import dot_look, guide, label, layout, stroke
from dtshow.words.language import _


@dataclass(frozen=True, eq=False)
class RocCurve:
    """``points`` (p, 2): false and true positive rates, from (0, 0) to (1, 1)."""

    points: np.ndarray
    area: float | None


def roc(of: RocCurve, *, theme: Theme, height: int = 340) -> go.Figure:
    figure = go.Figure(layout=layout(theme, height))
    figure.add_scatter(x=[0, 1], y=[0, 1], mode="lines", line=guide(theme), hoverinfo="skip")
    x, y = of.points.T
    figure.add_scatter(
        x=x, y=y, mode="lines+markers", line=stroke(theme), marker=dot_look(theme),
        hovertemplate="%{x:.4f} · %{y:.4f}<extra></extra>",
    )  # fmt: skip
    if of.area is not None:
        label(
            figure,
            0.97,
            0.06,
            _("area {area}").format(area=f"{of.area:.4f}"),
            theme,
            xanchor="right",
        )
    share = {"range": [-0.02, 1.02], "tickformat": ".0%"}
    figure.update_xaxes(title=_("false positive rate"), **share)
    figure.update_yaxes(title=_("true positive rate"), **share)
    figure.update_layout(showlegend=False)
    return figure
