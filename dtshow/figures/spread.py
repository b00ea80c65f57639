"""Squared distances to a mean, drawn as squares; and values parted in two by a threshold."""

import html
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import plotly.graph_objects as go
from plotly.subplots import make_subplots

from dtcore.model import FloatArray, number
from dtshow.figures.palette import INKS, Theme
from dtshow.figures.template import dot_look, dots, guide, label, layout, mark_here, path, stroke
from dtshow.words.language import _
from dttools.printing import Digits


def squares(values: Sequence[float], *, name: str, theme: Theme, height: int) -> go.Figure:
    """Values on a line; a square on each distance to the mean; below, the square of mean area.

    Both axes have the same scale, so that the squares are square.
    """
    y = np.asarray(values, float)
    mean, deviation = float(y.mean()), float(y.std())
    reach = float(np.abs(y - mean).max()) or 1.0
    figure = go.Figure(layout=layout(theme, height))
    faint: dict[str, Any] = {
        "line": {"color": INKS[theme].ink, "width": 1.5},
        "fillcolor": INKS[theme].ink3,
        "opacity": max(0.03, 0.3 - 0.004 * len(y)),
    }
    typical: dict[str, Any] = {"line": {"color": INKS[theme].mark_line, "width": 2}}
    typical |= {"fillcolor": INKS[theme].marker, "layer": "below"}
    boxes = [_box(mean, value, abs(value - mean), faint) for value in y.tolist()]
    # all at once: one by one they take seconds
    figure.update_layout(shapes=[*boxes, _box(mean, mean + deviation, -deviation, typical)])
    figure.add_vline(x=mean, line=stroke(theme))
    figure.add_trace(dots(y, np.zeros(len(y)), dot_look(theme), "%{x}"))
    text = _("mean {value}").format(value=number(round(mean, 4)))
    label(figure, mean, 1, f"<b>{text}</b>", theme, yref="paper", yanchor="bottom")
    text = _("average square, area {value}").format(
        value=Digits.for_scale(deviation**2).show(deviation**2)
    )
    label(figure, mean, -deviation / 2, text, theme, xanchor="right", xshift=-8)
    figure.update_layout(margin={"l": 10, "r": 10, "t": 28}, showlegend=False)
    figure.update_xaxes(range=[mean - 1.12 * reach, mean + 1.12 * reach])
    figure.update_xaxes(title_text=html.escape(name[:40]))
    figure.update_yaxes(visible=False, range=[-1.0 * max(deviation, reach / 2) - reach / 6, reach])
    figure.update_yaxes(scaleanchor="x", scaleratio=1, constrain="domain")
    figure.update_xaxes(constrain="domain")
    return figure


@dataclass(frozen=True, eq=False)
class Parted:
    """Rows with ``x`` and ``y`` (m,) and what these are called, parted by a cut of x.

    ``cuts`` are pairs of a cut and the sum of squares after it, ``before`` the sum before any.
    """

    x: FloatArray
    y: FloatArray
    names: tuple[str, str]
    cut: float
    cuts: Sequence[tuple[float, float]]
    before: float

    @property
    def ends(self) -> list[float]:
        """Of the axis of x."""
        return _padded(self.x)


def parted(seen: Parted, *, theme: Theme, height: int) -> go.Figure:
    """Above the values with the mean of each side; below the squares left after every cut."""
    figure = make_subplots(rows=2, cols=1, shared_xaxes=True, row_heights=[0.6, 0.4])
    figure.update_layout(layout(theme, height))
    ends, left = seen.ends, seen.x <= seen.cut
    for right, (side, reach) in enumerate(
        ((left, (ends[0], seen.cut)), (~left, (seen.cut, ends[1])))
    ):
        _side(figure, (seen.x[side], seen.y[side]), reach, bool(right), theme)
    figure.add_trace(path(ends, [seen.y.mean()] * 2, guide(theme)), 1, 1)
    _left_over(figure, seen, theme)
    mark_here(figure, seen.cut, theme)
    figure.update_layout(margin={"l": 66}, showlegend=False)
    figure.update_xaxes(range=ends)
    figure.update_yaxes(nticks=5)
    x, y = (html.escape(name[:most]) for name, most in zip(seen.names, (40, 24), strict=True))
    figure.update_xaxes(title_text=x, row=2, col=1)
    figure.update_yaxes(title_text=y, range=_padded(seen.y), row=1, col=1)
    label = _("squares left")
    figure.update_yaxes(title_text=label, range=[0, seen.before * 1.25 or 1], row=2, col=1)
    return figure


def _side(
    figure: go.Figure,
    rows: tuple[FloatArray, FloatArray],
    reach: tuple[float, float],
    right: bool,
    theme: Theme,
) -> None:
    """The values on one side of the cut, their mean, and how far each is from it; hollow and
    dashed on the right."""
    x, y = rows
    if not len(y):
        return
    mean = float(y.mean())
    sticks_x = np.repeat(x, 3)
    sticks_y = np.stack([y, np.full(len(y), mean), np.full(len(y), np.nan)], axis=1).reshape(-1)
    figure.add_trace(path(sticks_x, sticks_y, {"color": INKS[theme].ink3, "width": 1.5}), 1, 1)
    look = stroke(theme, "dash" if right else "solid", 3)
    figure.add_trace(path(reach, [mean, mean], look), 1, 1)
    figure.add_trace(dots(x, y, dot_look(theme, hollow=right), "(%{x}, %{y})"), 1, 1)


def _left_over(figure: go.Figure, seen: Parted, theme: Theme) -> None:
    """The sum of squares after every cut, the cut in hand, and the sum before any cut."""
    cut, before, ends = seen.cut, seen.before, seen.ends
    at, after = np.array(seen.cuts).T
    figure.add_trace(path(at, after, {"color": INKS[theme].ink3, "width": 1.5}), 2, 1)
    shown = "%{x}: %{y:.4f}"
    figure.add_trace(dots(at, after, {"color": INKS[theme].ink3, "size": 6}, shown), 2, 1)
    now = float(after[np.argmin(np.abs(at - cut))])
    dot = dots([cut], [now], dot_look(theme) | {"size": 13}, shown)
    figure.add_trace(dot.update(cliponaxis=False), 2, 1)
    figure.add_trace(path(ends, [before, before], guide(theme)), 2, 1)
    text = _("before: {value}").format(value=Digits.for_scale(before).show(before))
    label(figure, ends[1], before, text, theme, xanchor="right", yanchor="bottom", row=2, col=1)


def _box(x0: float, x1: float, height: float, look: dict[str, Any]) -> dict[str, Any]:
    return {"type": "rect", "x0": x0, "x1": x1, "y0": 0.0, "y1": height, **look}


def _padded(values: FloatArray) -> list[float]:
    span = float(values.max() - values.min()) or 1.0
    return [float(values.min()) - 0.07 * span, float(values.max()) + 0.07 * span]
