"""How many leaves are best? It depends on what is asked: each view says what the others answer."""

from __future__ import annotations

from typing import Literal

import numpy as np

from dtshow.words import number_format
from dtshow.words.language import _
from pages.ui.pruning.curves import folds_of, growth, losses, validated_before
from pages.ui.trees.pruning_session import PruningSession

Asked = Literal["growth", "path", "folds"]


def others(pruning_session: PruningSession, asked: Asked) -> str:
    """One sentence that names the other answers that are known, and why they may differ."""
    answers = [answer for name, answer in _answers(pruning_session).items() if name != asked]
    if not answers:
        return ""
    return _(
        "Other ways to choose the size: {answers}. They judge different trees or "
        "different rows, so their answers may differ; of equally good trees, the "
        "smallest is named."
    ).format(answers=_("; ").join(answers))


def _answers(pruning_session: PruningSession) -> dict[Asked, str]:
    grown, found = pruning_session.grown, dict[Asked, str]()
    if grown.held_out is not None:
        curve = growth(pruning_session)
        found["growth"] = _("stopped while growing, {leaves} (held-out rows)").format(
            leaves=number_format.leaves(curve.leaves[curve.best])
        )
    if pruning_session.settings.method != "cost":
        return found
    seen = losses(pruning_session).held_out
    if seen is not None:
        found["path"] = _("pruned, {leaves} (held-out rows)").format(
            leaves=number_format.leaves(grown.path.leaves[smallest_best(seen)])
        )
    if result := validated_before(pruning_session):
        found["folds"] = _("pruned, {leaves} ({folds} folds)").format(
            leaves=number_format.leaves(result.path.leaves[result.best]),
            folds=folds_of(pruning_session),
        )
    return found


def smallest_best(losses: np.ndarray) -> int:
    """The last, and so the smallest, of the trees of a path that lose least."""
    return int(np.flatnonzero(losses <= losses.min() * (1 + 1e-12))[-1])
