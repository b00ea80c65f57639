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

Running sums go over all nodes, and what came before a node is taken off again. So that
nothing is lost by it, all that is summed is whole numbers: rows, or weights and targets on a
grid of their node (``dtcore.kernel.node_block``), fine enough that only noise is rounded away.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dtcore.kernel.cumulative import cumulative, cumulative_ones
from dtcore.kernel.node_block import NodeBlock, Scratch
from dtcore.model.columns import FloatArray, IntArray


@dataclass(frozen=True, eq=False)
class CutCounts:
    """A block of columns: ``target`` (b, m), ``weights`` (b, m) int64 or None if all are 1.

    ``target`` holds class codes, or weighted distances to the node's mean as int64.
    """

    node_block: NodeBlock
    target: NDArray[Any]
    weights: IntArray | None
    n_classes: int
    own: Scratch = field(default_factory=dict)

    @property
    def whole(self) -> FloatArray:
        """(m,) or (1,) the weight of the node."""
        return self._shared(
            "whole", lambda: self.node_block.spread(self.node_block.weight.astype(float))
        )

    @property
    def per_weight(self) -> FloatArray:
        """(m,) or (1,) 1 / whole; 0 at pure nodes."""
        return self._shared(
            "per_weight", lambda: self.node_block.spread(self.node_block.per_weight)
        )

    @property
    def left(self) -> FloatArray:
        """(1, m) or (b, m) the weight on the left of each cut."""
        return self.once("left", self._left)

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
        unit = self.node_block.spread(self.node_block.weight_unit)
        pair = np.stack([(self.left * unit).ravel(), (self.right * unit).ravel()])
        return pair.T  # laid out so that comparing the two sides runs along memory

    @property
    def rows_of_sides(self) -> FloatArray:
        """(1·m, 2) or (b·m, 2) how many rows the two branches have, whatever their weights."""
        size = self.node_block.spread(self.node_block.sizes)
        left = np.arange(1, len(self.node_block.node) + 1) - self.node_block.earlier(
            self.node_block.sizes
        )
        pair = np.stack([left, size - left]).astype(np.float64)
        return np.tile(pair, (1, len(self.left))).T

    def of_class(self, label: int) -> tuple[IntArray, IntArray]:
        """(b, m) whole numbers, the weight of class ``label`` on the left and on the right."""
        left = self._running(self._of(label), label)
        return left, self._total(label) - left

    def within_classes(self) -> tuple[IntArray, IntArray]:
        """(m,) of each row, by (class, node, value): how many of its class come before it at its
        node, and how many there are; for rows without weights. The same in all columns."""
        sizes = self.node_block.totals.T.ravel()
        before = np.arange(int(sizes.sum())) - np.repeat(np.cumsum(sizes) - sizes, sizes)
        return before, np.repeat(sizes, sizes)

    def by_node(self, values: IntArray) -> IntArray:
        """(b, m) by (node, value) what ``values`` (m,) are by (class, node, value)."""
        placed = np.empty(self.target.shape, np.int64)
        by_class = _remembered(self.own, "by class", self._by_class)
        placed.ravel()[by_class] = values if len(placed) == 1 else np.tile(values, len(placed))
        return placed

    def _by_class(self) -> IntArray:
        """(b·m,) places in the flattened block by (column, class, node, value)."""
        width, m = self.target.shape
        places = np.argsort(self.target, axis=1, kind="stable")
        if width > 1:
            places += np.arange(0, width * m, m)[:, None]
        return places.ravel()

    def cumulative_sum(
        self, cells: NDArray[Any], totals: IntArray | None, name: str | int | None
    ) -> IntArray:
        """(b, m) int64 running sums of ``cells`` that begin anew at each node.

        ``totals`` (S,) are the nodes' sums, the same in all columns as is ``name``; None if
        they are 0.
        """
        sums = cumulative(cells)
        return self._anew(sums, totals, name)

    def _anew(
        self, sums: NDArray[Any], totals: IntArray | None, name: str | int | None
    ) -> NDArray[Any]:
        if totals is not None and len(totals) > 1:
            key = ("earlier", name, sums.dtype)
            sums -= self._shared(key, lambda: self.node_block.earlier(totals).astype(sums.dtype))
        return sums

    def variance_gain(self, label: int = 1, times: float = 1.0) -> FloatArray:
        """(b, m) the decrease of variance of being of class ``label``, or of the number.

        (s n - S n_left)² / (n² n_left n_right), with s of S on the left: nothing cancels.
        ``times``: a power of two, by which it is multiplied.
        """
        label = label if self.n_classes else 0
        if self.n_classes and self.weights is None:
            z = self._surplus(label).astype(np.float64)
        else:  # too large for a product without rounding: begin anew at each node first
            z = self._running(self._of(label), label).astype(np.float64)
            z *= self._shared("small whole", lambda: self.whole * self._small())
            total = self._shared(("small", label), lambda: self._total(label) * self._small())
            z -= self.once(("expected", label), lambda: total * self.left)
        z *= z
        z *= self.once(("evenness", times), lambda: self._evenness_in_units() * times)
        return z

    def _of(self, label: int) -> NDArray[Any]:
        """(b, m) what each row adds to the sum of class ``label``, or of the number."""
        if not self.n_classes or (self.n_classes == 2 and label == 1 and self.weights is None):
            return self.target
        mine = self.target == label
        return mine if self.weights is None else np.where(mine, self.weights, 0)

    def _total(self, label: int) -> IntArray:
        """(m,) or (1,) the weight of class ``label`` at the node, or its sum of the number."""
        totals = self.node_block.totals[:, label]
        return self._shared(("total", label), lambda: self.node_block.spread(totals))

    def _surplus(self, label: int) -> NDArray[Any]:
        """(b, m) whole numbers s n - S n_left, for rows that weigh 1.

        They lie within n²/4. What exceeds 32 bits on the way comes back, as whole numbers of
        fixed width go round in a circle.
        """
        fits = int(self.node_block.sizes.max()) < 2**16
        dtype: type = np.int32 if fits else np.int64
        z: NDArray[np.int64] = cumulative_ones(self._of(label)).astype(dtype, copy=False)
        z *= self._shared(
            "size", lambda: self.node_block.spread(self.node_block.sizes).astype(dtype)
        )
        z -= self._shared(("expected", label), lambda: self._expected(label).astype(dtype))
        return z

    def _expected(self, label: int) -> IntArray:
        """(m,) ``whole`` times the running sum of a class over all nodes, if nothing differed."""
        sizes, totals = self.node_block.sizes, self.node_block.totals[:, label]
        # S (i - start) + n (sum before), where i is the place among all nodes, from 1
        shift = sizes * (np.cumsum(totals) - totals) - totals * self.node_block.starts
        expected = self.node_block.spread(totals) * np.arange(1, int(sizes.sum()) + 1)
        expected += self.node_block.spread(shift)
        return np.asarray(expected)

    def _left(self) -> FloatArray:
        if self.weights is not None:
            return self._running(self.weights, None).astype(np.float64)
        ends = np.arange(1, int(self.node_block.sizes.sum()) + 1, dtype=np.float64)
        if len(self.node_block.sizes) > 1:
            ends -= np.repeat(self.node_block.starts.astype(np.float64), self.node_block.sizes)
        return ends[None]

    def _right(self) -> FloatArray:
        right = self.whole - self.left
        right[:, self.node_block.ends] = 0.0
        return np.asarray(right)

    def _evenness(self) -> FloatArray:
        product = self.left * self.right
        product *= self.whole
        product *= self.whole
        product[product <= 0] = np.inf
        return np.divide(1.0, product, out=product)

    def _evenness_in_units(self) -> FloatArray:
        return np.asarray(
            self.evenness * self.node_block.spread(self.node_block.unit.clip(min=1.0) ** 2)
        )

    def _small(self) -> FloatArray:
        """(m,) or (1,) the unit of the target if it is below 1, where its square may vanish."""
        return self.node_block.spread(self.node_block.unit.clip(max=1.0))

    def _running(self, cells: NDArray[Any], label: int | None) -> IntArray:
        """(b, m) int64 running sums of ``cells`` that begin anew at each node.

        Of class ``label``, or of the weights if None.
        """
        totals = self.node_block.weight if label is None else self.node_block.totals[:, label]
        if self.n_classes and self.weights is None:
            return self._anew(cumulative_ones(cells), totals, label)
        return self.cumulative_sum(cells, totals, label)

    def _shared(self, key: Any, make: Callable[[], NDArray[Any]]) -> NDArray[Any]:
        """What depends on the level alone, made once."""
        return _remembered(self.node_block.memory, key, make)

    def once(self, key: Any, make: Callable[[], NDArray[Any]]) -> NDArray[Any]:
        """What depends on positions alone if no row has a weight, on this block otherwise."""
        return _remembered(self.node_block.memory if self.weights is None else self.own, key, make)


def _remembered(memory: Scratch, key: Any, make: Callable[[], NDArray[Any]]) -> NDArray[Any]:
    if key not in memory:
        memory[key] = make()
    return memory[key]
