"""What the Reference page keeps of itself between reruns."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class ReferenceView:
    """The recipes chosen, left and right; None: the lesson's, and one to set beside it."""

    shown: str | None = None
    beside: str | None = None
