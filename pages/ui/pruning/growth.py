"""Overfitting: how good the tree was as it grew, on its own rows and on rows held out."""

from __future__ import annotations

import numpy as np
import plotly.graph_objects as go
import streamlit as st

from dtshow.figures import pruning as figure
from dtshow.figures.palette import Theme
from dtshow.words import number_format
from dtshow.words.language import _, explanation
from dttools.evaluation import loss
from pages.ui.pruning import answers, words
from pages.ui.pruning.curves import growth
from pages.ui.shell import cache, session
from pages.ui.shell.theme import CONFIG, theme
from pages.ui.trees import pruning_session as sessions
from pages.ui.trees.held_out import hold_out_label
from pages.ui.trees.pruning_session import PruningSession
from pages.ui.trees.pruning_settings import USUAL
from pages.ui.trees.pruning_view import show


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
    st.caption(answers.others(pruning_session, "growth"))


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
