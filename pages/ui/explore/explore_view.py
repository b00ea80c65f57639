"""What the Explore page keeps of itself between reruns; each tab has a value of its own."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

from dtshow.lesson.state import kept

Tab = Literal["compare", "stability", "space"]


@dataclass(frozen=True)
class ExploreView:
    page: ClassVar = "explore"
    tab: Tab = kept("compare", "tab", widget="explore_tab")
