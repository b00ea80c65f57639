"""The only file that names session state: a place for each value.

What widgets, charts and tables hold is found by the keys that are their hooks for CSS and tests.
What went wrong is kept until it is said; what a session may compute is counted from its first long
work on.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Final, Generic, TypeVar

import streamlit as st

from dtcore.errors import DtError
from pages.work.allowance import Allowance
from pages.work.settings import settings

T = TypeVar("T")


@dataclass(frozen=True)
class Key(Generic[T]):
    """A place for one value in the session; it is the ``usual`` one until it is set."""

    key: str
    usual: T

    @property
    def value(self) -> T:
        value: T = st.session_state.get(self.key, self.usual)
        return value

    def set(self, value: T) -> None:
        """Let it be ``value`` from now on; for callbacks, where it is that of a widget."""
        st.session_state[self.key] = value


@dataclass(frozen=True)
class Widget(Key[T]):
    """A widget whose value a callback reads or a page sets; ``key`` is its hook for CSS and tests,
    ``usual`` its value before it has been drawn.
    """

    def showing(self, value: T) -> str:
        """The key of the widget about to be made, set to show ``value``: one truth, no loops."""
        self.set(value)
        return self.key

    def staying(self) -> str:
        """The key of a widget whose label changes, set to stay as it is: open or closed."""
        return self.showing(self.value)


@dataclass(frozen=True)
class Chart:
    """A chart whose points can be clicked."""

    key: str

    @property
    def points(self) -> Sequence[Mapping[str, Any]]:
        """Those chosen last, as Plotly describes them: ``x``, ``customdata``."""
        points: Sequence[Mapping[str, Any]] = _selected(self.key)["points"]
        return points


@dataclass(frozen=True)
class RowsWidget:
    """A table whose lines can be chosen."""

    key: str

    @property
    def chosen(self) -> list[int]:
        rows: list[int] = _selected(self.key)["rows"]
        return rows

    @property
    def cells(self) -> list[tuple[int, str]]:
        """The cells chosen: line and column."""
        cells: list[tuple[int, str]] = _selected(self.key)["cells"]
        return cells

    def choosing(self, rows: list[int]) -> str:
        """The key of the table about to be drawn, with these lines chosen."""
        selection = {"rows": rows, "columns": [], "cells": []}
        Key[Any](self.key, None).set({"selection": selection})
        return self.key


@dataclass(frozen=True)
class CellsWidget:
    """A table whose cells can be typed in."""

    key: str

    @property
    def typed(self) -> Mapping[str, Any]:
        """What was done in it, as Streamlit has it: ``edited_rows``, ``added_rows``, ..."""
        return Key[Mapping[str, Any]](self.key, {}).value


def reported(key: str, name: str) -> Any:
    """What the component ``key`` has reported under ``name``; None if nothing yet."""
    report = Key[Any](key, None).value
    return report.get(name) if report else None


def _selected(key: str) -> Any:
    return Key[Any](key, None).value["selection"]


_TROUBLE: Final = Key[Exception | None]("trouble", None)


class FallbackError(DtError):
    """What was asked for cannot be had, and something else is shown: nothing is lost."""


def trouble() -> Exception | None:
    """What went wrong with the address or the last action, said once."""
    problem = _TROUBLE.value
    if problem is not None:
        _TROUBLE.set(None)
    return problem


def say_trouble(problem: Exception) -> None:
    _TROUBLE.set(problem)


@contextmanager
def trouble_told() -> Iterator[None]:
    """For callbacks: what a block cannot do is said, and the rest of it is left."""
    try:
        yield
    except DtError as problem:
        say_trouble(problem)


_ALLOWANCE: Final = Key[Allowance | None]("allowance", None)


def allowance() -> Allowance:
    """What the session spends, from its first long work on."""
    kept = _ALLOWANCE.value
    if kept is None:
        kept = Allowance(settings().work.session)
        _ALLOWANCE.set(kept)
    return kept
