"""The pruning session: a tree grown on some of the rows, and how it is being pruned.

``PruningSession`` is a value; ``current``, ``go``, ``edit``, ``undo`` and ``redo`` keep the
session's. The table and the recipe are those of the lesson on the Grow page; where no rows are
held out, the tree is the lesson's own, moves made by hand included. Not done here: no cost is
computed (``dtcore.pruning``).
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import Any, Final

import dtcore as dt
from dtcore.errors import PruningError
from dtcore.model import NodeId
from dtcore.progress import Progress
from dtcore.pruning import PruningPath
from dtcore.stepping import Move, Problem, Pruner
from dtshow.lesson.choice import RecipeChoice
from dtshow.lesson.lesson import Lesson
from dtshow.lesson.link import read_moves, write_moves
from dtshow.lesson.step_budget import StepBudget
from dtshow.scene.tree.tree_look import TreeLook
from dtshow.tables.table_choice import TableChoice
from pages.ui.shell import cache, session
from pages.ui.shell.progress import Stop, growing, worked_out
from pages.ui.trees import pruning_settings as pruning_settings
from pages.ui.trees.pruning_settings import (
    READ_VIEW,
    STEPPED,
    USUAL,
    WITH_FOLDS,
    PruningSettings,
    PruningView,
    highlight,
    show,
)
from pages.work.settings import settings as server_settings

KEYS: Final = {"method": "lab_method", "rows": "min_rows"}
"""Of widgets, where they are not the names of their settings."""
MOST_LEAVES: Final = 400
"""A larger tree is stepped from the largest subtree of its path that has no more leaves."""


@dataclass(frozen=True, eq=False)
class Grown:
    """The rows as they are split, the tree grown on ``training``, and what it is pruned from.

    ``held_out``: None if the tree has seen all rows; ``by_hand``: the moves of the lesson as far as
    the last one made by hand, if the tree has such.
    """

    training: dt.Dataset
    held_out: dt.Dataset | None
    tree: dt.Tree
    start: dt.Tree
    path: PruningPath
    by_hand: str = ""

    @property
    def unseen(self) -> dt.Dataset:
        """The rows held out. Raises PruningError if there are none."""
        if self.held_out is None:
            raise PruningError("The tree was grown on all rows. Hold some out to judge it.")
        return self.held_out

    @property
    def all_rows(self) -> int:
        return len(self.training) + len(self.held_out or ())

    @property
    def shortened(self) -> bool:
        return len(self.start) < len(self.tree)


@dataclass(frozen=True, eq=False)
class Given:
    """What a tree is grown from: a lesson's table, recipe and moves by hand, and the settings."""

    lesson: Lesson
    settings: PruningSettings

    @property
    def dataset(self) -> dt.Dataset:
        return session.dataset(self.lesson.choice.all_rows)

    @property
    def whole(self) -> dt.Dataset:
        """The table from which rows are held out, before any are taken out."""
        return session.dataset(self.lesson.choice.all_rows.with_all)

    @property
    def by_hand(self) -> str:
        """The moves of the lesson, if all rows are in it and it has any by hand."""
        other = self.settings.share or self.lesson.choice.hold
        return "" if other else by_hand_of(self.lesson)

    @property
    def key(self) -> tuple[Hashable, ...]:
        split = self.settings.split if self.settings.share else ()
        return "grown", self.dataset, self.lesson.recipe_choice.recipe, split, self.by_hand


def by_hand_of(lesson: Lesson) -> str:
    """The lesson's moves up to the last that was made by hand; none if none was."""
    done = lesson.timeline.done
    if not done.by_hand:
        return ""
    last = max(k for k, step in enumerate(done, 1) if step.by_hand)
    return write_moves(lesson.timeline.jump(last))


def grown(given: Given, stop: Stop | None = None) -> Grown:
    """The same for all who ask for the same rows and recipe; of a large table, grown in sight."""
    dataset, by_hand, settings = given.dataset, given.by_hand, given.settings
    choice, whole = given.lesson.choice, given.whole
    large, risk = cache.large(dataset), settings.risk
    own = None if settings.share or given.lesson.choice.hold else given.lesson

    def grow(tell: Progress) -> tuple[dt.Dataset, dt.Dataset | None, dt.Tree]:
        if own is not None:  # what Grow and Use have grown need not be grown again
            own.timeline.look_ahead(tell)
            return dataset, None, own.finish().tree
        training, held_out = dataset, None
        if settings.share:
            training, held_out = dt.validation.holdout(whole, *settings.split)
            training = choice.left(training) if choice.without else training
        return training, held_out, dt.grow(training, given.lesson.recipe_choice.recipe, tell)

    def cut(tell: Progress) -> Grown:
        path = dt.pruning.cost_complexity(tree, risk)
        first = next(k for k in range(len(path)) if path.leaves[k] <= MOST_LEAVES)
        start = path.subtree(first) if tree.leaves > MOST_LEAVES else tree
        return Grown(training, held_out, tree, start, path, by_hand)

    training, held_out, tree = worked_out(given.key, grow, large, growing, stop)
    result: Grown = worked_out((*given.key, risk), cut, large, growing)
    return result


def ready(given: Given) -> bool:
    return not cache.large(given.dataset) or bool(cache.slot(given.key, True))


@dataclass(frozen=True, eq=False)
class PruningSession:
    """``lesson`` is a lesson that prunes: its timeline begins at the grown tree.

    ``picked`` is the node that was touched since the last step.
    """

    lesson: Lesson
    settings: PruningSettings
    grown: Grown
    language: str
    picked: NodeId | None = None

    @property
    def tree_key(self) -> tuple[dt.Recipe, dt.Dataset, str]:
        """Tells the grown tree and its rows from all others, in the key of a cache."""
        return self.lesson.recipe_choice.recipe, self.grown.training, self.grown.by_hand

    @property
    def rows(self) -> tuple[dt.Recipe, dt.Dataset, str, dt.Dataset | None]:
        """As ``tree_key``, with the rows that are held out."""
        return *self.tree_key, self.grown.held_out

    @property
    def stale(self) -> bool:
        """Whether the lesson on the Grow page has another table, recipe or tree by now."""
        lesson, mine = session.lesson(), self.lesson
        if (lesson.choice.all_rows, lesson.recipe_choice) != (mine.choice, mine.recipe_choice):
            return True
        if self.settings.share or lesson.choice.hold:
            return False
        return self.grown.by_hand != by_hand_of(lesson)

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
    def folds(self) -> int:
        """How many the rows are divided into that are not held out."""
        return self.settings.folds_of(self.grown.training)

    @property
    def numeric(self) -> bool:
        return self.grown.training.target.numeric

    @cached_property
    def moves(self) -> str:
        return write_moves(self.lesson.timeline)


PRUNING: Final = session.Edited[PruningSession]("pruning")


@dataclass(frozen=True, eq=False)
class Wanted:
    """The settings that a tree of a large table has yet to be grown for."""

    given: Given | None = None


def begin(of: Lesson, settings: PruningSettings, moves: str = "") -> PruningSession:
    """Grow the tree of a lesson on the rows that are not held out, and begin to prune it.

    Raises DataError, MoveError or LinkError.
    """
    result = grown(Given(of, settings))
    problem = Problem.of(result.training, of.recipe_choice.recipe, result.held_out)
    timeline = dt.prune(problem, result.start, settings.pruner)
    if moves:
        timeline = read_moves(timeline, moves, StepBudget(server_settings().work.link))
    lesson = Lesson(of.choice.all_rows, of.recipe_choice, timeline)
    return PruningSession(lesson.jump(timeline.cursor), settings, result, session.language())


def current() -> PruningSession:
    """The session's pruning; a new one if the lesson has another table or recipe by now."""
    lesson, kept = session.lesson(), PRUNING.now
    if kept is None:
        PRUNING.set(now := _from_address(lesson))
    elif kept.stale:
        before, recipe = kept.lesson.recipe_choice.recipe, lesson.recipe_choice.recipe
        settings = pruning_settings.carried(kept.settings, before, recipe)
        PRUNING.begin(now := begin(lesson, _as_on_grow(lesson, settings)))
    elif kept.language != session.language():
        again = begin(lesson, kept.settings, kept.moves)
        PRUNING.set(now := replace(again, lesson=again.lesson.select(kept.lesson.node)))
    else:
        now = kept
    return now


def forget() -> None:
    """Begin anew as the address says."""
    PRUNING.begin(None)
    session.keep(Wanted())


def begun() -> bool:
    """Whether someone has held rows out or pruned, or an address says that someone had."""
    said = session.opened_with()
    return PRUNING.now is not None or any(map(said.__contains__, pruning_settings.NAMES))


def split_in_use() -> tuple[float, int, bool]:
    """How rows are held out on this page and on Use, or would be."""
    kept = PRUNING.now
    settings = kept.settings if kept is not None else USUAL
    return (settings if settings.share else replace(settings, share=USUAL.share)).split


def go(move: Callable[[Lesson], Lesson]) -> None:
    """Move along the timeline, which has its own way back."""
    now = current()
    highlight(None)
    PRUNING.set(replace(now, lesson=move(now.lesson), picked=None))


def edit(change: Callable[[PruningSession], PruningSession]) -> None:
    """A change that can be undone."""
    before = current()
    after = change(before)
    if after is not before:
        highlight(None)
        PRUNING.edit(before, after)


def settle(**changes: Any) -> None:
    """Settings that are a step, which has its own way back."""
    now = current()
    highlight(None)
    PRUNING.set(replace(now, settings=replace(now.settings, **changes)))


def do(move: Move) -> None:
    """A move by hand. Raises MoveError."""
    edit(lambda now: replace(now, lesson=now.lesson.do(move), picked=None))


def turn(**changes: Any) -> None:
    """Other settings; the tree is as grown again unless only the view of it changes.

    Where a large tree has to be grown for it, the page does so (``turned_in_sight``).
    """
    before = current()
    settings = _lent(replace(before.settings, **changes))
    given = Given(session.lesson(), settings)
    if ready(given):
        edit(lambda now: _turned(now, settings))
    else:
        session.keep(Wanted(given))


def bind(now: PruningSession, name: str, *shown: Any) -> dict[str, Any]:
    """Key and callback of the widget about to be made, which turns one setting, and shows it where
    nothing else is to be ``shown``."""
    [value] = shown or [getattr(now.settings, name)]
    return session.control(KEYS.get(name, name), value, partial(take, name))


def take(name: str, chosen: Any) -> None:
    """For callbacks: turn one setting, or say why that cannot be."""
    with session.trouble_told():
        turn(**{name: round(chosen, 6) if isinstance(chosen, float) else chosen})


def _lent(now: PruningSettings) -> PruningSettings:
    """Rows are held out for a method that cannot do without, and given back after it."""
    if now.asks_held_out and not now.share:
        session.change(PruningView, lent=True)
    elif session.view(PruningView).lent and not now.asks_held_out:
        session.change(PruningView, lent=False)
        return replace(now, share=0.0)
    return now.sound


def turned_in_sight() -> None:
    """Wait for the tree that ``turn`` wants, and prune it; if stopped, all stays."""
    wanted, kept = session.view(Wanted).given, PRUNING.now
    if wanted is None or kept is None:
        return
    here, there = kept.lesson, wanted.lesson
    if (here.choice, here.recipe_choice) == (there.choice.all_rows, there.recipe_choice):
        grown(wanted, stop=lambda: session.keep(Wanted()))
        edit(lambda now: _turned(now, wanted.settings))
    session.keep(Wanted())


def _turned(now: PruningSession, settings: PruningSettings) -> PruningSession:
    old = now.settings
    same = (now.pruner, old.split, old.risk) == (settings.pruner, settings.split, settings.risk)
    if same or (settings.method not in STEPPED and old.split == settings.split):
        return replace(now, settings=settings)
    return begin(session.lesson(), settings)


def open_table(choice: TableChoice, recipe_choice: RecipeChoice, settings: PruningSettings) -> None:
    """Another table, here and in the lesson. Raises DataError or RecipeError."""
    before = current()
    session.open_lesson(choice, recipe_choice)
    PRUNING.edit(before, begin(session.lesson(), settings))


can_undo, can_redo = PRUNING.can_undo, PRUNING.can_redo


def undo() -> None:
    PRUNING.undo(current(), _again)


def redo() -> None:
    PRUNING.redo(current(), _again)


def select(node: NodeId) -> None:
    now = current()
    if node in now.lesson.tree:
        highlight(None)
        lesson = now.lesson.select(node)
        PRUNING.set(replace(now, lesson=lesson, picked=node))


def address() -> dict[str, str]:
    """The lesson's address, and what the lab adds to it."""
    now = current()
    out = session.lesson_address(TreeLook, PruningView)
    out |= pruning_settings.write(now.settings)
    if now.lesson.timeline.cursor and session.linked(now.lesson.choice):
        out["cuts"] = now.moves
    return out


def _beginning(lesson: Lesson) -> PruningSettings:
    return pruning_settings.beginning(lesson.recipe_choice.recipe)


def _as_on_grow(lesson: Lesson, settings: PruningSettings) -> PruningSettings:
    """With the rows held out that the lesson does not grow on, if there are such."""
    if lesson.choice.hold is None:
        return settings
    share, seed, stratified = lesson.choice.hold
    return replace(settings, share=share, seed=seed, stratified=stratified)


def _from_address(lesson: Lesson) -> PruningSession:
    params, unsaid = session.opened_with(), None
    try:
        settings = pruning_settings.read(params, lesson.recipe_choice.recipe)
        if settings == _beginning(lesson):
            settings = _as_on_grow(lesson, settings)
        elif not settings.asks_held_out and pruning_settings.SHARE not in params:
            unsaid = session.FallbackError(
                "This link does not say how many rows to hold out. As in older links, {share} "
                "are held out.",
                share=f"{settings.share:.0%}",
            )
        if view := READ_VIEW.get(said := params.get("view", "")):  # as older addresses call it
            show(view, said == WITH_FOLDS)
        made = begin(lesson, settings, params.get("cuts", ""))
        if unsaid is not None and made.grown.held_out is not None:
            session.say_trouble(unsaid)
        return made
    except ValueError as problem:
        session.say_trouble(problem)
        return begin(lesson, _beginning(lesson))


def _again(back: PruningSession) -> PruningSession:
    """With its table, if the lesson is on another."""
    here = current()
    table = (back.lesson.choice, back.lesson.recipe_choice)
    if table != (here.lesson.choice, here.lesson.recipe_choice):
        session.open_lesson(*table)
    return back
