"""What the Lessons page keeps of itself, and what the address says of it: ``tab=text`` and there
``text=mitchell``, the course text that is followed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final, Literal

from dtshow.lesson.state import kept, one_of

Tab = Literal["lessons", "text"]
COURSE_TEXTS: Final = ("mitchell", "id3_c45", "gender", "criteria", "fang")


def _of_text(view: LessonsView) -> bool:
    return view.tab == "text"


@dataclass(frozen=True)
class LessonsView:
    """``text``: the course text chosen, "" if none has been."""

    page: ClassVar = "lessons"
    tab: Tab = kept("lessons", "tab", widget="lessons_tab")
    text: str = kept("", "text", one_of(*COURSE_TEXTS), widget="lessons_text", when=_of_text)
