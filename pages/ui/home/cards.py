"""A card for each table that is here: one's own files, and those that came with the app."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from pages.ui import compute, link, state
from pages.ui.catalogue import Entry, catalogue
from pages.ui.data import taken
from pages.ui.language import _, ngettext
from pages.ui.markdown import literal
from pages.ui.places import go_to
from pages.ui.upload import Upload


def own_tables() -> None:
    """The files of this session, the last one first."""
    files = list(state.uploads().values())[::-1]
    if not files:
        return
    taken.heading(_("Your tables"))
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
    if state.lesson().choice.key == file.key:
        taken.forget_draft()
    elif (draft := taken.draft()) is None or draft.key != file.key:
        taken.look_at(file)
    go_to("data")


def bundled(heading: str, entries: Sequence[Entry], key: str) -> None:
    taken.heading(heading)
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
    language = state.language()
    with st.container(border=True, height="stretch", key=f"home_card_{entry.key}"):
        st.markdown(f"**{entry.text('title', language)}**")
        st.caption(entry.text("teaches", language))
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            st.caption(_size(entry.rows, len(compute.table(entry.key).columns)), width="content")
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
    chinese = compute.is_chinese(entry.key)
    if chinese and state.language() != "zh":
        st.badge(_("table in Chinese"), color="gray")
    if not chinese and state.language() != "en":
        st.badge(_("table in English"), color="gray")


def _size(rows: int, columns: int) -> str:
    return _("{rows} × {columns}").format(
        rows=ngettext("{n} row", "{n} rows", rows),
        columns=ngettext("{n} column", "{n} columns", columns),
    )


def begin(key: str) -> None:
    """Start a lesson on a bundled table as its entry says, and go there."""
    taken.forget_draft()
    state.open_lesson(link.choice_of(key), link.plan_of(key))
    go_to("grow")


def _look_at(key: str) -> None:
    """The Data page is about the lesson's table: begin one, unless it is on this table."""
    taken.forget_draft()
    if not state.has_lesson() or state.lesson().choice.key != key:
        state.open_lesson(link.choice_of(key), link.plan_of(key))
    go_to("data")
