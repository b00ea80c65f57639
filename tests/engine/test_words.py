"""Sentences as values, and that each policy has its own."""

from dataclasses import dataclass

import pytest

import dtcore as dt
from dtcore.policies.stopping import Empty, MinLeaf, Stop, Stopping
from dtcore.words import Sentence, as_written, number
from tests.policies import usual
from tests.small_tables import table

SCHEMA = table("ab", x=[1, 2]).schema


@pytest.mark.parametrize(
    ("fields", "text"),
    [
        ({"n": 5}, "at least 5"),
        ({"n": 5.0}, "at least 5"),
        ({"n": 0.1 + 0.2}, "at least 0.3"),
        ({"n": "{x}"}, "at least {x}"),
        ({"n": Sentence("{k} rows", k=2.5)}, "at least 2.5 rows"),
    ],
)
def test_numbers_are_written_short(fields: dict[str, object], text: str) -> None:
    assert str(Sentence("at least {n}", **fields)) == text


@pytest.mark.parametrize(
    ("value", "text"),
    [(1.2e8, "120000000"), (-3.2e9, "-3200000000"), (123456789012345.0, "123456789012345")],
)
def test_a_number_of_15_digits_has_no_power_of_ten(value: float, text: str) -> None:
    assert number(value) == text
    assert number(value * 10**9).count("e+") == 1


def test_a_template_may_say_how_a_number_is_written() -> None:
    assert str(Sentence("{share:.0%}", share=0.125)) == "12%"


def test_open_fields_are_filled_by_who_shows_them() -> None:
    half = Sentence("{gain} is less than {least}", least=0.5)
    assert str(half.with_fields(gain="0.25")) == "0.25 is less than 0.5"
    assert half == Sentence("{gain} is less than {least}", least=0.5)
    assert half != Sentence("{gain} is less than {least}", least=0.25)


def test_a_sentence_of_a_class_is_filled_by_its_objects() -> None:
    @dataclass(frozen=True)
    class Bus:
        line: int
        says = Sentence("Line {line} to {place}{more}")

        @property
        def more(self) -> Sentence:
            return Sentence(", at last")

    assert Bus.says.template == "Line {line} to {place}{more}"
    assert str(Bus(7).says.with_fields(place="Rome")) == "Line 7 to Rome, at last"
    assert Bus(7).says != Bus(8).says


@pytest.mark.parametrize("rule", usual(dt.Stopping), ids=repr)
def test_every_stopping_rule_says_when_and_why(rule: Stopping) -> None:
    if not isinstance(rule, Empty):  # which no recipe lists
        assert rule.clause != as_written(rule)
        assert "{" not in str(rule.clause)
    if not isinstance(rule, MinLeaf):  # which rules out splits, and stops no node itself
        assert Stop(rule).reason(SCHEMA) != as_written(rule)
        assert str(Stop(rule).reason(SCHEMA)).endswith(".")
    assert "{" not in str(rule.refusal.with_fields(gain="0.1"))


def test_a_rule_says_its_numbers() -> None:
    assert str(dt.MinRows(20).clause) == "it holds fewer than 20 rows"
    counted = dt.MinRows(20, weighted=False).clause
    assert str(counted) == "it holds fewer than 20 rows (counting rows, not weights)"
    assert str(dt.MinGain(0.01).reason).endswith("ε = 0.01.")
    assert dt.MinLeaf(7).least(100.0, 2, True) == 7
    assert dt.TwoBranches(2).least(100.0, 2, True) == 5  # a tenth of 100 rows, for two classes
    assert dt.TwoBranches(2).least(100.0, 2, False) == 2
    assert dt.MaxDepth(3).least(100.0, 2, True) is None


def test_the_other_reasons_have_words() -> None:
    assert str(Stop(None).reason(SCHEMA)).startswith("Every candidate is ruled out")


def test_a_rule_without_words_says_its_name() -> None:
    @dataclass(frozen=True)
    class Sundays(Stopping):
        pass

    assert str(Stop(Sundays()).reason(SCHEMA)).endswith("Sundays()")
    assert str(Sundays().clause).endswith("Sundays()")
