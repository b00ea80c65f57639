"""How the rows that a node's question could not place were sent on, row by row, and the totals."""

from __future__ import annotations

import pandas as pd
import streamlit as st

import dtcore as dt
from dtcore.growth import MissingRouting
from dtcore.model import NOWHERE, Surrogate, branches, number
from pages.ui.lesson.lesson import Lesson
from pages.ui.shell import cache
from pages.ui.wording import narration, number_format
from pages.ui.wording.language import _, sentence
from pages.ui.wording.markdown import literal

MOST = 50
"""Of the rows that were sent on no more than this are listed; the totals count all."""
SHOWN = 6
ROW, HEAD = 30, 37


def sent(lesson: Lesson) -> None:
    """A line where the selected node has such rows, with a list that is made when it is opened."""
    split = lesson.tree[lesson.node].split
    if split is None or not _may_lack(lesson):
        return
    if split.missing != NOWHERE:
        _own(lesson, split.missing)
    result = _sending(lesson)
    if not len(result.rows):
        return
    text = _("How {rows} with a missing cell were sent").format(
        rows=narration.rows_count(float(result.weights.sum()))
    )
    with st.expander(text, key="sent", icon=":material/alt_route:", on_change="rerun") as place:
        if place.open:
            st.caption(_rule(lesson, result))
            _totals(lesson, result)
            _listed(lesson, result)


def _may_lack(lesson: Lesson) -> bool:
    """Whether the question may leave rows without a branch: quick, for every other node."""
    split = lesson.tree[lesson.node].split
    assert split is not None
    return split.column in lesson.dataset.gappy or isinstance(split, dt.Subset)


def _path(lesson: Lesson) -> tuple[object, ...]:
    """All that the routing of a node's rows depends on: the splits down to it."""
    tree, node = lesson.tree, lesson.node
    above = [tree.place(node[:depth]) for depth in range(len(node) + 1)]
    path = tuple((tree.splits[place], tree.surrogates.get(place)) for place in above)
    return lesson.dataset, tree.missing, node, path


@cache.shared(by=_path)
def _sending(lesson: Lesson) -> MissingRouting:
    return dt.missing_routing(lesson.dataset, lesson.tree, lesson.node)


def _own(lesson: Lesson, branch: int) -> None:
    """Where missing counts as a value, the question itself places these rows."""
    split = lesson.tree[lesson.node].split
    assert split is not None
    text = _("Here missing counts as a value of its own: such rows go to {branch}.")
    condition = number_format.told(split.condition(lesson.tree.schema, branch))
    st.caption(text.format(branch=literal(condition, 80)))


def _rule(lesson: Lesson, found: MissingRouting) -> str:
    """The policy in a sentence."""
    policy = lesson.tree.missing
    if isinstance(policy, dt.Surrogates) and not found.surrogates:
        policy = dt.MajorityBranch()
    return sentence(policy.reason)


def _totals(lesson: Lesson, found: MissingRouting) -> None:
    """What the question placed and what was sent add up to the branches."""
    sums = found.parts.sum(axis=0)
    table = {
        _("Branch"): _branches(lesson),
        _("placed"): [_weight(w) for w in found.placed],
        _("sent"): [_weight(w) for w in sums],
        _("together"): [_weight(w) for w in found.placed + sums],
    }
    height = HEAD + ROW * min(len(sums), SHOWN)
    st.dataframe(
        pd.DataFrame(table), hide_index=True, key="sent_totals", row_height=ROW, height=height
    )


def _listed(lesson: Lesson, found: MissingRouting) -> None:
    """The rows by number, each with its weight here and the part that each branch got."""
    rows = found.rows[:MOST]
    table: dict[str, list[object]] = {
        _("Row"): [int(row) + 1 for row in rows],
        _("weight"): [_weight(w) for w in found.weights[:MOST]],
    }
    shares = found.parts[:MOST] / found.weights[:MOST, None]
    for name, part in zip(_branches(lesson), shares.T, strict=True):
        table[name] = [_weight(share) if share else "" for share in part]
    if found.surrogates:
        told = [_teller(lesson, found.surrogates[i]) for i in range(len(found.surrogates))]
        most = _("most rows")
        table[_("told by")] = [told[i] if i >= 0 else most for i in found.teller[:MOST]]
    height = HEAD + ROW * min(len(rows), SHOWN)
    st.dataframe(
        pd.DataFrame(table), hide_index=True, key="sent_rows", row_height=ROW, height=height
    )
    if len(found.rows) > MOST:
        first = _("The first {shown} of {all} are listed; the totals count all.")
        st.caption(first.format(shown=MOST, all=len(found.rows)))


def _branches(lesson: Lesson) -> list[str]:
    split, schema = lesson.tree[lesson.node].split, lesson.tree.schema
    assert split is not None
    return [
        number_format.told(split.condition(schema, branch)) for branch in range(split.arity(schema))
    ]


def _teller(lesson: Lesson, surrogate: Surrogate) -> str:
    """The other question, its left side first, and how often it agrees with this one."""
    schema = lesson.tree.schema
    name = schema.columns[surrogate.split.column].name
    if isinstance(surrogate.split, dt.Threshold):
        operator = ">" if surrogate.turned else "≤"
        text = f"{name} {operator} {number_format.value(surrogate.split.condition(schema, 0))}"
    else:
        sides = branches(surrogate.split, schema).split(" | ")
        text = f"{name}: {' | '.join(reversed(sides) if surrogate.turned else sides)}"
    return _("{question}, agrees {share}").format(
        question=text, share=f"{100 * surrogate.agreement:.1f} %"
    )


def _weight(value: float) -> str:
    return number(round(float(value), 4))
