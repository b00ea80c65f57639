"""The lines of a text over which its reading stumbled, to be mended where they are.

Not done here: which lines these are (``dttools.files`` says so), and what becomes of the text.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final
from zlib import crc32

import streamlit as st

from dtcore.errors import DtError
from dtcore.words import Sentence
from dtshow.words.language import _
from pages.ui.bring.bringing import Brought
from pages.ui.tables.upload import as_text

MOST_LINES: Final = 8
LONGEST: Final = 2_000
"""Characters of a line that fits a field."""


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
    """The numbers of the lines that a sentence names."""
    for name, value in said.fields.items():
        if isinstance(value, Sentence):
            yield from _lines(value)
        elif name in ("line", "header") and isinstance(value, int):
            yield value
        elif name == "lines" and isinstance(value, tuple):
            yield from (int(line) for line in value if line.isdecimal())
