"""What every column offers at a node of a random lesson, by plain arithmetic on its rows.

Every split that the recipe allows is tried, one after the other. No score is asked for.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations
from math import inf, log2
from typing import Final

import numpy as np

import dtcore as dt
from dtcore.model import NodeId, Split
from dtcore.policies.selection import TIE
from dtcore.policies.splits import EveryLevel, Groups
from dtcore.policies.stopping import TwoBranches
from tests.pages.told_lessons import COSTS, Truth, gaps

ALIKE: Final = 1e-9
"""Scores that differ by less, as a share of the larger or of the impurity, are equal."""
NOTHING: Final = 1e-12


@dataclass(frozen=True)
class Offer:
    """The best split of a column. ``held`` is what its smallest branch holds, ``least`` what is
    asked of it, ``others`` how many splits of the column are as good; ``allowed`` if it may win."""

    gain: float
    info: float
    before: float
    after: float
    score: float
    held: float
    least: float
    tries: int = 0
    penalty: float = 0.0
    others: int = 0
    allowed: bool = True

    @property
    def gains(self) -> bool:
        return self.gain > NOTHING * self.before


@dataclass(frozen=True, eq=False)
class Offers:
    """What is true of the columns at a node."""

    truth: Truth
    node: NodeId

    @property
    def recipe(self) -> dt.Recipe:
        return self.truth.lesson.recipe

    @cached_property
    def weigh(self) -> np.ndarray:
        return self.truth.counted * self.truth.came(self.node)

    @cached_property
    def found(self) -> dict[str, Offer]:
        """Of every column that can be split, before C4.5 looks at the average."""
        offers = {name: self._best(name) for name in self._columns}
        return {name: offer for name, offer in offers.items() if offer}

    @cached_property
    def best(self) -> dict[str, Offer]:
        """Of every column that can be split, whether or not it may be."""
        return {name: replace(o, allowed=self._stands(name, o)) for name, o in self.found.items()}

    @cached_property
    def clear(self) -> bool:
        """Whether no branch weighs just what is asked of it, so that rounding decides."""
        if (self.weigh % 1 == 0).all():
            return True
        rules = [r for r in self.recipe.stopping if isinstance(r, dt.MinLeaf) and r.weighted]
        options = [masks for name in self._columns for masks in self._options(name)]
        sizes = [self._sizes(rule, masks) - rule.rows for rule in rules for masks in options]
        return all((np.abs(over) > ALIKE).all() for over in sizes)

    @cached_property
    def allowed(self) -> dict[str, Offer]:
        return {name: offer for name, offer in self.best.items() if offer.allowed}

    @property
    def top(self) -> float:
        return max((offer.score for offer in self.allowed.values()), default=-inf)

    def ties(self, name: str) -> bool:
        """Whether a column is as good as the best."""
        offer = self.best[name]
        return offer.allowed and self.top - offer.score <= TIE * max(abs(self.top), offer.before)

    def of_split(self, split: Split) -> Offer:
        """A split that need not be the best of its column."""
        schema = self.truth.tree.schema
        there = np.array([self.truth.takes(split, k) for k in range(split.arity(schema))])
        if isinstance(self.recipe.missing, dt.MostCommon):
            there = self.truth.filled(self.weigh, there)
        name = schema.columns[split.column].name
        return self.of(name, there, self.best[name].tries)

    @cached_property
    def average(self) -> float:
        """C4.5's: of the columns that gain, without those of many values unless all have many."""
        open_ = {n: o for n, o in self.found.items() if self._gains(n, o)}
        few = {
            name for name in self._columns if self._levels(name) < 0.3 * self.truth.counted.sum()
        }
        counted = [o.gain - o.penalty for n, o in open_.items() if not few or n in few]
        return sum(counted) / len(counted) if counted else inf

    @property
    def _columns(self) -> list[str]:
        """Those that may be asked here; one with a branch for each value, once on a path."""
        tree, node = self.truth.tree, self.node
        asked = [tree[node[:depth]].split for depth in range(len(node))]
        used = {tree.schema.columns[split.column].name for split in asked if split is not None}
        once = isinstance(self.recipe.splitter.nominal, EveryLevel)
        every = [column.name for column in tree.schema.columns]
        return [n for n in every if not (once and n in used and n.startswith("k"))]

    def _levels(self, name: str) -> int:
        return 0 if name.startswith("n") else self.truth.frame[name].nunique()

    def _best(self, name: str) -> Offer | None:
        options = list(self._options(name))
        if not options:
            return None
        able = [masks for masks in options if self._admits(name, masks)]
        offers = [self.of(name, masks, len(able)) for masks in able or options]
        ranks = [self._rank(offer) for offer in offers]
        scale = ALIKE * max(*map(abs, ranks), offers[0].before, 1e-6)
        ties = [o for o, rank in zip(offers, ranks, strict=True) if max(ranks) - rank <= scale]
        return replace(ties[0], others=len(ties) - 1, tries=len(able))

    def _rank(self, offer: Offer) -> float:
        return offer.score if isinstance(self.recipe.selection, dt.GainRatio) else offer.gain

    def _options(self, name: str) -> Iterator[np.ndarray]:
        """The branches (b, n) of every split of a column that sends rows down two at least."""
        for masks in self._by_value(name):
            if len(masks) > 1 and ((masks * self.weigh).sum(axis=1) > 0).sum() > 1:
                yield masks

    def _by_value(self, name: str) -> Iterator[np.ndarray]:
        cells = self.truth.cells(name)
        gone, own = gaps(cells), isinstance(self.recipe.missing, dt.OwnBranch)
        here = self.weigh > 0
        values = sorted(set(cells[here & ~gone]))
        if name.startswith("n"):
            for value in values:
                low, high = cells <= value, cells > value
                yield np.array([low, high | gone if own else high])
                if own and (gone & here).any() and value != values[-1]:
                    yield np.array([low | gone, high])
            return
        of_values = {value: cells == value for value in values}
        if own and (gone & here).any():
            of_values["?"] = gone
        every = list(of_values.values())
        if isinstance(self.recipe.splitter.nominal, EveryLevel):
            fills = isinstance(self.recipe.missing, dt.MostCommon) and len(every) > 0
            yield self.truth.filled(self.weigh, np.array(every)) if fills else np.array(every)
        else:
            yield from self._in_two(every)

    def _in_two(self, every: list[np.ndarray]) -> Iterator[np.ndarray]:
        """Each grouping once: its left side holds the first value."""
        way = self.recipe.splitter.nominal
        if isinstance(way, Groups) and way.ordered and len(self.truth.classes) == 2:
            mine = self.weigh * self.truth.own[1]
            every = sorted(every, key=lambda held: (held @ mine) / (held @ self.weigh))
            groups = [every[: k + 1] for k in range(len(every) - 1)]
        elif isinstance(way, Groups):
            sizes = range(len(every) - 1)
            groups = [[every[0], *rest] for k in sizes for rest in combinations(every[1:], k)]
        else:
            groups = [[one] for one in every[: 1 if len(every) == 2 else None]]
        whole = np.logical_or.reduce(every) if every else None
        for group in groups:
            left = np.logical_or.reduce(group)
            yield np.array([left, whole & ~left])

    def _admits(self, name: str, masks: np.ndarray) -> bool:
        for rule in self.recipe.stopping:
            least, sizes = self._least(rule, name, masks), self._sizes(rule, masks)
            cut = name.startswith("n") or not isinstance(rule, TwoBranches)
            enough = (sizes >= least - ALIKE).sum()
            if enough < (len(sizes) if cut else 2):
                return False
        return True

    def _least(self, rule: dt.policies.Stopping, name: str, masks: np.ndarray) -> float:
        match rule:
            case dt.MinLeaf(rows=rows):
                return rows
            case TwoBranches(rows=rows) if name.startswith("n"):
                known = float((masks * self.weigh).sum())
                return max(rows, min(25.0, 0.1 * known / len(self.truth.classes)))
            case TwoBranches(rows=rows):
                return rows
        return -inf

    def _sizes(self, rule: dt.policies.Stopping, masks: np.ndarray) -> np.ndarray:
        lines = isinstance(rule, dt.MinLeaf) and not rule.weighted
        return np.asarray((masks * ((self.weigh > 0) if lines else self.weigh)).sum(axis=1))

    def of(self, name: str, masks: np.ndarray, tries: int = 0) -> Offer:
        """One split with branches (b, n), each known row in one of them."""
        held, whole = masks * self.weigh, float(self.weigh.sum())
        sizes = held.sum(axis=1)
        known = float(sizes.sum())
        before = self._impurity(held.sum(axis=0))
        after = sum(size * self._impurity(one) for size, one in zip(sizes, held, strict=True))
        gain = (before - after / known) * known / whole
        if isinstance(self.recipe.impurity, dt.Twoing):
            gain = self._twoing(held) * known / whole
        unknown = [whole - known] if isinstance(self.recipe.missing, dt.Fractions) else []
        info = _entropy(np.array([*sizes, *unknown]))
        guarded = isinstance(self.recipe.selection, dt.GuardedGainRatio) and name.startswith("n")
        penalty = log2(max(tries, 1)) / whole if guarded else 0.0
        sizes = [self._sizes(rule, masks) for rule in self.recipe.stopping]
        leasts = [self._least(rule, name, masks) for rule in self.recipe.stopping]
        least = max(leasts)
        smallest = float(sizes[leasts.index(least)].min())
        score = self._score(name, gain, info, penalty, whole)
        return Offer(gain, info, before, after / known, score, smallest, least, tries, penalty)

    def _score(self, name: str, gain: float, info: float, penalty: float, whole: float) -> float:
        cost = COSTS.get(name, 1.0)
        match self.recipe.selection:
            case dt.GainRatio() | dt.GuardedGainRatio():
                return (gain - penalty) / info if info > 0 else 0.0
            case dt.GainPerCost():
                return gain**2 / cost
            case dt.GainAgainstCost(w=w):
                return (2**gain - 1) / (cost + 1) ** w
        return gain * whole if self.truth.numeric else gain

    def _impurity(self, weigh: np.ndarray) -> float:
        if not weigh.sum():
            return 0.0
        if self.truth.numeric:
            y = self.truth.cells("y")
            mean = float(weigh @ y) / weigh.sum()
            return float(weigh @ (y - mean) ** 2) / weigh.sum()
        shares = self.truth.of_classes(weigh) / weigh.sum()
        match self.recipe.impurity:
            case dt.Entropy():
                return _entropy(shares)
            case dt.ErrorRate():
                return float(1 - shares.max())
        return float(1 - (shares**2).sum())

    def _twoing(self, held: np.ndarray) -> float:
        left, right = (self.truth.of_classes(one) for one in held)
        apart = np.abs(left / left.sum() - right / right.sum()).sum()
        return float(left.sum() * right.sum() / held.sum() ** 2 * apart**2 / 4)

    def _gains(self, name: str, offer: Offer) -> bool:
        """Whether something is left of a gain, as C4.5 asks of a cut."""
        guard = self.recipe.selection
        if not offer.tries or not isinstance(guard, dt.GuardedGainRatio) or name.startswith("k"):
            return offer.tries > 0
        return offer.gain - offer.penalty > guard.nothing * self._impurity(self.weigh)

    def _stands(self, name: str, offer: Offer) -> bool:
        """Whether it may win: C4.5 rules out before ratios are compared."""
        guard = self.recipe.selection
        if not isinstance(guard, dt.GuardedGainRatio):
            return offer.tries > 0
        enough = offer.gain - offer.penalty >= self.average - guard.slack
        return self._gains(name, offer) and enough and offer.info > guard.flat


def _entropy(parts: np.ndarray) -> float:
    shares = parts[parts > 0] / parts.sum()
    return float(-(shares * np.log2(shares)).sum())
