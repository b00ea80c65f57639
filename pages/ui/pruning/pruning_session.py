"""What lies on the lab's desk: a tree grown on some of the rows, and how it is being pruned.

``Desk`` is a value; ``current``, ``go``, ``edit``, ``undo`` and ``redo`` keep the session's. The
table and the recipe are those of the lesson on the Grow page. Not done here: how the tree is
grown, be it in sight (``pages.ui.pruning.grown``).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Final

import dtcore as dt
from dtcore.model.tree import NodeId
from dtcore.stepping.moves import Move
from dtcore.stepping.problem import Problem
from dtcore.stepping.pruner import Pruner
from pages.ui.lesson import link
from pages.ui.lesson.choice import Plan
from pages.ui.lesson.history import History
from pages.ui.lesson.lesson import Choice, Lesson
from pages.ui.pruning import settings as said
from pages.ui.pruning.grown import Grown, grown, ready
from pages.ui.pruning.settings import STEPPED, Settings
from pages.ui.shell import session

WANTED: Final = "lab_wanted"
VIEWS: Final = ("table", "prices", "risk", "growth")
"""What the right half shows of a way that is stepped."""


@dataclass(frozen=True, eq=False)
class Desk:
    """``lesson`` is a lesson that prunes: its timeline begins at the grown tree.

    ``picked`` is the node that was touched since the last step.
    """

    lesson: Lesson
    settings: Settings
    grown: Grown
    language: str
    picked: NodeId | None = None

    @property
    def name(self) -> str:
        """Says all about the grown tree and its rows."""
        return f"{self.lesson.plan.recipe!r} on {self.grown.training.digest}"

    @property
    def dataset(self) -> dt.Dataset:
        return self.lesson.dataset

    @property
    def pruner(self) -> Pruner:
        pruning = self.lesson.timeline.problem.pruning
        assert pruning is not None
        return pruning.pruner

    @property
    def start(self) -> Lesson:
        """The lesson before its first step."""
        return self.lesson.jump(0)

    @property
    def numeric(self) -> bool:
        return self.grown.training.target.numeric

    @cached_property
    def moves(self) -> str:
        return link.write_moves(self.lesson.timeline)


def begin(choice: Choice, plan: Plan, settings: Settings, moves: str = "") -> Desk:
    """Grow a tree on the rows that are not held out, and lay it on the desk.

    Raises DataError, MoveError or LinkError.
    """
    found = grown(session.dataset(choice), plan, settings)
    problem = Problem(found.training, plan.recipe, found.held_out)
    timeline = dt.prune(problem, found.start, settings.pruner)
    if moves:
        timeline = link.read_moves(timeline, moves)
    lesson = Lesson(choice, plan, timeline)
    return Desk(lesson.jump(timeline.cursor), settings, found, session.language())


def current() -> Desk:
    """The session's desk; a new one if the lesson has another table or recipe by now."""
    lesson, kept = session.lesson(), _kept()
    if kept is None:
        desk = _from_address(lesson)
    elif (kept.lesson.choice, kept.lesson.plan) != (lesson.choice, lesson.plan):
        desk = begin(lesson.choice, lesson.plan, kept.settings)
        session.put("lab_history", History())
    elif kept.language != session.language():
        desk = _in_own_language(kept)
    else:
        return kept
    session.put("lab", desk)
    return desk


def go(move: Callable[[Lesson], Lesson]) -> None:
    """Move along the timeline, which has its own way back."""
    desk = current()
    session.put("lab_lit", None)
    session.put("lab", replace(desk, lesson=move(desk.lesson), picked=None))


def edit(change: Callable[[Desk], Desk]) -> None:
    """A change that can be undone."""
    before = current()
    after = change(before)
    if after is not before:
        session.put("lab_lit", None)
        session.put("lab_history", _history().after(before))
        session.put("lab", after)


def do(move: Move) -> None:
    """A move by hand. Raises MoveError."""
    edit(lambda desk: replace(desk, lesson=desk.lesson.do(move), picked=None))


def turn(**changes: Any) -> None:
    """Other settings; the tree is as grown again unless only the view of it changes.

    Where a large tree has to be grown for it, the page does so (``turned_in_sight``).
    """
    before = current()
    lesson, now = before.lesson, replace(before.settings, **changes)
    if ready(session.dataset(lesson.choice), lesson.plan, now):
        edit(lambda desk: _turned(desk, now))
    else:
        session.put(WANTED, (lesson.choice, lesson.plan, now))


def turned_in_sight() -> None:
    """Wait for the tree that ``turn`` wants, and lay it on the desk; if stopped, all stays."""
    wanted = session.get(WANTED)
    if wanted is None or (kept := _kept()) is None:
        return
    choice, plan, settings = wanted
    if (kept.lesson.choice, kept.lesson.plan) == (choice, plan):
        grown(session.dataset(choice), plan, settings, stop=lambda: session.put(WANTED, None))
        edit(lambda desk: _turned(desk, settings))
    session.put(WANTED, None)


def _turned(desk: Desk, now: Settings) -> Desk:
    old = desk.settings
    same = (old.pruner, old.split, old.risk) == (now.pruner, now.split, now.risk)
    if same or (now.method not in STEPPED and old.split == now.split):
        return replace(desk, settings=now)
    return begin(desk.lesson.choice, desk.lesson.plan, now)


def open_table(choice: Choice, plan: Plan, settings: Settings) -> None:
    """Another table on the desk and in the lesson. Raises DataError or RecipeError."""
    before = current()
    session.open_lesson(choice, plan)
    session.put("lab_history", _history().after(before))
    session.put("lab", begin(choice, plan, settings))


def can_undo() -> bool:
    return bool(_history().past)


def can_redo() -> bool:
    return bool(_history().future)


def undo() -> None:
    if can_undo():
        _turn_to(*_history().undone(current()))


def redo() -> None:
    if can_redo():
        _turn_to(*_history().redone(current()))


def select(node: NodeId) -> None:
    desk = current()
    if node in desk.lesson.tree:
        session.put("lab_lit", None)
        session.put("lab", replace(desk, lesson=desk.lesson.select(node), picked=node))


def address() -> dict[str, str]:
    """The lesson's address, and what the lab adds to it."""
    desk = current()
    out = {**session.lesson_address(), **said.write(desk.settings)}
    if desk.lesson.timeline.cursor and not desk.lesson.choice.uploaded:
        out["cuts"] = desk.moves
    if (view := session.get("lab_view", VIEWS[0])) != VIEWS[0]:
        out["lab_view"] = view
    return out


def _kept() -> Desk | None:
    found: Desk | None = session.get("lab")
    return found


def _from_address(lesson: Lesson) -> Desk:
    params = session.opened_with()
    try:
        settings = said.read(params)
        if (view := params.get("lab_view")) in VIEWS:
            session.put("lab_view", view)
        return begin(lesson.choice, lesson.plan, settings, params.get("cuts", ""))
    except ValueError as problem:
        session.say_trouble(problem)
        return begin(lesson.choice, lesson.plan, Settings())


def _in_own_language(desk: Desk) -> Desk:
    lesson = desk.lesson
    again = begin(lesson.choice, lesson.plan, desk.settings, desk.moves)
    return replace(again, lesson=again.lesson.select(lesson.node))


def _history() -> History[Desk]:
    found: History[Desk] = session.get("lab_history", History())
    return found


def _turn_to(back: Desk, history: History[Desk]) -> None:
    here = current()
    table = (back.lesson.choice, back.lesson.plan)
    if table != (here.lesson.choice, here.lesson.plan):
        session.open_lesson(*table)
    session.put("lab_history", history)
    session.put("lab", back)
