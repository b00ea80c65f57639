"""Impurity over the share of one of two classes: one curve, three of them, and a split's drop.

Axes and heights depend on the measure alone, so that nothing moves but what is meant to.
"""

import html
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

import numpy as np
import plotly.graph_objects as go

import dtcore as dt
from dtcore.formula import Digits
from dtcore.model.columns import FloatArray
from pages.ui.figures.palette import (
    ACCENT,
    GROUND,
    MUTED,
    SYMBOLS,
    TEXT,
    Theme,
    colour,
    layout,
)

Translate = Callable[[str], str]
Measure = dt.Entropy | dt.Gini | dt.ErrorRate
DASHES: Final = ("solid", "dash", "dot")
_SAME: Final = 0.05
"""Dots nearer than this share one label."""


def axis_name(measure: Measure, _: Translate) -> str:
    """The measure with its unit."""
    if isinstance(measure, dt.Entropy):
        return _("entropy H, in bits") if measure.base == 2 else _("entropy H, in nats")
    return _("Gini index") if isinstance(measure, dt.Gini) else _("error rate")


def one_curve(measure: Measure, p: float, *, _: Translate, theme: Theme, height: int) -> go.Figure:
    """The curve, the point at ``p``, and thin lines from it to both axes."""
    value = _at(measure, p)
    figure = _frame(measure, theme, height, _)
    figure.update_xaxes(title_text=_("p, the share of the first class"))
    figure.add_trace(_touchable(measure, theme))
    figure.add_trace(_line([p, p, -0.03], [0, value, value], _guide(theme)))
    notable = np.array([0.0, 0.5, 1.0])
    figure.add_trace(_ring(notable, _of(measure, notable), theme))
    figure.add_trace(_dot(p, value, ACCENT[theme], theme))
    _label(figure, p, value, f"<b>{Digits().show(value)}</b>", theme, **_beside(p))
    return figure


def criteria(
    heights: Mapping[str, FloatArray],
    p: float,
    *,
    title: str,
    top: float,
    _: Translate,
    theme: Theme,
    height: int,
) -> go.Figure:
    """Named curves over p = 0, 0.01, ..., 1, each with a mark of its own at ``p``."""
    figure = go.Figure()
    at = round(p * 100)
    for number, (name, curve) in enumerate(heights.items()):
        x = np.linspace(0, 1, len(curve))
        look = {"color": colour(number), "width": 3, "dash": DASHES[number % 3]}
        figure.add_trace(_line(x, curve, look, html.escape(name)))
        mark = _dot(p, float(curve[at]), colour(number), theme, SYMBOLS[number])
        figure.add_trace(mark)
    _style(figure, theme, height, top)
    figure.add_vline(x=p, line=_guide(theme), layer="below")
    figure.update_layout(
        margin={"t": 34},
        showlegend=True,
        legend={"orientation": "h", "x": 0, "y": 1.02, "yanchor": "bottom", "font": {"size": 14}},
    )
    figure.update_xaxes(title_text=_("p, the share of the first class"))
    figure.update_yaxes(title_text=html.escape(title))
    return figure


def entropy_drop(
    measure: Measure,
    parent_stats: FloatArray,
    branch_stats: FloatArray,
    names: Sequence[str],
    *,
    share_of: str,
    _: Translate,
    theme: Theme,
    height: int = 380,
) -> go.Figure:
    """The node (2,) on the curve, its branches (b, 2), and how far their mean lies below it.

    p is the share of the first class, ``share_of``. The mean of the branches lies on the
    chords between them, straight below the node, and the distance is the gain. Without
    branches the node stands alone. ``names`` are the branches', for who points at a dot.
    """
    figure = _frame(measure, theme, height, _)
    share = _("p, the share of class {name}").format(name=html.escape(share_of[:24]))
    figure.update_xaxes(title_text=share)
    figure.add_trace(_touchable(measure, theme))
    p, before = _share(parent_stats), float(measure.of(parent_stats))
    weights = branch_stats.sum(axis=1) if len(branch_stats) else np.zeros(0)
    if weights.sum() > 0:
        _chords(figure, branch_stats, measure, theme)
        _branches(figure, branch_stats, names, measure, theme)
        after = float(weights @ measure.of(branch_stats) / weights.sum())
        _drop(figure, measure, p, (before, after), theme, _)
    # the node's label has a strip of its own at the top, clear of the branches' labels
    peak = _at(measure, 0.5)
    figure.add_trace(_line([p, p], [before, 1.17 * peak], _guide(theme)))
    figure.add_trace(_dot(p, before, ACCENT[theme], theme, size=17))
    text = f"<b>{_symbol(measure)}(D) = {Digits().show(before)}</b>"
    _label(figure, min(max(p, 0.12), 0.88), 1.17 * peak, text, theme, yanchor="bottom")
    figure.update_xaxes(range=[-0.07, 1.07])
    figure.update_yaxes(range=[-0.04 * peak, 1.27 * peak])
    return figure


def _beside(p: float) -> dict[str, Any]:
    """Where a label stands clear of the curve: above it, or inside where it is steep."""
    if 0.15 <= p <= 0.85:
        aside = {"xanchor": "right", "xshift": -8} if p < 0.5 else {"xanchor": "left", "xshift": 8}
        return {"yshift": 18, **(aside if abs(p - 0.5) > 0.02 else {})}
    inside = {"xanchor": "left", "xshift": 14} if p < 0.5 else {"xanchor": "right", "xshift": -14}
    return {"yshift": 10, **inside}


def _drop(
    figure: go.Figure,
    measure: Measure,
    p: float,
    ends: tuple[float, float],
    theme: Theme,
    _: Translate,
) -> None:
    """The vertical from the node to its branches' mean, with the gain written beside it."""
    before, after = ends
    figure.add_trace(_line([p, p], [before, after], {"color": ACCENT[theme], "width": 6}))
    figure.add_trace(_dot(p, after, GROUND[theme], theme, "diamond", 13))
    entropy = isinstance(measure, dt.Entropy)
    gain = _("gain {value}") if entropy else _("decrease {value}")
    gain = gain.format(value=Digits().show(before - after))
    side = {"xanchor": "left", "xshift": 12} if p < 0.5 else {"xanchor": "right", "xshift": -12}
    _label(figure, p, (before + after) / 2, f"<b>{gain}</b>", theme, **side)
    name = f"{_symbol(measure)}(D{'|' if entropy else ','}A)"
    _label(figure, p, after, f"{name} = {Digits().show(after)}", theme, yshift=-20)


def _chords(figure: go.Figure, branches: FloatArray, measure: Measure, theme: Theme) -> None:
    """Dashed lines around the branches' dots: their mean can lie nowhere else."""
    held = branches[branches.sum(axis=1) > 0]
    p = np.array([_share(stats) for stats in held])
    order = np.argsort(p, kind="stable")
    x, y = p[order], measure.of(held)[order]
    if len(x) > 2:
        x, y = np.append(x, x[0]), np.append(y, y[0])
    figure.add_trace(_line(x, y, {"color": MUTED[theme], "width": 1.5, "dash": "dash"}))


def _branches(
    figure: go.Figure,
    branches: FloatArray,
    names: Sequence[str],
    measure: Measure,
    theme: Theme,
) -> None:
    """A dot for each branch, its area by its share of the rows; dots that meet share a label."""
    weights, heights = branches.sum(axis=1), measure.of(branches)
    labels: list[tuple[float, list[int]]] = []
    for i in sorted(np.flatnonzero(weights > 0).tolist(), key=lambda i: _share(branches[i])):
        p = _share(branches[i])
        size = 9 + 15 * float(np.sqrt(weights[i] / weights.sum()))
        mark = _dot(p, float(heights[i]), MUTED[theme], theme, size=size)
        said = f"{html.escape(names[i])}: {Digits().show(float(heights[i]))}"
        figure.add_trace(mark.update(hoverinfo="text", hovertext=said))
        if labels and p - labels[-1][0] < _SAME:
            labels[-1][1].append(i)
        else:
            labels.append((p, [i]))
    for p, here in labels:
        text = ", ".join(f"D<sub>{i + 1}</sub>" for i in sorted(here))
        outside = {} if 0.02 < p < 0.98 else {"xanchor": "right" if p < 0.5 else "left"}
        _label(figure, p, _at(measure, p), text, theme, yshift=22, **outside)


def _frame(measure: Measure, theme: Theme, height: int, _: Translate) -> go.Figure:
    """An empty figure whose axes fit the measure."""
    figure = go.Figure()
    _style(figure, theme, height, _at(measure, 0.5) * 1.14)
    figure.update_yaxes(title_text=axis_name(measure, _))
    return figure


def _style(figure: go.Figure, theme: Theme, height: int, top: float) -> None:
    figure.update_layout(layout(theme, height))
    figure.update_layout(margin={"l": 58, "r": 10, "t": 8, "b": 46}, showlegend=False)
    figure.update_layout(hovermode="closest", uirevision="constant", font={"size": 14})
    figure.update_xaxes(
        range=[-0.03, 1.03],
        tick0=0,
        dtick=0.25,
        title={"standoff": 6, "font": {"size": 15}},
        zeroline=False,
    )
    figure.update_yaxes(
        range=[-0.03 * top, top],
        title={"standoff": 8, "font": {"size": 15}},
        zeroline=False,
        nticks=7,
    )


def _touchable(measure: Measure, theme: Theme) -> go.Scatter:
    """The curve; unseen markers on it let a click choose a p."""
    x = np.round(np.linspace(0, 1, 101), 2)
    unseen = {"marker": {"opacity": 0}}
    return go.Scatter(
        x=x,
        y=_of(measure, x),
        mode="lines+markers",
        line={"color": TEXT[theme], "width": 2.5},
        marker={"size": 14, "opacity": 0},
        selected=unseen,
        unselected=unseen,
        hovertemplate="p = %{x}: %{y:.4f}<extra></extra>",
    )


def _line(
    x: Sequence[float] | FloatArray, y: Any, look: Mapping[str, Any], name: str = ""
) -> go.Scatter:
    return go.Scatter(
        x=x, y=y, mode="lines", line=look, name=name, hoverinfo="skip", showlegend=bool(name)
    )


def _dot(
    x: float, y: float, shade: str, theme: Theme, symbol: str = "circle", size: float = 15
) -> go.Scatter:
    outline = {"color": TEXT[theme], "width": 2}
    marker = {"color": shade, "size": size, "symbol": symbol, "line": outline, "opacity": 1}
    steady = {"marker": {"opacity": 1}}
    return go.Scatter(
        x=[x],
        y=[y],
        mode="markers",
        marker=marker,
        selected=steady,
        unselected=steady,
        showlegend=False,
        cliponaxis=False,
        hovertemplate="p = %{x:.4~f}: %{y:.4f}<extra></extra>",
    )


def _ring(x: FloatArray, y: FloatArray, theme: Theme) -> go.Scatter:
    marker = {"color": GROUND[theme], "size": 9, "line": {"color": TEXT[theme], "width": 2}}
    steady = {"marker": {"opacity": 1}}
    return go.Scatter(
        x=x, y=y, mode="markers", marker=marker, hoverinfo="skip",
        selected=steady, unselected=steady, showlegend=False, cliponaxis=False,
    )  # fmt: skip


def _guide(theme: Theme) -> dict[str, Any]:
    return {"color": MUTED[theme], "width": 1.5, "dash": "dot"}


def _label(figure: go.Figure, x: float, y: float, text: str, theme: Theme, **place: Any) -> None:
    figure.add_annotation(
        x=x, y=y, text=text, showarrow=False, font={"color": TEXT[theme], "size": 14}, **place
    )


def _of(measure: Measure, p: FloatArray) -> FloatArray:
    return measure.of(np.stack([p, 1 - p], axis=-1))


def _at(measure: Measure, p: float) -> float:
    return float(_of(measure, np.array([p]))[0])


def _share(stats: FloatArray) -> float:
    total = float(stats.sum())
    return float(stats[0]) / total if total else 0.0


def _symbol(measure: Measure) -> str:
    return {"Entropy": "H", "Gini": "Gini", "ErrorRate": "E"}[type(measure).__name__]
