"""Rows set aside: held out once, or in folds, each of which is held out in turn.

All chance comes from a seed, so that a lesson shows the same rows again. Not done here: how a tree
does on them (``dttools.evaluation``).
"""

from __future__ import annotations

from numbers import Integral

import numpy as np

from dtcore.errors import DataError
from dtcore.model.columns import FloatArray, IntArray
from dtcore.model.data import Dataset, check_dataset


def holdout(
    dataset: Dataset, share: float = 0.3, seed: int = 0, stratified: bool = True
) -> tuple[Dataset, Dataset]:
    """(rows to grow on, rows held out), both in table order; at least one row each.

    ``share`` of all rows is held out, between 0 and 1; ``stratified``: of each class, to one row.
    """
    check_dataset(dataset, least=2)
    if not 0 < share < 1:
        raise DataError("The share of rows to hold out must lie between 0 and 1.")
    n = len(dataset)
    out = min(max(round(share * n), 1), n - 1)
    # so many of the row numbers 0, 1, ... step over a whole number
    steps = np.arange(n + 1) * out // n
    chosen = np.empty(n, bool)
    chosen[_shuffled(dataset, seed, stratified)] = np.diff(steps) > 0
    return dataset.part(np.flatnonzero(~chosen)), dataset.part(np.flatnonzero(chosen))


def k_folds(dataset: Dataset, k: int = 10, seed: int = 0, stratified: bool = True) -> IntArray:
    """(n_rows,) the fold of each row, 0 to k - 1, with as many rows in each, to one.

    ``stratified``: as many of each class, too.
    """
    check_dataset(dataset)
    if len(dataset) < 2:
        raise DataError(
            "Two folds need two rows at least, and here the number of rows is {rows}. Take more.",
            rows=len(dataset),
        )
    if not (isinstance(k, Integral) and 2 <= k <= len(dataset)):
        raise DataError(
            "The number of folds must be a whole number from 2 to {rows}, as many as there are "
            "rows.",
            rows=len(dataset),
        )
    fold = np.empty(len(dataset), np.intp)
    fold[_shuffled(dataset, seed, stratified)] = np.arange(len(dataset)) % k
    return fold


def _shuffled(dataset: Dataset, seed: int, stratified: bool) -> IntArray:
    """(n_rows,) the rows in random order, one class after the other if ``stratified``."""
    order = np.random.default_rng(seed).permutation(len(dataset))
    if stratified and not dataset.target.numeric:
        order = order[np.argsort(dataset.target.values[order], kind="stable")]
    return order


def standard_error(losses: FloatArray) -> FloatArray:
    """(...) that of the mean of ``losses`` (folds, ...): 0 where all folds are alike, though
    their mean is rounded."""
    unit = unit_of(losses)
    error = unit * ((losses / unit).std(axis=0, ddof=1) / np.sqrt(len(losses)))
    return np.where(np.ptp(losses, axis=0) > 0, error, 0.0)


def unit_of(values: FloatArray) -> float:
    """A power of two about as large as ``values``: in it they have squares, if they are squares
    of a target themselves."""
    return float(np.ldexp(1.0, np.frexp(values.max())[1]))
