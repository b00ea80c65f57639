"""Scoring a column at the rows where it is known.

A column with missing cells is weighed over its known rows; gain is their share of the node
times the gain over them, whatever becomes of the others. A column of numbers with gaps makes
a table of its own (``Dataset.complete_columns``), so that the kernel of growing sees no gap. Where
missing counts as a value of its own, every row is known and a splitter has more to offer.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from dtcore.growth.cuts import BestCuts, best_cuts, cut_values, information
from dtcore.growth.frontier import Frontier
from dtcore.growth.recipe import Recipe
from dtcore.kernel.split_options import Runs, SplitOptions
from dtcore.model.columns import FloatArray, IntArray
from dtcore.model.splits import Split, Threshold
from dtcore.policies.splitters import Cuts

KNOWN_FROM_MISSING = np.inf
"""The mark of the cut between the known cells and the missing ones."""


@dataclass(frozen=True, eq=False)
class Part:
    """The rows of S nodes at which a column is known, with the nodes' impurity there (S,).

    ``unknown`` (S,) is the weight of the other rows; None if there is none in the whole table.
    """

    frontier: Frontier
    before: FloatArray
    unknown: FloatArray | None


def known_part(recipe: Recipe, frontier: Frontier, column: int, before: FloatArray) -> Part:
    """Where ``column`` is known; ``before`` (S,) is the nodes' impurity over all rows."""
    if column not in frontier.dataset.gappy or recipe.missing.own:
        return Part(frontier, before, None)
    known = frontier.known_in(column)
    return Part(known, recipe.impurity.of(known.stats()), unknown_weight(frontier, column))


def unknown_weight(frontier: Frontier, column: int) -> FloatArray:
    """(S,) the weight of the rows at which ``column`` is missing."""
    values = frontier.dataset.columns[column].values[frontier.rows]
    gone = np.isnan(values) if frontier.dataset.columns[column].numeric else values < 0
    return np.asarray(np.bincount(frontier.node[gone], frontier.weights[gone], frontier.size))


@dataclass(frozen=True, eq=False)
class PartialCuts:
    """The best cut of a column of numbers with missing cells, where it is known.

    ``nodes`` (s,) are those of a frontier at which a cell is known, ``best`` what the kernel
    found at them, (s, 1), ``cut`` (s,) where to cut, NaN where there is nothing to cut. ``gain``
    and ``split_info`` (s,) are scaled to all rows of a node.
    """

    column: int
    nodes: IntArray
    best: BestCuts
    cut: FloatArray
    gain: FloatArray
    split_info: FloatArray

    def split(self, node: int) -> Threshold:
        return Threshold(self.column, float(self.cut[np.searchsorted(self.nodes, node)]))


def partial_cuts(recipe: Recipe, frontier: Frontier, column: int) -> PartialCuts:
    """The kernel's answer for a column of numbers with missing cells."""
    cuts = recipe.splitter.numeric
    assert cuts is not None  # Recipe.check refuses numeric columns otherwise
    table, number = frontier.dataset.complete_columns[column]
    places = number[frontier.rows]
    kept = np.flatnonzero(places >= 0)
    if not len(kept):
        nothing = np.zeros(0)
        none = BestCuts.none(0, 1)
        return PartialCuts(column, kept, none, nothing, nothing, nothing)
    nodes, node = np.unique(frontier.node[kept], return_inverse=True)
    rows, weights = places[kept], frontier.weights[kept]
    known = Frontier(table, rows, weights, node, len(nodes), fractions=frontier.fractions)
    best = best_cuts(recipe, known, recipe.impurity.of(known.stats()))
    found = np.flatnonzero(best.at[:, 0] >= 0)
    cut = np.full(len(nodes), np.nan)
    if len(found):  # named after the values of the column in the whole table, which this has
        only = np.zeros(len(found), np.int64)
        cut[found] = cut_values(cuts, known, only, best.at[found, 0])
    unknown = unknown_weight(frontier, column)[nodes]
    left = best.left[:, 0]
    sides = np.stack([left, known.weight - left], axis=1)
    info = np.where(best.at[:, 0] >= 0, split_info(recipe, sides, unknown), 0.0)
    gain = best.gain[:, 0] * known_share(known.weight, unknown)
    return PartialCuts(column, nodes, best, cut, gain, info)


def known_share(known: FloatArray, unknown: FloatArray) -> FloatArray:
    """The share of the known weight, 1 where there is none at all."""
    whole = known + unknown
    return np.asarray(np.where(whole > 0, known, 1.0) / np.where(whole > 0, whole, 1.0))


def split_info(recipe: Recipe, weights: FloatArray, unknown: FloatArray | None) -> FloatArray:
    """(o,) the entropy of the branch sizes ``weights`` (o, b), the unknown rows one more branch
    if the recipe counts them so."""
    if unknown is not None and recipe.missing.in_split_info:
        weights = np.concatenate([weights, unknown[:, None]], axis=1)
    return information(recipe).of(weights)


def own_cuts(cuts: Cuts, frontier: Frontier, column: int) -> SplitOptions:
    """Every cut with the missing rows on its right and on its left, and known against missing.

    By node, then by cut, missing on the right first. Nodes without missing cells have plain
    cuts only.
    """
    values = cuts.view(frontier.dataset.columns[column].values[frontier.rows])
    runs = frontier.by_value(np.where(np.isnan(values), -np.inf, values))
    gone = runs.value == -np.inf
    unknown = np.zeros((frontier.size, runs.moments.shape[1]))
    unknown[runs.node[gone]] = runs.moments[gone]
    some = np.zeros(frontier.size, bool)
    some[runs.node[gone]] = True
    known = Runs(runs.node[~gone], runs.value[~gone], runs.moments[~gone])
    with np.errstate(invalid="ignore"):  # between nodes without a known cell, inf - inf
        right, left = cuts.options(known), cuts.options(runs)
    right.branches[:, 1] += unknown[right.node]
    here = some[left.node]
    node = np.concatenate([right.node, left.node[here]])
    branches = np.concatenate([right.branches, left.branches[here]])
    mark = np.concatenate([right.mark, left.mark[here]])
    side = np.concatenate([np.where(some[right.node], 1, -1), np.zeros(here.sum(), np.int64)])
    apart = mark == -np.inf
    branches[apart] = branches[apart][:, ::-1]
    mark[apart], side[apart] = KNOWN_FROM_MISSING, 1
    order = np.lexsort((-side, mark, node))
    return SplitOptions(node[order], branches[order], mark[order], side[order])


def split_of(
    recipe: Recipe, frontier: Frontier, column: int, options: SplitOptions, at: int
) -> Split:
    """The split that option ``at`` of a column stands for."""
    field, mark = frontier.dataset.columns[column], options.mark[at]
    if not field.numeric:
        n_levels = len(field.levels or ())
        split = recipe.splitter.nominal.split(column, mark[:n_levels])
        return replace(split, missing=int(mark[n_levels])) if len(mark) > n_levels else split
    cuts, missing = recipe.splitter.numeric, options.missing
    assert cuts is not None  # Recipe.check refuses numeric columns otherwise
    side = -1 if missing is None else int(missing[at])
    if mark == KNOWN_FROM_MISSING:
        return Threshold(column, float(mark), side)
    return replace(cuts.split(column, mark, field.distinct), missing=side)
