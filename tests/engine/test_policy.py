"""What follows from being a policy: its numbers are checked, and it is offered."""

from dataclasses import dataclass
from typing import ClassVar

import pytest

import dtcore as dt
from dtcore.policy import Control, Policy, above_zero, setting, whole
from dtcore.words import Sentence


class Axis(Policy):
    """Of drinks."""


SIZE = Control("size", Sentence("Size"), 1, 9)


@dataclass(frozen=True)
class Tea(Axis):
    cups: int = setting(2, whole(1), SIZE)
    key: ClassVar[str] = "tea"
    variants: ClassVar = {"pot": {"cups": 6}}
    label = Sentence("tea")


@dataclass(frozen=True)
class Coffee(Axis):
    cups: float = setting(1, above_zero, SIZE)


@pytest.fixture
def shipped(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if these were of dtcore."""
    for kind in (Tea, Coffee):
        monkeypatch.setattr(kind, "__module__", "dtcore.policies.drinks")


def test_its_numbers_are_checked_when_it_is_made() -> None:
    with pytest.raises(dt.RecipeError, match=r"Tea\(cups=0\): give a whole number, 1 or more"):
        Tea(0)
    with pytest.raises(dt.RecipeError, match="above zero"):
        Coffee(-1)


def test_what_has_no_words_is_called_as_it_is_written() -> None:
    assert (str(Tea().label), str(Tea().clause)) == ("tea", "tea")
    assert str(Coffee().label) == "Coffee(cups=1)"


@pytest.mark.usefixtures("shipped")
def test_what_has_a_key_is_offered_with_its_variants() -> None:
    assert Axis.choices() == {"tea": Tea(), "pot": Tea(6)}


@pytest.mark.usefixtures("shipped")
def test_two_classes_may_share_a_control() -> None:
    assert Axis.controls() == {SIZE: ("cups", (Tea, Coffee))}


def test_what_somebody_else_made_is_not_offered() -> None:
    """It can be named in a file all the same, by whoever has it."""
    assert Axis.choices() == {}
    assert {Tea, Coffee} <= {*Policy.every()}


def test_no_two_policies_share_a_name_or_a_key() -> None:
    """By the one files know them, by the other links."""
    every = [kind for kind in Policy.every() if kind.__module__.startswith("dtcore.")]
    assert len({kind.__name__ for kind in every}) == len(every)
    for axis in dt.AXES:
        keys = [key for kind in axis.shipped() for key in (kind.key, *kind.variants) if key]
        assert len({*keys}) == len(keys)
