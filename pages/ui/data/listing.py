"""The columns as a list one reads: name, kind, a small chart split by the target, and values."""

from __future__ import annotations

import html
from pathlib import Path
from typing import Final

import pandas as pd
import streamlit as st

from dtcore.model import IntArray
from dtshow.tables.bars import CLASSES, ClassBars, bars_of
from dtshow.tables.column_facts import ColumnFacts
from dtshow.tables.table_choice import TableChoice
from dtshow.words.language import _, ngettext
from pages.ui.bring import draft
from pages.ui.data.columns import how_different, number, values
from pages.ui.shell import cache, session
from pages.ui.shell.frame import sheet
from pages.ui.shell.places import column_label

MOST: Final = 30
"""Columns with a line of their own; all of them stand in the table below."""
HIGH: Final = 28
"""Of the highest bar, in pixels."""


def listing(choice: TableChoice, facts: tuple[ColumnFacts, ...]) -> None:
    """A line for each column; where the target has few classes, with the legend of its marks."""
    shown = facts[:MOST]
    bars = _bars(choice, shown, session.frame(choice), draft.rows())
    target = next(column for column in facts if column.name == choice.target)
    lines = "".join(_line(choice, *pair) for pair in zip(shown, bars, strict=True))
    sheet(Path(__file__).with_name("listing.css"))
    st.html(f'<div class="columns-list">{_legend(choice, target)}<ul>{lines}</ul></div>')
    if len(facts) > MOST:
        more = len(facts) - MOST
        st.caption(
            ngettext(
                "{n} more column in the table below.", "{n} more columns in the table below.", more
            )
        )


@cache.shared(cache.store(64), by=lambda choice, facts, frame, rows: (choice, len(facts)))
def _bars(
    choice: TableChoice,
    facts: tuple[ColumnFacts, ...],
    frame: pd.DataFrame,
    rows: IntArray | None,
) -> tuple[ClassBars, ...]:
    """How each column is spread, split by the classes of the target."""
    return bars_of(frame, facts, choice, rows)


def _legend(choice: TableChoice, target: ColumnFacts) -> str:
    """What the parts of the bars stand for; nothing where they have none."""
    if target.numeric or len(target.levels) > CLASSES:
        return ""
    named = cache.labels(choice.key, session.language()).values[target.name]
    marks = "".join(
        f'<span class="mark"><i class="k{k}"></i>{_safe(named[level])}</span>'
        for k, level in enumerate(target.levels)
    )
    text = _("Bars split by {target}:").format(target=column_label(choice, target.name))
    return f'<p class="legend">{_safe(text)} {marks}</p>'


def _line(choice: TableChoice, column: ColumnFacts, bars: ClassBars) -> str:
    role, label = choice.role(column.name), column_label(choice, column.name)
    name = f"<mark>{_safe(label)}</mark>" if role == "target" else _safe(label)
    used = "off" if role == "ignore" else role
    chart = "" if column.identifier else _chart(bars)
    told = "" if column.numeric else values(choice, column)
    if column.identifier:
        told = how_different(column)
    return (
        f'<li class="{used}"><div class="name"><b>{name}</b><small>{_safe(_kind(role, column))}'
        f"</small></div><div>{chart}{_ends(column)}</div>"
        f'<div class="values">{_safe(told)}</div></li>'
    )


def _kind(role: str, column: ColumnFacts) -> str:
    """What it is for and what is in it, in a few words."""
    if column.empty:
        return " · ".join([_("not used"), _("empty")] if role == "ignore" else [_("empty")])
    if column.numeric:
        kind = _("numbers")
    elif role == "target":
        kind = ngettext("{n} class", "{n} classes", column.distinct)
    else:
        kind = ngettext("{n} value", "{n} values", column.distinct)
    roles = {"target": _("target"), "ignore": _("not used"), "weight": _("weight")}
    parts = [roles[role], kind] if role in roles else [kind]
    if column.missing:
        parts.append(ngettext("{n} missing", "{n} missing", column.missing))
    return " · ".join(parts)


def _chart(bars: ClassBars) -> str:
    top = bars.highest or 1
    drawn = []
    for bar in bars.counts:
        parts = "".join(
            f'<i class="{"k" + str(k) if len(bar) > 1 else "plain"}"'
            f' style="height:{HIGH * count / top:.1f}px"></i>'
            for k, count in enumerate(bar)
            if count
        )
        drawn.append(f"<span>{parts}</span>")
    return f'<div class="bars" aria-hidden="true">{"".join(drawn)}</div>'


def _ends(column: ColumnFacts) -> str:
    """The ends of a column of numbers, below its bars."""
    if not column.numeric or not column.distinct or column.identifier:
        return ""
    low, high = number(column.low), number(column.high)
    return f'<div class="ends"><small>{low}</small><small>{high}</small></div>'


def _safe(text: str) -> str:
    return html.escape(text)
