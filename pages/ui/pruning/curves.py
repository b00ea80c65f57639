"""What the subtrees of the weakest-link path lose on rows seen and unseen, computed once."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import Final

import numpy as np

import dtcore as dt
from dtcore.progress import Progress
from dtcore.pruning import CrossValidation, WeakestLink, losses_along
from dttools.evaluation import OverfittingCurve, overfitting_curve
from pages.ui.shell import cache
from pages.ui.shell.progress import of_trees, worked_out
from pages.ui.trees.pruning_session import PruningSession

LONG: Final = 20_000
"""With more rows to grow on than this, over all folds, one is told how far the work is."""


@dataclass(frozen=True, eq=False)
class SubtreeLosses:
    """Per row, of each subtree of the path: on the rows it was grown on, and on those held out,
    if there are any."""

    training: np.ndarray
    held_out: np.ndarray | None


@cache.shared(by=lambda pruning: (*pruning.rows, pruning.settings.risk))
def losses(pruning_session: PruningSession) -> SubtreeLosses:
    grown = pruning_session.grown
    path = grown.path
    both = (grown.training, grown.held_out)
    lost = (losses_along(path, rows, path.per_row) / rows.weight if rows else None for rows in both)
    return SubtreeLosses(*lost)  # type: ignore[arg-type]


def folds_of(pruning_session: PruningSession) -> int:
    """As many folds as were asked for, if there are so many rows."""
    return min(pruning_session.settings.folds, len(pruning_session.grown.training))


def long(rows: int) -> bool:
    """Whether growing trees on so many rows, over all folds, takes so long that one is told."""
    return rows > LONG


def validated(pruning_session: PruningSession) -> CrossValidation:
    """The path cross-validated on the rows that are not held out."""
    now, training = pruning_session.settings, pruning_session.grown.training
    folds, recipe = folds_of(pruning_session), pruning_session.lesson.recipe_choice.recipe

    def make(tell: Progress) -> CrossValidation:
        return dt.pruning.cross_validate(training, recipe, folds, now.foldseed, now.risk, tell)

    result: CrossValidation = worked_out(
        _which(pruning_session), make, long(len(training) * folds), of_trees(folds + 1)
    )
    return result


def cuts_to(pruning_session: PruningSession, k: int) -> int:
    """How many links are cut on the way to the k-th subtree of the path."""
    grown, risk = pruning_session.grown, pruning_session.settings.risk
    pruner = WeakestLink(risk, float(grown.path.alphas[k]))
    return pruner.left(grown.start, grown.training, grown.held_out)


def validated_before(pruning_session: PruningSession) -> CrossValidation | None:
    """What ``validated`` has found, if it has been asked: nothing is grown for it."""
    large = long(len(pruning_session.grown.training) * folds_of(pruning_session))
    found: list[CrossValidation] = cache.slot(_which(pruning_session), large)
    return found[0] if found else None


def _which(pruning_session: PruningSession) -> tuple[Hashable, ...]:
    now, folds = pruning_session.settings, folds_of(pruning_session)
    return "validated", *pruning_session.tree_key, folds, now.foldseed, now.risk


@cache.shared(by=lambda pruning: pruning.rows)
def growth(pruning_session: PruningSession) -> OverfittingCurve:
    """How the tree did while it grew, depth first."""
    grown = pruning_session.grown
    return overfitting_curve(grown.tree, grown.training, grown.unseen)
