"""What the Reference page keeps of itself between reruns, and what the address says of it:
``tab=textbook``, and there ``text=fang`` and ``mark=wrong``, which numbers are listed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

from dtshow.lesson.state import kept, one_of
from pages.ui.textbook.marks import MARKS
from pages.ui.textbook.sentences import TEXTS

Tab = Literal["algorithms", "textbook"]


def _textbook(view: ReferenceView) -> bool:
    return view.tab == "textbook"


@dataclass(frozen=True)
class ReferenceView:
    """``tab``: what is looked up. Of Algorithms: the recipes chosen, left and right; None: the
    lesson's, and one to set beside it. Of Textbook: the ``text`` and the ``mark`` whose numbers
    alone are listed; "": all."""

    page: ClassVar = "reference"
    tab: Tab = kept("algorithms", "tab", widget="reference_tab")
    shown: str | None = kept(None, widget="recipe_shown", lasts=True)
    beside: str | None = kept(None, widget="recipe_beside", lasts=True)
    text: str = kept("", "text", one_of(*TEXTS), widget="textbook_text", when=_textbook)
    mark: str = kept("", "mark", one_of(*MARKS), widget="textbook_mark", when=_textbook)
