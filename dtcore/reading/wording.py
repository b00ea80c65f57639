"""Other people's text made fit to quote."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from typing import Final

from dtcore.words import Listed

QUOTED_LENGTH: Final = 40
LISTED: Final = 5


def quoted(text: str) -> str:
    """Text from a file on one line and at a length that a sentence can bear."""
    # A cell may hold megabytes: cut before splitting, and cut again after.
    line = " ".join(text[: 4 * QUOTED_LENGTH].split())
    return line if len(line) <= QUOTED_LENGTH else line[: QUOTED_LENGTH - 1] + "…"


def listed(numbers: Iterable[int]) -> Listed:
    """``3, 5, 8``: the first few numbers, and a sign that there are more."""
    first = [str(number) for number in islice(numbers, LISTED + 1)]
    return Listed([*first[:LISTED], "…"] if len(first) > LISTED else first)


def called(separator: str) -> str:
    """A separator as it can be read in a sentence."""
    return {"\t": "tab", " ": "space"}.get(separator, f"“{separator}”")
