"""The confusion matrix: true classes by row, predicted ones by column; counts open their rows."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Final

import numpy as np
import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from dtshow.figures.palette import colour_number
from dtshow.words.language import _, joined
from dtshow.words.markdown import literal
from dttools.evaluation import ClassEvaluation
from pages.ui.shell import session
from pages.ui.trees.rows import rows
from pages.ui.use.evaluate.judged import Judged, pick
from pages.ui.use.use_view import UseView

MOST: Final = 8
"""With more classes, those with most errors are shown."""


def matrix(judged: Judged, found: ClassEvaluation) -> None:
    shown = _shown(found)
    told = [k for k in shown if k < found.known]
    whole = len(shown) == len(found.classes)  # else what is seen would not add up
    widths = [_name_width(found.classes[k] for k in shown), *([1.0] * (len(told) + whole))]
    with st.container(key="use_matrix"):
        head = _line(widths)
        head[0].caption(_("true ↓ · predicted →"))
        for place, k in zip(head[1:], told, strict=False):
            place.caption(literal(found.classes[k], 30))
        if whole:
            head[-1].caption(_("sum"))
        for i in shown:
            line = _line(widths)
            line[0].markdown(literal(found.classes[i], 30))
            for place, k in zip(line[1:], told, strict=False):
                with place:
                    _count(found, i, k)
            if whole:
                with line[-1]:
                    _total(found, i, None)
        if whole:
            _totals(found, told, widths)
    if not whole:
        st.caption(_("The {n} classes with most errors are shown.").format(n=MOST))


def _name_width(names: Iterable[str]) -> float:
    """Of the column of names, where a count's is 1: a word of the usual length is not broken."""
    return min(1.6, max(1.1, *(0.16 * len(name) for name in names)))


def _line(widths: list[float]) -> list[DeltaGenerator]:
    return st.columns(widths, vertical_alignment="center", gap="xsmall")


def _totals(found: ClassEvaluation, told: list[int], widths: list[float]) -> None:
    line = _line(widths)
    line[0].caption(_("sum"))
    for place, k in zip(line[1:], (*told, None), strict=True):
        with place:
            _total(found, None, k)


def _total(found: ClassEvaluation, truth: int | None, told: int | None) -> None:
    """The sum of a row, of a column, or of all: opens its rows as a count does."""
    rows = found.counts if truth is None else found.counts[truth : truth + 1]
    weight = float((rows if told is None else rows[:, told]).sum())
    named = [] if truth is None else [_("True: {truth}.").format(truth=_name(found, truth))]
    named += [] if told is None else [_("Predicted: {told}.").format(told=_name(found, told))]
    st.button(
        _called(joined(*named) or _("All judged rows."), weight),
        key=f"use_sum_{truth}_{told}",
        width="stretch",
        type="tertiary",
        disabled=not weight,
        on_click=partial(pick, (truth, told)),
    )


def _name(found: ClassEvaluation, k: int) -> str:
    return literal(found.classes[k], 40)


def _called(said: str, weight: float) -> str:
    """A count with ``said`` before it for those who hear it: the style sheet hides emphasis."""
    return f"*{said}* {weight:,.6g}"


def _count(found: ClassEvaluation, truth: int, told: int) -> None:
    """A count as a button; on the diagonal it has its class's tint by the style sheet."""
    weight = float(found.counts[truth, told])
    kind = f"right{colour_number(truth)}" if truth == told else "wrong"
    said = _("True: {truth}. Predicted: {told}.").format(
        truth=_name(found, truth), told=_name(found, told)
    )
    st.button(
        _called(said, weight),
        key=f"use_cell_{kind}_{truth}_{told}",
        width="stretch",
        disabled=not weight,
        help=said,
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
        which = " · ".join(said) or _("all judged rows")
        rows(judged.lesson, judged.data, found.rows_of(truth, told), which)
        label = _("Close this list")
        st.button(label, key="use_rows_close", type="tertiary", on_click=pick, args=(None,))
