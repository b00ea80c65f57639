"""The columns: a list one reads (name, kind, a small chart split by the target, values), a table in
which they are chosen, and the controls that change how they are taken.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from html import escape
from pathlib import Path
from typing import Any, Final, TypeVar

import pandas as pd
import streamlit as st

from dtshow.tables.column_facts import SPLIT_CLASSES, ClassBars, ColumnFacts, bars_of
from dtshow.tables.table_choice import TableChoice
from dtshow.words.language import _, ngettext
from dtshow.words.markdown import literal
from pages.ui.bring import draft
from pages.ui.data.how_read import read_otherwise
from pages.ui.shell import cache, session
from pages.ui.shell.frame import sheet
from pages.ui.shell.places import column_label, literal_label

TABLE: Final = session.RowsWidget("data_table")
LEVELS: Final = 6
T = TypeVar("T")
MOST: Final = 30
"""Columns with a line of their own; all of them stand in the table below."""
HIGH: Final = 28
"""Of the highest bar, in pixels."""
_bars: Final = cache.shared(
    cache.store(64), by=lambda frame, facts, choice, rows: (choice, len(facts))
)(bars_of)


def table(choice: TableChoice, facts: tuple[ColumnFacts, ...]) -> None:
    """One line a column; lines can be chosen, several at once."""
    names = [column.name for column in facts]
    labels = [column_label(choice, name) for name in names]
    roles, kinds = _roles(), _kinds()
    lines: dict[str, Sequence[object]] = {
        _("Column"): labels,
        _("Role"): [roles[choice.role(name)] for name in names],
        _("Kind"): [kinds[column.kind] for column in facts],
        _("Different"): [column.distinct for column in facts],
        _("Missing"): [column.missing for column in facts],
        _("Values"): [values(choice, column) for column in facts],
    }
    if choice.costs:
        lines[_("Cost")] = [choice.costs.get(name, 1.0) for name in names]
    if labels != names:
        lines[_("Name in the file")] = names
    at = [names.index(name) for name in _chosen(names)]
    st.dataframe(
        pd.DataFrame(lines),
        hide_index=True,
        height=min(38 + 35 * len(names), 423),
        selection_mode="multi-row",
        key=TABLE.choosing(at),
        on_select=lambda: draft.choose(names[i] for i in TABLE.chosen),
        column_config={_("Values"): st.column_config.TextColumn(width="large")},
        alt=_("The columns, with their role, kind and values"),
    )


def controls(choice: TableChoice, facts: tuple[ColumnFacts, ...]) -> None:
    """Role and kind of the chosen columns."""
    labels = {column.name: column_label(choice, column.name) for column in facts}
    chosen = _chosen(list(labels))
    placeholder = (
        ngettext("{n} column chosen", "{n} columns chosen", len(chosen))
        if chosen
        else _("Choose here, or in the table")
    )
    st.selectbox(
        _("Column to change"),
        list(labels),
        index=None,
        format_func=labels.__getitem__,
        placeholder=placeholder,
        **session.control(
            "data_column", _only(chosen), lambda name: draft.choose([name] if name else [])
        ),
    )
    _role(choice, chosen)
    _kind(choice, [column for column in facts if column.name in chosen])
    _cost(choice, [name for name in chosen if choice.role(name) == "input"])
    draft.show_refusal("columns")
    if len(chosen) == 1:
        _labels_note(choice, next(c for c in facts if c.name == chosen[0]))


def _role(choice: TableChoice, chosen: list[str]) -> None:
    roles = _roles()
    able = list(roles) if len(chosen) <= 1 else ["input", "ignore"]
    now = _only({choice.role(name) for name in chosen})
    st.segmented_control(
        _("Role"),
        able,
        format_func=roles.__getitem__,
        disabled=not chosen or chosen == [choice.target],
        help=_(
            "Inputs are what the tree may ask about; a weight says how often a row counts. "
            "To make the target an input, choose another target."
        ),
        **_taking(
            "data_role", now if now in able else None, lambda role: choice.with_role(chosen, role)
        ),
    )


def _kind(choice: TableChoice, chosen: list[ColumnFacts]) -> None:
    kinds = _kinds()
    words = [column for column in chosen if not column.as_numbers]
    names = [column.name for column in chosen]
    st.segmented_control(
        _("Kind"),
        list(kinds),
        format_func=kinds.__getitem__,
        disabled=not chosen or bool(words),
        help=_("Nominal: names, compared one by one. Numeric: amounts, compared by ≤ and >."),
        **_taking(
            "data_kind",
            _only({column.kind for column in chosen}),
            lambda kind: choice.with_kind(names, kind),
        ),
    )
    if words:
        name = literal_label(choice, words[0].name, 30)
        st.caption(_("{column} holds words, so it cannot be numeric.").format(column=name))


def _cost(choice: TableChoice, inputs: list[str]) -> None:
    """What it takes to learn a value; rules that weigh costs are a matter of the recipe."""
    costs = {choice.costs.get(name, 1.0) for name in inputs}
    st.number_input(
        _("Cost of asking"),
        min_value=0.001,
        max_value=1e6,
        format="%.4g",
        disabled=not inputs,
        help=_(
            "A blood test costs more than a look at the skin. Costs count where the winner has "
            "the largest gain² / cost, or (2^gain − 1) / (cost + 1)^w: see the algorithm's "
            "settings on the Grow page."
        ),
        **_taking("data_cost", _only(costs), lambda cost: choice.with_cost(inputs, cost)),
    )


def _only(values: Collection[T]) -> T | None:
    return next(iter(values)) if len(values) == 1 else None


def _taking(key: str, shown: T | None, taken: Callable[[T], TableChoice]) -> dict[str, Any]:
    """A control that takes the table otherwise; what is taken off it changes nothing."""

    def take(value: T | None) -> None:
        if value:
            draft.take(taken(value), "columns")

    return session.control(key, shown, take)


def _labels_note(choice: TableChoice, column: ColumnFacts) -> None:
    """The levels of one column that the table has no room for, in branch order."""
    if column.levels and len(column.levels) > LEVELS:
        shown = _labelled(choice, column)
        more = _(", ") + "…" if column.distinct > len(shown) else ""
        st.caption(literal(_(", ").join(shown), 600) + more)


def values(choice: TableChoice, column: ColumnFacts) -> str:
    if not column.distinct:
        return _("no value")
    if column.numeric:
        return _("{low} to {high}").format(low=number(column.low), high=number(column.high))
    pairs = zip(_labelled(choice, column)[:LEVELS], column.counts[:LEVELS], strict=True)
    told = [
        _("{level} ({count})").format(level=level, count=f"{count:,}") for level, count in pairs
    ]
    return _(", ").join([*told, "…"] if column.distinct > LEVELS else told)


def number(value: float) -> str:
    """As people write it: whole numbers in full, others with six digits, or without decimals."""
    if abs(value) >= 1e15 or (abs(value) < 1e5 and not value.is_integer()):
        return f"{value:.6g}"
    return f"{value:.0f}" if value.is_integer() else f"{value:,.0f}"


def _labelled(choice: TableChoice, column: ColumnFacts) -> list[str]:
    names = session.labels(choice).values[column.name]
    return [names[level] for level in column.levels]


def how_different(column: ColumnFacts) -> str:
    """Of a column that names rows: how many of its cells differ."""
    if column.all_different:
        return _("all different")
    text = _("{distinct} of {present} different")
    return text.format(distinct=f"{column.distinct:,}", present=f"{column.present:,}")


def _chosen(names: list[str]) -> list[str]:
    return [name for name in session.view(draft.DataView).columns if name in names]


def _roles() -> dict[str, str]:
    return {
        "input": _("input"),
        "ignore": _("ignored"),
        "weight": _("weight"),
        "target": _("target"),
    }


def _kinds() -> dict[str, str]:
    return {"nominal": _("nominal"), "numeric": _("numeric")}


def listing(choice: TableChoice, facts: tuple[ColumnFacts, ...]) -> None:
    """A line for each column; where the target has few classes, with the legend of its marks."""
    shown = facts[:MOST]
    bars = _bars(session.frame(choice), shown, choice, draft.rows())
    target = next(column for column in facts if column.name == choice.target)
    read = read_otherwise(choice)
    lines = "".join(
        _entry(choice, column, bar, read.get(column.name, ""))
        for column, bar in zip(shown, bars, strict=True)
    )
    sheet(Path(__file__).with_name("listing.css"))
    st.html(f'<div class="columns-list">{_legend(choice, target)}<ul>{lines}</ul></div>')
    if len(facts) > MOST:
        more = len(facts) - MOST
        st.caption(
            ngettext(
                "{n} more column in the table below.", "{n} more columns in the table below.", more
            )
        )


def _legend(choice: TableChoice, target: ColumnFacts) -> str:
    """What the parts of the bars stand for; nothing where they have none."""
    if target.numeric or len(target.levels) > SPLIT_CLASSES:
        return ""
    named = session.labels(choice).values[target.name]
    marks = "".join(
        f'<span class="mark"><i class="k{k}"></i>{escape(named[level])}</span>'
        for k, level in enumerate(target.levels)
    )
    text = _("Bars split by {target}:").format(target=column_label(choice, target.name))
    return f'<p class="legend">{escape(text)} {marks}</p>'


def _entry(choice: TableChoice, column: ColumnFacts, bars: ClassBars, read: str) -> str:
    role, label = choice.role(column.name), column_label(choice, column.name)
    name = f"<mark>{escape(label)}</mark>" if role == "target" else escape(label)
    used = "off" if role == "ignore" else role
    chart = "" if column.identifier else _chart(bars)
    told = "" if column.numeric else values(choice, column)
    if column.identifier and not column.constant:
        told = how_different(column)
    told = " · ".join(filter(None, [told, read]))
    line = in_list(name, _described(role, column), f"{chart}{_ends(column)}", told)
    return f'<li class="{used}">{line}</li>'


def in_list(name: str, kind: str, middle: str, text: str) -> str:
    """A line of the list; its ``name`` and its ``middle`` are HTML."""
    return (
        f'<div class="name"><b>{name}</b><small>{escape(kind)}</small></div>'
        f'<div>{middle}</div><div class="values">{escape(text)}</div>'
    )


def _described(role: str, column: ColumnFacts) -> str:
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
    top = max(map(sum, bars), default=0) or 1
    drawn = []
    for bar in bars:
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
