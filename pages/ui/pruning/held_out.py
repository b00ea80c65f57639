"""What comes to each node of the rows held out, beside its own counts: the switch and the lines."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

import streamlit as st

from dtcore.model import NodeId
from pages.ui.components.stage.tree_view import keep_look, tree_look
from pages.ui.pruning import pruning_session as sessions
from pages.ui.pruning.pruning_session import PruningSession
from pages.ui.pruning.settings import USUAL
from pages.ui.scene.tree.extra_lines import held_out_lines
from pages.ui.shell import cache, session
from pages.ui.wording.language import _

SWITCH: Final = session.Widget("held_out_now", False)


@cache.shared(by=lambda now: (*now.rows, now.moves, session.language()))
def lines(now: PruningSession) -> Mapping[NodeId, tuple[str, ...]]:
    """Of the nodes on show, and of those that were cut away."""
    unseen = now.grown.unseen
    return held_out_lines(now.start.tree, unseen) | held_out_lines(now.lesson.tree, unseen)


def toggle() -> bool:
    """Whether it is on."""
    st.toggle(
        _("Held-out counts"),
        key=SWITCH.showing(tree_look().held_out),
        on_change=lambda: keep_look(replace(tree_look(), held_out=SWITCH.value)),
    )
    return tree_look().held_out


def switch(now: PruningSession) -> None:
    """The switch, and which count is which; or what to do where all rows grew the tree."""
    if not toggle():
        return
    if now.grown.held_out is not None:
        st.caption(which())
        return
    st.caption(_("This tree was grown on all rows. Hold some out, and each node counts them too."))
    st.button(
        hold_out_label(),
        key="nodes_hold_out",
        on_click=sessions.turn,
        kwargs={"share": USUAL.share},
    )


def hold_out_label() -> str:
    return _("Hold out {share}").format(share=f"{USUAL.share:.0%}")


def which() -> str:
    return _(
        "A node counts the training rows first; the line “out”, where nodes have room "
        "for it, counts the held-out rows, on which the tree was not grown. Select a "
        "node to read its counts. A row with a missing value may count in part."
    )
