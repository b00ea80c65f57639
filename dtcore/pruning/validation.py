"""Rows set aside: held out once, or in folds, each of which is held out in turn to choose α.

All chance comes from a seed, so that a lesson shows the same rows again. In cross-validation every
subtree of the path is judged on rows it has not seen: each fold is left out in turn, a tree is
grown on the others, and its own path is pruned at the geometric mean of neighbouring α of the
whole table's path, on the per-row scale, since the folds have fewer rows. Breiman, Friedman, Olshen
and Stone 1984, §3.4. All subtrees of a fold are judged in one go: its rows are counted once at
every node, and the curve is a sum over nodes. Not done here: how one tree does on rows held out
(``dttools.evaluation``).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from numbers import Integral
from typing import Final

import numpy as np

from dtcore.errors import DataError
from dtcore.growth.forest import grow_each
from dtcore.growth.recipe import Recipe
from dtcore.model.columns import FloatArray, IntArray
from dtcore.model.data import Dataset, NodeRows, check_dataset
from dtcore.model.tree import Tree
from dtcore.policies.selection import TIE
from dtcore.progress import Progress, unheard
from dtcore.pruning.cost_complexity import (
    NOISE,
    PruningPath,
    Risk,
    alpha_at,
    beyond,
    cost_complexity,
)
from dtcore.pruning.held_out import held_out_costs, row_weights, saved_by
from dtcore.stepping.grow import complete
from dtcore.stepping.problem import Problem, begin

AT_ONCE: Final = 120_000
"""So many rows, over all folds, are grown on side by side."""


def holdout(
    dataset: Dataset, share: float = 0.3, seed: int = 0, stratified: bool = True
) -> tuple[Dataset, Dataset]:
    """(rows to grow on, rows held out), both in table order; at least one row each.

    ``share`` of all rows is held out, between 0 and 1; ``stratified``: of each class, to one row.
    Raises DataError for another share, or fewer than two rows.
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

    ``stratified``: as many of each class, too. Raises DataError if ``k`` is no whole number from
    2 to n_rows.
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
    """(...,) that of the mean of ``losses`` (folds, ...), in their unit: 0 where all folds
    are alike, though their mean is rounded."""
    unit = unit_of(losses)
    error = unit * ((losses / unit).std(axis=0, ddof=1) / np.sqrt(len(losses)))
    return np.where(np.ptp(losses, axis=0) > 0, error, 0.0)


def unit_of(values: FloatArray) -> float:
    """A power of two about as large as ``values`` (...): in it they have squares, if they are
    squares of a target themselves."""
    return float(np.ldexp(1.0, np.frexp(values.max())[1]))


@dataclass(frozen=True, eq=False)
class CrossValidation:
    """The held-out risk of each subtree of ``path``: of k subtrees, over f folds.

    ``fold`` (n_rows,) says which fold each row was held out in. ``alphas`` (k,) are where the
    fold's trees were pruned for each subtree, per row; the last is infinite. ``by_fold`` (f, k):
    the share of rows got wrong, with losses what a row costs on average, or the mean squared
    distance for a numeric target. ``risk`` (k,) is that over all rows; ``error`` (k,) its standard
    error, from how the folds differ.
    """

    path: PruningPath
    fold: IntArray
    alphas: FloatArray
    by_fold: FloatArray
    risk: FloatArray
    error: FloatArray

    @property
    def best(self) -> int:
        """The subtree with the least risk; the smallest of tied ones."""
        return int(np.flatnonzero(self.risk <= self.risk.min() * (1 + 1e-12))[-1])

    @property
    def limit(self) -> float:
        """The least risk and one standard error of it."""
        return float(self.risk[self.best] + self.error[self.best])

    @property
    def one_error(self) -> int:
        """The smallest subtree whose risk is within one standard error of the best."""
        return int(np.flatnonzero(self.risk <= self.limit)[-1])


def cross_validate(
    dataset: Dataset,
    recipe: Recipe,
    folds: int | Sequence[int] | IntArray = 10,
    seed: int = 0,
    risk: Risk = "impurity",
    progress: Progress = unheard,
) -> CrossValidation:
    """Cross-validate the cost-complexity path of ``recipe`` on ``dataset``.

    ``folds``: how many, drawn from ``seed`` and stratified by class, or each row's fold 0, 1, ...,
    of shape (n_rows,). ``risk`` is what the path prunes by. ``progress`` hears what share of all is
    done and how many trees are grown, and may raise. Raises DataError if the folds cannot be made.
    """
    problem = Problem.of(dataset, recipe)
    dataset = problem.dataset  # as the recipe takes it
    fold = _given(folds, dataset) if np.iterable(folds) else k_folds(dataset, folds, seed)
    rows = [np.flatnonzero(fold != number) for number in range(int(fold.max()) + 1)]
    node_rows = [dataset.all_rows, *(NodeRows(kept, dataset.weights[kept]) for kept in rows)]
    whole, *trees = _grown(problem, node_rows, progress)
    path = cost_complexity(whole, risk)
    unit = unit_of(path.per_row)
    between = np.sqrt(path.per_row[:-1] / unit * (path.per_row[1:] / unit))
    alphas = np.append(unit * between, np.inf)
    tests = [dataset.part(np.flatnonzero(fold == number)) for number in range(len(rows))]
    pairs = zip(trees, tests, strict=True)
    losses = np.array(
        [losses_along(cost_complexity(tree, risk), test, alphas) for tree, test in pairs]
    )
    weights = np.array([row_weights(test).sum() for test in tests])
    by_fold = losses / weights[:, None]
    total = np.asarray(losses.sum(axis=0) / weights.sum())
    return CrossValidation(path, fold, alphas, by_fold, total, standard_error(by_fold))


def losses_along(path: PruningPath, test: Dataset, alphas: FloatArray) -> FloatArray:
    """(k,) what the subtrees of ``path`` at each α (k,) per row lose on the rows of ``test``.

    The weight of the rows got wrong, or the sum of their losses, or of squared distances for a
    numeric target.
    """
    tree, costs = path.tree, held_out_costs(path.tree, test)
    inner = np.flatnonzero(tree.arity)
    stands, saved = alpha_at(tree, path.breakpoints)[inner], saved_by(tree, costs)[inner]
    prices = alphas * path.weight  # a stop of the path may come back a little lower
    near = prices * (1 + TIE) + NOISE * float(path.risks[-1])
    return np.asarray(costs.leaf[0] - beyond(stands, saved, near))


def _grown(problem: Problem, node_rows: Sequence[NodeRows], progress: Progress) -> list[Tree]:
    """The tree on each part, several side by side if they are small."""
    size = max(1, AT_ONCE // len(problem.dataset))
    recipe, trees = problem.recipe, list[Tree]()
    for first in range(0, len(node_rows), size):
        some = node_rows[first : first + size]

        def tell(share: float, nodes: int, first: int = first, count: int = len(some)) -> None:
            done = first + share * count
            progress(done / len(node_rows), int(done))

        if recipe.in_order:
            trees += [complete(problem, begin(problem, at_node)) for at_node in some]
            tell(1.0, 0)
        else:
            trees += grow_each(problem.dataset, recipe, some, tell)
    return [recipe.collapse.all(tree) for tree in trees] if recipe.collapse else trees


def _given(folds: Sequence[int] | IntArray, dataset: Dataset) -> IntArray:
    """(n_rows,) the fold of each row. Raises DataError if these are none."""
    each = list(folds)
    fold = np.array(each if all(map(np.isscalar, each)) else [])
    numbers = np.unique(fold)
    if len(fold) != len(dataset) or len(numbers) < 2 or (numbers != np.arange(len(numbers))).any():
        raise DataError(
            "Give each of the {rows} rows its fold: 0, 1 and so on, each at least once.",
            rows=len(dataset),
        )
    return fold.astype(np.intp)
