"""A table larger than memory on the Data page, and a sample of it as a table of one's own."""

from __future__ import annotations

from html import escape
from pathlib import Path
from typing import Final

import pandas as pd
import streamlit as st

from dtcore.model import Column, number
from dtshow.tables.table_choice import TableChoice
from dtshow.words.language import _, ngettext
from dtshow.words.markdown import literal
from dttools.large import CountedTable
from pages.ui.bring import draft
from pages.ui.bring.draft import offer_sample
from pages.ui.data.columns import in_list
from pages.ui.shell import session
from pages.ui.shell.frame import heading, sheet
from pages.ui.shell.places import title_of

MOST_LEVELS: Final = 8
"""Named in the list of columns."""


def overview(choice: TableChoice) -> None:
    """What was found when the table was prepared, and some of its rows."""
    table = session.dataset(choice)
    assert isinstance(table, CountedTable)
    heading(
        literal(title_of(choice), 60),
        _("A table larger than memory: it stays in its file, and is only counted."),
    )
    target = literal(table.target.name, 40)
    st.markdown(
        _("{rows}, {columns} to ask about. Predicted: **{target}**.").format(
            rows=ngettext("{n} row", "{n} rows", len(table)),
            columns=ngettext("{n} column", "{n} columns", len(table.columns)),
            target=target,
        )
    )
    draft.heading(_("Columns"))
    sheet(Path(__file__).with_name("listing.css"))
    lines = "".join(_line(table, place) for place in range(len(table.columns)))
    lines += _entry(table.target, _("target"))
    st.html(f'<div class="columns-list"><ul>{lines}</ul></div>')
    _not_used(choice)
    draft.heading(_("Some rows"))
    frame = session.frame(choice)
    frame.index = pd.RangeIndex(1, len(frame) + 1)
    st.dataframe(frame, height=353, alt=_("A sample of the rows"))
    text = _("A sample of {shown} of {all} rows, drawn from the whole table.")
    st.caption(text.format(shown=f"{len(table.at_hand):,}", all=f"{len(table):,}"))
    offer_sample()


def _line(table: CountedTable, place: int) -> str:
    column = table.columns[place]
    if not column.numeric:
        return _entry(column, "")
    groups = len(table.low[place])
    if not table.grouped(place):
        return _entry(column, _("each of its {n} numbers is counted").format(n=groups))
    said = _("more numbers than can be counted one by one: cut between {n} groups of them")
    return _entry(column, said.format(n=groups))


def _entry(column: Column, said: str) -> str:
    """A line of the list: name, kind, reach or values, and what is to be said of it."""
    if column.levels is None:
        kind = _("numbers")
        reach = " – ".join(map(number, column.extremes))
    else:
        kind = ngettext("{n} value", "{n} values", len(column.levels))
        more = " …" if len(column.levels) > MOST_LEVELS else ""
        reach = ", ".join(column.levels[:MOST_LEVELS]) + more
    return f"<li>{in_list(escape(column.name), kind, escape(reach), said)}</li>"


def _not_used(choice: TableChoice) -> None:
    names = [literal(name, 40) for name, role in choice.roles.items() if role == "ignore"]
    if names:
        st.caption(_("Left out: {columns}.").format(columns=", ".join(names)))
    if choice.complete:
        st.caption(_("Rows with missing cells are left out."))
