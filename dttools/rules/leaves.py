"""The rules of a tree: one for each leaf, exclusive and exhaustive, redundant conditions folded.

For each class they make one disjunction of conjunctions: Mitchell 1997, §3.2. Not done here:
rules that say more or less than the tree (``dttools.rules.post_pruning``).
"""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from dtcore.formula import Count, Named, Query, Ratio, Root, Squares, Symbol, size
from dtcore.model.columns import BoolArray, IntArray, Schema
from dtcore.model.data import Dataset
from dtcore.model.nodes import ROOT, NodeId
from dtcore.model.predict import encode_for, predict
from dtcore.model.splits import Condition, weight_text
from dtcore.model.tree import Tree, check_tree, prediction
from dtcore.policies.impurity import squares_about_mean, squares_of
from dttools.evaluation.score import Score
from dttools.rules.folded import Folded, folded

ALWAYS = "always"


@dataclass(frozen=True, eq=False)
class TreeRule:
    """If all ``conditions`` hold, tell ``prediction``, a class code or a mean: ``said`` in words.

    ``covered`` is the number of the training rows at ``leaf``, ``right`` that of those of the
    class, None for a mean; ``total`` that of all. ``tests``: for each condition those of the
    path that it folds into one. ``squares``: of a mean, what its rows are away from it, of which
    they have the ``weight``.
    """

    leaf: NodeId
    conditions: tuple[Folded, ...]
    prediction: float
    said: str
    covered: float
    right: float | None
    total: float
    schema: Schema
    tests: tuple[tuple[Condition, ...], ...] = ()
    squares: Squares | None = None
    weight: float = 0.0

    def covers(self, dataset: Dataset) -> BoolArray:
        """(n_rows,) the rows that it decides about, of a table in the tree's terms."""
        holding = [condition.holds(dataset) for condition in self.conditions]
        return np.asarray(np.logical_and.reduce([np.ones(len(dataset), bool), *holding]))

    def condition_text(self, schema: Schema | None = None) -> str:
        """ "Outlook = Sunny ∧ Humidity = High"; "always" if there is no condition. ``schema``:
        under other names than the tree's own."""
        schema = schema or self.schema
        return " ∧ ".join(part.text(schema) for part in self.conditions) or ALWAYS

    def text(self, schema: Schema | None = None) -> str:
        """ "Outlook = Sunny ∧ Humidity = High → No (3)"."""
        wrong = 0.0 if self.right is None else self.covered - self.right
        errors = f"/{weight_text(wrong, self.covered)}" if wrong > 1e-9 * self.covered else ""
        rows = f"{weight_text(self.covered)}{errors}"
        return f"{self.condition_text(schema)} → {self.said} ({rows})"

    def __repr__(self) -> str:
        return f"<TreeRule: {self.text()}>"

    def _repr_html_(self) -> str:
        return f"<code>{escape(self.text())}</code>"

    @property
    def coverage(self) -> Score:
        """The share of the training rows that it covers, whatever their class: Han, Kamber and Pei
        2012, §8.4.1; the support of a rule counts those of its class alone."""
        body = Ratio(Count(self.covered, Query(self.leaf)), Count(self.total, Query(ROOT)))
        return Score("coverage", Named("cov", Ratio(size("D_t"), Symbol("N")), body))

    @property
    def confidence(self) -> Score | None:
        """The share of those rows that are of its class; None for a mean."""
        if self.right is None:
            return None
        of_class = Count(self.right, Query(self.leaf, label=int(self.prediction)))
        body = Ratio(of_class, Count(self.covered, Query(self.leaf)))
        return Score("confidence", Named("conf", Ratio(size("D_{t,k}"), size("D_t")), body))

    @property
    def spread(self) -> Score | None:
        """The standard deviation of the target in those rows; None for a class."""
        if self.squares is None:
            return None
        body = Root(Ratio(self.squares, Count(self.weight, Query(self.leaf))))
        general = Root(Ratio(squares_about_mean("D_t"), size("D_t")))
        return Score("spread", Named("σ", general, body))


@dataclass(frozen=True, eq=False)
class TreeRules:
    """The rules of ``tree``, in pre-order of its leaves. At most one of them covers a row.

    None covers a row that the tree divides, asks surrogates about or leaves at an inner node.
    """

    rules: tuple[TreeRule, ...]
    tree: Tree

    def __len__(self) -> int:
        return len(self.rules)

    def __getitem__(self, number: int) -> TreeRule:
        return self.rules[number]

    def which(self, data: pd.DataFrame | Dataset) -> IntArray:
        """(n_rows,) the number of the rule that covers each row, -1 if none does."""
        dataset = encode_for(data, self.tree)
        result = np.full(len(dataset), -1)
        for number, rule in enumerate(self.rules):
            result[rule.covers(dataset)] = number
        return result

    def predict(self, data: pd.DataFrame | Dataset) -> NDArray[Any]:
        """(n_rows,) class names or means; the tree itself decides where no rule does."""
        dataset = encode_for(data, self.tree)
        which = self.which(dataset)
        told = predict(self.tree, dataset)
        values = np.array([rule.prediction for rule in self.rules])[which[which >= 0]]
        classes = np.array(self.tree.schema.classes, object)
        told[which >= 0] = classes[values.astype(int)] if len(classes) else values
        return told

    def of_class(self, label: int) -> tuple[TreeRule, ...]:
        """The rules that tell class ``label``: where one of them covers a row, it is told."""
        return tuple(rule for rule in self.rules if rule.prediction == label)

    def disjunction(self, label: int) -> str:
        """Them as one expression: (a ∧ b) ∨ (c); "never" if no rule tells the class."""
        schema = self.tree.schema
        parts = [rule.condition_text(schema) for rule in self.of_class(label)]
        return " ∨ ".join(f"({part})" for part in parts) or "never"

    def text(self) -> str:
        return "\n".join(rule.text(self.tree.schema) for rule in self.rules)

    def _repr_html_(self) -> str:
        items = "".join(f"<li>{escape(rule.text())}</li>" for rule in self.rules)
        return f"<ol>{items}</ol>"

    def __repr__(self) -> str:
        return f"<TreeRules for {self.tree.schema.target.name!r}: rules {len(self)}>"


def of(tree: Tree) -> TreeRules:
    """The rules of ``tree``, one for each leaf; of numbers too, that tell a mean."""
    check_tree(tree)
    leaves = (node for node in tree if node.leaf)
    return TreeRules(tuple(_rule(tree, node.id) for node in leaves), tree)


def _rule(tree: Tree, leaf: NodeId) -> TreeRule:
    squares = None
    if not tree.schema.classes:
        squares = squares_of(tree[leaf].stats, Query(leaf), tree.schema.centre)
    said = prediction(tree, leaf, ",")
    conditions = folded(tree, leaf)
    tests = tuple(_tests(tree, leaf, part.column) for part in conditions)
    return TreeRule(
        leaf,
        conditions,
        tree.prediction(leaf),
        said,
        tree.rows(leaf),
        float(tree.rows_right[tree.place(leaf)]) if tree.schema.classes else None,
        tree.rows(ROOT),
        tree.schema,
        tests,
        squares,
        tree.weight(leaf),
    )


def _tests(tree: Tree, leaf: NodeId, column: int) -> tuple[Condition, ...]:
    """What the way to ``leaf`` asks of a column, one test after the other."""
    way = tree.way(leaf)
    return tuple(s.condition(tree.schema, branch) for s, branch in way if s.column == column)
