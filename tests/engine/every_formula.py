"""Every score of a finished lesson with its formula, and the lines of its working."""

from collections.abc import Iterator

import pandas as pd

import dtcore as dt
from dtcore.formula import Named, named_parts
from dtcore.stepping.evidence import Candidate, Weighed
from dttools.printing import Digits, plain
from tests.strategies import Table

Case = tuple[Table, dt.Recipe]


def nodes(data: dt.Dataset, recipe: dt.Recipe) -> Iterator[tuple[dt.Tree, Weighed]]:
    """Every node of the finished tree, weighed; empty ones too."""
    timeline = dt.start(data, recipe).finish()
    tree = timeline.state.tree
    for node in tree:
        yield tree, dt.weigh(timeline.problem, timeline.state, node.id)


def formulas(
    data: dt.Dataset, recipe: dt.Recipe
) -> Iterator[tuple[dt.Tree, Candidate, str, Named]]:
    """Every score of every candidate of every node, with its formula."""
    for tree, weighed in nodes(data, recipe):
        for candidate in weighed.candidates:
            for name in candidate.scores:
                formula = dt.explain.score(recipe, data.schema, weighed, candidate, name)
                yield tree, candidate, name, formula


def golf() -> tuple[dt.Dataset, Weighed]:
    data = dt.Dataset.from_frame(pd.read_csv("datasets/golf.csv"), target="play")
    step = dt.start(data, dt.recipe("c45")).propose()
    return data, step.evidence


def lines(data: dt.Dataset, weighed: Weighed, column: int, name: str) -> list[str]:
    candidate = weighed.candidates[column]
    formula = dt.explain.score(dt.recipe("c45"), data.schema, weighed, candidate, name)
    digits = Digits.for_scale(candidate.scores["impurity_before"])
    lines = [(line, digits.of_line(line)) for line in named_parts(formula)]
    return [
        f"{line.symbol} = {plain(line, finer)} "
        f"{'=' if finer.adds_up(line) else '≈'} {digits.show(line.value)}"
        for line, finer in lines
    ]
