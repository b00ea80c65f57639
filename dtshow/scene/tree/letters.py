"""How much room a line of text takes in a picture, before there is a picture."""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from typing import Final

MOST_LETTERS: Final = 30
EDGE_LETTERS: Final = 34
"""On a branch."""


def shortened(text: str, most: int = MOST_LETTERS) -> str:
    """A text fit for a node; the panels beside the tree show it in full."""
    plain = " ".join(text.split())
    return plain if len(plain) <= most else plain[: most - 1] + "…"


@lru_cache(maxsize=4096)
def advance(text: str) -> float:
    """How wide a line of text is, in heights of its letters; roughly, and rather too much."""
    return sum(map(_advance, text))


def _advance(letter: str) -> float:
    if unicodedata.combining(letter) or unicodedata.category(letter) == "Cf":
        return 0.0
    if unicodedata.east_asian_width(letter) in "WF":
        return 1.0
    if letter in "mwMW@%—…":
        return 0.9
    return 0.66 if letter.isupper() else 0.3 if letter in " \u2009.,:;'|!il·()" else 0.54
