"""What the Explore page keeps of itself between reruns, as one value."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, get_args

Tab = Literal["compare", "stability", "space"]
TABS: Final[tuple[Tab, ...]] = get_args(Tab)


@dataclass(frozen=True)
class ExploreView:
    tab: Tab = "compare"
