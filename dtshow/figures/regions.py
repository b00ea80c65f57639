"""Rows as points in the plane of two columns, on the regions into which the tree cuts it.

First the marks of the rows (class, number, and fate), then the labels of the regions (written where
they hide the fewest rows), then the picture. Along one column the rows of each class stand in a
strip of their own; of a numeric target the predictions are steps. Regions are bars, so that the
pointer can touch them. Not done here: where the regions lie (``dttools.study.regions``).
"""

from __future__ import annotations

import html
import math
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product
from typing import Any, Final
from urllib.parse import quote

import numpy as np
import plotly.graph_objects as go

from dtcore.model import BoolArray, FloatArray, IntArray
from dtshow.figures.palette import (
    INKS,
    LOOKS,
    REPEAT,
    SYMBOLS,
    Theme,
    colour,
    line,
    mark,
    mixed,
    rim,
)
from dtshow.figures.template import NAMED, SMALL, class_look, class_ticks, layout, steady, stroke
from dtshow.words.language import _
from dtshow.words.markdown import one_line
from dttools import export
from dttools.study.regions import Box, Interval

LETTERS: Final = 16
POLYGONS: Final[Mapping[str, tuple[int, Sequence[tuple[int, float]]]]] = {
    "diamond": (4, [(0, 6.0)]),
    "square": (4, [(45, 6.2)]),
    "cross": (4, [(-19, 6.0), (19, 6.0), (45, 2.8)]),
    "x": (4, [(26, 6.0), (64, 6.0), (90, 2.8)]),
    "triangle-up": (3, [(0, 6.0)]),
    "star": (5, [(0, 6.2), (36, 2.4)]),
    "pentagon": (5, [(0, 5.6)]),
}
"""Plotly's symbols: how often their corners come round, and the degrees and radius of each."""
WIDE: Final = 400
"""Pixels across which the picture is thought to be: a little less than on a laptop."""
SIZE: Final = SMALL
ANCHORS: Final = {0.0: ("left", "bottom"), 0.5: ("center", "middle"), 1.0: ("right", "top")}
FAINT: Final = 0.35
"""The strength of the ink in the regions of a numeric target: points and words stand out."""
STRENGTH: Final[dict[Theme, Interval]] = {"light": (0.1, 0.42), "dark": (0.16, 0.46)}
"""Of a class's colour in its regions: with the smallest share of its rows, and with all."""
LEAST: Final = 300
ALONG: Final = 80
"""Points of a border, closer together than a label is high."""
AROUND: Final = 90
"""Pixels above and below the axes: the legend, the ticks and the name."""


@dataclass(frozen=True, eq=False)
class Marks:
    """Rows that share a place, a target and a fate; (m,) each, the most rows first.

    ``target``: class codes or numbers; ``weight``: of the rows; ``true``: whether the tree sends
    them where the picture shows; ``row``: the first of them.
    """

    x: FloatArray
    y: FloatArray
    target: FloatArray
    weight: FloatArray
    true: BoolArray
    row: IntArray


def traces(marks: Marks, classes: Sequence[str], target: str, theme: Theme) -> list[dict[str, Any]]:
    """One trace for all rows, so that the many lie below the few; one a class for the key.

    ``target``: the name of a numeric one.
    """
    look = _class_look(marks, theme) if classes else _number_look(marks, theme)
    look |= {"size": 6.5 * np.minimum(marks.weight, 12) ** 0.4, "opacity": 1}
    rows = {
        "type": "scatter",
        "mode": "markers",
        "x": marks.x,
        "y": marks.y,
        "marker": look,
        "hovertext": _told(marks, classes, target),
        "hoverinfo": "text",
        "customdata": marks.row,
        "showlegend": False,
        **steady(),
    }
    named = classes if len(classes) <= NAMED else ()
    return [rows, *(_named(k, name, theme) for k, name in enumerate(named))]


def key(classes: Sequence[str], theme: Theme) -> str:
    """As HTML the classes that a chart's own key has no room for; all but the first ones fold."""
    if len(classes) <= NAMED:
        return ""
    entries = [_entry(k, name, theme) for k, name in enumerate(classes)]
    repeat = f"<p>{_(REPEAT)}</p>" if len(classes) > LOOKS else ""
    more = _("… and {n} more").format(n=len(classes) - NAMED)
    rest = (
        f"<details><summary>{more}</summary><div>{repeat}{''.join(entries[NAMED:])}</div></details>"
    )
    return f'<div class="class-key">{"".join(entries[:NAMED])}{rest}</div>'


def _entry(k: int, name: str, theme: Theme) -> str:
    shape = f'fill="{colour(k, theme)}" stroke="{rim(k, theme)}" d="{_outline(mark(k))}"'
    drawn = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-7 -7 14 14"><path {shape}/></svg>'
    image = f'<img src="data:image/svg+xml,{quote(drawn)}" alt="">'
    return f"<span>{image}{html.escape(one_line(name, LETTERS))}</span>"


def _outline(number: int) -> str:
    """The path of the mark that Plotly draws."""
    if SYMBOLS[number] == "circle":
        return "M-5 0a5 5 0 1 0 10 0a5 5 0 1 0-10 0z"
    turns, corners = POLYGONS[SYMBOLS[number]]
    angles = [(math.radians(at + k * 360 / turns), r) for k in range(turns) for at, r in corners]
    points = [(r * math.sin(angle), -r * math.cos(angle)) for angle, r in angles]
    return f"M{'L'.join(f'{x:.1f} {y:.1f}' for x, y in points)}z"


def _class_look(marks: Marks, theme: Theme) -> dict[str, Any]:
    """Filled with the class's colour, or hollow."""
    ground = INKS[theme].paper
    pairs = [(int(k), true) for k, true in zip(marks.target, marks.true, strict=True)]
    edge = {
        "color": [rim(k, theme) if true else line(k, theme) for k, true in pairs],
        "width": [1 if true else 2 for _k, true in pairs],
    }
    return {
        "symbol": [SYMBOLS[mark(k)] for k, _true in pairs],
        "color": [colour(k, theme) if true else ground for k, true in pairs],
        "line": edge,
    }


def _number_look(marks: Marks, theme: Theme) -> dict[str, Any]:
    return {
        "symbol": ["circle" if true else "circle-open" for true in marks.true],
        "color": marks.target,
        "coloraxis": "coloraxis",
        "line": {"color": INKS[theme].ink3, "width": 1},
    }


def _told(marks: Marks, classes: Sequence[str], target: str) -> list[str]:
    """What is told of each mark: what the rows are, and how many there are."""

    @cache  # many marks say the same, and a figure is kept
    def told(value: float, weight: float) -> str:
        name = classes[int(value)] if classes else f"{target} {export.mean(value)}"
        return html.escape(name) + (f" × {weight:g}" if weight != 1 else "")

    return list(map(told, marks.target.tolist(), marks.weight.tolist()))


def _named(k: int, name: str, theme: Theme) -> dict[str, Any]:
    look = class_look(k, theme)
    key = {"type": "scatter", "mode": "markers", "x": [None], "y": [None], "marker": look}
    return key | {"name": html.escape(name[:LETTERS]), "hoverinfo": "skip"}


def ring(at: tuple[float, float], theme: Theme) -> dict[str, Any]:
    look = {"symbol": "circle-open", "size": 17, "color": INKS[theme].ink, "line": {"width": 3}}
    place = {"x": [at[0]], "y": [at[1]], "marker": look, "hoverinfo": "skip"}
    return {"type": "scatter", "mode": "markers", "showlegend": False} | place


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


@dataclass(frozen=True)
class Area:
    """A region. ``answer``: the class code or the mean; ``share``: of that class, 0 to 1.

    ``label`` is written in it if there is room, ``says`` is told of it, on lines; ``node`` is
    the node that a touch selects.
    """

    box: Box
    answer: float
    share: float
    label: str
    says: str
    node: str


Line = tuple[int, float, Box]
"""A border: its axis, where it cuts that, and the box that it cuts."""


@dataclass(frozen=True, eq=False)
class DrawnRegions:
    """What there is to draw. ``names`` of the axes, one or two, and of the target; ``frame``: how
    far the picture reaches across and up; ``reach``: the ends of the colours of a numeric target;
    ``outline``: the boxes of the selected node; ``fresh``: borders made by the last step;
    ``coming``: borders that the candidate at hand would make; ``chosen``: the place of the row
    that was chosen; with another ``revision`` the browser forgets what was touched."""

    areas: Sequence[Area]
    marks: Marks
    names: Sequence[str]
    classes: Sequence[str]
    frame: tuple[Interval, Interval]
    reach: Interval
    outline: Sequence[Box] = ()
    fresh: Sequence[Line] = ()
    coming: Sequence[Line] = ()
    chosen: tuple[float, float] | None = None
    revision: str = ""

    @property
    def flat(self) -> bool:
        """Whether there is but one axis."""
        return len(self.names) == 2


def regions(seen: DrawnRegions, *, theme: Theme) -> go.Figure:
    """As high as the page makes it, at least LEAST pixels."""
    rows = traces(seen.marks, seen.classes, seen.names[-1], theme)
    if seen.chosen is not None:
        rows.append(ring(seen.chosen, theme))
    shapes = [
        *(_shape(seen, box, theme, "solid") for box in seen.outline),
        *(_shape(seen, _cut(line), theme, "solid") for line in seen.fresh),
        *(_shape(seen, _cut(line), theme, "dash") for line in seen.coming),
    ]
    marked = {"shapes": shapes, "annotations": _labels(seen, theme)}
    # in one go: each update of a figure that stands takes as long as making it
    return go.Figure(
        data=[_areas(seen, theme), *_steps(seen, theme), *rows],
        layout=_layout(seen, theme) | marked,
    )


def _areas(seen: DrawnRegions, theme: Theme) -> dict[str, Any]:
    corners = [_corners(seen, area.box) for area in seen.areas]
    x0, x1, y0, y1 = np.array(corners, float).reshape(-1, 4).T
    return {
        "type": "bar",
        "x": (x0 + x1) / 2,
        "width": x1 - x0,
        "base": y0,
        "y": y1 - y0,
        "marker": _paint(seen, theme) | {"line": {"color": INKS[theme].edge, "width": 1}},
        "hovertext": [html.escape(area.says).replace("\n", "<br>") for area in seen.areas],
        "hoverinfo": "text",
        "customdata": [area.node for area in seen.areas],
        "showlegend": False,
        **steady(1 if seen.classes else FAINT),
    }


def _labels(seen: DrawnRegions, theme: Theme) -> list[dict[str, Any]]:
    (x0, x1), (y0, y1) = seen.frame
    rows = np.stack([seen.marks.x, seen.marks.y], axis=1)
    lines = np.concatenate([np.empty((0, 2)), *(_along(seen, line) for line in seen.coming)])
    worst = np.full(len(lines), seen.marks.weight.sum() + 1)
    points, weights = np.concatenate([rows, lines]), np.concatenate([seen.marks.weight, worst])
    return written(
        [one_line(area.label, LETTERS) for area in seen.areas],
        [_corners(seen, area.box) for area in seen.areas],
        Ground((x0, x1, y0, y1), LEAST - AROUND, points, weights),
        theme,
    )


def _along(seen: DrawnRegions, line: Line) -> FloatArray:
    """(m, 2) points on a border: a label on it would be cut through its letters."""
    x0, x1, y0, y1 = _corners(seen, _cut(line))
    return np.linspace((x0, y0), (x1, y1), ALONG)


def _paint(seen: DrawnRegions, theme: Theme) -> dict[str, Any]:
    """Class colours, the stronger the larger the share; predictions on the scale of the target."""
    if not seen.classes:
        answers = [area.answer for area in seen.areas]
        return {"color": answers, "coloraxis": "coloraxis", "opacity": FAINT}
    low, high = STRENGTH[theme]
    return {
        "color": [
            mixed(int(area.answer), low + (high - low) * area.share**2, theme)
            for area in seen.areas
        ]
    }


def _steps(seen: DrawnRegions, theme: Theme) -> list[dict[str, Any]]:
    """The predictions of a numeric target along one column, as one line."""
    if seen.classes or not seen.flat:
        return []
    ordered = sorted(seen.areas, key=lambda area: area.box[0])
    ends = [_corners(seen, area.box)[:2] for area in ordered]
    line = stroke(theme, width=3)
    return [
        {
            "type": "scatter",
            "mode": "lines",
            "x": np.array(ends, float).reshape(-1),
            "y": np.repeat([area.answer for area in ordered], 2),
            "line": line,
            "hoverinfo": "skip",
            "showlegend": False,
        }
    ]


def _cut(line: Line) -> Box:
    """A border as a box without breadth."""
    axis, at, box = line
    return (*box[:axis], (at, at), *box[axis + 1 :])


def _corners(seen: DrawnRegions, box: Box) -> tuple[float, float, float, float]:
    """The part of ``box`` within the frame."""
    sides = (*box, (-np.inf, np.inf))[:2]
    (x0, x1), (y0, y1) = (
        (max(low, least), min(high, most))
        for (low, high), (least, most) in zip(sides, seen.frame, strict=True)
    )
    return x0, x1, y0, y1


def _shape(seen: DrawnRegions, box: Box, theme: Theme, dash: str) -> dict[str, Any]:
    x0, x1, y0, y1 = _corners(seen, box)
    line = stroke(theme, dash, 3)
    return {"type": "rect", "x0": x0, "x1": x1, "y0": y0, "y1": y1, "line": line}


def _layout(seen: DrawnRegions, theme: Theme) -> dict[str, Any]:
    titles = [*seen.names[:-1], *([seen.names[-1]] if seen.flat and not seen.classes else [])]
    axes = []
    for title, side in zip([*titles, ""][:2], seen.frame, strict=True):
        named = {"title": {"text": html.escape(title[:40])}} if title else {}
        axes.append({"range": list(side), "showgrid": False} | named)
    if seen.flat and seen.classes:
        axes[1] |= class_ticks(seen.classes, LETTERS)
    return layout(theme, None) | {
        "margin": {"l": 8, "r": 8, "t": 26 if 0 < len(seen.classes) <= NAMED else 8, "b": 8},
        "xaxis": axes[0],
        "yaxis": axes[1],
        "coloraxis": _scale(seen, theme),
        "barmode": "overlay",
        "clickmode": "event+select",
        "selectionrevision": seen.revision,
    }


def _scale(seen: DrawnRegions, theme: Theme) -> dict[str, Any]:
    """A number is ink: the more of it, the stronger; no class has this colour."""
    inks = INKS[theme]
    head = {"text": html.escape(seen.names[-1][:20]), "font": {"size": SMALL}}
    bar = {"title": head, "thickness": 12, "tickfont": {"size": SMALL}, "outlinewidth": 0}
    ends = [[0, inks.line], [1, inks.ink]]
    return {"colorscale": ends, "cmin": seen.reach[0], "cmax": seen.reach[1], "colorbar": bar}
