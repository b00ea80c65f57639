"""Rule post-pruning: a tree as rules, each made more general on its own, then put in order.

A rule is the way to a leaf: its conditions and the class it tells. Conditions are dropped one at
a time, always the one whose loss leaves the highest estimated accuracy, as long as that is no
lower than before; then the rules are asked in the order of their accuracy, the first that
covers a row decides. Mitchell 1997, §3.7.1.2; Quinlan 1993, chapter 5. Not done here: C4.5RULES'
choice of a subset of the rules for each class.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Protocol

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from dtcore.errors import PruningError
from dtcore.formula import Formula, Named, Number, Ratio, Sum
from dtcore.model.columns import BoolArray, IntArray, Schema
from dtcore.model.data import Dataset
from dtcore.model.predict import encode
from dtcore.model.splits import Condition, Split
from dtcore.model.tree import ROOT, NodeId, Tree
from dtcore.pruning import arithmetic
from dtcore.pruning.limits import Limit

SAME = 1e-12
"""Accuracies that differ by no more than this are tied."""


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


@dataclass(frozen=True)
class Rule:
    """If all ``preconditions`` hold, tell class ``label``; ``leaf`` is where it came from."""

    preconditions: tuple[Precondition, ...]
    label: int
    leaf: NodeId

    def covers(self, dataset: Dataset) -> BoolArray:
        """(n_rows,) the rows for which all preconditions hold."""
        return np.asarray(_holding(self, dataset).all(axis=0))

    def without(self, number: int) -> Rule:
        """The rule with one precondition less."""
        kept = (*self.preconditions[:number], *self.preconditions[number + 1 :])
        return Rule(kept, self.label, self.leaf)

    def text(self, schema: Schema) -> str:
        """ "Outlook = Sunny and Humidity = High: No"; without preconditions only the class."""
        conditions = " and ".join(str(p.condition(schema)) for p in self.preconditions)
        return f"{conditions}: {schema.classes[self.label]}".removeprefix(": ")


@dataclass(frozen=True)
class Accuracy:
    """Of the rows ``covered`` (a weight) so many are told ``right``; ``value`` is the estimate."""

    covered: float
    right: float
    value: float


class Judge(Protocol):
    """How the accuracy of a rule is estimated, and on which rows."""

    @property
    def dataset(self) -> Dataset: ...

    def estimate(self, covered: float, right: float) -> Accuracy: ...

    def formula(self, accuracy: Accuracy) -> Named:
        """The arithmetic behind the estimate's value."""


@dataclass(frozen=True, eq=False)
class HeldOut:
    """The share told right of the held-out rows that a rule covers; 0 if it covers none."""

    dataset: Dataset

    def estimate(self, covered: float, right: float) -> Accuracy:
        return Accuracy(covered, right, right / covered if covered > 0 else 0.0)

    def formula(self, accuracy: Accuracy) -> Named:
        body = Ratio(Number(accuracy.right), Number(accuracy.covered))
        return Named("a", r"\frac{n-e}{n}", body)


@dataclass(frozen=True, eq=False)
class Training:
    """1 - U_CF(e, n) on the rows that the tree was grown on; 0 if a rule covers none."""

    dataset: Dataset
    limit: Limit = field(default_factory=Limit)

    def estimate(self, covered: float, right: float) -> Accuracy:
        wrong = max(covered - right, 0.0)
        value = 1 - self.limit.of(wrong, covered) if covered > 0 else 0.0
        return Accuracy(covered, right, value)

    def formula(self, accuracy: Accuracy) -> Named:
        covered, wrong = accuracy.covered, max(accuracy.covered - accuracy.right, 0.0)
        body: Formula = Number(0)
        if covered > 0:
            bound = arithmetic.limit(self.limit, wrong, covered, Number(wrong), Number(covered))
            body = Sum(((1, Number(1)), (-1, bound)))
        return Named("a", r"1-U_{CF}(e,n)", body)


@dataclass(frozen=True, eq=False)
class Drop:
    """A look at each precondition of ``rule``: its accuracy ``before``, and without each one.

    ``chosen`` is the number of the precondition that goes, None if every loss would hurt.
    """

    rule: Rule
    before: Accuracy
    options: tuple[Accuracy, ...]
    chosen: int | None

    @property
    def after(self) -> Accuracy:
        return self.before if self.chosen is None else self.options[self.chosen]

    @property
    def result(self) -> Rule:
        return self.rule if self.chosen is None else self.rule.without(self.chosen)


@dataclass(frozen=True, eq=False)
class RuleList:
    """Rules in the order in which they are asked, with their accuracies and how they came about.

    ``drops`` has for each rule the looks at its preconditions, the last of which drops none.
    ``default`` is the class of rows that no rule covers.
    """

    rules: tuple[Rule, ...]
    accuracies: tuple[Accuracy, ...]
    drops: tuple[tuple[Drop, ...], ...]
    default: int
    schema: Schema

    def which(self, data: pd.DataFrame | Dataset) -> IntArray:
        """(n_rows,) the number of the rule that decides about each row, -1 if none does."""
        dataset = encode(data, self.schema)
        found = np.full(len(dataset), -1)
        for number, rule in enumerate(self.rules):
            found[(found < 0) & rule.covers(dataset)] = number
        return found

    def predict(self, data: pd.DataFrame | Dataset) -> NDArray[Any]:
        """(n_rows,) class names."""
        labels = np.array([*(rule.label for rule in self.rules), self.default])
        names: NDArray[Any] = np.array(self.schema.classes, object)[labels[self.which(data)]]
        return names


def of_tree(tree: Tree) -> tuple[Rule, ...]:
    """A rule for each leaf, in pre-order. Raises PruningError for a numeric target."""
    if not tree.schema.classes:
        raise PruningError("The rules need a target with classes; this one is numeric.")
    return tuple(
        Rule(_preconditions(tree, node.id), int(tree.prediction(node.id)), node.id)
        for node in tree
        if node.leaf
    )


def look(rule: Rule, judge: Judge) -> Drop:
    """What dropping each precondition would do, and which one goes: the first of the best."""
    dataset, holding = judge.dataset, _holding(rule, judge.dataset)
    right = np.asarray(dataset.target.values == rule.label) * dataset.weights

    def of(covered: BoolArray) -> Accuracy:
        return judge.estimate(float(dataset.weights @ covered), float(right @ covered))

    failing = (~holding).sum(axis=0)
    before = of(failing == 0)
    options = tuple(of(failing - ~holds == 0) for holds in holding)
    best = max((option.value for option in options), default=-1.0)
    chosen = None
    if best >= before.value - SAME:
        chosen = next(i for i, option in enumerate(options) if option.value >= best - SAME)
    return Drop(rule, before, options, chosen)


def generalise(rule: Rule, judge: Judge) -> Iterator[Drop]:
    """Look after look at ``rule``, until no precondition may go."""
    found = look(rule, judge)
    yield found
    while found.chosen is not None:
        found = look(found.result, judge)
        yield found


def post_prune(tree: Tree, judge: Judge) -> RuleList:
    """The rules of ``tree``, each generalised, the most accurate first; equal ones once.

    Of equally accurate rules the one that covers more rows comes first, then the earlier leaf.
    Raises PruningError for a numeric target, or if the judge's rows have other classes.
    """
    rules = of_tree(tree)
    if judge.dataset.target.field != tree.schema.target:
        raise PruningError("Judge the rules on rows of the table that the tree is grown on.")
    histories = [tuple(generalise(rule, judge)) for rule in rules]
    final: dict[tuple[frozenset[Precondition], int], tuple[Drop, ...]] = {}
    for history in histories:
        rule = history[-1].result
        final.setdefault((frozenset(rule.preconditions), rule.label), history)
    order = sorted(final.values(), key=lambda h: (-h[-1].after.value, -h[-1].after.covered))
    return RuleList(
        tuple(history[-1].result for history in order),
        tuple(history[-1].after for history in order),
        tuple(order),
        int(tree.prediction(ROOT)),
        tree.schema,
    )


def unpruned(tree: Tree) -> RuleList:
    """The rules as the tree has them; they tell what the tree tells, if no cell is missing."""
    rules = of_tree(tree)
    counts = [(float(s.sum()), float(s[r.label])) for r in rules for s in (tree[r.leaf].stats,)]
    accuracies = tuple(Accuracy(n, hits, hits / n if n else 0.0) for n, hits in counts)
    default = int(tree.prediction(ROOT))
    return RuleList(rules, accuracies, ((),) * len(rules), default, tree.schema)


def _preconditions(tree: Tree, leaf: NodeId) -> tuple[Precondition, ...]:
    found = []
    for depth, branch in enumerate(leaf):
        split = tree[leaf[:depth]].split
        assert split is not None
        found.append(Precondition(split, branch))
    return tuple(found)


def _holding(rule: Rule, dataset: Dataset) -> BoolArray:
    """(p, n_rows) for which rows each precondition holds."""
    rows = [precondition.holds(dataset) for precondition in rule.preconditions]
    return np.array(rows, bool).reshape(len(rows), len(dataset))
