"""The lesson that an address describes: what is soon read at once, what takes long in sight."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from typing import Final

import dtcore as dt
from dtcore.progress import Progress
from dtshow.lesson import link
from dtshow.lesson.lesson import Lesson
from dtshow.lesson.step_budget import AT_ONCE, StepBudget, TooMuchWorkError
from dtshow.tables.find import find
from dtshow.tables.table_choice import TableChoice
from pages.ui.shell import cache
from pages.ui.shell.session.address_bar import opened_with, stay_at
from pages.ui.shell.session.own_tables import KEPT, own_table
from pages.ui.shell.session.problems import FallbackError, say_trouble
from pages.ui.shell.session.steps_asked import ask_for
from pages.ui.shell.session.tables import dataset
from pages.ui.tables.large import is_large
from pages.work.settings import settings

COUNTED: Final = 250
"""So many times as many cells may be weighed where a database counts them."""
Read = tuple[Lesson, int | None]
"""A lesson, and the step that it is to be at when its tree is grown, if that takes long."""
Watched = Callable[[tuple[Hashable, ...], Callable[[Progress], Read | None]], Read | None]
"""Has something read that takes long, which its first argument names in full; None is a refusal."""


def from_address(watched: Watched | None = None) -> Lesson:
    """As the address says; if it cannot be read, its table from the start, or any."""
    params = opened_with()
    named = params.get("data", "")
    known = find(named) or named.startswith(KEPT) or is_large(named)
    data = {"data": named} if known else {}
    for less in (params, data):
        try:
            found = read_lesson(less, watched)
            if link.is_old(less) and "missing cells" in found.dataset.left_out:
                say_trouble(
                    FallbackError(
                        "This link says nothing of rows with missing cells. As in older links, "
                        "they are left out."
                    )
                )
            return found
        except dt.RecipeError:  # its advice would be for what the next turn mends
            say_trouble(
                FallbackError(
                    "The algorithm in this link does not fit the table, so its default is used. "
                    "Grow lists those that fit, beside the table’s name."
                )
            )
        except ValueError as problem:
            say_trouble(problem)
    return link.read({}, dataset, cache.start)


def leave_steps(why: dt.DtError) -> None:
    """Go on as if the address had named its table alone, and say ``why``."""
    stay_at(("data", "lang"))
    say_trouble(why)


def leave_table(why: dt.DtError) -> None:
    """Go on as if the address had named no table, and say ``why``."""
    stay_at(("lang",))
    say_trouble(why)


def read_lesson(
    params: Mapping[str, str], watched: Watched | None = None, own: link.Own | None = None
) -> Lesson:
    """The lesson of an address, and its step asked for. Raises as ``read_link``."""
    found, step = read_link(params, watched, own)
    if step is not None:
        ask_for(found, step)
    return found


def read_link(
    params: Mapping[str, str], watched: Watched | None = None, own: link.Own | None = None
) -> Read:
    """What an address describes. What takes long is left to ``watched``; without it, it is too
    much. Raises LinkError, DataError or RecipeError, and what ``watched`` does."""
    own = own or own_table(params)
    most, taken = settings().work.link, dict[TableChoice, dt.Dataset]()
    most *= COUNTED if is_large(params.get("data", "")) else 1

    def of(choice: TableChoice) -> dt.Dataset:
        return taken.setdefault(choice, dataset(choice))

    def read(budget: _Asking) -> tuple[Lesson, int | None]:
        data = of if not taken else taken.__getitem__  # a thread of its own has no session
        return link.read(params, data, cache.start, own, budget), budget.asked

    try:
        return read(_AtOnce(most / AT_ONCE))
    except TooMuchWorkError:
        if watched is None:
            raise
        named = (own, *taken.values(), *sorted(params.items()))
        found = watched(named, lambda tell: _unless_refused(lambda: read(_Asking(most, tell))))
        if found is None:
            raise TooMuchWorkError from None
        return found


def _unless_refused(read: Callable[[], Read]) -> Read | None:
    """None is kept like a lesson: to find out again for each who asks takes as long again."""
    try:
        return read()
    except TooMuchWorkError:
        return None


class _Asking(StepBudget):
    """A step for which a large tree has to be grown is not gone to, but ``asked`` for."""

    asked: int | None = None

    def to(self, lesson: Lesson, k: int) -> Lesson:
        if cache.large(lesson.dataset) and lesson.timeline.far(k):
            self.asked = k
            return lesson
        return super().to(lesson, k)


class _AtOnce(_Asking):
    """What is done before the page is drawn. A large tree is not begun: to sort its columns and
    count its rows takes longer than all that may be done at once."""

    def on(self, timeline: dt.Timeline, k: int) -> dt.Timeline:
        if cache.large(timeline.problem.dataset) and timeline.far(k):
            raise TooMuchWorkError
        return super().on(timeline, k)
