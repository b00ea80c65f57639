"""How many rows hold the split of a node: asked for by a switch, and said with the rows."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from dtcore import explain
from dtcore.errors import DtError
from dtcore.explain import Holding
from pages.ui.lesson.lesson import Lesson
from pages.ui.scene.blocks import Block, Button, buttons, say, switch, table
from pages.ui.wording import number_format
from pages.ui.wording.language import _, joined, ngettext, sentence
from pages.ui.wording.markdown import literal

MOST_CELLS: Final = 3_000_000
"""Weighed before the answer is a bound: it is waited for."""
MOST_LISTED: Final = 8
"""Rows."""


def holding(lesson: Lesson, on: bool) -> Iterator[Block]:
    """Nothing where no question wins."""
    if not lesson.seen or lesson.evidence.winner is None:
        return
    yield switch("holding", "holding", _("How many rows hold this split?"), on)
    if not on:
        return
    try:
        found = held_by(lesson)
    except DtError as problem:
        yield say("held", sentence(problem), "info")
        return
    yield say("held", _said(lesson, found))
    if found.instead is not None:
        yield _rows(lesson, found, found.instead)
        label = ngettext("Grow without it", "Grow without them", len(found.rows))
        yield buttons("held_on", [Button("without", label, "split")])


def held_by(lesson: Lesson) -> Holding:
    """Raises MoveError where the node is too large."""
    timeline = lesson.timeline
    return explain.holding(timeline.problem, timeline.state, lesson.node, MOST_CELLS)


def _said(lesson: Lesson, found: Holding) -> str:
    columns = [literal(column.name, 40) for column in lesson.dataset.columns]
    winner = columns[found.winner]
    if found.instead is None:
        if found.least is None:
            text = _("**{column}** wins whatever rows are taken out.")
            return text.format(column=winner)
        text = _("**{column}** wins without any {n} rows; more were not all tried.")
        return text.format(column=winner, n=found.least - 1)
    rows = ngettext("Without {n} row", "Without {n} rows", len(found.rows))
    text = _("{rows}, **{column}** wins in place of {winner}.")
    told = text.format(rows=rows, column=columns[found.instead], winner=winner)
    if found.exact:
        return joined(told, _("Fewer do not do it.") if len(found.rows) > 1 else "")
    return joined(
        told, _("Fewer than {n} do not; in between not all were tried.").format(n=found.least)
    )


def _rows(lesson: Lesson, found: Holding, instead: int) -> Block:
    """Their numbers, and what they have in the two columns and the target."""
    data = lesson.dataset
    shown = (data.columns[found.winner], data.columns[instead], data.target)
    heads = [_("Row"), *(column.name for column in shown)]
    rows = []
    for place in found.rows[:MOST_LISTED]:
        cells = []
        for column in shown:
            value = column.values[place]
            if column.levels is None:
                cells.append("?" if value != value else number_format.shown(float(value)))
            else:
                cells.append(column.levels[int(value)] if value >= 0 else "?")
        rows.append([str(place + 1), *cells])
    if len(found.rows) > MOST_LISTED:
        rows.append(["…", *[""] * len(shown)])
    return table("held_rows", heads, rows)
