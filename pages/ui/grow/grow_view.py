"""What the Grow page keeps of itself between reruns, as values.

What a guess adds is kept beside its panel (``guess``). Not done
here: the lesson has a value of its own, which the session keeps.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from dtcore.formula import Query
from pages.ui.lesson.lesson import Lesson
from pages.ui.scene.grow.look import View
from pages.ui.scene.grow.new_row import NewRow
from pages.ui.shell import session


@dataclass(frozen=True)
class SearchReport:
    """What BFS-ID3 found on the table of ``digest``: its ``splits`` are those of its tree."""

    digest: str
    looked_at: int
    errors: float
    splits: int


@dataclass(frozen=True)
class GrowView:
    """``view``: of the selected node; ``numbers_at``: where the lesson stood when a node's own
    numbers were opened, for that view ends when the lesson moves on.

    ``highlighted``: the pressed count whose rows stand out. ``row``, ``new`` (a row that is not in
    the table) and ``axes`` belong to a table, named first; ``row_at`` is the beat at which a row
    was chosen; ``cut`` and ``missing_side`` belong to a column, named first. ``anyway_at``: where
    the lesson stood when it was wanted what could be asked of a leaf that came about unweighed;
    ``holding_at``: where, when it was asked how many rows hold the split, and ``exactly_at`` for
    the exact cut of a column, which it names last;
    ``counts_at``: where it stood when an address asked for counts alone. ``exact``: results are
    fractions; ``sent``: the list of rows with missing cells is open; ``more``: all numbers of a
    node are on show.
    """

    view: View = "working"
    numbers_at: object = None
    highlighted: Query | None = None
    row: tuple[str, int] | None = None
    new: tuple[str, NewRow] | None = None
    row_at: object = None
    axes: tuple[str, tuple[int, int]] | None = None
    cut: tuple[int, float] | None = None
    missing_side: tuple[int, int] | None = None
    grouping: str | None = None
    class_rule: str | None = None
    one_click: bool = False
    anyway_at: object = None
    holding_at: object = None
    exactly_at: object = None
    exact: bool = False
    sent: bool = False
    more: bool = False
    counts_at: object = None
    worksheet_steps: int = 3
    searched: SearchReport | None = None


def highlight(query: Query | None) -> None:
    """For callbacks: let the rows that ``query`` counts stand out; None: those of the node."""
    session.keep(replace(session.view(GrowView), highlighted=query))


def choose_row(lesson: Lesson, row: int | None) -> None:
    """For callbacks: choose a row of the lesson's table, or none."""
    chosen = None if row is None else (repr(lesson.choice), row)
    session.keep(replace(session.view(GrowView), row=chosen, new=None, row_at=here(lesson)[:2]))


def ask_new(lesson: Lesson, row: NewRow) -> None:
    """Ask the tree of this beat about a row that is not in the table."""
    new = (repr(lesson.choice), row)
    session.keep(replace(session.view(GrowView), row=None, new=new, row_at=here(lesson)[:2]))


def new_of(lesson: Lesson) -> NewRow | None:
    view = session.view(GrowView)
    table, row = view.new or ("", None)
    return row if (table, view.row_at) == (repr(lesson.choice), here(lesson)[:2]) else None


def row_of(lesson: Lesson) -> int | None:
    """The row of this table that was chosen."""
    table, row = session.view(GrowView).row or ("", None)
    return row if table == repr(lesson.choice) else None


def here(lesson: Lesson) -> tuple[object, ...]:
    """Where the lesson stands, and what of it is looked at."""
    return (lesson.timeline.cursor, lesson.weighed, lesson.node)


@dataclass(frozen=True)
class BuildView:
    """Whether a tree of one's own is built (``on``), and whether it stands beside the algorithm's.

    ``asked``: a node of a table, and the column chosen for it.
    """

    on: bool = False
    comparing: bool = False
    asked: tuple[object, int] | None = None


def building() -> bool:
    """Whether a tree of one's own is being built."""
    return session.view(BuildView).on


def build_own(on: bool) -> None:
    """For callbacks: begin or leave a tree of one's own."""
    session.keep(replace(session.view(BuildView), on=on, comparing=False))
