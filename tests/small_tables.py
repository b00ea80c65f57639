"""The tables of the books, small ones written down in a test, and what a recipe says of them."""

from collections.abc import Sequence
from typing import Any

import pandas as pd

import dtcore as dt
from dtcore.stepping.evidence import Weighed
from dtshow.tables.catalogue import catalogue

LIMITS = (dt.MaxDepth, dt.MaxLeaves, dt.SufficientMajority)
CLASSES = [
    name
    for name, recipe in dt.RECIPES.items()
    if not recipe.impurity.numeric
    and not any(isinstance(r, LIMITS) or getattr(r, "rows", 0) > 2 for r in recipe.stopping)
]
"""The recipes that tell classes apart, and split small tables to the end."""
THRESHOLDS = [name for name in CLASSES if dt.RECIPES[name].splitter.numeric]
"""Those of them that cut numbers."""


def dataset(key: str, **changed: Any) -> dt.Dataset:
    """An entry of the catalogue; ``changed`` replaces arguments of ``Dataset.from_frame``."""
    entry = catalogue()[key]
    arguments = {"target": entry.target, "roles": entry.roles, "kinds": entry.kinds}
    return dt.Dataset.from_frame(entry.read(), **{**arguments, "log": entry.log, **changed})


def table(y: Sequence[object], **columns: Sequence[object]) -> dt.Dataset:
    """A small table: strings are columns of one-letter levels, lists of numbers are numeric."""
    cells = {name: list(column) for name, column in {**columns, "y": y}.items()}
    kind = {"y": "nominal" if isinstance(y, str) else "numeric"}
    return dt.Dataset.from_frame(pd.DataFrame(cells), target="y", kinds=kind)


def with_gaps(y: str, **columns: object) -> dt.Dataset:
    """As ``table``, with missing cells: "?" among levels, None among numbers."""
    cells = {
        name: [None if cell == "?" else cell for cell in column]
        for name, column in {**columns, "y": y}.items()
    }
    kinds = {n: "nominal" if isinstance(c, str) else "numeric" for n, c in columns.items()}
    return dt.Dataset.from_frame(pd.DataFrame(cells), target="y", kinds=kinds)


def weighed(data: dt.Dataset, recipe: dt.Recipe | str) -> Weighed:
    """The root, weighed."""
    recipe = dt.recipe(recipe) if isinstance(recipe, str) else recipe
    lesson = dt.start(data, recipe)
    return dt.weigh(lesson.problem, lesson.state, ())


def stepped_to_the_end(lesson: dt.Timeline) -> dt.Timeline:
    """By single steps, each of which weighs one node: ``finish`` takes its moves from growth, so
    to compare the two would be to compare growth with itself."""
    while (further := lesson.step()) is not lesson:
        lesson = further
    assert lesson.propose() is None
    assert not lesson.state.node_rows
    return lesson


def stepped(data: dt.Dataset, recipe: dt.Recipe) -> dt.Tree:
    return stepped_to_the_end(dt.start(data, recipe)).state.tree


def verdicts(data: dt.Dataset, recipe: dt.Recipe | str) -> list[str]:
    return [candidate.verdict.name for candidate in weighed(data, recipe).candidates]


def quinlan() -> dt.Dataset:
    """The golf table with the outlook of the twelfth day missing. Quinlan 1993, §3.2."""
    frame = pd.read_csv("datasets/golf.csv", dtype={"windy": str})
    frame.loc[11, "outlook"] = None
    return dt.Dataset.from_frame(frame, target="play")
