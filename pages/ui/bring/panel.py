"""The place to bring a table of one's own: choose or drop its file, paste its cells, or type it in.

What was brought stays at hand until it is a table: a file that cannot be read has its sentence
here, where it was chosen, the lines over which its reading stumbled, to be mended, and what can be
chosen instead. Not done here: what becomes of a table that was read (``draft``), and how a file is
read (``dttools.files``).
"""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Final
from zlib import crc32

import pandas as pd
import streamlit as st

import dtcore as dt
from dtcore.errors import DtError
from dtcore.model import digest_of
from dtcore.progress import ShareProgress
from dtcore.words import Sentence
from dtshow.words.language import _, joined
from dtshow.words.markdown import literal
from dttools.files import ENCODINGS, Chosen
from pages.streamlit_inside.sessions import drop_files
from pages.ui.bring import draft
from pages.ui.bring.bringing import Brought, Place, keep, now
from pages.ui.bring.in_sight import at_once, in_sight, stopped
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
    as_text,
    choosing,
    guessed,
    sheets_of,
    take,
    together,
)
from pages.work.settings import settings

MOST_LINES: Final = 8
LONGEST: Final = 2_000
"""Characters of a line that fits a field."""
GRID: Final = session.CellsWidget("type_in_grid")
COLUMNS: Final = 8
LINES: Final = 12
MARK: Final = "line"
"""The column that says which line holds names, and numbers the rows."""
SEEN: Final = 7
"""Lines in sight at once."""


def mend(brought: Brought, use: Callable[[str], None]) -> None:
    """A field for each line that the problem names; ``use`` hears the whole text."""
    text = as_text(brought.content, brought.chosen) if brought.problem else None
    if brought.problem is None or text is None:
        return
    every = text.split("\n")
    at = [line - 1 for line in sorted({*_lines(brought.problem)}) if 0 < line <= len(every)]
    at = [line for line in at if len(every[line]) <= LONGEST][:MOST_LINES]
    if not at:
        return
    with st.form("mend", border=False):
        for line in at:
            every[line] = st.text_input(
                _("Line {n}").format(n=f"{line + 1:,}"),
                every[line],
                key=f"mend_{line}_{crc32(brought.content)}",
            )
        done = st.form_submit_button(_("Read with these lines"), key="mend_read")
    if done:
        use("\n".join(every))
        st.rerun()


def _lines(said: DtError | Sentence) -> Iterator[int]:
    for name, value in said.fields.items():
        if isinstance(value, Sentence):
            yield from _lines(value)
        elif name in ("line", "header") and isinstance(value, int):
            yield value
        elif name == "lines" and isinstance(value, tuple):
            yield from (int(line) for line in value if line.isdecimal())


def type_in(use: Callable[[bytes], None]) -> None:
    """The grid; ``use`` hears the table as CSV in UTF-8."""
    st.caption(
        _(
            "The first line holds the column names; each line below is a row. Type, or "
            "paste from a spreadsheet into column A. New lines are added at the end as "
            "you need them."
        )
    )
    # As long as it is in sight of its button on a small screen; the other lines scroll.
    empty = pd.DataFrame("", index=range(LINES), columns=[*"ABCDEFGH"][:COLUMNS])
    names = list(empty.columns)
    empty.insert(0, MARK, [_("Names"), *map(str, range(1, LINES))])
    st.data_editor(
        empty,
        key=GRID.key,
        num_rows="dynamic",
        height=38 + 35 * SEEN,
        column_config={
            MARK: st.column_config.TextColumn("", width=70, disabled=True, pinned=True),
            **{name: st.column_config.TextColumn(width=120) for name in names},
        },
    )
    if st.button(_("Read the table"), type="primary", key="type_in_read"):
        use(as_csv(lines_of(GRID.typed, names)))


def lines_of(typed: Mapping[str, Any], names: Sequence[str]) -> list[list[str]]:
    """What was typed, line by line; lines and columns in which nothing stands are left out."""
    lines: list[Mapping[str, Any]] = [{} for _line in range(LINES)]
    for at, cells in typed.get("edited_rows", {}).items():
        lines[int(at)] = cells
    gone = set(typed.get("deleted_rows", ()))
    lines = [line for at, line in enumerate(lines) if at not in gone]
    lines += typed.get("added_rows", ())
    cells = [[str(line.get(name) or "").strip() for name in names] for line in lines]
    cells = [line for line in cells if any(line)]
    used = [at for at in range(len(names)) if any(line[at] for line in cells)]
    return [[line[at] for at in used] for line in cells]


def as_csv(lines: Sequence[Sequence[str]]) -> bytes:
    """The lines as a file that is read as it was typed."""
    out = io.StringIO()
    csv.writer(out, lineterminator="\n", quoting=csv.QUOTE_ALL).writerows(lines)
    return out.getvalue().encode()


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
    if now().pasting:  # one dialog at a time, whatever else makes the page run
        st.dialog(_("Paste a table"), width="medium", on_dismiss=_close)(_paste)()
    elif now().typing:
        st.dialog(_("Type a table in"), width="large", on_dismiss=_close)(_type)()
    at_hand = now().at_hand
    if at_hand is None:
        return
    if at_hand.problem is None:
        try:
            at_hand = _opened(place, at_hand)
        except UnfinishedError:  # a bar says how far it is
            return
    with st.container(key=f"bring_problem_{place}"):
        _say(at_hand)
    mend(at_hand, partial(_use_mended, at_hand))
    _another_way(at_hand)


def _say(brought: Brought) -> None:
    with st.container(horizontal=True, vertical_alignment="center"):
        st.markdown(f"**{literal(brought.name, 60)}**", width="content")
        st.button(
            _("Do not read it now"),
            key="bring_forget",
            type="tertiary",
            on_click=keep,
            kwargs={"at_hand": None},
        )
    if brought.problem is not None:
        show_problem(brought.problem)


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
        first = next((line for line in text.splitlines() if line.strip()), "")
        tabs = "\t" in first and "|" not in first  # Markdown may have tabs beside its bars
        chosen = Chosen(encoding="utf-8", separator="\t" if tabs else None)
        cells = text.encode("utf-8", "replace")
        keep(pasting=False, at_hand=Brought(_("Pasted table"), cells, chosen, pasted=True))
        st.rerun()


def _type() -> None:
    def use(content: bytes) -> None:
        chosen = Chosen(encoding="utf-8", separator=",", header=True)
        keep(typing=False, at_hand=Brought(_("Typed table"), content, chosen, typed=True))
        st.rerun()

    type_in(use)


def _opened(place: Place, brought: Brought) -> Brought:
    """A good table becomes a draft on the Data page, and a lesson that was saved opens where it
    was; of what cannot be read, why. Raises UnfinishedError while a large table is read."""

    def stop() -> None:
        keep(at_hand=replace(brought, problem=stopped()))

    saved = is_lesson(brought.content)
    try:
        if saved:
            session.open_saved(*at_once(lambda told: read_lesson(brought.content, told), stop))
            draft.forget_draft()
        else:
            draft.look_at(_read(place, brought, stop))
    except dt.DtError as problem:
        many = not saved and not isinstance(problem, GivenUpError)
        sheets = sheets_of(brought.content) if many else ()
        failed = replace(brought, problem=problem, sheets=sheets)
        keep(at_hand=failed)
        return failed
    keep(at_hand=None, open=False)
    open_page("grow" if saved else "data")


def _read(place: Place, brought: Brought, stop: Callable[[], None]) -> Upload:
    def read(told: ShareProgress) -> Upload:
        made = take(brought.name, brought.content, brought.chosen, told)
        return replace(made, by_hand=brought.by_hand)

    key = f"{place} {brought.name!r} {brought.chosen!r} {digest_of([brought.content])}"
    return in_sight(key, len(brought.content), read, stop)


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
            **session.control("bring_sheet", now, lambda name: again(sheet=name)),
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
            **session.control("bring_encoding_alone", None, lambda name: again(encoding=name)),
        )
