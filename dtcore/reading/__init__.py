"""From the bytes of an uploaded file to a table: guess how it is written, then read it.

``guess`` says how the file seems to be written, as a ``Dialect`` that a page can show and a
reader of the page can change; ``read`` turns bytes into a ``Table`` and says in notes what it
had to repair. Whatever cannot be read raises ``ReadingError`` with what to do about it.
Not done here: nothing about targets, classes or kinds of columns (``dtcore.model.data``), no
dates, no thousand separators, no spreadsheets.
"""

from dtcore.reading.cells import MISSING
from dtcore.reading.dialect import DECIMALS, SEPARATORS, Dialect, guess
from dtcore.reading.encoding import ENCODINGS
from dtcore.reading.formats import MAX_BYTES
from dtcore.reading.records import OnProgress, unheard
from dtcore.reading.table import MAX_CELLS, MAX_COLUMNS, MIN_ROWS, Table, read

__all__ = [
    "DECIMALS",
    "ENCODINGS",
    "MAX_BYTES",
    "MAX_CELLS",
    "MAX_COLUMNS",
    "MIN_ROWS",
    "MISSING",
    "SEPARATORS",
    "Dialect",
    "OnProgress",
    "Table",
    "guess",
    "read",
    "unheard",
]
