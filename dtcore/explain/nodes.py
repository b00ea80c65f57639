"""Every derived number that is shown of a lesson, with the formula that it opens into.

``of_node``, ``of_collapse`` and ``of_tree`` list what a page may show; ``rows_of`` answers the
question behind a count. Not done here: the scores of candidates (``dtcore.explain.scores``), no
rounding, no words.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import cast

import dtcore.explain.pruning as pruning
import dtcore.explain.scores as scores
from dtcore.formula.parts import Count, Named, Query, Ratio, Squares, Sum, Total
from dtcore.growth.collapse import ErrorComparison
from dtcore.growth.missing_rows import branch_counted
from dtcore.growth.recipe import Recipe
from dtcore.model.columns import FloatArray
from dtcore.model.data import NodeRows
from dtcore.model.node_id import ROOT, NodeId
from dtcore.model.splits import Split
from dtcore.model.tree import Tree
from dtcore.policies.impurity import squares_of
from dtcore.stepping.problem import Problem, State, node_rows_of


@dataclass(frozen=True, eq=False)
class Opened:
    """A number and its formula, of which it is the value.

    ``value`` is the engine's number, in the units of ``name``; ``part`` the class it is of.
    """

    name: str
    value: float
    formula: Named
    part: int | None = None


def of_node(recipe: Recipe, tree: Tree, node: NodeId) -> Iterator[Opened]:
    """How large, how mixed and how wrong a node is; nothing of a node without rows."""
    stats, schema, weight = tree[node].stats, tree.schema, tree.weight(node)
    if weight <= 0:
        return
    n = Count(weight, Query(node))
    whole = Count(tree.weight(ROOT), Query(ROOT))
    yield Opened("weight", weight / whole.value, _share("w", "D", n, whole))
    if schema.classes:
        for k, here in enumerate(stats):
            of_class = Count(float(here), Query(node, label=k))
            formula = _share(f"p_{{{k + 1}}}", f"D_{k + 1}", of_class, n)
            yield Opened("share", float(here) / weight, formula, part=k)
        missed = float(schema.leaf_rule.wrong(stats))
        formula = pruning.errors(schema.leaf_rule, stats, node, "e(D)", "D")
        yield Opened("wrong", missed, formula)
    else:
        yield Opened("mean", tree.prediction(node), _mean(stats, node, schema.centre))
        squares = Named(r"\mathrm{SS}(D)", r"\sum_{i\in D}(y_i-\bar y)^2", _squares(tree, node))
        yield Opened("squares", float(stats[2]), squares)
    formula = scores.impurity(recipe.impurity, stats, node, schema.centre)
    yield Opened("impurity", tree.impurity(node), formula)


def of_collapse(tree: Tree, found: ErrorComparison) -> Iterator[Opened]:
    """The errors of a subtree, leaf by leaf, and those of the leaf that takes its place; with
    losses what they cost."""
    stats, node = tree[found.node].stats, found.node
    leaf = pruning.costs(tree.schema.leaf_rule, stats, node, "e(D)", "D")
    yield Opened("leaf", found.leaf, leaf)
    yield Opened("subtree", found.subtree, _below(tree, node, pruning.costs))


def of_tree(tree: Tree) -> Iterator[Opened]:
    """The rows that a tree with classes gets right, of those that it was grown on."""
    if not tree.schema.classes:
        return
    n = Count(tree.weight(ROOT), Query(ROOT))
    errors = _below(tree, ROOT, pruning.errors)
    formula = Named("r(T)", "|D|-e(T)", Sum(((1, n), (-1, errors))))
    yield Opened("right", tree.weight(ROOT) - errors.value, formula)


def rows_of(problem: Problem, state: State, query: Query) -> NodeRows:
    """The rows that a count counts, with the weights with which they are counted."""
    at_node = node_rows_of(problem, state, query.node)
    if query.split is not None:
        split = cast(Split, query.split)  # formulas know of it only that it branches
        branch = branch_counted(problem.recipe.missing, problem.dataset, at_node, split)
        at_node = at_node.take(branch >= 0 if query.branch is None else branch == query.branch)
    if query.label is not None:
        at_node = at_node.take(problem.dataset.target.values[at_node.rows] == query.label)
    return at_node


def _below(tree: Tree, top: NodeId, of_leaf: Callable[..., Named]) -> Named:
    """The sum of ``arithmetic.errors`` or ``arithmetic.costs`` over the leaves below a node."""
    here, leaf_rule = tree.place(top), tree.schema.leaf_rule
    leaves = [tree.id_at(i) for i in range(here, tree.end(here)) if not tree.arity[i]]
    held = [leaf for leaf in leaves if tree.weight(leaf) > 0]
    parts = [
        of_leaf(leaf_rule, tree[leaf].stats, leaf, f"e_{{{i}}}", "D")
        for i, leaf in enumerate(held, 1)
    ]
    return Named("e(T)", r"\sum_i e_i", Sum(tuple((1, part) for part in parts)))


def _share(symbol: str, of: str, part: Count, whole: Count) -> Named:
    bottom = "N" if of == "D" else "|D|"
    return Named(symbol, rf"\frac{{|{of}|}}{{{bottom}}}", Ratio(part, whole))


def _mean(stats: FloatArray, node: NodeId, centre: float) -> Named:
    weight, away = float(stats[0]), float(stats[1])
    total = Total(centre * weight + away, Query(node))
    body = Ratio(total, Count(weight, Query(node)))
    return Named(r"\bar{y}", r"\frac{1}{|D|}\sum_{i\in D} y_i", body)


def _squares(tree: Tree, node: NodeId) -> Squares:
    return squares_of(tree[node].stats, Query(node), tree.schema.centre)
