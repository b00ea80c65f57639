"""What the Reference page keeps of itself between reruns."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class ReferenceView:
    """The recipes chosen, left and right; None: the lesson's, and one to set beside it.

    ``table``: a small table to compare them on, if the open one will not do and one was asked for.
    """

    shown: str | None = None
    beside: str | None = None
    table: str | None = None
