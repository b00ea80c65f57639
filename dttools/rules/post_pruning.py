"""Rules made more general, each on its own, and put in the order in which they are asked.

Conditions are dropped one at a time, always the one whose loss leaves the highest estimated
accuracy, as long as that is no lower than before; then the rules are asked in the order of their
accuracy, the first that covers a row decides. Mitchell 1997, §3.7.1.2; Quinlan 1993, chapter 5.
Not done here: C4.5RULES' choice of a subset of the rules for each class.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from dtcore.errors import PruningError
from dtcore.model.columns import BoolArray, IntArray, Schema
from dtcore.model.data import Dataset
from dtcore.model.nodes import ROOT
from dtcore.model.predict import encode
from dtcore.model.tree import Tree
from dttools.rules.accuracy import Accuracy, AccuracyEstimator
from dttools.rules.rule import Precondition, Rule, of_tree

SAME = 1e-12
"""Accuracies that differ by no more than this are tied."""


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
        result = np.full(len(dataset), -1)
        for number, rule in enumerate(self.rules):
            result[(result < 0) & rule.covers(dataset)] = number
        return result

    def predict(self, data: pd.DataFrame | Dataset) -> NDArray[Any]:
        """(n_rows,) class names."""
        labels = np.array([*(rule.label for rule in self.rules), self.default])
        names: NDArray[Any] = np.array(self.schema.classes, object)[labels[self.which(data)]]
        return names


def look(rule: Rule, estimator: AccuracyEstimator) -> Drop:
    """What dropping each precondition would do, and which one goes: the first of the best."""
    dataset, holding = estimator.dataset, rule.holding(estimator.dataset)
    right = np.asarray(dataset.target.values == rule.label) * dataset.weights

    def of(covered: BoolArray) -> Accuracy:
        return estimator.estimate(float(dataset.weights @ covered), float(right @ covered))

    failing = (~holding).sum(axis=0)
    before = of(failing == 0)
    options = tuple(of(failing - ~holds == 0) for holds in holding)
    best = max((option.value for option in options), default=-1.0)
    chosen = None
    if best >= before.value - SAME:
        chosen = next(i for i, option in enumerate(options) if option.value >= best - SAME)
    return Drop(rule, before, options, chosen)


def generalise(rule: Rule, estimator: AccuracyEstimator) -> Iterator[Drop]:
    """Look after look at ``rule``, until no precondition may go."""
    result = look(rule, estimator)
    yield result
    while result.chosen is not None:
        result = look(result.result, estimator)
        yield result


def post_prune(
    tree: Tree,
    estimator: AccuracyEstimator,
    progress: Callable[[int, int], object] = lambda done, rules: None,
) -> RuleList:
    """The rules of ``tree``, each generalised, the most accurate first; equal ones once.

    Of equally accurate rules the one that covers more rows comes first, then the earlier leaf.
    ``progress(done, rules)`` is called between rules; what it raises ends the work. Raises
    PruningError for a numeric target, or if the judge's rows have other classes.
    """
    rules = of_tree(tree)
    if estimator.dataset.target.field != tree.schema.target:
        raise PruningError("Judge the rules on rows of the table that the tree is grown on.")
    histories = list[tuple[Drop, ...]]()
    for rule in rules:
        progress(len(histories), len(rules))
        histories.append(tuple(generalise(rule, estimator)))
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
