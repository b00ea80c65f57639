"""What is said of a file that was read: what was repaired or left out, and nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

from dttools.files import (
    Table,
    read,
)
from tests.engine.read_tables import PLAIN

DATASETS = Path(__file__).resolve().parents[2] / "datasets"


def said(table: Table) -> str:
    return " / ".join(map(str, table.notes))


NOTES = {
    "sep": (b"sep=;\na;b\n1;x\n3;y\n", "“sep=;” at the top was taken to state the separator"),
    "preamble": (b"Title\n\na,b\n1,x\n3,y\n", "skipped: 1 (the first: “Title”)"),
    "no header": (b"1,2\n3,4\n", "no header, so its columns are called column 1 to column 2"),
    "short": (b"a,b,c\n1,x\n3,y,2\n4,z\n", "too few cells: 2 (line 2, 4)"),
    "short, under a preamble": (b"Title\n\na,b,c\n1,x\n3,y,2\n", "too few cells: 1 (line 4)"),
    "line breaks": (
        b'a,b\n1,x\n"2,y\n3,z\n4",w\n5,v\n',
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


@pytest.mark.parametrize(
    "text",
    [
        "Sales, Bonn\ncity,units,left\na,1,2\nb,2,3\n",
        "Pupils,2023,b,Ms Li\nname,maths,music\nAnn,1,2\nBob,2,3\n",
        "Survey, 2023\nsex,likes,buys\n" + "m,ball,yes\nf,books,no\n" * 4,
    ],
)
def test_a_title_with_a_separator_in_it_lies_above_the_table(text: str) -> None:
    table = read(text.encode())
    title, names, *rows = text.splitlines()
    assert [*table.frame] == names.split(",")
    assert len(table.frame) == len(rows)
    assert f"(the first: “{title}”)" in said(table)


def test_row_numbers_without_a_name_are_left_out() -> None:
    table = read(b",a,b\n7,2,x\n3,4,y\n12,5,y\n")
    assert [*table.frame] == ["a", "b"]
    assert [str(note) for note in table.notes] == [
        "The first column has no name and only numbers the rows: it was left out."
    ]


def test_row_names_without_a_name_are_kept() -> None:
    table = read(b'"","mpg","row name"\n"Fiat",30,1\n"Volvo",21,2\n')
    assert [*table.frame] == ["row name (2)", "mpg", "row name"]
    assert "is called “row name (2)”" in str(table.notes[0])
    # numbers that come twice say something of the rows
    assert [*read(b",a\n1,x\n1,y\n2,y\n").frame] == ["row name", "a"]


def test_nothing_is_said_of_a_clean_file() -> None:
    assert read(b"a,b\n1,x\n3,y\n").notes == ()
    assert read(b"zip,b\n" + b"100,x\n" * 20 + b"001,y\n").notes == ()


@pytest.mark.parametrize("path", sorted(DATASETS.glob("*.csv")), ids=lambda path: path.stem)
def test_the_bundled_tables_need_no_repair(path: Path) -> None:
    table = read(path.read_bytes())
    assert table.dialect == PLAIN
    assert table.notes == ()
