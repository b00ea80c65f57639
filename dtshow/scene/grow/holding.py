"""How many rows hold the split of a node: asked for by a switch, and said with the rows."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from dtcore.model import ROOT
from dtshow.lesson.lesson import Lesson
from dtshow.scene.blocks import Block, Button, buttons, say, switch, table
from dtshow.scene.grow.look import GrowLook, Held
from dtshow.words import number_format
from dtshow.words.language import _, joined, ngettext
from dtshow.words.markdown import literal
from dttools.printing import Digits
from dttools.teach import Scores, SplitSupport

MOST_LISTED: Final = 8
"""Rows."""


def holding(lesson: Lesson, look: GrowLook, digits: Digits) -> Iterator[Block]:
    """Nothing where no question wins, or the rows are elsewhere; the switch alone where nobody
    asks."""
    if lesson.dataset.counted or not lesson.seen or lesson.evidence.winner is None:
        return
    label = _("How many rows hold this split?")
    yield switch("holding", "holding", label, look.holding)
    if not look.holding:
        return
    if look.held.found is None:
        yield say("held", look.held.trouble or _("Taking out rows…"), "info")
        return
    found = look.held.found
    yield say("held", _said(lesson, found, digits))
    if found.instead is not None:
        yield _rows(lesson, found, found.instead)
        label = ngettext("Grow without it", "Grow without them", len(found.rows))
        yield buttons("held_on", [Button("without", label, "split")])


def why_lit(lesson: Lesson, held: Held) -> str:
    """What is special about ``held.rows``; plain text."""
    if held.found is None or held.found.instead is None:
        return ""
    text = _("without them, {column} is best")
    return text.format(column=lesson.dataset.columns[held.found.instead].name)


def _said(lesson: Lesson, found: SplitSupport, digits: Digits) -> str:
    winner = _name(lesson, found.winner)
    if found.instead is None:
        return _none(found)
    instead, n = _name(lesson, found.instead), len(found.rows)
    return joined(
        _before(found, winner, instead, digits),
        _after(found, instead, digits),
        _least(found) if n > 1 else "",
        "" if lesson.node == ROOT else _("Splits above this node may change, too."),
    )


def _name(lesson: Lesson, column: int) -> str:
    return literal(lesson.dataset.columns[column].name, 40)


def _none(found: SplitSupport) -> str:
    if found.least is None:
        return _("No other column is best, whichever rows are taken out.")
    if found.least == 1:
        return _(
            "No other column is best, whichever of the rows tried are taken out; not all rows were "
            "tried."
        )
    text = _(
        "No other column is best, whichever {n} rows are taken out; not all larger sets were tried."
    )
    return text.format(n=found.least - 1)


def _before(found: SplitSupport, winner: str, instead: str, digits: Digits) -> str:
    """By how much the winner wins; nothing where the other is not compared."""
    lead = _lead(found.before, digits)
    if lead is None:
        return ""
    text = _("**{winner}** ties with **{column}** and comes first in the table.")
    if lead:
        text = _("**{winner}** is best, ahead of **{column}** by {lead}.")
    return text.format(winner=winner, column=instead, lead=lead)


def _after(found: SplitSupport, instead: str, digits: Digits) -> str:
    rows = ngettext("this row", "these {n} rows", len(found.rows))
    lead = _lead(found.after, digits)
    if lead is None:
        text = _("Take {rows} away and **{column}** is best.")
    elif not lead:
        text = _("Take {rows} away and they tie: **{column}** comes first in the table.")
    else:
        text = _("Take {rows} away and **{column}** is best, ahead by {lead}.")
    return text.format(rows=rows, column=instead, lead=lead)


def _lead(scores: Scores | None, digits: Digits) -> str | None:
    """By how much one of the two is ahead, as their scores are shown; "" if they tie, None if one
    is ruled out."""
    if scores is None or scores.winner is None or scores.instead is None:
        return None
    low, high = sorted((scores.winner, scores.instead))
    return "" if scores.tied else digits.apart(high, low).less(high, low)


def _least(found: SplitSupport) -> str:
    if found.exact:
        return _("Fewer are not enough.")
    if found.least == 1:
        return _("Fewer may be enough; not all sets were tried.")
    text = _("Fewer than {n} are not enough; between {n} and {most}, not all sets were tried.")
    return text.format(n=found.least, most=len(found.rows))


def _rows(lesson: Lesson, found: SplitSupport, instead: int) -> Block:
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
