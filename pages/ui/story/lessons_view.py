"""What the Lessons page keeps of itself, and what the address says of it: ``text=mitchell``, the
course text that is followed; ``save=open``, the place where lessons are saved."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final

from dtshow.lesson.state import flag, kept, one_of

COURSE_TEXTS: Final = ("mitchell", "id3_c45", "gender", "criteria", "fang")


@dataclass(frozen=True)
class LessonsView:
    """``text``: the course text chosen, "": the lessons. ``saves``: the place where they are saved
    as pages is open; ``lesson``: which is saved there, "": the whole course."""

    page: ClassVar = "lessons"
    text: str = kept("", "text", one_of(*COURSE_TEXTS), widget="lessons_text")
    saves: bool = kept(False, "save", flag("open", ""))
    lesson: str = kept("", widget="lessons_save")
