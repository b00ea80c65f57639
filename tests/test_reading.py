"""Files that students bring: the good, the repaired, and the ones refused in a plain sentence."""

from __future__ import annotations

import codecs
import csv
import io
import math
from dataclasses import replace
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from dtcore.errors import ReadingError
from dtcore.reading import (
    ENCODINGS,
    MAX_BYTES,
    SEPARATORS,
    Dialect,
    Note,
    Table,
    guess,
    read,
)

DATASETS = Path(__file__).resolve().parent.parent / "datasets"
PLAIN = Dialect(encoding="utf-8", separator=",", header=True, decimal=".", preamble=0)


def values(table: Table) -> dict[str, list[object]]:
    """The table as lists, every missing cell as None."""
    found: dict[str, list[object]] = {}
    for name, column in table.frame.items():
        missing = column.isna()
        found[str(name)] = [
            None if gone else cell for cell, gone in zip(column.tolist(), missing, strict=True)
        ]
    return found


def said(table: Table) -> str:
    return " / ".join(map(str, table.notes))


AB = {"a": [1, 3], "b": ["x", "y"]}
GOOD: dict[str, tuple[bytes, dict[str, object], dict[str, list[object]]]] = {
    "comma": (b"a,b\n1,x\n3,y\n", {"separator": ","}, AB),
    "semicolon": (b"a;b\n1;x\n3;y\n", {"separator": ";"}, AB),
    "tab": (b"a\tb\n1\tx\n3\ty\n", {"separator": "\t"}, AB),
    "pipe": (b"a|b\n1|x\n3|y\n", {"separator": "|"}, AB),
    "no line end at the end": (b"a,b\n1,x\n3,y", {}, AB),
    "CRLF": (b"a,b\r\n1,x\r\n3,y\r\n", {}, AB),
    "CR": (b"a,b\r1,x\r3,y\r", {}, AB),
    "spaces around cells": (b"a , b\n 1, x\n3 ,y \n", {}, AB),
    "spaces before a quoted cell": (b'a, "b"\n1, "x"\n3, "y"\n', {}, AB),
    "blank lines": (b"\n\na,b\n\n1,x\n\n3,y\n\n\n", {"preamble": 2}, AB),
    "quoted separators, line ends and quotes": (
        b'a,b\n1,"x, ""y""\r\nz"\n3,y\n',
        {},
        {"a": [1, 3], "b": ['x, "y"\nz', "y"]},
    ),
    "a quotation mark inside a cell": (
        b'a,b\n1,5" pipe\n3,y\n',
        {},
        {"a": [1, 3], "b": ['5" pipe', "y"]},
    ),
    "commas in the cells of a tabbed file": (
        b"name\tage\nAllen, Bob\t5\nBrown, Ann\t6\n",
        {"separator": "\t"},
        {"name": ["Allen, Bob", "Brown, Ann"], "age": [5, 6]},
    ),
    "semicolons in the cells of a file with commas": (
        b"id,way\n1,a;b\n2,c;d\n3,e;f\n",
        {"separator": ","},
        {"id": [1, 2, 3], "way": ["a;b", "c;d", "e;f"]},
    ),
    "decimal commas": (
        b"h;w;c\n1,5;60,25;x\n-,5;70;y\n1,6e2;,5;x\n",
        {"separator": ";", "decimal": ","},
        {"h": [1.5, -0.5, 160.0], "w": [60.25, 70, 0.5], "c": ["x", "y", "x"]},
    ),
    "decimal commas with tabs": (
        b"h\tc\n1,5\tx\n1,25\ty\n",
        {"decimal": ","},
        {"h": [1.5, 1.25], "c": ["x", "y"]},
    ),
    "decimal commas everywhere and no header": (
        b"5,1;3,5;1,4\n4,9;3,0;1,4\n",
        {"separator": ";", "decimal": ",", "header": False},
        {"column 1": [5.1, 4.9], "column 2": [3.5, 3.0], "column 3": [1.4, 1.4]},
    ),
    "quoted decimal commas between commas": (
        b'h,c\n"1,5",x\n"0,25",y\n',
        {"separator": ",", "decimal": ","},
        {"h": [1.5, 0.25], "c": ["x", "y"]},
    ),
    "thousands stay text": (
        b"pay\tc\n1,200\tx\n12,000\ty\n",
        {"decimal": "."},
        {"pay": ["1,200", "12,000"], "c": ["x", "y"]},
    ),
    "sep= line": (b"sep=;\r\na;b\r\n1;x\r\n3;y\r\n", {"separator": ";", "preamble": 1}, AB),
    "sep= against appearances": (
        b"sep=|\na,1|b\n1,2|x\n3,4|y\n",
        {"separator": "|", "decimal": ","},
        {"a,1": [1.2, 3.4], "b": ["x", "y"]},
    ),
    "titles above": (
        b"Weather survey\nby A. Student, 2024\n\na,b,c\n1,x,2\n3,y,2\n",
        {"preamble": 3},
        {**AB, "c": [2, 2]},
    ),
    "a title padded by a spreadsheet": (
        b"Survey 2024,,\na,b,c\n1,x,2\n3,y,2\n",
        {"preamble": 1},
        {**AB, "c": [2, 2]},
    ),
    "no header, numbers": (
        b"1,2\n3,4\n5,6\n",
        {"header": False},
        {"column 1": [1, 3, 5], "column 2": [2, 4, 6]},
    ),
    "no header, as in UCI's iris.data": (
        b"5.1,3.5,Iris-setosa\n4.9,3.0,Iris-setosa\n7.0,3.2,Iris-versicolor\n",
        {"header": False},
        {
            "column 1": [5.1, 4.9, 7.0],
            "column 2": [3.5, 3.0, 3.2],
            "column 3": ["Iris-setosa", "Iris-setosa", "Iris-versicolor"],
        },
    ),
    "no header, words only": (
        b"republican,n,y\ndemocrat,?,y\nrepublican,n,n\ndemocrat,y,y\n",
        {"header": False},
        {
            "column 1": ["republican", "democrat"] * 2,
            "column 2": ["n", None, "n", "y"],
            "column 3": ["y", "y", "n", "y"],
        },
    ),
    "a header over words only": (
        b"Outlook,Play\nSunny,No\nRain,Yes\nSunny,No\n",
        {"header": True},
        {"Outlook": ["Sunny", "Rain", "Sunny"], "Play": ["No", "Yes", "No"]},
    ),
    "numbered names, as pandas writes them": (
        b"0,1,2\n5.5,3,x\n6.5,4,y\n",
        {"header": True},
        {"0": [5.5, 6.5], "1": [3, 4], "2": ["x", "y"]},
    ),
    "words for missing": (
        b"a,b\nNA,x\n1,?\nnan,NULL\n ,y\nN/A,z\n",
        {},
        {"a": [None, 1.0, None, None, None], "b": ["x", None, None, "y", "z"]},
    ),
    "words that are levels": (
        b"a,b,c\nNone,-,True\nnone,+,False\nNone,-,True\n",
        {},
        {"a": ["None", "none", "None"], "b": ["-", "+", "-"], "c": ["True", "False", "True"]},
    ),
    "codes stay text": (
        b"zip,id,n\n00123,123456789012345678,1\n45678,987654321098765432,2\n",
        {},
        {
            "zip": ["00123", "45678"],
            "id": ["123456789012345678", "987654321098765432"],
            "n": [1, 2],
        },
    ),
    "infinity is no number": (
        b"a,b,c\ninf,1e999,1\n-Infinity,2,2\n",
        {},
        {"a": ["inf", "-Infinity"], "b": ["1e999", "2"], "c": [1, 2]},
    ),
    "all forms of numbers": (
        b"a,b\n+1,0.5\n-2,.5\n0,5.\n7,-1.5e-3\n",
        {},
        {"a": [1, -2, 0, 7], "b": [0.5, 0.5, 5.0, -0.0015]},
    ),
    "dates stay text": (
        b"a,b\n2024-01-02,1/2/24\n2024-01-03,3/2/24\n",
        {},
        {"a": ["2024-01-02", "2024-01-03"], "b": ["1/2/24", "3/2/24"]},
    ),
    "a separator at the end of all lines": (b"a,b,\n1,x,\n3,y,\n", {}, AB),
    "a separator at the end of the rows": (b"a,b\n1,x,\n3,y,\n", {}, AB),
    "an empty first column": (b",a,b\n,1,x\n,3,y\n", {}, AB),
    "empty rows at the end": (b"a,b\n1,x\n3,y\n,\n , \n", {}, AB),
    "short rows": (b"a,b,c\n1,x,2\n3,y\n", {}, {**AB, "c": [2.0, None]}),
    "names over two lines": (b'"a\n(cm)",b\n1,x\n3,y\n', {}, {"a (cm)": [1, 3], "b": ["x", "y"]}),
    "a byte order mark in the middle": (b"a,b\n1,x\n\xef\xbb\xbf3,y\n", {}, AB),
}


@pytest.mark.parametrize(("content", "dialect", "expected"), GOOD.values(), ids=GOOD)
def test_a_good_file_is_read(
    content: bytes, dialect: dict[str, object], expected: dict[str, list[object]]
) -> None:
    table = read(content)
    assert values(table) == expected
    assert {name: getattr(table.dialect, name) for name in dialect} == dialect
    assert table.dialect == guess(content)


def test_the_types_of_columns() -> None:
    table = read(b"whole,gaps,real,text,none\n1,1,1.0,x,\n2,,2,,NA\n")
    assert [column.dtype for _, column in table.frame.items()] == [
        np.int64,
        np.float64,
        np.float64,
        object,
        np.float64,
    ]
    assert table.frame["text"].tolist() == ["x", None]
    assert table.frame.index.equals(pd.RangeIndex(2))


NOTES = {
    "sep": (b"sep=;\na;b\n1;x\n3;y\n", "“sep=;” at the top was taken to state the separator"),
    "preamble": (b"Title\n\na,b\n1,x\n3,y\n", "skipped: 1 (the first: “Title”)"),
    "no header": (b"1,2\n3,4\n", "no header, so its columns are called column 1 to column 2"),
    "short": (b"a,b,c\n1,x\n3,y,2\n4,z\n", "too few cells: 2 (line 2, 4)"),
    "short, under a preamble": (b"Title\n\na,b,c\n1,x\n3,y,2\n", "too few cells: 1 (line 4)"),
    "line breaks": (
        b'a,b\n1,x\n"2,y\n3,z\n"4,w\n5,v\n',
        "several lines: 1 (the first from line 3 on)",
    ),
    "empty rows": (b"a,b\n1,x\n3,y\n,\n", "without any value were left out: 1."),
    "empty column": (b"a,,b,\n1,,x,\n3,,y,\n", "left out: 2 (position 2, 4)"),
    "no value": (b"a,b,c\n1,x,\n3,y,\n", "“c” has no value"),
    "stray": (
        b"a,b\n" + b'1,"x\ny"\n' * 9 + b"\nunknown,x\n",
        "“a” is read as text, since “unknown” in line 21 is not a number",
    ),
}


@pytest.mark.parametrize(("content", "fact"), NOTES.values(), ids=NOTES)
def test_what_was_repaired_is_said(content: bytes, fact: str) -> None:
    table = read(content)
    assert fact in said(table)
    for note in table.notes:
        assert str(note) == note.template.format(**note.fields)


def test_row_numbers_without_a_name_are_left_out() -> None:
    table = read(b",a,b\n7,2,x\n3,4,y\n12,5,y\n")
    assert [*table.frame] == ["a", "b"]
    assert [str(note) for note in table.notes] == [
        "The first column has no name and only numbers the rows: it was left out."
    ]


def test_row_names_without_a_name_are_kept() -> None:
    table = read(b'"","mpg","row name"\n"Fiat",30,1\n"Volvo",21,2\n')
    assert [*table.frame] == ["row name'", "mpg", "row name"]
    assert "is called “row name'”" in str(table.notes[0])
    # numbers that come twice say something of the rows
    assert [*read(b",a\n1,x\n1,y\n2,y\n").frame] == ["row name", "a"]


def test_nothing_is_said_of_a_clean_file() -> None:
    assert read(b"a,b\n1,x\n3,y\n").notes == ()
    assert read(b"zip,b\n" + b"100,x\n" * 20 + b"001,y\n").notes == ()


SENTENCES = {
    "gb18030": (
        "年龄,有工作,有自己的房子,信贷情况,类别\n青年,否,否,一般,否\n中年,是,是,好,是\n",
        "西瓜,色泽,根蒂,敲声\n1,青绿,蜷缩,浊响\n2,乌黑,稍蜷,沉闷\n3,浅白,硬挺,清脆\n",
        "height,hair,voice,sex\n160.0,36.0,高,女\n180.0,1.0,低,男\n",
        "title,class\n决策树是一种基本的分类与回归方法,A\niPhone手机,B\n",
    ),
    "big5": (
        "年齡,有工作,有自己的房子,信貸情況,類別\n青年,否,否,一般,否\n中年,是,是,好,是\n",
        "身高,頭髮,聲音,性別\n160.0,36.0,高,女\n180.0,1.0,低,男\n",
        "title,class\n決策樹是一種基本的分類與迴歸方法,A\n臺北市的天氣與溫度,B\n",
        "name,city\n裏恒,臺北\n碧銹,高雄\n",
    ),
    "cp1252": (
        "prénom,âge,élève\nHélène,12,oui\nFrançois,13,très bien\nZoë,11,déjà\n",
        "Größe,Gewicht,für\nklein,5,Mädchen\ngroß,7,Äpfel\nübrig,6,Straße\n",
        "niño,corazón,mañana\nsí,1,José\nno,2,María Peña\n",
        "temp (°C),area (m²),café\n5,6,l’été\n7,8,“où”\n",
        "city,price\nMalmö,€5\nKøbenhavn,£6\n",
        "CAFÉ,ÉTÉ\nÜBER,1\nÄRGER,2\n",
    ),
}


@pytest.mark.parametrize(
    ("encoding", "text"),
    [(encoding, text) for encoding, texts in SENTENCES.items() for text in texts],
)
def test_the_encoding_is_guessed(encoding: str, text: str) -> None:
    codec = {"big5": "cp950"}.get(encoding, encoding)
    table = read(text.encode(codec))
    assert table.dialect.encoding == encoding
    assert list(table.frame.columns) == text.split("\n", 1)[0].split(",")
    for mark, unicode in (
        (b"", "utf-8"),
        (codecs.BOM_UTF8, "utf-8"),
        (codecs.BOM_UTF16_LE, "utf-16-le"),
        (codecs.BOM_UTF16_BE, "utf-16-be"),
        (b"", "utf-16-le"),
        (b"", "utf-16-be"),
    ):
        again = read(mark + text.encode(unicode))
        assert again.dialect.encoding == unicode
        pd.testing.assert_frame_equal(again.frame, table.frame)


def test_letters_beyond_the_sample_are_seen() -> None:
    rows = "1,x\n" * 50_000
    assert read(f"a,b\n{rows}2,älter\n".encode("cp1252")).frame["b"].iloc[-1] == "älter"
    assert read(f"a,b\n{rows}2,青年\n".encode("gb18030")).frame["b"].iloc[-1] == "青年"


def test_what_is_chosen_wins_over_what_is_guessed() -> None:
    content = "a;b,c\n1;2,5\n3;4,5\n".encode("utf-16")
    assert guess(content, separator=",", header=False) == Dialect(
        encoding="utf-16-le", separator=",", header=False, decimal=".", preamble=0
    )
    chinese = "年龄,类别\n青年,否\n中年,是\n".encode("gb18030")
    table = read(chinese, guess(chinese, encoding="cp1252"))
    assert table.frame.columns[0] == "年龄".encode("gb18030").decode("cp1252")
    assert values(read(b"a,b\n1,x\n3,y\n", replace(PLAIN, header=False))) == {
        "column 1": ["a", "1", "3"],
        "column 2": ["b", "x", "y"],
    }
    assert values(read(b"a,b\n1,x\n3,y\n4,z\n", replace(PLAIN, preamble=1))) == {
        "1": [3, 4],
        "x": ["y", "z"],
    }
    assert values(read(b"a;b\n1.5;x\n2;y\n", replace(PLAIN, separator=";", decimal=",")))["a"] == [
        "1.5",
        "2",
    ]


LONG = "x" * 200
BAD: dict[str, tuple[bytes, tuple[str, ...]]] = {
    "empty": (b"", ("is empty",)),
    "only white space": (b" \n\t\r\n", ("is empty",)),
    "only a byte order mark": (codecs.BOM_UTF8 + b"\n", ("is empty",)),
    "xlsx": (b"PK\x03\x04...xl/workbook.xml", ("spreadsheet", "CSV UTF-8")),
    "ods": (b"PK\x03\x04.opendocument.spreadsheet", ("spreadsheet",)),
    "xls": (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1...", ("spreadsheet",)),
    "zip": (b"PK\x03\x04...data.csv", ("zip archive", "Unpack")),
    "pdf": (b"%PDF-1.7 ...", ("PDF", "CSV")),
    "png": (b"\x89PNG\r\n\x1a\n...", ("PNG",)),
    "html": (b"\n<!DOCTYPE html><html>", ("HTML",)),
    "json": (b'[{"a": 1}, {"a": 2}]', ("JSON",)),
    "arff": (b"% iris\n@RELATION iris\n", ("ARFF",)),
    "NUL bytes": (b"a,b\n1,\x00\x00\n", ("not a text file",)),
    "control characters": (bytes(range(1, 32)) * 9, ("not a text file",)),
    "no separator": (b"a\n1\n2\n", ("one column", "“,”", "Choose the separator")),
    "spaces between cells": (b"a b\n1 2\n3 4\n", ("one column",)),
    "one column beside an empty one": (b"a,\n1,\n2,\n", ("one column",)),
    "only a header": (b"a,b\n", ("no rows below the header",)),
    "a header and blanks": (b"a,b\n\n,\n", ("no rows below the header",)),
    "a header and spaces": (b"a,b\n  \n\n", ("no rows below the header",)),
    "a header without any name": (b",\n1,x\n2,y\n", ("line 1", "position 1, 2")),
    "one row": (b"a,b\n1,x\n", ("only one row", "two rows")),
    "too big": (b"a,b\n" * (MAX_BYTES // 4 + 1), ("10.1 MB", "10 MB")),
    "10,000 columns": (
        b",".join(b"c%d" % i for i in range(10_000)) + b"\n" + b"1," * 9_999 + b"1\n",
        ("10,000 columns", "500"),
    ),
    "one line of 3 MB": (b"abc," * 750_000, ("“abc”",)),
    "a long header over short rows": (
        ",".join(f"c{i}" for i in range(400)).encode() + b"\n1" * 40_000,
        ("shorter", "400", "separator"),
    ),
    "a wrong byte in UTF-8": (
        "naïve,été\n1,à\n2,é\n".encode() + b"3,\xff\n",
        ("utf-8", "line 4", "encoding"),
    ),
    "no known encoding": (b"a,b\n1,\x81\n2,\xff\xff\x8d\n", ("cp1252", "line 2")),
    "an odd byte in UTF-16": ("a,b\n1,x\n".encode("utf-16") + b"\x01", ("utf-16-le", "line 3")),
    "an unclosed quote": (b'a,b\n1,x\n3,"y\n4,z\n5,z\n', ("line 3", "never closed")),
    "an unclosed quote in the header": (b'a,"b\n1,x\n3,y\n', ("line 1", "never closed")),
    "an unclosed quote in a large file": (
        b'a,b\n1,x\n3,"y\n' + b"4,z\n" * 60_000,
        ("line 3", "131,072", "never closed"),
    ),
    "a long row": (b'a,b\n"1\n2",x\n3,y,4\n', ("Line 4 has 3 cells", "header has 2")),
    "a header without the row names": (
        b"a,b\nr1,1,x\nr2,3,y\n",
        ("Line 2 has 3 cells", "header has 2"),
    ),
    "a comma in the only column": (
        b"name\nBob\nAnn\nSmith, J.\nZoe\nEve\nLea\n",
        ("Line 4 has 2 cells", "header has 1"),
    ),
    "a long row, no header": (
        b"1,2\n3,4\n5,6,7\n8,9\n",
        ("Line 3 has 3 cells", "other rows have 2"),
    ),
    "a name twice": (
        b"a,b,a\n1,x,2\n3,y,4\n",
        ("line 1", "“a”", "position 1, 3", "name of its own"),
    ),
    "a name twice, under a title": (b"Title\n\na,a\n1,x\n3,y\n", ("line 3", "“a”")),
    "a long name twice": (f"{LONG},{LONG}\n1,2\n3,4\n".encode(), ("“" + "x" * 39 + "…”",)),
    "braces in a name twice": (b"{0},{0}\n1,2\n3,4\n", ("“{0}”",)),
    "a name lacks within": (b"a,,b\n1,2,x\n2,4,y\n", ("line 1", "no name at position 2")),
    "nothing but row numbers": (b",a\n1,x\n2,y\n", ("Only one column",)),
    "no names within": (b"a,,b,\n1,2,3,4\n5,6,7,8\n", ("Line 2 has 4 cells", "Name every column")),
}


@pytest.mark.parametrize(("content", "facts"), BAD.values(), ids=BAD)
def test_a_bad_file_is_refused_in_a_plain_sentence(content: bytes, facts: tuple[str, ...]) -> None:
    with pytest.raises(ReadingError) as caught:
        read(content)
    sentence = str(caught.value)
    assert all(fact in sentence for fact in facts), sentence
    assert sentence == caught.value.template.format(**caught.value.fields)
    assert "\n" not in sentence
    assert len(sentence) < 220
    assert sentence.endswith(".")


@pytest.mark.parametrize(
    ("chosen", "fact"),
    [
        ({"encoding": "big5"}, "not written in big5: line 3"),
        ({"encoding": "utf-8"}, "not written in utf-8: line 1"),
        ({"encoding": "klingon"}, "“klingon” is not known"),
        ({"separator": ":"}, "comma, semicolon, tab or |"),
        ({"separator": "\t"}, "Only one column was found with tab"),
        ({"decimal": "'"}, "decimal sign"),
        ({"preamble": 99}, "Skip fewer lines"),
        ({"preamble": -1}, "negative"),
    ],
)
def test_a_choice_that_does_not_fit_is_refused(chosen: dict[str, object], fact: str) -> None:
    content = "prénom;âge\nÉva;12,5\nZoë;13,5\n".encode("cp1252")
    with pytest.raises(ReadingError, match=fact.replace("|", r"\|")):
        read(content, replace(guess(content), **chosen))


ALPHABETS = {
    "utf-8": "aé中😀,;|\t\"'\n .5{}",
    "utf-16-le": "aé中😀,;|\t\"'\n .5{}",
    "utf-16-be": "aé中😀,;|\t\"'\n .5{}",
    "gb18030": "aé中青年龄😀,;|\t\"'\n .5",
    "big5": "a中臺灣年齡，。,;|\t\"'\n .5",
    "cp1252": "aéüßñ€’,;|\t\"'\n .5",
}


@st.composite
def written(draw: st.DrawFn) -> tuple[dict[str, list[object]], Dialect, bytes]:
    """Columns of text and numbers, a way to write them, and the file that comes of it."""
    dialect = Dialect(
        encoding=draw(st.sampled_from(ENCODINGS)),
        separator=draw(st.sampled_from(SEPARATORS)),
        header=True,
        decimal=draw(st.sampled_from(".,")),
        preamble=0,
    )
    alphabet = ALPHABETS[dialect.encoding]
    # A letter at each end: neither a number nor a word for missing, and nothing to strip.
    texts = st.text(alphabet, max_size=8).map(lambda inner: f"x{inner}z")
    kinds = [
        texts,
        st.integers(-(10**15) + 1, 10**15 - 1),
        st.floats(allow_nan=False, allow_infinity=False),
    ]
    rows = draw(st.integers(2, 8))
    columns: dict[str, list[object]] = {
        "first": draw(st.lists(texts, min_size=rows, max_size=rows))
    }
    for at in range(draw(st.integers(1, 3))):
        kind = draw(st.sampled_from(kinds))
        cell = draw(st.sampled_from([kind, st.none() | kind]))
        columns[f"c{at}"] = draw(st.lists(cell, min_size=rows, max_size=rows))
    return columns, dialect, _write(columns, dialect, draw(st.booleans()), draw(st.booleans()))


def _write(columns: dict[str, list[object]], dialect: Dialect, quote: bool, crlf: bool) -> bytes:
    out = io.StringIO()
    writer = csv.writer(
        out,
        delimiter=dialect.separator,
        quoting=csv.QUOTE_ALL if quote else csv.QUOTE_MINIMAL,
        lineterminator="\r\n" if crlf else "\n",
    )
    writer.writerow(columns)
    for row in zip(*columns.values(), strict=True):
        writer.writerow([_written_cell(cell, dialect.decimal) for cell in row])
    return out.getvalue().encode(dialect.encoding)


def _written_cell(cell: object, decimal: str) -> str:
    if isinstance(cell, float):
        return repr(cell).replace(".", decimal)
    return "" if cell is None else str(cell)


@settings(max_examples=300, deadline=None)
@given(written())
def test_what_is_written_is_read(case: tuple[dict[str, list[object]], Dialect, bytes]) -> None:
    columns, dialect, content = case
    assert values(read(content, dialect)) == columns


WORDS = {
    "utf-8": ["été", "青年", "ßtraße", "plain"],
    "utf-16-le": ["été", "青年", "ßtraße", "plain"],
    "utf-16-be": ["été", "青年", "ßtraße", "plain"],
    "gb18030": ["青年", "中年", "老年人", "有房子", "plain"],
    "big5": ["青年", "中年", "有房子", "學生", "plain"],
    "cp1252": ["élève", "großer", "niño", "plain"],
}


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_a_plain_table_is_guessed_right(data: st.DataObject) -> None:
    encoding, separator = data.draw(
        st.tuples(st.sampled_from(ENCODINGS), st.sampled_from(SEPARATORS))
    )
    decimal = data.draw(st.sampled_from(".,"))
    words = WORDS[encoding]
    more = data.draw(st.lists(st.sampled_from(words), max_size=8))
    columns: dict[str, list[object]] = {
        "word": [*words, *more],
        "whole": list(range(len(words) + len(more))),
        "real": [at + 0.5 for at in range(len(words) + len(more))],
    }
    dialect = Dialect(encoding, separator, header=True, decimal=decimal, preamble=0)
    content = _write(columns, dialect, data.draw(st.booleans()), data.draw(st.booleans()))
    table = read(content)
    assert table.dialect == dialect
    assert values(table) == columns
    assert table.notes == ()


FRAGMENTS = st.sampled_from(
    [b"a", b"1", b"2,5", b",", b";", b"\t", b"|", b'"', b"\n", b"\r\n", b" ", b"\x00", b"\xff\xfe",
     b"\xef\xbb\xbf", b"\xc4\xea", b"\xa4@", b"\x81", b"sep=;\n", b"NA", b"{}", b"\x0c", b"\x1f"]
)  # fmt: skip
SCRAPS = st.lists(FRAGMENTS, max_size=60).map(b"".join) | st.binary(max_size=200)


@settings(max_examples=500, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(SCRAPS, st.none() | st.sampled_from(ENCODINGS), st.none() | st.sampled_from(SEPARATORS))
def test_scraps_are_read_or_refused(
    content: bytes, encoding: str | None, separator: str | None
) -> None:
    try:
        table = read(content, guess(content, encoding=encoding, separator=separator))
    except ReadingError as error:
        assert str(error).endswith(".")  # noqa: PT017
    else:
        assert len(table.frame) >= 2
        assert table.frame.shape[1] >= 2
        assert all(name.strip() for name in table.frame.columns)
        for _, column in table.frame.items():
            assert column.dtype == object or not np.isinf(column).any()
        assert all(isinstance(note, Note) and str(note).endswith(".") for note in table.notes)


def test_numbers_are_read_exactly() -> None:
    wanted = [0.1, 1 / 3, math.pi, 1e-308, 123456.789, 0.916700006]
    rows = "".join(f"{value!r},x\n" for value in wanted)
    assert read(f"a,b\n{rows}".encode()).frame["a"].tolist() == wanted


@pytest.mark.parametrize("path", sorted(DATASETS.glob("*.csv")), ids=lambda path: path.stem)
def test_the_bundled_tables_need_no_repair(path: Path) -> None:
    table = read(path.read_bytes())
    assert table.dialect == PLAIN
    assert table.notes == ()


def test_how_far_the_reading_is_gets_told_and_can_end_it() -> None:
    content = ("a,b\n" + "1,x\n" * 25_000).encode()
    heard: list[float] = []
    read(content, told=heard.append)
    assert heard == sorted(heard)
    assert len(heard) > 3
    assert 0 <= heard[0] <= heard[-1] <= 1

    class EnoughError(Exception):
        pass

    def stop(share: float) -> None:
        raise EnoughError

    with pytest.raises(EnoughError):
        read(content, told=stop)
