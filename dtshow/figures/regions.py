"""Rows as points in the plane of two columns, on the regions into which the tree cuts it.

Along one column the rows of each class stand in a strip of their own; of a numeric target the
predictions are steps. Regions are bars, so that the pointer can touch them. Not done here:
where the regions lie (``dttools.study.regions``), and what is said of them.
"""

from __future__ import annotations

import html
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import plotly.graph_objects as go

from dtshow.figures.palette import INKS, Theme, mixed
from dtshow.figures.region_labels import Ground, written
from dtshow.figures.region_marks import LETTERS, Marks, ring, traces, unchanged
from dtshow.figures.template import NAMED, SMALL, class_ticks, layout, stroke
from dttools.study.regions import Box, Interval

FAINT: Final = 0.35
"""The strength of the ink in the regions of a numeric target: points and words stand out."""
STRENGTH: Final[dict[Theme, Interval]] = {"light": (0.1, 0.42), "dark": (0.16, 0.46)}
"""Of a class's colour in its regions: with the smallest share of its rows, and with all."""
LEAST: Final = 300
AROUND: Final = 90
"""Pixels above and below the axes: the legend, the ticks and the name."""


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
        **unchanged(1 if seen.classes else FAINT),
    }


def _labels(seen: DrawnRegions, theme: Theme) -> list[dict[str, Any]]:
    (x0, x1), (y0, y1) = seen.frame
    points = np.stack([seen.marks.x, seen.marks.y], axis=1)
    ground = Ground((x0, x1, y0, y1), LEAST - AROUND, points, seen.marks.weight)
    return written(
        [area.label[:LETTERS] for area in seen.areas],
        [_corners(seen, area.box) for area in seen.areas],
        ground,
        theme,
    )


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
