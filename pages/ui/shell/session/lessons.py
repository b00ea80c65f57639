"""The session's lesson: read from the address, what is soon read at once, what takes long in sight;
moved in, edited and undone, saved and opened; and the step that one has asked to be taken to, while
a large tree is grown in sight."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from typing import Final

import dtcore as dt
from dtcore.progress import Progress
from dtcore.stepping import Problem
from dtshow.lesson import link
from dtshow.lesson.choice import RecipeChoice
from dtshow.lesson.lesson import Lesson
from dtshow.lesson.step_budget import AT_ONCE, StepBudget, TooMuchWorkError
from dtshow.tables.find import find
from dtshow.tables.table_choice import UPLOAD, TableChoice
from pages.ui.shell import cache
from pages.ui.shell.session.address_bar import (
    STAYING,
    language,
    open_with,
    opened_with,
    speak,
    stay_at,
)
from pages.ui.shell.session.edited import LESSON, has_lesson
from pages.ui.shell.session.own_tables import (
    KEPT,
    dataset,
    keep_upload,
    let_go,
    own,
    own_of,
    own_table,
    uploads,
)
from pages.ui.shell.session.values import FallbackError, Key, say_trouble
from pages.ui.tables.large import is_large
from pages.ui.tables.upload import Upload
from pages.work.settings import settings

_ASKED_FOR: Final = Key[tuple[Problem, int | None] | None]("asked_for", None)
COUNTED: Final = 250
"""So many times as many cells may be weighed where a database counts them."""
Read = tuple[Lesson, int | None]
"""A lesson, and the step that it is to be at when its tree is grown, if that takes long."""
Watched = Callable[[tuple[Hashable, ...], Callable[[Progress], Read | None]], Read | None]
"""Has something read that takes long, which its first argument names in full; None is a refusal."""
_LED_TO: Final = Key[tuple[object, ...]]("led_to", ())


def ask_for(lesson: Lesson, step: int | None) -> None:
    """To be after so many steps (None: at the end) when a large tree is grown, in sight."""
    _ASKED_FOR.set((lesson.timeline.problem, step))


def asked_for(lesson: Lesson) -> tuple[bool, int | None]:
    """Whether a step has been asked for, and which one."""
    problem, step = _ASKED_FOR.value or (None, None)
    return problem is lesson.timeline.problem, step


def ask_no_more() -> None:
    """The step asked for has been reached, or is not wanted any more."""
    _ASKED_FOR.set(None)


def from_address(watched: Watched | None = None) -> Lesson:
    """As the address says; if it cannot be read, its table from the start, or any."""
    params = opened_with()
    named = params.get("data", "")
    if named and not (find(named) or named.startswith(KEPT) or is_large(named)):
        found = link.read({}, dataset, cache.start)
        say_trouble(_no_table(named, found))
        return found
    for less in (params, {"data": named} if named else {}):
        try:
            found = read_lesson(less, watched)
            if link.is_old(less) and (out := found.dataset.left_out.get("missing cells")):
                say_trouble(
                    FallbackError(
                        "This link is from an earlier version, which left out the {out} of {all} "
                        "rows that lack a value. The Data page can take them in.",
                        out=f"{out:,}",
                        all=f"{len(found.dataset) + out:,}",
                    )
                )
            return found
        except dt.RecipeError:  # its advice would be for what the next turn mends
            say_trouble(
                FallbackError(
                    "The algorithm in this link does not fit the table, so the table’s default is "
                    "used. The list of algorithms on Grow has those that fit."
                )
            )
        except ValueError as problem:
            say_trouble(problem)
    return link.read({}, dataset, cache.start)


def _no_table(named: str, instead: Lesson) -> FallbackError:
    entry = find(instead.choice.key)
    return FallbackError(
        "This link names a table “{key}” that is not here, so “{table}” is shown. All tables are "
        "on the home page.",
        key=named,
        table=entry.text("title", language()) if entry else "",
    )


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


def lesson() -> Lesson:
    """The session's lesson: the one from the address at first, else PlayTennis by ID3."""
    current = LESSON.now
    if current is None:
        current = from_address()
        LESSON.set(current)
    return current


def read_address(watched: Watched) -> None:
    """Read an address with steps before the page asks for its lesson; what takes long is
    ``watched``."""
    if not {"moves", "step"}.isdisjoint(opened_with()):
        LESSON.set(from_address(watched))


def open_lesson(choice: TableChoice, recipe_choice: RecipeChoice, first: bool = False) -> None:
    """Start a lesson; the one before can be had back by undo, unless this is the ``first`` that
    anybody asked for. Raises DataError, RecipeError."""
    choice = choice.under(recipe_choice.recipe)
    begun = Lesson.begin(choice, recipe_choice, dataset(choice), cache.start)
    if first:
        LESSON.begin(begun)
        let_go()
    else:
        edit(lambda _: begun)


def go(move: Callable[[Lesson], Lesson]) -> None:
    """Move within the lesson: steps and selections, which have their own way back."""
    LESSON.set(move(lesson()))


def edit(change: Callable[[Lesson], Lesson]) -> None:
    """Change the lesson by hand, so that it can be undone."""
    known = has_lesson()
    before = lesson()
    after = change(before)
    if after is not before:
        if known:
            LESSON.edit(before, after)
        else:  # a lesson that nobody has seen is nothing to go back to
            LESSON.begin(after)
        let_go()


can_undo, can_redo = LESSON.can_undo, LESSON.can_redo


def undo() -> None:
    LESSON.undo(lesson(), _in_own_language)


def redo() -> None:
    LESSON.redo(lesson(), _in_own_language)


def set_language(code: str) -> None:
    speak(code)
    current = LESSON.now
    if current is not None:
        LESSON.set(_in_own_language(current))


def _in_own_language(back: Lesson) -> Lesson:
    """Of most uploaded tables nothing changes, for they have their own names only."""
    named = dataset(back.choice)
    same = back.choice.uploaded and named.digest == back.dataset.digest
    return back if same else back.under(named)


def address_of_lesson() -> dict[str, str]:
    now = lesson()
    return link.write(now, own(now.choice))


def saved() -> tuple[dict[str, str], Upload | None]:
    """The lesson's address in full, and its table if that is one's own: for a file."""
    now, upload = lesson(), uploads().get(lesson().choice.key)
    return link.write(now, own_of(upload, UPLOAD) if upload else None), upload


def open_saved(params: Mapping[str, str], upload: Upload | None) -> None:
    """Go to where a lesson was that had been saved. Raises LinkError, DataError, RecipeError."""
    if upload is None:
        open_address(params)
        return
    name = keep_upload(upload).name
    if name:
        open_address({**params, "data": KEPT + name})
        return
    found = read_lesson(params, own=own_of(upload, UPLOAD))
    edit(lambda _: found)


def open_address(params: Mapping[str, str], led: bool = False) -> None:
    """Go to where an address leads, as if the session had been opened with it; the lesson before
    can be had back if it was another one or changed by hand. Who is ``led`` from one address to
    the next has done nothing that could be undone. Raises LinkError, DataError, RecipeError."""
    if "data" in params:
        try:
            found, here = read_lesson(params), LESSON.now
        except TooMuchWorkError:  # at once
            _leave_for(params)
            return
        same = here is not None and _same(here, found) and not here.timeline.done.by_hand
        kept = not led or here is None or _chosen(here) != _LED_TO.value
        (edit if kept and not same else go)(lambda _: found)
        _LED_TO.set(_chosen(found) if led else ())
    stays = {name: said for name, said in opened_with().items() if name in STAYING}
    open_with({**stays, **params})


def _leave_for(params: Mapping[str, str]) -> None:
    """The next page reads the address in sight, as if the session had been opened with it."""
    if (here := LESSON.now) is not None:
        LESSON.edit(here, None)
    open_with(params)


def _same(one: Lesson, other: Lesson) -> bool:
    return (one.choice, one.recipe_choice) == (other.choice, other.recipe_choice)


def _chosen(here: Lesson) -> tuple[object, ...]:
    """What a lesson is, wherever one stands in it: its table, its recipe and its moves by hand."""
    made = here.timeline.steps.runs()
    return here.choice, here.recipe_choice, *(run.move for run in made if not isinstance(run, int))
