"""What is kept of the rows at a node, and what can be read from it.

Statistics are a vector of float64: the class weights, shape (n_classes,), or for a numeric
target the three moments (weight, sum of y - centre, sum of squares about the node's own mean).
Prediction and impurity are derived from them and never stored.
"""

from __future__ import annotations

from typing import Protocol

import numpy as np

from dtcore.model.columns import BoolArray, FloatArray, Schema


class Measure(Protocol):
    """How to read statistics as impurity; the policies in ``dtcore.policies.impurity`` do."""

    def of(self, stats: FloatArray) -> FloatArray: ...


def weight_of(stats: FloatArray, schema: Schema) -> FloatArray:
    """The weight of rows behind statistics of shape (..., k): shape (...)."""
    weights: FloatArray = stats.sum(axis=-1) if schema.classes else stats[..., 0]
    return weights


def predictions(stats: FloatArray, schema: Schema) -> FloatArray:
    """What statistics (..., k) predict: class codes (first of tied ones) or means; (...)."""
    if schema.classes:
        return schema.leaf_rule.prediction(stats).astype(np.float64)
    weight = np.where(stats[..., 0] > 0, stats[..., 0], 1.0)
    return np.asarray(schema.centre + stats[..., 1] / weight)


def is_pure(stats: FloatArray, schema: Schema) -> BoolArray:
    """Whether all rows behind statistics (..., k) have the same target value, if any; (...)."""
    if schema.classes:
        return np.asarray((stats > 0).sum(axis=-1) <= 1)
    return np.asarray(stats[..., 2] <= 0)


def errors_of(stats: FloatArray) -> FloatArray:
    """Weight of the rows (...) that are not of the heaviest class of ``stats`` (..., k)."""
    wrong: FloatArray = stats.sum(axis=-1) - stats.max(axis=-1)
    return wrong
