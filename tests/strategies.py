"""Random tables for the laws, and the recipes that fit them.

Tables are small and awkward: ties, duplicate rows, constant columns, levels that do not occur,
values that differ by almost nothing, weights that are fractions, targets far from zero.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import pandas as pd
from hypothesis import settings
from hypothesis import strategies as st

import dtcore as dt
from dtcore.policies.splits import EveryLevel, Splitter

law = settings()
"""Tried on as many examples as ``tests/conftest.py`` says."""


def law_of(times: float, **more: object) -> settings:
    """A law tried on so many times the usual examples: they cost little, or their space is wide."""
    return settings(max_examples=max(1, round(times * law.max_examples)), **more)


def seeds(times: float, step: int = 1) -> range:
    """The seeds of a law on random tables: so many times the usual examples, ``step`` apart."""
    return range(0, step * max(1, round(times * law.max_examples)), step)


CELLS = (
    [0.0],
    [0.0, 1.0],
    [0.0, 1.0, 2.0, 3.0, 4.0],
    [-1.5, 0.25, 1e6, 1e6 + 0.5],
    [0.0, 4e-6, 8e-6, 1.0, 1.0 + 1e-9],
)
TARGETS = (
    [0.0, 1.0, 2.0, 5.0],
    [0.0, 1e6, 1e6 + 1.0],
    [-3e-9, 1e-9, 2e-9],
    [7.0],
)
ONES = (1.0,)
WHOLE = (1.0, 2.0, 3.0)
QUARTERS = (1.25, 1.5, 2.0, 2.75)
"""Sums of these are exact in any order, and one such row is enough for a leaf."""
FRACTIONS = (0.1, 0.31831, 0.70711, 2.23607)
"""Sums of these round, and reach no whole number of rows."""

CART, SKLEARN, REGRESSION = (dt.recipe(name) for name in ("cart", "cart_sklearn", "regression"))
RECIPES = (
    *dt.RECIPES.values(),
    replace(dt.recipe("c45"), name="c45 -m 1", stopping=(dt.Pure(), dt.TwoBranches(1))),
    replace(dt.recipe("id3"), name="id3 gini", impurity=dt.Gini(), ordering=dt.BreadthFirst()),
    replace(CART, name="cart entropy", impurity=dt.Entropy(), ordering=dt.BreadthFirst()),
    replace(CART, name="cart small", stopping=(dt.Pure(), dt.MinLeaf(2), dt.MaxDepth(2))),
    replace(SKLEARN, name="sklearn small", stopping=(dt.Pure(), dt.MinLeaf(2), dt.MaxDepth(2))),
    *(
        replace(CART, name=f"cart {key}", impurity=criterion)
        for key, criterion in dt.ImpurityCriterion.choices().items()
    ),
    replace(SKLEARN, name="sklearn twoing", impurity=dt.Twoing(), stopping=(dt.MinLeaf(2),)),
    replace(dt.recipe("id3"), name="id3 costs", selection=dt.GainPerCost()),
    replace(CART, name="cart costs", impurity=dt.Entropy(), selection=dt.GainAgainstCost(0.7)),
    replace(CART, name="cart rows", stopping=(dt.Pure(), dt.MinLeaf(2, weighted=False))),
    replace(
        SKLEARN, name="sklearn best", ordering=dt.BestFirst(), stopping=(dt.Pure(), dt.MaxLeaves(4))
    ),
    replace(CART, name="cart shy", stopping=(dt.Pure(), dt.MinRows(5), dt.MinGain(0.05))),
    replace(SKLEARN, name="sklearn numbers", impurity=dt.Variance()),
    replace(REGRESSION, name="regression by level", splitter=Splitter(EveryLevel())),
)


@dataclass(frozen=True)
class Table:
    """A frame with a target ``y`` and weights ``w``; the other columns are inputs."""

    frame: pd.DataFrame

    @property
    def numeric(self) -> bool:
        return pd.api.types.is_numeric_dtype(self.frame["y"])

    def data(self, **changed: pd.Series) -> dt.Dataset:
        kinds = {"y": "numeric"} if self.numeric else {}
        frame = self.frame.assign(**changed)
        return dt.Dataset.from_frame(frame, target="y", weights="w", kinds=kinds)


NASTY = [
    '<img src=x onerror="alert(1)">',
    "$x_1$",
    "a|b",
    ":red[hi]",
    "\\N\\G\\l",
    'quote " and \\',
    "two\nlines",
    "{a|b}",
    "🌳 树",
    "x" * 200,
]
"""Names that would do harm if they were taken for anything but text."""


@st.composite
def tables(
    draw: st.DrawFn,
    *,
    target: str | None = None,
    weights: Sequence[Sequence[float]] = (ONES, WHOLE, QUARTERS, FRACTIONS),
    rows: int = 12,
    columns: int = 3,
    gaps: bool = False,
) -> Table:
    """Tables with a target of ``"classes"`` or of ``"numbers"``, either if None.

    ``gaps``: some cells of the inputs are missing, in some tables all of a row or a column.
    """
    n = draw(st.integers(2, rows))

    def cells(pool: Sequence[object]) -> list[object]:
        return draw(st.lists(st.sampled_from(pool), min_size=n, max_size=n))

    frame = pd.DataFrame(index=range(n))
    for number in range(draw(st.integers(1, columns))):
        if draw(st.booleans()):
            levels = [f"v{i}" for i in range(draw(st.integers(1, 4)))]
            frame[f"n{number}"] = pd.Categorical(cells(levels), levels, ordered=True)
        else:
            frame[f"x{number}"] = cells(draw(st.sampled_from(CELLS)))
    if gaps:
        for name in frame:
            frame[name] = frame[name].mask(cells([False, False, True]))
    if (target or draw(st.sampled_from(["classes", "numbers"]))) == "classes":
        classes = [f"k{i}" for i in range(draw(st.integers(2, 4)))]
        labels = cells(classes)
        labels[:2] = classes[:2]  # at least two classes occur
        frame["y"] = pd.Categorical(labels, classes, ordered=True)
    else:
        frame["y"] = cells(draw(st.sampled_from(TARGETS)))
    frame["w"] = cells(draw(st.sampled_from(weights)))
    return Table(frame)


def counts_rows(recipe: dt.Recipe) -> bool:
    """Whether a limit counts rows, whatever they weigh, and so may tell weights from repeats."""
    for rule in recipe.stopping:
        match rule:
            case dt.MinLeaf(rows=rows, weighted=False) if rows > 1:
                return True
            case dt.MinRows(rows=rows, weighted=False) if rows > 2:
                return True
    return False


def fitting(data: dt.Dataset, recipes: Sequence[dt.Recipe] = RECIPES) -> list[dt.Recipe]:
    """The recipes that take this table."""
    return [recipe for recipe in recipes if fits(recipe, data)]


def fits(recipe: dt.Recipe, data: dt.Dataset) -> bool:
    try:
        recipe.check(data)
    except dt.DtError:
        return False
    return True


@st.composite
def problems(
    draw: st.DrawFn,
    table: st.SearchStrategy[Table] | None = None,
    recipes: Sequence[dt.Recipe] = RECIPES,
) -> tuple[Table, dt.Recipe]:
    """A table and a recipe that fits it."""
    found = draw(table if table is not None else tables())
    return found, draw(st.sampled_from(fitting(found.data(), recipes)))
