"""Files that students bring: what is read of the good ones, and how far the reading is."""

from __future__ import annotations

import math

import numpy as np
import pandas as pd
import pytest

from dttools.files import (
    Chosen,
    guess,
    read,
)
from tests.engine.read_tables import values

AB = {"a": [1, 3], "b": ["x", "y"]}
GOOD: dict[str, tuple[bytes, dict[str, object], dict[str, list[object]]]] = {
    "comma": (b"a,b\n1,x\n3,y\n", {"separator": ","}, AB),
    "semicolon": (b"a;b\n1;x\n3;y\n", {"separator": ";"}, AB),
    "tab": (b"a\tb\n1\tx\n3\ty\n", {"separator": "\t"}, AB),
    "pipe": (b"a|b\n1|x\n3|y\n", {"separator": "|"}, AB),
    "one space": (b"a b c\n1 x 2\n3 y 2\n", {"separator": " "}, {**AB, "c": [2, 2]}),
    "columns aligned by spaces": (
        b"  a   b    c\n  1   x    2 \n 30   y   15\n",
        {"separator": " "},
        {"a": [1, 30], "b": ["x", "y"], "c": [2, 15]},
    ),
    "UCI's auto-mpg: spaces, and a tab before the name": (
        b'18.0   8   307.0\t"chevrolet chevelle malibu"\n15.0   8   350.0\t"buick skylark 320"\n'
        b'24.0   4   113.0\t"toyota corona"\n',
        {"separator": " ", "header": False},
        {
            "column 1": [18.0, 15.0, 24.0],
            "column 2": [8, 8, 4],
            "column 3": [307.0, 350.0, 113.0],
            "column 4": ["chevrolet chevelle malibu", "buick skylark 320", "toyota corona"],
        },
    ),
    "decimal commas between spaces": (
        b"1,5 2,5 3,5\n1,7 2,9 4,5\n2,5 3,5 4,5\n",
        {"separator": " ", "decimal": ",", "header": False},
        {"column 1": [1.5, 1.7, 2.5], "column 2": [2.5, 2.9, 3.5], "column 3": [3.5, 4.5, 4.5]},
    ),
    "words between spaces": (
        b"Outlook Wind Play\n" + b"Sunny Weak No\nRain Strong Yes\n" * 3,
        {"separator": " "},
        {
            "Outlook": ["Sunny", "Rain"] * 3,
            "Wind": ["Weak", "Strong"] * 3,
            "Play": ["No", "Yes"] * 3,
        },
    ),
    "colons": (b"a:b\n1:x\n3:y\n", {"separator": ":"}, AB),
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
    "points that part thousands beside decimal commas": (
        b"n;w;c\n1.075;60,25;x\n2.967;7,5;y\n1.126;70,5;x\n",
        {"decimal": ","},
        {"n": ["1.075", "2.967", "1.126"], "w": [60.25, 7.5, 70.5], "c": ["x", "y", "x"]},
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


@pytest.mark.parametrize("separator", ["/", "#", "，", "~", "x", "\\", "^", "'"])
def test_any_single_character_may_be_chosen(separator: str) -> None:
    text = "a,b,c\n1,p,2\n3,q,2\n".replace(",", separator)
    table = read(text.encode(), Chosen(separator=separator))
    assert values(table) == {"a": [1, 3], "b": ["p", "q"], "c": [2, 2]}


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


def test_numbers_are_read_exactly() -> None:
    wanted = [0.1, 1 / 3, math.pi, 1e-308, 123456.789, 0.916700006]
    rows = "".join(f"{value!r},x\n" for value in wanted)
    assert read(f"a,b\n{rows}".encode()).frame["a"].tolist() == wanted


def test_how_far_the_reading_is_gets_told_and_can_end_it() -> None:
    content = ("a,b\n" + "1,x\n" * 25_000).encode()
    heard: list[float] = []
    read(content, progress=heard.append)
    assert heard == sorted(heard)
    assert len(heard) > 3
    assert 0 <= heard[0] <= heard[-1] <= 1

    class EnoughError(Exception):
        pass

    def stop(share: float) -> None:
        raise EnoughError

    with pytest.raises(EnoughError):
        read(content, progress=stop)
