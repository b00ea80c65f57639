"""The histogram of the question: how a node's rows lie along the column that it asks for.

Not done here: what is counted (``dttools.study.histogram``), and the drawing (``plot.js``).
"""

from __future__ import annotations

from collections.abc import Hashable, MutableMapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final

import numpy as np

import dtcore as dt
from dtcore.growth import node_rows_of_children
from dtcore.model import ROOT, FloatArray, NodeId, NodeRows, Split, number, predictions, weight_of
from dtshow.words import number_format
from dtshow.words.language import _
from dttools.study.histogram import Histogram, histogram

SLIGHT: Final = 0.02
"""Of the rows, so many may lie above a plot of a numeric target, and as many below."""
Stack = tuple[tuple[int, float], ...]
Spread = tuple[float, float, float]


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
class Questions:
    """Makes the plots of a tree; those in ``known`` need not be made again.

    ``known`` may be shared by all trees on the same rows with the same way of sending on
    missing cells, since a plot goes by the splits above it alone.
    """

    dataset: dt.Dataset
    tree: dt.Tree
    known: MutableMapping[Hashable, Plot]
    _bags: dict[NodeId, NodeRows] = field(default_factory=dict, repr=False)

    def plot(self, node: NodeId) -> Plot:
        """The plot of an inner node. Raises KeyError if it is a leaf."""
        key = self._way(node)
        result = self.known.get(key)
        if result is None:
            result = self.known[key] = self._plot(node)
        return result

    def _unplaced(self, node: NodeId, split: Split) -> float:
        """How many rows of the node have no value of the column."""
        here, column = self._bag(node), self.dataset.columns[split.column]
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
        result = histogram(self.dataset, self._bag(node), split)
        return Plot(
            self._cells(result),
            None if result.wedge is None else round(result.wedge, 4),
            self._sides(node, result),
            self._reach(split, result),
            self._unplaced(node, split),
        )

    def _bag(self, node: NodeId) -> NodeRows:
        if node == ROOT:
            return self.dataset.all_rows
        if node not in self._bags:
            up = node[:-1]
            parts = node_rows_of_children(
                self.dataset, self.tree, self.tree.place(up), self._bag(up)
            )
            self._bags.update({(*up, branch): part for branch, part in enumerate(parts)})
        return self._bags[node]

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
