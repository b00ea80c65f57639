"""What the tab keeps of itself between reruns, and what the address says of it: ``space=40``, the
partial tree that is looked at, and ``space_other=3``, the tree beside ID3's; both from 1 on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final

from dtshow.lesson.lesson import Lesson
from dtshow.lesson.state import kept, whole

MOST: Final = 10**16 - 1


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
        None, "space", whole(1, MOST, first=1), widget="space_state", scope=_table
    )
    number: int | None = kept(
        None, "space_other", whole(1, MOST), widget="space_number", scope=_table
    )
