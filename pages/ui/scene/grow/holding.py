"""How many rows hold the split of a node: asked for by a switch, and said with the rows."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from dtcore.explain import Holding
from dtcore.formula import Digits
from dtcore.model import ROOT
from pages.ui.lesson.lesson import Lesson
from pages.ui.scene.blocks import Block, Button, buttons, say, switch, table
from pages.ui.wording import number_format
from pages.ui.wording.language import _, joined, ngettext
from pages.ui.wording.markdown import literal

MOST_LISTED: Final = 8
"""Rows."""


@dataclass(frozen=True)
class Held:
    """What is known of it: nothing while it is worked out; ``trouble`` says why it cannot be."""

    found: Holding | None = None
    trouble: str = ""

    @property
    def rows(self) -> tuple[int, ...]:
        return self.found.rows if self.found else ()

    @property
    def known(self) -> bool:
        return self.found is not None or bool(self.trouble)


def holding(lesson: Lesson, held: Held | None, digits: Digits) -> Iterator[Block]:
    """Nothing where no question wins, or the rows are elsewhere; the switch alone where ``held``
    is None."""
    if lesson.dataset.counted or not lesson.seen or lesson.evidence.winner is None:
        return
    label = _("How many rows hold this split?")
    yield switch("holding", "holding", label, held is not None)
    if held is None:
        return
    if held.found is None:
        yield say("held", held.trouble or _("Taking out rows…"), "info")
        return
    found = held.found
    yield say("held", _said(lesson, found, digits))
    if found.instead is not None:
        yield _rows(lesson, found, found.instead)
        label = ngettext("Grow without it", "Grow without them", len(found.rows))
        yield buttons("held_on", [Button("without", label, "split")])


def why_lit(lesson: Lesson, held: Held) -> str:
    """What is special about ``held.rows``; plain text."""
    if held.found is None or held.found.instead is None:
        return ""
    text = _("without them, {column} wins")
    return text.format(column=lesson.dataset.columns[held.found.instead].name)


def _said(lesson: Lesson, found: Holding, digits: Digits) -> str:
    winner = _name(lesson, found.winner)
    if found.instead is None:
        return _none(found, winner)
    instead, n = _name(lesson, found.instead), len(found.rows)
    return joined(
        _before(found, winner, instead, digits),
        _after(found, instead, digits),
        _least(found) if n > 1 else "",
        "" if lesson.node == ROOT else _("Splits above this node may change, too."),
    )


def _name(lesson: Lesson, column: int) -> str:
    return literal(lesson.dataset.columns[column].name, 40)


def _none(found: Holding, winner: str) -> str:
    if found.least is None:
        return _("**{column}** wins whichever rows are taken out.").format(column=winner)
    if found.least == 1:
        text = _(
            "**{column}** wins whichever of the rows tried are taken out; not all rows were tried."
        )
        return text.format(column=winner)
    text = _("**{column}** wins whichever {n} rows are taken out; not all larger sets were tried.")
    return text.format(column=winner, n=found.least - 1)


def _before(found: Holding, winner: str, instead: str, digits: Digits) -> str:
    """By how much the winner wins; nothing where the other is not compared."""
    lead = found.before.lead if found.before else None
    if lead is None:
        return ""
    if not lead:
        text = _("**{winner}** ties with **{column}** and comes first in the table.")
    else:
        text = _("**{winner}** wins over **{column}** by {lead}.")
    return text.format(winner=winner, column=instead, lead=digits.down_to(lead).show(lead))


def _after(found: Holding, instead: str, digits: Digits) -> str:
    rows = ngettext("this row", "these {n} rows", len(found.rows))
    lead = found.after.lead if found.after else None
    if lead is None:
        return _("Take {rows} away and **{column}** wins.").format(rows=rows, column=instead)
    if not lead:
        text = _("Take {rows} away and they tie: **{column}** comes first in the table and wins.")
        return text.format(rows=rows, column=instead)
    text = _("Take {rows} away and **{column}** wins by {lead}.")
    return text.format(rows=rows, column=instead, lead=digits.down_to(-lead).show(-lead))


def _least(found: Holding) -> str:
    if found.exact:
        return _("Fewer are not enough.")
    if found.least == 1:
        return _("Fewer may be enough; not all sets were tried.")
    text = _("Fewer than {n} are not enough; between {n} and {most}, not all sets were tried.")
    return text.format(n=found.least, most=len(found.rows))


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
