"""What a lesson is given, and how far its tree has grown."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from dtcore.errors import MoveError
from dtcore.growth.frontier import Frontier
from dtcore.growth.missing_rows import bag_at
from dtcore.growth.preprocess import prepared
from dtcore.growth.recipe import Recipe, check_recipe
from dtcore.model.arguments import check_dataset
from dtcore.model.data import Bag, Dataset
from dtcore.model.node import ROOT, NodeId
from dtcore.model.tree import Tree
from dtcore.stepping.pruner import Pruning


@dataclass(frozen=True, eq=False)
class Problem:
    """What is given: the data, the recipe, and rows held out for pruning. Checked when made.

    ``dataset`` is the table as the recipe prepares it (``dtcore.growth.preprocess``);
    ``pruning``: begin at a grown tree instead of the root, and prune it.
    """

    dataset: Dataset
    recipe: Recipe
    held_out: Dataset | None = None
    pruning: Pruning | None = None

    def __post_init__(self) -> None:
        check_dataset(self.dataset)
        check_recipe(self.recipe)
        self.recipe.check(self.dataset.given or self.dataset)
        object.__setattr__(self, "dataset", prepared(self.recipe, self.dataset))


@dataclass(frozen=True, eq=False)
class State:
    """A tree in growth; ``bags`` holds the rows of its open leaves, and of no other node.

    ``asked`` remembers those of the closed node that was asked for last in this state: at each
    click on a count, and by all who look at the same node, they are asked for again.
    """

    tree: Tree
    bags: Mapping[NodeId, Bag]
    asked: dict[NodeId, Bag] = field(default_factory=dict, repr=False)

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, State)
            and self.tree == other.tree
            and self.bags.keys() == other.bags.keys()
            and all(bag == other.bags[n] for n, bag in self.bags.items())
        )

    __hash__ = None  # type: ignore[assignment]

    @property
    def open_weight(self) -> float:
        """The weight of the rows at open leaves."""
        return float(sum(bag.weights.sum() for bag in self.bags.values()))


def begin(problem: Problem, bag: Bag | None = None) -> State:
    """One open leaf with all the rows or those of ``bag``, or the grown tree to be pruned."""
    if problem.pruning:
        return State(problem.pruning.tree, {})
    bag = bag or problem.dataset.all_rows
    stats = Frontier.of(problem.dataset, [bag]).stats()[0]
    recipe = problem.recipe
    tree = Tree.stump(stats, problem.dataset.schema, recipe.impurity, recipe.missing)
    return State(tree, {ROOT: bag})


def check_node(state: State, node: NodeId) -> None:
    """Raises MoveError if the tree has no such node."""
    if node not in state.tree:
        raise MoveError("There is no such node in the tree any more.")


def bag_of(problem: Problem, state: State, node: NodeId) -> Bag:
    """The rows at any node of the tree, open or not."""
    found = state.bags.get(node, state.asked.get(node))
    if found is None:
        found = bag_at(problem.dataset, state.tree, node)
        state.asked.clear()
        state.asked[node] = found
    return found
