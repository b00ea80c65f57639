"""What the course texts print, as values (``printed.json``), and each step of theirs as a lesson of
the app: its number by the engine, and the address that opens it.

A number names its step by columns and levels as in the raw table, so that it is the same in every
language; number and address are of one lesson, so that the link leads to where the number is
computed. Not done here: nothing is rounded or judged (``marks``).
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any, Final, Literal
from urllib.parse import urlencode

import dtcore as dt
from dtcore.model import NodeId, Split
from dtcore.stepping import Candidate
from dtshow.lesson import link
from dtshow.lesson.choice import RecipeChoice
from dtshow.lesson.lesson import Lesson
from dtshow.tables.column_facts import dataset_of
from pages.ui.shell import cache as shared

FILE: Final = Path(__file__).with_name("printed.json")
Quantity = Literal[
    "impurity", "branch", "impurity_after", "gain", "split_info", "gain_ratio", "cut", "mean"
]
Slip = Literal["no_weights", "one_minus", "printed_ratio", "other_table"]
"""``no_weights``: branches were added without their weights; ``one_minus``: 1 minus the number;
``printed_ratio``: printed numbers were divided; ``other_table``: the number of another table."""
Place = tuple[str, str]
"""What kind of place in a text, and which: section 3.4.2."""
SIDES = ("<=", ">")
"""The branches of a cut."""


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


@cache
def value(printed: Printed) -> float:
    """What the engine computes where the text prints a number."""
    return number(printed.of, printed.step, printed.branch)


@cache
def number(of: Quantity, step: Step, branch: str = "") -> float:
    """A number of a step: of the node, of the split made there, or of its ``branch``."""
    here = lesson(step)
    tree, node = here.tree, here.node
    match of:
        case "impurity" | "branch":
            return tree.impurity(node_of(step, branch))
        case "mean":
            return tree.prediction(node)
        case "cut":
            split = _own_cut(here)
            return float(split.cut)
        case _:
            return candidate(step).scores[of]


def node_of(step: Step, branch: str = "") -> NodeId:
    """The node of a step, or a ``branch`` of the split made there."""
    here = lesson(step)
    return (*here.node, _branch(here, _column(here, step), branch)) if branch else here.node


def branches(step: Step) -> list[tuple[float, float]]:
    """The weight and the impurity of each branch of the split made at a step."""
    here = lesson(step)
    return [(here.tree.weight(k), here.tree.impurity(k)) for k in here.tree.children(here.node)]


def candidate(step: Step) -> Candidate:
    """The split made at a step, with its scores."""
    found = lesson(step).candidate
    assert found is not None, "the step makes a split"
    return found


def tried(step: Step) -> tuple[int, int]:
    """How many rows there are at a step, and how many cuts of the column asked about there."""
    here = lesson(replace(step, split=None))
    problem, state = here.timeline.problem, here.timeline.state
    cuts = dt.curve(problem, state, here.node, _column(here, step))
    return int(here.tree.weight(here.node)), len(cuts.key)


def most_gain(step: Step) -> float:
    """The highest gain among the columns weighed at a step."""
    return max(one.scores.get("gain", 0.0) for one in lesson(step).evidence.candidates)


@cache
def address(step: Step) -> str:
    """The address that opens a step, without the language."""
    return f"/grow?{urlencode(link.write(lesson(step)))}"


@cache
def lesson(step: Step) -> Lesson:
    """The lesson at a step: what leads there is split by hand; then the split is made, or else the
    node is weighed. Raises DataError, RecipeError or MoveError if a record names no such step."""
    choice = link.choice_of(step.table).under(dt.recipe(step.recipe))
    data = dataset_of(shared.table(step.table), choice)
    here = Lesson.begin(choice, RecipeChoice(step.recipe), data, shared.start)
    node: NodeId = ()
    for column, level in step.path:
        place = _place(here, column)
        split = here.show_candidates(node).evidence.candidates[place].split
        assert split is not None, "a node on the path can be split"
        here = here.do(dt.Expand(node, split))
        node = (*node, _branch(here, place, level))
    if step.split is None:
        return here.show_candidates(node)
    return here.do(dt.Expand(node, _split(here.show_candidates(node), step.split)))


def _split(here: Lesson, made: SplitMade) -> Split:
    place = _place(here, made.column)
    column = here.dataset.columns[place]
    if made.cut is not None:
        return dt.Threshold(place, made.cut)
    if made.level is not None:
        levels = column.levels or ()
        rest = tuple(k for k, level in enumerate(levels) if level != made.level)
        return dt.Subset(place, (levels.index(made.level),), rest)
    best = here.evidence.candidates[place].split
    assert best is not None, "the column can be asked about"
    return best


def _own_cut(here: Lesson) -> dt.Threshold:
    split = here.tree[here.node].split
    assert isinstance(split, dt.Threshold)
    return split


def _place(here: Lesson, name: str) -> int:
    return [column.name for column in here.dataset.columns].index(name)


def _column(here: Lesson, step: Step) -> int:
    assert step.split is not None, "a branch is one of a split"
    return _place(here, step.split.column)


def _branch(here: Lesson, place: int, level: str) -> int:
    """The number of a branch: of a cut, of a level set apart from the rest, or of a level."""
    levels = here.dataset.columns[place].levels
    return SIDES.index(level) if levels is None else levels.index(level)
