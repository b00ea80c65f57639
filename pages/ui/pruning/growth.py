"""Overfitting: how good the tree was as it grew, on its own rows and on rows held out."""

from __future__ import annotations

import streamlit as st

from pages.ui.components.tree import theme
from pages.ui.figures import pruning as figure
from pages.ui.pruning import words
from pages.ui.pruning.alpha import CONFIG
from pages.ui.pruning.curves import growth
from pages.ui.pruning.pruning_session import PruningSession
from pages.ui.shell import cache, session
from pages.ui.wording.language import _, explanation
from pages.ui.wording.markdown import literal


def overfitting(pruning_session: PruningSession) -> None:
    st.markdown(explanation("lab_overfitting"))
    found, tree = growth(pruning_session), pruning_session.grown.tree
    node = pruning_session.lesson.node
    at = found.after(node) if node in found.order else None
    if pruning_session.numeric or words.charged(pruning_session):
        title, curves = words.loss(pruning_session), (found.training, found.held_out)
    else:
        title, curves = _("share of rows got right"), (1 - found.training, 1 - found.held_out)
    look = theme()
    key = (
        pruning_session.name,
        pruning_session.grown.held_out.digest,
        at,
        look,
        session.language(),
    )
    st.plotly_chart(
        cache.figure(
            f"overfitting {key!r}",
            lambda: figure.overfitting(
                found.nodes, *curves, at, title=title, height=300, theme=look
            ),
        ),
        key="overfitting",
        config=CONFIG,
    )
    best = found.best
    st.caption(
        _(
            "Best on the held-out rows with {nodes} nodes: {best}; with all {all} nodes: {end}."
        ).format(
            nodes=int(found.nodes[best]),
            best=f"{curves[1][best]:.4f}",
            all=int(found.nodes[-1]),
            end=f"{curves[1][-1]:.4f}",
        )
    )
    if at is not None:
        st.caption(
            _("Marked: just after the split at **{node}**, {nodes} nodes.").format(
                node=literal(words.place(tree, node)), nodes=int(found.nodes[at])
            )
        )
