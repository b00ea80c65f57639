"""A planted pattern: its two columns with the classes as marks, or a number over one column."""

from __future__ import annotations

import html
from collections.abc import Sequence
from typing import Any, Final

import numpy as np
import pandas as pd
import plotly.graph_objects as go

from dtcore.model import FloatArray
from dtshow.figures.palette import Theme
from dtshow.figures.template import class_look, dot_look, dots, layout

GOLDEN: Final = (0.6180339887498949, 0.7548776662466927)
"""Multiples of these spread evenly over 0 to 1, in one and in two directions."""
SPREAD: Final = 0.7
"""Part of the room between two names that their points fill."""


def pattern(frame: pd.DataFrame, *, theme: Theme, height: int) -> go.Figure:
    """``frame``: the columns that count, by the names that are shown, and the target at last."""
    first, second, target = frame.columns[0], frame.columns[1], frame.columns[-1]
    figure = go.Figure(layout=layout(theme, height))
    if isinstance(frame[target].dtype, pd.CategoricalDtype):
        levels = frame[target].cat.codes.to_numpy()
        x, y = _places(frame[first], 0), _places(frame[second], 1)
        for code, level in enumerate(frame[target].cat.categories):
            figure.add_trace(
                _points(x[levels == code], y[levels == code], class_look(code, theme), str(level))
            )
        figure.update_yaxes(scaleanchor="x", constrain="domain")
        figure.update_xaxes(constrain="domain")
        _name_levels(figure, frame, (first, second))
    else:
        figure.add_trace(
            _points(_places(frame[first], 0), frame[target].to_numpy(), dot_look(theme))
        )
    figure.update_layout(margin={"t": 30})
    figure.update_xaxes(title_text=html.escape(first))
    figure.update_yaxes(title_text=html.escape(second))
    return figure


def _points(x: FloatArray, y: FloatArray, look: dict[str, Any], name: str = "") -> go.Scatter:
    """Of a class, which the key names, or of a number."""
    mark = look | {"size": 5, "opacity": 0.9, "line": {"width": 0}}
    return dots(x, y, mark).update(name=name, showlegend=bool(name))


def _places(column: pd.Series[Any], side: int) -> FloatArray:
    """Where the points stand: at their number, or spread around that of their name."""
    if not isinstance(column.dtype, pd.CategoricalDtype):
        return column.to_numpy(np.float64)
    apart = np.arange(1, len(column) + 1) * GOLDEN[side] % 1 - 0.5
    return np.asarray(column.cat.codes.to_numpy() + SPREAD * apart)


def _name_levels(figure: go.Figure, frame: pd.DataFrame, columns: Sequence[str]) -> None:
    for axis, name in zip((figure.update_xaxes, figure.update_yaxes), columns, strict=True):
        if isinstance(frame[name].dtype, pd.CategoricalDtype):
            levels = list(map(str, frame[name].cat.categories))
            axis(tickvals=list(range(len(levels))), ticktext=levels)
