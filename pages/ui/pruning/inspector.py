"""The right half of the lab: the method's numbers, its curves, and what may be set of it."""

from __future__ import annotations

from typing import Final

import pandas as pd
import streamlit as st

from dtcore.pruning import Limit
from dtshow.words.language import _, explanation
from dttools.evaluation import exact_limit
from dttools.printing import Digits
from pages.ui.pruning import alpha, growth, mistakes, table, words
from pages.ui.pruning.evidence import Evidence
from pages.ui.shell import session
from pages.ui.trees import pruning_session as sessions
from pages.ui.trees.pruning_session import PruningSession
from pages.ui.trees.pruning_view import PruningView, View

QUINLAN: Final = ((0, 6), (0, 9), (0, 1), (1, 16))
"""(errors, rows) of the leaves in Quinlan 1993, §4.2."""


def inspector(pruning_session: PruningSession, found: Evidence, digits: Digits) -> None:
    view = _views(pruning_session)
    if view == "prices":
        alpha.prices(pruning_session, digits)
    elif view == "risk":
        alpha.risk(pruning_session, Digits.for_scale(_scale(pruning_session)))
    elif view == "errors":
        mistakes.mistakes(pruning_session)
    elif view == "growth":
        growth.overfitting(pruning_session)
    else:
        table.saying(pruning_session, found, digits)
        _controls(pruning_session)
        table.table(pruning_session, found, digits)
        table.working(pruning_session, found, digits)
        with st.expander(_("What this method does"), key="lab_about"):
            st.markdown(explanation(f"lab_{pruning_session.settings.method}"))
            if pruning_session.settings.method == "pessimistic":
                _limits(pruning_session)


def _limits(pruning_session: PruningSession) -> None:
    """Quinlan's own examples: C4.5's limit beside the exact one, at the CF and z that are set."""
    limit = Limit(pruning_session.settings.cf, pruning_session.settings.z)
    columns = {
        "U": [f"U({errors}, {rows})" for errors, rows in QUINLAN],
        "C4.5": [limit.of(errors, rows) for errors, rows in QUINLAN],
        _("exact"): [exact_limit(errors, rows, limit.confidence) for errors, rows in QUINLAN],
    }
    score = st.column_config.NumberColumn(format="%.4f")
    config = {"C4.5": score, _("exact"): score}
    st.dataframe(pd.DataFrame(columns), hide_index=True, row_height=30, column_config=config)


def _scale(pruning_session: PruningSession) -> float:
    """How large losses per row are: a share, or squares of the target's unit."""
    return float(pruning_session.lesson.tree.impurity(())) if pruning_session.numeric else 1.0


def _views(pruning_session: PruningSession) -> View:
    cost, counted = pruning_session.settings.method == "cost", _counted(pruning_session)
    named: dict[View, str | None] = {
        "table": _("Weakest link") if cost else _("Comparison"),
        "prices": _("Cost of a tree") if cost else None,
        "errors": _("Errors") if counted else None,
        "risk": _("Cross-validation") if cost else None,
        "growth": _("Overfitting"),
    }
    names = {view: name for view, name in named.items() if name}
    kept = session.view(PruningView).view
    now: View = kept if kept in names else "table"
    st.segmented_control(
        _("View"),
        list(names),
        format_func=names.__getitem__,
        label_visibility="collapsed",
        required=True,
        **session.bind(PruningView, view=now),
    )
    return now


def _counted(pruning_session: PruningSession) -> bool:
    """Whether what the tree gets wrong are errors, which have rows."""
    return not (pruning_session.numeric or words.charged(pruning_session))


def _controls(pruning_session: PruningSession) -> None:
    method = pruning_session.settings.method
    if method in ("reduced", "cost"):
        return
    with st.container(
        key="lab_controls", horizontal=True, gap="small", vertical_alignment="bottom"
    ):
        if method == "minimum":
            st.slider(
                _("m: rows added with the class shares of the whole table"),
                0.0,
                50.0,
                step=0.5,
                **sessions.bind(m=min(pruning_session.settings.m, 50.0)),
            )
        else:
            _pessimistic(pruning_session)


def _pessimistic(pruning_session: PruningSession) -> None:
    st.slider(
        _("Confidence CF"),
        0.01,
        0.5,
        step=0.01,
        width=170,
        **sessions.bind(cf=pruning_session.settings.cf),
    )
    kinds = {"interpolated": _("z as Release 8"), "exact": _("z exact (J48)")}
    st.segmented_control(
        "z",
        list(kinds),
        format_func=kinds.__getitem__,
        required=True,
        label_visibility="collapsed",
        **sessions.bind(z=pruning_session.settings.z),
    )
    st.toggle(_("Raise subtrees"), **sessions.bind(raising=pruning_session.settings.raising))
