"""How often the answer to each row changes, those with the least steady answers first."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import numpy as np
import pandas as pd
import streamlit as st

import dtcore as dt
from dtcore.model import NodeId, path
from dtshow.lesson.lesson import Lesson
from dtshow.words import number_format
from dtshow.words.language import _
from dtshow.words.markdown import literal
from dttools.evaluation import Spread, Stability, Votes
from pages.ui.explore.stability.stability_view import StabilityView
from pages.ui.shell import session
from pages.ui.trees.rows import rows

LIST: Final = session.RowsWidget("stability_rows")
MOST: Final = 400
ROW, HEAD = 30, 37
SHOWN: Final = 9
"""Lines in sight at a time."""


def way(own: Lesson) -> Mapping[NodeId, float]:
    """The path of the chosen row through the tree of all rows."""
    row = _row(own)
    return {} if row is None else path(own.tree, own.dataset, row)


def changing(own: Lesson, result: Stability) -> None:
    """A line for each row, to be chosen."""
    st.markdown("## " + _("How stable is the answer for each row?"))
    first = result.rows.order[:MOST]
    row = _row(own)
    chosen = [k for k, place in enumerate(first.tolist()) if place == row]
    st.dataframe(
        _table(own.dataset, result, first),
        hide_index=True,
        row_height=ROW,
        height=HEAD + ROW * min(len(first), SHOWN),
        selection_mode="single-row",
        on_select=lambda: _pick(first),
        key=LIST.choosing(chosen),
    )
    if len(result.rows.told) > MOST:
        st.caption(_("The {n} least stable rows are listed.").format(n=f"{MOST:,}"))


def of_one(own: Lesson, result: Stability) -> None:
    """What the trees tell the chosen row, and its cells."""
    row = _row(own)
    if row is None:
        st.caption(_("Choose a row to see what the trees predict for it, and its path."))
        return
    number = int(own.dataset.origin[row]) + 1
    st.markdown(_told(own, result, row))
    rows(own, own.dataset, np.array([row]), _("row {row}").format(row=f"{number:,}"))


def _told(own: Lesson, result: Stability, row: int) -> str:
    """All answers to a row, each with its count."""
    found = result.rows
    if isinstance(found, Spread):
        text = _("All rows: {told}. The trees: mean {mean}, standard deviation {deviation}.")
        values = found.told[row], found.mean[row], found.deviation[row]
        told, mean, deviation = (number_format.mean(own.tree, float(value)) for value in values)
        return text.format(told=told, mean=mean, deviation=deviation)
    classes, counts = own.tree.schema.classes, found.counts[row].tolist()
    most = sorted(range(len(classes)), key=lambda k: -counts[k])
    text = _("{class_name}: {n} of {trees} trees")
    lines = [
        text.format(class_name=literal(classes[k], 40), n=counts[k], trees=len(result))
        for k in most
        if counts[k]
    ]
    return "  \n".join(lines)


def _table(data: dt.Dataset, result: Stability, first: np.ndarray) -> pd.DataFrame:
    """Of ``first``: number, true answer, that of the tree of all rows, and how steady it is."""
    tree, found = result.original, result.rows
    columns: dict[str, list[object]] = {
        _("row"): [int(number) + 1 for number in data.origin[first]],
        _("true"): [],
        _("predicted"): [],
    }
    true = data.target.values[first].tolist()
    if isinstance(found, Votes):
        classes = tree.schema.classes
        columns[_("true")] = [classes[int(code)] for code in true]
        columns[_("predicted")] = [classes[code] for code in found.told[first].tolist()]
        changed, text = found.changed[first].tolist(), _("{n} of {trees} trees")
        columns[_("different answer")] = [text.format(n=n, trees=len(result)) for n in changed]
        return pd.DataFrame(columns)
    columns[_("true")] = [number_format.shown(value) for value in true]
    for name, values in (
        (_("predicted"), found.told),
        (_("mean of the trees"), found.mean),
        (_("standard deviation"), found.deviation),
    ):
        columns[name] = [number_format.mean(tree, value) for value in values[first].tolist()]
    return pd.DataFrame(columns)


def _row(own: Lesson) -> int | None:
    """Of the table as it is now."""
    row = session.view(StabilityView).row
    return row if row is not None and row < len(own.dataset) else None


def _pick(first: np.ndarray) -> None:
    chosen = [int(first[k]) for k in LIST.chosen if k < len(first)]
    session.change(StabilityView, row=chosen[0] if chosen else None)
