"""What the subtrees of the weakest-link path lose on rows seen and unseen, computed once; how many
leaves are best by each view; and how good the tree was as it grew."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import Final, Literal

import numpy as np
import plotly.graph_objects as go
import streamlit as st

import dtcore as dt
from dtcore.progress import Progress
from dtcore.pruning import CrossValidation, WeakestLink, losses_along
from dtshow.figures import pruning as figure
from dtshow.figures.palette import Theme
from dtshow.words import number_format
from dtshow.words.language import _, explanation
from dttools.evaluation import OverfittingCurve, loss, overfitting_curve
from pages.ui.pruning import words
from pages.ui.shell import cache, session
from pages.ui.shell.frame import CONFIG, theme
from pages.ui.shell.progress import of_trees, worked_out
from pages.ui.trees import pruning_session as sessions
from pages.ui.trees.held_out import hold_out_label
from pages.ui.trees.pruning_session import PruningSession
from pages.ui.trees.pruning_settings import USUAL
from pages.ui.trees.pruning_view import show

LONG: Final = 20_000
"""With more rows to grow on than this, over all folds, one is told how far the work is."""
Asked = Literal["growth", "path", "folds"]


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


def overfitting(pruning_session: PruningSession) -> None:
    if pruning_session.grown.held_out is None:
        st.markdown(explanation("lab_overfitting"))
        _nothing_unseen(pruning_session)
        return
    with st.container(key="overfitting_box"):  # as tall as the window allows
        st.plotly_chart(
            _figure(pruning_session, theme(), session.language()),
            key="overfitting",
            theme=None,
            height="stretch",
            config=CONFIG,
        )
    st.markdown(explanation("lab_overfitting"))
    st.caption(_best(pruning_session))
    st.caption(_marked(pruning_session))
    st.caption(others(pruning_session, "growth"))


def _marked(pruning_session: PruningSession) -> str:
    """Which tree is marked; a pruned one is none of those that were stopped while they grew."""
    text = _("Marked: the tree shown, {leaves}.")
    if pruning_session.lesson.timeline.cursor:
        text = _(
            "Marked: the tree shown, pruned to {leaves}. The curve is of trees stopped "
            "while they grew, so the mark may lie beside it."
        )
    return text.format(leaves=number_format.leaves(pruning_session.lesson.tree.leaves))


def _nothing_unseen(pruning_session: PruningSession) -> None:
    """What stands in the curve's place where all rows grew the tree."""
    st.info(
        _(
            "The tree was grown on all {rows}, so none are left to show where it "
            "begins to overfit. Hold some out, or use cross-validation, which holds "
            "every row out once, in turn."
        ).format(rows=number_format.rows_count(pruning_session.grown.all_rows))
    )
    with st.container(horizontal=True, gap="small"):
        st.button(
            hold_out_label(), key="hold_out", on_click=sessions.turn, kwargs={"share": USUAL.share}
        )
        if pruning_session.settings.method == "cost" and not pruning_session.grown.by_hand:
            st.button(_("Cross-validate"), key="to_risk", on_click=show, args=("risk",))


def _shared(pruning_session: PruningSession) -> bool:
    """Whether the curves show the share of rows classified correctly, and not a loss."""
    return not (pruning_session.numeric or words.charged(pruning_session))


def _curves(pruning_session: PruningSession) -> tuple[str, np.ndarray, np.ndarray]:
    """What they show, on the training rows and on those held out."""
    curve = growth(pruning_session)
    if not _shared(pruning_session):
        return words.loss(pruning_session), curve.training, curve.held_out
    return _("share classified correctly"), 1 - curve.training, 1 - curve.held_out


def _on_show(pruning_session: PruningSession) -> tuple[float, float, float]:
    """The leaves of the tree on show, and how good it is on the training and held-out rows."""
    tree, grown = pruning_session.lesson.tree, pruning_session.grown
    seen, unseen = loss(tree, grown.training), loss(tree, grown.unseen)
    if _shared(pruning_session):
        seen, unseen = 1 - seen, 1 - unseen
    return tree.leaves, seen, unseen


@cache.figure(by=lambda pruning, *more: (*pruning.rows, pruning.pruner, pruning.moves, more))
def _figure(pruning_session: PruningSession, look: Theme, language: str) -> go.Figure:
    title, training, held_out = _curves(pruning_session)
    leaves, at = growth(pruning_session).leaves, _on_show(pruning_session)
    shown = figure.Growth(leaves, training, held_out, at, title)
    return figure.overfitting(shown, height=300, theme=look)


def _best(pruning_session: PruningSession) -> str:
    """How large the tree was when it did best on the held-out rows, and how good it ends."""
    curve = growth(pruning_session)
    _title, _training, held_out = _curves(pruning_session)
    text = _(
        "While it grew, {leaves} did best on the held-out rows: {best}. At the end it "
        "has {all}: {end}."
    )
    if held_out[curve.best] == held_out[-1] and curve.leaves[curve.best] < curve.leaves[-1]:
        text = _(
            "While it grew, {leaves} already did as well on the held-out rows as {all} do at "
            "the end: {best}."
        )
    return text.format(
        leaves=number_format.leaves(curve.leaves[curve.best]),
        best=f"{held_out[curve.best]:.4f}",
        all=number_format.leaves(curve.leaves[-1]),
        end=f"{held_out[-1]:.4f}",
    )
