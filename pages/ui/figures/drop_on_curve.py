"""A split's drop on the curve of impurity: the node above, the mean of its branches below it."""

import html
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import plotly.graph_objects as go

from dtcore.formula import Digits
from dtcore.model import FloatArray
from dtcore.policies import Impurity
from pages.ui.figures.palette import ACCENT, GROUND, MUTED, Theme
from pages.ui.figures.plane import (
    dot,
    guide,
    height_at,
    label,
    line,
    plane,
    touchable,
)
from pages.ui.wording.language import _

FOUR: Final = Digits()
_SAME: Final = 0.05
"""Dots nearer than this share one label."""


@dataclass(frozen=True, eq=False)
class DropOnCurve:
    """A node (2,) of two classes and its branches (b, 2), with their ``names`` for who points at
    one. ``first`` names the class whose share is p."""

    measure: Impurity
    parent: FloatArray
    branches: FloatArray
    names: Sequence[str]
    first: str

    @property
    def p(self) -> float:
        return _share(self.parent)

    @property
    def before(self) -> float:
        return float(self.measure.of(self.parent))

    @property
    def weights(self) -> FloatArray:
        """(b,) of the rows in each branch."""
        return self.branches.sum(axis=1) if len(self.branches) else np.zeros(0)

    @property
    def after(self) -> float:
        """The mean impurity of the branches, of which some hold rows."""
        return float(self.weights @ self.measure.of(self.branches) / self.weights.sum())


def entropy_drop(
    seen: DropOnCurve, *, theme: Theme, height: int = 380, digits: Digits = FOUR
) -> go.Figure:
    """The node on the curve, its branches, and how far their mean lies below it.

    The mean of the branches lies on the chords between them, straight below the node, and the
    distance is the gain. Without branches the node stands alone.
    """
    measure, p, before = seen.measure, seen.p, seen.before
    figure = plane(measure, theme, height)
    share = _("p, the share of class {name}").format(name=html.escape(seen.first[:24]))
    figure.update_xaxes(title_text=share)
    figure.add_trace(touchable(measure, theme))
    if seen.weights.sum() > 0:
        _chords(figure, seen.branches, measure, theme)
        _branches(figure, seen, theme, digits)
        _drop(figure, seen, theme, digits)
    # the node's label has a strip of its own at the top, clear of the branches' labels
    peak = height_at(measure, 0.5)
    figure.add_trace(line([p, p], [before, 1.17 * peak], guide(theme)))
    figure.add_trace(dot((p, before), ACCENT[theme], theme, size=17))
    text = f"<b>{measure.letter}(D) = {digits.show(before)}</b>"
    label(figure, min(max(p, 0.12), 0.88), 1.17 * peak, text, theme, yanchor="bottom")
    figure.update_xaxes(range=[-0.07, 1.07])
    figure.update_yaxes(range=[-0.04 * peak, 1.27 * peak])
    return figure


def _drop(figure: go.Figure, seen: DropOnCurve, theme: Theme, digits: Digits) -> None:
    """The vertical from the node to its branches' mean, with the gain written beside it."""
    p, before, after = seen.p, seen.before, seen.after
    figure.add_trace(line([p, p], [before, after], {"color": ACCENT[theme], "width": 6}))
    figure.add_trace(dot((p, after), GROUND[theme], theme, "diamond", 13))
    information = bool(seen.measure.unit)
    gain = _("gain {value}") if information else _("decrease {value}")
    gain = gain.format(value=digits.show(before - after))
    side = {"xanchor": "left", "xshift": 12} if p < 0.5 else {"xanchor": "right", "xshift": -12}
    label(figure, p, (before + after) / 2, f"<b>{gain}</b>", theme, **side)
    name = f"{seen.measure.letter}(D{'|' if information else ','}A)"
    label(figure, p, after, f"{name} = {digits.show(after)}", theme, yshift=-20)


def _chords(figure: go.Figure, branches: FloatArray, measure: Impurity, theme: Theme) -> None:
    """Dashed lines around the branches' dots: their mean can lie nowhere else."""
    held = branches[branches.sum(axis=1) > 0]
    p = np.array([_share(stats) for stats in held])
    order = np.argsort(p, kind="stable")
    x, y = p[order], measure.of(held)[order]
    if len(x) > 2:
        x, y = np.append(x, x[0]), np.append(y, y[0])
    figure.add_trace(line(x, y, {"color": MUTED[theme], "width": 1.5, "dash": "dash"}))


def _branches(figure: go.Figure, seen: DropOnCurve, theme: Theme, digits: Digits) -> None:
    """A dot for each branch, its area by its share of the rows; dots that meet share a label."""
    branches, measure, weights = seen.branches, seen.measure, seen.weights
    heights = measure.of(branches)
    labels: list[tuple[float, list[int]]] = []
    for i in sorted(np.flatnonzero(weights > 0).tolist(), key=lambda i: _share(branches[i])):
        p = _share(branches[i])
        size = 9 + 15 * float(np.sqrt(weights[i] / weights.sum()))
        mark = dot((p, float(heights[i])), MUTED[theme], theme, size=size)
        said = f"{html.escape(seen.names[i])}: {digits.show(float(heights[i]))}"
        figure.add_trace(mark.update(hoverinfo="text", hovertext=said))
        if labels and p - labels[-1][0] < _SAME:
            labels[-1][1].append(i)
        else:
            labels.append((p, [i]))
    for p, here in labels:
        text = ", ".join(f"D<sub>{i + 1}</sub>" for i in sorted(here))
        outside = {} if 0.02 < p < 0.98 else {"xanchor": "right" if p < 0.5 else "left"}
        label(figure, p, height_at(measure, p), text, theme, yshift=22, **outside)


def _share(stats: FloatArray) -> float:
    total = float(stats.sum())
    return float(stats[0]) / total if total else 0.0
