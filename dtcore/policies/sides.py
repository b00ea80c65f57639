"""What lies left and right of every cut of some numeric columns, as an impurity reads it.

The rows of S nodes lie end to end, and within a node by value, in each of b columns::

    node      0   0   0   0 | 1   1 | 2   2   2         (m,) the same in every column
    column 0  .2  .3  .3  .7| .1  .4| .5  .6  .9        (b, m)
    column 1  1   2   5   6 | 3   3 | 0   2   4
                 ^
                 position 1 stands for the cut behind it: two rows left, two right

A position is a row of the node that goes left with all before it. What depends on positions
alone (how many rows lie left) is counted once for all columns; with weights it is not so
simple, and each column has its own sums. The last position of a node leaves nothing on the
right: every score there is 0 and no cut.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dtcore.model.columns import FloatArray, IntArray

Memory = dict[Any, NDArray[Any]]


@dataclass(frozen=True, eq=False)
class Level:
    """What all columns share. ``sizes`` (S,) int64: positions of each node, at least one.

    ``totals`` (S, k): class weights, or (S, 1) int64 sums of a numeric target in grid units;
    ``weight`` (S,) the weight of each node's rows; ``unit`` (S,) the grid's unit, 1 for classes.
    """

    sizes: IntArray
    totals: NDArray[Any]
    weight: FloatArray
    before: FloatArray
    unit: FloatArray
    memory: Memory = field(default_factory=dict)

    @cached_property
    def starts(self) -> IntArray:
        return np.cumsum(self.sizes) - self.sizes

    @cached_property
    def node(self) -> IntArray:
        """(m,) the node at each position."""
        return np.repeat(np.arange(len(self.sizes)), self.sizes)

    @cached_property
    def inside(self) -> NDArray[np.bool_]:
        """(1, m) whether another row of the same node comes next."""
        inside = np.ones((1, int(self.sizes.sum())), bool)
        inside[:, self.ends] = False
        return inside

    @cached_property
    def ends(self) -> IntArray:
        """(S,) the last position of each node."""
        return self.starts + self.sizes - 1

    def spread(self, values: NDArray[Any]) -> NDArray[Any]:
        """(m,) the value (S,) of each position's node; (1,) if there is but one node."""
        return values if len(values) == 1 else np.repeat(values, self.sizes)

    def earlier(self, values: NDArray[Any]) -> NDArray[Any]:
        """(m,) the sum of ``values`` (S,) over the nodes before."""
        return self.spread(np.cumsum(values) - values)


@dataclass(frozen=True, eq=False)
class Sides:
    """A block of columns: ``target`` (b, m), ``weights`` (b, m) or None if all are 1.

    ``target`` holds class codes, or weighted distances to the node's mean as int64 on a grid,
    whose sums are exact in any order.
    """

    level: Level
    target: NDArray[Any]
    weights: FloatArray | None
    n_classes: int
    own: Memory = field(default_factory=dict)

    @property
    def whole(self) -> FloatArray:
        """(m,) or (1,) the weight of the node."""
        return self._shared("whole", lambda: self.level.spread(self.level.weight))

    @property
    def left(self) -> FloatArray:
        """(1, m) or (b, m) the weight on the left of each cut."""
        if self.weights is None:
            return self.once("left", lambda: self._positions()[None])
        return self.once("left", lambda: self._running(self.weights, self.level.weight))

    @property
    def right(self) -> FloatArray:
        return self.once("right", self._right)

    @property
    def evenness(self) -> FloatArray:
        """1 / (whole² · left · right); 0 at the end of a node."""
        return self.once("evenness", self._evenness)

    @property
    def weight_of_sides(self) -> FloatArray:
        """(1·m, 2) or (b·m, 2) the weights of the two branches."""
        pair = np.stack([self.left.ravel(), self.right.ravel()])
        return pair.T  # laid out so that comparing the two sides runs along memory

    def count(self, label: int, dtype: type = np.float64) -> NDArray[Any]:
        """(b, m) the weight of class ``label`` on the left."""
        totals = self.level.totals[:, label]
        if self.weights is not None:
            return self._running(np.where(self.target == label, self.weights, 0.0), totals)
        cells = self.target if self.n_classes == 2 and label == 1 else self.target == label
        return self._running(cells, totals, dtype, label)

    def counts(self, label: int) -> tuple[NDArray[Any], NDArray[Any]]:
        """(b, m) the weight of class ``label`` on the left and on the right; int64 if whole."""
        left = self.count(label, np.int64)
        right = self.total(label).astype(left.dtype) - left
        return left, (right if self.weights is None else np.maximum(right, 0.0))

    def total(self, label: int) -> NDArray[Any]:
        """(m,) or (1,) the weight of class ``label`` at the node."""
        totals = self.level.totals[:, label]
        return self._shared(("total", label), lambda: self.level.spread(totals))

    def variance_gain(self, label: int = 1) -> FloatArray:
        """(b, m) the decrease of variance of being of class ``label``, or of the number.

        (s n - S n_left)² / (n² n_left n_right), with s of S on the left: nothing cancels.
        """
        if self.n_classes:
            z = self.count(label)
            z *= self.whole
            z -= self.once(("expected", label), lambda: self.total(label) * self.left)
        else:
            sums = self.level.totals[:, 0]
            z = self._running(self.target, sums, np.int64).astype(np.float64)
            z *= self.whole
            z -= self.once("expected", lambda: self.level.spread(sums) * self.left)
            z *= self._shared("unit", lambda: self.level.spread(self.level.unit))
        z *= z
        z *= self.evenness
        return z

    def _positions(self) -> FloatArray:
        ends = np.arange(1, int(self.level.sizes.sum()) + 1, dtype=np.float64)
        if len(self.level.sizes) > 1:
            ends -= np.repeat(self.level.starts.astype(np.float64), self.level.sizes)
        return ends

    def _right(self) -> FloatArray:
        right = self.whole - self.left
        right[:, self.level.ends] = 0.0
        return np.maximum(right, 0.0, out=right)

    def _evenness(self) -> FloatArray:
        product = self.left * self.right
        product *= self.whole
        product *= self.whole
        product[product <= 0] = np.inf
        return np.divide(1.0, product, out=product)

    def _running(
        self,
        cells: NDArray[Any],
        totals: NDArray[Any],
        dtype: type = np.float64,
        label: int | None = None,
    ) -> NDArray[Any]:
        """(b, m) running sums of ``cells`` (b, m) that begin anew at each node."""
        sums: NDArray[Any] = cells.astype(dtype)  # a cumsum that converts is half as fast
        np.cumsum(sums, axis=1, out=sums)
        if len(self.level.sizes) > 1:
            if label is None:
                sums -= self.level.earlier(totals)
            else:
                key = ("earlier", label, dtype)
                sums -= self._shared(key, lambda: self.level.earlier(totals.astype(dtype)))
        if self.weights is not None and self.n_classes:
            np.maximum(sums, 0.0, out=sums)  # sums of fractions may miss by a rounding
        return sums

    def _shared(self, key: Any, make: Callable[[], NDArray[Any]]) -> NDArray[Any]:
        """What depends on the level alone, made once."""
        return _remembered(self.level.memory, key, make)

    def once(self, key: Any, make: Callable[[], NDArray[Any]]) -> NDArray[Any]:
        """What depends on positions alone if no row has a weight, on this block otherwise."""
        return _remembered(self.level.memory if self.weights is None else self.own, key, make)


def _remembered(memory: Memory, key: Any, make: Callable[[], NDArray[Any]]) -> NDArray[Any]:
    if key not in memory:
        memory[key] = make()
    return memory[key]
