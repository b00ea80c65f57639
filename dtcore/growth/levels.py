"""Growing trees a level at a time, with the kernel that a single step uses.

All open nodes of a level are weighed in one call; the result is the tree that stepping gives.
Nodes are numbered as they come and kept as arrays (``dtcore.growth.tree_builder``): a million rows
can make 400,000 nodes, and so many objects would take longer than growing them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from dtcore.growth.frontier import Frontier
from dtcore.growth.missing_rows import route_unplaced
from dtcore.growth.recipe import Recipe
from dtcore.growth.scoring import cuts_between
from dtcore.growth.tree_builder import TreeBuilder
from dtcore.growth.weighing import WeighedFrontier, weigh_frontier
from dtcore.model.columns import BoolArray, IntArray
from dtcore.model.data import Dataset
from dtcore.model.tree import Tree
from dtcore.policies.stopping import MaxDepth, NodeFacts
from dtcore.progress import Progress, unheard

FEW: Final = 16
"""So many branches are told apart by a pass over the rows for each of them."""
SORTING: Final = 0.1
"""The share of the work that sorting is taken for, also where the columns have been sorted before:
so how far growing is does not depend on what was done with the table before."""


@dataclass(frozen=True, eq=False)
class Level:
    """The S nodes that are open at once, and their rows.

    ``number`` (S,) of each node, ``depth`` (S,), and ``used`` (S, c): the columns that may not
    be asked again.
    """

    frontier: Frontier
    number: IntArray
    depth: IntArray
    used: BoolArray

    def part(self, nodes: IntArray) -> Level:
        frontier = self.frontier.part(nodes)
        return Level(frontier, self.number[nodes], self.depth[nodes], self.used[nodes])


def sorting(dataset: Dataset, progress: Progress | None) -> Progress:
    """What to tell how far growing is, once the columns have been sorted in sight."""
    if progress is None or not dataset.of_numbers:
        return progress or unheard
    if not dataset.sorted:
        dataset.sort(lambda share: progress(SORTING * share, 0))
    return lambda share, nodes: progress(SORTING + (1 - SORTING) * share, nodes)


def finish(recipe: Recipe, first: Level, builder: TreeBuilder, progress: Progress) -> Tree:
    """Grow the nodes of ``first`` and all below them; the tree of all nodes of ``builder``."""
    level: Level | None = first
    share, weight = 0.0, float(first.frontier.weight.sum())
    depths = [rule.depth for rule in recipe.stopping if isinstance(rule, MaxDepth)]
    while level is not None and len(level.number):
        if progress is not unheard:
            share = max(share, _share(level, weight, depths))
            progress(share, builder.size)
        result = weigh_frontier(recipe, level.frontier, level.used)
        level = _descend(recipe, level, result, builder)
    progress(1.0, builder.size)
    return builder.tree(
        lambda columns, low, high: cuts_between(recipe, first.frontier, columns, low, high)
    )


def _share(level: Level, weight: float, depths: Sequence[int]) -> float:
    """What part of the rows has come to rest in leaves, or of the ``depths`` that are allowed."""
    settled = 1 - float(level.frontier.weight.sum()) / weight
    return max([settled, *(int(level.depth.min()) / depth for depth in depths)])


def _descend(
    recipe: Recipe, level: Level, found: WeighedFrontier, builder: TreeBuilder
) -> Level | None:
    """Split the nodes of ``level`` that have a winner; their children that no rule closes.

    Children stand by branch, then by parent.
    """
    winner = found.winner
    arity = recipe.arities(level.frontier.dataset).take(winner, mode="wrap")
    arity *= winner >= 0
    widest = int(np.maximum.reduce(arity))
    if not widest:
        return None
    parent, branch = _children(arity, widest)
    _name_splits(level, found, builder)
    frontier, side = _routed(recipe, level, found, builder)
    cell = frontier.node * widest
    cell += side
    if frontier.dataset.gappy:  # rows that stay where they are
        cell[side < 0] = frontier.size * widest
    child = np.zeros(frontier.size * widest + 1, np.intp)  # 0 for the rows of leaves
    child[parent * widest + branch] = np.arange(1, len(parent) + 1)
    moved = frontier.move(child.take(cell), len(parent) + 1)
    stats = moved.stats()[1:]
    depth, used = level.depth[parent] + 1, level.used[parent]
    if recipe.multiway:
        asked = winner[parent]
        used[np.arange(len(parent)), asked] |= ~frontier.dataset.numeric[asked]
    told = None if moved.row_counts is None else moved.row_counts[1:]
    number = builder.add(level.number[parent], branch, stats, told)
    facts = NodeFacts(frontier.dataset.schema, stats, moved.sizes[1:], depth, used)
    stays = (recipe.closing_rule(facts) < 0).nonzero()[0]
    if not len(stays):
        return None
    lane: NDArray[Any] = np.full(len(parent) + 1, -1, np.int8 if widest <= FEW else np.int32)
    lane[stays + 1] = branch[stays]
    kept = _by_branch(lane.take(moved.node), widest)
    below = frontier.descend(moved, stays + 1, kept, parent[stays])
    return Level(below, number[stays], depth[stays], used[stays])


def _children(arity: IntArray, widest: int) -> tuple[IntArray, IntArray]:
    """The parents and the branches of the children of nodes with ``arity`` (S,), by branch, then
    by parent."""
    if widest == 2:
        lane = arity.nonzero()[0]
        return np.concatenate([lane, lane]), np.arange(2 * len(lane)) // len(lane)
    lanes = [(arity > branch).nonzero()[0] for branch in range(widest)]
    return np.concatenate(lanes), np.arange(widest).repeat([len(lane) for lane in lanes])


def _by_branch(branch: NDArray[Any], widest: int) -> IntArray:
    """Where ``branch`` (m,) is 0, then where it is 1, and so on, -1 left out."""
    if widest <= FEW:
        return np.concatenate([(branch == b).nonzero()[0] for b in range(widest)])
    return np.argsort(branch, kind="stable")[int((branch < 0).sum()) :]


def _name_splits(level: Level, found: WeighedFrontier, builder: TreeBuilder) -> None:
    """Tell ``builder`` how the nodes are split."""
    winner, best = found.winner, found.best
    nodes = (winner >= 0).nonzero()[0]
    numeric = found.frontier.dataset.numeric[winner[nodes]]
    plain = numeric & (best.missing[nodes, winner[nodes]] < 0)
    for node in nodes[~plain].tolist():
        builder.split_by(int(level.number[node]), found.split(node, int(winner[node])))
    if len(cut := nodes[plain]):
        column = winner[cut]
        low, high = best.low[cut, column], best.high[cut, column]
        builder.cut_between(level.number[cut], column, low, high)


def _routed(
    recipe: Recipe, level: Level, found: WeighedFrontier, builder: TreeBuilder
) -> tuple[Frontier, IntArray]:
    """The rows of a level and their branches (m,), rows that have none sent on."""
    side = found.branch_of_rows()
    if not (level.frontier.dataset.gappy or recipe.asks_surrogates):
        return level.frontier, side
    winners = enumerate(found.winner.tolist())
    splits = {node: found.split(node, column) for node, column in winners if column >= 0}
    routed = route_unplaced(recipe.missing, level.frontier, side, splits)
    for node, surrogates in routed.surrogates.items():
        builder.surrogates[int(level.number[node])] = surrogates
    return routed.frontier, routed.side
