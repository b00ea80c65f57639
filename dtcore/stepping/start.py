"""How a lesson begins: with nothing done, at a grown tree to be pruned, or after known moves.

Not done here: going on from there (``dtcore.stepping.timeline``).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from dtcore.errors import MoveError
from dtcore.growth.recipe import Recipe
from dtcore.model.data import Dataset
from dtcore.model.tree import Tree
from dtcore.stepping.cache import Memory
from dtcore.stepping.moves import Move
from dtcore.stepping.problem import Problem
from dtcore.stepping.pruner import Pruner, Pruning
from dtcore.stepping.timeline import Timeline


def start(dataset: Dataset, recipe: Recipe, memory: Memory | None = None) -> Timeline:
    """A lesson at its beginning. Raises DataError or RecipeError if the two do not fit.

    ``memory``, if given, is that of other lessons on the same data and recipe.
    """
    return Timeline(Problem(dataset, recipe), _memory=Memory() if memory is None else memory)


def prune(problem: Problem, tree: Tree, pruner: Pruner) -> Timeline:
    """A lesson that prunes ``tree``, which was grown on the problem's data, step by step."""
    return Timeline(replace(problem, pruning=Pruning(tree, pruner)))


def replay(problem: Problem, moves: Sequence[Move | None]) -> Timeline:
    """A timeline from moves made by hand, with None where the algorithm's proposal was taken.

    Raises MoveError at the first move that cannot be made.
    """
    timeline = Timeline(problem)
    for move in moves:
        further = timeline.step() if move is None else timeline.do(move)
        if further is timeline:
            raise MoveError("The lesson goes on after the algorithm is done.")
        timeline = further
    return timeline
