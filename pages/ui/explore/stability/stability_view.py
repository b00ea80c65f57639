"""What the Stability tab keeps of itself between reruns, and what the address says of it:
``sample=leave``, ``sample_percent=20``, ``sample_seed=3``, ``sample_run=1`` once the trees are
asked for, ``sample_row=17`` of the table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final, Literal

from dtcore.model import NodeId
from dtshow.lesson.state import flag, kept, whole
from dttools.evaluation import Bootstrap, LeaveOut, Sampling, Shake

Way = Literal["bootstrap", "leave", "shake"]
LEAST, MOST = 1, 90
"""Per cent that are left out or shaken."""
LAST_SEED: Final = 999_999
HOW: Final = ("way", "percent", "seed")


@dataclass(frozen=True)
class StabilityView:
    """``way``: how each tree gets its sample, with ``percent`` of the rows or cells, by ``seed``.
    ``run``: the trees are asked for; others are not grown before they are. ``row``: the one whose
    answers are looked at, by its place. ``node``: the one that was touched in the tree."""

    page: ClassVar = "explore"
    way: Way = kept("bootstrap", "sample", widget="stability_way")
    percent: int = kept(
        10,
        "sample_percent",
        whole(LEAST, MOST),
        widget="stability_percent",
        when=lambda view: view.way != "bootstrap",
    )
    seed: int = kept(0, "sample_seed", whole(0, LAST_SEED), widget="stability_seed")
    run: bool = kept(False, "sample_run", flag(), reset_by=HOW)
    row: int | None = kept(None, "sample_row", whole(1, 10**9, first=1), when=lambda view: view.run)
    node: NodeId | None = kept(None)

    @property
    def sampling(self) -> Sampling:
        if self.way == "bootstrap":
            return Bootstrap()
        share = self.percent / 100
        return LeaveOut(share) if self.way == "leave" else Shake(share)
