"""The partial trees as a graph: a row for each number of splits, ID3's way at the left.

A row that is too long for a line is wrapped, so that its marks do not lie on each other.
"""

from __future__ import annotations

import html
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import plotly.graph_objects as go

from dtshow.figures.palette import INKS, Theme
from dtshow.figures.template import dots, layout, path, steady, stroke

LINE: Final = 36
"""So many marks stand side by side on a phone."""
ROOM: Final = 2
"""Of a mark that ID3 looked at, which is larger, where the others have 1."""
APART: Final = 0.16
"""Between the lines of a wrapped row, where rows are 1 apart."""
FATES: Final = (
    (True, False, False),
    (False, True, False),
    (False, False, False),
    (False, False, True),
)
"""Taken, weighed, never looked at, fitting: as ``_look`` asks for them."""


@dataclass(frozen=True)
class Spot:
    """A partial tree: ``taken`` or ``weighed`` by ID3, or never looked at; ``fits``: it makes the
    fewest errors; ``says``: lines of plain text."""

    splits: int
    taken: bool
    weighed: bool
    fits: bool
    says: Sequence[str]


@dataclass(frozen=True)
class SpacePicture:
    """``spots`` with the place of the one that is ``picked``, ``edges`` between their places, and
    for each row its ``label``. ``names``: what taken, weighed, never looked at and fitting is
    called."""

    spots: Sequence[Spot]
    edges: Sequence[tuple[int, int]]
    labels: Sequence[str]
    picked: int
    names: tuple[str, str, str, str]


def space(of: SpacePicture, *, theme: Theme, height: int = 330) -> go.Figure:
    figure = go.Figure(layout=layout(theme, height))
    at = _places(of.spots)
    taken = [(a, b) for a, b in of.edges if of.spots[a].taken and of.spots[b].taken]
    thin, way = {"color": INKS[theme].line, "width": 1}, {"color": INKS[theme].marker, "width": 8}
    for edges, line in ((of.edges, thin), (taken, way), (taken, stroke(theme))):
        figure.add_trace(path(*_lines(edges, at), line))
    x, y = at[of.picked]
    ring = {"symbol": "circle-open", "size": 20, "color": INKS[theme].ink, "line": {"width": 2}}
    figure.add_trace(dots([x], [y], ring))
    figure.add_trace(_marks(of, at, theme))
    for name, fate in zip(of.names, FATES, strict=True):  # that it fits is a matter of its form
        key = dots([None], [None], _look(*fate, theme))
        figure.add_trace(key.update(name=name, showlegend=True))
    rows = list(range(len(of.labels)))
    lowest = max(y for _x, y in at)
    figure.update_yaxes(
        tickvals=rows, ticktext=of.labels, range=[lowest + 0.3, -0.3], showgrid=False, ticks=""
    )
    figure.update_xaxes(visible=False, range=[-0.03, 1.02])
    figure.update_layout(margin={"l": 8, "r": 8, "t": 8, "b": 8}, showlegend=True)
    return figure


def _places(spots: Sequence[Spot]) -> list[tuple[float, float]]:
    """x from 0 to 1, y downwards; the first of each row at the left, with room around those that
    ID3 looked at, the others in as many lines as they need."""
    result = []
    for row in range(1 + max(spot.splits for spot in spots)):
        looked = [spot.taken or spot.weighed for spot in spots if spot.splits == row]
        first, rest = ROOM * sum(looked), len(looked) - sum(looked)
        lines = max(1, -(-len(looked) // LINE))
        wide = max(1.0, first + -(-rest // lines) - (1 / lines if rest else ROOM))
        result += [(ROOM * k / wide, float(row)) for k in range(sum(looked))]
        for k in range(rest):
            column, line = divmod(k, lines)
            result.append(((first + column + line / lines) / wide, row + APART * line))
    return result


Ends = list[float | None]


def _lines(
    edges: Sequence[tuple[int, int]], at: Sequence[tuple[float, float]]
) -> tuple[Ends, Ends]:
    x: Ends = []
    y: Ends = []
    for one, other in edges:
        x += [at[one][0], at[other][0], None]
        y += [at[one][1], at[other][1], None]
    return x, y


def _marks(of: SpacePicture, at: Sequence[tuple[float, float]], theme: Theme) -> go.Scatter:
    looks = [_look(spot.taken, spot.weighed, spot.fits, theme) for spot in of.spots]
    marks = {name: [look[name] for look in looks] for name in ("symbol", "size", "color")}
    edges = {name: [look["line"][name] for look in looks] for name in ("color", "width")}
    x, y = zip(*at, strict=True)
    return dots(x, y, marks | {"line": edges, "opacity": 1}).update(
        hovertext=["<br>".join(map(html.escape, spot.says)) for spot in of.spots],
        hoverinfo="text",
        customdata=list(range(len(of.spots))),
        **steady(),
    )


def _look(taken: bool, weighed: bool, fits: bool, theme: Theme) -> dict[str, Any]:
    inks = INKS[theme]
    looked = taken or weighed
    return {
        "symbol": "star" if fits else "circle",
        "size": (15 if looked else 11) if fits else 11 if looked else 6,
        "color": inks.ink if taken else inks.paper if weighed else inks.ink3,
        "line": {"color": inks.ink if looked else inks.paper, "width": 2 if weighed else 0.5},
    }
