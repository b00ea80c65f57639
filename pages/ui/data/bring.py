"""The place to bring a table of one's own: choose or drop its file, or paste its cells.

What was brought stays at hand until it is a table: a file that cannot be read has its sentence
here, where it was chosen, and what can be chosen instead. Not done here: what becomes of a table
that was read (``draft``), and how a file is read (``dtcore.reading``).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Final, Literal

import streamlit as st

import dtcore as dt
from dtcore.reading import ENCODINGS, Chosen
from pages.ui.data import draft
from pages.ui.data.in_sight import in_sight, stopped
from pages.ui.data.ways_to_read import Again, encoding_name, header_control, text_controls
from pages.ui.server.settings import settings
from pages.ui.shell import session
from pages.ui.shell.frame import show_problem
from pages.ui.shell.places import open_page
from pages.ui.tables.upload import Told, Upload, choosing, guessed, take, together
from pages.ui.wording.language import _
from pages.ui.wording.markdown import literal

ENCODING: Final = session.Widget[str | None]("bring_encoding_alone", None)

Place = Literal["home", "data"]
"""The page on which it stands: the beginning of all keys here."""


@dataclass(frozen=True)
class Brought:
    """What was chosen or pasted and is no table yet: to be read, or with the ``problem`` it had."""

    name: str
    content: bytes
    chosen: Chosen = Chosen()
    problem: dt.DtError | None = None
    pasted: bool = False


@dataclass(frozen=True)
class BringView:
    """``files``: how many times files were taken, so that the place for them is empty again;
    ``pasting``: whether the place for cells is open; ``open``: whether Data shows all this."""

    at_hand: Brought | None = None
    files: int = 0
    pasting: bool = False
    open: bool = False


def bring(place: Place) -> None:
    """The row, and below it what became of what was brought."""
    with st.container(key=f"bring_row_{place}"):
        _files(place)
        with st.container(key=f"bring_others_{place}", horizontal=True):
            st.button(_("Paste a table"), key=f"{place}_paste", on_click=_open_paste)
        st.caption(_limits())
    if session.view(BringView).pasting:
        st.dialog(_("Paste a table"), width="medium", on_dismiss=_close_paste)(_paste)()
    at_hand = session.view(BringView).at_hand
    if at_hand is None:
        return
    if at_hand.problem is None:
        at_hand = _read(place, at_hand)
    with st.container(key=f"bring_problem_{place}"):
        _say(at_hand)
        _another_way(at_hand)


def _say(brought: Brought) -> None:
    with st.container(horizontal=True, vertical_alignment="center"):
        st.markdown(f"**{literal(brought.name, 60)}**", width="content")
        st.button(_("Put it aside"), key="bring_forget", type="tertiary", on_click=_forget)
    if brought.problem is not None:
        show_problem(brought.problem)


def _open_paste() -> None:
    _keep(pasting=True)


def _close_paste() -> None:
    _keep(pasting=False)


def open_or_close() -> None:
    """For callbacks, on Data."""
    _keep(open=not session.view(BringView).open, at_hand=None)


def is_open() -> bool:
    return session.view(BringView).open


def _files(place: Place) -> None:
    """Whatever is chosen is taken at once, and the place is empty again: two files are only
    together if they were chosen together, or are the two of C4.5."""
    view = session.view(BringView)
    files = st.file_uploader(
        _("A file of your own"),
        key=f"{place}_file_{view.files}",
        accept_multiple_files=True,
        max_upload_size=settings().limits.megabytes,
        label_visibility="collapsed",
    )
    _name_its_button(place, _("Choose a file"), _("Or drop it here."))
    if files:
        chosen = [(file.name, file.getvalue()) for file in files]
        _keep(files=view.files + 1, at_hand=_at_hand(chosen))
        st.rerun()


def _at_hand(files: list[tuple[str, bytes]]) -> Brought:
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


def _name_its_button(place: Place, name: str, hint: str) -> None:
    """Streamlit's own words are English only."""
    text = "".join(
        f'.st-key-bring_row_{place} {part}::after {{ content: "{_quoted(words)}"; }}'
        for part, words in (("section button p", name), ("section", hint))
    )
    st.html(f"<style>{text}</style>")


def _quoted(words: str) -> str:
    return words.replace("\\", "").replace('"', "")


def _paste() -> None:
    """Cells as a spreadsheet gives them, with tabs between; or any text that is a table."""
    at_hand = session.view(BringView).at_hand
    before = at_hand.content.decode("utf-8", "replace") if at_hand and at_hand.pasted else ""
    text = st.text_area(
        _("Cells"),
        before,
        height=280,
        key="bring_cells",
        placeholder=_("Copy cells in a spreadsheet, the names of the columns too, and paste them."),
        label_visibility="collapsed",
    )
    if st.button(_("Read the table"), type="primary", key="bring_paste_read"):
        _keep(pasting=False, at_hand=_of_cells(text))
        st.rerun()


def _of_cells(text: str) -> Brought:
    first = next((line for line in text.splitlines() if line.strip()), "")
    chosen = Chosen(encoding="utf-8", separator="\t" if "\t" in first else None)
    return Brought(_("Pasted table"), text.encode("utf-8", "replace"), chosen, pasted=True)


def _read(place: Place, brought: Brought) -> Brought:
    """A good table becomes a draft on the Data page; of a bad one, why it is none."""

    def read(told: Told) -> Upload:
        return take(brought.name, brought.content, brought.chosen, told)

    def stop() -> None:
        _keep(at_hand=replace(brought, problem=stopped()))

    try:
        made = in_sight(f"{place}_stop", len(brought.content), read, stop)
    except dt.DtError as problem:
        failed = replace(brought, problem=problem)
        _keep(at_hand=failed)
        return failed
    draft.look_at(made)
    _keep(at_hand=None, open=False)
    open_page("data")


def _another_way(brought: Brought) -> None:
    """What is no table as it was read may be one if it is read otherwise."""
    if not brought.content:
        return

    def again(**more: Any) -> None:
        chosen = choosing(brought.content, brought.chosen, **more)
        _keep(at_hand=replace(brought, chosen=chosen, problem=None))

    dialect = guessed(brought.content, brought.chosen) or guessed(brought.content, Chosen())
    if dialect is None:
        _another_encoding(brought.content, again)
        return
    with st.expander(_("Read the file in another way"), key="bring_reading"):
        header_control("bring", dialect.header, again)
        text_controls("bring", dialect, again)


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
    _keep(at_hand=None)


def _keep(**changes: Any) -> None:
    session.keep(replace(session.view(BringView), **changes))
