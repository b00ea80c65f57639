"""Opening a class at a step, from a page of Streamlit's or from a program."""

from __future__ import annotations

from typing import Final

from pages.store import kept_tables
from pages.store.rooms import Rooms
from pages.store.store import StoreError
from pages.ui.classroom.class_state import begun
from pages.ui.classroom.limits import Buckets

_OPENED: Final = Buckets(rate=1 / 60, burst=30)
"""Classes of one address: thirty, and one more each minute."""


def rooms() -> Rooms:
    """The rooms of this server's store. Raises StoreError if it cannot be reached."""
    return Rooms(kept_tables.store().engine)


def opened_class(address: str, sender: str = "") -> tuple[str, str]:
    """Open a class at a step: its code, and the secret of its teacher. Raises DtError."""
    standing = begun(address).standing
    if sender and not _OPENED.take(sender):
        raise StoreError("Too many classes were opened from your network. Try again in a minute.")
    return rooms().open(standing)
