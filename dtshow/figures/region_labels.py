"""What regions answer, written into those that have room: where it hides the fewest rows."""

from __future__ import annotations

import html
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any, Final

import numpy as np

from dtcore.model import FloatArray
from dtshow.figures.palette import INKS, Theme
from dtshow.figures.template import SMALL

WIDE: Final = 400
"""Pixels across which the picture is thought to be: a little less than on a laptop."""
SIZE: Final = SMALL
ANCHORS: Final = {0.0: ("left", "bottom"), 0.5: ("center", "middle"), 1.0: ("right", "top")}
Corners = tuple[float, float, float, float]


@dataclass(frozen=True, eq=False)
class Ground:
    """Where labels are written: the ``frame``, ``high`` pixels high, with ``points`` (m, 2) in
    it that stand for ``weights`` (m,) of rows."""

    frame: Corners
    high: float
    points: FloatArray
    weights: FloatArray


def written(
    labels: Sequence[str], corners: Sequence[Corners], ground: Ground, theme: Theme
) -> list[dict[str, Any]]:
    """Annotations for Plotly. ``corners`` of each region and all of the ground are in units of
    the axes."""
    x0, x1, y0, y1 = ground.frame
    scale = np.array([WIDE / (x1 - x0), ground.high / (y1 - y0)])
    seen = (ground.points.clip([x0, y0], [x1, y1]) - [x0, y0]) * scale
    look = {"showarrow": False, "font": {"size": SIZE, "color": INKS[theme].ink}, "borderpad": 1}
    look |= {"bgcolor": INKS[theme].paper, "opacity": 0.85}
    out = []
    for label, sides in zip(labels, corners, strict=True):
        low, top = (np.array(sides[i::2]) for i in (0, 1))
        low, top = (low - [x0, y0]) * scale, (top - [x0, y0]) * scale
        size = np.array([_breadth(label), SIZE + 5])
        if not (size <= top - low - 4).all():
            continue
        room, weights = top - low - size, ground.weights
        spot = min(_spots(), key=lambda at: _hidden(seen, weights, low + at * room, size))
        place = (low + spot * (top - low) + 3 * (1 - 2 * spot)) / scale + [x0, y0]
        anchors = {"xanchor": ANCHORS[spot[0]][0], "yanchor": ANCHORS[spot[1]][1]}
        out.append({"x": place[0], "y": place[1], "text": html.escape(label), **anchors, **look})
    return out


def _spots() -> Iterator[FloatArray]:
    """Where in a region a label may stand, as shares of the room: at the top first."""
    return (np.array([across, up]) for up, across in product((1.0, 0.0, 0.5), (0.0, 1.0, 0.5)))


def _hidden(points: FloatArray, weights: FloatArray, corner: FloatArray, size: FloatArray) -> float:
    """The weight of the points that a label there would lie on, or nearly."""
    within = ((points > corner - 4) & (points < corner + size + 4)).all(axis=1)
    return float(weights[within].sum())


def _breadth(label: str) -> float:
    """Pixels."""
    wide = sum(unicodedata.east_asian_width(letter) in "WF" for letter in label)
    return SIZE * (wide + 0.58 * (len(label) - wide)) + 6
