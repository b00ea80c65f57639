"""What the Impurity page keeps of itself between reruns, and what the address says of it:
``topic=counts&counts=9,5`` or ``p=0.5``."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Final, Literal

from dtshow.lesson.state import Codec, kept, text

TopicName = Literal["curve", "criteria", "counts", "two_way", "variance"]
COUNTS: Final = ("9, 5", "5, 4, 5", "14, 0", "1, 1, 1, 1", "4, 2, 1, 1")
VALUES: Final = (
    "2, 3, 7, 8",
    "5.56, 5.7, 5.91, 6.4, 6.8, 7.05, 8.9, 8.7, 9, 9.05",
    "1, 2, 3, 4, 20",
)
"""To begin with."""


def _share(said: str) -> float | None:
    """With as many digits as the page shows."""
    named = re.fullmatch(r"0(\.\d{1,4})?|1(\.0{1,4})?", said)
    return round(float(named[0]), 2) if named else None


SHARE: Final = Codec(_share, lambda p: f"{p:g}")
LONGEST: Final = 80
"""Characters of the counts."""
TYPED: Final = text(LONGEST)


def _pointed(view: ImpurityView) -> bool:
    return view.topic == "criteria" or (view.topic == "curve" and view.on_curve == "point")


def _counted(view: ImpurityView) -> bool:
    return view.topic == "counts" and len(view.counts) <= LONGEST


@dataclass(frozen=True)
class ImpurityView:
    """``topic``: the part of the page. ``p``: the share of the first class, one for the whole page,
    as are ``measure`` and ``unit``; ``on_curve``: whether it is a point to move or the lesson's
    split; ``height``: the criteria as they are, or scaled. ``counts``: as they are typed.
    Of the two-way table: the ``pair`` of columns and the ``quantity`` worked out. Of Variance:
    ``parts`` of the node, the ``source`` of its ``values`` and their ``places`` as typed, the
    lesson's ``column`` and the ``cut``.
    """

    page: ClassVar = "impurity"
    topic: TopicName = kept("curve", "topic", widget="impurity_topic")
    p: float = kept(0.36, "p", SHARE, widget="impurity_p", when=_pointed)
    on_curve: str = kept("point", widget="impurity_curve_view", reset_by=("p",))
    measure: str = kept("entropy", widget="impurity_measure")
    unit: str = kept("bits", widget="impurity_unit")
    height: str = kept("own", widget="impurity_scaling")
    counts: str = kept(COUNTS[0], "counts", TYPED, widget="impurity_counts", when=_counted)
    pair: str = kept("", widget="impurity_pair")
    quantity: str = kept("mutual", widget="impurity_quantity")
    parts: str = kept("one", widget="impurity_parts")
    source: str = kept("typed", widget="impurity_source")
    values: str = kept(VALUES[0], widget="impurity_values")
    places: str = kept("", widget="impurity_places")
    column: int | None = kept(None, widget="impurity_x")
    cut: float | None = kept(None, widget="impurity_cut")


def share_in(params: Mapping[str, str]) -> float | None:
    return SHARE.read(params.get("p", ""))


def counts_in(params: Mapping[str, str]) -> str | None:
    """The class counts that an address names, as if typed; not all of them can be read."""
    return TYPED.read(params["counts"]) if "counts" in params else None
