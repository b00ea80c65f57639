"""A rule: the way to a leaf, as conditions that must all hold, and the class that it tells."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from dtcore.errors import PruningError
from dtcore.model.columns import BoolArray, Schema
from dtcore.model.data import Dataset
from dtcore.model.nodes import NodeId
from dtcore.model.splits import Condition, Split, Subset, Threshold
from dtcore.model.tree import Tree, check_tree
from dttools.rules.folded import NO_BRANCH, Folded, fold


@dataclass(frozen=True)
class Precondition:
    """A split and the branch that a row must take there."""

    split: Split
    branch: int

    def holds(self, dataset: Dataset) -> BoolArray:
        """(n_rows,) which rows take the branch."""
        return np.asarray(self.split.branch(dataset, dataset.all_rows.rows) == self.branch)

    def condition(self, schema: Schema) -> Condition:
        return self.split.condition(schema, self.branch)

    def implied_by(self, other: Precondition) -> bool:
        """Whether it holds for every row that the other holds for: x ≤ 6 where x ≤ 5 is asked."""
        mine, theirs = self.split, other.split
        gap = other.branch == theirs.missing and self.branch != mine.missing
        if mine.column != theirs.column or gap:
            return False
        match mine, theirs:
            case Threshold(), Threshold() if self.branch == other.branch:
                return theirs.cut >= mine.cut if self.branch else theirs.cut <= mine.cut
            case Subset(), Subset():
                taken = (theirs.left, theirs.right)[other.branch]
                return set(taken) <= set((mine.left, mine.right)[self.branch])
        return False


@dataclass(frozen=True)
class Rule:
    """If all ``preconditions`` hold, tell class ``label``; ``leaf`` is where it came from."""

    preconditions: tuple[Precondition, ...]
    label: int
    leaf: NodeId

    def folded(self, schema: Schema) -> tuple[Folded, ...]:
        """The same as a condition for each column: x > 2 and x > 3 is x > 3."""
        return fold(((part.split, part.branch, NO_BRANCH) for part in self.preconditions), schema)

    def covers(self, dataset: Dataset) -> BoolArray:
        """(n_rows,) the rows for which all preconditions hold."""
        return np.asarray(self.holding(dataset).all(axis=0))

    def holding(self, dataset: Dataset) -> BoolArray:
        """(p, n_rows) for which rows each precondition holds."""
        rows = [precondition.holds(dataset) for precondition in self.preconditions]
        return np.array(rows, bool).reshape(len(rows), len(dataset))

    def without(self, number: int) -> Rule:
        """The rule with one precondition less."""
        kept = (*self.preconditions[:number], *self.preconditions[number + 1 :])
        return Rule(kept, self.label, self.leaf)

    def text(self, schema: Schema) -> str:
        """ "Outlook = Sunny and Humidity = High: No"; without preconditions only the class."""
        conditions = " and ".join(str(p.condition(schema)) for p in self.preconditions)
        return f"{conditions}: {schema.classes[self.label]}".removeprefix(": ")


def of_tree(tree: Tree) -> tuple[Rule, ...]:
    """A rule for each leaf, in pre-order. Raises PruningError for a numeric target."""
    check_tree(tree)
    if not tree.schema.classes:
        raise PruningError("The rules need a target with classes; this one is numeric.")
    return tuple(
        Rule(
            tuple(Precondition(split, branch) for split, branch in tree.way(node.id)),
            int(tree.prediction(node.id)),
            node.id,
        )
        for node in tree
        if node.leaf
    )
