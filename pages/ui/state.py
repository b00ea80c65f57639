"""What is kept between reruns, and the address bar: the only file that names either.

A session keeps its language, its lesson, the lessons before the last edits, and the tables
that were uploaded in it. The address says enough to open the same lesson again elsewhere.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

import streamlit as st

from dtcore.reading import Table
from pages.ui import compute, link
from pages.ui.lesson import Choice, Lesson, Plan

LANGUAGES: Final = {"en": "English", "zh": "中文"}
UNDO_LIMIT: Final = 30


def language() -> str:
    """The session's language: chosen by hand, else by the address, else English."""
    if "language" not in st.session_state:
        asked = st.query_params.get("lang", "")
        st.session_state["language"] = asked if asked in LANGUAGES else "en"
    return str(st.session_state["language"])


def set_language(code: str) -> None:
    st.session_state["language"] = code
    current = st.session_state.get("lesson")
    if current is not None:
        st.session_state["lesson"] = current.under(dataset(current.choice))


def dataset(choice: Choice) -> Any:
    """The data of a choice in the session's language. Raises DataError."""
    upload = uploads().get(choice.key)
    return compute.dataset(choice, language(), upload.frame if upload else None)


def frame(choice: Choice) -> Any:
    """The raw table behind a choice."""
    upload = uploads().get(choice.key)
    return upload.frame if upload else compute.table(choice.key)


def uploads() -> dict[str, Table]:
    """The tables uploaded in this session by choice key, the last one last."""
    return st.session_state.setdefault("uploads", {})  # type: ignore[no-any-return]


def keep_upload(key: str, table: Table) -> None:
    """Remember an upload; only the last few are kept."""
    kept = {k: t for k, t in uploads().items() if k != key}
    st.session_state["uploads"] = dict([*kept.items(), (key, table)][-3:])


def lesson() -> Lesson:
    """The session's lesson: the one from the address at first, else PlayTennis by ID3."""
    if "lesson" not in st.session_state:
        st.session_state["lesson"] = _from_address()
    current: Lesson = st.session_state["lesson"]
    return current


def has_lesson() -> bool:
    return "lesson" in st.session_state


def open_lesson(choice: Choice, plan: Plan) -> None:
    """Start a lesson; the one before can be had back by undo. Raises DataError, RecipeError."""
    edit(lambda _: Lesson.begin(choice, plan, dataset(choice)))


def go(move: Callable[[Lesson], Lesson]) -> None:
    """Move within the lesson: steps and selections, which have their own way back."""
    st.session_state["lesson"] = move(lesson())


def edit(change: Callable[[Lesson], Lesson]) -> None:
    """Change the lesson by hand, so that it can be undone."""
    before = lesson()
    after = change(before)
    if after is not before:
        st.session_state["undo"] = [*_stack("undo"), before][-UNDO_LIMIT:]
        st.session_state["redo"] = []
        st.session_state["lesson"] = after


def can_undo() -> bool:
    return bool(_stack("undo"))


def can_redo() -> bool:
    return bool(_stack("redo"))


def undo() -> None:
    _swap("undo", "redo")


def redo() -> None:
    _swap("redo", "undo")


def trouble() -> Exception | None:
    """What went wrong with the address or the last action, said once."""
    found: Exception | None = st.session_state.pop("trouble", None)
    return found


def say_trouble(problem: Exception) -> None:
    st.session_state["trouble"] = problem


def get(key: str, default: Any = None) -> Any:
    """A page's own setting (a tab, a number being tried); gone with the session."""
    return st.session_state.get(key, default)


def put(key: str, value: Any) -> None:
    st.session_state[key] = value


def prepared(key: str, value: Any) -> str:
    """``key`` of a widget about to be made, set to show ``value``: one truth, no loops."""
    st.session_state[key] = value
    return key


def write_address(params: Mapping[str, str] | None = None) -> None:
    """Make the address bar say where we are; nothing is sent if it says so already."""
    wanted = {**(params or {}), "lang": language()}
    if st.query_params.to_dict() != wanted:
        st.query_params.from_dict(wanted)


def lesson_address() -> Mapping[str, str]:
    return link.write(lesson())


def _stack(name: str) -> list[Lesson]:
    found: list[Lesson] = st.session_state.get(name, [])
    return found


def _swap(source: str, sink: str) -> None:
    if taken := _stack(source):
        st.session_state[sink] = [*_stack(sink), lesson()]
        st.session_state[source] = taken[:-1]
        back = taken[-1]
        st.session_state["lesson"] = back.under(dataset(back.choice))


def _from_address() -> Lesson:
    try:
        return link.read(st.query_params.to_dict(), dataset)
    except ValueError as problem:
        say_trouble(problem)
        return link.read({}, dataset)
