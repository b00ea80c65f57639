"""A split as a drop of impurity: a column for each branch, as wide as its share of the rows.

The area under the columns is what is left on average; the gap to the node's own line is the
gain. It holds for any number of classes, and for a numeric target.
"""

from __future__ import annotations

import html
from collections.abc import Sequence

import numpy as np
import plotly.graph_objects as go

from dtcore.formula import Digits
from dtcore.model.columns import FloatArray
from pages.ui.figures.palette import ACCENT, GRID, MUTED, TEXT, Theme, layout
from pages.ui.wording.language import _


def columns(
    before: float,
    weights: FloatArray,
    impurities: FloatArray,
    names: Sequence[str],
    *,
    measure: str,
    gain: str,
    digits: Digits,
    theme: Theme,
    height: int = 330,
) -> go.Figure:
    """``weights`` and ``impurities`` (b,) are of the branches that hold rows."""
    shares = weights / weights.sum()
    ends = np.cumsum(shares)
    middles = ends - shares / 2
    after = float(shares @ impurities)
    figure = go.Figure(
        go.Bar(
            x=middles,
            y=impurities,
            width=shares,
            marker={"color": GRID[theme], "line": {"color": TEXT[theme], "width": 1.5}},
            hovertext=[
                f"{html.escape(name)}: {digits.show(float(of))}"
                for name, of in zip(names, impurities, strict=True)
            ],
            hoverinfo="text",
            showlegend=False,
        )
    )
    top = max(before, float(impurities.max(initial=0.0)), 1e-12)
    for middle, share, of, number in zip(
        middles, shares, impurities, range(len(names)), strict=True
    ):
        if share > 0.06:
            text = f"D<sub>{number + 1}</sub><br>{digits.show(float(of))}"
            _label(figure, float(middle), 0.0, text, theme, yanchor="bottom")
    _level(figure, before, MUTED[theme], "dash")
    _level(figure, after, ACCENT[theme], "solid")
    figure.add_annotation(
        x=1.02, y=after, ax=1.02, ay=before, xref="x", yref="y", axref="x", ayref="y",
        showarrow=before - after > 0.01 * top, arrowhead=2, arrowwidth=4,
        arrowcolor=ACCENT[theme], text="",
    )  # fmt: skip
    for value, word in ((before, _("before: {value}")), (after, _("after: {value}"))):
        text = word.format(value=digits.show(value))
        near = value == after and before - after < 0.06 * top
        place = {"yanchor": "top" if near else "middle"}
        _label(figure, 1.04, value, text, theme, xanchor="left", **place)
    if before - after >= 0.12 * top:
        text = f"<b>{html.escape(gain)}</b>"
        _label(figure, 1.04, (before + after) / 2, text, theme, xanchor="left", yanchor="middle")
    figure.update_layout(layout(theme, height))
    figure.update_layout(margin={"l": 58, "r": 8, "t": 12, "b": 44}, font={"size": 13})
    figure.update_xaxes(range=[0, 1.42], tickvals=[0, 0.25, 0.5, 0.75, 1], tickformat=".0%")
    figure.update_xaxes(title_text=_("share of the rows"), zeroline=False)
    figure.update_yaxes(range=[0, 1.25 * top], title_text=html.escape(measure), nticks=5)
    return figure


def _level(figure: go.Figure, value: float, shade: str, dash: str) -> None:
    look = {"color": shade, "width": 2.5, "dash": dash}
    figure.add_shape(type="line", x0=0, x1=1.03, y0=value, y1=value, line=look)


def _label(figure: go.Figure, x: float, y: float, text: str, theme: Theme, **place: str) -> None:
    font = {"color": TEXT[theme], "size": 13}
    figure.add_annotation(x=x, y=y, text=text, showarrow=False, font=font, **place)
