"""Edits of a table: each does what it says, and nothing else."""

from typing import Any

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dtcore.errors import ReadingError
from dtshow.tables.edits import (
    AddColumn,
    DropColumn,
    EditRows,
    RenameColumn,
    as_text,
    edited,
    in_text,
    renamed,
)

FRAME = pd.DataFrame({"Wind": ["weak", "strong", None], "Degrees": [20, 31, 5]})


def told(frame: pd.DataFrame) -> dict[str, list[Any]]:
    return {str(name): as_text(frame[name]) for name in frame.columns}


def test_a_cell_is_changed_and_the_table_before_stays() -> None:
    after = edited(FRAME, [EditRows({1: {"Degrees": "32"}})])
    assert after["Degrees"].tolist() == [20, 32, 5]
    assert after["Degrees"].dtype == "int64"
    assert after["Wind"].isna().tolist() == [False, False, True]
    assert FRAME["Degrees"].tolist() == [20, 31, 5]


def test_numbers_become_words_with_one_word_and_numbers_again_without_it() -> None:
    words = EditRows({0: {"Degrees": "hot"}})
    after = edited(FRAME, [words])
    assert after["Degrees"].tolist() == ["hot", "31", "5"]
    again = edited(FRAME, [words, EditRows({0: {"Degrees": "20"}})])
    assert again["Degrees"].tolist() == [20, 31, 5]
    assert again["Degrees"].dtype == "int64"


def test_an_emptied_cell_is_missing() -> None:
    after = edited(FRAME, [EditRows({0: {"Wind": "", "Degrees": ""}})])
    assert after.isna().to_numpy().tolist() == [[True, True], [False, False], [True, False]]


def test_rows_go_and_come() -> None:
    edit = EditRows({2: {"Wind": "weak"}}, dropped=(0,), added=({"Wind": "strong"}, {}))
    after = edited(FRAME, [edit])
    assert told(after) == {
        "Wind": ["strong", "weak", "strong", ""],
        "Degrees": ["31", "5", "", ""],
    }
    assert after.index.tolist() == [0, 1, 2, 3]


def test_columns_come_go_and_are_renamed() -> None:
    after = edited(
        FRAME, [AddColumn("Play"), RenameColumn("Wind", "Breeze"), EditRows({0: {"Play": "yes"}})]
    )
    assert list(after.columns) == ["Breeze", "Degrees", "Play"]
    assert after["Play"].tolist()[0] == "yes"
    assert list(edited(after, [DropColumn("Degrees")]).columns) == ["Breeze", "Play"]


def test_stated_levels_keep_their_order_and_new_ones_follow() -> None:
    order = pd.CategoricalDtype(["weak", "strong"], ordered=True)
    frame = FRAME.assign(Wind=FRAME["Wind"].astype(order))
    after = edited(frame, [EditRows({2: {"Wind": "calm"}})])
    assert after["Wind"].cat.categories.tolist() == ["weak", "strong", "calm"]
    assert after["Wind"].tolist() == ["weak", "strong", "calm"]


@pytest.mark.parametrize(
    ("edit", "problem"),
    [
        (AddColumn("Wind"), "already"),
        (AddColumn("  "), "needs a name"),
        (RenameColumn("Wind", "Degrees"), "already"),
        (DropColumn("Wind"), "at least two columns"),
        (EditRows(dropped=(0, 1)), "at least two rows"),
    ],
)
def test_what_would_leave_no_table_is_refused(edit: Any, problem: str) -> None:
    with pytest.raises(ReadingError, match=problem):
        edited(FRAME, [edit])


@given(st.lists(st.floats(allow_nan=True, allow_infinity=False), min_size=2))
def test_a_column_typed_again_as_it_stands_is_the_same(values: list[float]) -> None:
    frame = pd.DataFrame({"a": values, "b": range(len(values))})
    texts = in_text(frame)
    everything = EditRows({0: {"a": texts["a"][0]}})
    pd.testing.assert_series_equal(
        edited(frame, [everything])["a"].astype(float), frame["a"], check_exact=True
    )


def test_other_rows_come_under_the_names_that_columns_were_given() -> None:
    edits = [RenameColumn("column 1", "w"), EditRows({0: {"w": "1"}}), RenameColumn("w", "wind")]
    rows = pd.DataFrame({"column 1": ["weak"], "column 2": [1]})
    assert list(renamed(rows, edits)) == ["wind", "column 2"]
    assert list(renamed(rows.assign(wind=1), edits)) == ["w", "column 2", "wind"]
    assert list(renamed(FRAME, edits)) == list(FRAME)
