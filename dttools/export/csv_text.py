"""A data frame as CSV that a spreadsheet takes for text and numbers, never for a formula."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from io import StringIO
from typing import Final

import pandas as pd

from dtcore.model.tree import on_one_line

FORMULA: Final = tuple("=+-@\t\r\n＝＋－＠")
"""A text that begins so is a formula to some spreadsheet."""

_BLANK: Final = " \u00a0\u200b\u200e\u200f\u2060\ufeff"

END: Final = "\r\n"
"""As RFC 4180 has it; with a mere \\n Python leaves a cell with \\r in it without quotes."""


def csv_text(frame: pd.DataFrame, head: Sequence[str] = ()) -> str:
    """Names and cells, numbers in full, below a line for each of ``head``, which begins with #."""
    safe = frame.map(harmless).set_axis([harmless(str(name)) for name in frame.columns], axis=1)
    written = StringIO()
    csv.writer(written, lineterminator=END).writerows([f"# {line}"] for line in head)
    safe.to_csv(written, index=False, lineterminator=END)
    return written.getvalue()


def harmless(cell: object) -> object:
    """A text that begins like a formula, seen or not, with an apostrophe before it."""
    if not isinstance(cell, str):
        return cell
    begins = cell.startswith(FORMULA) or on_one_line(cell[:100]).lstrip(_BLANK).startswith(FORMULA)
    return f"'{cell}" if begins else cell
