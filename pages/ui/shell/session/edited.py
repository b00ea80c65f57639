"""A value of the session that is edited, with those before its last edits, which can be had back.

The lesson that one is on is one (``LESSON``), a tree that is being pruned another. Not done here:
what an edit is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Final, Generic

from dtshow.lesson.history import History, T
from dtshow.lesson.lesson import Lesson
from pages.ui.shell.session.values import Key

_EDITED: Final = Key("edited", False)


@dataclass(frozen=True)
class Edited(Generic[T]):
    """``name``: of its place in the session."""

    name: str

    @cached_property
    def _place(self) -> Key[T | None]:
        return Key(self.name, None)

    @cached_property
    def _history(self) -> Key[History[T]]:
        return Key(f"{self.name}_history", History())

    @property
    def now(self) -> T | None:
        return self._place.value

    def set(self, value: T | None) -> None:
        """Without an edit: what there is to undo stays."""
        self._place.set(value)

    def edit(self, before: T, after: T | None) -> None:
        """From ``before`` to ``after``, which can be undone; None: what it is shows later."""
        _EDITED.set(True)
        self._history.set(self._history.value.after(before))
        self._place.set(after)

    def begin(self, value: T | None) -> None:
        """With nothing to undo."""
        self._history.set(History())
        self._place.set(value)

    def can_undo(self) -> bool:
        return bool(self._history.value.past)

    def can_redo(self) -> bool:
        return bool(self._history.value.future)

    def undo(self, here: T, again: Callable[[T], T]) -> None:
        """Back before the last edit, if there is one; ``again``: how a value is taken up again."""
        if self.can_undo():
            self._turn_to(*self._history.value.undone(here), again)

    def redo(self, here: T, again: Callable[[T], T]) -> None:
        """As ``undo``, the other way."""
        if self.can_redo():
            self._turn_to(*self._history.value.redone(here), again)

    def _turn_to(self, back: T, history: History[T], again: Callable[[T], T]) -> None:
        self._place.set(again(back))
        self._history.set(history)

    def keep_only(self, here: Callable[[T], bool]) -> None:
        """Of what can be had back."""
        self._history.set(self._history.value.where(here))

    def __iter__(self) -> Iterator[T]:
        """All values that are kept."""
        now = self.now
        return iter((*(() if now is None else (now,)), *self._history.value))


LESSON: Final = Edited[Lesson]("lesson")


def has_edits() -> bool:
    """Whether anything has been edited in this session, a lesson or a pruning."""
    return _EDITED.value


def has_lesson() -> bool:
    return LESSON.now is not None


def tables_in_use() -> set[str]:
    """The keys of the tables that lessons are on: this one, and those one can go back to."""
    return {old.choice.key for old in LESSON}
