"""Titles, totals and the like: found, said, switched off, in a text as in a sheet.

What only looks alike stays a row: a row that is silently lost teaches the wrong tree.
"""

from __future__ import annotations

import csv
import io
from dataclasses import dataclass, replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dtcore.words import Sentence
from dttools.files import LIMITS, Chosen, read
from dttools.files.columns import TextColumn
from dttools.files.grid import Finding, Grid
from dttools.files.shapes import Shaped, shape
from tests.strategies import law_of


@dataclass(frozen=True)
class Case:
    """A file, the switches that are on, its columns, and words of the story."""

    text: str
    on: dict[str, str]
    names: list[str]
    rows: int


FOUND = {
    "a title padded by Excel": Case(
        "Survey 2024,,\na,b,c\n1,x,2\n3,y,2\n", {"above": "Survey 2024"}, ["a", "b", "c"], 2
    ),
    "title, blank row, header": Case(
        "Survey 2024,,\n,,\na,b,c\n1,x,2\n3,y,2\n", {"above": "Survey 2024"}, ["a", "b", "c"], 2
    ),
    "a title over many columns": Case(
        "Sales report,,,,,Draft\n,,,,,\na,b,c,d,e,f\n1,x,2,3,4,p\n3,y,2,5,6,q\n4,z,1,1,1,p\n",
        {"above": "Sales report"},
        ["a", "b", "c", "d", "e", "f"],
        3,
    ),
    "blank rows above": Case(",,\n,,\na,b,c\n1,x,2\n3,y,2\n", {"above": ""}, ["a", "b", "c"], 2),
    "keys and values in one cell each": Case(
        "2024 term 1,,,\nClass: 1b,,Teacher: Li,\nno,dept,height,pass\n1,A,170,yes\n2,B,165,no\n",
        {"above": "2024 term 1"},
        ["no", "dept", "height", "pass"],
        2,
    ),
    "keys with values": Case(
        "Station:,Köln,\nYear:,2024,\n,,\nday,temp,rain\n1,20,no\n2,21,yes\n",
        {"above": "Station:"},
        ["day", "temp", "rain"],
        2,
    ),
    "keys with values over two columns": Case(
        "Station:,Köln\nYear:,2024\nday,temp\n1,20\n2,21\n3,25\n4,20\n",
        {"above": "Station:"},
        ["day", "temp"],
        4,
    ),
    "groups over names": Case(
        "id,Blood,,Size,\n,high,low,height,weight\n1,120,80,180,75\n2,130,85,170,80\n3,99,60,160,50\n",
        {"two_headers": "lines, 1 and 2"},
        ["id", "Blood high", "Blood low", "Size height", "Size weight"],
        3,
    ),
    "groups over all names": Case(
        "2023,,2024,\nheight,weight,height,weight\n1,120,80,18\n2,130,85,17\n3,99,60,16\n",
        {"two_headers": "2023 height"},
        ["2023 height", "2023 weight", "2024 height", "2024 weight"],
        3,
    ),
    "SPSS labels": Case(
        "age,inc,sex\nAge of respondent,Income in euros,Sex of respondent\n"
        "18,1000,f\n30,2000,m\n50,1500,f\n",
        {"labels": "line 2"},
        ["age", "inc", "sex"],
        3,
    ),
    "units below the names": Case(
        "h,w,c\ncm,kg,\n180,75,x\n170,65,y\n160,60,x\n", {"labels": "line 2"}, ["h", "w", "c"], 3
    ),
    "Qualtrics": Case(
        'Q1,Q2\nHow old are you?,Which one?\n"{""ImportId"":""Q1""}","{""ImportId"":""Q2""}"\n'
        "18,x\n30,y\n",
        {"labels": "2"},
        ["Q1", "Q2"],
        2,
    ),
    "the header of each page": Case(
        "a,b\n1,x\n3,y\na,b\n4,x\n5,y\n", {"repeated_header": "line 4"}, ["a", "b"], 4
    ),
    "a total": Case(
        "city,n,m\nA,1,2\nB,3,5\nC,5,7\nTotal,9,14\n", {"totals": "line 5"}, ["city", "n", "m"], 3
    ),
    "a total behind a blank row": Case(
        "city,n\nA,1\nB,3\n,\nSumme:,4\n", {"totals": "Summe:"}, ["city", "n"], 2
    ),
    "合计": Case("城市,数\n甲,1\n乙,3\n合计,4\n", {"totals": "合计"}, ["城市", "数"], 2),
    "a total of money": Case(
        'item,pay\nx,"$1,000"\ny,"$2,500"\nTotal,"$3,500"\n',
        {"totals": "Total"},
        ["item", "pay"],
        2,
    ),
    "a mean and a total": Case(
        "who,x,y\nA,1.5,2\nB,3,5\nC,5,8\nTotal,9.5,15\nMean,3.17,5\n",
        {"totals": "line 5, 6"},
        ["who", "x", "y"],
        3,
    ),
    "a total in the second column": Case(
        ",city,n\n1,A,1\n2,B,3\n,Total,4\n",
        {"totals": "line 4", "row_numbers": "first column"},
        ["city", "n"],
        2,
    ),
    "subtotals": Case(
        "shop,n\nA,1\nB,3\n小计,4\nC,5\nD,6\n小计,11\n总计,15\n",
        {"totals": "line 4, 7, 8"},
        ["shop", "n"],
        4,
    ),
    "a source below": Case(
        "a,b,c\n1,x,2\n3,y,2\nSource: WHO\n", {"remarks_below": "line 4"}, ["a", "b", "c"], 2
    ),
    "notes with commas below": Case(
        "a,b\n1,x\n3,y\n\nSource: WHO, 2020\n* not all, but most\n",
        {"remarks_below": "Source: WHO"},
        ["a", "b"],
        2,
    ),
    "a footnote padded by Excel": Case(
        "a,b,c\nq,x,2\nr,y,2\n,,\n* without the islands,,\n",
        {"remarks_below": "line 5"},
        ["a", "b", "c"],
        2,
    ),
    "数据来源": Case(
        "年,数\n2001,3\n2002,4\n数据来源：国家统计局\n", {"remarks_below": "国家"}, ["年", "数"], 2
    ),
    "a total, then a source": Case(
        "city,n\nA,1\nB,3\nTotal,4\n\nSource: own count\n",
        {"totals": "line 4", "remarks_below": "line 6"},
        ["city", "n"],
        2,
    ),
    "row numbers of write.csv": Case(
        '"","a","b"\n"1",5,"x"\n"2",6,"y"\n', {"row_numbers": "first column"}, ["a", "b"], 2
    ),
    "row numbers of pandas": Case(
        "Unnamed: 0,a,b\n0,5,x\n1,6,y\n", {"row_numbers": "first column"}, ["a", "b"], 2
    ),
    "empty columns": Case(
        "a,,b,Unnamed: 3\n1,,x,\n3,,y,\n", {"empty_columns": "position 2, 4"}, ["a", "b"], 2
    ),
}  # fmt: skip


def sheet(text: str) -> Grid:
    """The text as a spreadsheet holds it: rectangular, blank rows among the records."""
    rows = list(csv.reader(io.StringIO(text)))
    width = max(map(len, rows))
    square = np.array([row + [""] * (width - len(row)) for row in rows], dtype=object)
    columns = []
    for at in range(width):
        raw = list(dict.fromkeys(square[:, at]))
        codes = np.array([raw.index(cell) for cell in square[:, at]])
        columns.append(TextColumn(at + 1, "", codes, tuple(raw)))
    return Grid(tuple(columns), range(1, len(rows) + 1))


def on_sheet(text: str, chosen: Chosen = Chosen()) -> Shaped:
    return shape(sheet(text), chosen, None, LIMITS)


def switches(story: tuple[Finding, ...]) -> dict[str, str]:
    return {finding.key: str(finding.said) for finding in story if finding.key}


@pytest.mark.parametrize("case", FOUND.values(), ids=FOUND)
def test_what_is_no_row_is_found_in_a_text_and_told(case: Case) -> None:
    table = read(case.text.encode())
    assert [*table.frame] == case.names
    assert len(table.frame) == case.rows
    told = switches(table.story)
    assert told.keys() == case.on.keys()
    for key, words in case.on.items():
        assert words in told[key]


@pytest.mark.parametrize("case", FOUND.values(), ids=FOUND)
def test_what_is_no_row_is_found_in_a_sheet_and_told(case: Case) -> None:
    shaped = on_sheet(case.text)
    assert [column.name for column in shaped.columns] == case.names
    assert len(shaped.lines) == case.rows
    assert switches(shaped.story).keys() - {"above"} == case.on.keys() - {"above"}


ABOVE = {
    "a title": (b"Survey 2024,,\na,b,c\n1,x,2\n3,y,2\n", 4, "Survey 2024"),
    "a title, long": (b"Survey 2024\n\na,b,c\n" + b"1,x,2\n3,y,2\n" * 9000, 18_002, "Survey 2024"),
    "a title in two bytes": ("Survey\n\na,b,c\n1,x,2\n3,y,2\n".encode("utf-16"), 4, "Survey"),
    "names over names": (b"Station:,K,\nYear:,2024,\n,,\na,b,c\n1,20,x\n2,21,y\n", 5, "Station:"),
    "two columns": (b"At:,Bonn\nYear:,2024\nday,temp\n1,20\n2,21\n3,25\n4,20\n", 6, "Year:"),
}  # fmt: skip


@pytest.mark.on_push("a title")
@pytest.mark.parametrize(("content", "rows", "top"), ABOVE.values(), ids=ABOVE)
def test_what_lies_above_can_be_taken_back_in(content: bytes, rows: int, top: str) -> None:
    """A title names no columns, so that it becomes a row."""
    (found,) = (finding for finding in read(content).story if finding.key == "above")
    assert not found.firm
    frame = read(content, Chosen(off=frozenset(["above"]))).frame
    assert len(frame) == rows
    assert frame.iloc[0, 0] == top


GROUPS = FOUND["groups over names"].text
REPEATED = FOUND["groups over all names"].text


def test_names_of_two_lines_that_are_not_joined_are_the_nearest() -> None:
    apart = Chosen(off=frozenset(["two_headers"]))
    table = read(GROUPS.encode(), apart)
    assert [*table.frame] == ["id", "high", "low", "height", "weight"]
    assert len(table.frame) == 3
    assert [(found.key, found.on) for found in table.story] == [("two_headers", False)]


def test_the_nearest_of_two_names_are_numbered_where_they_repeat() -> None:
    assert [found.firm for found in read(REPEATED.encode()).story] == [False]
    table = read(REPEATED.encode(), Chosen(off=frozenset(["two_headers"])))
    assert [*table.frame] == ["height", "weight", "height (2)", "weight (2)"]


BELOW = {"labels", "repeated_header", "totals", "remarks_below"}


@pytest.mark.parametrize("case", FOUND.values(), ids=FOUND)
def test_a_switch_restores_what_was_left_out(case: Case) -> None:
    for key in case.on.keys() & BELOW:
        shaped = on_sheet(case.text, Chosen(off=frozenset([key])))
        assert len(shaped.lines) > case.rows
        finding = next(finding for finding in shaped.story if finding.key == key)
        assert not finding.on
    for key in case.on.keys() & {"row_numbers", "empty_columns"}:
        assert len(on_sheet(case.text, Chosen(off=frozenset([key]))).columns) > len(case.names)


ALIKE = {
    "a town called Total": "city,n\nParis,5\nRome,4\nTotal,3\n",
    "a level called average": "level,n\npoor,1\ngood,9\naverage,5\n",
    "a level called average, twice": "level,n\naverage,1\ngood,9\naverage,5\n",
    "a level called max": "level,n\nmin,1\nmed,5\nmax,10\n",
    "n for no": "party,a,b\nr,n,y\nd,y,n\nr,n,n\n",
    "a last name without its cell": "name,score\nBob,1\nAnn,2\nAlexandra\n",
    "a last name that misses all": "name,score,c\nBob,1,x\nAnn,2,y\nAlexandra,,\n",
    "a row of one cell": "a,b,c\nx,1,2\ny,3,4\nz\n",
    "a comment among text": "text,c\nshort,1\n* starred,2\nlong ones are here,3\n",
    "words in the first row": "name,age\nAnn,unknown\nBob,30\nCid,40\nDan,50\n",
    "no numbers in the first row": "a,b,c\nx,none,-\ny,3,4\nz,5,6\nw,7,8\n",
    "first row of words": "Outlook,Wind,Play\nSunny,Weak,No\nRain,Strong,Yes\nSunny,Weak,No\n",
    "equal rows": "a,b\nx,y\nx,y\nx,y\n",
    "whole numbers with a name": "id,a\n1,x\n2,y\n3,x\n",
    "gaps in the first row": "a,b,c,d,e\nx,,,,\ny,1,2,3,4\nz,1,2,3,4\n",
    "gaps in the last row": "a,b,c,d\nx,1,2,3\ny,1,2,3\nz,,,\n",
    "a first row with a colon": "time:,b:\n1,x\n2,y\n",
    "an empty column with a name": "a,b,c\n1,x,\n3,y,\n",
}


@pytest.mark.parametrize("text", ALIKE.values(), ids=ALIKE)
def test_what_looks_alike_stays(text: str) -> None:
    header, *rows = text.splitlines()
    for shaped in (on_sheet(text), read(text.encode())):
        assert not any(finding.on for finding in shaped.story if finding.key)
    table = read(text.encode()).frame
    assert [*table] == header.split(",")
    assert len(table) == len(rows)
    assert len(on_sheet(text).lines) == len(rows)


@pytest.mark.parametrize("separator", [" ", ",", "\t"])
def test_row_numbers_of_write_table_have_no_place_in_the_header(separator: str) -> None:
    text = '"a" "b"\n"1" 5 "x"\n"2" 6 "y"\n"3" 7 "x"\n'.replace(" ", separator)
    table = read(text.encode())
    assert [*table.frame] == ["a", "b"]
    assert switches(table.story).keys() == {"row_numbers"}
    table = read(text.encode(), Chosen(off=frozenset(["row_numbers"])))
    assert table.frame["row name"].tolist() == [1, 2, 3]


def test_a_long_remark_is_cut_where_it_is_taken_back_in() -> None:
    content = b"a,b\n1,x\n3,y\n\nSource: WHO, 2020, Geneva\n"
    assert len(read(content).frame) == 2
    table = read(content, Chosen(off=frozenset(["remarks_below"])))
    assert table.frame["a"].tolist() == ["1", "3", "Source: WHO"]


@pytest.mark.parametrize("name", ["Total", "合计", "平均分"])
def test_a_total_that_does_not_add_up_is_told_and_may_be_left_out(name: str) -> None:
    marks = "name,n\nAnn,5\nBob,4\nCid,8\nDan,7\nEve,6\n"
    text = f"{marks}{name},3\n".encode()
    (finding,) = read(text).story
    assert (finding.key, finding.on, finding.said.fields["line"]) == ("named_totals", False, 7)
    assert len(read(text, Chosen(on=frozenset(["named_totals"]))).frame) == 5
    # Behind an empty id it can be no row.
    numbered = "".join(f"{at},{line}\n" for at, line in enumerate(marks.splitlines()))
    assert switches(read(f"{numbered},{name},3\n".encode()).story).keys() == {"odd_totals"}


@pytest.mark.parametrize("title", ["Survey 2024, a sample of (some),,,", "年报,单位:元,抽样,,"])
def test_a_title_with_commas_is_none_of_the_names_though_it_is_padded(title: str) -> None:
    rows = "".join(f"{at},{20 + at},{'ab'[at % 2]},3,{'yn'[at % 2]}\n" for at in range(6))
    table = read(f"{title}\nid,age,sex,pay,bought\n{rows}".encode())
    assert ([*table.frame], len(table.frame)) == (["id", "age", "sex", "pay", "bought"], 6)
    assert switches(table.story).keys() == {"above"}
    words = "".join(f"{at}x,{at}y,{at}z,3 m,{'yn'[at % 2]}\n" for at in range(6))
    assert "pay" in read(f"{title}\nid,age,sex,pay,bought\n{words}".encode()).frame


def test_a_switch_is_turned_in_the_set_that_holds_it() -> None:
    done = Finding(Sentence("done"), "done")
    waiting = Finding(Sentence("waiting"), "waiting", on=False)
    assert Chosen().turned(done) == {"off": {"done"}}
    assert Chosen(off=frozenset(["done"])).turned(replace(done, on=False)) == {"off": frozenset()}
    assert Chosen().turned(waiting) == {"on": {"waiting"}}
    assert Chosen(on=frozenset(["waiting"])).turned(replace(waiting, on=True)) == {
        "on": frozenset()
    }


WORDS = st.sampled_from(
    ["x", "y", "total", "Total", "Source", "a", "b", "average", "Note", "", "1"]
)
NUMBERS = st.integers(0, 6).map(str) | st.just("")


@law_of(4)
@given(st.lists(st.tuples(WORDS, NUMBERS, NUMBERS), min_size=3, max_size=8))
def test_no_row_is_lost_without_a_line_that_brings_it_back(
    rows: list[tuple[str, str, str]],
) -> None:
    # A first row of numbers, so that the header is one.
    table = [("name", "b1", "c1"), ("w", "1", "2"), ("v", "2", "9"), *rows]
    text = "".join(",".join(row) + "\n" for row in table)
    off = "above totals odd_totals remarks_below labels repeated_header two_headers groups tables"
    shaped = on_sheet(text, Chosen(off=frozenset(off.split()), header=True))
    assert len(shaped.lines) == 2 + sum(any(row) for row in rows)
    found = switches(on_sheet(text, Chosen(header=True)).story)
    if not found:
        assert len(on_sheet(text, Chosen(header=True)).lines) == len(shaped.lines)


def test_declared_levels_that_begin_with_an_s_are_no_text() -> None:
    rows = b"small\t1\tu\nlarge\t2\tv\nsmall\t3\tu\n"
    table = read(b"size\tx\ty\nsmall large\tcontinuous\tu v\n\t\tclass\n" + rows)
    assert table.declared.roles == {"y": "target"}
    assert table.declared.kinds == {"size": "nominal", "x": "numeric", "y": "nominal"}


def test_a_mean_behind_a_number_of_the_rows_is_named() -> None:
    marks = "学号,姓名,成绩\n" + "".join(
        f"{at},{name},{60 + at}\n" for at, name in enumerate("王李张刘陈")
    )
    assert switches(read(f"{marks}6,平均分,62\n".encode()).story).keys() == {"totals"}
    (finding,) = read(f"{marks}6,平均分,75\n".encode()).story
    assert (finding.key, finding.on, finding.said.fields["name"]) == (
        "named_totals",
        False,
        "平均分",
    )


@pytest.mark.parametrize(
    "title", ["2023年成绩表,1班,李老师", "Survey 2024,Class A,Room 3", "成绩表,,2023"]
)
def test_a_title_as_wide_as_the_table_is_none_of_the_names(title: str) -> None:
    rows = "".join(f"{at},{20 + at},{'ab'[at % 2]}\n" for at in range(6))
    table = read(f"{title}\nid,age,sex\n{rows}".encode())
    assert [*table.frame] == ["id", "age", "sex"]
    assert switches(table.story).keys() == {"above"}
    years = read(f"place,GDP 2019,GDP 2020\nname,USD,EUR\n{rows}".encode())
    assert [*years.frame] == ["place", "GDP 2019", "GDP 2020"]
