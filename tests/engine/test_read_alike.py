"""Rows in a file of their own are read as the table of the tree was, or refused in one sentence."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace

import pytest

from dtcore.errors import ReadingError
from dttools.files import Chosen, Source, Table, classes_alike, read, read_alike
from tests.engine.file_corpus.all import CORPUS
from tests.engine.file_corpus.case import Case, as_lists
from tests.engine.written_files import by_openpyxl

PERCENT = b"rate,y\n" + b"".join(b"%d%%,%s\n" % (n, b"ny"[n // 10 :][:1]) for n in range(5, 15))
BARE = b"5,a,no\n6,b,no\n7,a,yes\n8,b,yes\n9,a,yes\n"
WORDS = b"red,soft,no\nblue,hard,no\nred,hard,yes\nblue,soft,yes\nred,soft,yes\n"


def source(content: bytes, target: str = "y", **chosen: object) -> Source:
    how = Chosen(**chosen)  # type: ignore[arg-type]
    return Source.of(content, how, read(content, how), target)


def rows(table: Table) -> list[list[object]]:
    return table.frame.to_numpy(object).tolist()


def taken(content: bytes, cells: Mapping[str, tuple[str, ...]], new: bytes) -> list[list[object]]:
    return rows(read_alike(new, source(content, cells=cells)))


# ------------------------------------------------------------------------- offers and switches


def test_one_row_is_read_as_the_offers_have_it_that_were_taken() -> None:
    """Of one cell of its own nobody could say whether it is a percentage."""
    assert taken(PERCENT, {"rate": ("numbers",)}, b"rate\n7%\n") == [[7.0]]
    grouped = b"cost,y\n" + b'"1,000",a\n"2,500",b\n' * 3
    assert taken(grouped, {"cost": ("thousands",)}, b'cost\n"3,100"\n') == [[3100]]
    assert taken(grouped, {"cost": ("decimals",)}, b'cost\n"3,100"\n') == [[3.1]]


def test_options_of_the_table_are_columns_though_no_row_names_them() -> None:
    table = b"langs,y\n" + b'"1,2",a\n"1,3",b\n2,a\n"2,3",b\n' * 4
    [row] = taken(table, {"langs": ("choices",)}, b"langs\n2\n")
    first = read(table, Chosen(cells={"langs": ("choices",)})).frame
    assert len(row) == len([name for name in first if name != "y"]) == 3


def test_cells_that_other_rows_do_not_have_are_no_fault() -> None:
    assert rows(read_alike(b"y\nn\n", source(PERCENT, cells={"rate": ("numbers",)}))) == [["n"]]


def test_a_switch_holds_for_other_rows() -> None:
    table = b"x,y\n1,a\n2,b\nx,y\n3,a\n"
    kept = source(table, off=frozenset({"repeated_header"}))
    new = b"x,y\n4,a\nx,y\n"
    assert len(rows(read_alike(new, kept))) == 2
    assert len(rows(read_alike(new, source(table)))) == 1


def test_text_of_the_table_stays_text() -> None:
    """Alone, 1.10 would be the number 1.1, which is another version."""
    versions = b"v,y\n1.1,a\n1.10,b\n1.2,a\nbeta,b\n"
    assert rows(read_alike(b"v\n1.10\n", source(versions))) == [["1.10"]]
    assert rows(read_alike(b"x\n1.10\n", source(b"x,y\n1.1,a\n2.5,b\n"))) == [[1.1]]


# ------------------------------------------------------------------- how the new file is written


@pytest.mark.parametrize(
    "new",
    [b"x;z\n1,5;2\n", b"x,z\n1.5,2\n", b"x\tz\n1.5\t2\n", "x;z\n1,5;2\n".encode("utf-16")],
)
def test_sign_and_separator_are_those_of_the_new_file(new: bytes) -> None:
    for table in (b"x;z;y\n1,5;2;a\n2,5;3;b\n", b"x,z,y\n1.5,2,a\n2.5,3,b\n"):
        assert rows(read_alike(new, source(table))) == [[1.5, 2]]


def test_what_was_chosen_holds_where_it_fits() -> None:
    table = b"x,z!y\np,q!a\nq,r!b\np,r!a\n"
    chosen = source(table, separator="!")
    assert rows(read_alike(b"x,z!y\np,s!a\n", chosen)) == [["p,s", "a"]]
    assert rows(read_alike(b'"x,z";y\n"p,s";a\n', chosen)) == [["p,s", "a"]]
    named = "größe;y\n1;ja\n2;nein\n".encode("cp1252")
    assert list(read_alike(named, source(named, encoding="cp1252")).frame) == ["größe", "y"]
    utf8 = "größe;y\n1;größer\n".encode()
    assert rows(read_alike(utf8, source(named, encoding="cp1252"))) == [[1, "größer"]]


def test_another_sheet_is_found_where_the_chosen_one_is_not() -> None:
    table = by_openpyxl(
        {"notes": [["a", "b"], [1, 2], [3, 4]], "data": [["x", "y"], [1, "a"], [2, "b"]]}
    )
    new = by_openpyxl({"only": [["x", "y"], [5, "b"]]})
    assert rows(read_alike(new, source(table, sheet="data"))) == [[5, "b"]]


# --------------------------------------------------------------------------- without a header


def test_a_file_without_a_header_is_read_by_places() -> None:
    for new in (b"5,a,no\n", b"10,b,?\n", b"|a remark above\n10,a,no.\n11,b,yes.\n"):
        found = read_alike(new, source(BARE, "column 3"))
        assert list(found.frame) == ["column 1", "column 2", "column 3"]
        assert len(found.frame) == new.count(b"\n") - new.count(b"|")
        assert not found.left_out
    assert rows(read_alike(b"red,hard,?\n", source(WORDS, "column 3"))) == [["red", "hard", None]]


def test_the_answers_may_be_left_out_at_the_end_alone() -> None:
    assert rows(read_alike(b"5,a\n6,b\n", source(BARE, "column 3"))) == [[5, "a"], [6, "b"]]
    for new, target in ((b"5,a\n6,b\n", "column 1"), (b"5\n6\n", "column 3")):
        with pytest.raises(ReadingError, match="which is which"):
            read_alike(new, source(BARE, target))
    with pytest.raises(ReadingError, match="which is which"):
        read_alike(b"5,a,no,1\n6,b,no,2\n", source(BARE, "column 3"))


@pytest.mark.parametrize("table", [BARE, WORDS])
def test_a_header_is_no_row_of_a_table_that_has_none(table: bytes) -> None:
    found = read_alike(b"age,kind,answer\n" + table, source(table, "column 3"))
    assert rows(found) == rows(read_alike(table, source(table, "column 3")))
    [names] = found.left_out
    assert (names.line, names.text) == (1, "age · kind · answer")
    named = read_alike(b"column 2,column 1,more\na,5,x\n", source(BARE, "column 3"))
    assert rows(named) == [["a", 5, "x"]]
    assert list(named.frame) == ["column 2", "column 1", "more"]


@pytest.mark.parametrize(
    ("table", "first"), [(WORDS, b"green,soft,?"), (BARE, b"lost,a,no"), (BARE, b"5,new,?")]
)
def test_a_first_row_with_a_cell_that_was_never_seen_is_a_row(table: bytes, first: bytes) -> None:
    """It must not be lost."""
    found = read_alike(first + b"\n" + table, source(table, "column 3"))
    assert len(found.frame) == 6
    assert not found.left_out


def test_a_name_may_be_a_level_too() -> None:
    table = b"5,a,n\n6,b,y\n7,a,n\n8,b,y\n"
    assert len(read_alike(b"x,z,y\n" + table, source(table, "column 3")).frame) == 4


def test_rows_without_names_are_not_taken_by_places_where_the_table_has_names() -> None:
    """The columns of the tree are not there, which whoever predicts says."""
    found = read_alike(b"5,a\n6,b\n", source(b"x,z,y\n1,a,n\n2,b,y\n"))
    assert not {"x", "z"} & {*found.frame}


@pytest.mark.parametrize("new", [b"", b",,,\n,,,\n", b"column 1,column 2\n", b"\n\n"])
def test_no_rows_are_refused(new: bytes) -> None:
    with pytest.raises(ReadingError):
        read_alike(new, source(BARE, "column 3"))


# --------------------------------------------------------------------------------- classes


def test_classes_that_differ_in_signs_alone_are_the_same() -> None:
    assert classes_alike([">50K.", "<=50K."], [">50K", "<=50K"]) == {
        ">50K.": ">50K",
        "<=50K.": "<=50K",
    }
    assert classes_alike(["YES ", "no"], ["yes", "no"]) == {"YES ": "yes"}


@pytest.mark.parametrize(
    ("given", "classes"),
    [
        (["a", "a."], ["a", "b"]),  # both are there
        (["A", "a."], ["a", "b"]),
        (["a."], ["a", "A"]),
        (["c."], ["a", "b"]),
        (["+"], ["-", "0"]),
    ],
)
def test_classes_that_may_be_others_are_left(given: list[str], classes: list[str]) -> None:
    assert classes_alike(given, classes) == {}


# ------------------------------------------------------------------------------------- a law


def with_offers(case: Case) -> Chosen:
    """The first offer of each column taken, three times over."""
    chosen = case.chosen
    for _time in range(3):
        for offer in reversed(read(case.bytes, chosen, limits=case.limits).offers):
            if not offer.taken:
                cells = {offer.column: (*case.chosen.cells.get(offer.column, ()), offer.key)}
                chosen = replace(chosen, cells={**chosen.cells, **cells})
    return chosen


@pytest.mark.on_push(30)
@pytest.mark.parametrize(
    "case",
    [
        pytest.param(one, id=f"{sort}-{one.name}")
        for sort, one in CORPUS
        if not isinstance(one.expects, str)
    ],
)
def test_a_file_read_as_itself_is_itself(case: Case) -> None:
    for chosen in (case.chosen, with_offers(case)):
        table = read(case.bytes, chosen, limits=case.limits)
        itself = Source.of(case.bytes, chosen, table, str(table.frame.columns[-1]))
        again = read_alike(case.bytes, itself, limits=case.limits)
        assert list(again.frame) == list(table.frame)
        assert as_lists(again.frame) == as_lists(table.frame)


@pytest.mark.on_push(30)
@pytest.mark.parametrize("case", [pytest.param(one, id=f"{s}-{one.name}") for s, one in CORPUS])
def test_whatever_is_no_rows_of_the_table_is_refused_in_a_sentence(case: Case) -> None:
    with suppress(ReadingError):
        table = read_alike(case.bytes, source(BARE, "column 3"))
        assert {*table.frame} & {"column 1", "column 2", "column 3"}
