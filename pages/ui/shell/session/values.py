"""The only file that names session state: a place for each value, and one value per page.

What a page keeps for itself is one frozen value of its own type (``view``, ``keep``), made in a
module that the page imports: the script of a page runs anew each time, and its classes with it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, TypeVar

import streamlit as st

V = TypeVar("V")
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


def view(kind: type[V]) -> V:
    """What the session keeps for a page: a frozen value of its ``kind``, at first its defaults."""
    kept = st.session_state.get(kind.__name__)
    return kept if isinstance(kept, kind) else kind()


def keep(value: object) -> None:
    """Keep a page's value in place of the one before; gone with the session."""
    st.session_state[type(value).__name__] = value
