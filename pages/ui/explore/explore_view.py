"""What the Explore page keeps of itself between reruns, and what the address says of it, by tab.

Of Stability: ``sample=leave``, ``sample_percent=20``, ``sample_seed=3``, ``sample_run=1`` once the
trees are asked for, ``sample_row=17`` of the table. Of Space: ``space=40``, the partial tree that
is looked at, and ``space_other=3``, the tree beside ID3's; both from 1 on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final, Literal

from dtcore.model import NodeId
from dtshow.lesson.lesson import Lesson
from dtshow.lesson.state import flag, kept, text, whole
from dttools.evaluation import Bootstrap, LeaveOut, Sampling, Shake

Tab = Literal["compare", "stability", "space"]
MOST_BESIDE: Final = 3
"""Trees beside the lesson's own."""
NAMES: Final = tuple(f"beside{k}" for k in range(1, MOST_BESIDE + 1))
LONGEST_WORD: Final = 20_000
"""Characters of a tree."""
Way = Literal["bootstrap", "leave", "shake"]
LEAST_PERCENT, MOST_PERCENT = 1, 90
"""Per cent that are left out or shaken."""
LAST_SEED: Final = 999_999
HOW: Final = ("way", "percent", "seed")
MOST_PLACES: Final = 10**16 - 1


@dataclass(frozen=True)
class ExploreView:
    page: ClassVar = "explore"
    tab: Tab = kept("compare", "tab", widget="explore_tab")


@dataclass(frozen=True)
class CompareView:
    """``beside``: the trees that stand beside the lesson's, as words
    (``pages.ui.trees.beside``); None: nobody has chosen yet. ``against``: which of them
    the lesson's tree is compared with in full. ``touched``: the node that was touched, and in
    which of the trees, counted from the lesson's own.
    """

    page: ClassVar = "explore"
    beside: tuple[str, ...] | None = kept(None, NAMES, text(LONGEST_WORD))
    against: int = kept(0, widget="beside_against", reset_by=("beside",))
    touched: tuple[int, NodeId] | None = kept(None, reset_by=("beside", "against"))


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
        whole(LEAST_PERCENT, MOST_PERCENT),
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


def _table(lesson: Lesson) -> str:
    return lesson.dataset.digest


@dataclass(frozen=True)
class SpaceView:
    """``picked``: the place of the partial tree that is looked at, None: the last that ID3 took.
    ``number``: which of the trees that fit stands beside ID3's, from 1 on, None: the one that
    ``beside`` says. Both are of their table.
    """

    page: ClassVar = "explore"
    picked: int | None = kept(
        None, "space", whole(1, MOST_PLACES, first=1), widget="space_state", scope=_table
    )
    number: int | None = kept(
        None, "space_other", whole(1, MOST_PLACES), widget="space_number", scope=_table
    )
