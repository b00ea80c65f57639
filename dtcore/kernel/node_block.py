"""What all numeric columns share at the nodes of a level: sizes and sums, in whole numbers.

See ``dtcore.kernel.cut_counts`` for how rows are laid out. Weights and numeric targets are put on
a grid of their node, so that running sums over many nodes lose nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dtcore.model.columns import BoolArray, FloatArray, IntArray

Scratch = dict[Any, NDArray[Any]]


@dataclass(frozen=True, eq=False)
class NodeBlock:
    """What all columns share. ``sizes`` (S,) int64: positions of each node, at least one.

    ``totals`` (S, k) int64: class weights, or (S, 1) sums of a numeric target; ``weight`` (S,)
    int64: the weight of each node's rows. Both are on grids, and (S,) ``weight_unit`` is what 1
    of weight stands for (1 if no row has a weight), ``unit`` what 1 of the target does, for
    each unit of weight (1 for classes). ``before`` (S,): the nodes' impurity.
    """

    sizes: IntArray
    totals: IntArray
    weight: IntArray
    before: FloatArray
    weight_unit: FloatArray
    unit: FloatArray
    memory: Scratch = field(default_factory=dict)

    @cached_property
    def starts(self) -> IntArray:
        return np.cumsum(self.sizes) - self.sizes

    @cached_property
    def per_weight(self) -> FloatArray:
        """(S,) 1 / weight; 0 at pure nodes, where rounding must not look like gain."""
        return np.asarray((self.before > 0) / self.weight.astype(float))

    @cached_property
    def node(self) -> IntArray:
        """(m,) the node at each position."""
        return np.repeat(np.arange(len(self.sizes)), self.sizes)

    @cached_property
    def inside(self) -> BoolArray:
        """(1, m) whether another row of the same node comes next."""
        inside = np.ones((1, int(self.sizes.sum())), bool)
        inside[:, self.ends] = False
        return inside

    @cached_property
    def ends(self) -> IntArray:
        """(S,) the last position of each node."""
        return self.starts + self.sizes - 1

    def pieces(self, most: int) -> Iterator[tuple[NodeBlock, slice, slice]]:
        """The level in parts of about ``most`` positions, each with its nodes and positions."""
        ends, first = self.starts + self.sizes, 0
        while first < len(ends):
            start = int(self.starts[first])
            last = max(first + 1, int(np.searchsorted(ends, start + most, side="right")))
            nodes = slice(first, last)
            yield self._part(nodes), nodes, slice(start, int(ends[last - 1]))
            first = last

    def _part(self, nodes: slice) -> NodeBlock:
        return NodeBlock(
            self.sizes[nodes],
            self.totals[nodes],
            self.weight[nodes],
            self.before[nodes],
            self.weight_unit[nodes],
            self.unit[nodes],
        )

    def spread(self, values: NDArray[Any]) -> NDArray[Any]:
        """(m,) the value (S,) of each position's node; (1,) if there is but one node."""
        return values if len(values) == 1 else np.repeat(values, self.sizes)

    def earlier(self, values: NDArray[Any]) -> NDArray[Any]:
        """(m,) the sum of ``values`` (S,) over the nodes before."""
        return self.spread(np.cumsum(values) - values)


def on_grid(values: FloatArray, sizes: IntArray, bits: int) -> tuple[IntArray, FloatArray]:
    """``values`` (m,) of nodes with ``sizes`` (S,) as int64, and what 1 stands for, (S,).

    The unit is the power of two that gives the largest value of its node 62 - ``bits`` bits,
    so that 2**bits of them can be added. Sums do not depend on the order of the rows, nor on
    what other nodes there are.
    """
    _, exponent = np.frexp(np.maximum.reduceat(np.abs(values), np.cumsum(sizes) - sizes))
    shift = np.minimum(62 - bits - exponent, 1000)  # so that 2**shift is a number
    grid = values * np.repeat(np.ldexp(1.0, shift), sizes)
    return np.rint(grid, out=grid).astype(np.int64), np.ldexp(1.0, -shift)
