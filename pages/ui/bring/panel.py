"""The place to bring a table of one's own: choose or drop its file, or paste its cells.

What was brought stays at hand until it is a table: a file that cannot be read has its sentence
here, where it was chosen, and what can be chosen instead. Not done here: what becomes of a table
that was read (``draft``), and how a file is read (``dttools.files``).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

import streamlit as st

import dtcore as dt
from dtcore.model import digest_of
from dtcore.progress import ShareProgress
from dtshow.words.language import _, joined
from dtshow.words.markdown import literal
from dttools.files import ENCODINGS, Chosen
from pages.streamlit_inside.sessions import drop_files
from pages.ui.bring import draft
from pages.ui.bring.bringing import Brought, Place, keep, now
from pages.ui.bring.in_sight import at_once, in_sight, stopped
from pages.ui.bring.mend import mend
from pages.ui.bring.type_in import type_in
from pages.ui.bring.ways_to_read import Again, encoding_name, header_control, text_controls
from pages.ui.components.controls import name_its_button
from pages.ui.shell import session
from pages.ui.shell.frame import show_problem
from pages.ui.shell.links import before_it_is_brought
from pages.ui.shell.places import open_page
from pages.ui.shell.progress import UnfinishedError
from pages.ui.tables.kept_form import is_lesson, read_lesson
from pages.ui.tables.upload import (
    GivenUpError,
    Upload,
    are_a_pair,
    choosing,
    guessed,
    sheets_of,
    take,
    together,
)
from pages.work.settings import settings

ENCODING: Final = session.Widget[str | None]("bring_encoding_alone", None)
SHEET: Final = session.Widget[str | None]("bring_sheet", None)


def bring(place: Place) -> None:
    """The row, and below it what became of what was brought."""
    with st.container(key=f"bring_row_{place}"):
        _files(place)
        with st.container(key=f"bring_others_{place}", horizontal=True):
            st.button(
                _("Paste a table"), key=f"{place}_paste", on_click=keep, kwargs={"pasting": True}
            )
            st.button(
                _("Type it in"),
                key=f"{place}_type",
                type="tertiary",
                on_click=keep,
                kwargs={"typing": True},
            )
        st.caption(joined(_limits(), before_it_is_brought()))
    _dialogs()
    at_hand = now().at_hand
    if at_hand is None:
        return
    if at_hand.problem is None:
        saved = is_lesson(at_hand.content)
        try:
            at_hand = _go_on(at_hand) if saved else _read(place, at_hand)
        except UnfinishedError:  # a bar says how far it is
            return
    with st.container(key=f"bring_problem_{place}"):
        _say(at_hand)
        mend(at_hand, lambda text: _use_mended(at_hand, text))
        _another_way(at_hand)


def _say(brought: Brought) -> None:
    with st.container(horizontal=True, vertical_alignment="center"):
        st.markdown(f"**{literal(brought.name, 60)}**", width="content")
        st.button(_("Do not read it now"), key="bring_forget", type="tertiary", on_click=_forget)
    if brought.problem is not None:
        show_problem(brought.problem)


def _dialogs() -> None:
    """One at a time, open until it is used or closed, whatever else makes the page run."""
    if now().pasting:
        st.dialog(_("Paste a table"), width="medium", on_dismiss=_close)(_paste)()
    elif now().typing:
        st.dialog(_("Type a table in"), width="large", on_dismiss=_close)(_type)()


def _close() -> None:
    keep(pasting=False, typing=False)


def _files(place: Place) -> None:
    """Whatever is chosen is taken at once, and the place is empty again."""
    view = now()
    files = st.file_uploader(
        _("A file of your own"),
        key=f"{place}_file_{view.files}",
        accept_multiple_files=True,
        max_upload_size=settings().limits.megabytes,
        label_visibility="collapsed",
    )
    name_its_button(place, _("Choose a file"), _("Or drop it here."))
    if files:
        chosen = [(file.name, file.getvalue()) for file in files]
        drop_files(file.file_id for file in files)
        keep(files=view.files + 1, at_hand=_at_hand(chosen))
        st.rerun()


def _at_hand(files: list[tuple[str, bytes]]) -> Brought:
    """What was chosen, as one; the other of a .names and its .data may have been chosen before."""
    before = now().at_hand
    if before is not None and len(files) == 1 and are_a_pair([before.name, files[0][0]]):
        files = [(before.name, before.content), *files]
    try:
        name, content = together(files)
    except dt.DtError as problem:
        return Brought(", ".join(name for name, _content in files), b"", problem=problem)
    return Brought(name, content)


def _limits() -> str:
    """What is taken, and how much of it."""
    limits = settings().limits
    text = _(
        "Excel (.xlsx, .xls), .ods, CSV, TSV or text, Parquet, ARFF, C4.5 (.names with .data), "
        "also packed as .gz or .zip. At most {megabytes:,} MB, {rows:,} rows and {columns:,} "
        "columns."
    )
    return text.format(megabytes=limits.megabytes, rows=limits.rows, columns=limits.columns)


def _paste() -> None:
    """Cells as a spreadsheet gives them, with tabs between; or any text that is a table."""
    at_hand = now().at_hand
    before = at_hand.content.decode("utf-8", "replace") if at_hand and at_hand.pasted else ""
    with st.form("bring_cells_form", border=False):  # which Ctrl+Enter sends
        text = st.text_area(
            _("Cells"),
            before,
            height=280,
            key="bring_cells",
            placeholder=_(
                "Copy cells in a spreadsheet, the names of the columns too, and paste them."
            ),
            label_visibility="collapsed",
        )
        read = st.form_submit_button(_("Read the table"), type="primary", key="bring_paste_read")
    if read:
        keep(pasting=False, at_hand=_of_cells(text))
        st.rerun()


def _type() -> None:
    def use(content: bytes) -> None:
        chosen = Chosen(encoding="utf-8", separator=",", header=True)
        keep(typing=False, at_hand=Brought(_("Typed table"), content, chosen, typed=True))
        st.rerun()

    type_in(use)


def _of_cells(text: str) -> Brought:
    first = next((line for line in text.splitlines() if line.strip()), "")
    chosen = Chosen(encoding="utf-8", separator="\t" if "\t" in first else None)
    return Brought(_("Pasted table"), text.encode("utf-8", "replace"), chosen, pasted=True)


def _read(place: Place, brought: Brought) -> Brought:
    """A good table becomes a draft on the Data page; of a bad one, why it is none. Raises
    UnfinishedError while a large one is read."""

    def read(told: ShareProgress) -> Upload:
        made = take(brought.name, brought.content, brought.chosen, told)
        return replace(made, by_hand=brought.by_hand)

    def stop() -> None:
        keep(at_hand=replace(brought, problem=stopped()))

    try:
        key = f"{place} {brought.name!r} {brought.chosen!r} {digest_of([brought.content])}"
        made = in_sight(key, len(brought.content), read, stop)
    except dt.DtError as problem:
        sheets = () if isinstance(problem, GivenUpError) else sheets_of(brought.content)
        failed = replace(brought, problem=problem, sheets=sheets)
        keep(at_hand=failed)
        return failed
    draft.look_at(made)
    keep(at_hand=None, open=False)
    open_page("data")


def _go_on(brought: Brought) -> Brought:
    """A lesson that was saved opens where it was."""

    def stop() -> None:
        keep(at_hand=replace(brought, problem=stopped()))

    try:
        session.open_saved(*at_once(lambda told: read_lesson(brought.content, told), stop))
    except dt.DtError as problem:
        failed = replace(brought, problem=problem)
        keep(at_hand=failed)
        return failed
    draft.forget_draft()
    keep(at_hand=None, open=False)
    open_page("grow")


def _use_mended(brought: Brought, text: str) -> None:
    chosen = replace(brought.chosen, encoding="utf-8")
    made = replace(brought, content=text.encode(), chosen=chosen, problem=None)
    keep(at_hand=made if brought.pasted else replace(made, typed=True))


def _another_way(brought: Brought) -> None:
    """What is no table as it was read may be one if it is read otherwise."""
    if not brought.content or isinstance(brought.problem, GivenUpError):
        return

    def again(**more: Any) -> None:
        chosen = choosing(brought.content, brought.chosen, **more)
        keep(at_hand=replace(brought, chosen=chosen, problem=None))

    content, chosen = brought.content, brought.chosen
    if brought.sheets:
        _another_sheet(brought.sheets, chosen.sheet, again)
    elif dialect := guessed(content, chosen) or guessed(content, Chosen()):
        other = _("Read the cells differently") if brought.by_hand else ""
        with st.expander(other or _("Read the file differently"), key="bring_reading"):
            header_control("bring", dialect.header, again)
            text_controls("bring", dialect, again)
    else:
        _another_encoding(content, again)


def _another_sheet(names: Sequence[str], now: str | None, again: Again) -> None:
    if len(names) > 1:
        st.selectbox(
            _("Sheet"),
            names,
            index=None,
            placeholder=_("Choose one with a table"),
            key=SHEET.showing(now),
            on_change=lambda: again(sheet=SHEET.value),
        )


def _another_encoding(content: bytes, again: Again) -> None:
    """Those that fit a text whose encoding was guessed wrong."""
    legacy = [name for name in ENCODINGS if not name.startswith("utf-16")]  # fits too much
    able = [name for name in legacy if guessed(content, Chosen(encoding=name))]
    if able:
        st.selectbox(
            _("Encoding"),
            able,
            index=None,
            format_func=encoding_name,
            placeholder=_("Choose one that fits the file"),
            key=ENCODING.key,
            on_change=lambda: again(encoding=ENCODING.value),
        )


def _forget() -> None:
    keep(at_hand=None)
