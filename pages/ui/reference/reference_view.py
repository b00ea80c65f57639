"""What the Reference page keeps of itself between reruns, and what the address says of it:
``tab=textbook``, and there ``text=fang`` and ``mark=wrong``, which numbers are listed;
``tab=glossary``, and there ``find=entropy``, what is looked up."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

from dtshow.lesson.state import kept, one_of, text
from pages.ui.textbook.marks import MARKS
from pages.ui.textbook.sentences import TEXTS

Tab = Literal["algorithms", "glossary", "textbook"]


def _textbook(view: ReferenceView) -> bool:
    return view.tab == "textbook"


def _glossary(view: ReferenceView) -> bool:
    return view.tab == "glossary"


@dataclass(frozen=True)
class ReferenceView:
    """``tab``: what is looked up. Of Algorithms: the recipes chosen, left and right; None: the
    lesson's, and one to set beside it. Of Textbook: the ``text`` and the ``mark`` whose numbers
    alone are listed; "": all. Of Glossary: what is looked for; "": nothing."""

    page: ClassVar = "reference"
    tab: Tab = kept("algorithms", "tab", widget="reference_tab")
    shown: str | None = kept(None, widget="recipe_shown", lasts=True)
    beside: str | None = kept(None, widget="recipe_beside", lasts=True)
    find: str = kept("", "find", text(60), widget="glossary_find", when=_glossary)
    text: str = kept("", "text", one_of(*TEXTS), widget="textbook_text", when=_textbook)
    mark: str = kept("", "mark", one_of(*MARKS), widget="textbook_mark", when=_textbook)
