"""Rows that a split does not place, sent on in growth as the recipe's missing policy says.

The same for one node of a lesson and for a whole level: rows and their branches come in, and
what goes out is every row with a branch, a row several times where it goes in fractions::

    row       3    7    9    9        rows of the frontier's dataset, in its order
    weight    1    1   .4   .6        the cell of row 9 is missing: 2 rows left, 3 right
    branch    0    1    0    1
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import singledispatch
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dtcore.growth.frontier import Frontier
from dtcore.growth.surrogates import surrogates_of
from dtcore.model.columns import FloatArray, IntArray
from dtcore.model.data import AtNode, Dataset, NodeRows
from dtcore.model.nodes import NodeId
from dtcore.model.routing import Routing, Surrogate, by_surrogates
from dtcore.model.splits import Split
from dtcore.model.tree import Tree
from dtcore.policies.missing import BaseMissing, Surrogates, shares_by_class

Found = Mapping[int, tuple[Surrogate, ...]]


@dataclass(frozen=True, eq=False)
class RoutedRows:
    """The rows of a frontier and their branches ``side`` (m,), -1 for rows that stay.

    ``surrogates`` are those found at each node that has some.
    """

    frontier: Frontier
    side: IntArray
    surrogates: Found = field(default_factory=dict)


def route_unplaced(
    policy: Routing,
    frontier: Frontier,
    side: NDArray[Any],
    splits: Mapping[int, Split],
    known: Found | None = None,
) -> RoutedRows:
    """Rows with ``side`` (m,) from the ``splits`` of their nodes; -1 where those do not say.

    ``known``: the surrogates, if they were found before. Rows of nodes without a split stay.
    """
    if known is None:
        known = _surrogates(policy, frontier, side, splits)
    shares = _shares(policy, frontier, side, splits)
    side = _by_surrogates(frontier, side, known)
    label = _label(policy, frontier)
    lost = (side < 0) & (shares.sum(axis=2) > 0)[frontier.node, label]
    if not lost.any():
        return RoutedRows(frontier, side, known)
    part = shares[frontier.node[lost], label[lost]]
    if (part.max(axis=1) == 1).all():  # nothing is broken up
        side = side.copy()
        side[lost] = part.argmax(axis=1)
        return RoutedRows(frontier, side, known)
    return _in_fractions(frontier, side, np.flatnonzero(lost), part, known)


def _in_fractions(
    frontier: Frontier, side: IntArray, lost: IntArray, part: FloatArray, known: Found
) -> RoutedRows:
    """The rows at ``lost`` (l,) once for each branch of which they have a ``part`` (l, b)."""
    whole = np.flatnonzero(side >= 0)
    row, branch = np.nonzero(part)
    place = np.concatenate([whole, lost[row]])
    to = np.concatenate([side[whole], branch])
    weights = frontier.weights[place]
    weights[len(whole) :] *= part[row, branch]
    order = np.lexsort((to, place))
    place = place[order]
    broken = Frontier(
        frontier.dataset,
        frontier.rows[place],
        weights[order],
        frontier.node[place],
        frontier.size,
        fractions=True,
    )
    return RoutedRows(broken, to[order], known)


def _shares(
    policy: Routing, frontier: Frontier, side: IntArray, splits: Mapping[int, Split]
) -> FloatArray:
    """(S, k, b) the shares of the rows without a branch, by the weights of those with one; of
    each class if the policy goes by class, else k is 1."""
    schema, classes = frontier.dataset.schema, frontier.classes if policy.by_class else 1
    arity = max((split.arity(schema) for split in splits.values()), default=1)
    placed = np.flatnonzero(side >= 0)
    group = frontier.node * classes + _label(policy, frontier)
    cell, shape = group[placed] * arity + side[placed], (frontier.size, classes, arity)
    weights = np.bincount(cell, frontier.weights[placed], math.prod(shape)).astype(float)
    shares = shares_by_class(policy, weights.reshape(shape))
    split = np.zeros(frontier.size, bool)
    split[list(splits)] = True
    return np.asarray(shares * split[:, None, None])


def _label(policy: Routing, frontier: Frontier) -> IntArray:
    """(m,) the class of each row if the policy goes by class, else 0."""
    if policy.by_class:
        return frontier.target.astype(np.intp)
    return np.zeros(len(frontier.rows), np.intp)


def _surrogates(
    policy: Routing, frontier: Frontier, side: IntArray, splits: Mapping[int, Split]
) -> Found:
    if not isinstance(policy, Surrogates) or not (policy.always or frontier.dataset.gappy):
        return {}
    ends = np.cumsum(frontier.sizes)
    result = {}
    for node, split in splits.items():
        mine = slice(ends[node] - frontier.sizes[node], ends[node])
        at_node = NodeRows(frontier.rows[mine], frontier.weights[mine])
        if kept := surrogates_of(policy, frontier.dataset, at_node, side[mine], split):
            result[node] = kept
    return result


def _by_surrogates(frontier: Frontier, side: IntArray, known: Found) -> IntArray:
    side = side.copy() if known else side
    ends = np.cumsum(frontier.sizes)
    for node, surrogates in known.items():
        start = ends[node] - frontier.sizes[node]
        lost = start + np.flatnonzero(side[start : ends[node]] < 0)
        rows = frontier.rows[lost]
        side[lost], _ = by_surrogates(surrogates, frontier.dataset, rows)
    return side


@dataclass(frozen=True, eq=False)
class MissingRouting:
    """How the rows that a node's split does not place were sent on.

    ``rows`` (l,), their ``weights`` at the node, and the ``parts`` of these that went down each
    branch, (l, b); they add up to the weights but for rows that stayed. ``teller`` (l,) is the
    surrogate that told, -1 if none did. ``placed`` (b,) is the weight of the other rows, so
    that ``placed`` and the sums of ``parts`` are the weights of the branches.
    """

    rows: IntArray
    weights: FloatArray
    parts: FloatArray
    teller: IntArray
    placed: FloatArray
    surrogates: tuple[Surrogate, ...] = ()


def missing_routing(dataset: Dataset, tree: Tree, node: NodeId) -> MissingRouting:
    """The rows of training that ``node`` could not place. Raises KeyError if it is a leaf."""
    place = tree.place(node)
    split = tree.splits[place]
    if split is None:
        raise KeyError(node)
    at_node = node_rows_at_each(dataset, tree, np.array([place]))[place]
    branch, arity = split.branch(dataset, at_node.rows), split.arity(dataset.schema)
    placed, gone = np.flatnonzero(branch >= 0), np.flatnonzero(branch < 0)
    known = np.bincount(branch[placed], at_node.weights[placed], arity).astype(float)
    lost, surrogates = at_node.take(gone), tree.surrogates.get(place, ())
    to, teller = by_surrogates(surrogates, dataset, lost.rows)
    frontier = Frontier.of(dataset, [at_node])
    by_policy = _shares(tree.missing, frontier, branch, {0: split})
    others = by_policy[0, _label(tree.missing, frontier)[gone]]
    shares = np.where(to[:, None] >= 0, to[:, None] == np.arange(arity), others)
    parts = lost.weights[:, None] * shares
    return MissingRouting(lost.rows, lost.weights, parts, teller, known, surrogates)


def parts_of(
    policy: Routing, dataset: Dataset, at_node: NodeRows, split: Split, known: Found | None = None
) -> tuple[list[NodeRows], tuple[Surrogate, ...]]:
    """The rows of the branches of ``split``, and the surrogates that were found for it."""
    frontier = Frontier.of(dataset, [at_node])
    routed = route_unplaced(
        policy, frontier, split.branch(dataset, at_node.rows), {0: split}, known
    )
    parts = []
    for branch in range(split.arity(dataset.schema)):
        mine = np.flatnonzero(routed.side == branch)
        parts.append(NodeRows(routed.frontier.rows[mine], routed.frontier.weights[mine]))
    return parts, routed.surrogates.get(0, ())


def branch_counted(
    policy: BaseMissing, dataset: Dataset, at_node: NodeRows, split: Split
) -> IntArray:
    """(m,) the branch in which the scores of ``split`` count each row of ``at_node``, -1 if they
    leave it out."""
    branch = split.branch(dataset, at_node.rows)
    if not policy.imputes:
        return branch
    return route_unplaced(policy, Frontier.of(dataset, [at_node]), branch, {0: split}).side


@singledispatch
def rows_at_each(dataset: Dataset, tree: Tree, places: IntArray) -> Mapping[int, AtNode]:
    """As ``node_rows_at_each``, or what is true of the rows where they are elsewhere."""
    return node_rows_at_each(dataset, tree, places)


def node_rows_at_each(dataset: Dataset, tree: Tree, places: IntArray) -> dict[int, NodeRows]:
    """The rows of training at several nodes, none of them below another, in one way down,
    with their fractions."""
    above: set[int] = set()
    for place in places.tolist():
        up = int(tree.parent[place])
        while up >= 0 and up not in above:
            above.add(up)
            up = int(tree.parent[up])
    asked = {*above, *places.tolist()}
    node_rows = {0: dataset.all_rows}
    for place in sorted(above):
        children = tree.child_places(place).tolist()
        parts = zip(
            children, node_rows_of_children(dataset, tree, place, node_rows.pop(place)), strict=True
        )
        node_rows |= {child: at_node for child, at_node in parts if child in asked}
    return {place: node_rows[place] for place in places.tolist()}


def node_rows_of_children(
    dataset: Dataset, tree: Tree, place: int, at_node: NodeRows
) -> list[NodeRows]:
    """``at_node`` sent on from ``place`` to its children. Raises KeyError if it is a leaf."""
    split = tree.splits[place]
    if split is None:
        raise KeyError(tree.id_at(place))
    known = {0: tree.surrogates[place]} if place in tree.surrogates else {}
    return parts_of(tree.missing, dataset, at_node, split, known)[0]
