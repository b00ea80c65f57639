"""Tables larger than memory: opened where they lie, prepared once, then counted by a database.

Read ``source`` (what can be opened), ``texts`` (how a CSV is written), ``listing`` (which tables a
folder offers), ``profile`` (kinds, levels, groups of numbers), ``prepare`` (a copy of one byte a
cell beside the table), ``queries`` (a node's counts as one query) and ``exact`` (the cut between
two groups, by one query more). What comes of it is a ``CountedTable``, which is stepped and grown
as any other. Not done here: nothing is scored or chosen. Needs the extra ``large``.
"""

from dttools.large.counted import CountedTable
from dttools.large.exact import CutRange, exact_cut, range_of
from dttools.large.listing import ListedTable, first_rows, tables_in
from dttools.large.prepare import open

__all__ = [
    "CountedTable", "CutRange", "ListedTable", "exact_cut", "first_rows", "open", "range_of",
    "tables_in",
]  # fmt: skip
