"""A case that the tree is asked about: written into an address and read back."""

import numpy as np
import pytest

import dtcore as dt
from pages.ui.use.use_view import Case, read_case
from tests.small_tables import dataset as table

TABLES = ("playtennis", "iris", "titanic", "biopsy")


@pytest.mark.parametrize("name", TABLES)
def test_each_row_reads_back_from_its_address(name: str) -> None:
    data = table(name)
    for row in range(0, len(data), 7):
        case = Case.of_row(data, row)
        again = read_case(case.written(), data)
        assert again is not None
        assert again.cells == case.cells


@pytest.mark.parametrize("name", TABLES)
def test_a_row_as_a_case_gets_the_answer_of_the_row(name: str) -> None:
    data = table(name)
    tree = dt.grow(data, dt.recipe("c45"))
    rows = range(0, len(data), 11)
    told = [dt.predict(tree, Case.of_row(data, row).frame(tree))[0] for row in rows]
    assert told == dt.predict(tree, data)[np.array(rows)].tolist()


@pytest.mark.parametrize("text", ["", "9~0~0~0", "0~0~0", "x~x~x~nan", "0~0~0~-1", "0~0~0~1e999"])
def test_what_cannot_be_a_case_is_none(text: str) -> None:
    assert read_case(text, table("playtennis")) is None


def test_another_cell_makes_it_no_row_of_the_table() -> None:
    case = Case.of_row(table("playtennis"), 3)
    assert case.put(0, case.cells[0]).row == 3
    assert case.put(0, None).row is None
