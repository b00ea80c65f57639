"""All splits of one column at a batch of nodes, each scored, and the best of each node.

A splitter turns the counts of a column into options, flat over all nodes::

    node      [ 0   0   0   1   1   2 ]                 (o,)
    branches  [[[left],[right]], ...]                   (o, b, k)
    rank      [.02 .31 .31 .10 .00 .25]                 (o,)   the best of each node stays:
                     ^first       ^           ^

This is how nominal columns are scored, and the threshold curve of a numeric one; for the best
cut alone there is a faster way (``dtcore.growth.cuts``), with the same result.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from dtcore.errors import DataError
from dtcore.growth.counts import Counts
from dtcore.growth.frontier import Frontier, in_memory
from dtcore.growth.known_rows import filled, known_part, known_share, own_cuts, split_info
from dtcore.growth.recipe import Recipe
from dtcore.kernel.split_options import SplitOptions
from dtcore.model.columns import BoolArray, FloatArray, IntArray
from dtcore.model.nodes import weight_of
from dtcore.policies.impurity import impurity_after
from dtcore.policies.selection import Selection, ties_with


def gains(
    recipe: Recipe,
    before: FloatArray,
    branches: FloatArray,
    weights: FloatArray,
    unknown: FloatArray | None = None,
) -> tuple[FloatArray, FloatArray]:
    """Gain and split info (o,) of splits with statistics (o, b, k) and weights (o, b).

    ``unknown`` (o,): the weight of the node's rows that a split does not place, None if none.
    """
    gain = recipe.impurity.of_splits(branches, weights, before)
    if unknown is not None:
        gain = gain * known_share(weights.sum(axis=1), unknown)
    return gain, split_info(recipe, weights, unknown)


def scores_of(
    recipe: Recipe, before: float, branch_stats: FloatArray, gain: float, split_info: float
) -> dict[str, float]:
    """The named scores of one split of rows at which its column is known; squares are totals."""
    weights = branch_stats[:, 0] if recipe.impurity.numeric else branch_stats.sum(axis=1)
    scores = {
        "impurity_before": float(before),
        "impurity_after": float(impurity_after(recipe.impurity, branch_stats, weights)),
        "gain": float(gain),
        "split_info": float(split_info),
        "gain_ratio": _over(gain, split_info),
    }
    if recipe.impurity.numeric:
        weight = float(weights.sum())
        for part in ("before", "after"):
            scores[f"squares_{part}"] = weight * scores[f"impurity_{part}"]
        scores["squares_decrease"] = weight * float(gain)
    return scores


def with_known_share(scores: dict[str, float], share: float) -> dict[str, float]:
    """The same of a column that is known at this ``share`` of the rows.

    Impurities and squares are of these rows, and the gain is their gain times the share.
    """
    if share >= 1:
        return scores
    decrease = scores.get("squares_decrease")
    squares = {} if decrease is None else {"squares_decrease": decrease / share if share else 0.0}
    return {**scores, **squares, "known_share": share}


def with_cut_penalty(scores: dict[str, float], tries: float, correction: float) -> dict[str, float]:
    """The scores of a numeric column's split, less the price of choosing among its cuts."""
    corrected_gain = float(scores["gain"] - correction)
    ratio = _over(corrected_gain, scores["split_info"])
    parts = {
        "tries": float(tries),
        "correction": float(correction),
        "corrected_gain": corrected_gain,
    }
    return scores | parts | {"gain_ratio": ratio}


def costed(recipe: Recipe, cost: float, gain: float) -> dict[str, float]:
    """The score that weighs gain against cost, if the recipe does."""
    selection = recipe.selection
    if type(selection).against_cost is Selection.against_cost:
        return {}
    value = selection.against_cost(np.array(gain), np.array(cost))
    return {"cost": cost, selection.score: float(value)}


def _over(top: float, bottom: float) -> float:
    return float(top / bottom) if bottom > 0 else 0.0


AT_ONCE: Final = 256
"""So many nodes have all their groupings tried at a time, for the sake of memory."""


@dataclass(frozen=True, eq=False)
class Scored:
    """Options with their scores, all (o,); ``admitted`` says which the stopping rules allow."""

    options: SplitOptions
    stats: FloatArray
    gain: FloatArray
    split_info: FloatArray
    rank: FloatArray
    admitted: BoolArray

    def part(self, chosen: BoolArray | IntArray) -> Scored:
        """The options at ``chosen`` places."""
        options = self.options
        missing = None if options.missing is None else options.missing[chosen]
        return Scored(
            SplitOptions(
                options.node[chosen], options.branches[chosen], options.mark[chosen], missing
            ),
            self.stats[chosen],
            self.gain[chosen],
            self.split_info[chosen],
            self.rank[chosen],
            self.admitted[chosen],
        )

    @classmethod
    def joined(cls, pieces: Sequence[Scored]) -> Scored:
        """The options of all ``pieces`` by node; each node's are in one piece."""
        options = [piece.options for piece in pieces]
        whole = SplitOptions(
            np.concatenate([some.node for some in options]),
            np.concatenate([some.branches for some in options]),
            np.concatenate([some.mark for some in options]),
        )
        scored = cls(
            whole,
            np.concatenate([piece.stats for piece in pieces]),
            np.concatenate([piece.gain for piece in pieces]),
            np.concatenate([piece.split_info for piece in pieces]),
            np.concatenate([piece.rank for piece in pieces]),
            np.concatenate([piece.admitted for piece in pieces]),
        )
        return scored.part(np.argsort(whole.node, kind="stable"))


@dataclass(frozen=True, eq=False)
class Best:
    """A column's best option at each of S nodes; ``at`` (S,) is -1 if there is none."""

    scored: Scored
    at: IntArray
    tries: FloatArray
    tied: IntArray


def score(
    recipe: Recipe, frontier: Counts, column: int, before: FloatArray, thorough: bool = False
) -> Scored:
    """Every option of one column at every node, scored; ``before`` (S,) impurities.

    Raises DataError for a column without a level, unless missing counts as a value of its own.
    """
    asked = frontier.dataset.columns[column]
    if asked.levels == () and not recipe.missing.own:
        raise DataError(
            "No row has a value in “{column}”, so it has no splits. Choose another column.",
            column=asked.name,
        )
    part = known_part(recipe, frontier, column, before)
    options = _options(recipe, part.frontier, column, thorough)
    stats = part.frontier.settle(options.branches, options.node)
    weights = weight_of(stats, frontier.dataset.schema)
    unknown = None if part.unknown is None else part.unknown[options.node]
    gain, split_info = gains(recipe, part.before[options.node], stats, weights, unknown)
    admitted = np.ones(len(gain), bool)
    for rule in recipe.stopping:
        by_rows = rule.counts_rows and part.frontier.weighted
        sizes = _rows(recipe, in_memory(part.frontier), column, options) if by_rows else weights
        admitted &= rule.admits(sizes, frontier.classes, asked.numeric)
    rank = recipe.selection.rank(gain, split_info)
    return Scored(options, stats, gain, split_info, rank, admitted)


def compared(recipe: Recipe, scored: Scored, weight: float, cost: float = 1.0) -> FloatArray:
    """(o,) what the cuts of a numeric column are shown by at a node of ``weight``: the deciding
    score. ``cost`` is that of asking for the column."""
    if recipe.impurity.numeric:
        return np.asarray(scored.gain * weight)
    if recipe.selection.score != "gain_ratio":
        return recipe.selection.against_cost(scored.gain, np.array(cost))
    tries = np.full(len(scored.gain), float(scored.admitted.sum()))
    corrected_gain = scored.gain - recipe.cut_penalty(tries, np.array(weight))
    info = scored.split_info
    return np.where(info > 0, corrected_gain / np.where(info > 0, info, 1.0), 0.0)


def _options(recipe: Recipe, frontier: Counts, index: int, thorough: bool = False) -> SplitOptions:
    column = frontier.dataset.columns[index]
    if not column.numeric:
        counts = _by_level(recipe, frontier, index)
        return recipe.splitter.nominal.options(counts, frontier.dataset.schema, thorough)
    cuts = recipe.splitter.numeric
    assert cuts is not None  # Recipe.check refuses numeric columns otherwise
    if recipe.missing.own and column.missing:
        return own_cuts(cuts, in_memory(frontier), index)
    return cuts.options(frontier.value_counts(index))


def _by_level(
    recipe: Recipe, counts: Counts, index: int, rows: Frontier | None = None
) -> FloatArray:
    """(S, n_levels, k) moments by node and level; missing is one more if it counts as a value,
    or counts with the levels that it is filled with. ``rows``: the same frontier with other
    weights, to be counted in its place."""
    column, missing = counts.dataset.columns[index], recipe.missing
    if not column.missing or not (missing.own or missing.fills):
        return (rows or counts).level_counts(index)
    frontier, n_levels = in_memory(counts), len(column.levels or ())
    codes = column.values[frontier.rows]
    codes = np.where(codes < 0, n_levels, codes)
    moments = (rows or frontier).by_level(codes, n_levels + 1)
    if missing.own:
        return moments
    weights = frontier.by_level(codes, n_levels + 1)[:, :-1] if rows else None
    return filled(recipe, moments[:, :-1], moments[:, -1], weights)


def _rows(recipe: Recipe, frontier: Frontier, index: int, options: SplitOptions) -> FloatArray:
    """(o, b) how many rows each branch has, whatever their weights."""
    plain = replace(frontier, weights=np.ones(len(frontier.rows)))
    schema, column = frontier.dataset.schema, frontier.dataset.columns[index]
    if column.numeric:
        return weight_of(_options(recipe, plain, index).branches, schema)
    by_level = weight_of(_by_level(recipe, frontier, index, plain), schema)
    branches = np.arange(options.branches.shape[1])
    member = options.mark[:, None, :] == branches[None, :, None]
    return np.asarray((member * by_level[options.node][:, None, :]).sum(axis=2))


def best_options(recipe: Recipe, frontier: Counts, column: int, before: FloatArray) -> Best:
    scored = score(recipe, frontier, column, before, recipe.selection.cuts_by != "gain")
    schema, field = frontier.dataset.schema, frontier.dataset.columns[column].field
    if not field.numeric and recipe.splitter.nominal.hurries(schema) and not scored.admitted.all():
        scored = _again(recipe, frontier, column, before, scored)
    node, size = scored.options.node, frontier.size
    tries = np.bincount(node[scored.admitted], minlength=size).astype(np.float64)
    # where nothing is admitted, the best of the inadmissible is shown, and ruled out
    rank = np.where(scored.admitted | (tries[node] == 0), scored.rank, -np.inf)
    at, tied = _first_best(node, rank, before)
    return Best(scored, at, tries, tied)


def _again(
    recipe: Recipe, frontier: Counts, column: int, before: FloatArray, scored: Scored
) -> Scored:
    """``scored`` with all options at the nodes whose best one the stopping rules do not allow."""
    at, _ = _first_best(scored.options.node, scored.rank, before)
    ruled_out = np.zeros(frontier.size, bool)
    ruled_out[at >= 0] = ~scored.admitted[at[at >= 0]]
    nodes = np.flatnonzero(ruled_out)
    if not len(nodes):
        return scored
    pieces = [scored.part(~ruled_out[scored.options.node])]
    for some in np.split(nodes, range(AT_ONCE, len(nodes), AT_ONCE)):
        result = score(recipe, frontier.part(some), column, before[some], thorough=True)
        pieces.append(
            replace(result, options=replace(result.options, node=some[result.options.node]))
        )
    return Scored.joined(pieces)


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
