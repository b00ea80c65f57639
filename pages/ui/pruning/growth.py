"""Overfitting: how good the tree was as it grew, on its own rows and on rows held out."""

from __future__ import annotations

import numpy as np
import plotly.graph_objects as go
import streamlit as st

from pages.ui.figures import pruning as figure
from pages.ui.figures.palette import Theme
from pages.ui.pruning import words
from pages.ui.pruning.curves import growth
from pages.ui.pruning.pruning_session import PruningSession
from pages.ui.shell import cache, session
from pages.ui.shell.theme import CONFIG, theme
from pages.ui.wording.language import _, explanation
from pages.ui.wording.markdown import literal


def overfitting(pruning_session: PruningSession) -> None:
    st.markdown(explanation("lab_overfitting"))
    st.plotly_chart(
        _figure(pruning_session, theme(), session.language()),
        key="overfitting",
        theme=None,
        config=CONFIG,
    )
    st.caption(_best(pruning_session))
    at = _marked(pruning_session)
    if at is not None:
        place = words.place(pruning_session.grown.tree, pruning_session.lesson.node)
        marked = _("Marked: just after the split at **{node}**, {nodes} nodes.")
        nodes = int(growth(pruning_session).nodes[at])
        st.caption(marked.format(node=literal(place), nodes=nodes))


def _marked(pruning_session: PruningSession) -> int | None:
    """The point of the curves just after the split at the node at hand, if it has one."""
    curve, node = growth(pruning_session), pruning_session.lesson.node
    return curve.after(node) if node in curve.order else None


def _curves(pruning_session: PruningSession) -> tuple[str, np.ndarray, np.ndarray]:
    """What they show, on the training rows and on those held out: the share of rows that is
    classified correctly, or a loss where there is no such share."""
    curve = growth(pruning_session)
    if pruning_session.numeric or words.charged(pruning_session):
        return words.loss(pruning_session), curve.training, curve.held_out
    return _("share of rows got right"), 1 - curve.training, 1 - curve.held_out


@cache.figure(by=lambda pruning, *more: (*pruning.rows, _marked(pruning), more))
def _figure(pruning_session: PruningSession, look: Theme, language: str) -> go.Figure:
    title, training, held_out = _curves(pruning_session)
    nodes, at = growth(pruning_session).nodes, _marked(pruning_session)
    shown = figure.Growth(nodes, training, held_out, at, title)
    return figure.overfitting(shown, height=300, theme=look)


def _best(pruning_session: PruningSession) -> str:
    """Where the tree was at its best on the held-out rows, and how good it ends."""
    curve = growth(pruning_session)
    _title, _training, held_out = _curves(pruning_session)
    return _(
        "Best on the held-out rows with {nodes} nodes: {best}; with all {all} nodes: {end}."
    ).format(
        nodes=int(curve.nodes[curve.best]),
        best=f"{held_out[curve.best]:.4f}",
        all=int(curve.nodes[-1]),
        end=f"{held_out[-1]:.4f}",
    )
