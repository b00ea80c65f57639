"""What the Textbook tab says of the course texts, against numbers that were not computed here.

``reference/textbook.json`` holds, for each printed number of ``pages.ui.reference.textbook``, the
exact value and whether the text has it right.
"""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from pages.ui.reference.textbook.computed import value
from pages.ui.reference.textbook.marks import as_number, explains, mark
from pages.ui.reference.textbook.records import Printed, numbers
from pages.ui.reference.textbook.tools import compared
from tests.books.sklearn_pairs import trees_compared
from tests.references import SINGLE_PRECISION, UNPRUNED, read

FILE = Path(__file__).parent / "reference/textbook.json"
JUDGED = {
    (said["text"], *said["place"], said["quantity"]): (said["correct"], said["status"])
    for said in json.loads(FILE.read_text("utf-8"))
}


def key(one: Printed) -> tuple[str, ...]:
    return one.text, *one.place, one.quantity


def name_of(one: Printed) -> str:
    return " ".join(key(one))


def test_every_printed_number_was_judged_once() -> None:
    assert [key(one) for one in numbers()] == list(JUDGED)


@pytest.mark.parametrize("one", numbers(), ids=name_of)
def test_ours_is_the_exact_number(one: Printed) -> None:
    correct, _status = JUDGED[key(one)]
    assert value(one) == pytest.approx(correct, rel=0, abs=1e-9)


@pytest.mark.parametrize("one", numbers(), ids=name_of)
def test_the_mark_is_that_of_those_who_judged_by_hand(one: Printed) -> None:
    _correct, status = JUDGED[key(one)]
    assert mark(one) == status


def test_every_wrong_number_comes_of_the_slip_that_is_named() -> None:
    wrong = [one for one in numbers() if mark(one) == "wrong"]
    assert wrong
    for one in wrong:
        assert one.slip is not None
        assert explains(one), name_of(one)


@pytest.mark.parametrize(
    ("printed", "found"),
    [
        ("0.24674982", "right"),
        ("0.247", "right"),
        ("0.25", "right"),
        ("0.246", "rounded"),
        ("0.24", "rounded"),
        ("0.2468", "rounded"),
        ("0.2467", "right"),
        ("0.248", "wrong"),
        ("0.245", "wrong"),
        ("0.2469", "wrong"),
    ],
)
def test_a_number_is_judged_by_the_digits_that_it_has(printed: str, found: str) -> None:
    """Gain(S, Outlook) is 0.24674982."""
    [outlook] = [one for one in numbers() if one.text == "mitchell" and "Outlook" in one.quantity]
    assert mark(replace(outlook, printed=printed)) == found


def test_a_fraction_has_all_its_digits() -> None:
    [one] = [one for one in numbers() if "/" in one.printed]
    assert mark(one) == "right"
    assert as_number(one.printed) == pytest.approx(0.2777777778, abs=1e-9)
    assert mark(replace(one, printed="27/100")) == "wrong"


def test_the_programs_are_counted_from_what_is_compared() -> None:
    found = {tool: (of.trees, of.same) for tool, of in compared().items()}
    assert found == {
        "c45": (len(UNPRUNED), len(UNPRUNED) - len(SINGLE_PRECISION)),
        "j48": (len(UNPRUNED), len(UNPRUNED)),
        "scikit_learn": (trees_compared(), None),
        "id3": (len(read("id3.jsonl")),) * 2,
        "cart": (len(read("cart.jsonl")),) * 2,
    }
