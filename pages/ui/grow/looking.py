"""What this session looks at of its lesson, a ``GrowLook``, kept and in full; the scene as the
browser gets it, written once for all who see the same; and the address.

The page adds to a lesson's address: ``row=9``, the row whose path is lit; ``new``, one that is not
in the table; ``node=0.1`` without either, what is selected, if not where the lesson stands;
``light=2``, the class whose rows stand out there; ``scores=0``, counts alone are shown here.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from dtcore.formula import Query
from dtcore.model import NodeId, ends
from dtshow.lesson.lesson import Lesson
from dtshow.scene.grow.look import (
    Bar,
    ExactlyCut,
    GrowLook,
    Held,
    Mode,
    View,
    candidates_seen,
    on_way,
)
from dtshow.scene.grow.rows import Display, end_of_new, read_light, read_new, write_new
from dtshow.scene.grow.scene import GrowScene
from dtshow.scene.tree.tree_look import TreeLook, name_of
from dtshow.tables.column_facts import numbered
from dtshow.tables.generated import is_generated
from dttools.study.plane import able
from pages.ui.components.stage import tree_look
from pages.ui.grow import background, guess
from pages.ui.grow.grow_view import build_own, building, cut_tried
from pages.ui.grow.left_out import left_out
from pages.ui.share.sharing import lecturing
from pages.ui.shell import cache, session
from pages.ui.shell.places import StoryView
from pages.ui.tables.large import sample_frame
from pages.ui.trees import held_out
from pages.ui.trees.beside import steps_of
from pages.ui.trees.picture import ChosenRow, choose_row, row_of

SHOWN: Final = ("row", "new", "light", "scores")


def look_of(lesson: Lesson) -> GrowLook:
    """What is kept, with what goes with it where the lesson stands."""
    kept, chosen = session.view(GrowLook), session.view(ChosenRow)
    guessed, row, out = guess.now(lesson), _row(lesson), left_out(lesson.choice)
    aside = kept.aside if kept.aside in out else ""
    no_view = aside or (kept.view == "regions" and not able(lesson.dataset))
    tries = kept.shown == "curve" and not aside and candidates_seen(lesson, kept)
    return replace(
        kept,
        view="working" if no_view else kept.view,
        left_out=out,
        aside=aside,
        tried=cut_tried(lesson, lesson.candidate) if tries else None,
        mode=_mode(lesson, guessed.waiting),
        guess=guessed,
        held=background.SUPPORT.result(lesson) or Held(),
        exact_cut=background.EXACT_CUT.result(lesson) or ExactlyCut(),
        row=row,
        follows=row is not None and chosen.here,
        new=chosen.new,
        bar=Bar(
            steps_of(lesson),
            background.asked(lesson),
            (session.can_undo(), session.can_redo()),
            held_out.holds(lesson),
        ),
        tree=tree_look(),
        lecture=lecturing(),
        guided=bool(session.view(StoryView).key),
    )


def _row(lesson: Lesson) -> int | None:
    """The chosen row: where it was chosen, and at the steps that are about a node on its path."""
    row = row_of(lesson)
    if row is None or session.view(ChosenRow).here:
        return row
    return row if on_way(lesson, row) else None


def _mode(lesson: Lesson, waiting: bool) -> Mode:
    if building():
        return "build"
    return "guess" if waiting and lesson.node == lesson.weighed else "grow"


def choose_view(chosen: View) -> None:
    """For callbacks: show this of the selected node."""
    if chosen == "node":
        open_node()
    else:
        session.change(GrowLook, view=chosen)


def open_node() -> None:
    """For callbacks: show the numbers of the node at hand."""
    session.change(GrowLook, numbers=True)


def written(lesson: Lesson, look: GrowLook) -> str:
    """The scene and what the next beat would change, as JSON."""
    known = cache.node_by_node((lesson.dataset, lesson.tree.missing))
    unseen = session.held_out(lesson.choice)
    scene = GrowScene(lesson, look, _display(lesson), known, unseen=unseen)
    return cache.written(scene, lambda: None if cache.large(lesson.dataset) else scene.coming())


def _display(lesson: Lesson) -> Display:
    """Of a made table, which may be large, nothing is kept; of a counted one, its own sample is
    shown, whatever has become of the file."""
    if lesson.dataset.counted:
        return Display(numbered(sample_frame(lesson.dataset)))
    return _display_made(lesson) if is_generated(lesson.choice.key) else _display_kept(lesson)


@cache.shared(cache.store(16), by=lambda lesson: (lesson.choice, session.language()))
def _display_kept(lesson: Lesson) -> Display:
    return _display_made(lesson)


def _display_made(lesson: Lesson) -> Display:
    return Display(cache.display(lesson.choice, session.language(), session.frame))


def address() -> dict[str, str]:
    lesson, query = session.lesson(), session.view(GrowLook).highlighted
    row, new = row_of(lesson), session.view(ChosenRow).new
    said = session.lesson_address(TreeLook, GrowLook)
    if row is not None and session.linked(lesson.choice):
        said["row"] = str(row + 1)
    elif new is not None:
        said["new"] = write_new(new, lesson.dataset.columns)
    elif lesson.node != lesson.stands:
        said["node"] = name_of(lesson.node)
    if query and query.label is not None and query == Query(lesson.node, label=query.label):
        said["light"] = str(query.label + 1)
    return said


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
    there, look = addressed(lesson, params)
    choose_row(lesson, look.row)
    if there is not lesson:
        session.go(lambda now: now.select(there.node))
    if look.new is not None:
        session.change(ChosenRow, new=look.new)
    session.change(GrowLook, counts_only=look.counts_only)  # of the node by now
    if look.highlighted:
        session.change(GrowLook, highlighted=look.highlighted)


def addressed(lesson: Lesson, params: Mapping[str, str]) -> tuple[Lesson, GrowLook]:
    """The lesson at the node that an address is about, and what it looks at there."""
    row, new = row_in(params, len(lesson.dataset)), None
    if row is not None:
        lesson = lesson.select(_likeliest(lesson, row))
    elif new := read_new(params.get("new", ""), lesson.dataset.columns):
        lesson = lesson.select(end_of_new(lesson.tree, lesson.dataset, new))
    query = read_light(params.get("light", ""), lesson)
    counts_only = params.get("scores") == "0"
    return lesson, GrowLook(row=row, new=new, highlighted=query, counts_only=counts_only)


def follow_row(lesson: Lesson, row: int) -> None:
    """Choose a row, and look at the leaf that it comes to, or the likeliest."""
    choose_row(lesson, row)
    session.go(lambda now: now.select(_likeliest(now, row)))


def _likeliest(lesson: Lesson, row: int) -> NodeId:
    """The leaf that a row comes to."""
    reached = ends(lesson.tree, lesson.dataset, row)
    return max(reached, key=lambda node: reached[node])
