"""Surrogate splits: questions about other columns that send rows as a node's own split does.

Agreement is counted over the rows at which both columns are known, or is a share of all rows
that the split places, as the policy says; a surrogate is kept only if
it agrees with the split more often than sending every row to the larger branch would. A cut may
send its left rows right. A surrogate of levels sends each level where most of its rows go.
Breiman et al. 1984, §5.3; as rpart counts them. Not done here: surrogates of splits with more
than two branches.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from dtcore.model.columns import Column, FloatArray, IntArray
from dtcore.model.cut import midpoints
from dtcore.model.data import Dataset, NodeRows
from dtcore.model.routing import Surrogate
from dtcore.model.splits import Split, Subset, Threshold
from dtcore.policies.missing import Surrogates

Guess = tuple[Threshold | Subset, bool, float]
"""A split, whether it is turned, and the weight of the rows on which it agrees."""
LEAST = 2
"""So many rows must lie on either side of a surrogate cut, as in rpart."""


def surrogates_of(
    policy: Surrogates, dataset: Dataset, at_node: NodeRows, side: IntArray, split: Split
) -> tuple[Surrogate, ...]:
    """The best surrogates of ``split`` at a node, whose rows go to ``side`` (m,), -1 unknown.

    By falling agreement, columns in table order where they tie.
    """
    if split.arity(dataset.schema) != 2:
        return ()
    told = np.flatnonzero(side >= 0)
    placed, side = at_node.take(told), side[told]
    result = [
        surrogate
        for place, column in enumerate(dataset.columns)
        if place != split.column
        for surrogate in _best(policy, place, column, placed, side)
    ]
    return tuple(sorted(result, key=lambda kept: -kept.agreement)[: policy.limit])


def _best(
    policy: Surrogates, place: int, column: Column, at_node: NodeRows, side: IntArray
) -> Iterator[Surrogate]:
    """The best surrogate that a column offers, if it beats the majority."""
    values = column.values[at_node.rows]
    sizes = np.bincount(side, at_node.weights, 2)
    known = np.flatnonzero(~np.isnan(values) if column.numeric else values >= 0)
    values, side, weights = values[known], side[known], at_node.weights[known]
    sizes = sizes if policy.of_all else np.bincount(side, weights, 2)
    majority, total = float(sizes.max()), float(sizes.sum())
    if not len(values):
        return
    result: Guess | None
    if column.numeric:
        counted = weights if policy.weighted else np.ones(len(weights))
        result = _cut(place, values, side, weights, counted)
    else:
        result = _groups(place, values, side, weights)
    if result is not None and result[2] > majority * (1 + 1e-12):
        split, turned, agree = result
        yield Surrogate(split, turned, agree, majority, total)


def _cut(
    place: int, values: FloatArray, side: IntArray, weights: FloatArray, counted: FloatArray
) -> Guess | None:
    """The cut, turned or not, with the largest agreement; the lowest of tied ones.

    ``counted`` (m,) is what each row counts for where so many must lie on either side.
    """
    order = np.argsort(values, kind="stable")
    values, side, weights = values[order], side[order], weights[order]
    below = np.cumsum(np.stack([weights * (side == 0), weights * (side == 1)]), axis=1)
    all_of = below[:, -1:]
    straight = below[0] + (all_of[1] - below[1])
    turned = below[1] + (all_of[0] - below[0])
    rows, least = np.cumsum(counted[order]), LEAST * (1 - 1e-9)
    may_cut = (rows >= least) & (rows[-1] - rows >= least)
    may_cut[-1] = False
    may_cut[:-1] &= values[1:] > values[:-1]
    agree = np.where(may_cut, np.maximum(straight, turned), 0.0)
    if not may_cut.any():
        return None
    at = int(np.argmax(agree >= agree.max() * (1 - 1e-12)))
    low, high = values[at : at + 2].tolist()
    cut = float(midpoints(values[[at]], values[[at + 1]])[0])
    split = Threshold(place, cut, gap=(low, high))
    return split, bool(turned[at] > straight[at]), float(agree[at])


def _groups(place: int, codes: IntArray, side: IntArray, weights: FloatArray) -> Guess | None:
    """Each level goes where most of its rows go, left where they tie."""
    size = int(codes.max()) + 1
    counts = np.bincount(2 * codes + side, weights, 2 * size).reshape(size, 2)
    present = np.unique(codes)
    goes = counts.argmax(axis=1)
    left, right = (tuple(present[goes[present] == branch].tolist()) for branch in (0, 1))
    if not left or not right:
        return None
    turned = right[0] < left[0]  # the lowest level is on the left of a subset
    split = Subset(place, right, left) if turned else Subset(place, left, right)
    return split, turned, float(counts.max(axis=1).sum())
