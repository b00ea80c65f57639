"""Every way of pruning on the same rows: how large a tree it leaves, and how wrong it is.

A cross-validated loss grows a tree on all folds but one, prunes it in the same way, and judges
it on the fold left out; for cost-complexity the α is the one that was chosen on all folds. No fold
can repeat moves made by hand: such a tree is pruned as it stands, and no α is chosen.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

import numpy as np

import dtcore as dt
from dtcore.progress import Progress
from dtcore.pruning import CrossValidation
from dtcore.pruning.validation import standard_error
from dttools.evaluation import loss
from pages.ui.pruning.curves import folds_of, long, validated
from pages.ui.shell.progress import of_trees, worked_out
from pages.ui.trees.pruning_session import PruningSession

Way = Callable[[dt.Tree, dt.Dataset], dt.Tree]


@dataclass(frozen=True, eq=False)
class Judgement:
    """Losses are those of ``dttools.evaluation.loss``; ``error`` is a standard error.
    ``method`` is "whole", a method of the lab, or "one" (within one standard error). ``held_out``:
    None where no rows are held out; ``validated``: None where no fold can repeat how the tree was
    made."""

    method: str
    tree: dt.Tree
    training: float
    held_out: float | None
    validated: float | None = None
    error: float | None = None


def comparison(pruning_session: PruningSession) -> tuple[Judgement, ...]:
    """All ways that the target and the rows allow."""
    if pruning_session.grown.by_hand:
        return tuple(_as_it_stands(pruning_session))
    now = pruning_session.settings
    which = (now.split, now.risk, now.folds, now.foldseed, now.cf, now.z, now.raising, now.m)
    key = ("compared", *pruning_session.rows, *which)
    cross = validated(pruning_session)
    folds = folds_of(pruning_session)
    large = long(len(pruning_session.grown.training) * folds)
    make = partial(_judged, pruning_session, cross)
    result: tuple[Judgement, ...] = worked_out(key, make, large, of_trees(folds))
    return result


def ways(pruning_session: PruningSession) -> dict[str, Way]:
    """From a grown tree and the rows that it was grown on to the pruned one."""
    now, held_out = pruning_session.settings, pruning_session.grown.held_out
    result: dict[str, Way] = {"whole": lambda tree, rows: tree}
    if held_out is not None:
        result["reduced"] = lambda tree, rows: dt.pruning.reduced_error(tree, held_out)
    if not pruning_session.numeric:
        result["pessimistic"] = lambda tree, rows: dt.pruning.pessimistic(
            tree, rows, now.cf, now.z, now.raising
        )
        result["minimum"] = lambda tree, rows: dt.pruning.minimum_error(tree, now.m)
    return result


def _as_it_stands(pruning_session: PruningSession) -> Iterator[Judgement]:
    grown = pruning_session.grown
    for name, way in ways(pruning_session).items():
        tree = way(grown.tree, grown.training)
        held_out = None if grown.held_out is None else loss(tree, grown.held_out)
        yield Judgement(name, tree, loss(tree, grown.training), held_out)


def _judged(
    pruning_session: PruningSession, found: CrossValidation, tell: Progress
) -> tuple[Judgement, ...]:
    grown = pruning_session.grown
    trees = {name: way(grown.tree, grown.training) for name, way in ways(pruning_session).items()}
    losses = _by_fold(pruning_session, found.fold, tell)
    sizes = np.bincount(found.fold)
    scores = {
        name: (float(sizes @ each / sizes.sum()), float(standard_error(each)))
        for name, each in losses.items()
    }
    for name, k in (("cost", found.best), ("one", found.one_error)):
        trees[name] = found.path.subtree(k)
        scores[name] = (float(found.risk[k]), float(found.error[k]))
    order = ("whole", "cost", "one", "reduced", "pessimistic", "minimum")
    return tuple(
        Judgement(
            name,
            trees[name],
            loss(trees[name], grown.training),
            None if grown.held_out is None else loss(trees[name], grown.held_out),
            *scores[name],
        )
        for name in order
        if name in trees
    )


def _by_fold(
    pruning_session: PruningSession, fold: np.ndarray, tell: Progress
) -> dict[str, np.ndarray]:
    """(f,) the loss of each way on each fold left out."""
    training, recipe = pruning_session.grown.training, pruning_session.lesson.recipe_choice.recipe
    by_way: dict[str, list[float]] = {name: [] for name in ways(pruning_session)}
    folds = folds_of(pruning_session)
    for number in range(folds):

        def told(share: float, nodes: int, number: int = number) -> None:
            tell((number + share) / folds, number)

        seen = training.part(np.flatnonzero(fold != number))
        unseen = training.part(np.flatnonzero(fold == number))
        tree = dt.grow(seen, recipe, told)
        for name, way in ways(pruning_session).items():
            by_way[name].append(loss(way(tree, seen), unseen))
    return {name: np.array(each) for name, each in by_way.items()}
