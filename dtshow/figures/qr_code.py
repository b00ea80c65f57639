"""A text as a QR code."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import segno

QUIET: Final = 4
"""Modules of paper around a code, which readers need."""


@lru_cache(64)
def qr_code(text: str) -> tuple[int, str]:
    """The width of the code in modules with the paper around it, and its dark modules as a path,
    which is empty if no code holds the text."""
    try:
        matrix = segno.make(text, error="m", micro=False).matrix
    except segno.DataOverflowError:
        return 0, ""
    runs = (
        f"M{x + QUIET},{y + QUIET}h1v1h-1z"
        for y, row in enumerate(matrix)
        for x, dark in enumerate(row)
        if dark
    )
    return len(matrix) + 2 * QUIET, "".join(runs)
