"""How many rows hold a split: the fewest rows of a node without which another column wins there.

Sets of rows are tried by size, those of one row first, and each is weighed as the engine weighs
a node. Rows that are alike in every cell, class and weight are one kind, of which only the number
matters. What is tried is counted in cells, so that the answer hangs on the table alone; where
that is used up, rows are taken out in the order in which each alone narrows the lead, which
gives a set that does, and how many rows do not.

Not done here: what the tree would be without them, above the node and below it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Final

import numpy as np

from dtcore.errors import MoveError
from dtcore.growth.evaluation import Evaluation, evaluate
from dtcore.growth.frontier import Frontier
from dtcore.growth.stop_checks import used_on_path
from dtcore.model.columns import BoolArray, FloatArray, IntArray
from dtcore.model.data import NodeRows
from dtcore.model.node_id import NodeId
from dtcore.policies.selection import Verdict
from dtcore.stepping.evidence import weigh
from dtcore.stepping.problem import Problem, State, node_rows_of

MOST_ROWS: Final = 3000
"""Of a node that is looked at."""
MOST_CELLS: Final = 8_000_000
"""Weighed in all before the search gives up being exact: about half a second."""
BATCH: Final = 256


@dataclass(frozen=True)
class Holding:
    """``winner`` wins at the node, and ``instead`` would without ``rows`` (places in the dataset,
    rising). No set of fewer than ``least`` rows does that; if ``rows`` are more, fewer may.

    Where nothing was found, ``instead`` is None and ``rows`` empty: if ``least`` is None too, no
    set of rows does.
    """

    winner: int
    instead: int | None
    rows: tuple[int, ...]
    least: int | None

    @property
    def exact(self) -> bool:
        return self.least is None or self.least == len(self.rows)


def holding(problem: Problem, state: State, node: NodeId, most: int = MOST_CELLS) -> Holding:
    """The fewest rows that hold the winner of ``node``; ``most`` cells are weighed to be exact.

    Raises MoveError if there is no such node, if nothing wins there, or if it is too large.
    """
    winner, at = weigh(problem, state, node).winner, node_rows_of(problem, state, node)
    if winner is None:
        raise MoveError("No question wins at this node, so no rows hold one.")
    if len(at.rows) > MOST_ROWS:
        raise MoveError(
            "This node has {n} rows. Which of them hold the split is worked out for up to {most} "
            "rows.",
            n=len(at.rows),
            most=MOST_ROWS,
        )
    lead = _Lead(problem, at, used_on_path(problem.recipe, state.tree, node), winner)
    return _by_size(lead, most)


@dataclass(frozen=True, eq=False)
class _Lead:
    """The rows of a node, of which some are taken out, and the column that wins with all."""

    problem: Problem
    at: NodeRows
    used: BoolArray
    winner: int

    def without(self, sets: Sequence[Sequence[int]]) -> Evaluation:
        """The node weighed without each of the ``sets`` of places among its rows."""
        kept = np.ones((len(sets), len(self.at.rows)), bool)
        kept[np.repeat(np.arange(len(sets)), [len(s) for s in sets]), np.concatenate(sets)] = False
        node, place = np.nonzero(kept)
        weights, data = self.at.weights[place], self.problem.dataset
        rows = self.at.rows[place]
        frontier = Frontier(
            data, rows, weights, node, len(sets), fractions=True
        )  # a row is in many
        gone = (~kept * data.weights[self.at.rows]).sum(axis=1, keepdims=True)
        used = np.broadcast_to(self.used, (len(sets), self.used.shape[-1]))
        return evaluate(self.problem.recipe, frontier, used, data.weight - gone)

    def instead(self, found: Evaluation) -> IntArray:
        """(S,) the column that wins in place of the winner; -1 where that wins, or none does."""
        return np.where(found.choice.winner == self.winner, -1, found.choice.winner)

    def held(self, rows: Sequence[int], instead: int, least: int) -> Holding:
        places = sorted(self.at.rows[[*rows]].tolist())
        return Holding(self.winner, instead, tuple(places), least)


def _by_size(lead: _Lead, most: int) -> Holding:
    """The smaller sets first, as long as all sets of a size can be weighed."""
    kinds, cells = _kinds(lead), len(lead.problem.dataset.columns)
    spent, counts, n = 0, _counts([len(kind) for kind in kinds]), len(lead.at.rows)
    for size in range(1, n - 1):  # of one row nothing is asked
        spent += counts[size] * (n - size) * cells
        if spent > most:
            return _bound(lead, kinds, size)
        sets = _sets(kinds, size)
        while some := list(islice(sets, BATCH)):
            instead = lead.instead(lead.without(some))
            if (found := np.flatnonzero(instead >= 0)).size:
                return lead.held(some[found[0]], int(instead[found[0]]), size)
    return Holding(lead.winner, None, (), None)


def _kinds(lead: _Lead) -> list[list[int]]:
    """The places of rows that are alike in all that is weighed."""
    data, rows = lead.problem.dataset, lead.at.rows
    cells = [column.values[rows] for column in (*data.columns, data.target)]
    kinds: dict[tuple[float, ...], list[int]] = {}
    for place, key in enumerate(zip(*cells, lead.at.weights, strict=True)):
        kinds.setdefault(tuple(map(_alike, key)), []).append(place)
    return list(kinds.values())


def _alike(cell: float) -> float:
    """A missing number is no number, and is like no other to Python."""
    return np.inf if cell != cell else float(cell)


def _counts(sizes: list[int]) -> list[int]:
    """How many sets there are of each size, 0 to all."""
    counts = [1]
    for size in sizes:
        longer = [0] * (len(counts) + size)
        for taken in range(size + 1):
            for before, count in enumerate(counts):
                longer[before + taken] += count
        counts = longer
    return counts


def _sets(kinds: Sequence[list[int]], size: int) -> Iterator[list[int]]:
    """All sets of ``size`` places, of each kind the first ones."""
    if not size:
        yield []
    for first, kind in enumerate(kinds):
        for taken in range(1, min(len(kind), size) + 1):
            for rest in _sets(kinds[first + 1 :], size - taken):
                yield kind[:taken] + rest


def _bound(lead: _Lead, kinds: list[list[int]], least: int) -> Holding:
    """Rows in the order in which each alone narrows the lead: as many of the first as it takes."""
    found = [lead.without([[kind[0]] for kind in some]) for some in _batches(kinds)]
    leads = np.concatenate([_leads(lead, each) for each in found])
    order = [place for kind in np.argsort(leads, kind="stable") for place in kinds[kind]]
    low, high = least - 1, len(order) - 2
    sizes = sorted({min(high, least * 2**k) for k in range(high.bit_length() + 1)})
    instead = {size: int(lead.instead(lead.without([order[:size]]))[0]) for size in sizes}
    enough = next((size for size in sizes if instead[size] >= 0), None)
    if enough is None:
        return Holding(lead.winner, None, (), least)
    low = max((size for size in sizes if size < enough), default=low)
    while enough - low > 1:
        half = (low + enough) // 2
        instead[half] = int(lead.instead(lead.without([order[:half]]))[0])
        low, enough = (low, half) if instead[half] >= 0 else (half, enough)
    return lead.held(order[:enough], instead[enough], least)


def _batches(kinds: list[list[int]]) -> Iterator[list[list[int]]]:
    return (kinds[at : at + BATCH] for at in range(0, len(kinds), BATCH))


def _leads(lead: _Lead, found: Evaluation) -> FloatArray:
    """(S,) by how much the winner is ahead of the best other column, as it is scored."""
    table = found.table
    score = table.gain
    if found.recipe.selection.score == "gain_ratio":
        score = np.divide(score, table.split_info, np.zeros_like(score), where=table.split_info > 0)
    able = np.where(found.choice.verdict <= Verdict.LOWER, score, -np.inf)
    mine = able[:, lead.winner].copy()
    able[:, lead.winner] = -np.inf
    return np.asarray(mine - able.max(axis=1))
