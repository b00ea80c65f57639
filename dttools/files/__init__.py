"""From the bytes of an uploaded file to a table: guess how it is written, then read it.

``read`` turns bytes into a ``Table`` and tells in its story what it did with titles, totals and
the like; each line may have a switch, which ``Chosen`` turns off. ``guess`` says how a text seems
to be written, as a ``Dialect``. Whatever cannot be read raises ``ReadingError`` with what to do
about it; how much is read at most says ``Limits``. Begin with ``grid`` (the types) and ``table``
(the way of a file). Then: ``formats`` finds who gives the grid: ``text`` (by ``encoding``,
``drawn``, ``dialect`` and ``records``), ``spreadsheet`` (by ``sheet_choice``, ``hidden`` and
``merged``; ``extents`` keeps the memory) or one of ``parquet``, ``arff`` and ``c45``. ``shapes``
finds names and rows in it, by ``several``, ``header``, ``declared`` and ``below``; ``cleaning``
offers what odd cells may mean (``meanings``): ``number_styles`` by ``numerals``, ``date_meanings``
by ``dates``, ``missing_cells`` and ``spellings``; ``columns`` settles values. ``alike`` reads rows
of another file as a table was read. Not done here: nothing about targets, classes or kinds of
columns (``dtcore.model.data``).
"""

from dttools.files.alike import Source, classes_alike, read_alike
from dttools.files.c45 import pair
from dttools.files.cells import MISSING
from dttools.files.columns import values_of
from dttools.files.dialect import SEPARATORS
from dttools.files.encoding import ENCODINGS, decode
from dttools.files.formats import may_have_sheets, sheets
from dttools.files.grid import DECIMALS, Chosen, Dialect, Finding, LeftOut, Offer
from dttools.files.limits import LIMITS, Limits, no_memory
from dttools.files.meanings import PARTS
from dttools.files.spellings import folded
from dttools.files.table import Table, read
from dttools.files.text import guess

__all__ = [
    "DECIMALS", "ENCODINGS", "LIMITS", "MISSING", "PARTS", "SEPARATORS", "Chosen",
    "Dialect", "Finding", "LeftOut", "Limits", "Offer", "Source", "Table", "classes_alike",
    "decode", "folded", "guess", "may_have_sheets", "no_memory", "pair", "read", "read_alike",
    "sheets", "values_of",
]  # fmt: skip
