"""Choosing α by cross-validation: every subtree of the path judged on rows it has not seen.

Each fold is left out in turn, a tree is grown on the others, and its own path is pruned at the
geometric mean of neighbouring α of the whole table's path, on the per-row scale, since the folds
have fewer rows. Breiman, Friedman, Olshen and Stone 1984, §3.4. All subtrees of a fold are
judged in one go: its rows are counted once at every node, and the curve is a sum over nodes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from dtcore.errors import DataError
from dtcore.growth.forest import grow_each
from dtcore.growth.recipe import Recipe
from dtcore.model.columns import FloatArray, IntArray
from dtcore.model.data import Dataset, NodeRows
from dtcore.model.tree import Tree
from dtcore.progress import Progress, unheard
from dtcore.pruning.cost_complexity import (
    NOISE,
    TIE,
    PruningPath,
    Risk,
    alpha_at,
    beyond,
    cost_complexity,
)
from dtcore.pruning.held_out import counted, held_out_costs, saved_by
from dtcore.pruning.validation import k_folds, standard_error, unit_of
from dtcore.stepping.grow import complete
from dtcore.stepping.problem import Problem, begin

AT_ONCE: Final = 120_000
"""So many rows, over all folds, are grown on side by side."""


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

    ``folds``: how many, drawn from ``seed`` and stratified by class, or each row's fold 0, 1, ...
    ``risk`` is what the path prunes by. ``progress`` hears what share of all is
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
    losses = np.array([along(cost_complexity(tree, risk), test, alphas) for tree, test in pairs])
    weights = np.array([counted(test).sum() for test in tests])
    by_fold = losses / weights[:, None]
    total = np.asarray(losses.sum(axis=0) / weights.sum())
    return CrossValidation(path, fold, alphas, by_fold, total, standard_error(by_fold))


def along(path: PruningPath, test: Dataset, alphas: FloatArray) -> FloatArray:
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
    each = list(folds)
    fold = np.array(each if all(map(np.isscalar, each)) else [])
    numbers = np.unique(fold)
    if len(fold) != len(dataset) or len(numbers) < 2 or (numbers != np.arange(len(numbers))).any():
        raise DataError(
            "Give each of the {rows} rows its fold: 0, 1 and so on, each at least once.",
            rows=len(dataset),
        )
    return fold.astype(np.intp)
