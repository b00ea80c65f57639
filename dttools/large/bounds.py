"""Where the exact cut of numbers that are counted in groups may lie.

What lies on the left of a cut inside a group is all that lies below the group, and some of its own
rows. Which ones is not known, but the gain is convex in what they are (Breiman et al. 1984, theorem
4.5; the same goes for a mean and for twoing), so no choice gains more than the best of the
corners::

    two classes: 3 rows of the one and 5 of the other in the group      a number: its least ones,
    go left:  none   (3, 0)   (0, 5)   all                              or its largest ones

A group none of whose corners scores more than the best counted cut cannot hold a better one. The
idea is of Alsabti, Ranka and Singh, CLOUDS, 1998, who bound the impurity by its slope. Not done
here: no value is counted (``dttools.large.exact``).
"""

from __future__ import annotations

from itertools import product

import numpy as np

from dtcore.growth.recipe import Recipe
from dtcore.model.columns import BoolArray, FloatArray
from dtcore.policies.selection import TIE

MOST_CLASSES = 10
"""In a group; with more of them, 2 to that power, it is taken to hold what it may."""


def may_hold(
    recipe: Recipe, cells: FloatArray, origin: float | None, best: float, before: float
) -> BoolArray:
    """(g,) whether a cut inside each group may score more than ``best``.

    ``cells`` (g, k) is what was counted of the groups of a column at a node, in rising order;
    ``origin`` is what a number was summed from, None of classes; ``before`` is the impurity.
    """
    groups = cells if origin is None else cells[:, :3]
    below = np.cumsum(groups, axis=0) - groups
    whole = groups.sum(axis=0)
    tied = best + TIE * max(best, before)
    result = np.zeros(len(cells), bool)
    for g in np.flatnonzero(groups[:, 0] > 0 if origin is not None else groups.any(axis=1)):
        corners = _of_classes(cells[g]) if origin is None else _of_numbers(cells[g], origin)
        if corners is None:
            result[g] = True
        else:
            result[g] = _score(recipe, below[g] + corners, whole, before) > tied
    return result


def _of_classes(cells: FloatArray) -> FloatArray | None:
    """(o, k) each class wholly on the left, or wholly on the right; None if these are too many."""
    there = np.flatnonzero(cells)
    if len(there) > MOST_CLASSES:
        return None
    corners = np.zeros((2 ** len(there), len(cells)))
    corners[:, there] = np.array(list(product((0.0, 1.0), repeat=len(there)))) * cells[there]
    return corners


def _of_numbers(cells: FloatArray, origin: float) -> FloatArray:
    """(4, 3) nothing, everything, and as many of the least or of the largest as the sum allows."""
    weight, total, _squares, *ends = cells.tolist()
    low, high = (end - origin for end in ends)
    least = (weight * high - total) / (high - low) if high > low else weight
    sides = [(0.0, 0.0), (weight, total), (least, least * low)]
    sides.append((weight - least, (weight - least) * high))
    return np.array([(*side, 0.0) for side in sides])


def _score(recipe: Recipe, left: FloatArray, whole: FloatArray, before: float) -> float:
    """The most that any of the parts ``left`` (o, k) may score, by which cuts are compared."""
    numeric = recipe.impurity.numeric
    branches = np.stack([left, whole - left], axis=1)
    weights = branches[..., 0] if numeric else branches.sum(axis=-1)
    inside = (weights > 1e-9).all(axis=1)
    if not inside.any():
        return 0.0
    branches, weights = branches[inside], weights[inside]
    if numeric:  # how squares are parted changes nothing: only their sum counts
        means = branches[..., 1] ** 2 / weights
        branches = np.stack([weights, branches[..., 1], np.zeros_like(weights)], axis=-1)
        branches[:, 0, 2] = np.maximum(whole[2] - means.sum(axis=1), 0.0)
    gain = recipe.impurity.of_splits(branches, weights, np.array([before]))
    if recipe.selection.cuts_by == "gain":
        return float(gain.max())
    size = float(weights[0].sum())
    ends = np.array([[weights[:, 0].min(), weights[:, 0].max()]])
    sides = np.stack([ends[0], size - ends[0]], axis=-1)
    info = float(recipe.information.of(sides).min())
    return float(gain.max()) / info if info > 0 else np.inf
