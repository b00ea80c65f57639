"""Rows held out from growth: what a tree gets wrong on them, and pruning by that.

Errors are counted at every node at once; a row that goes down several branches counts at each
node by its share there. Reduced-error pruning goes from the bottom up: a node becomes a leaf if
its subtree gets no fewer held-out rows right than the leaf would; ties prune. Quinlan 1987;
Mitchell 1997, §3.7.1.1, who prunes in another order (the node that helps most comes first) and
arrives at the same kind of tree.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from dtcore.errors import DataError, PruningError
from dtcore.model.columns import UNKNOWN, FloatArray, IntArray, Schema
from dtcore.model.data import Dataset, check_dataset
from dtcore.model.nodes import NodeId, predictions
from dtcore.model.predict import encode, route
from dtcore.model.tree import Tree, check_tree
from dtcore.pruning.bottom_up import BottomUp, Costs, falls, of_all, of_children


@dataclass(frozen=True, eq=False)
class HeldOutCosts(Costs):
    """``there`` (n, k): the weight of each class of the rows that come to each node, last that
    of classes that the tree has never seen; for a numeric target their moments."""

    there: FloatArray


def held_out_costs(tree: Tree, held_out: Dataset) -> HeldOutCosts:
    """The weight of the held-out rows that each node gets wrong, were it a leaf.

    With losses what they cost; a class that the tree has never seen costs the most that any does.
    For a numeric target the sum of squared distances to the node's prediction. A row in fractions
    is judged at each of its leaves, not by the prediction that these make together. Raises
    DataError if ``held_out`` lacks columns that the tree asks about, or has a target of the other
    kind.
    """
    return _costs(tree, held_out, route(tree, encode(held_out, tree.schema)).columns)


def _costs(tree: Tree, held_out: Dataset, rest: Rest) -> HeldOutCosts:
    predicted = predictions(tree.effective_stats, tree.schema)
    there = _moments(tree, held_out, rest, predicted)
    inner = tree.arity > 0
    stranded = _losses(tree.schema, np.where(inner[:, None], there, 0.0), predicted)
    for places in tree.generations[:0:-1]:
        parents = tree.parent[places]
        further = predicted[places] - predicted[parents]
        np.add.at(there, parents, _moved(tree.schema, there[places], further))
    return HeldOutCosts(_losses(tree.schema, there, predicted), stranded, there)


def held_out_counts(tree: Tree, held_out: Dataset) -> FloatArray:
    """(n, k) of the held-out rows that come to each node: how many of each class, last of classes
    that the tree has never seen; for a numeric target how many and their mean, by weight."""
    if tree.schema.classes:
        return held_out_costs(tree, held_out.unweighed).there
    rest = route(tree, encode(held_out, tree.schema)).columns
    weight, distance, _squares = _costs(tree, held_out, rest).there.T
    predicted = predictions(tree.effective_stats, tree.schema)
    mean = predicted + np.divide(distance, weight, out=np.zeros(len(tree)), where=weight > 0)
    return np.stack([_reaching(tree, rest, held_out.row_counts), mean], axis=1)


def weight_reaching(tree: Tree, held_out: Dataset) -> FloatArray:
    """(n,) the weight of the held-out rows that come to each node."""
    return _reaching(
        tree, route(tree, encode(held_out, tree.schema)).columns, row_weights(held_out)
    )


def _reaching(tree: Tree, rest: Rest, weights: FloatArray) -> FloatArray:
    """(n,) of ``weights`` (n_rows,) those that come to each node."""
    row, place, share = rest
    resting = np.bincount(place, weights[row] * share, len(tree)).astype(np.float64)
    return of_all(tree, resting)


def rows_reaching(
    tree: Tree, held_out: Dataset, node: NodeId, label: int | None = None
) -> IntArray:
    """(m,) the held-out rows that come to a node, in table order; of a class if ``label`` is given.

    Raises KeyError if there is no such node.
    """
    top = tree.place(node)
    row, place, _share = route(tree, encode(held_out, tree.schema)).columns
    rows = np.unique(row[(place >= top) & (place < tree.end(top))])
    if label is None:
        return np.asarray(rows)
    names = np.array(held_out.schema.classes, object)[held_out.target.values[rows]]
    return np.asarray(rows[names == tree.schema.classes[label]])


Rest = tuple[IntArray, IntArray, FloatArray]


def saved_by(tree: Tree, costs: Costs) -> FloatArray:
    """(n,) by how much each split lowers the cost of its own node; may be negative; 0 at leaves."""
    less = costs.leaf - of_children(tree, costs.leaf) - costs.rest
    return np.where(tree.arity > 0, less, 0.0)


def row_weights(held_out: Dataset) -> FloatArray:
    """(n_rows,) the weights of the rows; of a prepared table without what losses have altered."""
    if not held_out.leaf_rule.divisors:
        return held_out.weights
    return np.asarray(
        held_out.weights / np.array(held_out.leaf_rule.divisors)[held_out.target.values]
    )


def target_of(held_out: Dataset, schema: Schema) -> FloatArray | IntArray:
    """(n_rows,) class codes by the tree's schema, -2 for a class it has never seen, or numbers."""
    target = held_out.target
    if target.field == schema.target:
        return target.values
    if target.numeric == bool(schema.classes):
        raise DataError(
            "The held-out rows have another kind of target than the tree. Hold out rows of the "
            "table that the tree is grown on."
        )
    if target.numeric:
        return target.values
    code_of = {name: code for code, name in enumerate(schema.classes)}
    codes = np.array([code_of.get(name, UNKNOWN) for name in target.levels or ()], np.intp)
    return np.asarray(codes[target.values])


def _moments(tree: Tree, held_out: Dataset, rest: Rest, predicted: FloatArray) -> FloatArray:
    """(n, k) of the rows that rest at each node: the weight of each class, last of classes
    never seen, or weight, sum and squares of the distance to what the node predicts."""
    row, place, share = rest
    target, weights = target_of(held_out, tree.schema)[row], row_weights(held_out)[row] * share
    if width := len(tree.schema.classes):
        label = np.where(target < 0, width, target).astype(np.intp)
        cells = np.bincount(place * (width + 1) + label, weights, len(tree) * (width + 1))
        return cells.astype(np.float64).reshape(len(tree), width + 1)
    d = target - predicted[place]
    powers = (weights, weights * d, weights * d * d)
    return np.stack([np.bincount(place, power, len(tree)) for power in powers], axis=1)


def _moved(schema: Schema, moments: FloatArray, by: FloatArray) -> FloatArray:
    """``moments`` (b, k) of distances that are all larger ``by`` (b,); classes have none."""
    if schema.classes:
        return moments
    weight, total, squares = moments.T
    return np.stack([weight, total + by * weight, squares + by * (2 * total + by * weight)], axis=1)


def _losses(schema: Schema, moments: FloatArray, predicted: FloatArray) -> FloatArray:
    """(n,) what is lost where rows with ``moments`` (n, k) get ``predicted`` (n,)."""
    if schema.classes:
        known, unseen = moments[:, :-1], moments[:, -1]
        cost = schema.leaf_rule.cost_of(known, predicted.astype(np.intp))
        return np.asarray(cost + schema.leaf_rule.largest_loss * unseen)
    return np.maximum(moments[:, 2], 0.0)


@dataclass(frozen=True)
class ReducedError(BottomUp):
    """Make a leaf of a subtree that does no better on the held-out rows, lowest first."""

    def costs(self, tree: Tree, held_out: Dataset | None) -> Costs:
        if held_out is None:
            raise PruningError("Reduced-error pruning needs rows that are held out from growth.")
        return held_out_costs(tree, held_out)


def reduced_error(tree: Tree, held_out: Dataset) -> Tree:
    """The smallest pruning of ``tree`` with the fewest errors on ``held_out``.

    For a numeric target errors are squared distances. Raises DataError if ``held_out`` lacks
    columns that the tree asks about.
    """
    check_tree(tree)
    check_dataset(held_out, least=1)
    return tree.pruned(falls(tree, held_out_costs(tree, held_out)))
