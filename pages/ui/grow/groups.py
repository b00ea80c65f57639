"""Trying groupings of a nominal column: a branch for each value, two groups, one against the rest,
or groups of one's own; above them the rows counted by value and class."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pandas as pd
import streamlit as st

import dtcore as dt
from dtcore import explain
from dtcore.model import GAP, NOWHERE, Schema, branches, predictions, weight_of
from dtcore.stepping import Candidate, node_rows_of
from dtshow.lesson import narration
from dtshow.lesson.lesson import Lesson
from dtshow.words import number_format
from dtshow.words.language import _
from dtshow.words.markdown import literal
from dttools.printing import Digits
from dttools.study import each_against_the_rest, groupings, level_stats, values_here
from pages.ui.components.controls import switch
from pages.ui.grow.grow_view import PanelView
from pages.ui.grow.trial import outcome, take, working
from pages.ui.shell import session

ROW, HEAD = 30, 37
MOST_ROWS = 6
MOST_EACH = 100


def groups(lesson: Lesson, candidate: Candidate, digits: Digits) -> None:
    problem, at, column = lesson.timeline.problem, lesson.timeline.state, candidate.column
    _values(lesson, column)
    result = groupings(problem, at, lesson.node, column)
    if not result:
        st.caption(_("It has at most one value here, so it cannot split these rows."))
        return
    if _alike(result, lesson.dataset.schema):
        way = _usual(lesson, result, candidate)
    else:
        _scores(lesson, result, digits)
        way = _way(lesson, result, candidate)
    one = way == "one" and not _alike(result, lesson.dataset.schema)
    judged = _each(lesson, column, digits) if one else result.get(way) or _own(lesson, candidate)
    if judged is None or judged.split is None:
        st.caption(_("Put some of the values on the left, and leave some for the right."))
        return
    outcome(lesson, judged, digits)
    take(lesson, judged.split, key="take_grouping")
    working(lesson, judged, digits, key="group_working")


def _alike(found: dict[str, Candidate], schema: Schema) -> bool:
    """Whether all ways make the same groups, as of two values: then there is nothing to try."""
    return (
        len({frozenset(branches(c.split, schema).split(" | ")) for c in found.values() if c.split})
        == 1
    )


def _usual(lesson: Lesson, found: dict[str, Candidate], candidate: Candidate) -> str:
    """The way of the candidate's own split, of several the algorithm's own."""
    ways = [way for way, one in found.items() if one.split == candidate.split] or [*found]
    own = isinstance(lesson.recipe.splitter.nominal, dt.OneAgainstRest)
    return "one" if own and "one" in ways else ways[0]


def _values(lesson: Lesson, column: int) -> None:
    """The rows of the node counted by value and class."""
    field = lesson.dataset.columns[column]
    names, schema = [*(field.levels or ())], lesson.dataset.schema
    stats = level_stats(lesson.timeline.problem, lesson.timeline.state, lesson.node, column)
    total = weight_of(stats, schema)
    table = pd.DataFrame(index=pd.Index(names, name=field.name))
    for k, name in enumerate(schema.classes[:12]):
        table[f"{schema.target.name} = {name}"] = stats[:, k]
    table[_("all")] = total
    if not schema.classes:
        mean = _("mean of {target}").format(target=schema.target.name)
        means = predictions(stats, schema)
        table[mean] = np.where(total > 0, means, np.nan)
    height = HEAD + ROW * min(len(table), MOST_ROWS)
    aligned = st.column_config.NumberColumn(alignment="left")  # as their headings are
    st.dataframe(
        table,
        key="value_table",
        height=height,
        row_height=ROW,
        placeholder="–",
        column_config=dict.fromkeys(table.columns, aligned),
    )


def _scores(lesson: Lesson, found: dict[str, Candidate], digits: Digits) -> None:
    """The ways side by side, each with its best split and its scores."""
    names = _names()
    ways = {_("Grouping"): [names[way] for way in found]}
    _listed(ways | _scored(lesson, [*found.values()], digits), "ways", len(found))


def _each(lesson: Lesson, column: int, digits: Digits) -> Candidate:
    """One value after the other against the rest, the best first, and which is looked at."""
    problem, at = lesson.timeline.problem, lesson.timeline.state
    found = each_against_the_rest(problem, at, lesson.node, column, MOST_EACH)
    table = _scored(lesson, found, digits)
    _listed(table, "each_value", min(len(found), MOST_ROWS))
    sides = table[_("Branches")]
    key = "_".join(map(str, ("each_of", column, *lesson.node)))
    chosen = st.selectbox(_("Question"), range(len(found)), format_func=sides.__getitem__, key=key)
    return found[chosen]


def _scored(lesson: Lesson, found: Sequence[Candidate], digits: Digits) -> dict[str, list[str]]:
    """The branches of each split and its scores, by heading."""
    score, schema = explain.headline(lesson.recipe), lesson.dataset.schema
    shown = {_("Gain"): "gain"}
    if score == "gain_ratio":
        shown |= {_("Split info"): "split_info", _("Gain ratio"): "gain_ratio"}
    if lesson.recipe.impurity.numeric:
        shown = {narration.score_name(lesson.recipe): score}
    elif not lesson.recipe.impurity.unit:
        shown = {narration.score_name(lesson.recipe): "gain"}
    table = {_("Branches"): [number_format.sides(c.split, schema) for c in found if c.split]}
    for heading, name in shown.items():
        table[heading] = [digits.show(one.scores[name]) for one in found]
    return table


def _listed(table: dict[str, list[str]], key: str, rows: int) -> None:
    height = HEAD + ROW * rows
    st.dataframe(pd.DataFrame(table), hide_index=True, key=key, row_height=ROW, height=height)


def _names() -> dict[str, str]:
    return {
        "every": _("One branch per value"),
        "groups": _("Best two groups"),
        "one": _("One against the rest"),
        "own": _("Groups of your own"),
    }


def _way(lesson: Lesson, found: dict[str, Candidate], candidate: Candidate) -> str:
    names = {way: name for way, name in _names().items() if way in found or way == "own"}
    chosen = session.view(PanelView).grouping
    shown = chosen if chosen in names else _usual(lesson, found, candidate)
    switch(_("Try"), names, session.bind(PanelView, grouping=shown))
    return shown


def _own(lesson: Lesson, candidate: Candidate) -> Candidate | None:
    """The split of the values that are put on the left against the others."""
    field = lesson.dataset.columns[candidate.column]
    problem, at = lesson.timeline.problem, lesson.timeline.state
    levels = values_here(problem, at, lesson.node, candidate.column).tolist()
    names = (*(field.levels or ()), GAP)
    gap = len(names) - 1
    if lesson.recipe.missing.missing_as_level and _lacks(lesson, candidate.column):
        levels.append(gap)
    left = st.multiselect(
        _("Left branch"),
        levels,
        default=levels[:1],
        format_func=lambda code: literal(names[code], 40),
        key=f"own_left_{candidate.column}",
    )
    sides = sorted(left), [code for code in levels if code not in left]
    if not all(sides):
        return None
    ordered = sorted(sides)  # the side with the lowest level is the left one
    missing = next((branch for branch, codes in enumerate(ordered) if gap in codes), NOWHERE)
    first, second = ([code for code in codes if code != gap] for codes in ordered)
    split = dt.Subset(candidate.column, tuple(first), tuple(second), missing)
    return dt.judge(lesson.timeline.problem, lesson.timeline.state, lesson.node, split)


def _lacks(lesson: Lesson, column: int) -> bool:
    """Whether some rows of the node have no value in a column."""
    if column not in lesson.dataset.gappy:
        return False
    rows = node_rows_of(lesson.timeline.problem, lesson.timeline.state, lesson.node).rows
    return bool((lesson.dataset.columns[column].values[rows] < 0).any())
