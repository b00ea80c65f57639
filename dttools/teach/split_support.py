"""How many rows hold a split: the fewest rows of a node without which another column wins there.

Sets of rows are tried by size, those of one row first, and each is weighed as the engine weighs
a node. Rows that are alike in every cell, class and weight are one kind, of which only the number
matters. What is tried is counted in cells, so that the answer hangs on the table alone. Sizes
whose sets are too many for that are left out, and a set that does is looked for instead: rows in
the order in which each alone narrows the lead over one rival, as few of the first as it takes; rows
that are taken out one by one, each the one that narrows it most; and of both, only those that are
needed. Where not even single rows can all be weighed, some stand for those that go the same ways.

Not done here: what the tree would be without them, above the node and below it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Final

import numpy as np

from dtcore.errors import MoveError
from dtcore.explain.scores import headline
from dtcore.growth.frontier import Frontier
from dtcore.growth.missing_rows import branch_counted
from dtcore.growth.weighing import WeighedFrontier, weigh_frontier
from dtcore.model.columns import BoolArray, FloatArray, IntArray
from dtcore.model.data import NodeRows
from dtcore.model.nodes import NodeId
from dtcore.policies.selection import Verdict
from dtcore.progress import Progress, unheard
from dtcore.stepping.evidence import Candidate, candidates_at, weigh
from dtcore.stepping.problem import Problem, State, node_rows_of

MOST_ROWS: Final = 3000
"""Of a node that is looked at."""
MOST_CELLS: Final = 4_000_000
"""Weighed to try all sets of rows, about half a second; a bound may take as many for each of its
five parts. Nodes of up to 12 rows and 100 columns never need a bound."""
AT_ONCE: Final = 500_000
"""Cells weighed at a time, for the sake of memory: each takes some 120 bytes."""
MOST_RIVALS: Final = 8
MOST_TRIED: Final = 16
"""Rows from which the one is chosen that is taken out next."""
PARTS: Final = 6


@dataclass(frozen=True)
class Scores:
    """What the two columns score, in the score that candidates are shown by; None if ruled out."""

    winner: float | None
    instead: float | None
    tied: bool = False


@dataclass(frozen=True)
class SplitSupport:
    """``winner`` wins at the node, and ``instead`` would without ``rows`` (places in the dataset,
    rising). No set of fewer than ``least`` rows does that; if ``rows`` are more, fewer may.
    ``before`` are the scores with all rows, ``after`` those without ``rows``.

    Where nothing was found, ``instead``, ``before`` and ``after`` are None and ``rows`` empty: if
    ``least`` is None too, no set of rows does.
    """

    winner: int
    instead: int | None
    rows: tuple[int, ...]
    least: int | None
    before: Scores | None = None
    after: Scores | None = None

    @property
    def exact(self) -> bool:
        return self.least is None or self.least == len(self.rows)


def split_support(
    problem: Problem,
    state: State,
    node: NodeId,
    most: int = MOST_CELLS,
    progress: Progress = unheard,
) -> SplitSupport:
    """The fewest rows that hold the winner of ``node``; ``most`` cells are weighed to be exact.

    Raises MoveError if there is no such node, if nothing wins there, or if it is too large.
    """
    weighed, at = weigh(problem, state, node), node_rows_of(problem, state, node)
    if weighed.winner is None:
        raise MoveError("No question wins at this node, so there is no split for rows to hold.")
    if len(at.rows) > MOST_ROWS:
        raise MoveError(
            "This node has {n} rows. Which of them hold the split is worked out for up to {most} "
            "rows.",
            n=len(at.rows),
            most=MOST_ROWS,
        )
    used = problem.recipe.used_on_path(state.tree, node)
    lead = _Lead(problem, at, used, weighed.candidates, weighed.winner, _telling(most, progress))
    return _by_size(lead, _kinds(lead), most)


def _telling(most: int, progress: Progress) -> Callable[[int, int], None]:
    """Hears of so many sets of so many cells each."""
    cells = sets = 0

    def tell(weighed: int, each: int) -> None:
        nonlocal cells, sets
        cells, sets = cells + weighed * each, sets + weighed
        progress(min(cells / (PARTS * most + 1), 1.0), sets)

    return tell


@dataclass(frozen=True, eq=False)
class _Lead:
    """The rows of a node, of which some are taken out, and the column that wins with all."""

    problem: Problem
    at: NodeRows
    used: BoolArray
    candidates: tuple[Candidate, ...]
    winner: int
    tell: Callable[[int, int], None]

    @property
    def n(self) -> int:
        return len(self.at.rows)

    @property
    def cells(self) -> int:
        """Weighed with all rows."""
        return self.n * len(self.candidates)

    def without(self, sets: Sequence[Sequence[int]]) -> WeighedFrontier:
        """The node weighed without each of the ``sets`` of places among its rows."""
        kept = np.ones((len(sets), self.n), bool)
        kept[np.repeat(np.arange(len(sets)), [len(s) for s in sets]), np.concatenate(sets)] = False
        node, place = np.nonzero(kept)
        weights, data = self.at.weights[place], self.problem.dataset
        rows = self.at.rows[place]
        # a row is in many
        frontier = Frontier(data, rows, weights, node, len(sets), fractions=True)
        gone = (~kept * data.weights[self.at.rows]).sum(axis=1, keepdims=True)
        used = np.broadcast_to(self.used, (len(sets), self.used.shape[-1]))
        return weigh_frontier(self.problem.recipe, frontier, used, data.weight - gone)

    def tried(
        self, sets: Iterable[Sequence[int]]
    ) -> Iterator[tuple[Sequence[Sequence[int]], WeighedFrontier]]:
        """All ``sets``, some at a time."""
        coming, some = iter(sets), max(AT_ONCE // self.cells, 1)
        while batch := list(islice(coming, some)):
            yield batch, self.without(batch)
            self.tell(len(batch), self.cells)

    def instead(self, found: WeighedFrontier) -> IntArray:
        """(S,) the column that wins in place of the winner; -1 where that wins, or none does."""
        return np.where(found.choice.winner == self.winner, -1, found.choice.winner)

    def first(self, sets: Iterable[Sequence[int]]) -> Sequence[int] | None:
        """The first of the sets that makes another column win."""
        for batch, found in self.tried(sets):
            if (does := np.flatnonzero(self.instead(found) >= 0)).size:
                return batch[does[0]]
        return None

    def held(self, rows: Sequence[int], least: int) -> SplitSupport:
        found = self.without([rows])
        instead = int(found.choice.winner[0])
        before, after = (
            _scores(headline(self.problem.recipe), all_of[self.winner], all_of[instead])
            for all_of in (self.candidates, candidates_at(found, 0))
        )
        places = tuple(sorted(self.at.rows[[*rows]].tolist()))
        return SplitSupport(self.winner, instead, places, least, before, after)


BEST: Final = (Verdict.WINS, Verdict.TIED, Verdict.REFUSED)


def _scores(name: str, winner: Candidate, instead: Candidate) -> Scores:
    mine, theirs = (
        one.scores[name] if one.verdict in (*BEST, Verdict.LOWER) else None
        for one in (winner, instead)
    )
    return Scores(mine, theirs, winner.verdict in BEST and instead.verdict in BEST)


def _by_size(lead: _Lead, kinds: list[list[int]], most: int) -> SplitSupport:
    """The smaller sets first, as long as all sets of a size can be weighed."""
    sizes = _sizes(lead, kinds, most)
    for size in range(1, sizes + 1):
        if found := lead.first(_sets(kinds, size)):
            return lead.held(found, size)
    if sizes >= lead.n - 2:  # of one row nothing is asked
        return SplitSupport(lead.winner, None, (), None)
    found = _bound(lead, kinds, sizes + 1, most)
    return lead.held(found, sizes + 1) if found else SplitSupport(lead.winner, None, (), sizes + 1)


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


def _sizes(lead: _Lead, kinds: list[list[int]], most: int) -> int:
    """Up to which size all sets can be weighed."""
    sizes = np.arange(1, lead.n - 1)
    counts = _counts([len(kind) for kind in kinds])[sizes]
    spent = np.cumsum(counts * (lead.n - sizes) * len(lead.candidates))
    return int(np.searchsorted(spent, most, side="right"))


def _counts(sizes: list[int]) -> FloatArray:
    """How many sets there are of each size, 0 to all; those of more than 1e18 are not counted."""
    counts = np.ones(1)
    for size in sizes:
        counts = np.minimum(np.convolve(counts, np.ones(size + 1)), 1e18)
    return counts


def _sets(kinds: Sequence[list[int]], size: int) -> Iterator[list[int]]:
    """All sets of ``size`` places, of each kind the first ones."""
    if not size:
        yield []
    for first, kind in enumerate(kinds):
        for taken in range(1, min(len(kind), size) + 1):
            for rest in _sets(kinds[first + 1 :], size - taken):
                yield kind[:taken] + rest


def _bound(lead: _Lead, kinds: list[list[int]], least: int, most: int) -> Sequence[int]:
    """Rows without which another column wins, as few as are found; none if none are."""
    weighed = max(most // lead.cells, 1)
    some = np.arange(0, len(kinds), -(-len(kinds) // weighed))
    leads = _leads(lead, [kinds[k] for k in some])
    nearest = np.argsort(leads.min(axis=0), kind="stable")
    rivals = [int(rival) for rival in nearest if np.isfinite(leads[:, rival]).any()]
    each = 2 * lead.n.bit_length()
    orders = [
        _order(lead, kinds, some, leads[:, rival], rival)
        for rival in rivals[: min(MOST_RIVALS, 1 + weighed // each)]
    ]
    found = [_fewest(lead, order, least) for order in orders]
    able = [number for number, rows in enumerate(found) if rows]
    if not orders:
        return ()
    best = min(able, key=lambda number: len(found[number]), default=0)
    rows = _needed(lead, found[best], least, weighed)
    fewer_than = len(rows) or min(lead.n - 1, weighed // MOST_TRIED)
    one_by_one = _one_by_one(lead, orders[best], rivals[best], fewer_than, weighed)
    return _needed(lead, one_by_one, least, weighed) or rows


def _leads(lead: _Lead, kinds: list[list[int]]) -> FloatArray:
    """(K, c) by how much the winner is ahead of each column without one row of each kind.

    Infinite for the winner itself and for columns that have nothing to offer.
    """
    return np.concatenate([_over_all(lead, e) for _, e in lead.tried([k[0]] for k in kinds)])


def _over_all(lead: _Lead, found: WeighedFrontier) -> FloatArray:
    verdict, score = found.choice.verdict, found.choice.score
    nothing = (verdict >= Verdict.USED_ON_PATH) & (verdict <= Verdict.TOO_FEW_ROWS)
    leads = np.where(nothing, np.inf, score[:, [lead.winner]] - score)
    leads[nothing[:, lead.winner]] = -np.inf
    leads[:, lead.winner] = np.inf
    return leads


def _order(
    lead: _Lead, kinds: list[list[int]], some: IntArray, leads: FloatArray, rival: int
) -> list[int]:
    """All places, those first whose row alone narrows the lead over ``rival`` most.

    Of kinds that are not among the ``some`` that were weighed, the mean of those that stand for
    them is taken.
    """
    stands = _standing(lead, rival)[[kind[0] for kind in kinds]]
    _, stands = np.unique(stands, axis=0, return_inverse=True)
    known = np.isfinite(leads)
    total = np.bincount(stands[some[known]], leads[known], stands.max() + 1)
    number = np.bincount(stands[some[known]], minlength=stands.max() + 1)
    means = np.divide(total, number, np.full(len(total), np.inf), where=number > 0)
    of_all = means[stands]
    of_all[some] = leads
    return [place for kind in np.argsort(of_all, kind="stable") for place in kinds[kind]]


def _standing(lead: _Lead, rival: int) -> IntArray:
    """(n, 3) what tells in the main what taking out a row does: the branches that it takes, of the
    winner and of ``rival``, and its class, or in which eighth of the targets it lies."""
    data, missing = lead.problem.dataset, lead.problem.recipe.missing
    target = data.target.values[lead.at.rows]
    if not data.schema.classes:
        target = np.searchsorted(np.quantile(target, np.arange(1, 8) / 8), target)
    splits = [lead.candidates[column].split for column in (lead.winner, rival)]
    branches = [
        np.zeros(lead.n) if split is None else branch_counted(missing, data, lead.at, split)
        for split in splits
    ]
    return np.column_stack([*branches, target]).astype(np.intp)


def _fewest(lead: _Lead, order: list[int], least: int) -> Sequence[int]:
    """As few of the first rows as do, by doubling their number and then halving the step."""
    high = min(len(order), lead.n - 2)
    sizes = sorted({min(high, least * 2**k) for k in range(high.bit_length() + 1)})
    if (found := lead.first(order[:size] for size in sizes)) is None:
        return ()
    enough = len(found)
    low = max((size for size in sizes if size < enough), default=least - 1)
    while enough - low > 1:
        half = (low + enough) // 2
        low, enough = (low, half) if lead.first([order[:half]]) else (half, enough)
    return order[:enough]


def _one_by_one(
    lead: _Lead, order: list[int], rival: int, fewer_than: int, weighed: int
) -> Sequence[int]:
    """Rows each of which narrowed the lead most when it was taken out; none if ``fewer_than`` so
    many do not do. The first rows of ``order`` that are left are tried, ``weighed`` sets in all."""
    taken: list[int] = []
    tried = min(MOST_TRIED, weighed // max(fewer_than, 1))
    for _ in range(fewer_than - 1 if tried > 1 else 0):
        left = [place for place in order if place not in taken][:tried]
        leads = []
        for sets, found in lead.tried([*taken, place] for place in left):
            if (does := np.flatnonzero(lead.instead(found) >= 0)).size:
                return sets[does[0]]
            leads += _over_all(lead, found)[:, rival].tolist()
        taken.append(left[int(np.argmin(leads))])
    return ()


def _needed(lead: _Lead, rows: Sequence[int], least: int, weighed: int) -> Sequence[int]:
    """``rows`` less those without which they do as well, the last first."""
    for place in rows[: -weighed - 1 : -1]:
        fewer = [other for other in rows if other != place]
        if len(fewer) >= least and lead.first([fewer]):
            rows = fewer
    return rows
