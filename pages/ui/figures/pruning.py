"""Pruning in pictures: what each subtree costs at each α, and what it loses on other rows."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, Final

import numpy as np
import plotly.graph_objects as go

from pages.ui.figures.palette import ACCENT, GRID, MUTED, TEXT, Theme, colour, layout
from pages.ui.wording.language import _

MOST_LINES: Final = 40
MOST_BARS: Final = 50
"""Of so many points at most, a mark and a bar for each."""
HEIGHT: Final = 300


def costs(
    alphas: np.ndarray,
    leaves: np.ndarray,
    risks: np.ndarray,
    k: int,
    *,
    height: int = HEIGHT,
    theme: Theme,
) -> go.Figure:
    """C_α against α: a line for each subtree, and under them all the least cost.

    ``alphas``, ``leaves`` and ``risks`` (k,) are a path's; subtree ``k`` stands out, and the
    axis ends a few subtrees after it.
    """
    end = max(float(alphas[min(k + 3, len(alphas) - 1)]) * 1.25, 1e-12)
    chosen = sorted({*np.linspace(0, len(alphas) - 1, MOST_LINES).astype(int).tolist(), k})
    figure = go.Figure()
    for i in chosen:
        ends = [risks[i], risks[i] + end * leaves[i]]
        line = {"color": MUTED[theme], "width": 1}
        figure.add_trace(_line([0, end], ends, "", line, f"|T| = {leaves[i]}", legend=False))
    x = np.append(alphas[alphas < end], end)
    least = (risks[:, None] + np.outer(leaves, x)).min(axis=0)
    envelope = {"color": colour(1), "width": 4}
    figure.add_trace(_line(x, least, _("the least cost at each α"), envelope))
    own = {"color": ACCENT[theme], "width": 3, "dash": "dash"}
    name = _("the tree on show, |T| = {n}").format(n=leaves[k])
    figure.add_trace(_line([0, end], [risks[k], risks[k] + end * leaves[k]], name, own))
    _frame(figure, theme, "α", "C<sub>α</sub>(T)", height)
    figure.update_xaxes(range=[0, end])
    figure.update_yaxes(range=[0, float(least.max()) * 1.15 or 1])
    return figure


def sizes(
    alphas: np.ndarray,
    leaves: np.ndarray,
    k: int,
    *,
    height: int = HEIGHT,
    theme: Theme,
) -> go.Figure:
    """How many leaves the best subtree has at each α: a stair that only goes down."""
    x = positions(alphas)
    figure = go.Figure(
        go.Scatter(
            x=[*x, x[-1] * 2],
            y=[*leaves, leaves[-1]],
            mode="lines+markers",
            line={"shape": "hv", "color": colour(0), "width": 2.5},
            marker={"size": [7] * len(x) + [0]},
            customdata=[*alphas, alphas[-1]],
            hovertemplate="α = %{customdata:.4g}: %{y}<extra></extra>",
            showlegend=False,
        )
    )
    _mark(figure, x[k], theme)
    _frame(figure, theme, "α", _("leaves"), height)
    _alpha_axis(figure, alphas, x)
    figure.update_yaxes(rangemode="tozero")
    return figure


def risks(
    alphas: np.ndarray,
    curves: Sequence[tuple[str, np.ndarray]],
    validated: tuple[np.ndarray, np.ndarray] | None,
    choices: tuple[int, int] | None,
    folds: np.ndarray | None,
    k: int,
    *,
    title: str,
    height: int = HEIGHT,
    theme: Theme,
) -> go.Figure:
    """Losses against α: ``curves`` by name, and cross-validation with its standard errors.

    ``validated`` is (risk, error), each (k,); ``choices`` the best subtree and the one within a
    standard error; ``folds`` (f, k) a thin line each.
    """
    x = positions(alphas)
    figure = go.Figure()
    for fold in folds if folds is not None else ():
        line = {
            "color": GRID[theme] if theme == "light" else MUTED[theme],
            "width": 1,
            "shape": "hv",
        }
        figure.add_trace(_line(x, fold, "", line, legend=False))
    marks = ("square", "diamond")
    for i, (name, values) in enumerate(curves):
        line = {"color": colour(i), "width": 2, "dash": ("dot", "dash")[i % 2]}
        trace = _line(x, values, name, {**line, "shape": "hv"})
        figure.add_trace(trace.update(mode=_mode(x), marker_symbol=marks[i % 2]))
    if validated is not None:
        _validated(figure, x, validated, choices, theme)
    _mark(figure, x[k], theme)
    _frame(figure, theme, "α", title, height)
    _alpha_axis(figure, alphas, x)
    shown = [values for _name, values in curves] + ([validated[0]] if validated else [])
    figure.update_yaxes(range=[0, _top(shown)])
    return figure


def _mode(x: np.ndarray) -> str:
    return "lines" if len(x) > MOST_BARS else "lines+markers"


def _top(curves: Sequence[np.ndarray]) -> float:
    """Where the axis ends: the smallest trees, far worse than all, may go beyond."""
    values = np.array(curves)
    worst, usual = float(values.max()), float(values[:, : max(1, values.shape[1] - 2)].max())
    return min(worst, 2.2 * usual) * 1.08 or 1.0


def _validated(
    figure: go.Figure,
    x: np.ndarray,
    validated: tuple[np.ndarray, np.ndarray],
    choices: tuple[int, int] | None,
    theme: Theme,
) -> None:
    risk, error = validated
    if len(x) > MOST_BARS:  # side by side they would be a wall
        shown = {*range(0, len(x), math.ceil(len(x) / MOST_BARS)), *(choices or ())}
        error = np.where(np.isin(np.arange(len(x)), sorted(shown)), error, np.nan)
    bars = {"type": "data", "array": error, "color": TEXT[theme], "thickness": 1, "width": 3}
    name = _("cross-validated ± 1 SE")
    trace = _line(x, risk, name, {"color": TEXT[theme], "width": 2.5, "shape": "hv"})
    figure.add_trace(trace.update(mode=_mode(x), error_y=bars))
    if choices is None:
        return
    best, one = choices
    level = float(risk[best] + error[best])
    figure.add_hline(y=level, line={"color": MUTED[theme], "width": 1, "dash": "dot"})
    said = ((best, _("best"), "star"), (one, _("1 SE"), "hexagon"))
    for place, words, symbol in said:
        marker = {"symbol": symbol, "size": 15, "color": colour(4), "line": {"width": 1}}
        dot = go.Scatter(x=[x[place]], y=[risk[place]], mode="markers", name=words, marker=marker)
        figure.add_trace(dot)


def overfitting(
    nodes: np.ndarray,
    training: np.ndarray,
    held_out: np.ndarray,
    at: int | None,
    *,
    title: str,
    height: int = HEIGHT,
    theme: Theme,
) -> go.Figure:
    """Mitchell's figure 3.6: how good the tree is as it grows, on its own rows and on others."""
    figure = go.Figure()
    rows = ((_("training rows"), training, "dot"), (_("held-out rows"), held_out, "solid"))
    for i, (name, values, dash) in enumerate(rows):
        line = {"color": colour(i), "width": 2.5, "dash": dash, "shape": "hv"}
        figure.add_trace(_line(nodes, values, name, line))
    if at is not None:
        _mark(figure, float(nodes[at]), theme)
        for i, values in enumerate((training, held_out)):
            marker = {"size": 11, "color": colour(i), "symbol": ("circle", "diamond")[i]}
            dot = go.Scatter(x=[nodes[at]], y=[values[at]], mode="markers", marker=marker)
            figure.add_trace(dot.update(showlegend=False))
    _frame(figure, theme, _("nodes in the tree"), title, height)
    return figure


def positions(alphas: np.ndarray) -> np.ndarray:
    """(k,) where each α stands on a logarithmic axis; zero a little to the left of all others."""
    above = alphas[alphas > 0]
    least = float(above.min()) if len(above) else 1.0
    return np.where(alphas > 0, alphas, least / 3)


def _alpha_axis(figure: go.Figure, alphas: np.ndarray, x: np.ndarray) -> None:
    """A logarithmic axis that has a zero at its left."""
    low, high = math.log10(float(x[0])), math.log10(float(x[-1]))
    room = 0.06 * max(high - low, 1.0)
    powers = [p for p in range(math.floor(low), math.ceil(high) + 1) if p > low + 0.15]
    powers = powers[:: max(1, len(powers) // 5)]
    ticks, text = [10.0**p for p in powers], [f"{10.0**p:g}" for p in powers]
    if alphas[0] == 0:
        ticks, text = [float(x[0]), *ticks], ["0", *text]
    figure.update_xaxes(type="log", range=[low - room, high + room], tickvals=ticks, ticktext=text)


def _line(
    x: Any, y: Any, name: str, line: dict[str, Any], hover: str = "", legend: bool = True
) -> go.Scatter:
    says = {"hoverinfo": "text", "text": hover} if hover else {}
    if not legend and not hover:
        says = {"hoverinfo": "skip"}
    return go.Scatter(x=x, y=y, mode="lines", name=name, line=line, showlegend=legend, **says)


def _mark(figure: go.Figure, x: float, theme: Theme) -> None:
    figure.add_vline(x=x, line={"color": ACCENT[theme], "width": 2})


def _frame(figure: go.Figure, theme: Theme, x: str, y: str, height: int) -> None:
    figure.update_layout(layout(theme, height))
    figure.update_layout(
        margin={"l": 8, "r": 12, "t": 8, "b": 8},
        legend={"orientation": "h", "y": 1.02, "yanchor": "bottom", "x": 0, "font": {"size": 12}},
        hoverlabel={"font": {"size": 13}},
    )
    figure.update_xaxes(title={"text": x, "standoff": 4}, automargin=True)
    figure.update_yaxes(title={"text": y, "standoff": 4}, automargin=True)
