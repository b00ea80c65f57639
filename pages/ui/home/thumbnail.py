"""A small picture of a table, drawn from its data: paths, each with its paint.

Classes have their colours with their marks or hatches; all else is ink. Not done here: the
colours (``dtshow/web/home/home.css``), and which picture suits which bundled table (``gallery``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

import numpy as np

import dtcore as dt
from dtshow.figures.palette import LOOKS

WIDE: Final = 180
HIGH: Final = 104
MARGIN: Final = 12
ROWS: Final = 24
COLUMNS: Final = 16
"""Of a large table so many cells are drawn, evenly taken."""
SHADES: Final = 4
MARKS: Final = 3
"""So many classes are told apart by marks; more of them by hatches."""
Shape = tuple[str, str, float]
"""Paint, path, width of its stroke; 0: an area."""
Kind = Literal["bricks", "scatter", "corners", "mosaic", "histogram"]


@dataclass(frozen=True)
class Motif:
    """A kind of picture, and the columns that it shows, in that order."""

    kind: Kind
    columns: tuple[str, ...] = ()


def thumbnail(dataset: dt.Dataset, drawing: Motif | None = None) -> list[Shape]:
    """The shapes of a picture ``WIDE`` by ``HIGH``; without a drawing, the one that fits."""
    drawing = drawing or usual(dataset)
    places = {str(column.name): k for k, column in enumerate(dataset.columns)}
    chosen = [places[name] for name in drawing.columns]
    return [shape for shape in DRAW[drawing.kind](dataset, chosen) if shape[1]]


def usual(dataset: dt.Dataset) -> Motif:
    """Two numeric columns as a scatter if there are some, else cells as bricks."""
    numeric = [column for column in dataset.columns if column.levels is None]
    names = [str(column.name) for column in sorted(numeric, key=lambda c: -_told(dataset, c))]
    levels = dataset.target.levels
    if levels is None and names:
        return Motif("scatter", (names[0],))
    if levels is not None and len(levels) <= MARKS and len(names) > 1:
        return Motif("scatter", (names[0], names[1]))
    return Motif("bricks", tuple(str(column.name) for column in dataset.columns[:COLUMNS]))


def _told(dataset: dt.Dataset, column: Any) -> float:
    """How much of a numeric column's variance lies between the classes, from 0 to 1; for a
    numeric target, how closely they run together."""
    values, target = column.values, dataset.target
    seen = ~np.isnan(values)
    values, aims = values[seen], target.values[seen]
    if len(values) < 2 or np.ptp(values) == 0 or np.ptp(aims) == 0:
        return 0.0
    if target.levels is None:
        return float(abs(np.corrcoef(values, aims)[0, 1]))
    sums, counts = np.bincount(aims, values - values.mean()), np.bincount(aims)
    return float((sums**2 / np.maximum(counts, 1)).sum() / (values.var() * len(values)))


def _bricks(dataset: dt.Dataset, columns: Sequence[int]) -> Iterator[Shape]:
    """A line for a row, sorted by class; a brick for a cell, the darker the later its level."""
    rows = _sample(np.argsort(dataset.target.values, kind="stable"))
    wide = (WIDE - 2 * MARGIN) / (len(columns) + 1)
    high = (HIGH - 20) / len(rows)
    gap = 3 if len(columns) < 8 else 1
    tops = [10 + high * (k + 0.5) for k in range(len(rows))]
    paints: dict[str, list[str]] = {}
    for place, column in enumerate([*columns, None]):
        left, length = MARGIN + place * wide, wide - (0 if column is None else gap)
        for top, paint in zip(tops, _paints(dataset, column, rows), strict=True):
            paints.setdefault(paint, []).append(f"M{left:.4g} {top:.4g}h{length:.3g}")
    yield from ((paint, "".join(lines), round(high - 0.8, 2)) for paint, lines in paints.items())


def _paints(dataset: dt.Dataset, column: int | None, rows: Any) -> list[str]:
    """Of each cell of a column; None: of the target."""
    source = dataset.target if column is None else dataset.columns[column]
    values = source.values[rows]
    if column is None and source.levels is not None:
        return [f"hatch-{int(value) % LOOKS}" for value in values]
    if source.levels is not None:
        shades = np.where(values < 0, 0, SHADES - values % SHADES)
    else:
        cuts = np.nanquantile(source.values, [0.25, 0.5, 0.75])
        shades = np.where(np.isnan(values), 0, np.searchsorted(cuts, values) + 1)
    return [f"ink-{int(shade)}" for shade in shades]


def _sample(order: Any) -> Any:
    """So many rows that each can be seen, evenly taken from those in order."""
    if len(order) <= ROWS:
        return order
    return order[np.linspace(0, len(order) - 1, ROWS).round().astype(int)]


def _scatter(dataset: dt.Dataset, columns: Sequence[int]) -> Iterator[Shape]:
    """Two numeric columns, each class with its mark; a numeric target against one column."""
    target, few = dataset.target, len(dataset) < 40
    across = dataset.columns[columns[0]].values
    up = target.values if target.levels is None else dataset.columns[columns[1]].values
    x, y = _scaled(across, 16, WIDE - 16), _scaled(up, HIGH - 14, 14)
    seen = ~(np.isnan(x) | np.isnan(y))
    if target.levels is None:
        yield "ink-4 dot", _dots(x[seen], y[seen]), 6.5 if few else 4.5
        return
    for number in range(len(target.levels)):
        own = seen & (target.values == number)
        yield from _marked(number, x[own], y[own], 4.6 if few else 2.8)


def _marked(number: int, x: Any, y: Any, radius: float) -> Iterator[Shape]:
    """Circles, diamonds and squares, as everywhere in the app."""
    paint, r = f"class-{number % 4}", radius
    if number % 4 == 0:
        yield f"{paint} dot", _dots(x, y), 2 * r
    elif number % 4 == 2:
        yield f"{paint} box", _dots(x, y), 1.6 * r
    else:
        e = round(1.22 * r, 1)
        corners = f"l{e} {e}-{e} {e}-{e}-{e}z"
        pairs = zip(x.tolist(), y.tolist(), strict=True)
        yield paint, "".join(f"M{a:.4g} {b - e:.4g}{corners}" for a, b in pairs), 0


def _dots(x: Any, y: Any) -> str:
    """Lines without a length: their caps are the marks."""
    return "".join(f"M{a:.4g} {b:.4g}h0" for a, b in zip(x.tolist(), y.tolist(), strict=True))


def _scaled(values: Any, low: float, high: float) -> Any:
    least, most = np.nanmin(values), np.nanmax(values)
    return low + (values - least) / ((most - least) or 1) * (high - low)


def _corners(dataset: dt.Dataset, columns: Sequence[int]) -> Iterator[Shape]:
    """Two columns of two levels: the rows of each corner stand beside each other."""
    yield "rule", f"M{WIDE / 2:g} 12V{HIGH - 12}M32 {HIGH / 2:g}H{WIDE - 32}", 1
    across, down = (dataset.columns[column].values for column in columns)
    x = np.where(across == 0, 60.0, 120.0)
    y = np.where(down == 0, 32.0, 72.0)
    for corner in ((a, b) for a in (60.0, 120.0) for b in (32.0, 72.0)):
        here = np.flatnonzero((x == corner[0]) & (y == corner[1]))
        x[here] += (np.arange(len(here)) - (len(here) - 1) / 2) * 17
    for number in range(len(dataset.target.levels or ())):
        own = dataset.target.values == number
        yield from _marked(number, x[own], y[own], 6)


def _mosaic(dataset: dt.Dataset, columns: Sequence[int]) -> Iterator[Shape]:
    """A bar for each combination of levels, as wide as its rows, cut by their classes."""
    counts = _counts(dataset, [dataset.columns[column] for column in columns])
    gap = 8 if len(columns) > 1 else 0
    groups = len(dataset.columns[columns[0]].levels or ())
    room = WIDE - 2 * MARGIN - gap * (groups - 1)
    left, paths = float(MARGIN), [""] * counts.shape[1]
    for place, column in enumerate(counts):
        wide = room * column.sum() / counts.sum()
        left += gap if place and place % (len(counts) // groups) == 0 else 0
        _stack(paths, column, left, wide, (HIGH - 24) / max(column.sum(), 1e-9))
        left += wide
    yield from ((f"hatch-{k}", path, 0) for k, path in enumerate(paths))


def _stack(paths: list[str], column: Any, left: float, wide: float, unit: float) -> None:
    """The classes of one bar, the first one at its foot."""
    top, bar = float(HIGH - 12), max(wide - 1.5, 0.5)
    for k, count in enumerate(column.tolist()):
        high = count * unit
        if high:
            top -= high
            paths[k] += f"M{left:.4g} {top:.4g}h{bar:.3g}v{high:.3g}h-{bar:.3g}z"


def _counts(dataset: dt.Dataset, columns: Iterable[Any]) -> Any:
    """Weights by combination of levels and by class (combinations, classes)."""
    code = np.zeros(len(dataset), dtype=int)
    size = 1
    for column in columns:
        code = code * len(column.levels) + column.values
        size *= len(column.levels)
    classes = len(dataset.target.levels or ())
    flat = np.bincount(code * classes + dataset.target.values, dataset.weights, size * classes)
    return flat.reshape(size, classes)


def _histogram(dataset: dt.Dataset, columns: Sequence[int]) -> Iterator[Shape]:
    """How many rows have each value of one column, stacked by class."""
    values = dataset.columns[columns[0]].values
    ends = np.unique(values[~np.isnan(values)])
    edges = np.histogram_bin_edges(values[~np.isnan(values)], min(len(ends), 14))
    levels = range(len(dataset.target.levels or ()))
    own = [values[dataset.target.values == number] for number in levels]
    counts = np.array([np.histogram(part[~np.isnan(part)], edges)[0] for part in own]).T
    wide = (WIDE - 2 * MARGIN) / len(counts)
    paths = [""] * len(own)
    for place, column in enumerate(counts):
        _stack(paths, column, MARGIN + place * wide, wide, (HIGH - 24) / counts.sum(1).max())
    yield from ((f"hatch-{k}", path, 0) for k, path in enumerate(paths))


DRAW: Final[dict[Kind, Callable[[dt.Dataset, Sequence[int]], Iterator[Shape]]]] = {
    "bricks": _bricks,
    "scatter": _scatter,
    "corners": _corners,
    "mosaic": _mosaic,
    "histogram": _histogram,
}
