"""Where a file comes from: the table, the recipe, the lesson's link and the day; and its name."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from urllib.parse import urlencode

import streamlit as st

from dtshow.lesson import narration
from dtshow.lesson.lesson import Lesson
from dtshow.words.language import _
from pages.ui.shell import session
from pages.ui.shell.places import title_of


def origin(lesson: Lesson) -> list[str]:
    """Two lines of plain text, without line breaks in them; for the head of a file."""
    said = [
        "Node by Node",
        title_of(lesson.choice),
        narration.recipe_name(lesson.recipe_choice.name),
        datetime.now(UTC).date().isoformat(),
    ]
    line = " · ".join(" ".join(part.split()) for part in said)
    if not session.linked(lesson.choice):
        return [line, _("The table was uploaded; no link opens it.")]
    return [line, f"{st.context.url or ''}?{urlencode(session.address())}"]


def file_name(lesson: Lesson) -> str:
    """Without its ending."""
    choice = lesson.choice
    return plain("" if choice.uploaded else choice.key, lesson.recipe_choice.name)


def plain(table: str, recipe: str) -> str:
    """Of letters, digits and underlines alone: tree_iris_cart."""
    words = re.findall(r"[^\W_]+", f"{table} {recipe}")
    return "_".join(["tree", *words])[:80]
