"""The rows on the regions of a tree, and what their marks mean: class, number, and fate."""

from __future__ import annotations

import html
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

import numpy as np

from dtcore import export
from dtcore.model import BoolArray, FloatArray, IntArray
from pages.ui.figures.curve import stacked
from pages.ui.figures.palette import INKS, SYMBOLS, Theme, colour
from pages.ui.figures.template import class_look

NAMED: Final = 8
LETTERS: Final = 16


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
    return [rows, *(_named(k, name, theme) for k, name in enumerate(classes[:NAMED]))]


def _class_look(marks: Marks, theme: Theme) -> dict[str, Any]:
    """Filled with the class's colour, or hollow."""
    ground = INKS[theme].paper
    pairs = [(int(k), true) for k, true in zip(marks.target, marks.true, strict=True)]
    edge = {
        "color": [ground if true else colour(k, theme) for k, true in pairs],
        "width": [1 if true else 2 for _k, true in pairs],
    }
    return {
        "symbol": [SYMBOLS[k % len(SYMBOLS)] for k, _true in pairs],
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
