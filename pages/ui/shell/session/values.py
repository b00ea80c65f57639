"""The only file that names session state: a place for each value."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, TypeVar

import streamlit as st

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
