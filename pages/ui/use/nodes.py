"""The tree with training and held-out counts in its nodes; those of one node open their rows."""

from __future__ import annotations

from functools import partial
from typing import Final

import streamlit as st

import dtcore as dt
from dtcore.model import ROOT, NodeId, weight_text
from dtcore.pruning import held_out_counts, rows_reaching
from dtshow.scene.tree.sketch import held_out_lines
from dtshow.words import number_format
from dtshow.words.language import _
from dtshow.words.markdown import literal
from pages.ui.shell import session
from pages.ui.trees.held_out import hold_out_label, which
from pages.ui.trees.rows import rows
from pages.ui.use.judged import Judged, hold_out
from pages.ui.use.tree_in_use import tree
from pages.ui.use.use_view import UseView

MOST: Final = 8
"""With more classes only the sums are offered."""


def nodes(judged: Judged) -> None:
    if judged.way == "folds":
        st.markdown(_("Each fold has a tree of its own. Hold rows out to see them in one tree."))
        st.button(hold_out_label(), key="use_hold_out", on_click=hold_out)
        return
    left, right = st.container(key="use_nodes").columns([1.6, 1], gap="large")
    with left:
        tree(judged.lesson, {}, held_out=held_out_lines(judged.lesson.tree, judged.data))
        st.caption(which())
    with right:
        _of_node(judged)


def _of_node(judged: Judged) -> None:
    """Its counts as a small table, whose numbers open their rows."""
    shown, chosen = judged.lesson.tree, session.view(UseView).node
    node = chosen if chosen is not None and chosen in shown else ROOT
    conditions = [number_format.told(one) for one in shown.conditions(node)]
    st.markdown(f"**{literal(' ∧ '.join(conditions) or _('all rows'), 200)}**")
    classes = shown.schema.classes if len(shown.schema.classes) <= MOST else ()
    both = {_("training"): judged.lesson.dataset, _("held out"): judged.data}
    rows_of = [held_out_counts(shown, data)[shown.place(node)].tolist() for data in both.values()]
    labels: list[int | None] = [*range(len(classes)), None]
    with st.container(key="use_node_counts"):
        head = st.columns([1.2, 1, 1], vertical_alignment="bottom", gap="xsmall")
        for place, name in zip(head[1:], both, strict=True):
            place.caption(name)
        for label in labels:
            line = st.columns([1.2, 1, 1], vertical_alignment="center", gap="xsmall")
            line[0].markdown(_("all rows") if label is None else literal(classes[label], 30))
            for unseen, (place, row) in enumerate(zip(line[1:], rows_of, strict=True)):
                with place:
                    _count(shown, row, (label, bool(unseen)))
    _listed(judged, node, conditions)


def _count(shown: dt.Tree, row: list[float], cell: tuple[int | None, bool]) -> None:
    """A button with one count of a node, of whose counts ``row`` has all."""
    label, unseen = cell
    numeric = not shown.schema.classes
    weight = row[0] if numeric else sum(row) if label is None else row[label]
    mean = f" · ȳ\u2009=\u2009{number_format.mean(shown, row[1])}" if numeric and weight else ""
    st.button(
        weight_text(weight) + mean,
        key=f"use_node_{label}_{unseen:d}",
        width="stretch",
        disabled=not weight,
        on_click=partial(_open, cell),
    )


def _open(counted: tuple[int | None, bool] | None) -> None:
    session.change(UseView, counted=counted)


def _listed(judged: Judged, node: NodeId, conditions: list[str]) -> None:
    counted = session.view(UseView).counted
    if counted is None:
        return
    label, unseen = counted
    shown, data = judged.lesson.tree, judged.data if unseen else judged.lesson.dataset
    if label is not None and label >= len(shown.schema.classes):
        return
    said = [*conditions, _("held out") if unseen else _("training")]
    if label is not None:
        said.insert(-1, f"{shown.schema.target.name} = {shown.schema.classes[label]}")
    rows(judged.lesson, data, rows_reaching(shown, data, node, label), " · ".join(said))
    close = _("Close this list")
    st.button(close, key="use_node_close", type="tertiary", on_click=_open, args=(None,))
