"""What the Stability tab keeps of itself between reruns, as one value."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, get_args

from dttools.evaluation import Bootstrap, LeaveOut, Sampling, Shake

Way = Literal["bootstrap", "leave", "shake"]
WAYS: Final[tuple[Way, ...]] = get_args(Way)
LEAST, MOST = 1, 90
"""Per cent that are left out or shaken."""
LAST_SEED: Final = 999_999


@dataclass(frozen=True)
class StabilityView:
    """``way``: how each tree gets its sample, with ``percent`` of the rows or cells, by ``seed``.
    ``run``: the trees are asked for. ``row``: the one whose answers are looked at, by its place."""

    way: Way = "bootstrap"
    percent: int = 10
    seed: int = 0
    run: bool = False
    row: int | None = None

    @property
    def sampling(self) -> Sampling:
        if self.way == "bootstrap":
            return Bootstrap()
        share = self.percent / 100
        return LeaveOut(share) if self.way == "leave" else Shake(share)
