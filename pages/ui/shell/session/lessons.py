"""The session's lesson: read from the address, moved in, edited and undone, saved and opened."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from dtshow.lesson import link
from dtshow.lesson.choice import RecipeChoice
from dtshow.lesson.lesson import Lesson
from dtshow.lesson.step_budget import TooMuchWorkError
from dtshow.tables.table_choice import UPLOAD, TableChoice
from pages.ui.shell import cache
from pages.ui.shell.session.address_bar import STAYING, open_with, opened_with, speak
from pages.ui.shell.session.current import LESSON, has_lesson
from pages.ui.shell.session.own_tables import KEPT, keep_upload, own, own_of, uploads
from pages.ui.shell.session.reading import Watched, from_address, read_lesson
from pages.ui.shell.session.tables import dataset, let_go
from pages.ui.shell.session.values import Key
from pages.ui.tables.upload import Upload

_LED_TO: Final = Key[tuple[object, ...]]("led_to", ())


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
    if LESSON.now is None and not {"moves", "step"}.isdisjoint(opened_with()):
        LESSON.set(from_address(watched))


def open_lesson(choice: TableChoice, recipe_choice: RecipeChoice) -> None:
    """Start a lesson; the one before can be had back by undo. Raises DataError, RecipeError."""
    choice = choice.under(recipe_choice.recipe)
    edit(lambda _: Lesson.begin(choice, recipe_choice, dataset(choice), cache.start))


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
    """An uploaded table has only its own names, so nothing about it changes."""
    return back if back.choice.uploaded else back.under(dataset(back.choice))


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
