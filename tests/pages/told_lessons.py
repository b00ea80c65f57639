"""Random lessons whose rows are weighed, and what is true of their rows.

``Truth`` counts the rows of the frame by the splits of a tree alone: it asks no statistics.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Final

import numpy as np
import pandas as pd

import dtcore as dt
from dtcore.errors import DtError
from dtcore.model import NodeId, Split, Threshold
from pages.ui.lesson.choice import RecipeChoice
from pages.ui.lesson.lesson import Lesson
from pages.ui.lesson.table_choice import TableChoice

RECIPES: Final = ("cart", "cart_sklearn", "assistant", "c45", "j48", "id3", "cart_rpart")
FRACTIONS: Final = (0.025, 0.3, 0.7, 1.25, 2.5)


@dataclass(frozen=True, eq=False)
class Truth:
    """The rows of ``frame`` in a lesson: its target is ``y``, and its weights, if any, ``w``."""

    frame: pd.DataFrame
    lesson: Lesson
    known: dict[NodeId, np.ndarray] = field(default_factory=dict)

    @property
    def tree(self) -> dt.Tree:
        return self.lesson.tree

    @cached_property
    def rows(self) -> np.ndarray:
        """How many rows each line stands for."""
        weights = self.weights
        return weights if (weights % 1 == 0).all() else np.ones(len(weights))

    @cached_property
    def weights(self) -> np.ndarray:
        return np.asarray(self.frame["w"] if "w" in self.frame else np.ones(len(self.frame)), float)

    @cached_property
    def classes(self) -> tuple[str, ...]:
        return tuple(sorted(set(self.frame["y"])))

    @cached_property
    def factors(self) -> np.ndarray:
        """(k,) how many times a row of each class is counted."""
        total = self._of_classes(self.weights)
        policy = self.lesson.recipe.classes
        match policy:
            case dt.ClassWeights(factors=given):
                return np.array(given)
            case dt.Balanced():
                return np.asarray(total.sum() / (len(total) * total))
            case dt.Priors(shares=shares):
                return np.asarray(np.array(shares) / sum(shares) * total.sum() / total)
            case dt.Losses(matrix=matrix):
                dear = np.array(matrix).sum(axis=1)
                return np.asarray(dear * total.sum() / (dear * total).sum())
        return np.ones(len(total))

    def estimate(self, node: NodeId, label: str) -> float:
        """The share of a class at a node as the tree tells it."""
        alters = not isinstance(self.lesson.recipe.classes, dt.Losses)
        counted = self.weights * (self._each(self.factors) if alters else 1.0)
        whole, here = self._of_classes(counted), self._of_classes(counted * self.came(node))
        k, m = self.classes.index(label), self.lesson.recipe.m
        return float((here[k] + m * whole[k] / whole.sum()) / (here.sum() + m))

    def by_class(self, node: NodeId) -> dict[str, float]:
        """How many rows of each class came to a node."""
        return dict(zip(self.classes, self._of_classes(self.rows * self.came(node)), strict=True))

    def weight(self, node: NodeId) -> float:
        return float((self.weights * self._each(self.factors) * self.came(node)).sum())

    def count(self, node: NodeId) -> float:
        return float((self.rows * self.came(node)).sum())

    def right(self) -> float:
        """How many rows the tree gets right."""
        told = dt.predict(self.tree, self.frame.drop(columns="y"))
        return float(self.rows[np.asarray(told == self.frame["y"])].sum())

    def came(self, node: NodeId) -> np.ndarray:
        """The share of each line that came to a node; a line without the value that is asked for
        is divided as the weights of the others are."""
        if node not in self.known:
            self.known[node] = self._came(node) if node else np.ones(len(self.frame))
        return self.known[node]

    def _came(self, node: NodeId) -> np.ndarray:
        *_, branch = node
        share, split = self.came(node[:-1]), self.tree[node[:-1]].split
        assert split is not None
        there = [self.takes(split, k) for k in range(split.arity(self.tree.schema))]
        lost = ~np.logical_or.reduce(there)
        weigh = share * self.weights * self._each(self.factors)
        whole = weigh[~lost].sum()
        part = float(weigh[there[branch]].sum() / whole) if whole else 0.0
        return np.asarray(share * np.where(lost, part, there[branch]))

    def takes(self, split: Split, branch: int) -> np.ndarray:
        """Which lines have a value that goes down a branch."""
        cells = self.frame[self.tree.schema.columns[split.column].name]
        if isinstance(split, Threshold):
            return np.asarray(cells > split.cut if branch else cells <= split.cut)
        return np.asarray(cells.isin(split.condition(self.tree.schema, branch).values))

    def _each(self, of_classes: np.ndarray) -> np.ndarray:
        return np.asarray(of_classes[[self.classes.index(label) for label in self.frame["y"]]])

    def _of_classes(self, numbers: np.ndarray) -> np.ndarray:
        own = [np.asarray(self.frame["y"] == label) for label in self.classes]
        return np.array([numbers[mine].sum() for mine in own])


def truths(seed: int) -> Iterator[Truth]:
    """A random lesson at its start, at each of its steps, and at its end; none if its recipe
    refuses its table."""
    draw = random.Random(seed)
    recipe = _recipe(draw)
    frame = _frame(draw, recipe)
    try:
        recipe = _weighing(draw, recipe, len(set(frame["y"])))
        data = dt.Dataset.from_frame(
            frame, target="y", kinds={"y": "nominal"}, weights="w" if "w" in frame else None
        )
        timeline = dt.start(data, recipe)
    except DtError:
        return
    lesson = Lesson(TableChoice("playtennis", "y"), RecipeChoice(recipe.name), timeline)
    yield Truth(frame, lesson)
    while not lesson.finished:
        lesson = lesson.next(both_beats=True)
        yield Truth(frame, lesson)


def _recipe(draw: random.Random) -> dt.Recipe:
    recipe = dt.recipe(draw.choice(RECIPES))
    return replace(recipe, m=draw.choice((0.0, 0.5, 2.0, 3.5))) if draw.random() < 0.5 else recipe


def _frame(draw: random.Random, recipe: dt.Recipe) -> pd.DataFrame:
    n, classes = draw.randint(4, 30), draw.choice((("no", "yes"), ("no", "so", "yes")))
    cells: dict[str, list[Any]] = {
        "a": [draw.choice("pqr") for _ in range(n)],
        "b": [draw.choice("st") for _ in range(n)],
        "y": [*classes, *(draw.choice(classes) for _ in range(n - len(classes)))],
    }
    if recipe.splitter.numeric is not None:
        cells["x"] = [draw.randint(0, 9) / 2 for _ in range(n)]
    if isinstance(recipe.missing, dt.Fractions) and draw.random() < 0.5:
        cells["a"] = [None if draw.random() < 0.2 else cell for cell in cells["a"]]
    weighed = draw.choice(("none", "whole", "fractions", "alike"))
    if weighed != "none":
        kinds = {"whole": (1, 2, 5), "fractions": FRACTIONS, "alike": (1 / n,)}
        cells["w"] = [draw.choice(kinds[weighed]) for _ in range(n)]
    return pd.DataFrame(cells)


def _weighing(draw: random.Random, recipe: dt.Recipe, k: int) -> dt.Recipe:
    numbers = tuple(draw.choice((0.25, 0.7, 1.0, 3.0)) for _ in range(k))
    losses = tuple(
        tuple(0.0 if i == j else draw.choice((1.0, 2.0, 7.0)) for j in range(k)) for i in range(k)
    )
    policies = (
        None,
        dt.ClassWeights(numbers),
        dt.Balanced(),
        dt.Priors(numbers),
        dt.Losses(losses),
    )
    return replace(recipe, classes=draw.choice(policies))
