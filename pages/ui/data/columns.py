"""The columns: what is in them, how they are taken, and the controls that change it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import pandas as pd
import streamlit as st

from dtshow.tables.column_facts import ColumnFacts
from dtshow.tables.table_choice import TableChoice
from dtshow.words.language import _, ngettext
from dtshow.words.markdown import literal
from pages.ui.bring import draft
from pages.ui.shell import cache, session
from pages.ui.shell.places import column_label

TABLE: Final = session.RowsWidget("data_table")
COLUMN: Final = session.Widget[str | None]("data_column", None)
ROLE: Final = session.Widget[str | None]("data_role", None)
KIND: Final = session.Widget[str | None]("data_kind", None)
COST: Final = session.Widget[float | None]("data_cost", None)
LEVELS: Final = 6


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
        key=COLUMN.showing(chosen[0] if len(chosen) == 1 else None),
        on_change=lambda: draft.choose([COLUMN.value] if COLUMN.value else []),
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
    now = {choice.role(name) for name in chosen}
    st.segmented_control(
        _("Role"),
        able,
        format_func=roles.__getitem__,
        key=ROLE.showing(next(iter(now)) if len(now) == 1 and now <= {*able} else None),
        disabled=not chosen or chosen == [choice.target],
        help=_(
            "Inputs are what the tree may ask about; a weight says how often a row counts. "
            "To make the target an input, choose another target."
        ),
        on_change=lambda: _set_role(choice, chosen),
    )


def _set_role(choice: TableChoice, chosen: list[str]) -> None:
    if role := ROLE.value:
        draft.take(choice.with_role(chosen, role), "columns")


def _kind(choice: TableChoice, chosen: list[ColumnFacts]) -> None:
    kinds = _kinds()
    words = [column for column in chosen if not column.as_numbers]
    now = {column.kind for column in chosen}
    st.segmented_control(
        _("Kind"),
        list(kinds),
        format_func=kinds.__getitem__,
        key=KIND.showing(next(iter(now)) if len(now) == 1 else None),
        disabled=not chosen or bool(words),
        help=_("Nominal: names, compared one by one. Numeric: amounts, compared by ≤ and >."),
        on_change=lambda: _set_kind(choice, [column.name for column in chosen]),
    )
    if words:
        name = literal(column_label(choice, words[0].name), 30)
        st.caption(_("{column} holds words, so it cannot be numeric.").format(column=name))


def _set_kind(choice: TableChoice, names: list[str]) -> None:
    if kind := KIND.value:
        draft.take(choice.with_kind(names, kind), "columns")


def _cost(choice: TableChoice, inputs: list[str]) -> None:
    """What it takes to learn a value; rules that weigh costs are a matter of the recipe."""
    costs = {choice.costs.get(name, 1.0) for name in inputs}
    st.number_input(
        _("Cost of asking"),
        min_value=0.001,
        max_value=1e6,
        format="%.4g",
        key=COST.showing(next(iter(costs)) if len(costs) == 1 else None),
        disabled=not inputs,
        help=_(
            "A blood test costs more than a look at the skin. Costs count where the winner has "
            "the largest gain² / cost, or (2^gain − 1) / (cost + 1)^w: see the algorithm's "
            "settings on the Grow page."
        ),
        on_change=lambda: _set_cost(choice, inputs),
    )


def _set_cost(choice: TableChoice, inputs: list[str]) -> None:
    if cost := COST.value:
        draft.take(choice.with_cost(inputs, float(cost)), "columns")


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
    """As people write it: whole numbers in full, others with six digits."""
    return f"{value:.0f}" if value.is_integer() and abs(value) < 1e15 else f"{value:.6g}"


def _labelled(choice: TableChoice, column: ColumnFacts) -> list[str]:
    names = cache.labels(choice.key, session.language()).values[column.name]
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
