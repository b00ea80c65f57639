"""The texts of an .xls, counted by its table of them as xlwt and Excel write it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dttools.files.compound import Compound
from dttools.files.extents import of_xls, shared_bytes
from tests.engine.written_files import by_xlwt
from tests.strategies import law

TEXTS = ["a", "", "é" * 9_000, "中" * 5_000, "b" * 30_000, "x中" * 4_111, "end"]


def bytes_of(text: str) -> int:
    return len(text) * (1 if max(text, default="") < "\u0100" else 2)


def test_texts_are_counted_as_often_as_they_stand_in_cells() -> None:
    """Over records of 8,224 bytes, at whose seams characters may change their width."""
    rows = [[text, at, text] for at, text in enumerate(TEXTS * 2)]
    stream = Compound(by_xlwt({"s": rows})).stream("Workbook")
    text = of_xls(stream).text
    assert text == 4 * sum(map(bytes_of, TEXTS))


RICH = b"\x02\x00\x0c" + b"\x01\x00" + b"\x05\x00\x00\x00" + b"ab" + b"....." + b"...."


def test_what_stands_beside_a_text_is_passed_over() -> None:
    table = b"\0" * 8 + RICH + b"\x03\x00\x01" + b"a\0b\0c\0"
    assert shared_bytes([table], {0: 1}) == 2
    assert shared_bytes([table], {1: 10}) == 60
    assert shared_bytes([table[:24], table[24:]], {1: 10}) == 60


@pytest.mark.parametrize("broken", [b"\0" * 8 + b"\xff\xff\x00ab", b"\0" * 9, b""])
def test_a_text_that_cannot_be_measured_counts_as_all_of_them(broken: bytes) -> None:
    assert shared_bytes([broken], {0: 3}) == 3 * len(broken)


@law
@given(st.lists(st.binary(max_size=30), max_size=4), st.integers(0, 3))
def test_any_bytes_are_measured(records: list[bytes], place: int) -> None:
    assert 0 <= shared_bytes(records, {place: 1}) <= sum(map(len, records))
