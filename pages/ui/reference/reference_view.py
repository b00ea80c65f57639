"""What the Reference page keeps of itself between reruns."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, get_args

Tab = Literal["algorithms", "textbook"]
TABS: Final[tuple[Tab, ...]] = get_args(Tab)


@dataclass(frozen=True)
class ReferenceView:
    """``tab``: what is looked up. Of Algorithms: the recipes chosen, left and right; None: the
    lesson's, and one to set beside it. Of Textbook: the ``text`` and the ``mark`` whose numbers
    alone are listed; "": all."""

    tab: Tab = "algorithms"
    shown: str | None = None
    beside: str | None = None
    text: str = ""
    mark: str = ""
