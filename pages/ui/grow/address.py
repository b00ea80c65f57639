"""What the Grow page adds to a lesson's address: ``row=9``, the row whose path is lit; ``new``, one
that is not in the table; ``node=0.1`` without either, what is selected, if not where the lesson
stands; ``light=2``, the class whose rows stand out there; ``scores=0``, counts alone are shown
here."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from dtcore.formula import Query
from dtcore.model import ends
from dtshow.lesson.lesson import Lesson
from dtshow.scene.grow.look import GrowLook
from dtshow.scene.grow.row_paths import end_of_new, read_new, write_new
from dtshow.scene.tree.records import name_of
from dtshow.scene.tree.tree_look import TreeLook
from pages.ui.grow.grow_view import build_own
from pages.ui.shell import session
from pages.ui.trees.chosen_row import ChosenRow, choose_row, row_of

SHOWN: Final = ("row", "new", "light", "scores")


def address() -> dict[str, str]:
    lesson = session.lesson()
    row, linked = row_of(lesson), session.linked(lesson.choice)
    chosen = {} if row is None or not linked else {"row": str(row + 1)}
    more = chosen or _new(lesson) or _node(lesson)
    more |= _light(lesson) | _counts()
    return session.lesson_address(TreeLook) | more


def _new(lesson: Lesson) -> dict[str, str]:
    row = session.view(ChosenRow).new
    return {} if row is None else {"new": write_new(row, lesson.dataset.columns)}


def _node(lesson: Lesson) -> dict[str, str]:
    return {} if lesson.node == lesson.stands else {"node": name_of(lesson.node)}


def _light(lesson: Lesson) -> dict[str, str]:
    query = session.view(GrowLook).highlighted
    if query is None or query.label is None or query != Query(lesson.node, label=query.label):
        return {}
    return {"light": str(query.label + 1)}


def _counts() -> dict[str, str]:
    return {"scores": "0"} if session.view(GrowLook).counts_only else {}


def row_in(params: Mapping[str, str], rows: int) -> int | None:
    """The place of the row that an address names, if the table has it."""
    named = re.fullmatch(r"\d{1,6}", params.get("row", ""))
    row = int(named[0]) - 1 if named else -1
    return row if 0 <= row < rows else None


def arrive() -> None:
    """Follow an address that was opened on this page, or at first one that is about it."""
    opening = session.unread("grow")
    if opening and (opening.page == "grow" or any(name in opening.params for name in SHOWN)):
        open_address(opening.params)


def open_address(params: Mapping[str, str]) -> None:
    """Begin to look at the lesson as an address says, which one's own tree does not hide."""
    lesson = session.lesson()
    build_own(False)
    row = row_in(params, len(lesson.dataset))
    choose_row(lesson, row)
    if row is not None:
        follow_row(lesson, row)
    elif new := read_new(params.get("new", ""), lesson.dataset.columns):
        end = end_of_new(lesson.tree, lesson.dataset, new)
        session.go(lambda now: now.select(end))
        session.change(ChosenRow, new=new)
    _stand_out(session.lesson(), params)


def _stand_out(lesson: Lesson, params: Mapping[str, str]) -> None:
    session.change(GrowLook, counts_only=params.get("scores") == "0")
    label = re.fullmatch(r"[1-9]\d{0,3}", params.get("light", ""))
    if label and int(label[0]) <= len(lesson.dataset.schema.classes):
        session.change(GrowLook, highlighted=Query(lesson.node, label=int(label[0]) - 1))


def follow_row(lesson: Lesson, row: int) -> None:
    """Choose a row, and look at the leaf that it comes to, or the likeliest."""
    choose_row(lesson, row)
    reached = ends(lesson.tree, lesson.dataset, row)
    session.go(lambda now: now.select(max(reached, key=lambda node: reached[node])))
