"""Growing a whole tree a level at a time, with the kernel that a single step uses.

All open nodes of a level are weighed in one call; the result is the tree that stepping gives.
"""

from __future__ import annotations

import numpy as np

from dtcore.growth.candidates import Evaluation, evaluate
from dtcore.growth.moves import (
    Problem,
    State,
    begin,
    closing_rule,
    facts_of,
    used_on_path,
)
from dtcore.growth.recipe import Recipe
from dtcore.growth.stats import Frontier
from dtcore.model.columns import FloatArray, IntArray
from dtcore.model.data import Dataset
from dtcore.model.splits import Multiway, Split
from dtcore.model.tree import Node, NodeId, Tree
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
    collapse = problem.recipe.collapse
    falls = int(collapse.falls(tree).sum()) if collapse else 0
    return len(tree) - len(state.tree) + len(state.bags) + falls


def complete(problem: Problem, state: State) -> Tree:
    """The tree of ``state`` with its open leaves grown to their ends, before any collapse."""
    dataset, recipe = problem.dataset, problem.recipe
    if not state.bags:
        return state.tree
    nodes = [node for node in state.tree if node.id not in state.bags]
    ids = sorted(state.bags)
    frontier = Frontier.of(dataset, [state.bags[node] for node in ids])
    used = np.array([used_on_path(recipe, state.tree, node)[0] for node in ids])
    while ids:
        stats = frontier.stats()
        splits = _decide(recipe, frontier, stats, ids, used)
        nodes += [
            Node(node, stats[i], split, split.arity(dataset.schema) if split else 0)
            for i, (node, split) in enumerate(zip(ids, splits, strict=True))
        ]
        frontier, ids, used = _descend(frontier, ids, used, splits)
    return Tree.of(sorted(nodes, key=lambda n: n.id), dataset.schema, recipe.impurity)


def _decide(
    recipe: Recipe, frontier: Frontier, stats: FloatArray, ids: list[NodeId], used: BoolArray
) -> list[Split | None]:
    """The split of each node of the level; None for those that become leaves."""
    depth = np.array([len(node) for node in ids])
    facts = facts_of(frontier.dataset, stats, depth, used)
    open_nodes = np.flatnonzero(closing_rule(recipe, facts) < 0)
    splits: list[Split | None] = [None] * len(ids)
    if len(open_nodes):
        found: Evaluation = evaluate(recipe, frontier.part(open_nodes), used[open_nodes])
        for i, node in enumerate(open_nodes):
            w = int(found.winner[i]); splits[int(node)] = None if w < 0 else found.split(i, w)
    return splits


def _descend(
    frontier: Frontier, ids: list[NodeId], used: BoolArray, splits: list[Split | None]
) -> tuple[Frontier, list[NodeId], BoolArray]:
    """The next level: the children of all nodes that were split, in order."""
    schema = frontier.dataset.schema
    first = np.full(len(ids), -1)
    child_ids: list[NodeId] = []
    child_used: list[BoolArray] = []
    for i, split in enumerate(splits):
        if split is None:
            continue
        first[i] = len(child_ids)
        mine = used[i].copy()
        mine[split.column] |= isinstance(split, Multiway)
        for branch in range(split.arity(schema)):
            child_ids.append((*ids[i], branch))
            child_used.append(mine)
    child = _children_of_rows(frontier, first, splits)
    kept = np.flatnonzero(child >= 0)
    node = child[kept]
    # rows of a node stay in the dataset's order, as in stepping
    order = kept[np.argsort(node, kind="stable")]
    rows, weights = frontier.rows[order], frontier.weights[order]
    below = Frontier(frontier.dataset, rows, weights, child[order], len(child_ids))
    return below, child_ids, np.array(child_used, bool).reshape(-1, used.shape[1])


def _children_of_rows(frontier: Frontier, first: IntArray, splits: list[Split | None]) -> IntArray:
    """(m,) the number of the child that each row goes to, -1 for rows of leaves."""
    child = np.full(len(frontier.rows), -1)
    starts = np.searchsorted(frontier.node, np.arange(frontier.size + 1))
    for i, split in enumerate(splits):
        if split is not None:
            here = slice(starts[i], starts[i + 1])
            child[here] = first[i] + split.branch(frontier.dataset, frontier.rows[here])
    return child
