"""Growing the whole tree of a problem: what stepping to the end gives, a level at a time.

Where the order of the nodes matters (a limit on the leaves), growing is stepping indeed. Not done
here: the level loop itself (``dtcore.growth.levels``), and anything that can be undone.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import singledispatch

import numpy as np

from dtcore.growth.counts import Counts
from dtcore.growth.frontier import counts_of, in_memory
from dtcore.growth.levels import Level, finish, sorting
from dtcore.growth.recipe import Recipe
from dtcore.growth.tree_builder import TreeBuilder
from dtcore.model.columns import BoolArray, IntArray
from dtcore.model.data import Dataset
from dtcore.model.nodes import NodeId
from dtcore.model.tree import Tree
from dtcore.policies.stopping import MaxLeaves, NodeFacts
from dtcore.progress import Progress
from dtcore.stepping.moves import apply, propose
from dtcore.stepping.problem import Problem, State, begin


def grow(dataset: Dataset, recipe: Recipe, progress: Progress | None = None) -> Tree:
    """The tree of ``recipe`` on ``dataset``, equal to stepping to the end.

    Raises DataError or RecipeError if the two do not fit. Never prunes, apart from C4.5's
    collapse, which belongs to growth.
    """
    problem = Problem.of(dataset, recipe)
    tree = complete(problem, begin(problem), progress)
    return recipe.collapse.all(tree) if recipe.collapse else tree


def falls_after(problem: Problem, tree: Tree) -> int:
    """How many steps of pruning or collapse follow once ``tree`` is grown."""
    if problem.pruning:
        return problem.pruning.pruner.left(tree, problem.dataset, problem.held_out)
    collapse = problem.recipe.collapse
    return int(collapse.falls(tree).sum()) if collapse else 0


def complete(problem: Problem, state: State, progress: Progress | None = None) -> Tree:
    """The tree of ``state`` with its open leaves grown to their ends, before any collapse."""
    if not state.node_rows:
        return state.tree
    tell = sorting(problem.dataset, progress)
    if problem.recipe.in_order:
        return _in_order(problem, state, tell)
    return by_level(problem.dataset, problem, state, tell)


@singledispatch
def by_level(dataset: Dataset, problem: Problem, state: State, progress: Progress) -> Tree:
    """As ``complete``, where the order of the nodes does not matter."""
    return finish(problem.recipe, _first(problem, state), TreeBuilder(state.tree), progress)


def _in_order(problem: Problem, state: State, progress: Progress) -> Tree:
    """As ``complete``, a node at a time, where it matters which comes first."""
    known: dict[NodeId, float] = {}
    share, most = 0.0, [r.leaves for r in problem.recipe.rules if isinstance(r, MaxLeaves)]
    while state.node_rows:
        share = max(share, *((state.tree.leaves - 1) / leaves for leaves in most))
        progress(share, len(state.tree))
        step = propose(problem, state, known)
        assert step is not None  # there is an open leaf
        state = apply(problem, state, step.move)
    progress(1.0, len(state.tree))
    return state.tree


def _first(problem: Problem, state: State) -> Level:
    """The open leaves of ``state`` that no rule closes."""
    ids = sorted(state.node_rows)
    frontier = in_memory(counts_of(problem.dataset, [state.node_rows[node] for node in ids]))
    number, depth, used, stays = open_leaves(problem, state, ids, frontier)
    level = Level(frontier, number, depth, used)
    return level if stays.all() else level.part(np.flatnonzero(stays))


def open_leaves(
    problem: Problem, state: State, ids: Sequence[NodeId], counts: Counts
) -> tuple[IntArray, IntArray, BoolArray, BoolArray]:
    """Of open leaves: number (S,), depth (S,), used (S, c), and whether no rule closes them."""
    recipe, tree = problem.recipe, state.tree
    used = np.concatenate([recipe.used_on_path(tree, node) for node in ids])
    number = np.array([tree.place(node) for node in ids])
    depth = np.array([len(node) for node in ids])
    facts = NodeFacts(problem.dataset.schema, tree.stats[number], counts.sizes, depth, used)
    return number, depth, used, recipe.closing_rule(facts) < 0
