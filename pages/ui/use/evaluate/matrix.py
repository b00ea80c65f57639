"""The confusion matrix: true classes by row, predicted ones by column; counts open their rows."""

from __future__ import annotations

from functools import partial
from typing import Final

import numpy as np
import streamlit as st

from dtcore.evaluation import ClassEvaluation
from pages.ui.shell import session
from pages.ui.use.evaluate.judged import Judged, pick
from pages.ui.use.rows import rows
from pages.ui.use.use_view import UseView
from pages.ui.wording.language import _
from pages.ui.wording.markdown import literal

MOST: Final = 8
"""With more classes, those with most errors are shown."""


def matrix(judged: Judged, found: ClassEvaluation) -> None:
    shown = _shown(found)
    told = [k for k in shown if k < found.known]
    with st.container(key="use_matrix"):
        head = st.columns([1.1, *([1] * len(told))], vertical_alignment="bottom", gap="xsmall")
        head[0].caption(_("true ↓ · predicted →"))
        for place, k in zip(head[1:], told, strict=True):
            place.caption(literal(found.classes[k], 30))
        for i in shown:
            line = st.columns([1.1, *([1] * len(told))], vertical_alignment="center", gap="xsmall")
            line[0].markdown(literal(found.classes[i], 30))
            for place, k in zip(line[1:], told, strict=True):
                with place:
                    _count(found, i, k)
    if len(shown) < len(found.classes):
        st.caption(_("The {n} classes with most errors are shown.").format(n=MOST))


def _count(found: ClassEvaluation, truth: int, told: int) -> None:
    """A count as a button; on the diagonal it has its class's tint by the style sheet."""
    weight = float(found.counts[truth, told])
    kind = f"right{truth % MOST}" if truth == told else "wrong"
    st.button(
        f"{weight:,.6g}",
        key=f"use_cell_{kind}_{truth}_{told}",
        width="stretch",
        disabled=not weight,
        help=_("True: {truth}. Predicted: {told}.").format(
            truth=literal(found.classes[truth], 40), told=literal(found.classes[told], 40)
        ),
        on_click=partial(pick, (truth, told)),
    )


def _shown(found: ClassEvaluation) -> list[int]:
    if len(found.classes) <= MOST:
        return list(range(len(found.classes)))
    square = found.counts[: found.known]
    wrong = found.counts.sum(axis=1)
    wrong[: found.known] += square.sum(axis=0) - 2 * np.diag(square)
    return sorted(np.argsort(-wrong, kind="stable")[:MOST].tolist())


def chosen_rows(judged: Judged, found: ClassEvaluation) -> None:
    """The rows of the count that was pressed."""
    cell = session.view(UseView).cell
    if cell is None:
        return
    truth, told = cell
    known = all(k is None or k < len(found.classes) for k in cell)
    if known:
        names = found.classes
        said = [] if truth is None else [_("true: {name}").format(name=names[truth])]
        said += [] if told is None else [_("predicted: {name}").format(name=names[told])]
        rows(judged.lesson, judged.data, found.rows_of(truth, told), " · ".join(said))
        label = _("Close this list")
        st.button(label, key="use_rows_close", type="tertiary", on_click=pick, args=(None,))
