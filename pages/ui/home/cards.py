"""A card for each table that is here: one's own files, and those that came with the app."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from pages.ui.data import draft
from pages.ui.lesson import link
from pages.ui.shell import cache, session
from pages.ui.shell.places import go_to
from pages.ui.tables.catalogue import Entry, catalogue
from pages.ui.tables.upload import Upload
from pages.ui.wording.language import _, ngettext
from pages.ui.wording.markdown import literal


def own_tables() -> None:
    """The files of this session, the last one first."""
    files = list(session.uploads().values())[::-1]
    if not files:
        return
    draft.heading(_("Your tables"))
    with _cards("own"):
        for number, file in enumerate(files):
            _own_card(number, file)


def _own_card(number: int, file: Upload) -> None:
    with st.container(border=True, height="stretch", key=f"home_own_{number}"):
        st.markdown(f"**{literal(file.name, 60)}**")
        st.caption(_size(len(file.frame), len(file.frame.columns)))
        st.button(
            _("Look at the data"),
            key=f"home_open_{number}",
            on_click=_look_at_upload,
            args=(file,),
        )


def _look_at_upload(file: Upload) -> None:
    """A draft, unless the lesson is on it already."""
    if session.lesson().choice.key == file.key:
        draft.forget_draft()
    elif (open_draft := draft.draft()) is None or open_draft.key != file.key:
        draft.look_at(file)
    go_to("data")


def bundled(heading: str, entries: Sequence[Entry], key: str) -> None:
    draft.heading(heading)
    with _cards(key):
        for entry in entries:
            _card(entry)


def by_task() -> dict[str, list[Entry]]:
    tasks: dict[str, list[Entry]] = {"classes": [], "regression": []}
    for entry in catalogue().values():
        tasks[entry.task].append(entry)
    return tasks


def _cards(key: str) -> st.delta_generator.DeltaGenerator:
    return st.grid(min_column_width=290, key=f"home_cards_{key}", row_height="content")


def _card(entry: Entry) -> None:
    language = session.language()
    with st.container(border=True, height="stretch", key=f"home_card_{entry.key}"):
        st.markdown(f"**{entry.text('title', language)}**")
        st.caption(entry.text("teaches", language))
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            st.caption(_size(entry.rows, len(cache.table(entry.key).columns)), width="content")
            _badges(entry)
        with st.container(horizontal=True, gap="small", key=f"home_buttons_{entry.key}"):
            st.button(_("Grow"), key=f"home_grow_{entry.key}", on_click=begin, args=(entry.key,))
            st.button(
                _("Look at the data"),
                key=f"home_look_{entry.key}",
                type="tertiary",
                on_click=_look_at,
                args=(entry.key,),
            )


def _badges(entry: Entry) -> None:
    if entry.missing:
        st.badge(_("missing cells"), color="orange")
    chinese = cache.is_chinese(entry.key)
    if chinese and session.language() != "zh":
        st.badge(_("table in Chinese"), color="gray")
    if not chinese and session.language() != "en":
        st.badge(_("table in English"), color="gray")


def _size(rows: int, columns: int) -> str:
    return _("{rows} × {columns}").format(
        rows=ngettext("{n} row", "{n} rows", rows),
        columns=ngettext("{n} column", "{n} columns", columns),
    )


def begin(key: str) -> None:
    """Start a lesson on a bundled table as its entry says, and go there."""
    draft.forget_draft()
    session.open_lesson(link.choice_of(key), link.recipe_choice_of(key))
    go_to("grow")


def _look_at(key: str) -> None:
    """The Data page is about the lesson's table: begin one, unless it is on this table."""
    draft.forget_draft()
    if not session.has_lesson() or session.lesson().choice.key != key:
        session.open_lesson(link.choice_of(key), link.recipe_choice_of(key))
    go_to("data")
