"""Scoring a column at the rows where it is known.

A column with missing cells is weighed over its known rows; gain is their share of the node
times the gain over them, whatever becomes of the others. Where missing counts as a value of its
own, every row is known and a splitter has more to offer; where cells are filled in, the unknown
rows count with the value that they get. Not done here: the best cut of a column of numbers with
gaps (``dtcore.growth.cuts``).
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from dtcore.growth.counts import Counts
from dtcore.growth.frontier import Frontier, in_memory
from dtcore.growth.recipe import Recipe
from dtcore.kernel.split_options import Runs, SplitOptions
from dtcore.model.columns import FloatArray
from dtcore.model.splits import Split, Threshold
from dtcore.policies.missing import shares_by_class
from dtcore.policies.splitters import Cuts

KNOWN_FROM_MISSING = np.inf
"""The mark of the cut between the known cells and the missing ones."""


@dataclass(frozen=True, eq=False)
class Part:
    """The rows of S nodes at which a column is known, with the nodes' impurity there (S,).

    ``unknown`` (S,) is the weight of the other rows; None if there is none in the whole table.
    """

    frontier: Counts
    before: FloatArray
    unknown: FloatArray | None


def known_part(recipe: Recipe, counts: Counts, column: int, before: FloatArray) -> Part:
    """Where ``column`` is known; ``before`` (S,) is the nodes' impurity over all rows."""
    if column not in counts.dataset.gappy or recipe.missing.own or recipe.missing.fills:
        return Part(counts, before, None)
    frontier = in_memory(counts)
    known = frontier.known_in(column)
    return Part(known, recipe.impurity.of(known.stats()), unknown_weight(frontier, column))


def unknown_weight(frontier: Frontier, column: int) -> FloatArray:
    """(S,) the weight of the rows at which ``column`` is missing."""
    values = frontier.dataset.columns[column].values[frontier.rows]
    gone = np.isnan(values) if frontier.dataset.columns[column].numeric else values < 0
    return np.asarray(np.bincount(frontier.node[gone], frontier.weights[gone], frontier.size))


def filled(
    recipe: Recipe, known: FloatArray, unknown: FloatArray, weights: FloatArray | None = None
) -> FloatArray:
    """(S, b, k) ``known`` (S, b, k) and the ``unknown`` rows (S, k), each with the value or branch
    that the recipe's policy gives it by class ``weights`` (S, b, k), the known ones by default."""
    weights = known if weights is None else weights
    shares = shares_by_class(recipe.missing, weights.swapaxes(-1, -2)).swapaxes(-1, -2)
    return np.asarray(known + shares * unknown[:, None, :])


def known_share(known: FloatArray, unknown: FloatArray) -> FloatArray:
    """The share of the known weight, 1 where there is none at all."""
    whole = known + unknown
    return np.asarray(np.where(whole > 0, known, 1.0) / np.where(whole > 0, whole, 1.0))


def split_info(recipe: Recipe, weights: FloatArray, unknown: FloatArray | None) -> FloatArray:
    """(o,) the entropy of the branch sizes ``weights`` (o, b), the unknown rows one more branch
    if the recipe counts them so."""
    if unknown is not None and recipe.missing.in_split_info:
        weights = np.concatenate([weights, unknown[:, None]], axis=1)
    return recipe.information.of(weights)


def own_cuts(cuts: Cuts, frontier: Frontier, column: int) -> SplitOptions:
    """Every cut with the missing rows on its right and on its left, and known against missing.

    By node, then by cut, missing on the right first. Nodes without missing cells have plain
    cuts only.
    """
    values = frontier.dataset.columns[column].values[frontier.rows]
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


def split_of(recipe: Recipe, counts: Counts, column: int, options: SplitOptions, at: int) -> Split:
    """The split that option ``at`` of a column stands for."""
    field, mark = counts.dataset.columns[column], options.mark[at]
    if not field.numeric:
        n_levels = len(field.levels or ())
        split = recipe.splitter.nominal.split(column, mark[:n_levels])
        return replace(split, missing=int(mark[n_levels])) if len(mark) > n_levels else split
    cuts, missing = recipe.splitter.numeric, options.missing
    assert cuts is not None  # Recipe.check refuses numeric columns otherwise
    side = -1 if missing is None else int(missing[at])
    if mark == KNOWN_FROM_MISSING:
        return Threshold(column, float(mark), side)
    return Threshold(column, float(cuts.placed(mark[None], field.distinct)[0]), side)
