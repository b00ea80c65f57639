"""Other people's text made fit to quote in a sentence.

Not done here: the sentences themselves, which stand where they are said.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from typing import Final

from dtcore.words import Listed, Sentence

_LENGTH: Final = 40
LISTED: Final = 5


def quoted(text: str) -> str:
    """Text from a file on one line and at a length that a sentence can bear."""
    # A cell may hold megabytes: cut before splitting, and cut again after.
    line = " ".join(text[: 4 * _LENGTH].split())
    return line if len(line) <= _LENGTH else line[: _LENGTH - 1] + "…"


def listed(things: Iterable[int | str]) -> Listed:
    """``3, 5, 8``: the first few, and a sign that there are more."""
    first = list(map(str, islice(things, LISTED + 1)))
    return Listed([*first[:LISTED], "…"] if len(first) > LISTED else first)


def column_letters(position: int) -> str:
    """A column, counted from 1, as a spreadsheet calls it: A, Z, AA."""
    before, at = divmod(position - 1, 26)
    return (column_letters(before) if before else "") + chr(ord("A") + at)


def called(separator: str) -> Sentence | str:
    """A separator as it can be read in a sentence."""
    return _NAMES.get(separator, f"“{separator}”")


_NAMES: Final = {
    "\t": Sentence("tab"),
    " ": Sentence("space"),
    "，": Sentence("full-width comma"),
    "；": Sentence("full-width semicolon"),
}
