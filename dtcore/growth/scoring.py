"""Scoring all splits of one column at a batch of nodes, from counts.

A splitter turns the counts of a column into options, flat over all nodes::

    node      [ 0   0   0   1   1   2 ]                 (o,)
    branches  [[[left],[right]], ...]                   (o, b, k)
    rank      [.02 .31 .31 .10 .00 .25]                 (o,)   the best of each node stays:
                     ^first       ^           ^

This is how nominal columns are scored, and the threshold curve of a numeric one; for the best
cut alone there is a faster way (``dtcore.growth.cuts``), with the same result.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from dtcore.growth.cuts import information
from dtcore.growth.recipe import Recipe
from dtcore.growth.stats import Frontier
from dtcore.model.columns import FloatArray, IntArray
from dtcore.model.tree import weight_of
from dtcore.policies.selection import ties_with
from dtcore.policies.splitters import Options
from dtcore.policies.stopping import BoolArray


@dataclass(frozen=True, eq=False)
class Scored:
    """Options with their scores, all (o,); ``admitted`` says which the stopping rules allow."""

    options: Options
    stats: FloatArray
    gain: FloatArray
    split_info: FloatArray
    rank: FloatArray
    admitted: BoolArray


@dataclass(frozen=True, eq=False)
class Best:
    """A nominal column's best option at each of S nodes; ``at`` (S,) is -1 if there is none."""

    scored: Scored
    at: IntArray
    tries: FloatArray
    tied: IntArray


def score(recipe: Recipe, frontier: Frontier, column: int, before: FloatArray) -> Scored:
    """Every option of one column at every node, scored; ``before`` (S,) impurities."""
    options = _options(recipe, frontier, column)
    stats = frontier.settle(options.branches, options.node)
    weights = weight_of(stats, frontier.dataset.schema)
    gain, split_info = gains(recipe, before[options.node], stats, weights)
    numeric = frontier.dataset.columns[column].numeric
    admitted = np.ones(len(gain), bool)
    for rule in recipe.stopping:
        sizes = _rows(recipe, frontier, column, options) if rule.counts_rows else weights
        admitted &= rule.admits(sizes, frontier.classes, numeric)
    rank = recipe.selection.rank(gain, split_info)
    return Scored(options, stats, gain, split_info, rank, admitted)


def scores_of(
    recipe: Recipe, before: float, branch_stats: FloatArray, gain: float, split_info: float
) -> dict[str, float]:
    """The named scores of one split; squares are totals over its rows."""
    scores = {
        "impurity_before": float(before),
        "impurity_after": float(before - gain),
        "gain": float(gain),
        "split_info": float(split_info),
        "gain_ratio": over(gain, split_info),
    }
    if recipe.impurity.numeric:
        weight = float(branch_stats[:, 0].sum())
        for part in ("before", "after"):
            scores[f"squares_{part}"] = weight * scores[f"impurity_{part}"]
        scores["squares_decrease"] = weight * scores["gain"]
    return scores


def priced(scores: dict[str, float], tries: float, correction: float) -> dict[str, float]:
    """The scores of a numeric column's split, less the price of choosing among its cuts."""
    worth = float(scores["gain"] - correction)
    ratio = over(worth, scores["split_info"])
    parts = {"tries": float(tries), "correction": float(correction), "worth": worth}
    return scores | parts | {"gain_ratio": ratio}


def compared(recipe: Recipe, scored: Scored) -> FloatArray:
    """(o,) what the cuts of a numeric column at one node are shown by: the deciding score."""
    if recipe.impurity.numeric:
        return np.asarray(scored.gain * scored.stats[:, :, 0].sum(axis=1))
    if recipe.selection.score != "gain_ratio":
        return scored.gain
    tries = np.full(len(scored.gain), float(scored.admitted.sum()))
    worth = scored.gain - recipe.selection.correction(tries, scored.stats.sum(axis=(1, 2)))
    info = scored.split_info
    return np.where(info > 0, worth / np.where(info > 0, info, 1.0), 0.0)


def gains(
    recipe: Recipe, before: FloatArray, branches: FloatArray, weights: FloatArray
) -> tuple[FloatArray, FloatArray]:
    """Gain and split info (o,) of splits with statistics (o, b, k) and weights (o, b)."""
    total = weights.sum(axis=1)
    inside = (weights * recipe.impurity.of(branches)).sum(axis=1)
    after = inside / np.where(total > 0, total, 1.0)
    return before - after, information(recipe).of(weights)


def _options(recipe: Recipe, frontier: Frontier, index: int) -> Options:
    column, schema = frontier.dataset.columns[index], frontier.dataset.schema
    if not column.numeric:
        codes = column.values[frontier.rows]
        counts = frontier.by_level(codes, len(column.levels or ()))
        return recipe.splitter.nominal.options(counts, schema)
    cuts = recipe.splitter.numeric
    assert cuts is not None  # Recipe.check refuses numeric columns otherwise
    return cuts.options(frontier.by_value(cuts.view(column.values[frontier.rows])))


def _rows(recipe: Recipe, frontier: Frontier, index: int, options: Options) -> FloatArray:
    """(o, b) how many rows each branch has, whatever their weights."""
    plain = replace(frontier, weights=np.ones(len(frontier.rows)))
    schema, column = frontier.dataset.schema, frontier.dataset.columns[index]
    if column.numeric:
        return weight_of(_options(recipe, plain, index).branches, schema)
    codes = column.values[plain.rows]
    by_level = weight_of(plain.by_level(codes, len(column.levels or ())), schema)
    branches = np.arange(options.branches.shape[1])
    member = options.mark[:, None, :] == branches[None, :, None]
    return np.asarray((member * by_level[options.node][:, None, :]).sum(axis=2))


def best_options(recipe: Recipe, frontier: Frontier, column: int, before: FloatArray) -> Best:
    scored = score(recipe, frontier, column, before)
    node, size = scored.options.node, frontier.size
    tries = np.bincount(node[scored.admitted], minlength=size).astype(np.float64)
    # where nothing is admitted, the best of the inadmissible is shown, and ruled out
    rank = np.where(scored.admitted | (tries[node] == 0), scored.rank, -np.inf)
    at, tied = _first_best(node, rank, before)
    return Best(scored, at, tries, tied)


def _first_best(node: IntArray, rank: FloatArray, before: FloatArray) -> tuple[IntArray, IntArray]:
    """For each of S nodes the first option that ties with its best, and how many others tie."""
    at, tied = np.full(len(before), -1), np.zeros(len(before), np.int64)
    if len(node):
        starts = np.flatnonzero(np.diff(node, prepend=-1))
        sizes = np.diff(np.append(starts, len(node)))
        top = np.repeat(np.maximum.reduceat(rank, starts), sizes)
        ties = ties_with(rank, top, before[node])
        places = np.where(ties, np.arange(len(node)), len(node))
        at[node[starts]] = np.minimum.reduceat(places, starts)
        tied[node[starts]] = np.add.reduceat(ties.astype(np.int64), starts) - 1
    return at, tied


def over(top: float, bottom: float) -> float:
    return float(top / bottom) if bottom > 0 else 0.0
