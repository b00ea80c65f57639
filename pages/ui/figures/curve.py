"""The score of every cut of a numeric column, with the rows it would part below."""

import html
from collections.abc import Callable, Sequence

import numpy as np
import plotly.graph_objects as go
from plotly.subplots import make_subplots

from pages.ui.figures.palette import ACCENT, MUTED, SYMBOLS, TEXT, Theme, colour, layout


def threshold(
    cuts: Sequence[float],
    scores: Sequence[float],
    admitted: Sequence[bool],
    tried: float,
    values: np.ndarray,
    target: np.ndarray,
    *,
    names: tuple[str, str, str],
    classes: Sequence[str],
    theme: Theme,
    _: Callable[[str], str],
) -> go.Figure:
    """``values`` and ``target`` (m,) are the rows at the node; ``names`` column, score, target."""
    figure = make_subplots(
        rows=2, cols=1, shared_xaxes=True, row_heights=[0.58, 0.42], vertical_spacing=0.04
    )
    figure.add_trace(_line(cuts, scores, theme), 1, 1)
    for trace in _marks(cuts, scores, admitted, theme, _):
        figure.add_trace(trace, 1, 1)
    for trace in _strip(values, target, classes):
        figure.add_trace(trace, 2, 1)
    figure.add_vline(x=tried, line={"color": ACCENT[theme], "width": 2, "dash": "dash"})
    figure.update_layout(layout(theme, 250))
    figure.update_layout(
        margin={"l": 8, "r": 8, "t": 24, "b": 36},
        legend={"orientation": "h", "y": 1.0, "yanchor": "bottom", "x": 0},
    )
    span = max(float(values.max() - values.min()), 1e-12)
    ends = [float(values.min()) - 0.03 * span, float(values.max()) + 0.03 * span]
    common = layout(theme, 0)["xaxis"]
    figure.update_xaxes(**common, range=ends, automargin=True)
    figure.update_yaxes(**common, automargin=True)
    figure.update_xaxes(title={"text": html.escape(names[0]), "standoff": 4}, row=2, col=1)
    figure.update_yaxes(title_text=html.escape(names[1]), row=1, col=1)
    if classes:
        ticks = {"tickvals": list(range(len(classes)))}
        labels = [html.escape(name)[:14] for name in classes]
        figure.update_yaxes(
            **ticks, ticktext=labels, range=[-0.6, len(classes) - 0.4], row=2, col=1
        )
    else:
        figure.update_yaxes(title_text=html.escape(names[2]), row=2, col=1)
    return figure


def _line(cuts: Sequence[float], scores: Sequence[float], theme: Theme) -> go.Scatter:
    line = {"color": MUTED[theme], "width": 1.5}
    return go.Scatter(x=cuts, y=scores, mode="lines", line=line, hoverinfo="skip", showlegend=False)


def _marks(
    cuts: Sequence[float],
    scores: Sequence[float],
    admitted: Sequence[bool],
    theme: Theme,
    _: Callable[[str], str],
) -> list[go.Scatter]:
    """Cuts that may be taken as filled dots, those ruled out as crosses."""
    kinds = (
        (True, _("may be taken"), "circle", ACCENT[theme]),
        (False, _("too few rows on one side"), "x", TEXT[theme]),
    )
    traces = []
    for wanted, name, symbol, shade in kinds:
        chosen = [i for i, able in enumerate(admitted) if able is wanted]
        if chosen:
            traces.append(
                go.Scatter(
                    x=[cuts[i] for i in chosen],
                    y=[scores[i] for i in chosen],
                    mode="markers",
                    name=name,
                    showlegend=not all(admitted),
                    marker={"symbol": symbol, "size": 7, "color": shade},
                    hovertemplate="≤ %{x}: %{y:.4f}<extra></extra>",
                )
            )
    return traces


def _strip(values: np.ndarray, target: np.ndarray, classes: Sequence[str]) -> list[go.Scatter]:
    """The rows: one strip a class, or a scatter of a numeric target."""
    if not classes:
        marker = {"size": 6, "color": colour(0), "opacity": 0.7}
        return [
            go.Scatter(
                x=values, y=target, mode="markers", marker=marker, showlegend=False, hoverinfo="x+y"
            )
        ]
    return [
        go.Scatter(
            x=values[target == k],
            y=np.full(int((target == k).sum()), k),
            mode="markers",
            marker={"symbol": SYMBOLS[k % len(SYMBOLS)], "size": 9, "color": colour(k)},
            showlegend=False,
            hovertemplate="%{x}<extra></extra>",
        )
        for k in range(len(classes))
    ]
