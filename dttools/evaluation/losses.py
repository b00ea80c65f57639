"""How many rows a tree gets wrong: one number, the table behind it, and both as a tree grows.

Losses are shares of rows got wrong, or what a row costs on average if a recipe has ``Losses``, or
mean squared distances for a numeric target. Not done here: the numbers with their formulas
(``classes``, ``numbers``).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from dtcore.errors import DataError
from dtcore.model.columns import FloatArray, IntArray
from dtcore.model.data import Dataset, check_dataset
from dtcore.model.nodes import NodeId, predictions
from dtcore.model.predict import predict
from dtcore.model.tree import Tree, check_tree
from dtcore.pruning.held_out import held_out_costs, row_weights, saved_by, target_of


def confusion(tree: Tree, dataset: Dataset) -> FloatArray:
    """(k, k) weight of the rows of class i, by row, that are told to be of class j, by column.

    Rows of classes that the tree has never seen are left out. Where the rows are elsewhere, they
    are those that the tree has grown on, and its leaves have counted them. Raises DataError for a
    numeric target.
    """
    check_tree(tree)
    check_dataset(dataset, least=1)
    classes = tree.schema.classes
    if not classes:
        raise DataError("A confusion matrix needs a target with classes; this one is numeric.")
    if dataset.counted:
        leaves = tree.stats[tree.arity == 0]
        told = predictions(leaves, tree.schema).astype(np.intp)
        return np.stack([leaves[told == code].sum(axis=0) for code in range(len(classes))], axis=1)
    code_of = {name: code for code, name in enumerate(classes)}
    told = np.array([code_of[name] for name in predict(tree, dataset)], np.intp)
    actual = target_of(dataset, tree.schema).astype(np.intp)
    known = actual >= 0
    cell = actual[known] * len(classes) + told[known]
    counts = np.bincount(cell, dataset.weights[known], len(classes) ** 2)
    return counts.astype(np.float64).reshape(len(classes), -1)


def accuracy(tree: Tree, dataset: Dataset) -> float:
    """The share of the weight of ``dataset`` whose class is told right."""
    return float(confusion(tree, dataset).trace()) / dataset.weight


def loss(tree: Tree, dataset: Dataset) -> float:
    """The share of rows told wrong, with ``Losses`` what a row costs on average, or the mean
    squared distance for a numeric target."""
    check_tree(tree)
    check_dataset(dataset, least=1)
    leaf_rule = tree.schema.leaf_rule
    if leaf_rule.loss:
        table = confusion(tree, replace(dataset, weights=row_weights(dataset)))
        weight = float(row_weights(dataset).sum())
        unseen = leaf_rule.largest_loss * (weight - float(table.sum()))
        return (float((table * np.array(leaf_rule.loss)).sum()) + unseen) / weight
    if tree.schema.classes:
        return 1 - accuracy(tree, dataset)
    if dataset.counted:
        return float(tree.stats[tree.arity == 0, 2].sum()) / dataset.weight
    away = predict(tree, dataset).astype(np.float64) - target_of(dataset, tree.schema)
    return float(np.average(away * away, weights=dataset.weights))


@dataclass(frozen=True, eq=False)
class OverfittingCurve:
    """Losses as a tree grows, a split at a time. Mitchell 1997, figure 3.6.

    ``order``: the s nodes in the order in which they were split. After the first j splits the
    tree has ``nodes[j]`` nodes and ``leaves[j]`` leaves, and the losses ``training[j]`` and
    ``held_out[j]``; all (s + 1,).
    """

    order: tuple[NodeId, ...]
    nodes: IntArray
    leaves: IntArray
    training: FloatArray
    held_out: FloatArray

    @property
    def best(self) -> int:
        """After how many splits the held-out loss is least; the fewest of ties."""
        return int(self.held_out.argmin())

    def after(self, node: NodeId) -> int:
        """How many splits there are once ``node`` is split. Raises ValueError if it never is."""
        return self.order.index(node) + 1


def overfitting_curve(
    tree: Tree, training: Dataset, held_out: Dataset, order: Sequence[NodeId] | None = None
) -> OverfittingCurve:
    """The losses on the way to ``tree``, grown on ``training``.

    ``order``: its inner nodes in the order of growth, as a lesson's ``Expand`` moves give it;
    None for pre-order, depth first. Raises ValueError if it leaves out nodes or comes to a node
    before its parent.
    """
    inner = [node.id for node in tree if not node.leaf]
    chosen = inner if order is None else list(order)
    if sorted(chosen) != inner:
        raise ValueError("the order must name each inner node once")
    places = np.array([tree.place(node) for node in chosen], np.intp)
    when = np.full(len(tree), -1)
    when[places] = np.arange(len(places))
    if any(when[tree.parent[p]] > when[p] for p in places if p):
        raise ValueError("a node must come after its parent")
    arity = tree.arity[places]
    return OverfittingCurve(
        tuple(chosen),
        np.cumsum(np.append(1, arity)),
        np.cumsum(np.append(1, arity - 1)),
        _falling(tree, training, places),
        _falling(tree, held_out, places),
    )


def _falling(tree: Tree, dataset: Dataset, places: IntArray) -> FloatArray:
    """(s + 1,) the loss per row after each of the splits at ``places`` (s,)."""
    costs = held_out_costs(tree, dataset)
    falling = costs.leaf[0] - np.cumsum(np.append(0.0, saved_by(tree, costs)[places]))
    return np.asarray(np.maximum(falling, 0.0) / row_weights(dataset).sum())
