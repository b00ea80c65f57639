"""The parts of the home page: the welcome, the upload, practice, and a card for each table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import streamlit as st
from streamlit.runtime.uploaded_file_manager import UploadedFile

import dtcore as dt
from dtcore.practice import Practice
from dtcore.reading import MAX_BYTES
from pages.ui import compute, link, state
from pages.ui.catalogue import Entry, catalogue
from pages.ui.data import taken
from pages.ui.data.preview import encodings, reading_controls
from pages.ui.frame import show_problem
from pages.ui.language import _, explanation, ngettext
from pages.ui.markdown import literal
from pages.ui.places import go_to, open_page, title_of
from pages.ui.practice.maker import maker
from pages.ui.upload import Upload, guessed, take

MEGABYTE: Final = 1024**2
FIRST: Final = "playtennis"


def welcome() -> None:
    st.title("Node by Node", anchor=False)
    st.markdown(explanation("home"))
    if state.has_lesson():
        _go_on()
    else:
        st.button(
            _("Grow a first tree"), key="home_first", type="primary", on_click=_begin, args=(FIRST,)
        )


def _go_on() -> None:
    lesson = state.lesson()
    text = _("Go on with {title}, step {step}") if lesson.timeline.cursor else _("Grow {title}")
    label = text.format(title=literal(title_of(lesson.choice), 40), step=lesson.timeline.cursor)
    st.button(label, key="home_go_on", type="primary", on_click=go_to, args=("grow",))


def upload() -> None:
    """Take a file; a good one becomes a draft on the Data page, a bad one gets its sentence."""
    file = st.file_uploader(
        _("Your own table: a CSV, TSV or text file of up to {limit} MB").format(
            limit=MAX_BYTES // MEGABYTE
        ),
        key="home_upload",
        max_upload_size=MAX_BYTES // MEGABYTE,
        help=_("One line a row, the names of the columns in the first line."),
    )
    _name_its_button(_("Choose a file"))
    if file is None:
        state.put("upload_read", None)
        return
    chosen: Mapping[str, object] = state.get("upload_chosen", {}).get(file.file_id, {})
    if state.get("upload_read") != (file.file_id, chosen):
        problem = _read(file, chosen)
        _have_read(file, chosen, problem)  # now, so that a reading cut short is begun anew
        if problem is None:
            open_page("data")
    if problem := state.get("upload_problem"):
        show_problem(problem)
        _another_way(file.file_id, file.getvalue(), chosen)


def _another_way(file_id: str, content: bytes, chosen: Mapping[str, object]) -> None:
    """A text that was no table may be one if it is read otherwise."""
    dialect = guessed(content, chosen) or guessed(content, {})
    if dialect is None:
        _another_encoding(file_id, content)
        return
    with st.expander(_("Read the file in another way"), key="home_reading"):
        reading_controls(
            dialect, lambda **more: state.put("upload_chosen", {file_id: {**chosen, **more}})
        )


def _another_encoding(file_id: str, content: bytes) -> None:
    """Those that fit a text whose encoding was guessed wrong."""
    legacy = [name for name in encodings() if not name.startswith("utf-16")]  # fits too much
    able = [encoding for encoding in legacy if guessed(content, {"encoding": encoding})]
    if able:
        st.selectbox(
            _("Encoding"),
            able,
            index=None,
            format_func=encodings().__getitem__,
            placeholder=_("Choose one that fits the file"),
            key="home_encoding",
            on_change=lambda: state.put(
                "upload_chosen", {file_id: {"encoding": state.get("home_encoding")}}
            ),
        )


def _name_its_button(name: str) -> None:
    """Streamlit's own words for it are English only."""
    quoted = name.replace("\\", "").replace('"', "")
    rule = f'.st-key-home_upload section button p::after {{ content: "{quoted}"; }}'
    st.html(f"<style>{rule}</style>")


def _read(file: UploadedFile, chosen: Mapping[str, object]) -> dt.DtError | None:
    """Make a draft of the file, or say why that cannot be."""
    content = file.getvalue()
    try:
        if len(content) > MEGABYTE:
            made = _read_in_sight(file, content, chosen)
        else:
            made = take(file.name, content, chosen)
    except dt.DtError as problem:
        return problem
    taken.look_at(made)
    return None


def _read_in_sight(file: UploadedFile, content: bytes, chosen: Mapping[str, object]) -> Upload:
    """Read a large file with a bar that grows, and a button that ends it.

    Each growth of the bar lets a click through, on the button or anywhere: Streamlit then
    leaves the reading where it is.
    """
    text, place = _("Reading the file …"), st.empty()
    with place.container():
        bar = st.progress(0.0, text=text)
        st.button(_("Stop reading"), key="home_stop", on_click=_stop, args=(file, chosen))
    made = take(file.name, content, chosen, lambda share: bar.progress(share, text=text) and None)
    place.empty()
    return made


def _stop(file: UploadedFile, chosen: Mapping[str, object]) -> None:
    problem = dt.ReadingError(
        "The file was not read to its end, and nothing was changed. Choose it again to read it."
    )
    _have_read(file, chosen, problem)


def _have_read(
    file: UploadedFile, chosen: Mapping[str, object], problem: dt.DtError | None
) -> None:
    state.put("upload_read", (file.file_id, chosen))
    state.put("upload_problem", problem)


def practice() -> None:
    """Make a table with a pattern that one knows."""
    heading = _("Make a table to practise on")
    place = st.expander(
        f"**{heading}**",
        key=state.prepared("home_practice", bool(state.get("home_practice"))),
        icon=":material/scatter_plot:",
        on_change="rerun",
    )
    if place.open:
        with place:
            st.caption(
                _(
                    "You say what is planted and how much noise there is; then see what the tree "
                    "finds of it. The link alone makes the same table again, anywhere."
                )
            )
            maker("home", Practice("xor"))


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
            st.button(_("Grow"), key=f"home_grow_{entry.key}", on_click=_begin, args=(entry.key,))
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


def _begin(key: str) -> None:
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
