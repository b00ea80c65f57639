"""Where a table begins: behind titles and remarks, with a header of one or two lines or at once.

It looks at the first records only, as lists of cells with their lines, so that the guess of a
separator and a spreadsheet are judged alike. Not done here: nothing is left out (``shapes``).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import compress, pairwise
from typing import Final, TypeAlias

from dttools.files.cells import filled, number, present
from dttools.files.missing_signs import is_sign
from dttools.files.numerals import is_money, measure_of, same_unit
from dttools.files.records import usual_width

Row: TypeAlias = Sequence[str]
Records: TypeAlias = Sequence[tuple[int, Row]]
"""The line where each record begins, and its cells."""

_DEEPEST_TOP: Final = 50
_VOTERS: Final = 1000
_SURELY: Final = 10_000
_COLONS: Final = (":", "：")
_KEY: Final = re.compile(r"[^\d:：]+[:：](?=.)")
_LONG_LABEL: Final = 15
# What people write where a number is missing, beside the usual signs: no label of a column.
_NOT_MEASURED: Final = frozenset(("absent", "excluded", "lost", "tbd", "na", "n/a", "x", "(x)"))
# Over the answers of SurveyMonkey, and over the marks of Canvas.
_RESPONSES: Final = frozenset(("", "response", "open-ended response"))
_POSSIBLE: Final = frozenset(("points possible", "possible points", "max points", "满分", "滿分"))
# What a title says, and hardly ever a name: a year, 教师：李, 共5人.
_TITLE: Final = re.compile(
    r"[:：]\s*\S|(?<![0-9])(?:19|20)[0-9]{2}(?![0-9])|表$|名单|学期|共\s*[0-9]"
    r"|\b(?:report|survey|results|overview|list of|grades of)\b",
    re.IGNORECASE,
)
_YEARS: Final = range(1700, 2101)
_FURTHEST_YEAR: Final = 10
_LEAST_RUN: Final = 4


def top(records: Records, preamble: int | None = None) -> int:
    """How many records lie above the table: titles, remarks, keys with values; few cells each.
    Those of the first ``preamble`` lines, if a person chose that."""
    if preamble is not None:
        return sum(line <= preamble for line, _ in records)
    width = usual_width([len(cells) for _, cells in records])
    for index, ((line, cells), below) in enumerate(pairwise(records[:_DEEPEST_TOP])):
        # Narrower than the table and set apart by a blank line: a remark, whatever it says.
        apart = below[0] > line + 1 and _narrow(cells, width)
        if not apart and not _is_remark([row for _, row in records[index : index + 40]], width):
            even = sum(len(cells) == width for _, cells in records[index:])
            # A text with a comma here and there is no table with many remarks.
            return index if 2 * even >= len(records) - index else 0
    return 0


def _narrow(cells: Row, width: int) -> bool:
    return len(cells) < width or 2 * len(filled(cells)) <= width > 2


def _is_remark(rows: Sequence[Row], width: int) -> bool:
    """Whether the first of ``rows`` is none of a table that is ``width`` cells wide."""
    cells = rows[0]
    places = filled(cells)
    if not places:
        return has_header(rows[1:])  # else it lies where the names should stand
    if _is_key_with_value(cells, places):
        return True
    padded = places == [*range(len(places))] and len(places) < width and not in_two_lines(rows)
    if _is_title(rows, width):
        return True
    if (len(cells) != width or padded) and _names_all(rows[1:], width):
        return True  # a title with a comma in it
    if padded and len(places) < width - 1 and _said_never_again(rows[1:], width):
        return True  # else the columns behind it would have no names
    if len(cells) < width:
        return len(places) <= max(1, width // 3)
    # A title in a spreadsheet is padded to the width of the table: Survey 2024,,,,
    if len(cells) > width or width < 3 or places[0] or number(cells[0].strip(), ".") is not None:
        return False
    if len(places) == 1:
        return True
    full = next((row for row in rows[1:] if 3 * len(filled(row)) > width), ())
    return (
        len(places) <= width // 3
        and len(filled(full)) == width
        and not is_numeric(full[0])
        and not in_two_lines(rows)
    )


def _is_title(rows: Sequence[Row], width: int) -> bool:
    """Whether the first of ``rows`` is as wide as the table and yet a title: it says so, and more
    than the names below it; labels below names would say more than these, or units less."""
    cells, names = rows[0], rows[1] if len(rows) > 1 else ()
    said, named = ([cell.strip() for cell in row] for row in (cells, names))
    short = all(said) and len("".join(said)) <= len("".join(named))
    if len(cells) != width or width < 2 or short or in_two_lines(rows):
        return False
    marked = any(_TITLE.search(cell) and not is_numeric(cell) for cell in said)
    return marked and not any(map(_is_unit, named)) and _said_never_again(rows[1:], width)


def _is_unit(label: str) -> bool:
    """Whether a cell below a name may say in what it counts: (cm), kg, 万元."""
    unit = label.strip("()[]（） ").lstrip("百千万亿")
    return unit != label or bool(measure_of({same_unit(unit)})) or is_money(unit)


def _names_all(rows: Sequence[Row], width: int) -> bool:
    """Whether the first of ``rows`` can be no row: it has a name for each column, and stands over
    numbers, or over words that come again and again and are all others."""
    if len(rows) < 3 or any(len(row) != width for row in rows) or len(filled(rows[0])) < width:
        return False
    votes, below = _votes(rows), [column_of(rows[1:], at) for at in range(width)]
    again = all(2 * len(one) < len(rows) for one in below)
    sure = max(votes) == _SURELY or (min(votes) > 0 and again)
    return sure and not any(map(is_numeric, rows[0]))


def _said_never_again(rows: Sequence[Row], width: int) -> bool:
    """Whether the first of ``rows`` has words for all columns, each its own and none below it."""
    names = [cell.strip() for cell in rows[0]] if len(rows) >= _LEAST_RUN else []
    told_apart = len({*filter(None, names)}) == len(names) == width
    return told_apart and not any(
        is_numeric(name) or name in column_of(rows[1:], at) for at, name in enumerate(names)
    )


def _is_key_with_value(cells: Row, places: list[int]) -> bool:
    """``Station:,Köln``, whatever follows."""
    keys = [_KEY.match(cells[at].strip()) for at in places]
    if all(keys) and 2 * len(places) <= len(cells) and len({key[0] for key in keys if key}) > 1:
        return True  # 班级：1班,,教师：李老师,
    return (
        places in ([0], [0, 1])
        and cells[0].rstrip().endswith(_COLONS)
        and not (len(places) == 2 and cells[1].rstrip().endswith(_COLONS))
    )


def has_header(rows: Sequence[Row]) -> bool:
    """Columns vote: names differ from what stands below them, data rows repeat it."""
    rows = rows[:_VOTERS]
    if len(rows) < 2:
        return True
    first = [cell.strip() for cell in rows[0]]
    # What pandas calls columns without names.
    if first == [str(index) for index in range(len(first))] and len(first) > 2:
        return True
    if in_two_lines(rows) or labels(rows) or _numbers_are_names(rows):
        return True
    return sum(_votes(rows)) >= 0 or max(_votes(_said_once(rows)), default=0) == _SURELY


def _numbers_are_names(rows: Sequence[Row]) -> bool:
    """Whether numbers of the first record are names beside others: years, or 1, 2, 3, 4 …, unlike
    what stands below them."""
    first = [cell.strip() for cell in rows[0]]
    places = [at for at, cell in enumerate(first) if is_numeric(cell)]
    numbers = [int(first[at]) for at in places if first[at].isdecimal() and len(first[at]) < 5]
    words = [at for at in filled(first) if at not in places]
    if not words or not numbers or len(numbers) < len(places):
        return False
    if any(first[at] in column_of(rows[1:], at) for at in words):
        return False
    steps = {after - before for before, after in pairwise(numbers)}
    if not all(one in _YEARS for one in numbers):
        return steps == {1} and numbers[0] < 2 and len(numbers) >= _LEAST_RUN
    below = [cell for at in places for cell in column_of(rows[1:], at)]
    if len(numbers) == 1:
        return not any(len(cell.partition(".")[0]) == 4 for cell in below)
    years = sum(len(cell) == 4 and cell.isdecimal() and int(cell) in _YEARS for cell in below)
    return all(0 < step <= _FURTHEST_YEAR for step in steps) and 2 * years < len(below)


def _said_once(rows: Sequence[Row]) -> Sequence[Row]:
    """The records without those that repeat the first, as a header on each page does."""
    return [row for at, row in enumerate(rows) if not at or row != rows[0]]


def _votes(rows: Sequence[Row]) -> list[int]:
    first = [cell.strip() for cell in rows[0]]
    return [_vote(cell, column_of(rows[1:], index)) for index, cell in enumerate(first)]


def in_two_lines(rows: Sequence[Row]) -> bool:
    """Whether two records share the names, as merged cells of a spreadsheet leave them::

    id,Blood,,Size,
    ,high,low,height,weight
    """
    if len(rows) < 4:
        return False
    upper, lower = ([cell.strip() for cell in row] for row in rows[:2])
    if len(upper) != len(lower) or not _share_the_names(upper, lower):
        return False
    names = joined_names(upper, lower)
    told_apart = len(set(names)) == len(names) and all(names)
    return told_apart and all(
        not cell or (not is_numeric(cell) and not _comes_below(rows, at))
        for at, cell in enumerate(lower)
    )


def _comes_below(rows: Sequence[Row], at: int) -> bool:
    """Whether the name of the second line is a value, too; an option of a question is one where
    SurveyMonkey names it again in the rows of all who chose it."""
    (upper, lower), name, below = rows[:2], rows[1][at].strip(), column_of(rows[2:], at)
    in_group = not lower[0].strip() and not all(map(str.strip, upper[at : at + 2]))
    return name in below and not (in_group and below == {name})


def _share_the_names(upper: Row, lower: Row) -> bool:
    places = filled(upper)
    if len(places) < 2:
        return False
    # Nothing above, so it must have its name below.
    if not all(above or below for above, below in zip(upper, lower, strict=True)):
        return False
    grouped = [at for at in places if at + 1 < len(upper) and not upper[at + 1]]
    if len(places) == len(upper):  # written over each of its columns
        groups = len(set(upper))
        below = all(
            name or upper.count(above) == 1 for above, name in zip(upper, lower, strict=True)
        )
        return 1 < groups < len(upper) and below and _runs(upper) == groups
    return len(grouped) >= 2 if all(lower) else bool(grouped) and _upright(upper, lower)


def _runs(cells: Row) -> int:
    return 1 + sum(one != other for one, other in pairwise(cells))


def _upright(upper: Row, lower: Row) -> bool:
    """Whether only such names of the upper line have nothing below as stand alone there."""
    return all(
        below or (upper[at] and (at + 1 == len(upper) or upper[at + 1]))
        for at, below in enumerate(lower)
    )


def joined_names(upper: Row, lower: Row) -> list[str]:
    """A name of two lines for each column: a merged cell names all columns that it spans."""
    result, group = [], ""
    for above, below in zip(upper, lower, strict=True):
        group = above.strip() or group
        result.append(f"{group} {below.strip()}".strip())
    return result


def nearest_names(upper: Row, lower: Row) -> list[str]:
    """The name of two lines that stands nearest to the rows of each column."""
    return [below.strip() or above.strip() for above, below in zip(upper, lower, strict=True)]


def labels(rows: Sequence[Row]) -> int:
    """How many records below the header say what the columns mean, as SPSS and Qualtrics do."""
    if len(rows) < 4 or len(rows[0]) != len(rows[1]) or not all(cell.strip() for cell in rows[0]):
        return 0
    if any('"ImportId"' in cell for cell in rows[2]):
        return 2
    if possible := next((at for at in (1, 2) if _says_what_is_possible(rows[1 : at + 1])), 0):
        return possible
    columns = [column_of(rows[2:], at) for at in range(len(rows[0]))]
    numbers = [{cell for cell in column if not says_nothing(cell)} for column in columns]
    measured = [bool(column) and all(map(is_numeric, column)) for column in numbers]
    if any(is_numeric(cell.strip()) for cell in compress(rows[0], measured)):
        return 0
    cells = [cell.strip() for cell in rows[1]]
    if any(is_numeric(cell) or cell in column for cell, column in zip(cells, columns, strict=True)):
        return 0
    if any(cells) and _RESPONSES.issuperset(map(str.casefold, cells)):
        return 1
    return int(_label_numbers([*compress(cells, measured)]) or _are_long(cells, columns))


def _says_what_is_possible(rows: Sequence[Row]) -> bool:
    """Whether the last record holds the most points, as Canvas has it below the names, and those
    above it hold no more than remarks."""
    *above, (who, *cells) = rows
    marks = [cell.strip() for cell in cells if cell.strip()]
    return (
        who.strip().casefold() in _POSSIBLE
        and len(marks) < len(cells)
        and all(is_numeric(mark) or mark.startswith("(") for mark in marks)
        and not any(row[0].strip() or any(map(is_numeric, row)) for row in above)
    )


def says_nothing(cell: str) -> bool:
    in_brackets = cell.startswith("(")  # (s) is a unit as well
    return cell.casefold() in _NOT_MEASURED or (is_sign(cell) and not in_brackets)


def _label_numbers(cells: Row) -> bool:
    """Whether the cells over columns of numbers are all labels, each its own."""
    if any(not cell or says_nothing(cell) for cell in cells):
        return False
    if len(cells) == 1:
        return " " in cells[0] or cells[0].startswith(("(", "["))
    return len(set(cells)) == len(cells) > 0


def _are_long(cells: Row, columns: Sequence[set[str]]) -> bool:
    """Whether most cells are far longer than any that stands below them."""
    long = [
        len(cell) >= max(_LONG_LABEL, 2 * max(map(len, column), default=0))
        for cell, column in zip(cells, columns, strict=True)
    ]
    return all(cells) and 2 * sum(long) > len(cells)


def column_of(rows: Sequence[Row], index: int) -> set[str]:
    """The different cells of a column that are not missing."""
    cells = (present(row[index]) for row in rows if index < len(row))
    return {cell for cell in cells if cell is not None}


def _vote(first: str, below: set[str]) -> int:
    """Above 0 for a name, below 0 for data; numbers below make the difference plain."""
    if not first or not below:
        return 0
    if present(first) is None:
        return -1
    if all(is_numeric(cell) for cell in below):
        return -2 if is_numeric(first) else _SURELY
    return -1 if first in below else int(not is_numeric(first))


def is_numeric(cell: str) -> bool:
    """Whether a cell is a number with either decimal sign."""
    return number(cell, ".") is not None or number(cell, ",") is not None
