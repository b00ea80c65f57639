"""Bars of class shares, and the entropies of a two-way table laid along one line."""

import html
from collections.abc import Sequence
from typing import Final

import plotly.graph_objects as go

from dtshow.figures.palette import INKS, Theme
from dtshow.figures.template import STANDOFF, class_bars, guide, hatch, layout, stroke
from dttools.printing import Digits

LONGEST: Final = 12


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
        figure.add_trace(_bars(part, rows, (starts[part], length), number, theme))
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


def _bars(
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
