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
from dtcore.policies.impurity import TINY
from dtcore.policies.stopping import MaxLeaves
from dtcore.progress import Progress, unheard
from dtcore.stepping.moves import apply, move_at, next_leaf
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
    if problem.recipe.in_order:
        return in_turn(problem, state, progress)[0]
    return by_level(problem.dataset, problem, state, sorting(problem.dataset, progress))


@singledispatch
def by_level(dataset: Dataset, problem: Problem, state: State, progress: Progress) -> Tree:
    """As ``complete``, where the order of the nodes does not matter."""
    return finish(problem.recipe, _first(problem, state), TreeBuilder(state.tree), progress)


def in_turn(
    problem: Problem, state: State, progress: Progress | None = None
) -> tuple[Tree, list[NodeId]]:
    """As ``complete``, a node at a time, where it matters which comes first; and in which order
    they came."""
    known: dict[NodeId, float] = {}
    order, tell = list[NodeId](), sorting(problem.dataset, progress)
    share, most = 0.0, [r.leaves for r in problem.recipe.rules if isinstance(r, MaxLeaves)]
    whole = max(state.open_weight, TINY)
    while state.node_rows:
        if tell is not unheard:
            spent = ((state.tree.leaves - 1) / leaves for leaves in most)
            share = max(share, 1 - state.open_weight / whole, *spent)
            tell(share, len(state.tree))
        order.append(next_leaf(problem, state, known))
        state = apply(problem, state, move_at(problem, state, order[-1])[0])
    tell(1.0, len(state.tree))
    return state.tree, order


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
    number = np.array([state.tree.place(node) for node in ids])
    facts = problem.recipe.facts(state.tree, ids, counts.sizes)
    return number, facts.depth, facts.used, problem.recipe.closing_rule(facts) < 0
