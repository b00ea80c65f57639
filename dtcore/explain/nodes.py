"""Every derived number that is shown of a lesson, with the formula that it opens into.

``of_node``, ``of_collapse`` and ``of_tree`` list what a page may show; ``rows_of`` answers the
question behind a count. Not done here: the scores of candidates (``dtcore.explain.scores``), no
rounding, no words.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import cast

import dtcore.explain.pruning as pruning
import dtcore.explain.scores as scores
from dtcore.formula import (
    Count,
    Formula,
    Named,
    Number,
    Over,
    Query,
    Squares,
    Sum,
    Symbol,
    Total,
    size,
    sum_of,
    within,
)
from dtcore.growth.collapse import ErrorComparison
from dtcore.growth.frontier import counts_of
from dtcore.growth.missing_rows import branch_counted
from dtcore.growth.recipe import Recipe
from dtcore.model.columns import FloatArray
from dtcore.model.data import NodeRows
from dtcore.model.nodes import ROOT, NodeId, weight_of
from dtcore.model.splits import Split
from dtcore.model.tree import Tree
from dtcore.policies.impurity import share_explained, squares_about_mean, squares_of
from dtcore.stepping.problem import Problem, State, node_rows_of, rows_at

MOST_TERMS, FIRST_TERMS = 20, 3
"""A sum of squares over more rows is not written out."""


@dataclass(frozen=True, eq=False)
class Explanation:
    """A number and its formula, of which it is the value.

    ``value`` is the engine's number, in the units of ``name``; ``part`` the class it is of.
    """

    name: str
    value: float
    formula: Named
    part: int | None = None


def of_node(recipe: Recipe, tree: Tree, node: NodeId) -> Iterator[Explanation]:
    """How large, how mixed and how wrong a node is; nothing of a node without rows."""
    stats, schema, weight = tree[node].stats, tree.schema, tree.weight(node)
    if weight <= 0:
        return
    n = Count(weight, Query(node))
    whole = Count(tree.weight(ROOT), Query(ROOT))
    yield Explanation("weight", weight / whole.value, _share("w", "D", n, whole))
    if schema.classes:
        for k, here in enumerate(stats):
            of_class = Count(float(here), Query(node, label=k))
            formula = _share(f"p_{{{k + 1}}}", within("D", str(k + 1)), of_class, n)
            yield Explanation("share", float(here) / weight, formula, part=k)
        yield Explanation("wrong", misclassified(tree, node), _missed(tree, node, "e(D)"))
    else:
        yield Explanation("mean", tree.prediction(node), _mean(stats, node, schema.centre))
        squares = Named("SS(D)", squares_about_mean("D"), _squares(tree, node))
        yield Explanation("squares", float(stats[2]), squares)
    formula = scores.impurity(recipe.impurity, stats, node, schema.centre)
    yield Explanation("impurity", tree.impurity(node), formula)


def of_collapse(tree: Tree, found: ErrorComparison) -> Iterator[Explanation]:
    """The errors of a subtree, leaf by leaf, and those of the leaf that takes its place; with
    losses what they cost."""
    stats, node = tree[found.node].stats, found.node
    leaf = pruning.costs(tree.schema.leaf_rule, stats, node, "e(D)", "D")
    yield Explanation("leaf", found.leaf, leaf)
    leaf_rule = tree.schema.leaf_rule
    below = _below(
        tree,
        node,
        lambda leaf, symbol: pruning.costs(leaf_rule, tree[leaf].stats, leaf, symbol, "D"),
    )
    yield Explanation("subtree", found.subtree, below)


def of_tree(tree: Tree) -> Iterator[Explanation]:
    """Of the rows that a tree was grown on, those that it gets right; of numbers, R²."""
    if not tree.schema.classes:
        if tree.stats[0, 2] > 0:
            yield Explanation("explained", r_squared(tree), _explained(tree))
        return
    n = Count(tree.rows(ROOT), Query(ROOT))
    errors = _below(tree, ROOT, lambda leaf, symbol: _missed(tree, leaf, symbol))
    formula = Named("r(T)", size("D") - Symbol(errors.symbol), n - errors)
    yield Explanation("right", n.value - errors.value, formula)


def misclassified(tree: Tree, node: NodeId) -> float:
    """How many rows a leaf at ``node`` gets wrong, whatever they weigh."""
    return tree.rows(node) - float(tree.rows_right[tree.place(node)])


def _missed(tree: Tree, node: NodeId, symbol: str) -> Named:
    rows, predicted = tree.rows_of_classes(node), int(tree.prediction(node))
    return pruning.misclassified(rows, predicted, node, symbol, "D")


def r_squared(tree: Tree) -> float:
    """R² of a tree of numbers on the rows that it was grown on; 0 to 1, 0 if they are all equal.
    Breiman et al. 1984, §8.3: one less the relative error."""
    whole = float(tree.stats[0, 2])
    return 1 - float(tree.stats[tree.arity == 0, 2].sum()) / whole if whole > 0 else 0.0


def rows_of(problem: Problem, state: State, query: Query) -> NodeRows:
    """The rows at hand that a count counts, with the weights with which they are counted."""
    if problem.dataset.counted:
        problem, state = _at_hand(problem, state)
    at_node = node_rows_of(problem, state, query.node)
    if query.split is not None:
        split = cast(Split, query.split)  # formulas know of it only that it branches
        branch = branch_counted(problem.recipe.missing, problem.dataset, at_node, split)
        at_node = at_node.take(branch >= 0 if query.branch is None else branch == query.branch)
    if query.label is not None:
        at_node = at_node.take(problem.dataset.target.values[at_node.rows] == query.label)
    return at_node


def _at_hand(problem: Problem, state: State) -> tuple[Problem, State]:
    """The same tree over the rows that can be shown."""
    return replace(problem, dataset=problem.dataset.at_hand), State(state.tree, {})


def weight_counted(problem: Problem, state: State, query: Query) -> float:
    """The weight of all that a count counts, of rows that are elsewhere as well."""
    if not problem.dataset.counted:
        return rows_of(problem, state, query).weight
    stats = state.tree[query.node].stats
    if query.split is not None:
        counts = counts_of(problem.dataset, [rows_at(problem, state, query.node)])
        branches = counts.branches(0, cast(Split, query.split))
        stats = branches.sum(axis=0) if query.branch is None else branches[query.branch]
    whole = weight_of(stats, problem.dataset.schema)
    return float(whole if query.label is None else stats[query.label])


def terms_of(problem: Problem, state: State, squares: Squares) -> Sum | None:
    """A sum of squares with its terms, row by row; of more than can be read the first ones and the
    last, and between them how many are left out. None if the rows are elsewhere, or none are."""
    if problem.dataset.counted:
        return None
    here = rows_of(problem, state, squares.query)
    count = len(here.rows)
    if not count:
        return None
    some = [*range(count)] if count <= MOST_TERMS else [*range(FIRST_TERMS), count - 1]
    values = problem.dataset.target.values[here.rows[some]]
    pairs = zip(here.weights[some].tolist(), values.tolist(), strict=True)
    terms = [_term(weight, value, squares.mean) for weight, value in pairs]
    if left := count - len(some):
        terms.insert(FIRST_TERMS, Symbol(f"⋯_{{+{left}}}"))
    return sum_of(terms)


def _term(weight: float, value: float, mean: float) -> Formula:
    """The square of one row, as often as it counts. Signs belong to the sum, not to numbers."""
    signed = (-1 if value < 0 else 1, Number(abs(value)))
    square = Sum((signed, (1 if mean < 0 else -1, Number(abs(mean))))) ** 2
    return square if weight == 1 else Number(weight) * square


def _below(tree: Tree, top: NodeId, of_leaf: Callable[[NodeId, str], Named]) -> Named:
    """The sum of what ``of_leaf`` makes of each leaf below a node, with its symbol."""
    parts = [of_leaf(leaf, f"e_{{{i}}}") for i, leaf in enumerate(_leaves(tree, top), 1)]
    return Named("e(T)", Over("i", Symbol("e_i")), sum_of(parts))


def _leaves(tree: Tree, top: NodeId) -> list[NodeId]:
    """The leaves below a node that hold rows."""
    return [leaf for leaf in tree.leaves_below(top) if tree.weight(leaf) > 0]


def _explained(tree: Tree) -> Named:
    of_leaves = sum_of(
        Named(f"SS_{{{i}}}", squares_about_mean(f"D_{{{i}}}"), _squares(tree, leaf))
        for i, leaf in enumerate(_leaves(tree, ROOT), 1)
    )
    residual = Named("SS_{res}", Over("i", Symbol("SS_i")), of_leaves)
    whole = Named("SS", squares_about_mean("D"), _squares(tree, ROOT))
    return share_explained(residual, whole)


def _share(symbol: str, of: str, part: Count, whole: Count) -> Named:
    general = size(of) / (Symbol("N") if of == "D" else size("D"))
    return Named(symbol, general, part / whole)


def _mean(stats: FloatArray, node: NodeId, centre: float) -> Named:
    weight, away = float(stats[0]), float(stats[1])
    total = Total(centre * weight + away, Query(node))
    body = total / Count(weight, Query(node))
    general = Number(1) / size("D") * Over("i∈D", Symbol("y_i"))
    return Named("ȳ", general, body)


def _squares(tree: Tree, node: NodeId) -> Squares:
    return squares_of(tree[node].stats, Query(node), tree.schema.centre)
