"""A cut of numbers that are counted in groups: that no other was tried nearby, and the exact one.

Not done here: how the exact cut is found (``dttools.large.exact``), and when
(``pages.ui.grow.exact_cut``).
"""

from __future__ import annotations

from collections.abc import Iterator

import dtcore as dt
from dtcore.model import number
from dtcore.stepping import Candidate
from dtshow.lesson import narration
from dtshow.lesson.lesson import Lesson
from dtshow.scene.blocks import Block, Button, buttons, say
from dtshow.scene.grow.look import ExactlyCut, GrowLook
from dtshow.words.language import _
from dtshow.words.markdown import literal
from dttools.large import CountedTable, CutRange, range_of
from dttools.printing import Digits


def in_groups(lesson: Lesson, candidate: Candidate | None) -> bool:
    """Whether a candidate cuts between groups of numbers, so that not every cut was tried."""
    table, split = lesson.dataset, candidate.split if candidate else None
    if not isinstance(table, CountedTable) or not isinstance(split, dt.Threshold):
        return False
    return table.grouped(split.column)


def grouped(
    lesson: Lesson, candidate: Candidate, look: GrowLook, digits: Digits
) -> Iterator[Block]:
    """Nothing of any other candidate; a button where nobody has asked for the exact cut."""
    if not in_groups(lesson, candidate):
        return
    timeline = lesson.timeline
    within = range_of(timeline.problem, timeline.state, lesson.node, candidate)
    yield say("grouped", _where(lesson.dataset, candidate.column, within), "quiet")
    if within.known:
        return
    if not look.exactly:
        yield buttons("exactly", [Button("exactly", _("Find the exact cut"), "search")])
    elif look.exact_cut.known:
        told = look.exact_cut.trouble or _exactly(lesson, look.exact_cut, digits)
        yield say("exactly", told, "info")
    else:
        yield say("exactly", _("Counting each value in that range…"), "info")


def _where(table: dt.Dataset, column: int, within: CutRange) -> str:
    assert isinstance(table, CountedTable)
    text = _(
        "**{column}** has too many values to count each of them, so cuts were tried between "
        "{groups} groups of values only. The exact cut lies between {low} and {high}."
    )
    if within.known:
        text = _(
            "**{column}** has too many values to count each of them, so cuts were "
            "tried between {groups} groups of values only. No cut inside a group can "
            "score higher: this is the exact one."
        )
    return text.format(
        column=literal(table.columns[column].name, 40),
        groups=len(table.low[column]),
        low=number(within.low),
        high=number(within.high),
    )


def _exactly(lesson: Lesson, exactly: ExactlyCut, digits: Digits) -> str:
    text = _(
        "Each value in that range was counted: the exact cut is **{cut}** ({score}: "
        "{value}). The tree keeps the cut between the groups."
    )
    name = narration.score_name(lesson.recipe)
    return text.format(cut=literal(exactly.cut), score=name, value=digits.show(exactly.score))
