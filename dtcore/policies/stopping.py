"""When a node is not split, and which splits are too lopsided to be tried.

A rule can close a node before it is weighed (``closes``), rule out single splits
(``admits``), and refuse the winner (``refuses``). Most rules do one of the three.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dtcore.model.columns import FloatArray, IntArray
from dtcore.policies.selection import NOTHING

BoolArray = NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class Facts:
    """What is known of S nodes before they are weighed; arrays of shape (S,)."""

    weight: FloatArray
    depth: IntArray
    pure: BoolArray
    column_left: BoolArray
    n_classes: int


@dataclass(frozen=True)
class Stopping:
    """A rule that stops nothing; the others override what they need."""

    def closes(self, facts: Facts) -> BoolArray:
        """(S,) whether each node becomes a leaf without being weighed."""
        return np.zeros(len(facts.weight), bool)

    def admits(self, branches: FloatArray, n_classes: int, numeric: bool) -> BoolArray:
        """(o,) whether each split may be tried, given its branch weights (o, b)."""
        return np.ones(len(branches), bool)

    def admits_all(self, least: float) -> bool:
        """Whether no split is ruled out whose branches weigh at least ``least``."""
        return type(self).admits is Stopping.admits

    def refuses(self, score: FloatArray, gain: FloatArray, before: FloatArray) -> BoolArray:
        """(S,) whether the winner is not worth its split; score, gain and impurity (S,)."""
        return np.zeros(len(gain), bool)


@dataclass(frozen=True)
class Empty(Stopping):
    """No row came here: a leaf that predicts as its parent. Every recipe has this rule."""

    def closes(self, facts: Facts) -> BoolArray:
        return facts.weight <= 0


@dataclass(frozen=True)
class Pure(Stopping):
    """All rows are of one class, or have the same target value."""

    def closes(self, facts: Facts) -> BoolArray:
        return facts.pure


@dataclass(frozen=True)
class NoColumnLeft(Stopping):
    """Every column has been used on the way here. Mitchell 1997, table 3.1."""

    def closes(self, facts: Facts) -> BoolArray:
        return ~facts.column_left


@dataclass(frozen=True)
class MinRows(Stopping):
    """A node needs at least this many rows to be split."""

    rows: float = 2

    def closes(self, facts: Facts) -> BoolArray:
        return facts.weight < self.rows


@dataclass(frozen=True)
class MaxDepth(Stopping):
    """No node deeper than this; the root is at depth 0."""

    depth: int = 3

    def closes(self, facts: Facts) -> BoolArray:
        return facts.depth >= self.depth


@dataclass(frozen=True)
class MinLeaf(Stopping):
    """Each branch of a split must hold at least this many rows."""

    rows: float = 1

    def admits(self, branches: FloatArray, n_classes: int, numeric: bool) -> BoolArray:
        return np.asarray(branches.min(axis=1) >= self.rows)

    def admits_all(self, least: float) -> bool:
        return self.rows <= least


@dataclass(frozen=True)
class TwoBranches(Stopping):
    """C4.5's ``-m``: at least two branches of ``rows`` rows; a cut needs more at large nodes.

    The smaller side of a cut must hold max(rows, min(25, 0.1 n / classes)) rows.
    """

    rows: float = 2

    def closes(self, facts: Facts) -> BoolArray:
        return facts.weight < 2 * self.rows

    def admits(self, branches: FloatArray, n_classes: int, numeric: bool) -> BoolArray:
        if not numeric:
            return np.asarray((branches >= self.rows).sum(axis=1) >= 2)
        floors = self._floors(branches.sum(axis=1), n_classes)
        return np.asarray(branches.min(axis=1) >= floors)

    def floor(self, weight: float, n_classes: int) -> float:
        """What the smaller side of a cut must hold at a node of ``weight`` known rows."""
        return float(self._floors(np.array([weight]), n_classes)[0])

    def _floors(self, weights: FloatArray, n_classes: int) -> FloatArray:
        floor = np.clip(0.1 * weights / max(n_classes, 1), self.rows, None)
        return np.where(floor > self.rows, np.minimum(floor, 25.0), floor)


@dataclass(frozen=True)
class SomeGain(Stopping):
    """The best split must lower the impurity at all (beyond rounding)."""

    def refuses(self, score: FloatArray, gain: FloatArray, before: FloatArray) -> BoolArray:
        return np.asarray(gain <= NOTHING * before)


@dataclass(frozen=True)
class MinGain(Stopping):
    """The best gain must be at least ``gain``: Li Hang's ε, in the impurity's unit."""

    gain: float = 0.01

    def refuses(self, score: FloatArray, gain: FloatArray, before: FloatArray) -> BoolArray:
        return np.asarray(gain < self.gain)


@dataclass(frozen=True)
class Stop:
    """Why a node was not split: the rule; None if no candidate was left to choose from."""

    rule: Stopping | None
