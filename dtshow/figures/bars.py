"""Bars: a number for each column, how the target is spread, class shares, and the entropies of a
two-way table laid along one line.
"""

from __future__ import annotations

import html
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import plotly.graph_objects as go

from dtshow.figures.palette import INKS, Theme
from dtshow.figures.template import STANDOFF, class_bars, guide, hatch, layout, stroke
from dtshow.words.language import _
from dtshow.words.markdown import elided
from dttools.printing import Digits

ROOM: Final = 0.4
"""Of all bars together, for a number at the left."""
LEAST_BARS: Final = 24
"""Pixels: the names stay whole, and the bars make way."""
MOST_BARS: Final = 10
FEW_STEPS: Final = 20
ROW: Final = 30
BARE: Final = {"l": 8, "r": 8, "t": 8, "b": 8}
"""Margins where one axis alone has words."""
LETTERS: Final = 24
"""Of a name beside its bar or below its axis."""
LONGEST: Final = 12
"""Letters of the name of a class below its bar."""


@dataclass(frozen=True)
class ImportanceBars:
    """``values`` by ``labels``, in the order to be drawn; ``chosen``: the bar that is meant;
    ``texts``: what stands at their ends, if not the values; ``end``: where a full bar ends."""

    labels: Sequence[str]
    values: Sequence[float]
    chosen: int | None = None
    texts: Sequence[str] = ()
    end: float | None = None


def bars(of: ImportanceBars, *, theme: Theme) -> go.Figure:
    inks = INKS[theme]
    colours = [inks.marker if k == of.chosen else inks.ink3 for k in range(len(of.labels))]
    look = {"color": colours, "line": {"color": inks.ink, "width": 1}}
    texts = of.texts or [short(value) for value in of.values]
    figure = go.Figure(_lying(of.values, texts, look))
    figure.update_layout(layout(theme, 60 + 30 * len(of.labels)))
    figure.update_yaxes(autorange="reversed", showgrid=False, **_named(of.labels))
    figure.update_xaxes(visible=False, range=_reach(of))
    figure.update_layout(margin={"r": 90 if of.texts else 60, "t": 6, "b": 10}, showlegend=False)
    figure.update_layout(minreducedwidth=LEAST_BARS)
    return figure


def _lying(values: Sequence[float], texts: Sequence[str], look: dict[str, Any]) -> go.Bar:
    """A bar for each value, one below the other, with its text at the end."""
    return go.Bar(
        x=list(values),
        y=list(range(len(values))),
        orientation="h",
        marker=look,
        text=texts,
        textposition="outside",
        cliponaxis=False,
        hoverinfo="skip",
    )


def _named(names: Sequence[str]) -> dict[str, Any]:
    """The names of bars, each at its place: they may be alike, or numbers."""
    return {"tickvals": list(range(len(names))), "ticktext": [html.escape(one) for one in names]}


def _reach(of: ImportanceBars) -> list[float] | None:
    """With room for the number of a bar that ends below 0, beside the names."""
    if of.end is not None:
        return [0, of.end]
    low, high = min(0.0, *of.values), max(0.0, *of.values)
    return [low - ROOM * (high - low), high] if low < 0 else None


def short(value: float) -> str:
    """Four decimals, so that bars can be added up; of large numbers fewer."""
    if not value:
        return "0"
    text = f"{value:,.4f}" if abs(value) < 10 else f"{value:,.6g}"
    return text.replace("-", "−", 1)


def classes(names: Sequence[str], weights: Sequence[float], others: str, theme: Theme) -> go.Figure:
    """A bar for each class with its count and share; rare ones share the bar ``others``."""
    shown, rest = _shown(weights)
    labels = [elided(names[i], LETTERS) for i in shown]
    values, total = [weights[i] for i in shown], sum(weights) or 1.0
    if rest:
        labels.append(others)
        values.append(sum(weights[i] for i in rest))
    told = _("{level} ({count})")
    texts = [told.format(level=f"{value:g}", count=f"{value / total:.1%}") for value in values]
    figure = go.Figure(_lying(values, texts, class_bars(shown, theme, bool(rest))))
    figure.update_layout(layout(theme, ROW * len(values) + 16), showlegend=False, margin=BARE)
    figure.update_xaxes(visible=False, range=[0, max(values) * 1.6])
    sides = {"range": [len(values) - 0.5, -0.5], "showgrid": False}
    figure.update_yaxes(ticks="", ticklabelstandoff=STANDOFF, **sides, **_named(labels))
    return figure


def _shown(weights: Sequence[float]) -> tuple[list[int], list[int]]:
    """The classes with a bar of their own, in order, and the rare ones if there are many."""
    every = list(range(len(weights)))
    if len(every) <= MOST_BARS:
        return every, []
    by_weight = sorted(every, key=lambda i: -weights[i])
    return sorted(by_weight[: MOST_BARS - 1]), by_weight[MOST_BARS - 1 :]


def histogram(values: np.ndarray, weights: np.ndarray, name: str, theme: Theme) -> go.Figure:
    """The weight of the rows in each of some equal steps, or at each of a few whole numbers."""
    heights, edges = np.histogram(values, bins=_edges(values), weights=weights)
    bar = go.Bar(
        x=(edges[:-1] + edges[1:]) / 2,
        y=heights,
        width=np.diff(edges),
        marker={"color": INKS[theme].ink3, "line": {"width": 1, "color": INKS[theme].paper}},
        customdata=np.stack([edges[:-1], edges[1:]], axis=1),
        hovertemplate="%{customdata[0]:.4g} – %{customdata[1]:.4g}: %{y:g}<extra></extra>",
    )
    figure = go.Figure(bar)
    figure.update_layout(layout(theme, 220), showlegend=False, bargap=0)
    figure.update_xaxes(title_text=html.escape(elided(name, LETTERS)))
    figure.update_yaxes(title_text=_("rows"), nticks=5)
    return figure


def _edges(values: np.ndarray) -> np.ndarray:
    low, high = values.min(), values.max()
    if high - low <= FEW_STEPS and bool(np.all(values % 1 == 0)):
        return np.arange(low - 0.5, high + 1)
    return np.histogram_bin_edges(values, bins=min(30, max(8, int(np.sqrt(len(values))))))


def class_shares(names: Sequence[str], counts: Sequence[float], theme: Theme) -> go.Figure:
    """One bar a class, from 0 to 1, with its weight and share; a line where all are equal."""
    total = sum(counts)
    shares = [count / total for count in counts]
    figure = go.Figure(
        go.Bar(
            x=list(range(len(names))),
            y=shares,
            marker=class_bars(range(len(names)), theme),
            hoverinfo="skip",
        )
    )
    figure.add_hline(y=1 / len(names), line=stroke(theme, "dash"))
    figure.update_layout(layout(theme, 270))
    figure.update_layout(margin={"b": 64}, bargap=0.35, showlegend=False)
    ticks = [
        f"{html.escape(name[:LONGEST])}<br><b>{count:g}</b><br>{share:.1%}"
        for name, count, share in zip(names, counts, shares, strict=True)
    ]
    figure.update_xaxes(tickvals=list(range(len(names))), ticktext=ticks, ticks="")
    figure.update_yaxes(range=[0, 1.02], tickvals=[0, 0.5, 1], tickformat=".0%")
    return figure


def two_way(x_alone: float, shared: float, y_alone: float, *, unit: str, theme: Theme) -> go.Figure:
    """H(X|Y), I(X;Y) and H(Y|X) side by side; below them what each sum of them is called."""
    parts = {"H(X|Y)": x_alone, "I(X;Y)": max(shared, 0.0), "H(Y|X)": y_alone}
    sums = {
        "H(X,Y)": ("H(X|Y)", "I(X;Y)", "H(Y|X)"),
        "H(X)": ("H(X|Y)", "I(X;Y)"),
        "H(Y)": ("I(X;Y)", "H(Y|X)"),
        "H(X|Y)": ("H(X|Y)",),
        "I(X;Y)": ("I(X;Y)",),
        "H(Y|X)": ("H(Y|X)",),
    }
    starts = {"H(X|Y)": 0.0, "I(X;Y)": x_alone, "H(Y|X)": x_alone + parts["I(X;Y)"]}
    figure = go.Figure()
    for number, (part, length) in enumerate(parts.items()):
        rows = [name for name, members in sums.items() if part in members]
        figure.add_trace(_entropy_bars(part, rows, (starts[part], length), number, theme))
    for edge in (starts["I(X;Y)"], starts["H(Y|X)"]):
        figure.add_vline(x=edge, line=guide(theme), layer="below")
    totals = {name: sum(parts[part] for part in members) for name, members in sums.items()}
    figure.update_layout(layout(theme, 240))
    figure.update_layout(margin={"l": 118}, barmode="overlay", bargap=0.3, showlegend=False)
    figure.update_xaxes(title_text=html.escape(unit), range=[0, max(totals["H(X,Y)"] * 1.02, 0.1)])
    figure.update_yaxes(
        autorange="reversed",
        categoryorder="array",
        categoryarray=list(sums),
        showgrid=False,
        ticks="",
        ticklabelstandoff=STANDOFF,
        tickvals=list(sums),
        ticktext=[f"{name}  <b>{Digits().show(total)}</b>" for name, total in totals.items()],
    )
    return figure


def _entropy_bars(
    part: str, rows: Sequence[str], reach: tuple[float, float], number: int, theme: Theme
) -> go.Bar:
    """One part in every row that holds it, always in the same place and pattern; it reaches
    from a start over a length. What the two have in common is marked."""
    start, length = reach
    inks, shared = INKS[theme], part == "I(X;Y)"
    return go.Bar(
        y=list(rows),
        x=[length] * len(rows),
        base=[start] * len(rows),
        orientation="h",
        hovertemplate=f"{part} = {Digits().show(length)}<extra></extra>",
        marker={
            "color": inks.marker if shared else inks.sunk,
            "line": {"color": inks.ink, "width": 1},
            "pattern": hatch(*[0 if shared else number + 1] * len(rows))
            | {"fgcolor": inks.ink3, "solidity": 0.15},
        },
    )
