"""One clean table in every common dress, with a title, remarks and a total about it, is read as the
same."""

from __future__ import annotations

from itertools import product

import pytest

from dtcore.errors import ReadingError
from dttools.files import Chosen, Table, read
from tests.engine.read_tables import values

NAMES = ["姓名", "性别", "年龄", "收入", "批准"]
ROWS = [
    ["甲", "男", 23, 4500, "是"],
    ["乙", "女", 31, 5200, "否"],
    ["丙", "男", 45, 12000, "是"],
    ["丁", "女", 28, 3900, "否"],
    ["戊", "男", 39, 1200000, "是"],
    ["己", "女", 52, 9100, "是"],
]
PLAIN = {name: [row[at] for row in ROWS] for at, name in enumerate(NAMES)}
TITLES = ["", "2024级贷款登记表", "贷款登记，2024年"]
NOTES = [
    *("", "注：收入为税前。", "单位：元", "数据来自学校，按年整理。", "Source: 学校"),
    *("注：收入，年龄为自报；其余，据登记。", "注: 收入, 年龄", "注：甲，乙，丙，丁，戊。"),
    *("注：甲,乙,丙,丁,戊", "注：甲;乙;丙;丁;戊", "注：甲；乙；丙；丁；戊", "注：甲|乙|丙|丁|戊"),
]


def written(separator: str, title: str, note: str, *, total: bool, grouped: bool, few: bool) -> str:
    rows = ROWS[:4] if few else ROWS
    sums = [sum(row[at] for row in rows) for at in (2, 3)]  # type: ignore[misc]
    lines = [NAMES, *rows, *([["合计", "", *sums, ""]] if total else [])]

    def cell(value: object) -> str:
        text = f"{value:,}" if grouped and isinstance(value, int) else str(value)
        return f'"{text}"' if separator in text else text

    texts = [title, *(separator.join(map(cell, line)) for line in lines), note]
    return "\n".join(filter(None, texts)) + "\n"


def as_numbers(text: str) -> Table:
    """The table, once thousands are read as numbers, which is offered."""
    table = read(text.encode())
    thousands = (one for one in table.offers if ("4,500", "4500") in one.examples)
    taken = {one.column: (one.key,) for one in thousands}
    return read(text.encode(), Chosen(cells=taken)) if taken else table


@pytest.mark.on_push(4)
@pytest.mark.parametrize("separator", ["，", ",", "；", ";", "\t", "|"])
@pytest.mark.parametrize("grouped", [True, False])
def test_a_table_is_the_same_in_every_dress(separator: str, grouped: bool) -> None:
    for title, note, total in product(TITLES, NOTES, [False, True]):
        few = not total
        text = written(separator, title, note, total=total, grouped=grouped, few=few)
        table = as_numbers(text)
        expected = {name: column[: 4 if few else 6] for name, column in PLAIN.items()}
        assert values(table) == expected, text
        keys = {finding.key for finding in table.story}
        told = {"above": title, "remarks_below": note, "totals": total}
        assert {key for key, there in told.items() if there} <= keys, text


def test_one_large_amount_leaves_the_full_width_comma_alone() -> None:
    rows = [f"{name}，3{at}，{at}500，是" for at, name in enumerate("甲乙丙", start=1)]
    lines = ["姓名，年龄，存款，批准", *rows, "丁，40，1,200,000，否", "注：存款为年末数。"]
    table = read("\n".join(lines).encode())
    assert table.dialect is not None
    assert table.dialect.separator == "，"
    assert table.frame["存款"].tolist()[-1] == "1,200,000"


def test_a_marked_row_with_another_separator_among_the_others_is_refused() -> None:
    with pytest.raises(ReadingError, match="Line 3 separates"):
        read(b"a,b,c\n1,2,x\n*3;4;y\n5,6,x\n7,8,y\n")
