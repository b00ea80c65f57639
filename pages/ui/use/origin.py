"""Where a file comes from: the table, the recipe, the lesson's link and the day, line by line."""

from __future__ import annotations

from datetime import UTC, datetime
from urllib.parse import urlencode

import streamlit as st

from pages.ui.lesson.lesson import Lesson
from pages.ui.shell import session
from pages.ui.shell.places import title_of
from pages.ui.wording import narration
from pages.ui.wording.language import _


def origin(lesson: Lesson) -> list[str]:
    """Plain text, no line breaks in it; for the head of a file."""
    said = [
        "Node by Node",
        title_of(lesson.choice),
        narration.recipe_name(lesson.recipe_choice.name),
        datetime.now(UTC).date().isoformat(),
    ]
    lines = [" · ".join(" ".join(part.split()) for part in said)]
    if lesson.choice.uploaded:
        return [*lines, _("The table was uploaded; no link opens it.")]
    return [*lines, f"{st.context.url or ''}?{urlencode(session.address())}"]
