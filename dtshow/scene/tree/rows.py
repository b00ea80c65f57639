"""How the rows of a node are drawn: along the column that it asks for, as a histogram, or in an
open node or a leaf one by one, as marks in a tray.

A mark is a row; marks stand by class, column by column. Not done here: what a histogram counts
(``dttools.study.histogram``), where each mark stands (``trays.js``), the drawing (``plot.js``), and
tables of more rows than ``MOST``, whose class bars pour instead.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, MutableMapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Final

import numpy as np

import dtcore as dt
from dtcore.growth import branch_counted, node_rows_of_children
from dtcore.model import (
    ROOT,
    FloatArray,
    IntArray,
    NodeId,
    NodeRows,
    Split,
    number,
    predictions,
    weight_of,
)
from dtcore.policies import BaseMissing
from dtcore.stepping import Problem
from dtshow.words import number_format
from dtshow.words.language import _
from dttools.study.histogram import Histogram, histogram

SLIGHT: Final = 0.02
"""Of the rows, so many may lie above a plot of a numeric target, and as many below."""
Stack = tuple[tuple[int, float], ...]
Spread = tuple[float, float, float]
MOST: Final = 400
"""Rows of a table that are drawn one by one."""
PITCHES: Final = ((40, 15.0), (160, 8.0), (MOST, 6.0))
"""Up to so many rows, marks stand so many pixels apart."""
SHADES: Final = 5
"""A numeric target is told by so many shades, each of as many rows."""
PAD: Final = 7.0
BETWEEN_CLASSES, BETWEEN_BRANCHES = 0.3, 0.9
FLAT: Final = 2.6
"""A tray is about so many times as wide as it is high."""
LETTERS: Final = "0123456789abcdefghijklmnopqrstuvwxyz"


@dataclass(frozen=True)
class Plot:
    """``cells``: for each bin the classes in it, with their shares of the fullest bin; for a
    numeric target (low, mean, high, weight), as in ``spread``, the weight as a share of the
    heaviest bin's, nothing if it is empty. ``wedge``: where the cut stands, from 0 to 1; None
    if the bins are the branches. ``sides``: what the children of a cut say of a numeric target.

    For those who hear it: ``reach``, the ends of the column; ``left_out``, how many rows
    without a value.
    """

    cells: tuple[Stack, ...] | tuple[tuple[float, ...], ...]
    wedge: float | None
    sides: tuple[float, ...]
    reach: tuple[float, float] | None
    left_out: float


@dataclass(frozen=True, eq=False)
class _OfTree:
    """Finds the rows at the nodes of a tree that is grown on ``dataset``."""

    dataset: dt.Dataset
    tree: dt.Tree

    @cached_property
    def _known_rows(self) -> dict[NodeId, NodeRows]:
        return {ROOT: self.dataset.all_rows}

    def rows_at(self, node: NodeId) -> NodeRows:
        known = self._known_rows
        if node not in known:
            up = node[:-1]
            place, rows = self.tree.place(up), self.rows_at(up)
            parts = node_rows_of_children(self.dataset, self.tree, place, rows)
            known.update({(*up, branch): part for branch, part in enumerate(parts)})
        return known[node]


@dataclass(frozen=True, eq=False)
class Questions(_OfTree):
    """Makes the plots of a tree; those in ``known`` need not be made again.

    ``known`` may be shared by all trees on the same rows with the same way of sending on
    missing cells, since a plot goes by the splits above it alone.
    """

    known: MutableMapping[Hashable, Plot]

    def plot(self, node: NodeId) -> Plot:
        """The plot of an inner node. Raises KeyError if it is a leaf."""
        key = self._way(node)
        result = self.known.get(key)
        if result is None:
            result = self.known[key] = self._plot(node)
        return result

    def _unplaced(self, node: NodeId, split: Split) -> float:
        """How many rows of the node have no value of the column."""
        here, column = self.rows_at(node), self.dataset.columns[split.column]
        values = column.values[here.rows]
        gone = np.isnan(values) if column.numeric else values < 0
        return float(self.dataset.rows_in(here.take(gone)).sum())

    def _way(self, node: NodeId) -> Hashable:
        """All that says which rows are at ``node``, and what it asks of them."""
        tops = [node[:depth] for depth in range(len(node) + 1)]
        places = [self.tree.place(top) for top in tops]
        asked = [(self.tree.splits[p], self.tree.surrogates.get(p, ())) for p in places]
        return node, tuple(asked)

    def _plot(self, node: NodeId) -> Plot:
        split = self.tree[node].split
        if split is None:
            raise KeyError(node)
        result = histogram(self.dataset, self.rows_at(node), split)
        return Plot(
            self._cells(result),
            None if result.wedge is None else round(result.wedge, 4),
            self._sides(node, result),
            self._reach(split, result),
            self._unplaced(node, split),
        )

    def _cells(self, found: Histogram) -> tuple[Stack, ...] | tuple[tuple[float, ...], ...]:
        weights = weight_of(found.stats, self.tree.schema)
        most = max(float(weights.max(initial=0.0)), 1e-300)
        if self.tree.schema.classes:
            return tuple(_stack(stats, most) for stats in found.stats)
        means = predictions(found.stats, self.tree.schema)
        deviations = np.sqrt(found.stats[:, 2] / np.where(weights > 0, weights, 1.0))
        triples = zip(means.tolist(), deviations.tolist(), weights.tolist(), strict=True)
        return tuple(
            (*spread(mean, away, self.scale), round(weight / most, 4)) if weight > 0 else ()
            for mean, away, weight in triples
        )

    def _sides(self, node: NodeId, found: Histogram) -> tuple[float, ...]:
        if found.wedge is None or self.tree.schema.classes:
            return ()
        means = map(self.tree.prediction, self.tree.children(node))
        return tuple(spread(mean, 0.0, self.scale)[1] for mean in means)

    def _reach(self, split: Split, found: Histogram) -> tuple[float, float] | None:
        known = self.dataset.columns[split.column].distinct
        return None if found.axis is None else (float(known[0]), float(known[-1]))

    @cached_property
    def scale(self) -> tuple[float, float]:
        """Where the target of nearly all rows lies: means differ by little of its whole range."""
        low, high = np.quantile(self.dataset.target.values, (SLIGHT, 1 - SLIGHT)).tolist()
        return (low, high - low) if high > low else scale_of(self.dataset)


def plot_words(plot: Plot, tree: dt.Tree, node: NodeId) -> list[str]:
    """What a node's plot is of, and which rows are not in it."""
    split, parts = tree[node].split, []
    if plot.reach and isinstance(split, dt.Threshold):
        sentence = (
            _("histogram over {column} from {low} to {high}, cut at {cut}")
            if tree.schema.classes
            else _("{target} against {column} from {low} to {high}, cut at {cut}")
        )
        low, high = map(number, plot.reach)
        cut = split.cut_text(tree.schema)
        column = tree.schema.columns[split.column].name
        target = tree.schema.target.name
        parts.append(sentence.format(column=column, target=target, low=low, high=high, cut=cut))
    if plot.left_out > 0:
        rows = number_format.rows_count(plot.left_out)
        parts.append(_("{rows} without a value left out").format(rows=rows))
    return parts


def scale_of(dataset: dt.Dataset) -> tuple[float, float]:
    """The lowest value of a numeric target, and how far the highest is from it."""
    low, high = dataset.target.extremes
    return low, max(high - low, 1e-300)


def spread(mean: float, deviation: float, scale: tuple[float, float]) -> Spread:
    """A mean, and one standard deviation to each side of it, as shares of the ``scale``; what
    lies beyond its ends is at the ends."""
    low, width = scale
    middle, off = (mean - low) / width, deviation / width
    return _share(middle - off), _share(middle), _share(middle + off)


def _share(place: float) -> float:
    return round(min(1.0, max(0.0, place)), 4)


def _stack(stats: FloatArray, most: float) -> Stack:
    shares = (stats / most).tolist()
    return tuple((k, round(share, 4)) for k, share in enumerate(shares) if share > 0)


@dataclass(frozen=True)
class Tray:
    """``rows`` of the table by class and place, ``lines`` of them in a column; ``by``: the same
    rows by the branch that a candidate would send them to. ``width`` and ``height`` in pixels.
    ``parts``: how much of each row is here, from 0 to 1, if any is here in part."""

    rows: tuple[int, ...]
    lines: int
    width: float
    height: float
    by: tuple[tuple[int, ...], ...] = ()
    parts: tuple[float, ...] = ()

    @property
    def record(self) -> dict[str, Any]:
        size = {"rows": self.rows, "lines": self.lines, "w": self.width, "h": self.height}
        parts = {"parts": self.parts} if self.parts else {}
        return size | ({"by": self.by} if self.by else {}) | parts


@dataclass(frozen=True, eq=False)
class Trays(_OfTree):
    """Makes the trays of a tree that is grown on ``dataset``, which has at most ``MOST`` rows.

    ``missing`` counts the rows of splits that are looked at.
    """

    missing: BaseMissing

    @property
    def pitch(self) -> float:
        return next(pitch for most, pitch in PITCHES if len(self.dataset) <= most)

    @cached_property
    def kinds(self) -> IntArray:
        """(rows,) the class of each row; of a numeric target its shade."""
        values = self.dataset.target.values
        if self.dataset.schema.classes:
            return values.astype(np.int64)
        cuts = np.quantile(values, np.arange(1, SHADES) / SHADES)
        return np.searchsorted(cuts, values, side="right").astype(np.int64)

    def marks(self) -> dict[str, Any]:
        """What is alike for all trays; the classes after the 35th share a letter."""
        numeric = not self.dataset.schema.classes
        last = len(LETTERS) - 1
        return {
            "y": "".join(LETTERS[min(kind, last)] for kind in self.kinds.tolist()),
            "pitch": self.pitch,
            "kinds": SHADES if numeric else len(self.dataset.schema.classes),
            "numeric": numeric,
        }

    def tray(self, node: NodeId, split: Split | None = None) -> Tray:
        """Of a node of the tree; by the branches of ``split``, if one is looked at there."""
        here = self.rows_at(node)
        rows, shares = self._sorted(here.rows), self._parts(here)
        if split is None:
            return replace(self._sized(rows, [rows]), parts=shares)
        branch = branch_counted(self.missing, self.dataset, here, split)
        parts = [
            self._sorted(here.rows[branch == k]) for k in range(split.arity(self.dataset.schema))
        ]
        unplaced = self._sorted(here.rows[branch < 0])
        groups = [*parts, *([unplaced] if len(unplaced) else [])]
        return replace(self._sized(rows, groups, by=True), parts=shares)

    def branches(self, node: NodeId, split: Split) -> str:
        """For each row of the node's tray the branch of ``split`` that it takes; "-" if none."""
        here = self.rows_at(node)
        branch = branch_counted(self.missing, self.dataset, here, split)
        taken = dict(zip(here.rows.tolist(), branch.tolist(), strict=True))
        last = len(LETTERS) - 1
        letters = (taken[row] for row in self._sorted(here.rows))
        return "".join("-" if k < 0 else LETTERS[min(k, last)] for k in letters)

    def _parts(self, here: NodeRows) -> tuple[float, ...]:
        """Of each row in the tray; nothing if all of them are here whole."""
        parts = here.weights / self.dataset.all_rows.weights[here.rows]
        if parts.min(initial=1.0) > 1 - 1e-9:
            return ()
        known = dict(zip(here.rows.tolist(), parts.tolist(), strict=True))
        return tuple(round(known[row], 4) for row in self._sorted(here.rows))

    def _sorted(self, rows: IntArray) -> list[int]:
        order = np.lexsort((rows, self.kinds[rows]))
        result: list[int] = rows[order].tolist()
        return result

    def _sized(self, rows: list[int], parts: Sequence[list[int]], by: bool = False) -> Tray:
        lines = max(1, round(math.sqrt(len(rows) / FLAT)))
        columns = sum(self._columns(part, lines) for part in parts)
        columns += BETWEEN_BRANCHES * (len(parts) - 1)
        width = max(columns, 1.0) * self.pitch + 2 * PAD
        height = lines * self.pitch + 2 * PAD
        groups = tuple(map(tuple, parts)) if by else ()
        return Tray(tuple(rows), lines, round(width, 1), height, groups)

    def _columns(self, rows: list[int], lines: int) -> float:
        counts = np.bincount(self.kinds[rows], minlength=1)
        present = counts[counts > 0].tolist()
        between = BETWEEN_CLASSES * max(0, len(present) - 1)
        return between + sum(-(-int(n) // lines) for n in present)


def trays_of(problem: Problem, tree: dt.Tree) -> Trays | None:
    """None if there are too many rows to be drawn one by one, or they are elsewhere."""
    dataset = problem.dataset
    if dataset.counted or dataset.schema.grouped or len(dataset) > MOST:  # a mark is one row
        return None
    return Trays(dataset, tree, problem.recipe.missing)
