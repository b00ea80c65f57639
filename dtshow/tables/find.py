"""Every table that an address can name: a bundled one, or one that is made from its recipe."""

from __future__ import annotations

from dtcore.errors import LinkError
from dtshow.tables.catalogue import Entry, catalogue
from dtshow.tables.generated import is_generated, made


def entry_of(key: str) -> Entry:
    """What is known of the table of ``key``. Raises LinkError if there is no such table."""
    if is_generated(key):
        return made(key)
    if key not in catalogue():
        raise LinkError(
            "This link names a table “{key}” that does not exist. Choose one on the home page.",
            key=key,
        )
    return catalogue()[key]


def find(key: str) -> Entry | None:
    """As ``entry_of``; None if there is no such table, or if it is an upload."""
    try:
        return entry_of(key)
    except LinkError:
        return None
