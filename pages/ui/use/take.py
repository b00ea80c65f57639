"""Take away: the tree as text, code, rules, data or a picture, to copy or to download."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

import streamlit as st

import dtcore as dt
from dtcore.errors import DtError
from dtcore.formula import Digits
from dtcore.model import Tree
from pages.ui.components.stage.options import files
from pages.ui.components.stage.tree_view import tree_look
from pages.ui.lesson.lesson import Lesson
from pages.ui.scene.tree.section import TreePart
from pages.ui.shell import session
from pages.ui.shell.frame import show_problem
from pages.ui.use.origin import origin
from pages.ui.use.use_view import UseView
from pages.ui.wording.language import _

MOST_SHOWN: Final = 20_000
"""Characters of a file that are shown; all of them are downloaded."""


@dataclass(frozen=True)
class Kind:
    """A form to take the tree away in. ``mark`` begins a line that the form ignores, so that it
    can say where it comes from; "" if there is no such line."""

    name: str
    ending: str
    mime: str
    language: str | None
    write: Callable[[Tree], str]
    mark: str = ""


def kinds() -> dict[str, Kind]:
    return {
        "text": Kind(_("Text"), "txt", "text/plain", None, dt.export.text, "| "),
        "python": Kind("Python", "py", "text/x-python", "python", dt.export.python, "# "),
        "sql": Kind("SQL", "sql", "text/plain", "sql", dt.export.sql, "-- "),
        "sklearn": Kind("scikit-learn", "txt", "text/plain", None, dt.export.sklearn_text),
        "rules": Kind("Markdown", "md", "text/markdown", "markdown", dt.export.markdown),
        "json": Kind("JSON", "json", "application/json", "json", dt.export.to_json),
    }


CHOSEN: Final = session.Widget("use_kind", "text")


def panel(lesson: Lesson) -> None:
    """The kinds at the left, the file at the right."""
    names = {key: kind.name for key, kind in kinds().items()} | {"picture": _("Picture")}
    left, right = st.columns([1, 4], gap="large")
    with left:
        st.radio(
            _("As what"),
            list(names),
            format_func=names.__getitem__,
            key=CHOSEN.showing(session.view(UseView).kind),
            on_change=_turn,
            label_visibility="collapsed",
        )
    with right:
        if CHOSEN.value == "picture":
            digits = Digits.for_scale(lesson.tree.impurity(()))
            files(TreePart(lesson, digits, tree_look()))
        else:
            _file(lesson, kinds()[CHOSEN.value])


def _turn() -> None:
    session.keep(replace(session.view(UseView), kind=CHOSEN.value))


def with_origin(text: str, kind: Kind, lines: list[str]) -> str:
    """The file with where it comes from: comments above it, or a field that readers pass over."""
    if kind.language == "json":
        return json.dumps(json.loads(text) | {"origin": lines}, ensure_ascii=False, indent=1)
    return "".join(f"{kind.mark}{line}\n" for line in lines) + text if kind.mark else text


def file_name(table: str, recipe: str) -> str:
    """Of letters, digits and underlines alone: tree_iris_cart."""
    words = re.findall(r"[^\W_]+", f"{table} {recipe}")
    return "_".join(["tree", *words])[:80]


def _file_name(lesson: Lesson) -> str:
    choice = lesson.choice
    return file_name("" if choice.uploaded else choice.key, lesson.recipe_choice.name)


def _file(lesson: Lesson, kind: Kind) -> None:
    try:
        text = kind.write(lesson.tree)
    except DtError as problem:  # what the form cannot say
        show_problem(problem)
        return
    text = with_origin(text, kind, origin(lesson))
    st.download_button(
        _("Download"),
        text,
        f"{_file_name(lesson)}.{kind.ending}",
        kind.mime,
        key="use_download",
        icon=":material/download:",
        type="primary",
        on_click="ignore",
    )
    st.code(text[:MOST_SHOWN], language=kind.language, wrap_lines=False)
    if len(text) > MOST_SHOWN:
        st.caption(_("Only the beginning is shown. The file has all of it."))
