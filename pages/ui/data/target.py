"""What the tree is to predict: asked in a row of chips, with the button that leads to the tree."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Final

import numpy as np
import streamlit as st

import dtcore as dt
from dtshow.figures import bars
from dtshow.tables.column_facts import ColumnFacts
from dtshow.tables.leakage import leaks
from dtshow.tables.table_choice import TableChoice
from dtshow.tables.target_guess import Reason, TargetGuess, guess_target, target_kind
from dtshow.words.language import _, ngettext
from dtshow.words.markdown import literal
from pages.ui.bring import draft
from pages.ui.data.columns import how_different
from pages.ui.data.how_read import CELLS, misread, way_to_dates
from pages.ui.shell import cache, session
from pages.ui.shell.frame import show_problem, theme
from pages.ui.shell.places import column_label, go_to, literal_label, title_of

CHIPS: Final = 10
FEWER: Final = 6
"""Of a table with more than ``CHIPS`` columns to predict, so many are offered at first; the others
stand in a list."""


def target(choice: TableChoice) -> None:
    """The question, its answers, and the way on; of each column are told the values that it would
    have as the target, in all rows."""
    frame = session.frame(choice)
    found, facts = guess_target(frame), cache.facts(choice, frame)
    with st.container(key="data_ask"):
        left, right = st.columns([3, 1], gap="large", vertical_alignment="bottom")
        with left:
            _chips(choice, facts, found)
            if draft.guessed() and choice.target == found.column:
                st.caption(_why(choice, found))
            draft.show_refusal("target")
            _leaks(choice)
            _switches(choice, next(column for column in facts if column.name == choice.target))
        problem = draft.problem()
        with right:
            way_to_dates(choice)
            _go_on(choice, problem)
        if problem is not None:
            _show(problem, choice)


def _show(problem: dt.DtError, choice: TableChoice) -> None:
    """Why no tree grows, or what to do first where all columns but the target may be misread."""
    odd = sorted(misread(choice) - {choice.target})
    if not odd or any(choice.role(name) == "input" for name in session.frame(choice).columns):
        show_problem(problem)
        return
    told = _("No column is left to split on. [Say first how to read {columns}](#{cells}).")
    st.warning(told.format(columns=_named(choice, odd), cells=CELLS))


def _leaks(choice: TableChoice) -> None:
    """Columns of one's own table that may give the answer away, and the button that leaves them
    out, or takes them in again."""
    if not choice.uploaded:
        return
    found = leaks(session.frame(choice), draft.facts(), choice, draft.rows())
    used = [name for name in found if choice.role(name) == "input"]
    names = used or found
    if not names:
        return
    told = _(
        "Enough alone to tell {target} in every row that has a value: {columns}. What is known "
        "only afterwards gives the answer away."
    ).format(target=_named(choice, [choice.target]), columns=_named(choice, names))
    role, label = "ignore", _("Leave it out") if len(names) == 1 else _("Leave them out")
    if not used:
        role, label = "input", _("Use it again") if len(names) == 1 else _("Use them again")
    with st.container(key="data_leaks", gap="small"):
        (st.warning if used else st.caption)(told)
        changed = choice.with_role(names, role)
        st.button(label, key="data_leak", on_click=draft.take, args=(changed, "target"))


def _named(choice: TableChoice, names: Sequence[str]) -> str:
    told = [f"“{literal_label(choice, name)}”" for name in names[:FEWER]]
    return _(", ").join([*told, "…"] if len(names) > FEWER else told)


def _chips(choice: TableChoice, facts: tuple[ColumnFacts, ...], found: TargetGuess) -> None:
    able = (found.column, *found.others)
    likely = {choice.target, *able[: len(able) if len(able) <= CHIPS else FEWER]}
    by_name = {column.name: column for column in facts}
    others = [name for name in able if name not in likely]

    def predict(name: str | None) -> None:
        draft.predict(name or choice.target)

    st.pills(
        _("What should the tree predict?"),
        [name for name in by_name if name in likely],
        format_func=lambda name: _chip(choice, by_name[name]),
        wrap=True,
        required=True,
        # of a table of one's own, the page's heading asks
        label_visibility="collapsed" if choice.uploaded else "visible",
        **session.control("data_target", choice.target, predict),
    )
    if others:
        st.selectbox(
            _("Another column"),
            others,
            index=None,
            format_func=lambda name: column_label(choice, name),
            placeholder=_("Another column…"),
            label_visibility="collapsed",
            width=260,
            **session.control("data_target_other", None, predict),
        )
    _unable(choice, [one for one in facts if one.name not in {choice.target, *able}])


def _unable(choice: TableChoice, columns: list[ColumnFacts]) -> None:
    """Why a column is not among those that can be predicted."""
    odd = misread(choice)
    told = [
        f"{literal_label(choice, column.name)} · {_why_not(column, odd)}"
        for column in columns[:FEWER]
    ]
    if told:
        more = " …" if len(columns) > FEWER else ""
        st.caption(_("Cannot be predicted: {columns}").format(columns=_(", ").join(told)) + more)


def _why_not(column: ColumnFacts, odd: Collection[str]) -> str:
    if column.name in odd:
        return _("may be misread")
    if column.row_number:
        return _("numbers the rows")
    if column.empty:
        return _("empty")
    return _("one value only") if column.constant else how_different(column)


def _chip(choice: TableChoice, column: ColumnFacts) -> str:
    """A column's name and, in a word or two, what would be predicted."""
    name = literal_label(choice, column.name)
    if column.identifier:
        what = how_different(column)
    elif _kind(choice, column) == "numeric":
        few = ngettext("a number, {n} value", "a number, {n} values", column.distinct)
        what = few if column.as_classes else _("a number")
    elif column.distinct == 2 and column.levels:
        named = session.labels(choice).values[column.name]
        what = literal(" / ".join(named[level] for level in column.levels), 24)
    else:
        what = ngettext("{n} class", "{n} classes", column.distinct)
    return f"{name} · {what}"


def _kind(choice: TableChoice, column: ColumnFacts) -> str:
    """What the column would be taken as, were it the target."""
    if column.name == choice.target or not column.as_classes:
        return column.kind
    return choice.kinds.get(column.name) or target_kind(session.frame(choice)[column.name])


def _why(choice: TableChoice, found: TargetGuess) -> str:
    """That the target is a guess, and what it rests on."""
    reasons: dict[Reason, str] = {
        "name": _("has a name that targets often have"),
        "question": _("has a name that is a question"),
        "outcome": _("is named after an outcome"),
        "two": _("has two values"),
        "few": _("has few values"),
        "last": _("is the last column"),
        "first": _("is the first column"),
        "only": _("is the only column that can be predicted"),
    }
    name = literal_label(choice, found.column)
    if not found.reasons:
        return _("We guessed “{column}”. Not right? Choose another.").format(column=name)
    *others, last = (reasons[reason] for reason in found.reasons)
    told = last
    if others:
        told = _("{others} and {last}").format(others=_(", ").join(others), last=last)
    text = _("We guessed “{column}”, because it {reasons}. Not right? Choose another.")
    return text.format(column=name, reasons=told)


def _go_on(choice: TableChoice, problem: dt.DtError | None) -> None:
    """A target that is a guess is confirmed by this one press; what is left open is said there."""
    own = draft.draft() is not None
    asks = _("Yes, predict {column}").format(column=literal_label(choice, choice.target, 24))
    press, left = asks if own and draft.guessed() else _("Grow the tree"), len(misread(choice))
    if own and left:
        as_is = ngettext("{n} column as it is", "{n} columns as they are", left)
        press = _("{press}; {left}").format(press=press, left=as_is)
    st.button(
        press,
        key="data_use" if own else "data_grow",
        type="secondary" if own and left else "primary",
        width="stretch",
        disabled=problem is not None,
        on_click=draft.use_draft if own else go_to,
        args=() if own else ("grow",),
    )
    if own:
        first = draft.is_first()
        before = _("Home") if first else literal(title_of(session.lesson().choice), 30)
        st.button(
            _("Back to {title}").format(title=before),
            key="data_leave",
            type="tertiary",
            on_click=_leave_for_home if first else draft.forget_draft,
            help=_("The file stays on the home page."),
        )


def _leave_for_home() -> None:
    """For callbacks: no table had been opened before."""
    draft.forget_draft()
    go_to("home")


def _switches(choice: TableChoice, own: ColumnFacts) -> None:
    def as_number(on: bool) -> None:
        draft.take(choice.with_kind([choice.target], "numeric" if on else "nominal"), "target")

    if own.as_classes:
        st.toggle(
            _("Take the target as a number"),
            help=_("It holds a few whole numbers, so each of them is taken as a class."),
            **session.control("data_as_number", own.numeric, as_number),
        )
    if own.numeric and own.low > 0:
        st.toggle(
            _("Predict its logarithm"),
            help=_(
                "The natural logarithm, for targets that range over several orders of magnitude."
            ),
            **session.control(
                "data_log", choice.log, lambda log: draft.take(replace(choice, log=log), "target")
            ),
        )


def spread() -> None:
    """How often each class comes, or how a number is spread."""
    dataset = draft.dataset()
    if dataset is None:
        return
    goal = dataset.target
    draft.heading(_("“{target}” in this table").format(target=literal(goal.name, 40)))
    if goal.levels is None:
        figure = bars.histogram(goal.values, dataset.weights, goal.name, theme())
        text = _("Histogram of {target}, from {low} to {high}").format(
            target=goal.name, low=f"{goal.distinct[0]:.4g}", high=f"{goal.distinct[-1]:.4g}"
        )
    else:
        weights = np.bincount(goal.values, dataset.weights, len(goal.levels)).tolist()
        others = max(0, len(goal.levels) - bars.MOST_BARS + 1)
        others_name = ngettext("{n} other class", "{n} other classes", others)
        figure = bars.classes(goal.levels, weights, others_name, theme())
        pairs = list(zip(goal.levels, weights, strict=True))[: bars.MOST_BARS]
        text = _(", ").join(f"{level}{_(': ')}{weight:g}" for level, weight in pairs)
    st.plotly_chart(
        figure,
        key="data_spread",
        theme=None,
        config={"displayModeBar": False, "staticPlot": goal.levels is not None},
        alt=text,
    )
