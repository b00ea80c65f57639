"""The nodes of a tree in growth, numbered as they come, until they are put in pre-order."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from dtcore.model.columns import FloatArray, IntArray
from dtcore.model.splits import Split, Splits, Threshold, is_plain_cut
from dtcore.model.tree import Tree

Named = Callable[[IntArray, IntArray, IntArray], tuple[FloatArray, FloatArray]]


class TreeBuilder:
    """Begins with the nodes of ``tree``, numbered by their places; children come by the level.

    Not a value: one growth fills it, a level after the other, and takes the tree out.
    """

    def __init__(self, tree: Tree) -> None:
        self.seed = tree
        self.size = len(tree)
        self.parent, self.branch, self.stats = [tree.parent], [tree.branch], [tree.stats]
        self.row_counts = [tree.row_counts]
        seeds = Splits.of(tree.splits)
        self.split, self.column = [np.arange(len(tree))], [seeds.column]
        self.cut, self.gap = [seeds.cut], [seeds.gap]
        self.coded: list[tuple[IntArray, ...]] = []
        self.nominal: dict[int, Split] = dict(seeds.nominal)
        self.surrogates = dict(tree.surrogates)

    def cut_between(self, node: IntArray, column: IntArray, low: IntArray, high: IntArray) -> None:
        """The nodes (w,) are split by ``column`` (w,) between the codes ``low`` and ``high`` (w,),
        of which ``tree`` is told what they stand for."""
        self.coded.append((node, column, low, high))

    def _part_at(self, node: IntArray, column: IntArray, gap: FloatArray, cut: FloatArray) -> None:
        """The nodes (w,) are split by ``column`` (w,) in the gaps (w, 2), at ``cut`` (w,)."""
        self.split.append(node)
        self.column.append(column)
        self.gap.append(gap)
        self.cut.append(cut)

    def split_by(self, node: int, split: Split) -> None:
        """A node is split by other than a number of plain cuts at once."""
        if isinstance(split, Threshold) and is_plain_cut(split):
            seen = Splits.of((split,))
            self._part_at(np.array([node]), seen.column, seen.gap, seen.cut)
        else:
            self.nominal[node] = split

    def add(
        self, parent: IntArray, branch: IntArray, stats: FloatArray, row_counts: FloatArray | None
    ) -> IntArray:
        """Nodes with their parents' numbers (w,), branches (w,), statistics and rows (w, k)."""
        self.parent.append(parent)
        self.branch.append(branch)
        self.stats.append(stats)
        self.row_counts.append(row_counts)
        self.size += len(parent)
        return np.arange(self.size - len(parent), self.size)

    def tree(self, named: Named | None = None) -> Tree:
        """The tree of all nodes so far; ``named`` gives the gaps (w, 2) and the cuts (w,) of
        columns (w,) between codes (w,) and codes (w,)."""
        if self.coded and named is not None:  # all at once, as many small steps would take long
            nodes, *codes = map(np.concatenate, zip(*self.coded, strict=True))
            self._part_at(nodes, codes[0], *named(*codes))
        parent, branch = np.concatenate(self.parent), np.concatenate(self.branch)
        column, cut = np.full(self.size, -1), np.full(self.size, np.nan)
        split, gap = np.concatenate(self.split), np.full((self.size, 2), np.nan)
        column[split], cut[split] = np.concatenate(self.column), np.concatenate(self.cut)
        gap[split] = np.concatenate(self.gap)
        for node, chosen in self.nominal.items():
            column[node] = chosen.column
        place = pre_order(parent, self._generations())
        order = np.empty_like(place)
        order[place] = np.arange(self.size)
        nominal = {int(place[node]): chosen for node, chosen in self.nominal.items()}
        up = parent[order]
        told = [one for one in self.row_counts if one is not None]
        return Tree(
            parent=np.where(up >= 0, place[up], -1),
            branch=branch[order],
            arity=np.bincount(parent[parent >= 0], minlength=self.size)[order],
            stats=np.concatenate(self.stats)[order],
            splits=Splits(column[order], cut[order], gap[order], nominal),
            schema=self.seed.schema,
            measure=self.seed.measure,
            missing=self.seed.missing,
            surrogates={int(place[node]): result for node, result in self.surrogates.items()},
            row_counts=np.concatenate(told)[order] if told else None,
        )

    def _generations(self) -> list[IntArray]:
        """The nodes in groups, siblings together, no node in a group before its parent's."""
        seed = self.seed.depths
        groups = [np.flatnonzero(seed == depth) for depth in range(int(seed.max()) + 1)]
        first = len(seed)
        for parent in self.parent[1:]:
            groups.append(first + np.argsort(parent, kind="stable"))
            first += len(parent)
        return groups


def pre_order(parent: IntArray, generations: list[IntArray]) -> IntArray:
    """(n,) the pre-order place of each node, given parents (n,): -1 for node 0, the root.

    ``generations`` are groups of nodes from the root down, siblings together in branch order.
    """
    size = np.ones(len(parent), np.intp)
    for nodes in generations[:0:-1]:
        np.add.at(size, parent[nodes], size[nodes])
    place = np.zeros(len(parent), np.intp)
    for nodes in generations[1:]:
        up, mine = parent[nodes], size[nodes]
        older = mine.cumsum() - mine
        of_first = older.copy()  # in its family; the others take it over
        of_first[1:] *= up[1:] != up[:-1]
        place[nodes] = place[up] + 1 + older - np.maximum.accumulate(of_first)
    return place
