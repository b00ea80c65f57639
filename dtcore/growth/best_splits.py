"""The best cut of every column of numbers at every node of a frontier.

All cuts of a table of runs are scored at once (``dtcore.growth.cells``). The gain of a cut is the
criterion's one formula; the first cut within the tie band of its cell's best is the column's. Not
done here: nominal columns (``dtcore.growth.groupings``), and which column wins.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from dtcore.growth.cells import Cells, CutOptions
from dtcore.growth.counts import Counts
from dtcore.growth.recipe import Recipe
from dtcore.growth.scoring import Scored, admitted_cuts, first_best, scored_cuts
from dtcore.kernel.scores import ROUGH, rough_gain
from dtcore.kernel.tallies import MANY
from dtcore.model.columns import BoolArray, FloatArray, IntArray
from dtcore.model.runs import RunTable
from dtcore.policies.selection import TIE, Gain, Selection

WHOLE: Final = 8_192
"""Of several tables, one of no more runs is kept as it is; of others only the runs near the best
are."""

FEW: Final = 8192
"""Cuts are compared in full where they have so few numbers of rows by class."""


@dataclass(frozen=True, eq=False)
class BestSplits:
    """The best admitted split of c columns at S nodes; all arrays (S, c).

    ``several``: whether there is anything to split; where the rules admit nothing, ``tries`` is
    0 and the best of all that was ruled out is here. ``tied``: how many others score the same.
    Of a cut, ``low`` and ``high`` are the codes on either side and ``missing`` the branch of
    missing cells, -1 if it has none. ``by_level`` (S, n_levels), of nominal columns by place: the
    branch of each level, missing cells one level more, -1 where it has none.
    """

    gain: FloatArray
    split_info: FloatArray
    tries: FloatArray
    tied: IntArray
    several: BoolArray
    low: IntArray
    high: IntArray
    missing: IntArray
    by_level: dict[int, NDArray[Any]] = field(default_factory=dict)

    @classmethod
    def none(cls, nodes: int, columns: int) -> BestSplits:
        shape = nodes, columns
        gain, split_info, tries = np.zeros((3, *shape))
        tied, low, high, missing = np.zeros((4, *shape), np.intp)
        missing.fill(-1)
        return cls(gain, split_info, tries, tied, np.zeros(shape, bool), low, high, missing)

    def write(
        self, cell: IntArray, scored: Scored, at: IntArray, tries: IntArray, tied: IntArray
    ) -> tuple[IntArray, IntArray]:
        """Of cells ``cell`` (n,), node · c + column, the option ``at`` (n,) of ``scored``, -1 if
        there is none: then nothing is written. The cells (w,) with an option, and which it is."""
        some = (at >= 0).nonzero()[0]
        where, at = cell.take(some), at.take(some)
        self.several.ravel()[where] = True
        self.gain.ravel()[where] = scored.gain.take(at)
        self.split_info.ravel()[where] = scored.split_info.take(at)
        self.tries.ravel()[where] = tries.take(some)
        self.tied.ravel()[where] = tied.take(some)
        return where, at


def best_splits(recipe: Recipe, counts: Counts, before: FloatArray) -> BestSplits:
    """Those of all columns of numbers; ``before`` (S,) are the nodes' impurities.

    A column without a level, since every cell is missing, has nothing to offer.
    """
    best = BestSplits.none(counts.size, len(counts.dataset.columns))
    near: list[_NearBest] = []
    for table in counts.tables(counts.dataset.of_numbers):
        cells = Cells.of(counts, table, recipe.missing.missing_as_level)
        some = _near_best(recipe, cells, before)
        if some is None:
            _best_cuts(recipe, cells, before, _all_of_them(recipe, cells), best)
        elif counts.classes > MANY:  # whose counts would be too many to be kept
            _best_cuts(recipe, cells, before, some.compared(), best)
        else:
            near.append(some)
    if near:
        some = near[0] if len(near) == 1 else _NearBest.joined(near)
        _best_cuts(recipe, some.cells, before, some.compared(), best)
    return best


def _best_cuts(
    recipe: Recipe,
    cells: Cells,
    before: FloatArray,
    compared: tuple[CutOptions, IntArray],
    best: BestSplits,
) -> None:
    """Score the cuts that are compared and write what is found into ``best``; with them stands
    how many cuts of each cell (c,) the stopping rules admit."""
    options, tries = compared
    # only where gains alone are compared nobody asks for split info
    info = not isinstance(recipe.selection, Gain)
    scored = scored_cuts(recipe, cells, before, options, info)
    at, tied = first_best(options.cell, scored.rank, before.take(cells.node))
    where, at = best.write(cells.table.cell, scored, at, tries, tied)
    place = options.place.take(at)
    best.low.ravel()[where] = cells.table.code(place)
    best.high.ravel()[where] = cells.table.code(place + 1)
    if options.missing is not None:
        best.missing.ravel()[where] = options.missing.take(at)


@dataclass(frozen=True, eq=False)
class _NearBest:
    """The runs ``cut`` (r,) of a table behind which a cut may be the best of its cell, and
    ``tries`` (c,): how many cuts the stopping rules admit."""

    cells: Cells
    cut: BoolArray
    tries: IntArray

    @classmethod
    def joined(cls, tables: Sequence[_NearBest]) -> _NearBest:
        """Those of all ``tables``."""
        first = tables[0].cells
        table = RunTable.joined([some.cells.table for some in tables])
        cut = np.concatenate([some.cut for some in tables])
        tries = np.concatenate([some.tries for some in tables])
        return cls(Cells.of(first.counts, table, first.missing_as_level), cut, tries)

    def compared(self) -> tuple[CutOptions, IntArray]:
        return self.cells.options(self.cut), self.tries

    def only(self) -> _NearBest:
        """With no other runs than those that say where the cuts are."""
        cells, table, cut = self.cells, self.cells.table, self.cut
        kept = cut.copy()
        kept[1:] |= cut[:-1]
        kept[table.start[1:] - 1] = kept[cells.last] = True
        runs = kept.nonzero()[0]
        return _NearBest(
            Cells.of(cells.counts, table.only(runs), cells.missing_as_level),
            cut.take(runs),
            self.tries,
        )


def _near_best(recipe: Recipe, cells: Cells, before: FloatArray) -> _NearBest | None:
    """The cuts near the top of each cell by a fast form of the criterion; None if there is none.

    Where the stopping rules admit no cut, the best of the inadmissible is shown, and ruled out.
    """
    table = cells.table
    as_level = cells.missing_as_level and cells.gaps is not None
    by_gain = type(recipe.selection).rank is Selection.rank
    few = (len(table.rows) - len(table.cell)) * max(cells.counts.classes, 2) <= FEW
    if as_level or not by_gain or few:
        return None
    units = cells.counts.units
    rough = rough_gain(recipe.impurity, table, cells.last, (units[1] / units[0]).take(cells.node))
    if rough is None:
        return None
    tries = _rule_out(recipe, cells, rough)
    top = np.maximum.reduceat(rough, table.start[:-1])
    scale = np.maximum(top, before[cells.node] / cells.known_share())
    # wider than the tie band, for the rounding of the fast form
    band = np.where(top > -np.inf, top - (TIE + 2 * ROUGH) * scale, np.inf).astype(rough.dtype)
    if len(band) > 1:
        band = band.repeat(table.start[1:] - table.start[:-1])
    near = _NearBest(cells, rough >= band, tries)
    dataset = cells.counts.dataset
    alone = len(top) == cells.counts.size * len(dataset.of_numbers)
    whole = alone or len(rough) <= WHOLE or cells.counts.classes > MANY
    return near if whole else near.only()


def _rule_out(recipe: Recipe, cells: Cells, rough: NDArray[Any]) -> IntArray:
    """Make the gains ``rough`` (r,) -inf where no cut is admitted; (c,) how many cuts are."""
    table, cuts = cells.table, recipe.splitter.numeric
    assert cuts is not None  # Recipe.check refuses numeric columns otherwise
    restricting = recipe.restricting(cells.counts.weighted)
    if not restricting and cells.plain(cuts.min_gap):
        rough[cells.ends] = -np.inf
        return table.start[1:] - table.start[:-1] - 1
    inside = allowed = cells.boundaries(cuts.min_gap)
    if restricting:
        options, allowed = cells.options(inside), np.zeros_like(inside)
        allowed[options.place] = admitted_cuts(recipe, cells, options)
    tries = np.add.reduceat(allowed, table.start[:-1], dtype=np.intp)
    if restricting and not tries.all():
        allowed |= inside & (tries == 0)[cells.of_run]
    np.copyto(rough, -np.inf, where=~allowed)
    return tries


def _all_of_them(recipe: Recipe, cells: Cells) -> tuple[CutOptions, IntArray]:
    """All cuts that the stopping rules admit, of cells without any all cuts; and (c,) how many
    are admitted."""
    cuts = recipe.splitter.numeric
    assert cuts is not None  # Recipe.check refuses numeric columns otherwise
    options = cells.options(cells.boundaries(cuts.min_gap))
    if not recipe.restricting(cells.counts.weighted):
        return options, np.bincount(options.cell, minlength=len(cells.node))
    admitted = admitted_cuts(recipe, cells, options)
    tries = np.bincount(options.cell[admitted], minlength=len(cells.node))
    return options.part(admitted | (tries == 0)[options.cell]), tries
