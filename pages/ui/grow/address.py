"""What the Grow page adds to a lesson's address: ``row=9``, the row whose path is lit."""

from __future__ import annotations

import re
from collections.abc import Mapping

from dtcore.model import ends
from pages.ui.grow.grow_view import GrowView, build_own, choose_row, row_of
from pages.ui.lesson.lesson import Lesson
from pages.ui.shell import session


def address() -> dict[str, str]:
    lesson = session.lesson()
    row, uploaded = row_of(lesson), lesson.choice.uploaded
    chosen = {} if row is None or uploaded else {"row": str(row + 1)}
    return {**session.lesson_address(), **chosen}


def row_in(params: Mapping[str, str], rows: int) -> int | None:
    """The place of the row that an address names, if the table has it."""
    named = re.fullmatch(r"\d{1,6}", params.get("row", ""))
    row = int(named[0]) - 1 if named else -1
    return row if 0 <= row < rows else None


def open_address(params: Mapping[str, str]) -> None:
    """Begin to look at the lesson as an address says, which one's own tree does not hide."""
    lesson = session.lesson()
    build_own(False)
    session.keep(GrowView(one_click=session.view(GrowView).one_click))
    row = row_in(params, len(lesson.dataset))
    choose_row(lesson, row)
    if row is not None:
        follow_row(lesson, row)


def follow_row(lesson: Lesson, row: int) -> None:
    """Choose a row, and look at the leaf that it comes to, or the likeliest."""
    choose_row(lesson, row)
    reached = ends(lesson.tree, lesson.dataset, row)
    session.go(lambda now: now.select(max(reached, key=lambda node: reached[node])))
