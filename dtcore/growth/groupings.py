"""The best grouping of nominal columns at the nodes of a frontier.

For two classes and for a number the best two groups are a cut of the levels in the order of their
class shares or means (Breiman et al. 1984, §4.2.2): the runs of a cell are put in that order and
cut as numbers are. One level against all others takes a single run to one side. So are all columns
scored flat; where every grouping is tried, or each level has a branch, they are scored one by one
(``dtcore.growth.scoring``). Of groupings that tie the one whose left levels come first is taken.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from dtcore.growth.best_splits import BestSplits
from dtcore.growth.cells import Cells, CutOptions
from dtcore.growth.counts import Counts
from dtcore.growth.recipe import Recipe
from dtcore.growth.scoring import admitted_cuts, best_options, scored_cuts, ties_of
from dtcore.model.columns import FloatArray, IntArray
from dtcore.model.runs import RunTable
from dtcore.policies.selection import Gain
from dtcore.policies.splits import Groups, OneAgainstRest, as_tuples


def best_groupings(recipe: Recipe, counts: Counts, before: FloatArray, best: BestSplits) -> None:
    """Write those of all nominal columns into ``best``; ``before`` (S,) impurities."""
    nominal = counts.dataset.n_levels.nonzero()[0].tolist()
    if not nominal:
        return
    for column in nominal:
        shape = counts.size, len(counts.dataset.columns[column].levels or ()) + 1
        best.by_level[column] = np.full(shape, -1, np.int32)
    if not _is_flat(recipe, counts):
        for column in nominal:
            _one_by_one(recipe, counts, before, (np.arange(counts.size), column), best)
        return
    alone = isinstance(recipe.splitter.nominal, OneAgainstRest)
    for table in counts.tables(nominal):
        cells = Cells.of(
            counts, table, missing_as_level=False, stripped=not recipe.missing.missing_as_level
        )
        _best_of_cells(recipe, cells if alone else _by_share(cells), before, best)


def _is_flat(recipe: Recipe, counts: Counts) -> bool:
    """Whether the options of nominal columns come off the table of runs."""
    nominal, plain = recipe.splitter.nominal, not recipe.missing.imputes
    two_groups = isinstance(nominal, Groups) and counts.classes in (0, 2)
    by_gain = recipe.selection.cuts_by == "gain"
    return plain and by_gain and (two_groups or isinstance(nominal, OneAgainstRest))


def _by_share(cells: Cells) -> Cells:
    """The same cells with their runs by rising share of the second class, or by rising mean.

    Levels with equal shares stand in table order, from whichever side the lowest level is: so the
    order of the classes does not matter.
    """
    table, of_run, starts = cells.table, cells.of_run, cells.table.start[:-1]
    weight, total = np.diff(table.weight, prepend=0), np.diff(table.sums[0], prepend=0)
    share = total / np.where(weight > 0, weight, 1)  # of a row too light for the grid: 0
    whole = cells.known(table.sums[0]) / np.maximum(cells.known(table.weight), 1)
    share = np.where((share[starts] > whole)[of_run], -share, share)
    missing = np.arange(len(share)) > cells.last[of_run]
    share[missing] = 0.0
    # means that differ by rounding alone are equal, in whatever order the rows came
    scale = np.maximum(np.maximum.reduceat(np.abs(share), starts), 1e-300)
    share = np.round(share / scale[of_run], 12)
    share[missing] = np.inf
    order = np.lexsort((share, of_run))
    rows, every = np.diff(table.rows, prepend=0)[order].cumsum(), table.at(np.arange(len(order)))
    sums = np.diff(every, prepend=0, axis=1)[:, order].cumsum(axis=1)
    same = table.weight is table.rows
    code = table.code(np.arange(len(order)))[order].take
    ordered = RunTable(
        table.cell, table.start, rows, rows if same else weight[order].cumsum(), sums, code
    )
    return Cells.of(cells.counts, ordered, missing_as_level=False, stripped=cells.stripped)


def _options(cells: Cells, alone: bool) -> CutOptions:
    if not alone:
        return cells.options(cells.inside())
    levels = cells.last + 1 - cells.table.start[:-1]
    runs = np.arange(len(cells.of_run))
    known = (runs <= cells.last[cells.of_run]) & (levels > 1)[cells.of_run]
    # of two levels either is against the other
    known[cells.last[levels == 2]] = False
    place = np.flatnonzero(known)
    return CutOptions(cells.of_run[place], place, alone=True)


def _best_of_cells(recipe: Recipe, cells: Cells, before: FloatArray, best: BestSplits) -> None:
    nominal, schema = recipe.splitter.nominal, cells.counts.dataset.schema
    options = _options(cells, isinstance(nominal, OneAgainstRest))
    info = not isinstance(recipe.selection, Gain)
    scored = scored_cuts(recipe, cells, before, options, info)
    admitted = admitted_cuts(recipe, cells, options, numeric=False)
    tries = np.bincount(options.cell[admitted], minlength=len(cells.node))
    scale, again = before[cells.node], np.zeros(len(cells.node), bool)
    at, tied = _first_best(cells, options, scored.rank, scale)
    if not admitted.all():
        if nominal.heuristic(schema):
            again[at >= 0] = ~admitted[at[at >= 0]]
        # where nothing is admitted, the best of the inadmissible is shown, and ruled out
        rank = np.where(admitted | (tries == 0)[options.cell], scored.rank, -np.inf)
        at, tied = _first_best(cells, options, rank, scale)
    where, at = best.write(cells.table.cell, scored, np.where(again, -1, at), tries, tied)
    node, column = np.divmod(where, best.gain.shape[1])
    branches = _by_level(cells, options.part(at))
    for place in np.unique(column).tolist():
        mine, into = column == place, best.by_level[place]
        width = min(branches.shape[1], into.shape[1])
        into[node[mine], :width] = branches[mine, :width]
    for place in np.unique(cells.column[again]).tolist():
        nodes = cells.node[again & (cells.column == place)]
        _one_by_one(recipe, cells.counts.part(nodes), before[nodes], (nodes, place), best)


def _first_best(
    cells: Cells, options: CutOptions, rank: FloatArray, scale: FloatArray
) -> tuple[IntArray, IntArray]:
    """(c,) each: of the options that tie with the best of a cell the one whose left levels come
    first as a tuple, -1 if there is none, and how many others tie."""
    at, tied = np.full(len(scale), -1), np.zeros(len(scale), np.intp)
    ties = ties_of(options.cell, rank, scale)
    if not len(ties):
        return at, tied
    cell = options.cell[ties]
    counts = np.bincount(cell, minlength=len(scale))
    several = counts[cell] > 1
    at[cell[~several]] = ties[~several]
    if several.any():
        ties, cell = ties[several], cell[several]
        order = np.lexsort((as_tuples(_by_level(cells, options.part(ties)) == 0), cell))[::-1]
        at[cell[order]] = ties[order]
    return at, np.maximum(counts - 1, 0)


def _by_level(cells: Cells, options: CutOptions) -> NDArray[Any]:
    """(o, v) the branch of each level, 0 for the group with the lowest level that is present and
    1 for the other, -1 for absent levels."""
    start, many = cells.table.start, len(options.cell)
    lengths = start[options.cell + 1] - start[options.cell]
    option = np.arange(many).repeat(lengths)
    run = np.arange(len(option)) - (lengths.cumsum() - lengths - start[options.cell]).repeat(
        lengths
    )
    known = run <= cells.last[options.cell][option]
    option, run = option[known], run[known]
    place = options.place[option]
    right = run != place if options.alone else run > place
    codes = cells.table.code(run)
    branches = np.full((many, int(codes.max(initial=0)) + 2), -1, np.int32)
    branches[option, codes] = right
    lowest = (branches >= 0).argmax(axis=1)
    turned = branches[np.arange(many), lowest] == 1
    branches[turned] = np.where(branches[turned] >= 0, 1 - branches[turned], -1)
    return branches


def _one_by_one(
    recipe: Recipe,
    counts: Counts,
    before: FloatArray,
    where: tuple[IntArray, int],
    best: BestSplits,
) -> None:
    """Score every option of a column at ``counts``, which are ``where`` in ``best``: the nodes and
    the column."""
    nodes, column = where
    scored, at, tries, tied = best_options(recipe, counts, column, before)
    cells, at = best.write(nodes * best.gain.shape[1] + column, scored, at, tries, tied)
    branches = scored.key[at]
    best.by_level[column][cells // best.gain.shape[1], : branches.shape[1]] = branches
