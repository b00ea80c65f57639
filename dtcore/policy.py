"""A policy is one choice within an algorithm: a frozen value that brings its own words.

A new one is a subclass in the file of its axis (``dtcore.policies``), and declares: its words, as
sentences that its fields fill; its ``key``, if a person may choose it; its numbers, each a
``setting`` with what it must be and, if a person may set it, a ``Control``. From that follow the
public names, the names in files, the controls of the app and the laws that test it. Not done here:
what an axis asks of a policy, which its base class in ``dtcore.policies`` says.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, fields
from typing import Any, ClassVar, Self

from dtcore.errors import RecipeError
from dtcore.words import Sentence, as_written

Check = Callable[["Policy", float], None]
"""Raises RecipeError if a number of a policy is not what it must be."""


@dataclass(frozen=True)
class Control:
    """What a person sets a number by: from ``low`` to ``high``, in steps; ``key`` names it in
    links."""

    key: str
    label: Sentence
    low: float
    high: float
    step: float = 1
    optional: ClassVar[bool] = False


@dataclass(frozen=True)
class Limit(Control):
    """One that adds its policy to a recipe that is without, and takes it away when empty."""

    optional: ClassVar[bool] = True


def setting(default: float, check: Check, control: Control | None = None) -> Any:
    """A number of a policy, a field of its class."""
    return field(default=default, metadata={"check": check, "control": control})


@dataclass(frozen=True)
class Policy:
    """What policies of all axes have in common."""

    key: ClassVar[str] = ""
    """Its name in links and among what a person may choose; "" if it is offered nowhere."""
    variants: ClassVar[Mapping[str, Mapping[str, Any]]] = {}
    """The fields of other choices that the class offers, by their keys."""

    def __post_init__(self) -> None:
        for each in fields(self):
            if check := each.metadata.get("check"):
                check(self, getattr(self, each.name))

    @property
    def label(self) -> Sentence:
        """What it is called among others."""
        return as_written(self)

    @property
    def clause(self) -> Sentence:
        """What it does, with its numbers."""
        return self.label

    @classmethod
    def every(cls) -> Iterator[type[Self]]:
        """The classes below this one, those that derive from it directly first."""
        nearest = cls.__subclasses__()
        yield from nearest
        for kind in nearest:
            yield from kind.every()

    @classmethod
    def shipped(cls) -> tuple[type[Self], ...]:
        """Those of ``every`` that ``dtcore`` brings; somebody may have made others."""
        return tuple(kind for kind in cls.every() if kind.__module__.startswith("dtcore.policies."))

    @classmethod
    def choices(cls) -> dict[str, Self]:
        """The policies that a person may choose among, by key."""
        found: dict[str, Self] = {}
        for kind in cls.shipped():
            variants = {kind.key: {}, **kind.variants} if kind.key else {}
            found |= {key: kind(**given) for key, given in variants.items()}
        return found

    @classmethod
    def controls(cls) -> dict[Control, tuple[str, tuple[type[Self], ...]]]:
        """What a person may set, each with the field that it sets and the classes that have it."""
        found: dict[Control, tuple[str, tuple[type[Self], ...]]] = {}
        for kind in cls.shipped():
            for each in fields(kind):
                if control := each.metadata.get("control"):
                    _, kinds = found.get(control, ("", ()))
                    found[control] = each.name, (*kinds, kind)
        return found


# ------------------------------------------------------------------- what a number must be


def from_zero(policy: Policy, number: float) -> None:
    """From 0 up and finite, else raises RecipeError."""
    if not 0 <= number < math.inf:
        raise RecipeError("{policy}: give a finite number that is zero or more.", policy=policy)


def above_zero(policy: Policy, number: float) -> None:
    """Above 0 and finite, else raises RecipeError."""
    if not 0 < number < math.inf:
        raise RecipeError("{policy}: give a finite number above zero.", policy=policy)


def share(policy: Policy, number: float) -> None:
    """Above 0 and at most 1, else raises RecipeError."""
    if not 0 < number <= 1:
        raise RecipeError("{policy}: give a share above 0, at most 1.", policy=policy)


def whole(least: int) -> Check:
    """A check that raises RecipeError for all but whole numbers from ``least`` up."""

    def check(policy: Policy, number: float) -> None:
        if not (number >= least and float(number).is_integer()):
            raise RecipeError(
                "{policy}: give a whole number, {least} or more.", policy=policy, least=least
            )

    return check
