"""What odd cells may mean: offered, and done where it was chosen.

A column is judged by a row of judges, each of which sees the cells as the offers that were taken
before it left them: blank cells below a name, numbers in other styles, the order of day and month,
durations and ranges, words and codes for a missing value, strays among numbers, spellings of one
value, names in order, parts of dates. Nothing is done unasked. Not done here: the judges, which
stand by what they judge (``meanings`` has their types), and what a plain cell says (``cells``).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Final

import numpy as np

from dtcore.errors import ReadingError
from dtcore.words import Listed, Sentence
from dttools.files.columns import TextColumn, free_name
from dttools.files.date_meanings import durations, order_of_dates, order_of_names, parts, ranges
from dttools.files.grid import Cleaned, Offer
from dttools.files.meanings import PARTS, Cells, File, Judge, Made, Meaning, says
from dttools.files.missing_cells import blank, level, missing, strays
from dttools.files.number_styles import far_off, left_as_words, numbers, versions
from dttools.files.quoting import quoted
from dttools.files.spellings import choices, one_value, same_place

KEYS: Final = (
    *("numbers", "thousands", "ten_thousands", "decimals", "as_counted"),
    *("day_first", "month_first", "choices", "level", "blank", "missing", "strays"),
    *("one_value", "fill_down", "ranges", "duration", "order", *PARTS),
)
# What to make of the cells has to be settled before anything else is asked of the column.
_FIRST: Final = frozenset(("numbers", "decimals", "ten_thousands", "day_first", "month_first"))


def clean(
    columns: Sequence[TextColumn],
    decimal: str,
    cells: Mapping[str, tuple[str, ...]],
    missing: frozenset[str],
    stated: Collection[str] = (),
) -> Cleaned:
    """The columns with their cells rewritten as ``cells`` chooses, and what else is offered.

    ``columns`` have neither header nor rows that were left out. A column that is taken for its
    month is replaced by one called "name (month)", and so on. Nothing is asked of the columns
    ``stated``, of which the format states what their cells mean. Raises ``ReadingError`` where
    ``cells`` names a column or a meaning that there is not.
    """
    names = [column.name for column in columns]
    _refuse_unknown(names, cells)
    file = File(columns, decimal)
    made: list[TextColumn] = []
    told: list[Sentence] = []
    offers: list[Offer] = []
    levels: dict[str, tuple[str, ...]] = {}
    for column in columns:
        judges = () if column.name in stated else _JUDGES
        chosen = cells.get(column.name, ())
        judged, offered, others = _judge(Cells(column, decimal, missing), chosen, file, judges)
        offers += offered
        told += same_place(judged)
        if not offered:
            told += left_as_words(judged)
        if all(offer.taken for offer in offered):
            told += far_off(judged)
        if not others:
            made.append(judged.column)
        for one in others:
            name = one.name if one.name == column.name else free_name(one.name, names)
            names.append(name)
            made.append(replace(one.column, name=name))
            if one.levels:
                levels[name] = one.levels
    return Cleaned(tuple(made), tuple(offers), levels, tuple(told))


def _judge(
    cells: Cells, chosen: tuple[str, ...], file: File, judges: Sequence[Judge]
) -> tuple[Cells, list[Offer], list[Made]]:
    """The cells of a column as chosen, what is offered, and the columns in its place."""
    offers: list[Offer] = []
    made: list[Made] = []
    for judge in judges:
        meanings = judge(cells, file)
        one_of = [one.key for one in meanings if not one.made]
        last = next((key for key in reversed(chosen) if key in one_of), None)
        for one in meanings:
            taken = one.key in chosen if one.made else one.key == last
            offers.append(one.offer(cells, taken=taken))
            made += one.made() if one.made and taken else ()
        if made:  # other columns stand in its place
            break
        if last:
            cells = cells.after(next(one for one in meanings if one.key == last))
        elif any(one.text for one in meanings):
            cells = replace(cells, column=replace(cells.column, text=True))
        elif any(one.key in _FIRST for one in meanings):
            break
    known = {offer.key for offer in offers}
    idle = [key for key in dict.fromkeys(chosen) if key not in known]
    offers += [
        Offer(cells.column.name, key, says(cells, "idle"), (), 0, taken=True) for key in idle
    ]
    return cells, offers, made


def _fill_down(cells: Cells, file: File) -> Sequence[Meaning]:
    """A value that is named once for all the rows of its block, as in an outline."""
    column = cells.column
    starts = np.flatnonzero(~column.blank)
    if len(starts) < 3 or starts[0] or 2 * len(starts) > len(column.codes):
        return ()
    lengths, names = np.diff(starts), column.codes[starts]
    if (names[1:] == names[:-1]).any() or 10 * (lengths < 2).sum() > len(lengths):
        return ()
    alike = (lengths == lengths[0]).all() and len(column.codes) - starts[-1] <= lengths[0]
    leftmost = column.position == file.columns[0].position
    texts = (cells.filled & ~cells.numbers).any()
    if sum(map(bool, (alike, leftmost, texts))) < 2:
        return ()
    rows = np.where(column.blank, 0, np.arange(len(column.codes)))
    above = replace(column, codes=column.codes[np.maximum.accumulate(rows)])
    first = column.raw[column.codes[0]]
    changes = cells.where_raw(lambda cell: not cell)
    said = says(cells, "fill_down", cell=quoted(first), count=int(lengths[0]))
    whole = above.keep(np.ones(len(rows), dtype=bool))
    return [Meaning("fill_down", said, changes, lambda some: [first] * len(some), column=whole)]


# In this order, each on the cells as those before it left them.
_JUDGES: Final[tuple[Judge, ...]] = (
    *(choices, _fill_down, versions, numbers, order_of_dates, durations, ranges),
    *(level, blank, missing, strays, one_value, order_of_names, parts),
)


def _refuse_unknown(names: Sequence[str], cells: Mapping[str, tuple[str, ...]]) -> None:
    for name, keys in cells.items():
        if name not in names:
            raise ReadingError(
                "The table has no column “{column}” whose cells could be read in another way. "
                "Choose one of its columns.",
                column=quoted(name),
            )
        for key in keys:
            if key not in KEYS:
                raise ReadingError(
                    "Cells cannot be read as “{key}”. Choose one of these: {keys}.",
                    key=quoted(key),
                    keys=Listed(KEYS),
                )
