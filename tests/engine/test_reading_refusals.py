"""Files and choices that are refused, each in a plain sentence that says where and what to do."""

from __future__ import annotations

import codecs
from dataclasses import replace

import pytest

from dtcore.errors import ReadingError
from dttools.files import (
    LIMITS,
    guess,
    read,
)
from tests.engine.read_tables import as_chosen

BAD: dict[str, tuple[bytes, tuple[str, ...]]] = {
    "empty": (b"", ("is empty",)),
    "only white space": (b" \n\t\r\n", ("is empty",)),
    "only a byte order mark": (codecs.BOM_UTF8 + b"\n", ("is empty",)),
    "xlsx": (b"PK\x03\x04...xl/workbook.xml", ("spreadsheet", "broken", "CSV")),
    "ods": (b"PK\x03\x04.opendocument.spreadsheet", ("spreadsheet", "broken")),
    "xls": (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1...", ("spreadsheet", "broken")),
    "zip": (b"PK\x03\x04...data.csv", ("zip file is broken",)),
    "pdf": (b"%PDF-1.7 ...", ("PDF", "CSV")),
    "png": (b"\x89PNG\r\n\x1a\n...", ("PNG",)),
    "html": (b"\n<!DOCTYPE html><html>", ("HTML",)),
    "json": (b'[{"a": 1}, {"a": 2}]', ("JSON",)),
    "arff": (b"% iris\n@RELATION iris\n", ("ARFF", "@data")),
    "NUL bytes": (b"a,b\n1,\x00\x00\n", ("neither a text nor a workbook",)),
    "control characters": (bytes(range(1, 32)) * 9, ("neither a text nor a workbook",)),
    "no separator": (b"a\n1\n2\n", ("one column", "“,”", "Choose the separator")),
    "words of a name": (b"name\nAnn Lee\nBob Ray\n", ("one column",)),
    "two words in each line": (b"Ann Lee\nBob Ray\nCid Fox\n", ("one column",)),
    "one number at the end of each name": (b"Class 1\nClass 2\nClass 1\n", ("one column",)),
    "times": (b"12:30\n13:45\n14:50\n", ("one column",)),
    "keys with values": (b"Name: Ann\nAge: 5\nCity: Rome\n", ("one column",)),
    "two separators": (b"a,b,c\n1,2,3\n4;5;6\n7,8,9\n", ("Line 3", "“;”", "line 1", "“,”")),
    "another separator from a line on": (
        b"a,b,c\n1,2,3\n4;5;6\n7;8;9\n4;5;6\n",
        ("Line 3", "“;”", "line 1", "“,”", "same separator"),
    ),
    "another separator in the header": (b"a;b\n1,2\n3,4\n", ("Line 2", "“,”", "line 1", "“;”")),
    "a tab among commas": (b"a,b,c\n1,2,3\n4\t5\t6\n7,8,9\n", ("Line 3", "tab")),
    "one column beside an empty one": (b"a,\n1,\n2,\n", ("one column",)),
    "only a header": (b"a,b\n", ("no rows below the header",)),
    "a header and blanks": (b"a,b\n\n,\n", ("no rows below the header",)),
    "a header and spaces": (b"a,b\n  \n\n", ("no rows below the header",)),
    "a header without any name": (b",\n1,x\n2,y\n", ("line 1", "position 1, 2")),
    "one row": (b"a,b\n1,x\n", ("only one row", "two rows")),
    "too big": (b"a,b\n" * (LIMITS.bytes // 4 + 1), ("10.1 MB", "10 MB")),
    "10,000 columns": (
        b",".join(b"c%d" % i for i in range(10_000)) + b"\n" + b"1," * 9_999 + b"1\n",
        ("10,000 columns", "500"),
    ),
    "one line of 3 MB": (b"abc," * 750_000, ("750,000 columns", "500")),
    "a long header over short rows": (
        ",".join(f"c{i}" for i in range(400)).encode() + b"\n1" * 40_000,
        ("shorter", "400", "separator"),
    ),
    "a wrong byte in UTF-8": (
        "naïve,été\n1,à\n2,é\n".encode() + b"3,\xff\n",
        ("utf-8", "line 4", "encoding"),
    ),
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
        ("Line 2 has 3 cells", "header has 2 (line 1)"),
    ),
    "a comma in the only column": (
        b"name\nBob\nAnn\nSmith, J.\nZoe\nEve\nLea\n",
        ("Line 4 has 2 cells", "header has 1"),
    ),
    "a long row, no header": (
        b"1,2\n3,4\n5,6,7\n8,9\n",
        ("Line 3 has 3 cells", "other rows have 2"),
    ),
    "a name lacks within": (b"a,,b\n1,2,x\n2,4,y\n", ("line 1", "no name at position 2")),
    "nothing but row numbers": (b",a\n1,x\n2,y\n", ("Only one column",)),
    "no names within": (
        b"a,,b,\n1,2,3,4\n5,6,7,8\n",
        ("header in line 1", "position 2, 4", "Name every column"),
    ),
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
        ({"separator": "::"}, "A separator is one character"),
        ({"separator": "\t"}, "Only one column was found with tab"),
        ({"decimal": "'"}, "decimal sign"),
        ({"preamble": 99}, "Skip fewer lines"),
        ({"preamble": -1}, "negative"),
    ],
)
def test_a_choice_that_does_not_fit_is_refused(chosen: dict[str, object], fact: str) -> None:
    content = "prénom;âge\nÉva;12,5\nZoë;13,5\n".encode("cp1252")
    with pytest.raises(ReadingError, match=fact.replace("|", r"\|")):
        read(content, as_chosen(replace(guess(content), **chosen)))


def test_all_stray_quotation_marks_and_ragged_lines_are_told() -> None:
    content = b'name,score,"grade\n"Ann",3,A\nBob,4\nCy,5,B,extra,more\n"Di,6,C\nEd,7,B\nFay,8,A\n'
    with pytest.raises(ReadingError) as caught:
        read(content)
    said = str(caught.value)
    assert 'never closed in lines 1, 5. The first is in “name,score,"grade”.' in said
    assert said.endswith("more or fewer cells than most: 3, 4.")
    meant = b'a,b\n1,"two\nlines"\n2,x\n3,y\n4,"z\n'
    with pytest.raises(ReadingError) as caught:
        read(meant)
    assert 'in line 6 and never closed: “4,"z”. Close' in str(caught.value)
    many = b"a,b\n" + 10 * b'1,"x, y"\n2,"z\n'
    with pytest.raises(ReadingError) as caught:
        read(many)
    assert "in lines 3, 5, 7, 9, 11, …. The first" in str(caught.value)
    with pytest.raises(ReadingError, match="in line 4 and never closed"):
        read(b'a,b\n1,2\n3,4\n"')


def test_text_behind_a_closing_quotation_mark_is_refused() -> None:
    """The marks of lines 2 and 4 pair by chance: three rows would be one, of as many cells."""
    with pytest.raises(ReadingError, match="opened in line 2 and never closed"):
        read(b'name,n,c\n"Anna,3,yes\nBob,4,no\n"Cy",5,yes\nDi,6,no\nEd,7,yes\n')
    meant = b'a,b\n"x\ny" ,1\n"z ""q"" w\nv",2\n"k",3\n'
    assert read(meant).frame["a"].tolist() == ["x\ny", 'z "q" w\nv', "k"]


@pytest.mark.parametrize(
    ("content", "names"),
    [
        (b"a,b,a\n1,x,2\n3,y,4\n", ["a", "b", "a (2)"]),
        (b"Title\n\na,a\n1,x\n3,y\n", ["a", "a (2)"]),
        (b"{0},{0}\n1,2\n3,4\n", ["{0}", "{0} (2)"]),
    ],
)
def test_a_name_that_comes_twice_is_numbered_and_told(content: bytes, names: list[str]) -> None:
    table = read(content)
    assert list(table.frame.columns) == names
    assert any(f"({names[-1]})" in str(one) for one in table.notes)
