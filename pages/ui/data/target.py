"""What is to be predicted, how it is spread, and the button that leads to the tree."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import numpy as np
import streamlit as st

import dtcore as dt
from pages.ui.data import draft
from pages.ui.figures import balance
from pages.ui.lesson.lesson import TableChoice
from pages.ui.shell import session
from pages.ui.shell.frame import show_problem
from pages.ui.shell.places import column_label, go_to, title_of
from pages.ui.shell.theme import theme
from pages.ui.tables.column_facts import ColumnFacts
from pages.ui.wording.language import _, ngettext
from pages.ui.wording.markdown import literal

TARGET: Final = session.Widget("data_target", "")
AS_NUMBER: Final = session.Widget("data_as_number", False)
LOG: Final = session.Widget("data_log", False)


def target(choice: TableChoice, facts: tuple[ColumnFacts, ...]) -> None:
    labels = {column.name: column_label(choice, column.name) for column in facts}
    st.selectbox(
        _("Target: what the tree is to predict"),
        list(labels),
        format_func=labels.__getitem__,
        key=TARGET.showing(choice.target),
        on_change=lambda: draft.take(choice.with_target(TARGET.value), "target"),
    )
    draft.show_refusal("target")
    problem = draft.problem()
    _go_on(problem)
    if problem is not None:
        show_problem(problem)
    own = next(column for column in facts if column.name == choice.target)
    _switches(choice, own)
    dataset = draft.dataset()
    if dataset is not None:
        _spread(dataset)


def _go_on(problem: dt.DtError | None) -> None:
    if draft.draft() is None:
        st.button(
            _("Grow the tree"),
            key="data_grow",
            type="primary",
            width="stretch",
            on_click=go_to,
            args=("grow",),
        )
        return
    st.button(
        _("Use this table and grow"),
        key="data_use",
        type="primary",
        width="stretch",
        disabled=problem is not None,
        on_click=draft.use_draft,
    )
    before = literal(title_of(session.lesson().choice), 30)
    st.button(
        _("Not this one: back to {title}").format(title=before),
        key="data_leave",
        type="tertiary",
        on_click=draft.forget_draft,
        help=_("The file stays on the home page."),
    )


def _switches(choice: TableChoice, own: ColumnFacts) -> None:
    if own.as_classes:
        st.toggle(
            _("Take the target as a number"),
            key=AS_NUMBER.showing(own.numeric),
            help=_("It holds a few whole numbers, so each of them is taken as a class."),
            on_change=lambda: draft.take(
                choice.with_kind([choice.target], "numeric" if AS_NUMBER.value else "nominal"),
                "target",
            ),
        )
    if own.numeric and own.low > 0:
        st.toggle(
            _("Predict its logarithm"),
            key=LOG.showing(choice.log),
            help=_("The natural logarithm: for targets that range over several sizes."),
            on_change=lambda: draft.take(replace(choice, log=LOG.value), "target"),
        )


def _spread(dataset: dt.Dataset) -> None:
    goal = dataset.target
    if goal.levels is None:
        figure = balance.histogram(goal.values, dataset.weights, goal.name, theme())
        text = _("Histogram of {target}, from {low} to {high}").format(
            target=goal.name, low=f"{goal.distinct[0]:.4g}", high=f"{goal.distinct[-1]:.4g}"
        )
    else:
        weights = np.bincount(goal.values, dataset.weights, len(goal.levels)).tolist()
        others = max(0, len(goal.levels) - balance.MOST_BARS + 1)
        others_name = ngettext("{n} other class", "{n} other classes", others)
        figure = balance.classes(goal.levels, weights, others_name, theme())
        pairs = list(zip(goal.levels, weights, strict=True))[: balance.MOST_BARS]
        text = ", ".join(f"{level}: {weight:g}" for level, weight in pairs)
    st.plotly_chart(
        figure,
        key="data_spread",
        theme=None,
        config={"displayModeBar": False, "staticPlot": goal.levels is not None},
        alt=text,
    )
