"""Trees as scikit-learn takes them: any recipe in a Pipeline, a GridSearchCV, a cross_val_score.

>>> from dttools.estimators import TreeClassifier
>>> model = TreeClassifier("c45", min_leaf=5).fit(frame, labels)
>>> model.tree_, model.lesson_.propose()

A frame keeps its words: columns of numbers (by their dtype) are numeric, others are read as
``Dataset.from_frame`` reads them. An array is all numbers. Needs scikit-learn (the extra
``sklearn``). Not done here: several targets, sparse arrays, and no chance: equal splits go to the
first column, where scikit-learn draws one by ``random_state``.
"""

from __future__ import annotations

from collections.abc import Iterable
from copy import copy
from dataclasses import replace
from typing import Any, ClassVar, Self

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike, NDArray
from sklearn.base import BaseEstimator, ClassifierMixin, RegressorMixin, clone
from sklearn.utils import Bunch, Tags, get_tags
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import _check_sample_weight, check_is_fitted, validate_data

import dtcore as dt
from dtcore.errors import MoveError
from dtcore.model.columns import Column, Field, FloatArray, frozen
from dtcore.model.nodes import ROOT, NodeId
from dtcore.policies.missing import Reject
from dttools.evaluation.importance import importance

Table = pd.DataFrame | ArrayLike


class _BaseTree(BaseEstimator):  # type: ignore[misc]  # scikit-learn states no types
    """``recipe``: the name of one of ``dt.RECIPES``, or a recipe of one's own.

    ``max_depth`` (1 or more), ``min_leaf`` (rows in a branch) and ``min_gain`` limit growth;
    ``impurity``, ``selection``, ``splitter``, ``missing``, ``bins`` and ``classes`` are policies
    in the place of the recipe's; None leaves each as the recipe has it. ``ccp_alpha`` is a price
    for each leaf, per row, as scikit-learn's: the tree is the smallest of those of least cost.

    After ``fit``: ``tree_``; ``recipe_``, whole; ``data_``, the table that the tree was grown on.
    """

    usual: ClassVar[str]
    """The recipe if nothing is said."""
    of_classes: ClassVar[bool]

    def __init__(
        self,
        recipe: str | dt.Recipe | None = None,
        *,
        max_depth: int | None = None,
        min_leaf: float | None = None,
        min_gain: float | None = None,
        ccp_alpha: float = 0.0,
        impurity: Any = None,
        selection: Any = None,
        splitter: Any = None,
        missing: Any = None,
        bins: Any = None,
        classes: Any = None,
    ) -> None:
        self.recipe, self.ccp_alpha = recipe, ccp_alpha
        self.max_depth, self.min_leaf, self.min_gain = max_depth, min_leaf, min_gain
        self.impurity, self.selection, self.splitter = impurity, selection, splitter
        self.missing, self.bins, self.classes = missing, bins, classes

    def _recipe(self) -> dt.Recipe:
        given = self.usual if self.recipe is None else self.recipe
        recipe = dt.recipe(given) if isinstance(given, str) else given
        names = ("impurity", "selection", "splitter", "missing", "bins", "classes")
        policies = {name: getattr(self, name) for name in names if getattr(self, name) is not None}
        return replace(recipe, **policies).limited(self.max_depth, self.min_leaf, self.min_gain)

    def __sklearn_tags__(self) -> Tags:
        tags = super().__sklearn_tags__()
        tags.input_tags.allow_nan = not isinstance(self._recipe().missing, Reject)
        return tags

    def fit(self, X: Table, y: ArrayLike, sample_weight: ArrayLike | None = None) -> Self:
        """Grow a tree on ``X`` (n, p) and ``y`` (n,); rows of weight 0 are left out.

        Raises DataError or RecipeError, both ValueErrors, if the recipe cannot take them.
        """
        self.recipe_ = self._recipe()
        name = str(getattr(y, "name", None) or "target")
        cells, labels = validate_data(
            self, X, y, ensure_min_samples=2, y_numeric=not self.of_classes, **self._checks(X)
        )
        frame = self._frame(X, cells)
        name, weight = _free(name, frame), _free("weight", frame)
        if sample_weight is not None:
            frame[weight] = _check_sample_weight(sample_weight, X, dtype=np.float64)
        self.data_ = self._table(frame, name, labels, weight if weight in frame else None)
        self.tree_ = dt.grow(self.data_, self.recipe_)
        if self.ccp_alpha:
            price = self.ccp_alpha * self.tree_.weight(ROOT)
            self.tree_ = dt.pruning.cost_complexity(self.tree_).at(price)
        return self

    def _table(self, frame: pd.DataFrame, name: str, y: Any, weight: str | None) -> dt.Dataset:
        numeric = {column: "numeric" for column in frame if frame[column].dtype.kind in "iuf"}
        kinds = {**numeric, name: "nominal" if self.of_classes else "numeric"}
        frame = frame.assign(**{name: y})
        return dt.Dataset.from_frame(frame, target=name, weights=weight, kinds=kinds)

    def _checks(self, X: Table) -> dict[str, Any]:
        """What scikit-learn is to check: of a frame no cell, since words may be in it."""
        words = isinstance(X, pd.DataFrame)
        finite = "allow-nan" if get_tags(self).input_tags.allow_nan else True
        return {"dtype": None if words else np.float64, "ensure_all_finite": finite}

    def _frame(self, X: Table, cells: NDArray[Any]) -> pd.DataFrame:
        """``X`` under names that the engine can hold; those of ``fit`` once there are any."""
        if isinstance(X, pd.DataFrame):
            return X.set_axis([str(name) for name in X.columns], axis=1).reset_index(drop=True)
        fitted = getattr(self, "data_", None)
        names = [column.name for column in fitted.columns] if fitted else None
        return pd.DataFrame(cells, columns=names or [f"x{k}" for k in range(cells.shape[1])])

    def _rows(self, X: Table) -> pd.DataFrame:
        check_is_fitted(self)
        return self._frame(X, validate_data(self, X, reset=False, **self._checks(X)))

    @property
    def lesson_(self) -> dt.Timeline:
        """The growth of what was fitted, before its first step; price and ``snip`` come later."""
        check_is_fitted(self)
        return dt.start(self.data_, self.recipe_)

    @property
    def feature_importances_(self) -> FloatArray:
        """(p,) the share of each column in what all splits decrease."""
        check_is_fitted(self)
        return np.array([column.share for column in importance(self.tree_)])

    def cost_complexity_pruning_path(
        self, X: Table, y: ArrayLike, sample_weight: ArrayLike | None = None
    ) -> Bunch:
        """``ccp_alphas`` (k,), rising from 0, per row, and ``impurities`` (k,) of the leaves."""
        full = clone(self).set_params(ccp_alpha=0.0).fit(X, y, sample_weight)
        path = dt.pruning.cost_complexity(full.tree_)
        return Bunch(ccp_alphas=path.per_row, impurities=path.risks / path.weight)

    def snip(self, nodes: Iterable[NodeId]) -> Self:
        """A fitted copy in which ``nodes`` are leaves, as rpart's ``snip.rpart`` makes it: () is
        the root, (0, 1) the second branch of its first. Raises MoveError if there is no such."""
        check_is_fitted(self)
        falls = np.zeros(len(self.tree_), bool)
        for node in nodes:
            if tuple(node) not in self.tree_:
                raise MoveError("There is no such node in the tree.")
            falls[self.tree_.place(tuple(node))] = True
        snipped = copy(self)
        snipped.tree_ = self.tree_.pruned(falls)
        return snipped


class TreeClassifier(ClassifierMixin, _BaseTree):  # type: ignore[misc]
    """A tree of classes, by the recipe "cart_sklearn" if nothing is said: scikit-learn's tree.

    ``classes_`` (k,): the labels, in the order of ``predict_proba``.
    """

    usual, of_classes = "cart_sklearn", True

    def _table(self, frame: pd.DataFrame, name: str, y: Any, weight: str | None) -> dt.Dataset:
        check_classification_targets(y)
        self.classes_, codes = np.unique(y, return_inverse=True)
        counts = np.ones(len(y), bool) if weight is None else frame[weight].to_numpy() > 0
        names, seen = self._names, np.unique(codes[counts])
        if len(seen) != 1:
            labels = pd.Categorical(np.array(names, object)[codes], names, ordered=True)
            return super()._table(frame, name, labels, weight)
        # The engine refuses a table of one class, and scikit-learn wants a tree that is a leaf.
        data = super()._table(frame, name, np.cumsum(counts) % 2, weight)
        only = Field(name, (names[seen[0]],))
        return replace(data, target=Column(only, frozen(np.zeros(len(data), np.intp))))

    @property
    def _names(self) -> list[str]:
        """What the engine calls the classes."""
        return [str(label) for label in self.classes_]

    def _places(self, names: Iterable[str]) -> list[int]:
        """Where among ``classes_`` each of ``names`` stands."""
        places = {name: place for place, name in enumerate(self._names)}
        return [places[name] for name in names]

    def predict(self, X: Table) -> NDArray[Any]:
        """(n,) labels. Raises DataError for a frame without the columns of the tree."""
        rows = self._rows(X)  # first, for it says what is not fitted
        return self.classes_[self._places(dt.predict(self.tree_, rows))]

    def predict_proba(self, X: Table) -> FloatArray:
        """(n, k) the share of each of ``classes_`` at the leaf of a row, or at its leaves."""
        rows = self._rows(X)
        shares = np.zeros((len(rows), len(self.classes_)))
        shares[:, self._places(self.tree_.schema.classes)] = dt.predict_proba(self.tree_, rows)
        return shares


class TreeRegressor(RegressorMixin, _BaseTree):  # type: ignore[misc]
    """A tree of numbers, by the recipe "regression" if nothing is said."""

    usual, of_classes = "regression", False

    def predict(self, X: Table) -> FloatArray:
        """(n,) the mean of a row's leaf. Raises DataError as ``TreeClassifier.predict``."""
        rows = self._rows(X)
        return dt.predict(self.tree_, rows)


def _free(name: str, frame: pd.DataFrame) -> str:
    """``name``, with underscores until no column is called so."""
    while name in frame:
        name += "_"
    return name
