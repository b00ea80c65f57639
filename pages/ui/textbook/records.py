"""What the course texts print, as values: ``printed.json``.

A number names the step of the app that computes it by columns and levels as in the raw table, so
that it is the same in every language. Not done here: nothing is computed (``computed``).
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final, Literal

FILE: Final = Path(__file__).with_name("printed.json")
Quantity = Literal[
    "impurity", "branch", "impurity_after", "gain", "split_info", "gain_ratio", "cut", "mean"
]
Slip = Literal["no_weights", "one_minus", "printed_ratio", "other_table"]
"""``no_weights``: branches were added without their weights; ``one_minus``: 1 minus the number;
``printed_ratio``: printed numbers were divided; ``other_table``: the number of another table."""
Place = tuple[str, str]
"""What kind of place in a text, and which: section 3.4.2."""


@dataclass(frozen=True)
class SplitMade:
    """A question: a column, its ``cut``, or the one ``level`` that is set apart from the rest; one
    branch for each level without either."""

    column: str
    cut: float | None = None
    level: str | None = None


@dataclass(frozen=True)
class Step:
    """Where a number is computed: a node of a table under a recipe, and the split made there.

    ``path`` leads from the root to the node: a column and its level, or "<=" or ">" of its best
    cut.
    """

    table: str
    recipe: str
    path: tuple[tuple[str, str], ...] = ()
    split: SplitMade | None = None


@dataclass(frozen=True)
class Printed:
    """A number as a text prints it; ``quantity`` is its name there, as TeX. ``of`` says
    what of the step it is; ``branch`` is the level, or "<=" or ">", of the branch that it is of.
    ``slip``: how the text came to it, where that is known; ``instead``: the step of the other
    table."""

    text: str
    place: Place
    quantity: str
    printed: str
    of: Quantity
    step: Step
    branch: str = ""
    slip: Slip | None = None
    instead: Step | None = None


@dataclass(frozen=True)
class Misprint:
    """A formula or a statement that is wrong: ``key`` names its sentence, ``printed`` and
    ``right`` are formulas as TeX, where there are any."""

    text: str
    place: Place
    key: str
    step: Step
    printed: str = ""
    right: str = ""


@cache
def numbers() -> tuple[Printed, ...]:
    """All of them, in the order of the file."""
    return tuple(printed_of(said) for said in _file()["numbers"])


@cache
def misprints() -> tuple[Misprint, ...]:
    return tuple(
        Misprint(**{**said, "place": tuple(said["place"]), "step": step_of(said["step"])})
        for said in _file()["slips"]
    )


def printed_of(said: Mapping[str, Any]) -> Printed:
    steps = {name: step_of(said[name]) for name in ("step", "instead") if name in said}
    return Printed(**{**said, "place": tuple(said["place"]), **steps})


def step_of(said: Mapping[str, Any]) -> Step:
    path = tuple((column, level) for column, level in said.get("path", ()))
    split = SplitMade(**said["split"]) if "split" in said else None
    return Step(said["table"], said["recipe"], path, split)


def _file() -> Any:
    return json.loads(FILE.read_text("utf-8"))
