"""The score of every cut of a numeric column, what is left on either side, and the rows below.

All three move together with the cut that is tried; the axes do not. Left of the cut is a solid
line with full dots, right of it a dashed one with hollow ones.
"""

from __future__ import annotations

import html
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import plotly.graph_objects as go
from plotly.subplots import make_subplots

from dtcore.model import FloatArray, cut_text, gap_of
from dtshow.figures.palette import INKS, Theme
from dtshow.figures.template import (
    class_look,
    class_ticks,
    dot_look,
    dots,
    guide,
    label,
    layout,
    mark_here,
    path,
    steady,
    stroke,
)
from dtshow.words.language import _
from dttools.study import Standing

MOST_POINTS: Final = 1500


@dataclass(frozen=True, eq=False)
class Explored:
    """What there is to draw. ``cuts``, ``scores``, ``sides`` (2, c) and ``standings`` by cut;
    ``values`` and ``target`` (m,) are the rows at the node, or some of them, and ``distinct`` the
    different values of all, rising; ``tried_sides`` are impurities."""

    cuts: Sequence[float]
    scores: Sequence[float]
    sides: FloatArray
    standings: Sequence[Standing]
    before: float
    tried: float
    tried_score: float
    tried_sides: tuple[float, float]
    values: FloatArray
    distinct: FloatArray
    target: FloatArray
    classes: Sequence[str]
    single: bool
    names: tuple[str, str, str, str]
    """Of the column, the score, the impurity and the target."""

    def told(self, cut: float) -> str:
        """A cut as conditions print it."""
        return cut_text(cut, *gap_of(cut, self.distinct), self.single)


def threshold(seen: Explored, *, theme: Theme) -> go.Figure:
    """As high as the page makes it."""
    figure = make_subplots(
        rows=3, cols=1, shared_xaxes=True, row_heights=[0.36, 0.3, 0.34], vertical_spacing=0.09
    )
    figure.add_trace(path(seen.cuts, seen.scores, guide(theme)), 1, 1)
    for trace in (*_marks(seen, theme), _diamond(seen, theme)):
        figure.add_trace(trace, 1, 1)
    _sides(figure, seen, theme)
    for trace in _strip(seen, theme):
        figure.add_trace(trace, 3, 1)
    mark_here(figure, seen.tried, theme)  # only plots that hold something are marked
    _axes(figure, seen, theme)
    return figure


def kinds(theme: Theme) -> dict[Standing, tuple[str, str, str]]:
    """What a cut's standing is called, with its mark and its colour."""
    ink, quiet = INKS[theme].ink, INKS[theme].ink3
    return {
        Standing.OPEN: (_("may be taken"), "circle", ink),
        Standing.TOO_FEW_ROWS: (_("too few rows on one side"), "x", quiet),
        Standing.BELOW_AVERAGE_GAIN: (_("below average gain"), "triangle-down", quiet),
        Standing.SAME_CLASS: (_("same class on both sides"), "circle-open", quiet),
    }


def _marks(seen: Explored, theme: Theme) -> list[go.Scatter]:
    """A dot for each cut, by its standing; the key names the marks."""
    traces = []
    present = set(seen.standings)
    for standing, (name, symbol, shade) in kinds(theme).items():
        chosen = [i for i, kind in enumerate(seen.standings) if kind is standing]
        if chosen:
            traces.append(
                go.Scatter(
                    x=[seen.cuts[i] for i in chosen],
                    y=[seen.scores[i] for i in chosen],
                    customdata=[seen.cuts[i] for i in chosen],
                    text=[seen.told(seen.cuts[i]) for i in chosen],
                    mode="markers",
                    name=name,
                    showlegend=len(present) > 1,
                    marker={"symbol": symbol, "size": 8, "color": shade},
                    hovertemplate=f"≤ %{{text}}: %{{y:.4f}}<br>{html.escape(name)}<extra></extra>",
                    **steady(),
                )
            )
    return traces


def _sides(figure: go.Figure, seen: Explored, theme: Theme) -> None:
    """How mixed the rows on either side are, for each cut and for the one that is tried."""
    for side, dash in enumerate(("solid", "dash")):
        figure.add_trace(path(seen.cuts, seen.sides[side], stroke(theme, dash)), 2, 1)
        look = dot_look(theme, hollow=side == 1) | {"size": 11}
        dot = dots([seen.tried], [seen.tried_sides[side]], look, "%{y:.4f}")
        figure.add_trace(dot.update(cliponaxis=False), 2, 1)
    figure.add_hline(y=seen.before, line=guide(theme), row=2, col=1)
    _name_sides(figure, seen, theme)


def _name_sides(figure: go.Figure, seen: Explored, theme: Theme) -> None:
    """At the end of each line, apart where they end together."""
    top, ends = _top(seen), [float(side[-1]) for side in seen.sides]
    gap = max(0.45 * top, abs(ends[0] - ends[1]))
    low = min(max((sum(ends) - gap) / 2, 0.0), top - gap)
    higher = 0 if ends[0] >= ends[1] else 1
    for side, name in enumerate((_("left"), _("right"))):
        y = low + gap * (side == higher)
        label(figure, 1, y, name, theme, xref="paper", xanchor="left", xshift=6, yref="y2")


def _top(seen: Explored) -> float:
    return max(seen.before, float(seen.sides.max(initial=0.0)), 1e-12)


def _strip(seen: Explored, theme: Theme) -> list[go.Scatter]:
    """The rows: one strip a class, equal values stacked, or a scatter of a numeric target."""
    step = -(-len(seen.values) // MOST_POINTS)
    values, target = seen.values[::step], seen.target[::step]
    if not seen.classes:
        return [dots(values, target, dot_look(theme) | {"size": 6, "opacity": 0.7}, "%{x}")]
    lifted, rows = strips(values, target), [target == k for k in range(len(seen.classes))]
    return [
        dots(values[own], lifted[own], class_look(k, theme) | {"size": 7}, "%{x}")
        for k, own in enumerate(rows)
    ]


def strips(values: FloatArray, target: FloatArray) -> FloatArray:
    """(m,) how high each row stands along one column: by class, equal values stacked."""
    order = np.lexsort((values, target))
    pairs = np.stack([target[order], values[order]], axis=1)
    new = np.ones(len(order), bool)
    new[1:] = (pairs[1:] != pairs[:-1]).any(axis=1)
    start = np.maximum.accumulate(np.where(new, np.arange(len(order)), 0))
    place = np.empty(len(order))
    place[order] = np.arange(len(order)) - start
    if not place.max(initial=0):
        return target + 0.0
    return target + 0.55 * (np.minimum(place, 12) / 12 - 0.5)


def _axes(figure: go.Figure, seen: Explored, theme: Theme) -> None:
    keyed = len(set(seen.standings)) > 1
    figure.update_layout(layout(theme, None))
    figure.update_layout(margin={"r": 44, "t": 40 if keyed else 22}, clickmode="event+select")
    figure.update_layout(legend={"y": 1, "yref": "container", "yanchor": "top"})
    low, high = float(seen.distinct[0]), float(seen.distinct[-1])
    span = max(high - low, 1e-12)
    figure.update_xaxes(range=[low - 0.03 * span, high + 0.03 * span])
    figure.update_xaxes(ticks="", row=1, col=1)
    figure.update_xaxes(ticks="", row=2, col=1)
    name = html.escape(seen.names[0][:60])
    figure.update_xaxes(title_text=name, title_standoff=2, row=3, col=1)
    figure.update_yaxes(nticks=3)
    for axis, name in (("y", seen.names[1]), ("y2", seen.names[2])):
        # upright beside a low plot two names would meet
        place = {"xref": "paper", "yref": f"{axis} domain", "xanchor": "left", "yanchor": "bottom"}
        label(figure, 0, 1, html.escape(name[:32]), theme, **place)
    top = _top(seen)
    figure.update_yaxes(range=[-0.06 * top, 1.1 * top], row=2, col=1)
    if seen.classes:
        n = len(seen.classes)
        figure.update_yaxes(**class_ticks(seen.classes, 14), range=[-0.6, n - 0.4], row=3, col=1)
    else:
        figure.update_yaxes(title_text=html.escape(seen.names[3][:24]), row=3, col=1)


def _diamond(seen: Explored, theme: Theme) -> go.Scatter:
    look = dot_look(theme, symbol="diamond") | {"size": 14}
    mark = dots([seen.tried], [seen.tried_score], look, "≤ %{text}: %{y:.4f}")
    return mark.update(cliponaxis=False, text=[seen.told(seen.tried)])
