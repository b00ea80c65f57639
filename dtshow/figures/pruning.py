"""Pruning in pictures: what each subtree costs at each α, and what it loses on other rows.

An axis begins near the least value where all are far from 0, and says where.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import plotly.graph_objects as go

from dtshow.figures.palette import INKS, Theme
from dtshow.figures.template import (
    DASHES,
    dot_look,
    faint,
    guide,
    layout,
    mark_here,
    path,
    steady,
    stroke,
)
from dtshow.words import number_format
from dtshow.words.language import _

MOST_LINES: Final = 40
MOST_MARKS: Final = 50
"""Of so many points at most, a mark for each."""
LAST_STEP: Final = 0.5
"""Of a leaf: how far the curve of growth goes on after the last tree."""
MOST_TICKS: Final = 14
SIDES: Final = (60, 12)
"""Pixels beside the curves of a path. The ruler of α above them leaves as many, and is their axis:
a stretch of it is as wide as a step of theirs."""
ON_RULER: Final = 0.5
"""How strong the marker is there, below prices (``ruler.css``)."""
BAND: Final[Mapping[Theme, float]] = {"light": 0.15, "dark": 0.3}
"""Of the ink, what lies between a standard error less and one more."""
HEIGHT: Final = 300
NEAR: Final = 0.4
"""Of the greatest value: where none is less, the axis need not begin at 0."""
FAR: Final = 2
"""So many times as high above the foot of the axis as all others, a smallest tree goes beyond."""
ROOM: Final = 0.15
"""Of the axis, above the highest point."""


@dataclass(frozen=True, eq=False)
class Subtrees:
    """A pruning path: ``alphas``, ``leaves`` and ``risks`` (k,), and the place of the tree on
    show."""

    alphas: np.ndarray
    leaves: np.ndarray
    risks: np.ndarray
    shown: int


@dataclass(frozen=True, eq=False)
class Validated:
    """Cross-validation: ``risk`` and its standard ``error`` (k,), the best subtree, and the
    smallest one within a standard error; ``by_fold`` (f, k) if each fold is to have a line."""

    risk: np.ndarray
    error: np.ndarray
    best: int
    one_error: int
    by_fold: np.ndarray | None = None


@dataclass(frozen=True, eq=False)
class LossCurves:
    """What subtrees lose: those of ``leaves`` (k,), best from ``alphas`` (k,) on, where they
    ``cost`` (k,) in all, on rows by name (k,) each; ``title`` says what a loss is, ``shown``
    are the places of the ruler's first tree, and of the one on show."""

    alphas: np.ndarray
    leaves: np.ndarray
    cost: np.ndarray
    curves: Sequence[tuple[str, np.ndarray]]
    shown: tuple[int, int]
    title: str
    validated: Validated | None = None


@dataclass(frozen=True, eq=False)
class Growth:
    """How good a tree was at so many ``leaves`` (k,), on its own rows and on others (k,), as
    ``title`` says, ``best`` the place of the best on others; ``at``: the leaves of the tree on
    show, and how good it is on both; ``shares``: of rows that are right, and no losses; ``ruled``:
    below a ruler, whose trees get smaller from left to right."""

    leaves: np.ndarray
    training: np.ndarray
    held_out: np.ndarray
    at: tuple[float, float, float]
    title: str
    best: int
    shares: bool = False
    ruled: bool = False


def foot(least: float, most: float) -> float:
    """Where an axis begins: at 0, or at a round number if the least value is far from it."""
    if not NEAR * most < least < most:
        return 0.0
    ten = 10.0 ** math.floor(math.log10((most - least) / 4))
    step = 5 * ten if 5 * ten <= (most - least) / 4 else ten
    return round(math.floor(least / step) * step, 12)


def reach(curves: Sequence[np.ndarray] | np.ndarray, few: int = 2) -> tuple[float, float]:
    """Where the axis of losses begins and ends; the ``few`` smallest trees, which are last, may go
    beyond it."""
    values = np.array(curves)
    usual = float(values[:, : max(1, values.shape[1] - few)].max())
    low = foot(float(values.min()), usual)
    kept = values[values - low <= FAR * (usual - low)] if usual > low else values
    return low, low + (1 + ROOM) * (float(kept.max()) - low or 1.0)


def costs(path: Subtrees, *, theme: Theme, height: int = HEIGHT) -> go.Figure:
    """C_α against α: a line for each subtree, and under them all the least cost.

    The tree on show stands out, with the marker behind the α at which it is the best one, and the
    axis ends soon after them: the next prices may be many times as high.
    """
    alphas, leaves, risks, k = path.alphas, path.leaves, path.risks, path.shown
    after = float(alphas[min(k + 1, len(alphas) - 1)])
    end = max(after * 1.5, 1e-12)
    chosen = sorted({*np.linspace(0, len(alphas) - 1, MOST_LINES).astype(int).tolist(), k})
    figure = go.Figure()
    for i in chosen:
        ends = [risks[i], risks[i] + end * leaves[i]]
        line = {"color": INKS[theme].ink3, "width": 1}
        figure.add_trace(_line([0, end], ends, "", line, f"|T| = {leaves[i]}"))
    figure.data[0].update(name=_("each tree"), showlegend=True)
    x = np.append(alphas[alphas < end], end)
    least = (risks[:, None] + np.outer(leaves, x)).min(axis=0)
    own = {"color": INKS[theme].mark_line, "width": 7}  # the least cost is seen upon it
    name = _("the tree shown, |T| = {n}").format(n=leaves[k])
    costs = risks[k], risks[k] + end * leaves[k]
    figure.add_trace(_line([0, end], costs, name, own))
    figure.add_trace(_line(x, least, _("the least cost at each α"), stroke(theme)))
    _frame(figure, theme, "α", "C<sub>α</sub>(T)", height)
    until = after if after > alphas[k] else end
    _band(figure, float(alphas[k]), until, theme)
    figure.update_xaxes(range=[0, end])
    most = max(float(least.max()), *map(float, costs))
    low = foot(float(least.min()), most)
    _begins(figure, low, theme)
    figure.update_yaxes(range=[low, low + 1.15 * (most - low) or 1])
    return figure


def risks(losses: LossCurves, *, theme: Theme, height: int = HEIGHT) -> go.Figure:
    """The losses tree by tree, below the ruler that says which trees they are: curves by name, and
    cross-validation with its standard errors and, if asked for, a thin line for each fold. The
    stretch of each tree can be touched: ``customdata`` is its place, and that of the tree on
    show."""
    x, validated = np.arange(len(losses.leaves)), losses.validated
    folds = validated.by_fold if validated else None
    figure = go.Figure()
    for fold in folds if folds is not None else ():
        line = {"color": INKS[theme].line, "width": 1}
        figure.add_trace(_line(x, fold, "", line))
    marks = ("square", "diamond")
    for i, (name, values) in enumerate(losses.curves):
        trace = _line(x, values, name, stroke(theme, DASHES[2 - i % 2]))
        look = dot_look(theme, hollow=True, symbol=marks[i % 2])
        figure.add_trace(trace.update(mode=_mode(x), marker=look, hoverinfo="skip", **steady()))
    if validated is not None:
        _validated(figure, x, validated, theme)
    first, here = losses.shown
    _band(figure, here - 0.5, here + 0.5, theme, opacity=ON_RULER)
    shown = [values[first:] for _name, values in losses.curves]
    if validated:
        shown += [(validated.risk + side * validated.error)[first:] for side in (-1, 1)]
    low, top = reach(shown)
    _below_the_ruler(figure, losses, theme, height)
    room = ROOM / 2 * (top - low)  # a mark at the foot is seen whole
    figure.update_yaxes(range=[low - room, top])
    _stretches(figure, losses, low - room, top)
    _begins(figure, low, theme)
    name, values = (_("cross-validated"), validated.risk) if validated else losses.curves[-1]
    if text := _beyond(name, losses.leaves, values, values > top, "↑"):
        figure.update_layout(margin={"t": 26})
        place = {"xref": "paper", "x": 1, "yref": "paper", "y": 1}
        figure.add_annotation(
            text=text, **place, xanchor="right", yanchor="bottom", showarrow=False
        )
    return figure


def _beyond(name: str, leaves: np.ndarray, values: np.ndarray, out: np.ndarray, arrow: str) -> str:
    """What of a curve lies beyond the axis, and where."""
    told = [
        f"{number_format.leaves(int(leaves[k]))} {values[k]:.4f} {arrow}"
        for k in np.flatnonzero(out).tolist()
    ]
    return f"{name}{_(': ')}{_(', ').join(told)}" if told else ""


def _begins(figure: go.Figure, low: float, theme: Theme) -> None:
    """In the key, where the axis begins, if not at 0."""
    if not low:
        return
    look = dot_look(theme, symbol="triangle-down")
    name = _("axis begins at {least}").format(least=f"{low:g}")
    figure.add_scatter(x=[None], y=[None], mode="markers", marker=look, name=name)


def _below_the_ruler(figure: go.Figure, losses: LossCurves, theme: Theme, height: int) -> None:
    """The ruler is the axis; the key stands below."""
    (first, here), (left, right) = losses.shown, SIDES
    figure.update_layout(layout(theme, height))
    figure.update_layout(margin={"l": left, "r": right, "t": 8, "b": 30}, bargap=0)
    figure.update_layout(selectionrevision=here)
    figure.update_layout(legend={"y": 0, "yanchor": "top", "traceorder": "normal"})
    bare = {"showticklabels": False, "ticks": "", "automargin": False}
    figure.update_xaxes(range=[first - 0.5, len(losses.leaves) - 0.5], **bare)
    figure.update_yaxes(automargin=False, nticks=6, title_text=losses.title)


def _stretches(figure: go.Figure, losses: LossCurves, low: float, top: float) -> None:
    """A bar for each tree, which nobody sees: it is touched, and says what the tree loses."""
    places = np.arange(len(losses.leaves))
    figure.add_trace(
        go.Bar(
            x=places,
            y=np.full(len(places), top - low),
            base=low,
            width=1,
            marker={"color": "rgba(0,0,0,0)", "line": {"width": 0}},
            showlegend=False,
            customdata=[[int(k), losses.shown[1]] for k in places],
            hovertext=[_told(losses, int(k)) for k in places],
            hovertemplate="%{hovertext}<extra></extra>",
            **steady(),
        )
    )


def _told(losses: LossCurves, k: int) -> str:
    lines = [
        f"<b>{number_format.leaves(int(losses.leaves[k]))}</b>",
        f"α = {losses.alphas[k]:.4g}{_(', ')}R + α|T| = {losses.cost[k]:.4g}",
        *(f"{name}{_(': ')}{values[k]:.4f}" for name, values in losses.curves),
    ]
    if losses.validated is not None:
        risk, error = losses.validated.risk[k], losses.validated.error[k]
        lines.append(f"{_('cross-validated')}{_(': ')}{risk:.4f} ± {error:.4f}")
    return "<br>".join(lines)


def _band(figure: go.Figure, x0: float, x1: float, theme: Theme, opacity: float = 1) -> None:
    """The tree on show, as on the ruler."""
    look = {"fillcolor": INKS[theme].marker, "line_width": 0, "opacity": opacity}
    figure.add_vrect(x0=x0, x1=x1, layer="below", **look)


def _mode(x: np.ndarray) -> str:
    return "lines" if len(x) > MOST_MARKS else "lines+markers"


def _validated(figure: go.Figure, x: np.ndarray, validated: Validated, theme: Theme) -> None:
    risk, error = validated.risk, validated.error
    best, one = validated.best, validated.one_error
    none = {"color": "rgba(0,0,0,0)", "width": 0}
    figure.add_trace(_line(x, risk - error, "", none).update(hoverinfo="skip"))
    within = _line(x, risk + error, _("± 1 standard error"), none)
    fill = faint(INKS[theme].ink, BAND[theme])
    figure.add_trace(within.update(fill="tonexty", fillcolor=fill, hoverinfo="skip"))
    trace = _line(x, risk, _("cross-validated"), stroke(theme))
    look = dot_look(theme)
    figure.add_trace(trace.update(mode=_mode(x), marker=look, hoverinfo="skip", **steady()))
    level = float(risk[best] + error[best])
    figure.add_hline(y=level, line=guide(theme))
    text = [(best, _("best"), "star"), (one, _("1 standard error"), "hexagon")]
    if best == one:  # one mark, else the one would hide the other
        text = [(best, _("best, and 1 standard error"), "star")]
    for place, words, symbol in text:
        marker = dot_look(theme, symbol=symbol) | {"size": 15}
        spot = {"x": [x[place]], "y": [risk[place]], "name": words, "marker": marker}
        figure.add_scatter(mode="markers", hoverinfo="skip", **spot, **steady())


def overfitting(growth: Growth, *, theme: Theme, height: int = HEIGHT) -> go.Figure:
    """Mitchell's figure 3.6: how good the tree is as it grows, on its own rows and on others."""
    leaves, training, held_out, at = growth.leaves, growth.training, growth.held_out, growth.at
    figure = go.Figure()
    rows = ((_("training"), training, "dot"), (_("held out"), held_out, "solid"))
    steps = [*leaves, leaves[-1] + LAST_STEP]  # else the last tree has no width
    for name, values, dash in rows:
        heights = [*values, values[-1]]
        figure.add_trace(_line(steps, heights, name, stroke(theme, dash) | {"shape": "hv"}))
    mark_here(figure, at[0], theme)
    name = _("best") if growth.shares else _("lowest")
    star = {"x": [leaves[growth.best]], "y": [held_out[growth.best]], "name": name}
    look = dot_look(theme, symbol="star") | {"size": 15}
    figure.add_scatter(**star, mode="markers", marker=look, hoverinfo="skip")
    for i, value in enumerate(at[1:]):
        marker = dot_look(theme, hollow=i == 0) | {"size": 11}
        figure.add_scatter(x=[at[0]], y=[value], mode="markers", marker=marker, showlegend=False)
    _frame(figure, theme, _("leaves in the tree"), growth.title, height)
    _good(figure, growth, theme)
    if leaves[-1] <= MOST_TICKS:
        figure.update_xaxes(dtick=1)
    room = LAST_STEP + 0.02 * leaves[-1]
    ends = [leaves[0] - room, leaves[-1] + room]
    figure.update_xaxes(range=ends[::-1] if growth.ruled else ends)
    return figure


def _good(figure: go.Figure, growth: Growth, theme: Theme) -> None:
    """How good a tree was, on an axis that the smallest may leave."""
    held, side = growth.held_out, "left" if not growth.ruled else "right"
    both = np.array([growth.training, held])[:, ::-1]
    low, top = reach(1 - both if growth.shares else both)
    arrow, anchor = "↑", "top"
    if growth.shares:
        low, top = foot(1 - top, 1 - low), 1 - low
        arrow, anchor = "↓", "bottom"
    room = ROOM / 2 * (top - low)  # a mark at either end is seen whole
    figure.update_yaxes(range=[low - room, top + room])
    _begins(figure, low, theme)
    out = (held < low) | (held > top)
    if text := _beyond(_("held out"), growth.leaves, held, out, arrow):
        place = {"x": growth.leaves[~out][0], "yref": "paper", "y": int(anchor == "top")}
        look = {"xanchor": side, "yanchor": anchor, "xshift": -8 if growth.ruled else 8}
        figure.add_annotation(text=text, **place, **look, showarrow=False)


def _line(x: Any, y: Any, name: str, line: dict[str, Any], hover: str = "") -> go.Scatter:
    """A line that the key names, if it has a name; without one, it speaks under the mouse."""
    says = {"hoverinfo": "text", "text": hover} if hover else {"hoverinfo": None} if name else {}
    return path(x, y, line).update(name=name, showlegend=bool(name), **says)


def _frame(figure: go.Figure, theme: Theme, x: str, y: str, height: int) -> None:
    figure.update_layout(layout(theme, height))
    figure.update_layout(margin={"t": 28})
    figure.update_xaxes(title_text=x)
    figure.update_yaxes(title_text=y)
