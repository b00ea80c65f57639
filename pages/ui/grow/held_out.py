"""The switch of held-out counts on a page whose tree grows on all rows: it says where they are."""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

from pages.ui.pruning import pruning_session
from pages.ui.pruning.held_out import toggle
from pages.ui.shell import session
from pages.ui.shell.places import go_to
from pages.ui.use.evaluate.judged import hold_out
from pages.ui.use.use_view import UseView
from pages.ui.wording.language import _


def on_grow() -> None:
    if not toggle():
        return
    st.caption(
        _(
            "The tree on this page grows on all rows, so none is held out. On Use, a tree grows on "
            "a part of them, and each node counts both parts."
        )
    )
    st.button(_("Show these counts on Use"), key="grow_held_out", on_click=_show)


def _show() -> None:
    if not pruning_session.current().settings.share:
        hold_out()
    view = session.view(UseView)
    session.keep(replace(view, tab="evaluate", look="nodes", folds=False, pruned=False))
    go_to("use")
