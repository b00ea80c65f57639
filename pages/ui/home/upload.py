"""A file of one's own: taken, read in sight if it is large, or read in another way.

Not done here: what becomes of a table that was read (``pages.ui.data``), and how a file is read
(``dtcore.reading``).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final

import streamlit as st
from streamlit.runtime.uploaded_file_manager import UploadedFile

import dtcore as dt
from dtcore.reading import LIMITS
from pages.ui.data import draft
from pages.ui.data.preview import encodings, header_control, reading_controls
from pages.ui.shell import session
from pages.ui.shell.frame import show_problem
from pages.ui.shell.places import open_page
from pages.ui.tables.upload import Upload, guessed, take
from pages.ui.wording.language import _

ENCODING: Final = session.Widget[str | None]("home_encoding", None)
MEGABYTE: Final = 1024**2


@dataclass(frozen=True)
class HomeView:
    """The file that was ``read`` last and how, and the ``problem`` that it had; ``chosen``: what
    of the reading of a file was chosen by hand."""

    read: tuple[str, Mapping[str, object]] | None = None
    problem: dt.DtError | None = None
    chosen: Mapping[str, Mapping[str, object]] = field(default_factory=dict)


def upload() -> None:
    """A quiet row: what one's own table is for, and the place to choose or drop its file."""
    left, right = st.columns([5, 6], gap="large")
    with left, st.container(key="home_own"):
        st.header(_("Your own table"), anchor=False)
        st.markdown(
            _(
                "An exercise, a project, a hunch. You choose what to predict before anything "
                "grows, and you see how each cell was read."
            )
        )
    with right:
        _take()


def _take() -> None:
    """Take a file; a good one becomes a draft on the Data page, a bad one gets its sentence."""
    file = st.file_uploader(
        _("A file of your own"),
        key="home_upload",
        max_upload_size=LIMITS.megabytes,
        label_visibility="collapsed",
    )
    _name_its_button(_("Choose a file"), _or_drop_it())
    if file is None:
        session.keep(replace(session.view(HomeView), read=None))
        return
    chosen: Mapping[str, object] = session.view(HomeView).chosen.get(file.file_id, {})
    if session.view(HomeView).read != (file.file_id, chosen):
        problem = _read(file, chosen)
        _have_read(file, chosen, problem)  # now, so that a reading cut short is begun anew
        if problem is None:
            open_page("data")
    if problem := session.view(HomeView).problem:
        show_problem(problem)
        _another_way(file.file_id, file.getvalue(), chosen)


def _another_way(file_id: str, content: bytes, chosen: Mapping[str, object]) -> None:
    """A text that was no table may be one if it is read otherwise."""
    dialect = guessed(content, chosen) or guessed(content, {})
    if dialect is None:
        _another_encoding(file_id, content)
        return
    with st.expander(_("Read the file in another way"), key="home_reading"):
        reading_controls(dialect, lambda **more: _choose(file_id, {**chosen, **more}))
        header_control(dialect, lambda **more: _choose(file_id, {**chosen, **more}))


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
            key=ENCODING.key,
            on_change=lambda: _choose(file_id, {"encoding": ENCODING.value}),
        )


def _or_drop_it() -> str:
    text = _(
        "Or drop it here: CSV, TSV or text, up to {limit} MB, with the column names in line 1."
    )
    return text.format(limit=LIMITS.megabytes)


def _name_its_button(name: str, hint: str) -> None:
    """Streamlit's own words are English only."""
    text = "".join(
        f'.st-key-home_upload {part}::after {{ content: "{_quoted(words)}"; }}'
        for part, words in (("section button p", name), ("section", hint))
    )
    st.html(f"<style>{text}</style>")


def _quoted(words: str) -> str:
    return words.replace("\\", "").replace('"', "")


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
    draft.look_at(made)
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

    def said(share: float) -> None:
        bar.progress(share, text=text)

    made = take(file.name, content, chosen, said)
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
    read = (file.file_id, chosen)
    session.keep(replace(session.view(HomeView), read=read, problem=problem))


def _choose(file_id: str, chosen: Mapping[str, object]) -> None:
    session.keep(replace(session.view(HomeView), chosen={file_id: chosen}))
