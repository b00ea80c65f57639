"""What a lesson is given, how far its tree has grown, and what pruning is to it.

Pruning is two moves, and someone who proposes them with evidence; the pruners themselves are in
``dtcore.pruning``. A lesson that prunes begins at a grown tree and steps, undoes and jumps like
one that grows.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Protocol

import numpy as np

from dtcore.errors import MoveError
from dtcore.growth.frontier import Frontier, counts_of, rows_in_memory
from dtcore.growth.missing_rows import node_rows_of_children, rows_at_each
from dtcore.growth.preprocess import counting_rows, prepared
from dtcore.growth.recipe import Recipe, check_recipe
from dtcore.model.data import AtNode, Dataset, NodeRows, check_dataset
from dtcore.model.nodes import ROOT, NodeId
from dtcore.model.splits import Splits
from dtcore.model.tree import Tree


@dataclass(frozen=True)
class Prune:
    """Make a leaf of a subtree."""

    node: NodeId


@dataclass(frozen=True)
class RaiseSubtree:
    """Put the subtree of one branch in the place of a node, with all the node's rows."""

    node: NodeId
    branch: int


@dataclass(frozen=True)
class PruningEvidence:
    """What speaks for a move at ``node``; each pruner has a kind of its own."""

    node: NodeId


@dataclass(frozen=True, eq=False)
class Proposal:
    """A pruner's next move, and the evidence for it."""

    move: Prune | RaiseSubtree
    evidence: PruningEvidence


class Pruner(Protocol):
    """A way of pruning, as a policy. ``dataset`` is what the tree was grown on."""

    def next(self, tree: Tree, dataset: Dataset, held_out: Dataset | None) -> Proposal | None:
        """The next move, or None if the tree is as it should be."""

    def left(self, tree: Tree, dataset: Dataset, held_out: Dataset | None) -> int:
        """How many moves are still to come."""


@dataclass(frozen=True, eq=False)
class Pruning:
    """A lesson's other half: the grown tree that it begins at, and who prunes it."""

    tree: Tree
    pruner: Pruner


def node_rows_below(dataset: Dataset, tree: Tree, top: int, at_node: NodeRows) -> list[NodeRows]:
    """The rows of ``at_node`` at the node at place ``top`` and at each below it, in pre-order.

    They are sent down by the splits, whatever rows the subtree was grown on, and by the tree's
    missing policy.
    """
    node_rows = {top: at_node}
    for place in range(top, tree.end(top)):
        if tree.arity[place]:
            parts = node_rows_of_children(dataset, tree, place, node_rows[place])
            node_rows |= zip(tree.child_places(place).tolist(), parts, strict=True)
    return [node_rows[place] for place in range(top, tree.end(top))]


def raised(dataset: Dataset, tree: Tree, move: RaiseSubtree, at_node: NodeRows) -> Tree:
    """The tree after ``move``; ``at_node`` holds the node's rows, which go down the branch anew."""
    at, top = tree.place(move.node), tree.place((*move.node, move.branch))
    node_rows = node_rows_below(dataset, tree, top, at_node)
    frontier = Frontier.of(dataset, node_rows)
    mine = np.arange(top, top + frontier.size)
    kept = np.concatenate([np.arange(at), mine, np.arange(tree.end(at), len(tree))])
    smaller = tree.part(kept, np.zeros(len(tree), bool))
    parent, branch, above = smaller.parent.copy(), smaller.branch.copy(), smaller.stats.copy()
    parent[at], branch[at] = tree.parent[at], tree.branch[at]
    above[at : at + len(mine)] = frontier.stats()
    if smaller.row_counts is not None and frontier.row_counts is not None:
        told = smaller.row_counts.copy()
        told[at : at + len(mine)] = frontier.row_counts
        smaller = replace(smaller, row_counts=told)
    splits = Splits.of(smaller.splits).among(at, dataset, [below.rows for below in node_rows])
    return replace(smaller, parent=parent, branch=branch, stats=above, splits=splits)


@dataclass(frozen=True, eq=False)
class Problem:
    """What is given: the data, the recipe, and rows held out for pruning. ``of`` makes it.

    ``dataset`` is the table as the recipe prepares it (``dtcore.growth.preprocess``), and the
    limits of ``recipe`` count rows;
    ``pruning``: begin at a grown tree instead of the root, and prune it.
    """

    dataset: Dataset
    recipe: Recipe
    held_out: Dataset | None = None
    pruning: Pruning | None = None

    @classmethod
    def of(cls, dataset: Dataset, recipe: Recipe, held_out: Dataset | None = None) -> Problem:
        """With ``dataset`` prepared. Raises DataError or RecipeError if the two do not fit."""
        check_dataset(dataset)
        check_recipe(recipe)
        recipe.check(dataset.given or dataset)
        made = prepared(recipe, dataset)
        return cls(made, counting_rows(recipe, made), held_out)


@dataclass(frozen=True, eq=False)
class State:
    """A tree in growth; ``node_rows`` holds the rows of its open leaves, and of no other node.
    Where they are counted elsewhere, it says what is true of them.

    ``asked`` remembers those of the closed node that was asked for last in this state: at each
    click on a count, and by all who look at the same node, they are asked for again.
    """

    tree: Tree
    node_rows: Mapping[NodeId, AtNode]
    asked: dict[NodeId, AtNode] = field(default_factory=dict, repr=False)

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, State)
            and self.tree == other.tree
            and self.node_rows.keys() == other.node_rows.keys()
            and all(at_node == other.node_rows[n] for n, at_node in self.node_rows.items())
        )

    __hash__ = None  # type: ignore[assignment]

    @property
    def open_weight(self) -> float:
        """The weight of the rows at open leaves."""
        return float(sum(at_node.weight for at_node in self.node_rows.values()))


def begin(problem: Problem, at_node: NodeRows | None = None) -> State:
    """One open leaf with all the rows or those of ``at_node``, or the grown tree to be pruned."""
    if problem.pruning:
        return State(problem.pruning.tree, {})
    dataset, recipe = problem.dataset, problem.recipe
    rows = at_node or dataset.root
    counts = counts_of(dataset, [rows])
    tree = Tree.stump(counts.stats()[0], dataset.schema, recipe.impurity, recipe.missing)
    return State(replace(tree, row_counts=counts.row_counts), {ROOT: rows})


def check_node(state: State, node: NodeId) -> None:
    """Raises MoveError if the tree has no such node."""
    if node not in state.tree:
        raise MoveError("There is no such node in the tree any more.")


def node_rows_of(problem: Problem, state: State, node: NodeId) -> NodeRows:
    """The rows at any node of the tree, open or not. Raises DataError if they are not here."""
    return rows_in_memory(rows_at(problem, state, node))


def rows_at(problem: Problem, state: State, node: NodeId) -> AtNode:
    """As ``node_rows_of``, or what is true of them."""
    result = state.node_rows.get(node, state.asked.get(node))
    if result is None:
        place = state.tree.place(node)
        result = rows_at_each(problem.dataset, state.tree, np.array([place]))[place]
        state.asked.clear()
        state.asked[node] = result
    return result
