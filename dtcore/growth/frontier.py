"""Growing a whole tree a level at a time, with the kernel that a single step uses.

All open nodes of a level are weighed in one call; the result is the tree that stepping gives.
Nodes are numbered as they come and kept as arrays (``dtcore.growth.nursery``): a million rows
can make 400,000 nodes, and so many objects would take longer than growing them.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dtcore.growth.candidates import Evaluation, evaluate
from dtcore.growth.closing import closing_rule, facts_of, used_on_path
from dtcore.growth.moves import Problem, State, apply, begin, propose
from dtcore.growth.nursery import Nursery
from dtcore.growth.orders import FEW, lanes_of
from dtcore.growth.recipe import Recipe
from dtcore.growth.stats import Frontier
from dtcore.model.columns import IntArray
from dtcore.model.data import Dataset
from dtcore.model.splits import NOWHERE
from dtcore.model.tree import NodeId, Tree
from dtcore.policies.stopping import BoolArray


def grow(dataset: Dataset, recipe: Recipe) -> Tree:
    """The tree of ``recipe`` on ``dataset``, equal to stepping to the end.

    Raises DataError or RecipeError if the two do not fit. Never prunes, apart from C4.5's
    collapse, which belongs to growth.
    """
    problem = Problem(dataset, recipe)
    tree = complete(problem, begin(problem))
    return recipe.collapse.all(tree) if recipe.collapse else tree


def steps_left(problem: Problem, state: State) -> int:
    """How many steps the algorithm still has to make from ``state``."""
    tree = complete(problem, state)
    grown = len(tree) - len(state.tree) + len(state.bags)
    if problem.pruning:
        left = problem.pruning.pruner.left
        return grown + left(tree, problem.dataset, problem.held_out)
    collapse = problem.recipe.collapse
    return grown + (int(collapse.falls(tree).sum()) if collapse else 0)


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


def complete(problem: Problem, state: State) -> Tree:
    """The tree of ``state`` with its open leaves grown to their ends, before any collapse."""
    if problem.recipe.in_order:
        return _in_order(problem, state)
    if not state.bags:
        return state.tree
    return finish(problem.recipe, _first(problem, state), Nursery(state.tree))


def finish(recipe: Recipe, first: Level, nursery: Nursery) -> Tree:
    """Grow the nodes of ``first`` and all below them; the tree of all nodes of ``nursery``."""
    level: Level | None = first
    while level is not None and len(level.number):
        found = evaluate(recipe, level.frontier, level.used)
        level = _descend(recipe, level, found, nursery)
    return nursery.tree()


def _in_order(problem: Problem, state: State) -> Tree:
    """As ``complete``, a node at a time, where it matters which comes first."""
    known: dict[NodeId, float] = {}
    while state.bags and (step := propose(problem, state, known)):
        state = apply(problem, state, step.move)
    return state.tree


def _first(problem: Problem, state: State) -> Level:
    """The open leaves of ``state`` that no rule closes."""
    dataset, recipe, tree = problem.dataset, problem.recipe, state.tree
    ids = sorted(state.bags)
    frontier = Frontier.of(dataset, [state.bags[node] for node in ids])
    used = np.concatenate([used_on_path(recipe, tree, node) for node in ids])
    number = np.array([tree.place(node) for node in ids])
    depth = np.array([len(node) for node in ids])
    facts = facts_of(dataset.schema, tree.stats[number], frontier.sizes, depth, used)
    stays = closing_rule(recipe, facts) < 0
    level = Level(frontier, number, depth, used)
    return level if stays.all() else level.part(np.flatnonzero(stays))


def _descend(recipe: Recipe, level: Level, found: Evaluation, nursery: Nursery) -> Level | None:
    """Split the nodes of ``level`` that have a winner; their children that no rule closes.

    Children stand by branch, then by parent, as ``Orders.descend`` wants them.
    """
    frontier, winner = level.frontier, found.winner
    arity = np.where(winner >= 0, recipe.arities(frontier.dataset.n_levels)[winner], 0)
    widest = int(arity.max())
    if not widest:
        return None
    lanes = [np.flatnonzero(arity > branch) for branch in range(widest)]
    parent = np.concatenate(lanes)
    branch = np.repeat(np.arange(widest), [len(lane) for lane in lanes])
    _name_splits(level, found, nursery)
    cell = frontier.node * widest
    cell += _branch_of_rows(frontier, found)
    child = np.zeros(frontier.size * widest, np.int64)  # 0 for the rows of leaves
    child[parent * widest + branch] = np.arange(1, len(parent) + 1)
    moved = frontier.move(child.take(cell), len(parent) + 1)
    stats = moved.stats()[1:]
    depth, used = level.depth[parent] + 1, level.used[parent]
    asked = winner[parent]
    once = np.array([recipe.once(column.field) for column in frontier.dataset.columns])
    used[np.arange(len(parent)), asked] |= once[asked]
    number = nursery.add(level.number[parent], branch, stats)
    facts = facts_of(frontier.dataset.schema, stats, moved.sizes[1:], depth, used)
    stays = np.flatnonzero(closing_rule(recipe, facts) < 0)
    if not len(stays):
        return None
    lane = np.full(len(parent) + 1, NOWHERE, np.int32 if widest > FEW else np.int8)
    lane[stays + 1] = branch[stays]
    kept, bounds = lanes_of(lane.take(moved.node), widest)
    below = frontier.descend(moved, stays + 1, kept, bounds)
    return Level(below, number[stays], depth[stays], used[stays])


def _name_splits(level: Level, found: Evaluation, nursery: Nursery) -> None:
    """Tell ``nursery`` how the nodes are split."""
    cut = found.winner >= 0
    for column in found.nominal:
        for node in np.flatnonzero(found.winner == column).tolist():
            nursery.split_by(int(level.number[node]), found.split(node, column))
            cut[node] = False
    nodes = np.flatnonzero(cut)
    nursery.cut_at(level.number[nodes], found.winner[nodes], found.cuts_of(nodes))


def _branch_of_rows(frontier: Frontier, found: Evaluation) -> NDArray[np.int32]:
    """(m,) the branch that each row takes; 0 for the rows of leaves."""
    m, numeric = len(frontier.rows), frontier.dataset.presorted.columns
    side = np.zeros(m, np.int32)
    if len(numeric):
        place = np.searchsorted(numeric, found.winner).clip(max=len(numeric) - 1)
        is_cut = numeric[place] == found.winner
        at = np.where(is_cut, found.cuts.at[np.arange(frontier.size), place], m)
        order = frontier.orders.order
        position = np.arange(m)
        cells = np.repeat(place * m, frontier.sizes)
        cells += position
        side[order.ravel().take(cells)] = position > np.repeat(at, frontier.sizes)
    for column, best in found.nominal.items():
        rows = np.flatnonzero((found.winner == column)[frontier.node])
        option = best.at[frontier.node[rows]]
        codes = frontier.dataset.columns[column].values[frontier.rows[rows]]
        side[rows] = best.scored.options.mark[option, codes]
    return side
