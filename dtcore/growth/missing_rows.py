"""Rows that a split does not place, sent on in growth as the recipe's missing policy says.

The same for one node of a lesson and for a whole level: rows and their branches come in, and
what goes out is every row with a branch, a row several times where it goes in fractions::

    row       3    7    9    9        rows of the frontier's dataset, in its order
    weight    1    1   .4   .6        the cell of row 9 is missing: 2 rows left, 3 right
    branch    0    1    0    1
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dtcore.growth.frontier import Frontier
from dtcore.growth.surrogates import surrogates_of
from dtcore.model.columns import FloatArray, IntArray
from dtcore.model.data import Bag, Dataset
from dtcore.model.routing import Lost, Surrogate, by_surrogates
from dtcore.model.splits import Split
from dtcore.model.tree import NodeId, Tree
from dtcore.policies.missing import Surrogates

Found = Mapping[int, tuple[Surrogate, ...]]


@dataclass(frozen=True, eq=False)
class Sent:
    """The rows of a frontier and their branches ``side`` (m,), -1 for rows that stay.

    ``surrogates`` are those found at each node that has some.
    """

    frontier: Frontier
    side: IntArray
    surrogates: Found = field(default_factory=dict)


def send(
    policy: Lost,
    frontier: Frontier,
    side: NDArray[Any],
    splits: Mapping[int, Split],
    known: Found | None = None,
) -> Sent:
    """Rows with ``side`` (m,) from the ``splits`` of their nodes; -1 where those do not say.

    ``known``: the surrogates, if they were found before. Rows of nodes without a split stay.
    """
    if known is None:
        known = _surrogates(policy, frontier, side, splits)
    shares = _shares(policy, frontier, side, splits)
    side = _by_surrogates(frontier, side, known)
    lost = (side < 0) & (shares.sum(axis=1) > 0)[frontier.node]
    if not lost.any():
        return Sent(frontier, side, known)
    part = shares[frontier.node[lost]]
    if (part.max(axis=1) == 1).all():  # nothing is broken up
        side = side.copy()
        side[lost] = part.argmax(axis=1)
        return Sent(frontier, side, known)
    return _in_fractions(frontier, side, np.flatnonzero(lost), part, known)


def _in_fractions(
    frontier: Frontier, side: IntArray, lost: IntArray, part: FloatArray, known: Found
) -> Sent:
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
    return Sent(broken, to[order], known)


def _shares(
    policy: Lost, frontier: Frontier, side: IntArray, splits: Mapping[int, Split]
) -> FloatArray:
    """(S, b) the shares of the rows without a branch, by the weights of those with one."""
    schema = frontier.dataset.schema
    arity = max((split.arity(schema) for split in splits.values()), default=1)
    placed = np.flatnonzero(side >= 0)
    cell = frontier.node[placed] * arity + side[placed]
    weights = np.bincount(cell, frontier.weights[placed], frontier.size * arity).astype(float)
    shares = policy.shares(weights.reshape(frontier.size, arity))
    split = np.zeros(frontier.size, bool)
    split[list(splits)] = True
    return np.asarray(shares * split[:, None])


def _surrogates(
    policy: Lost, frontier: Frontier, side: IntArray, splits: Mapping[int, Split]
) -> Found:
    if not isinstance(policy, Surrogates) or not (policy.always or frontier.dataset.gappy):
        return {}
    ends = np.cumsum(frontier.sizes)
    found = {}
    for node, split in splits.items():
        mine = slice(ends[node] - frontier.sizes[node], ends[node])
        bag = Bag(frontier.rows[mine], frontier.weights[mine])
        if kept := surrogates_of(policy, frontier.dataset, bag, side[mine], split):
            found[node] = kept
    return found


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
class Sending:
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


def sending(dataset: Dataset, tree: Tree, node: NodeId) -> Sending:
    """The rows of training that ``node`` could not place. Raises KeyError if it is a leaf."""
    place = tree.place(node)
    split = tree.splits[place]
    if split is None:
        raise KeyError(node)
    bag = bag_at(dataset, tree, node)
    branch, arity = split.branch(dataset, bag.rows), split.arity(dataset.schema)
    placed = np.flatnonzero(branch >= 0)
    known = np.bincount(branch[placed], bag.weights[placed], arity).astype(float)
    lost = bag.take(np.flatnonzero(branch < 0))
    surrogates = tree.surrogates.get(place, ())
    to, teller = by_surrogates(surrogates, dataset, lost.rows)
    shares = np.where(to[:, None] >= 0, to[:, None] == np.arange(arity), tree.missing.shares(known))
    parts = lost.weights[:, None] * shares
    return Sending(lost.rows, lost.weights, parts, teller, known, surrogates)


def parts_of(
    policy: Lost, dataset: Dataset, bag: Bag, split: Split, known: Found | None = None
) -> tuple[list[Bag], tuple[Surrogate, ...]]:
    """The bags of the branches of ``split``, and the surrogates that were found for it."""
    frontier = Frontier.of(dataset, [bag])
    sent = send(policy, frontier, split.branch(dataset, bag.rows), {0: split}, known)
    parts = []
    for branch in range(split.arity(dataset.schema)):
        mine = np.flatnonzero(sent.side == branch)
        parts.append(Bag(sent.frontier.rows[mine], sent.frontier.weights[mine]))
    return parts, sent.surrogates.get(0, ())


def bag_at(dataset: Dataset, tree: Tree, node: NodeId) -> Bag:
    """The rows of training at a node, with their fractions. Raises KeyError if there is none."""
    bag = dataset.all_rows
    for depth, branch in enumerate(node):
        bag = bags_of_children(dataset, tree, tree.place(node[:depth]), bag)[branch]
    return bag


def bags_at(dataset: Dataset, tree: Tree, places: IntArray) -> dict[int, Bag]:
    """The rows of training at several nodes, none of them below another, in one way down."""
    above: set[int] = set()
    for place in places.tolist():
        up = int(tree.parent[place])
        while up >= 0 and up not in above:
            above.add(up)
            up = int(tree.parent[up])
    asked = {*above, *places.tolist()}
    bags = {0: dataset.all_rows}
    for place in sorted(above):
        children = tree.child_places(place).tolist()
        parts = zip(children, bags_of_children(dataset, tree, place, bags.pop(place)), strict=True)
        bags |= {child: bag for child, bag in parts if child in asked}
    return {place: bags[place] for place in places.tolist()}


def bags_of_children(dataset: Dataset, tree: Tree, place: int, bag: Bag) -> list[Bag]:
    """``bag`` sent on from ``place`` to its children. Raises KeyError if it is a leaf."""
    split = tree.splits[place]
    if split is None:
        raise KeyError(tree.id_at(place))
    known = {0: tree.surrogates[place]} if place in tree.surrogates else {}
    return parts_of(tree.missing, dataset, bag, split, known)[0]
