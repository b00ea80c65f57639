"""What stands among and below the rows of a table and is none: a header that comes again,
remarks, totals.

Each function gets the records that are rows so far, as a mask of shape (n_records,), and returns
those that are none, with a line that says so. A total has a total's name and adds up, or lacks
a text that the rows have; a remark is short, unlike what stands above it, and below all rows. Not
done here: nothing is left out (``shapes``).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import compress
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from dtcore.words import Sentence
from dttools.files.cells import FEWEST, filled, number
from dttools.files.columns import TextColumn
from dttools.files.grid import Finding, Grid, record
from dttools.files.header import is_numeric, says_nothing
from dttools.files.numerals import numeral
from dttools.files.quoting import listed, quoted

Rows: TypeAlias = NDArray[np.bool_]
Found: TypeAlias = tuple[Finding, Sequence[int]]
"""A line that says so, and the records that are none."""

_DEEPEST_END: Final = 20
_MOST_TOTALS: Final = 2000
_REMARK: Final = re.compile(
    r"\s*+[(\[]?\s*+(data )?(sources?|notes?|nb|n\.b\.|remarks?|footnotes?|legend|copyright"
    r"|licen[cs]e|generated|exported|created|retrieved|downloaded|last updated?|quellen?"
    r"|anmerkung(en)?|hinweise?|stand|fuente|nota|fonte|remarque)( (on|by|at|from))?\s*[:：]"
    r"|\s*(\*|†|‡|©)|\s*(注释?|备注|说明|单位|数据来源|资料来源|来源|註|備註|說明|單位|資料來源|來源)\s*[:：]",
    re.IGNORECASE,
)
_SENTENCE_ENDS: Final = ("。", "！", "？")
_SUMS: Final = frozenset(
    (
        *("total", "totals", "grand total", "overall total", "sum", "sums", "overall", "all"),
        *("gesamt", "summe", "insgesamt", "gesamtsumme", "somme", "total général", "suma"),
        *("total general", "totale", "итого", "всего"),
        *("合计", "总计", "总和", "共计", "总数", "合計", "總計", "總和", "共計", "総計"),
    )
)
_SUBTOTALS: Final = frozenset(
    ("subtotal", "sub-total", "sub total", "zwischensumme", "sous-total", "小计", "小計")
)
_MEANS: Final = frozenset(
    (
        *("mean", "average", "avg", "avg.", "mittelwert", "durchschnitt", "mittel", "moyenne"),
        *("media", "promedio", "平均", "平均值", "均值", "平均数", "平均數", "平均値"),
        *("平均分", "平均成绩"),
    )
)
_OTHERS: Final = frozenset(
    (
        *("median", "min", "max", "minimum", "maximum", "count", "n", "sd", "std", "std.", "stdev"),
        *("std dev", "std. dev.", "std.dev.", "s.d.", "standard deviation", "standardabweichung"),
        *("中位数", "中位數", "最大值", "最小值", "标准差", "標準差", "计数"),
        *("最高分", "最低分", "及格率", "优秀率"),
    )
)
_WHAT: Final = (
    (Sentence("totals"), _SUMS | _SUBTOTALS),
    (Sentence("averages"), _MEANS),
)
# Alone in its row above statistics, one of these says what they are.
_HEADINGS: Final = frozenset(
    ("summary", "statistics", "summary statistics", "zusammenfassung", "汇总", "统计", "彙總")
)


def repeated_headers(grid: Grid, headers: Sequence[Sequence[str]], rows: Rows) -> Found | None:
    """Records that say the names again, as a table printed over several pages does."""
    found = [same_as(grid, header) for header in headers]
    at = np.flatnonzero(rows & np.logical_or.reduce([np.zeros_like(rows), *found])).tolist()
    said = Sentence("Repeated headers were left out: {count} (line {lines}).")
    return _left_out(grid, at, "repeated_header", said)


def _left_out(
    grid: Grid, at: Sequence[int], key: str, said: Sentence, text: str = ""
) -> Found | None:
    """Records that are none, and ``said`` with how many they are, where, and what one says."""
    if not at:
        return None
    lines = [grid.lines[one] for one in at]
    known = {"count": len(at), "lines": listed(lines), "line": lines[0], "text": quoted(text)}
    return Finding(said.with_fields(**known), key), at


def same_as(grid: Grid, cells: Sequence[str]) -> Rows:
    """The records that begin with the cells of one of them."""
    same = np.ones(len(grid.lines), dtype=bool)
    for column, cell in zip(grid.columns, cells, strict=False):
        same &= column.codes == column.raw.index(cell)  # the one has it
        if not same.any():
            break
    return same


def group_headings(grid: Grid, rows: Rows) -> Found | None:
    """Records of one cell that head the full ones below them."""
    column = grid.columns[0]
    single = rows & ~column.blank
    for other in grid.columns[1:]:
        single &= other.blank
    others, at = rows & ~single, np.flatnonzero(rows)
    found = np.flatnonzero(single).tolist()
    if not found or single[at[-1]] or (single[at[1:]] & single[at[:-1]]).any():
        return None
    if column.blank[others].any() or any(total_name(grid, one) for one in found):
        return None
    texts = [record(grid, one)[0].strip() for one in found]
    lines = np.asarray(grid.lines)[at]
    apart = at[1:][np.diff(lines) > 1].tolist()
    alone = len(grid.columns) > 2 and apart and apart == [one for one in found if one != at[0]]
    below = {cell.strip() for cell in column.keep(others).raw}
    if not (alone or _are_unlike(texts, below)) or any(map(says_nothing, texts)):
        return None
    if len({*texts}) < len(texts) or not below.isdisjoint(texts):
        return None
    said = Sentence(
        "Lines that head groups of rows were left out: {count} (line {lines}: “{text}”)."
    )
    return _left_out(grid, found, "groups", said, texts[0])


def _are_unlike(texts: Sequence[str], below: set[str]) -> bool:
    """Whether headings are none of the cells below them: among numbers, or with one first word."""
    if all(map(is_numeric, below)) and not any(map(is_numeric, texts)):
        return True
    words = {text.split()[0] for text in texts}
    firsts = {cell.split()[0] for cell in below}
    return len(texts) > 1 == len(words) and words.isdisjoint(firsts)


def remarks_below(grid: Grid, rows: Rows, between: str) -> Found | None:
    """Sources and footnotes below the last row; ``between`` cells, so that they can be quoted."""
    at = np.flatnonzero(rows).tolist()
    top = len(at)
    for index in range(len(at) - 1, max(len(at) - _DEEPEST_END, 2) - 1, -1):
        cells = record(grid, at[index])
        places = filled(cells)
        if _is_remark(grid, at[: index + 1], cells, places):
            top = index
        elif not _may_be_remark(cells, places):
            break
    said = Sentence("Lines below the table were left out: {count} (line {line}: “{text}”).")
    parts = record(grid, at[top]) if top < len(at) else ()
    text = f"{between} ".join(parts).rstrip(f"{between} ")
    return _left_out(grid, at[top:], "remarks_below", said, text)


def _may_be_remark(cells: Sequence[str], places: Sequence[int]) -> bool:
    """Whether a record may go on with the remark above it."""
    text = cells[0].strip()
    alone = places == [0] and number(text, ".") is None
    return alone or is_marked(text)


def is_marked(text: str) -> bool:
    """Whether a line says that it is a remark: 注：, Source:, *."""
    return _REMARK.match(text) is not None


def _is_no_number(grid: Grid, at: Sequence[int], cells: Sequence[str]) -> bool:
    """Whether the last of the records ``at`` says something else where all above it say numbers."""
    above = np.isin(np.arange(len(grid.lines)), at[:-1])
    for column, cell in zip(grid.columns, map(str.strip, cells), strict=False):
        known = [*filter(None, map(str.strip, column.keep(above).raw))]
        if cell and numeral(cell) is None and known and all(map(numeral, known)):
            return True
    return False


def _is_remark(grid: Grid, at: Sequence[int], cells: Sequence[str], places: Sequence[int]) -> bool:
    """Whether the last of the records ``at`` is a remark: marked as one, or unlike a row."""
    width = _usual_width(grid, at)
    if not places or places[0] or number(cells[0].strip(), ".") is not None:
        return False
    apart = is_apart(grid, at[-1])
    if is_marked(cells[0]):
        whole = len(places) > 1 and len(cells) == width
        return not whole or apart or _is_no_number(grid, at, cells)
    if len(places) > 1:  # a sentence with a separator in it
        said = cells[-1].rstrip().endswith(_SENTENCE_ENDS) and len(cells) < width
        return said and not any(map(is_numeric, map(str.strip, cells)))
    text = cells[0].strip()
    longest = _longest(grid, at[:-1])
    if len(cells) < width:  # so nobody wrote empty cells behind it
        if apart:
            return width > 2 or len(text) > longest
        least = max(2 * longest, 20) if width == 2 else max(longest, 11)
        return len(text) > least
    return len(text) > (longest if apart else max(2 * longest, 20))


def _usual_width(grid: Grid, at: Sequence[int]) -> int:
    if grid.widths is None:
        return len(grid.columns)
    return int(np.median(grid.widths[at[0] : at[-1] + 1]))


def is_apart(grid: Grid, at: int) -> bool:
    """Whether blank lines lie above a record; a record above it may run over several lines."""
    lines = grid.lines[at] - grid.lines[at - 1]
    return lines > 1 and lines > 1 + sum(cell.count("\n") for cell in record(grid, at - 1))


def _longest(grid: Grid, at: Sequence[int]) -> int:
    column = grid.columns[0]
    used = np.bincount(column.codes[list(at)], minlength=len(column.raw)).astype(bool)
    return max((len(cell) for cell in compress(column.raw, used)), default=0)


def totals(grid: Grid, rows: Rows, decimal: str) -> Found | None:
    """Totals and means below the rows, and subtotals among them: named so, and adding up."""
    named = _named_totals(grid, rows)
    if not named:
        return None
    amounts = _Amounts(grid, decimal)
    data = rows.copy()
    data[[at for at, _, _ in named]] = False
    found, begin, apart = list[int](), int(np.argmax(rows)), False
    for at, place, name in named:
        part = data.copy()
        apart = name not in _SUBTOTALS and (apart or is_apart(grid, at))
        if name in _SUBTOTALS:
            part[:begin] = part[at:] = False
            begin = at
        if name not in _HEADINGS and amounts.agree(at, place, part, name, apart=apart):
            found.append(at)
    headings = [at for at, _place, name in named if name in _HEADINGS and at + 1 in found]
    said = Sentence("Rows of {what} were left out: {count} (line {lines}: “{name}”).")
    return _with_name(grid, sorted((*found, *headings)), "totals", said)


def _with_name(grid: Grid, at: Sequence[int], key: str, said: Sentence) -> Found | None:
    name = next(filter(_is_text, record(grid, at[-1])), "") if at else ""
    named = {total[1] for one in at if (total := total_name(grid, one))}
    what = next((what for what, names in _WHAT if named <= names), Sentence("statistics"))
    return _left_out(grid, at, key, said.with_fields(name=quoted(name), what=what))


def odd_totals(grid: Grid, rows: Rows, decimal: str) -> Found | None:
    """What is called a total and does not add up: left out where it has no text, or nothing before
    its name, though nearly all rows have; else offered to be left out."""
    named = [one for one in _named_totals(grid, rows) if one[2] not in (*_SUBTOTALS, *_HEADINGS)]
    if not named:
        return None
    amounts = _Amounts(grid, decimal)
    data = rows.copy()
    data[[at for at, _, _ in named]] = False
    first = [column for column in grid.columns[:1] if not column.blank[data].any()]
    lacks = [column for column in grid.columns[1:] if amounts.are_texts(column, data)]
    named = [
        (at, place, name)
        for at, place, name in named
        if amounts.measured(at) and not any(map(_is_text, record(grid, at)[:place]))
    ]
    found = [
        at
        for at, place, _name in named
        if any(one.blank[at] for one in (first if place else lacks))
    ]
    if found:
        said = Sentence(
            "Rows called {what} were left out, although their numbers do not match the others: "
            "{count} (line {lines}: “{name}”)."
        )
        return _with_name(grid, found, "odd_totals", said)
    # “Average” may be a level, too: as the name of a row it stands below others.
    rated = data.sum() >= FEWEST
    called = [
        at
        for at, place, name in named
        if name in _SUMS or (rated and (name in _MEANS or (place and not name.isascii())))
    ]
    said = Sentence(
        "Rows called {what} are kept, since their numbers do not match the others: {count} "
        "(line {lines}: “{name}”)."
    )
    told = _with_name(grid, called, "named_totals", said)
    return told and (replace(told[0], on=False), told[1])


def _is_text(cell: str) -> bool:
    return bool(cell.strip()) and not is_numeric(cell.strip())


def _named_totals(grid: Grid, rows: Rows) -> list[tuple[int, int, str]]:
    """The records named as totals, where the name stands and the name, from the top."""
    at = np.flatnonzero(rows).tolist()
    result: list[tuple[int, int, str]] = []
    for index in range(len(at) - 1, max(len(at) - _DEEPEST_END, 1), -1):
        total = total_name(grid, at[index])
        if total is None:
            break
        result.insert(0, (at[index], *total))
    if len(at) > _MOST_TOTALS:
        return result
    above = ((one, total_name(grid, one)) for one in at[: len(at) - len(result)])
    among = [(one, *name) for one, name in above if name and name[1] in _SUBTOTALS]
    return [*among, *result]


def test_student(grid: Grid, rows: Rows) -> Found | None:
    """Whom Canvas writes below the pupils of a course."""
    column = grid.columns[0]
    tests = column.where(lambda cell: cell.strip() == "Student, Test")
    said = Sentence("The test student of Canvas was left out (line {line}).")
    return _left_out(grid, np.flatnonzero(rows & tests).tolist(), "test_student", said)


def total_name(grid: Grid, at: int) -> tuple[int, str] | None:
    """Where a record is named as a total, a mean or the like, and how."""
    cells = record(grid, at)
    places = filled(cells)
    for place in places[:2]:
        name = _without_remark(cells[place][:60].strip()).strip().casefold()
        if name in _SUMS or name in _SUBTOTALS:
            return place, name
        # “Average” may be a level: as the name of a row it comes first, and once.
        column = grid.columns[place]
        statistic = name in _MEANS or name in _OTHERS or (name in _HEADINGS and len(places) == 1)
        # “13,平均分,80”: behind a number that goes on counting the rows.
        numbered = is_numeric(cells[places[0]].strip()) and (name in _MEANS or not name.isascii())
        if statistic and (place == places[0] or numbered):
            once = np.count_nonzero(column.codes == column.codes[at]) == 1
            return (place, name) if once else None
    return None


def _without_remark(name: str) -> str:
    """Without the colon at the end, or what stands there in brackets."""
    return (
        name.partition("(")[0] if name.endswith(")") else name.removesuffix(":").removesuffix("：")
    )


@dataclass(frozen=True)
class _Amounts:
    """The numbers in a grid, however they are dressed (3 €, 1,500): enough to add them up."""

    grid: Grid
    decimal: str

    def agree(self, at: int, place: int, rows: Rows, name: str, *, apart: bool) -> bool:
        """Whether the numbers of the record ``at`` are what its name says of ``rows``; it may
        stand ``apart`` from them."""
        cells = record(self.grid, at)
        others = [one for one, cell in enumerate(cells) if cell.strip() and one > place]
        if not others:
            return True
        checks = [self._agrees(column, at, rows, name) for column in others]
        known = [check for check in checks if check is not None]
        if known.count(True) == 1 and name not in _SUMS and name not in _SUBTOTALS:
            # One whole number is soon the mean or the largest of a few.
            exact = self._digits(cells[others[checks.index(True)]]) > 0
            return len(known) == 1 and (exact or apart or not name.isascii())
        return 2 * known.count(True) > len(known)

    def measured(self, at: int) -> bool:
        cells = record(self.grid, at)
        return any(self._amount(cell) is not None for cell in cells if cell.strip())

    def are_texts(self, column: TextColumn, rows: Rows) -> bool:
        """Whether nearly all rows have a text in the column, or in the last one anything."""
        filled = rows & ~column.blank
        if 10 * filled.sum() < 9 * rows.sum():
            return False
        cells = column.keep(filled).raw
        return column is self.grid.columns[-1] or not all(map(is_numeric, map(str.strip, cells)))

    def _agrees(self, place: int, at: int, rows: Rows, name: str) -> bool | None:
        column = self.grid.columns[place]
        total = self._amount(column.raw[column.codes[at]])
        if total is None:
            return None
        codes = column.codes[rows]
        used = np.unique(codes)
        value = {code: self._amount(column.raw[code]) for code in used.tolist()}
        known = [value[code] for code in codes.tolist() if value[code] is not None]
        if 2 * len(known) < len(codes):
            return None
        slack = 0.5 * 10.0 ** -self._digits(column.raw[column.codes[at]])
        return _is_told(total, slack, np.array(known, dtype=np.float64), name)

    def _amount(self, cell: str) -> float | None:
        plain = number(cell.strip(), self.decimal)
        if plain is not None or (form := numeral(cell.strip())) is None:
            return plain
        text = form.by(self.decimal)
        return float(text) if text else None

    def _digits(self, cell: str) -> int:
        """Digits behind the decimal sign."""
        behind = cell.partition(self.decimal)[2]
        return len(behind) - len(behind.lstrip("0123456789"))


def _is_told(total: float, slack: float, values: NDArray[np.float64], name: str) -> bool:
    """Whether ``total``, up to ``slack``, is the statistic of ``values`` that ``name`` names."""
    if not len(values):
        return False
    if name in _SUMS or name in _SUBTOTALS:
        told = [(values.sum(), slack + 0.002 * abs(values.sum())), (len(values), 0.0)]
    else:
        most = slack if slack < 0.5 else 0.0
        spreads = values.std(), values.std(ddof=1) if len(values) > 1 else 0.0
        others = np.median(values), values.min(), values.max(), len(values), *spreads
        told = [(one, most) for one in ([values.mean()] if name in _MEANS else others)]
    return any(abs(total - one) <= most + 1e-9 * abs(one) for one, most in told)
