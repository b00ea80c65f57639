"""What the Grow page keeps of itself between reruns, as values.

What a guess adds is kept beside its panel (``guess``). Not done
here: the lesson has a value of its own, which the session keeps.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from dtcore.formula import Query
from dtshow.lesson.lesson import Lesson
from dtshow.scene.grow.look import View
from pages.ui.shell import session
from pages.ui.shell.session import kept


@dataclass(frozen=True)
class SearchReport:
    """What BFS-ID3 found: its ``splits`` are those of its tree."""

    looked_at: int
    errors: float
    splits: int


def here(lesson: Lesson) -> tuple[object, ...]:
    """Where the lesson stands, and what of it is looked at."""
    return (lesson.timeline.cursor, lesson.weighed, lesson.node)


def _here() -> object:
    return here(session.lesson())


def _column() -> object:
    lesson = session.lesson()
    return (*here(lesson), lesson.candidate.column if lesson.candidate else None)


@dataclass(frozen=True)
class GrowView:
    """``view``: of the selected node; ``numbers``: a node's own numbers are open, for that view
    ends when the lesson moves on.

    ``highlighted``: the pressed count whose rows stand out. ``cut`` and ``missing_side`` belong to
    a column, named first. ``anyway``: it is wanted what could be asked of a leaf that came about
    unweighed; ``holding``: how many rows hold the split; ``exactly``: the exact cut of the column;
    ``counts``: an address asked for counts alone. ``exact``: results are fractions; ``sent``: the
    list of rows with missing cells is open; ``more``: all numbers of a node are on show.
    """

    page: ClassVar = "grow"
    view: View = kept("working")
    numbers: bool = kept(False, reset_by=("view",), scope=_here)
    highlighted: Query | None = kept(None, reset_by=("cut",))
    cut: tuple[int, float] | None = kept(None)
    missing_side: tuple[int, int] | None = kept(None)
    grouping: str | None = kept(None, widget="way_control")
    class_rule: str | None = kept(None)
    one_click: bool = kept(False, widget="both", lasts=True)
    anyway: bool = kept(False, scope=_here)
    holding: bool = kept(False, scope=_here)
    exactly: bool = kept(False, scope=_column)
    exact: bool = kept(False, widget="exact_control", lasts=True)
    sent: bool = kept(False)
    more: bool = kept(False)
    counts: bool = kept(False, scope=_here)
    worksheet_steps: int = kept(3, widget="sheet_steps", lasts=True)
    searched: SearchReport | None = kept(None, scope=session.table)


def highlight(query: Query | None) -> None:
    """For callbacks: let the rows that ``query`` counts stand out; None: those of the node."""
    session.change(GrowView, highlighted=query)


@dataclass(frozen=True)
class BuildView:
    """Whether a tree of one's own is built (``on``), and whether it stands beside the algorithm's.

    ``asked``: a node of a table, and the column chosen for it.
    """

    on: bool = kept(False)
    comparing: bool = kept(False, reset_by=("on",))
    asked: tuple[object, int] | None = kept(None)


def building() -> bool:
    """Whether a tree of one's own is being built."""
    return session.view(BuildView).on


def build_own(on: bool) -> None:
    """For callbacks: begin or leave a tree of one's own."""
    session.change(BuildView, on=on)
