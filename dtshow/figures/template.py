"""The one look of every chart: the template "nbn", light and dark, and the ink that it is drawn in.

Colour belongs to the classes: a line that is no class is ink, two pixels wide, and lines are told
apart by dashes and marks. One accent, the marker, lies behind what is meant now. A key names lines
that cannot be named where they end; it has no box and is no button. Not done here: what is drawn.
"""

from __future__ import annotations

import html
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, Final

import plotly.graph_objects as go

from dtshow.figures.palette import (
    CSS_FONT,
    INKS,
    PATTERNS,
    SYMBOLS,
    Ink,
    Theme,
    colour,
    mark,
    rim,
    strokes,
)

NAMED: Final = 8
"""More classes are not named in a chart, which has no room for them, but beside it."""
SMALL: Final = 13
"""Pixels; nothing in a chart is smaller than 12."""
DASHES: Final = ("solid", "dash", "dot", "dashdot")
BAND: Final = 10
"""Pixels across of the marker behind a point."""
STANDOFF: Final = 6
"""Pixels between a bar and its name, where no tick is between them."""


def layout(theme: Theme, height: int | None) -> dict[str, Any]:
    """What every figure begins with."""
    return {"template": TEMPLATES[theme], "height": height}


def stroke(theme: Theme, dash: str = "solid", width: float = 2) -> dict[str, Any]:
    """A line that is no class."""
    return {"color": INKS[theme].ink, "width": width, "dash": dash}


def faint(ink: str, opacity: float) -> str:
    """The ink, ``#rrggbb``, through which one sees what lies below."""
    red, green, blue = (int(ink[k : k + 2], 16) for k in (1, 3, 5))
    return f"rgba({red},{green},{blue},{opacity})"


def guide(theme: Theme) -> dict[str, Any]:
    """A thin line that leads the eye."""
    return {"color": INKS[theme].ink3, "width": 1.5, "dash": "dot"}


def dot_look(theme: Theme, hollow: bool = False, symbol: str = "circle") -> dict[str, Any]:
    """A mark that is no class: full of ink, or hollow."""
    inks = INKS[theme]
    edge = {"color": inks.ink if hollow else inks.paper, "width": 2 if hollow else 1}
    fill = inks.paper if hollow else inks.ink
    return {"symbol": symbol, "size": 9, "color": fill, "line": edge}


def path(x: Any, y: Any, look: Mapping[str, Any]) -> go.Scatter:
    """A line that is silent under the mouse and in the key."""
    return go.Scatter(x=x, y=y, mode="lines", line=look, hoverinfo="skip", showlegend=False)


def dots(x: Any, y: Any, look: Mapping[str, Any], hover: str = "") -> go.Scatter:
    """Marks that the key does not name; ``hover``: what they say under the mouse."""
    says = {"hovertemplate": f"{hover}<extra></extra>"} if hover else {"hoverinfo": "skip"}
    return go.Scatter(x=x, y=y, mode="markers", marker=look, showlegend=False, **says)


def steady(opacity: float = 1) -> dict[str, Any]:
    """What was touched does not grey the rest; the page draws what is selected."""
    return {part: {"marker": {"opacity": opacity}} for part in ("selected", "unselected")}


def class_look(number: int, theme: Theme) -> dict[str, Any]:
    edge = {"color": rim(number, theme), "width": 1}
    symbol = SYMBOLS[mark(number)]
    return {"symbol": symbol, "size": 9, "color": colour(number, theme), "line": edge}


def class_ticks(classes: Sequence[str], letters: int) -> dict[str, Any]:
    short = [html.escape(name[:letters]) for name in classes] if len(classes) <= NAMED else []
    return {"tickvals": list(range(len(short))), "ticktext": short}


def class_bars(numbers: Sequence[int], theme: Theme, others: int = 0) -> dict[str, Any]:
    """The bars of these classes, in their colours and patterns; ``others`` in ink follow them."""
    inks = INKS[theme]
    fills = [colour(number, theme) for number in numbers] + [inks.ink3] * others
    lines = [strokes(number, theme) for number in numbers] + [inks.paper] * others
    pattern = hatch(*map(mark, numbers), *([0] * others)) | {"fgcolor": lines}
    return {"color": fills, "pattern": pattern}


def hatch(*marks: int) -> dict[str, Any]:
    """The patterns of bars by their marks, laid over their colours."""
    shapes = [PATTERNS[mark] for mark in marks]
    return {"shape": shapes, "fillmode": "overlay", "size": 8, "solidity": 0.35}


def mark_here(figure: go.Figure, x: float, theme: Theme) -> None:
    """The marker behind the place on the x axis that is meant now, through all plots."""
    line = {"color": INKS[theme].marker, "width": BAND}
    figure.add_vline(x=x, line=line, layer="below")


def label(figure: go.Figure, x: float, y: float, text: str, theme: Theme, **place: Any) -> None:
    """Words in ink at a place in the plot."""
    font = {"color": INKS[theme].ink, "size": SMALL}
    figure.add_annotation(x=x, y=y, text=text, showarrow=False, font=font, **place)


def _template(inks: Ink) -> go.layout.Template:
    axis = {
        "color": inks.ink2,
        "gridcolor": inks.line,
        "gridwidth": 1,
        "zeroline": False,
        "linecolor": inks.edge,
        "ticks": "outside",
        "ticklen": 4,
        "tickcolor": inks.edge,
        "tickfont": {"size": SMALL},
        "title": {"standoff": 6, "font": {"size": 14, "color": inks.ink}},
        "fixedrange": True,
        "automargin": True,
    }
    return go.layout.Template(
        layout={
            "paper_bgcolor": "rgba(0,0,0,0)",
            "plot_bgcolor": "rgba(0,0,0,0)",
            "font": {"family": CSS_FONT, "size": 14, "color": inks.ink2},
            "colorway": [inks.ink],
            "margin": {"l": 48, "r": 16, "t": 8, "b": 40},
            "bargap": 0.18,
            "dragmode": False,
            "hovermode": "closest",
            "uirevision": "constant",
            "xaxis": axis | {"showgrid": False},
            "yaxis": axis | {"showgrid": True},
            "legend": _key(inks),
            "hoverlabel": _told(inks),
        }
    )


def _key(inks: Ink) -> Mapping[str, Any]:
    """Names of lines above the plot, without a box, and not to be pressed."""
    return {
        "orientation": "h",
        "x": 0,
        "y": 1,
        "yanchor": "bottom",
        "font": {"size": SMALL, "color": inks.ink},
        "bgcolor": "rgba(0,0,0,0)",
        "borderwidth": 0,
        "itemclick": False,
        "itemdoubleclick": False,
    }


def _told(inks: Ink) -> Mapping[str, Any]:
    """What the pointer is told: ink turned around."""
    font = {"family": CSS_FONT, "size": 14, "color": inks.paper}
    return {"bgcolor": inks.ink, "bordercolor": inks.ink, "font": font, "align": "left"}


TEMPLATES: Final[dict[Theme, go.layout.Template]] = {
    theme: _template(inks) for theme, inks in INKS.items()
}


class Finished(go.Figure):  # type: ignore[misc]  # Plotly comes without types
    """Turned into plain values once, where Plotly copies each of them whenever it is shown.

    Who gets the values of ``to_dict`` must not change them.
    """

    @cached_property
    def _plain(self) -> dict[str, Any]:
        made: dict[str, Any] = super().to_dict()
        return made

    def to_dict(self) -> dict[str, Any]:
        return self._plain
