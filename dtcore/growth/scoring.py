"""All splits of columns at a batch of nodes, each scored, and the best of each node.

A column offers options, flat over all nodes::

    node      [ 0   0   0   1   1   2 ]                 (o,)
    branches  [[[left],[right]], ...]                   (o, b, k)
    rank      [.02 .31 .31 .10 .00 .25]                 (o,)   the best of each node stays:
                     ^first       ^           ^

So is every column scored, of numbers or of levels, with missing cells or without, for a lesson's
step, a threshold curve or a whole level of a tree. A column with missing cells is weighed over its
known rows: gain is their share of the node times the gain over them, whatever becomes of the
others. Where missing counts as a value of its own, a column has more to offer; where cells are
filled in, the unknown rows count with the value that they get.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from dtcore.errors import DataError
from dtcore.growth.cells import Cells, CutOptions
from dtcore.growth.counts import Counts
from dtcore.growth.recipe import Recipe
from dtcore.model.columns import BoolArray, FloatArray, IntArray
from dtcore.model.data import Dataset
from dtcore.model.nodes import weight_of
from dtcore.model.splits import Split
from dtcore.policies.impurity import impurity_after
from dtcore.policies.missing import shares_by_class
from dtcore.policies.selection import Selection, ties_with
from dtcore.policies.splits import SplitOptions

KNOWN_FROM_MISSING: Final = np.inf
"""The key of the cut between the known cells and the missing ones."""
AT_ONCE: Final = 256
"""So many nodes have all their groupings tried at a time, for the sake of memory."""


def known_share(known: FloatArray, unknown: FloatArray) -> FloatArray:
    """The share of the known weight, 1 where there is none at all."""
    whole = known + unknown
    return np.asarray(np.where(whole > 0, known, 1.0) / np.where(whole > 0, whole, 1.0))


def leaves_out(recipe: Recipe, dataset: Dataset, column: int) -> bool:
    """Whether the scores of a column leave the rows out whose cell is missing."""
    counted = recipe.missing.missing_as_level or recipe.missing.imputes
    return column in dataset.gappy and not counted


def gains(
    recipe: Recipe,
    before: FloatArray,
    stats: FloatArray,
    weights: FloatArray,
    unknown: FloatArray | None,
) -> FloatArray:
    """(o,) the gain of splits with statistics (o, b, k) and weights (o, b).

    ``before`` (o,) is the impurity of the rows that they place, ``unknown`` (o,) the weight of the
    others, None if there are none.
    """
    gain = recipe.impurity.of_splits(stats, weights, before)
    return gain if unknown is None else gain * known_share(weights.sum(axis=1), unknown)


def infos(recipe: Recipe, weights: FloatArray, unknown: FloatArray | None) -> FloatArray:
    """(o,) the entropy of the branch sizes ``weights`` (o, b), the ``unknown`` rows (o,) one more
    branch if the recipe counts them so."""
    if unknown is not None and recipe.missing.in_split_info:
        weights = np.concatenate([weights, unknown[:, None]], axis=1)
    return recipe.information.of(weights)


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


def cost_score(recipe: Recipe, cost: float, gain: float) -> dict[str, float]:
    """The score that weighs gain against cost, if the recipe does."""
    selection = recipe.selection
    if type(selection).against_cost is Selection.against_cost:
        return {}
    value = selection.against_cost(np.array(gain), np.array(cost))
    return {"cost": cost, selection.score: float(value)}


def _over(top: float, bottom: float) -> float:
    return float(top / bottom) if bottom > 0 else 0.0


@dataclass(frozen=True, eq=False)
class Scored:
    """The o splits of a column at all nodes, scored, by ``node`` (o,).

    ``key`` names the split: a cut (o,), or the branch of each level (o, n_levels), -1 if it is
    absent. ``missing`` (o,) is the branch of missing cells where a cut says so, None if none does.
    ``stats`` (o, b, k) are those of the branches; ``admitted`` (o,) says which the stopping rules
    allow. Among equal ranks at a node the first option wins, so their order is the rule of ties.
    """

    node: IntArray
    key: NDArray[Any]
    missing: IntArray | None
    stats: FloatArray
    gain: FloatArray
    split_info: FloatArray
    rank: FloatArray
    admitted: BoolArray

    def part(self, chosen: BoolArray | IntArray) -> Scored:
        """The options at ``chosen`` places."""
        values = vars(self).values()
        kept: list[Any] = [None if some is None else some[chosen] for some in values]
        return Scored(*kept)

    @classmethod
    def joined(cls, pieces: Sequence[Scored]) -> Scored:
        """The options of all ``pieces`` by node; each node's are in one piece."""
        values = zip(*(vars(one).values() for one in pieces), strict=True)
        whole: list[Any] = [None if some[0] is None else np.concatenate(some) for some in values]
        scored = cls(*whole)
        return scored.part(np.argsort(scored.node, kind="stable"))


def score(
    recipe: Recipe, counts: Counts, column: int, before: FloatArray, exhaustive: bool = False
) -> Scored:
    """Every option of one column at every node, scored; ``before`` (S,) impurities.

    Raises DataError for a column without a level, unless missing counts as a value of its own.
    """
    asked = counts.dataset.columns[column]
    if asked.levels == () and not recipe.missing.missing_as_level:
        raise DataError(
            "No row has a value in “{column}”, so it has no splits. Choose another column.",
            column=asked.name,
        )
    if not asked.numeric:
        return _scored_groupings(recipe, counts, column, before, exhaustive)
    pieces = [
        _named_cuts(
            recipe, Cells.of(counts, table, recipe.missing.missing_as_level), before, column
        )
        for table in counts.tables([column])
    ]
    return Scored.joined(pieces) if pieces else _no_cuts(counts)


def _no_cuts(counts: Counts) -> Scored:
    """What there is to try where there are no rows."""
    nothing, stats = np.zeros(0), np.zeros((0, 2, counts.classes or 3))
    places = np.zeros(0, np.intp)
    return Scored(places, nothing, None, stats, nothing, nothing, nothing, places > 0)


def _named_cuts(recipe: Recipe, cells: Cells, before: FloatArray, column: int) -> Scored:
    """All cuts of cells of one ``column``, by node, with the cut as key."""
    cuts = recipe.splitter.numeric
    assert cuts is not None  # Recipe.check refuses numeric columns otherwise
    options = cells.options(cells.boundaries(cuts.min_gap))
    scored = scored_cuts(recipe, cells, before, options)
    key = np.full(len(options.place), KNOWN_FROM_MISSING)
    plain = options.place != cells.last[options.cell]
    key[plain] = cuts.between(*cells.beside(options.place[plain]))
    missing = options.missing
    if missing is None and recipe.missing.missing_as_level and column in cells.counts.dataset.gappy:
        missing = np.full(len(key), -1)
    admitted, node = admitted_cuts(recipe, cells, options), cells.node[options.cell]
    return replace(scored, node=node, key=key, missing=missing, admitted=admitted)


def scored_cuts(
    recipe: Recipe, cells: Cells, before: FloatArray, options: CutOptions, info: bool = True
) -> Scored:
    """Cuts with their scores, ``node`` their cells and ``key`` their places among the runs, all
    taken for admitted. Split info is 0 unless ``info`` is asked for."""
    stats = cells.branches(options)
    weights = weight_of(stats, cells.counts.dataset.schema)
    unknown, of_cells = None, before.take(cells.node)
    if cells.gaps is not None and not cells.missing_as_level:
        unknown = cells.unknown()[options.cell]
        known = recipe.impurity.of(cells.known_stats())
        of_cells = np.where(cells.gaps, known, of_cells)
    gain = gains(recipe, of_cells.take(options.cell), stats, weights, unknown)
    split_info = infos(recipe, weights, unknown) if info else np.zeros(len(gain))
    rank = recipe.selection.rank(gain, split_info)
    every = np.ones(len(gain), bool)
    return Scored(
        options.cell, options.place, options.missing, stats, gain, split_info, rank, every
    )


def admitted_cuts(
    recipe: Recipe, cells: Cells, options: CutOptions, numeric: bool = True
) -> BoolArray:
    """(o,) which cuts the stopping rules allow, of columns of numbers or of levels."""
    table, classes = cells.table, cells.counts.classes
    allowed = np.ones(len(options.cell), bool)
    for rule in recipe.restricting(cells.counts.weighted):
        running = table.rows if rule.counts_rows else table.weight
        left, whole = cells.sides(running.take, options)
        sizes = np.stack([left, whole - left]).astype(np.float64)
        if not rule.counts_rows:
            sizes *= cells.counts.units[0][cells.node][options.cell]
        # laid out so that comparing the two sides runs along memory
        allowed &= rule.admits(sizes.T, classes, numeric)
    return allowed


def _scored_groupings(
    recipe: Recipe, counts: Counts, column: int, before: FloatArray, exhaustive: bool
) -> Scored:
    """Every option of a nominal column at every node, scored."""
    schema, unknown = counts.dataset.schema, np.zeros(counts.size)
    moments = counts.level_counts(column)
    if leaves_out(recipe, counts.dataset, column):
        moments, gone = moments[:, :-1], moments[:, -1]
        unknown = weight_of(gone, schema)
        known = counts.recentre(moments.sum(axis=1), np.arange(counts.size))
        before = np.where(unknown > 0, recipe.impurity.of(known), before)
    if recipe.missing.imputes and column in counts.dataset.gappy:
        moments = imputed(recipe, moments, moments)
    options = recipe.splitter.nominal.options(moments, schema, exhaustive)
    stats = counts.recentre(options.branches, options.node)
    weights = weight_of(stats, schema)
    before, unknown = before[options.node], unknown[options.node]
    gain = gains(recipe, before, stats, weights, unknown)
    split_info = infos(recipe, weights, unknown)
    admitted = np.ones(len(gain), bool)
    for rule in recipe.stopping:
        by_rows = rule.counts_rows and counts.weighted
        sizes = _rows(recipe, counts, column, options) if by_rows else weights
        admitted &= rule.admits(sizes, counts.classes, False)
    rank = recipe.selection.rank(gain, split_info)
    return Scored(options.node, options.by_level, None, stats, gain, split_info, rank, admitted)


def imputed(recipe: Recipe, moments: FloatArray, weights: FloatArray) -> FloatArray:
    """(S, b, k) ``moments`` (S, b + 1, k) with the unknown rows, which are last, counted in the
    branch that the recipe's policy gives them by class ``weights`` (S, b + 1, k)."""
    known, unknown, weights = moments[:, :-1], moments[:, -1], weights[:, :-1]
    shares = shares_by_class(recipe.missing, weights.swapaxes(-1, -2)).swapaxes(-1, -2)
    return np.asarray(known + shares * unknown[:, None, :])


def _rows(recipe: Recipe, counts: Counts, column: int, options: SplitOptions) -> FloatArray:
    """(o, b) how many rows each branch of groupings has, whatever their weights."""
    dataset = counts.dataset
    moments = counts.unweighted().level_counts(column)
    if recipe.missing.imputes and column in dataset.gappy:
        moments = imputed(recipe, moments, counts.level_counts(column))
    rows = weight_of(moments, dataset.schema)[:, : options.by_level.shape[1]]
    branches = np.arange(options.branches.shape[1])
    member = options.by_level[:, None, :] == branches[None, :, None]
    return np.asarray((member * rows[options.node][:, None, :]).sum(axis=2))


def best_options(
    recipe: Recipe, counts: Counts, column: int, before: FloatArray
) -> tuple[Scored, IntArray, IntArray, IntArray]:
    """The options of one column, and of each node the place of its best, -1 if there is none,
    how many are admitted, and how many others score as the best."""
    scored = score(recipe, counts, column, before, recipe.selection.cuts_by != "gain")
    schema, field = counts.dataset.schema, counts.dataset.columns[column].field
    if (
        not field.numeric
        and recipe.splitter.nominal.heuristic(schema)
        and not scored.admitted.all()
    ):
        scored = _again(recipe, counts, column, before, scored)
    tries = np.bincount(scored.node[scored.admitted], minlength=counts.size)
    # where nothing is admitted, the best of the inadmissible is shown, and ruled out
    rank = np.where(scored.admitted | (tries[scored.node] == 0), scored.rank, -np.inf)
    at, tied = first_best(scored.node, rank, before)
    return scored, at, tries, tied


def _again(
    recipe: Recipe, counts: Counts, column: int, before: FloatArray, scored: Scored
) -> Scored:
    """``scored`` with all options at the nodes whose best one the stopping rules do not allow."""
    at, _ = first_best(scored.node, scored.rank, before)
    ruled_out = np.zeros(counts.size, bool)
    ruled_out[at >= 0] = ~scored.admitted[at[at >= 0]]
    nodes = np.flatnonzero(ruled_out)
    if not len(nodes):
        return scored
    pieces = [scored.part(~ruled_out[scored.node])]
    for some in np.split(nodes, range(AT_ONCE, len(nodes), AT_ONCE)):
        result = score(recipe, counts.part(some), column, before[some], exhaustive=True)
        pieces.append(replace(result, node=some[result.node]))
    return Scored.joined(pieces)


def first_best(node: IntArray, rank: FloatArray, before: FloatArray) -> tuple[IntArray, IntArray]:
    """For each of S nodes the first option that ties with its best, -1 if there is none, and how
    many others tie."""
    at, ties = np.full(len(before), -1), ties_of(node, rank, before)
    of = node.take(ties)
    at[of[::-1]] = ties[::-1]
    tied = np.bincount(of, minlength=len(before))
    tied -= tied > 0
    return at, tied


def ties_of(node: IntArray, rank: FloatArray, before: FloatArray) -> IntArray:
    """(t,) the options, by ``node`` (o,), that tie with the best of their node."""
    if not len(node):
        return np.zeros(0, np.intp)
    counts = np.bincount(node)
    present = counts.nonzero()[0]
    counts = counts.take(present)
    top = np.maximum.reduceat(rank, counts.cumsum() - counts).repeat(counts)
    return ties_with(rank, top, before.take(node)).nonzero()[0]


def cuts_between(
    recipe: Recipe, counts: Counts, columns: IntArray, low: IntArray, high: IntArray
) -> tuple[FloatArray, FloatArray]:
    """The gaps (w, 2) and the cuts (w,) of ``columns`` (w,) of numbers between codes ``low`` and
    ``high`` (w,); both end in infinity where known cells are set apart from missing ones."""
    cuts, dataset = recipe.splitter.numeric, counts.dataset
    assert cuts is not None  # Recipe.check refuses numeric columns otherwise
    apart = np.zeros(len(low), bool)
    if recipe.missing.missing_as_level and dataset.gappy:
        apart = high == dataset.codes.missing[columns]
    gap = np.stack(counts.beside(columns, low, np.where(apart, low, high)), axis=1)
    gap[apart, 1] = np.inf
    plain = np.isfinite(gap[:, 1])
    cut = np.full(len(gap), KNOWN_FROM_MISSING)
    cut[plain] = cuts.between(*gap[plain].T)
    for column in np.unique(columns[plain]).tolist() if cuts.data_value else ():
        mine = plain & (columns == column)
        cut[mine] = cuts.placed(cut[mine], dataset.columns[column].distinct)
    return gap, cut


def grouping_of(recipe: Recipe, dataset: Dataset, column: int, branches: IntArray) -> Split:
    """The split of a nominal column with the branch ``branches`` (n_levels,) of each level; missing
    cells may be one level more."""
    n_levels = len(dataset.columns[column].levels or ())
    split = recipe.splitter.nominal.split(column, branches[:n_levels])
    own = len(branches) > n_levels and branches[n_levels] >= 0
    return replace(split, missing=int(branches[n_levels])) if own else split
