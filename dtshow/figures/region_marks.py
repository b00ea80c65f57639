"""The rows on the regions of a tree, and what their marks mean: class, number, and fate."""

from __future__ import annotations

import html
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Final
from urllib.parse import quote

import numpy as np

from dtcore.model import BoolArray, FloatArray, IntArray
from dtshow.figures.curve import stacked
from dtshow.figures.palette import INKS, LOOKS, REPEAT, SYMBOLS, Theme, colour, line, mark, rim
from dtshow.figures.template import NAMED, class_look
from dtshow.words.language import _
from dtshow.words.markdown import one_line
from dttools import export

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


def strips(values: FloatArray, target: FloatArray) -> FloatArray:
    """(m,) how high each row stands along one column: by class, equal values stacked."""
    return target + 0.55 * stacked(values, target)


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
        **unchanged(),
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


def unchanged(opacity: float = 1) -> dict[str, Any]:
    """What was touched does not grey the rest; the page draws what is selected."""
    return {part: {"marker": {"opacity": opacity}} for part in ("selected", "unselected")}
