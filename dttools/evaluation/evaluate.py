"""A tree beside rows whose answers are known: what it tells of them, and what is true."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import fields, replace
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from dtcore.errors import DataError
from dtcore.growth.recipe import Recipe
from dtcore.model.columns import (
    Column,
    Field,
    IntArray,
    Schema,
    frozen,
    level_names,
    natural_order,
    numbers_of,
)
from dtcore.model.data import Dataset, check_dataset
from dtcore.model.frames import with_text_names
from dtcore.model.nodes import ROOT
from dtcore.model.predict import encode, predict, predict_proba
from dtcore.model.tree import Tree, check_tree
from dtcore.progress import Progress, unheard
from dtcore.pruning.validation import k_folds
from dtcore.stepping.grow import grow
from dttools.evaluation.classes import Z95, ClassEvaluation
from dttools.evaluation.numbers import NumberEvaluation

Evaluation = ClassEvaluation | NumberEvaluation


def evaluate(tree: Tree, data: Dataset | pd.DataFrame, z: float = Z95) -> Evaluation:
    """Judge ``tree`` on the rows of ``data``: a dataset, or a frame that has the target's column.

    Rows count as their table has them, not as a recipe's priors or losses alter them. ``z``: as
    many deviations the interval of the accuracy goes to either side. Raises DataError if columns
    are not there, or the target is of the other kind.
    """
    check_tree(tree)
    dataset = _labelled(data, tree.schema) if isinstance(data, pd.DataFrame) else data
    check_dataset(dataset, least=1)
    rows = dataset.origin if isinstance(data, pd.DataFrame) else np.arange(len(dataset))
    dataset = dataset.given or dataset
    if not tree.schema.classes:
        _check_kind(dataset, numeric=True)
        told = predict(tree, dataset).astype(np.float64)
        parts = dataset.target.values, told, dataset.weights, rows
        return NumberEvaluation(*parts, fractional=dataset.fractional)
    _check_kind(dataset, numeric=False)
    classes, truth = _truth(dataset, tree.schema)
    code_of = {name: code for code, name in enumerate(tree.schema.classes)}
    codes = np.array([code_of[name] for name in predict(tree, dataset)], np.intp)
    return ClassEvaluation(
        classes,
        len(tree.schema.classes),
        truth,
        codes,
        predict_proba(tree, dataset),
        dataset.weights,
        rows,
        int(tree.prediction(ROOT)),
        tree.schema.leaf_rule,
        z,
        dataset.fractional,
    )


def evaluate_folds(
    dataset: Dataset,
    recipe: Recipe,
    folds: int | Sequence[int] | IntArray = 10,
    seed: int = 0,
    finish: Callable[[Tree], Tree] = lambda tree: tree,
    z: float = Z95,
    progress: Progress = unheard,
) -> Evaluation:
    """Every row judged by the tree of the other folds: one evaluation of the whole table.

    ``folds``: how many, drawn from ``seed`` as in ``k_folds``, or each row's fold (n_rows,).
    ``finish`` is done to each tree when it is grown: pruning, say. The shares of different trees
    rank rows together in the ROC curve. ``progress`` hears what share of all is done and how many
    trees are grown, and may raise.
    """
    check_dataset(dataset, least=2)
    fold = k_folds(dataset, folds, seed) if isinstance(folds, int) else np.asarray(folds)
    parts, numbers = list[Evaluation](), np.unique(fold)

    def tell(share: float, _nodes: int) -> None:
        progress((len(parts) + share) / len(numbers), len(parts))

    for number in numbers:
        rest, out = np.flatnonzero(fold != number), np.flatnonzero(fold == number)
        tree = finish(grow(dataset.part(rest), recipe, tell))
        parts.append(replace(evaluate(tree, dataset.part(out), z), rows=out))
    joined = _joined(parts)
    if isinstance(joined, ClassEvaluation):
        usual = np.bincount(joined.truth, joined.weights).argmax()
        return replace(joined, usual=int(usual))
    return joined


def _joined(parts: Sequence[Any]) -> Evaluation:
    """One evaluation of the rows of all ``parts``, in table order."""
    order = np.argsort(np.concatenate([part.rows for part in parts]))

    def column(name: str) -> NDArray[Any]:
        return np.asarray(np.concatenate([getattr(part, name) for part in parts])[order])

    arrays = [field.name for field in fields(parts[0])]
    arrays = [name for name in arrays if isinstance(getattr(parts[0], name), np.ndarray)]
    changed: dict[str, Any] = {name: column(name) for name in arrays}
    joined: Evaluation = replace(parts[0], **changed)
    return joined


def _check_kind(dataset: Dataset, *, numeric: bool) -> None:
    if dataset.target.numeric != numeric:
        raise DataError(
            "The rows have another kind of target than the tree. Take rows of the table that the "
            "tree is grown on."
        )


def _labelled(data: pd.DataFrame, schema: Schema) -> Dataset:
    """A frame with its target, its rows without one left out; ``origin`` says which are left."""
    frame, name = with_text_names(data), schema.target.name
    if name not in frame.columns:
        raise DataError("The table has no column “{column}” to judge the tree by.", column=name)
    dataset = encode(frame, schema)
    target = _target(frame[name], schema)
    known = np.flatnonzero(~np.isnan(target.values) if target.numeric else target.values >= 0)
    if not len(known):
        raise DataError(
            "No row has a value of “{column}” to judge the tree by. Take other rows.", column=name
        )
    return replace(dataset, target=target).part(known)


def _target(series: pd.Series[Any], schema: Schema) -> Column:
    if not schema.classes:
        return Column(schema.target, frozen(numbers_of(series)))
    names = level_names(series)
    unseen = natural_order(list(set(names.dropna()) - set(schema.classes)))
    levels = (*schema.classes, *unseen)
    code_of = {level: code for code, level in enumerate(levels)}
    codes = names.map(code_of, na_action="ignore").fillna(-1).to_numpy(np.intp)
    return Column(Field(schema.target.name, levels), frozen(codes))


def _truth(dataset: Dataset, schema: Schema) -> tuple[tuple[str, ...], IntArray]:
    """The classes of the tree, then those that only ``dataset`` has a row of; each row's."""
    own = dataset.target.levels or ()
    there = [own[code] for code in dataset.target.distinct]
    classes = tuple(dict.fromkeys((*schema.classes, *there)))
    code_of = {name: code for code, name in enumerate(classes)}
    codes = np.array([code_of.get(name, -1) for name in own], np.intp)
    return classes, np.asarray(codes[dataset.target.values], np.intp)
