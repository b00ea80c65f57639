"""A column that tells the classes on its own is told, unless that may be chance."""

from collections.abc import Mapping

import numpy as np
import pandas as pd
import pytest

from dtshow.tables.catalogue import catalogue
from dtshow.tables.column_facts import facts_of, kind_of
from dtshow.tables.leakage import leaks
from dtshow.tables.table_choice import TableChoice
from tests.pages.data import drafted, said

ROWS = 40
RANDOM = np.random.default_rng(7)
SCORE = RANDOM.permutation(ROWS) + 40.0
GRADE = np.array(["F", "D", "C", "B", "A"])[(SCORE // 10 - 4).clip(0, 4).astype(int)]
PASSED = np.where(SCORE >= 60, "yes", "no")
OTHERS = {"hours": RANDOM.permutation(ROWS) / 4, "club": np.array(["a", "b", "c", "d"] * 10)}


def found(columns: Mapping[str, object], target: str = "y", rows: object = None) -> tuple[str, ...]:
    frame = pd.DataFrame(columns)
    choice = TableChoice("upload:1", target)
    facts = [facts_of(frame, name, kind_of(frame, name, choice)) for name in map(str, frame)]
    return leaks(frame, facts, choice, rows)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("column", "target"),
    [
        (SCORE, PASSED),  # one cut
        (SCORE, GRADE),  # a cut between each two grades
        (GRADE, PASSED),  # level by level
        (np.searchsorted(np.unique(GRADE), GRADE)[::-1], GRADE[::-1]),  # codes
        (np.where(np.arange(ROWS) == 3, np.nan, SCORE), PASSED),  # one gap
    ],
)
def test_what_tells_the_classes_alone_is_found(column: object, target: object) -> None:
    assert found({**OTHERS, "x": column, "y": target}) == ("x",)


@pytest.mark.parametrize(
    ("column", "target"),
    [
        (np.where(np.arange(ROWS) == 3, 200.0, SCORE), np.where(SCORE[3] == SCORE, "no", PASSED)),
        (SCORE.round(-1) - (SCORE == 60) * 10, PASSED),  # a tie at the cut
        (np.where(np.arange(ROWS) % 5 == 0, np.nan, SCORE), PASSED),  # many gaps
        ([f"p{at}" for at in range(ROWS)], PASSED),  # an identifier has its own warning
        (np.arange(1, ROWS + 1), np.repeat(["no", "yes"], ROWS // 2)),  # the file is sorted
        (SCORE, SCORE * 2 + 0.5),  # no classes
    ],
)
def test_what_does_not_is_not(column: object, target: object) -> None:
    assert found({**OTHERS, "x": column, "y": target}) == ()


def test_of_few_rows_it_may_be_chance() -> None:
    """Of 9 rows, 4 of one class, a cut parts them in 2 of 126 orders; of 18 in 2 of 43,758."""
    hair = [36, 15, 28, 22, 3, 5, 2, 10, 13]
    table = {"hair": hair, "voice": ["h", "h", "h", *"llllll"], "y": ["f"] * 4 + ["m"] * 5}
    assert found(table) == ()
    assert found({name: [*cells, *cells] for name, cells in table.items()}) == ("hair",)


@pytest.mark.parametrize("key", catalogue())
def test_no_bundled_table_has_such_a_column(key: str) -> None:
    entry = catalogue()[key]
    frame = entry.read()
    choice = TableChoice(key, entry.target, entry.roles, entry.kinds)
    facts = [facts_of(frame, name, kind_of(frame, name, choice)) for name in map(str, frame)]
    assert leaks(frame, facts, choice, None) == ()


def test_it_is_left_out_by_one_click_and_taken_in_by_another() -> None:
    frame = pd.DataFrame({**OTHERS, "score": SCORE, "passed": PASSED})
    at = drafted(frame.to_csv(index=False).encode())
    told = "Enough alone to tell “passed” in every row that has a value: “score”."
    assert told in at.warning[0].value
    at = at.button(key="data_leak").click().run()
    assert not at.warning
    assert told in said(at)
    at = at.button(key="data_leak").click().run()
    assert told in at.warning[0].value
