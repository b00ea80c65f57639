"""A split as a drop of impurity: a column for each branch, as wide as its share of the rows.

The area under the columns is what is left on average; the gap to the node's own line is the
gain. It holds for any number of classes, and for a numeric target.
"""

from __future__ import annotations

import html
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import plotly.graph_objects as go

from dtcore.formula import Digits
from dtcore.model import FloatArray
from pages.ui.figures.palette import ACCENT, GRID, MUTED, TEXT, Theme, layout
from pages.ui.wording.language import _


@dataclass(frozen=True, eq=False)
class ImpurityDrop:
    """What a split does to impurity: ``before`` it, and in the branches that hold rows, with
    ``weights``, ``impurities`` and ``names`` (b,) of theirs. ``measure`` and ``gain`` are words
    for the axis and beside the arrow."""

    before: float
    weights: FloatArray
    impurities: FloatArray
    names: Sequence[str]
    measure: str
    gain: str

    @cached_property
    def shares(self) -> FloatArray:
        """(b,) of the rows."""
        shares: FloatArray = self.weights / self.weights.sum()
        return shares

    @cached_property
    def after(self) -> float:
        """What is left on average."""
        return float(self.shares @ self.impurities)

    @cached_property
    def top(self) -> float:
        return max(self.before, float(self.impurities.max(initial=0.0)), 1e-12)


def columns(seen: ImpurityDrop, digits: Digits, theme: Theme, height: int = 330) -> go.Figure:
    figure = go.Figure(_bars(seen, digits, theme))
    _name_branches(figure, seen, digits, theme)
    _level(figure, seen.before, MUTED[theme], "dash")
    _level(figure, seen.after, ACCENT[theme], "solid")
    _arrow(figure, seen, theme)
    _name_levels(figure, seen, digits, theme)
    figure.update_layout(layout(theme, height))
    figure.update_layout(margin={"l": 58, "r": 8, "t": 12, "b": 44}, font={"size": 13})
    figure.update_xaxes(range=[0, 1.42], tickvals=[0, 0.25, 0.5, 0.75, 1], tickformat=".0%")
    figure.update_xaxes(title_text=_("share of the rows"), zeroline=False)
    title = html.escape(seen.measure)
    figure.update_yaxes(range=[0, 1.25 * seen.top], title_text=title, nticks=5)
    return figure


def _middles(seen: ImpurityDrop) -> FloatArray:
    """(b,) where the columns stand."""
    return np.cumsum(seen.shares) - seen.shares / 2


def _bars(seen: ImpurityDrop, digits: Digits, theme: Theme) -> go.Bar:
    says = [
        f"{html.escape(name)}: {digits.show(float(of))}"
        for name, of in zip(seen.names, seen.impurities, strict=True)
    ]
    return go.Bar(
        x=_middles(seen),
        y=seen.impurities,
        width=seen.shares,
        marker={"color": GRID[theme], "line": {"color": TEXT[theme], "width": 1.5}},
        hovertext=says,
        hoverinfo="text",
        showlegend=False,
    )


def _name_branches(figure: go.Figure, seen: ImpurityDrop, digits: Digits, theme: Theme) -> None:
    """At the foot of each column that has room for it."""
    for number, (middle, share, of) in enumerate(
        zip(_middles(seen), seen.shares, seen.impurities, strict=True), 1
    ):
        if share > 0.06:
            text = f"D<sub>{number}</sub><br>{digits.show(float(of))}"
            _label(figure, float(middle), 0.0, text, theme, yanchor="bottom")


def _arrow(figure: go.Figure, seen: ImpurityDrop, theme: Theme) -> None:
    """From the level before down to the one after, if there is room for it."""
    figure.add_annotation(
        x=1.02, y=seen.after, ax=1.02, ay=seen.before, xref="x", yref="y", axref="x", ayref="y",
        showarrow=seen.before - seen.after > 0.01 * seen.top, arrowhead=2, arrowwidth=4,
        arrowcolor=ACCENT[theme], text="",
    )  # fmt: skip


def _name_levels(figure: go.Figure, seen: ImpurityDrop, digits: Digits, theme: Theme) -> None:
    """Both levels, and between them the gain if there is room for it."""
    before, after, top = seen.before, seen.after, seen.top
    for value, word in ((before, _("before: {value}")), (after, _("after: {value}"))):
        text = word.format(value=digits.show(value))
        near = value == after and before - after < 0.06 * top
        place = {"yanchor": "top" if near else "middle"}
        _label(figure, 1.04, value, text, theme, xanchor="left", **place)
    if before - after >= 0.12 * top:
        text = f"<b>{html.escape(seen.gain)}</b>"
        _label(figure, 1.04, (before + after) / 2, text, theme, xanchor="left", yanchor="middle")


def _level(figure: go.Figure, value: float, shade: str, dash: str) -> None:
    look = {"color": shade, "width": 2.5, "dash": dash}
    figure.add_shape(type="line", x0=0, x1=1.03, y0=value, y1=value, line=look)


def _label(figure: go.Figure, x: float, y: float, text: str, theme: Theme, **place: str) -> None:
    font = {"color": TEXT[theme], "size": 13}
    figure.add_annotation(x=x, y=y, text=text, showarrow=False, font=font, **place)
