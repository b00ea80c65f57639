"""Random lessons whose rows are weighed, whose columns cost something and have gaps, and what is
true of their rows.

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
from dtcore.errors import DtError, MoveError
from dtcore.model import NodeId, Split, Threshold
from dtcore.stepping import Expand
from dtshow.lesson.choice import RecipeChoice
from dtshow.lesson.lesson import Lesson
from dtshow.tables.table_choice import TableChoice

RECIPES: Final = (
    *("cart", "cart_sklearn", "assistant", "c45", "c45", "j48", "id3", "id3_lihang"),
    *("cart_rpart", "c45_textbook", "regression"),
)
CRITERIA: Final = (dt.Gini(), dt.Entropy(), dt.ErrorRate(), dt.Twoing())
SELECTIONS: Final = (dt.GainRatio(), dt.GainPerCost(), dt.GainAgainstCost(0.5), dt.GainPerCost())
GAPS: Final = (
    dt.Fractions(),
    dt.MajorityBranch(),
    dt.OwnBranch(),
    dt.MostCommon(),
    dt.Surrogates(),
)
COSTS: Final = {"kb": 4.0, "nx": 2.5}
FRACTIONS: Final = (0.025, 0.3, 0.7, 1.25, 2.5)


@dataclass(frozen=True, eq=False)
class Truth:
    """The rows of ``frame`` in a lesson: its target is ``y``, and its weights, if any, ``w``."""

    frame: pd.DataFrame
    lesson: Lesson
    known: dict[NodeId, np.ndarray] = field(default_factory=dict)
    """Who came to a node, all through the lesson."""

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

    @property
    def numeric(self) -> bool:
        """Whether the target is a number."""
        return self.lesson.recipe.impurity.numeric

    @cached_property
    def classes(self) -> tuple[str, ...]:
        return () if self.numeric else tuple(sorted(set(self.frame["y"])))

    @cached_property
    def own(self) -> np.ndarray:
        """(k, n) which lines are of each class."""
        labels = self.cells("y")
        return np.array([labels == label for label in self.classes])

    def cells(self, name: str) -> np.ndarray:
        """(n,) a column as it stands in the frame: words or None, numbers or NaN."""
        return np.asarray(self.frame[name], object if name[0] == "k" else None)

    @cached_property
    def counted(self) -> np.ndarray:
        """How much each line weighs in the tree: its own weight times that of its class."""
        return np.asarray(self.weights * self._each(self.factors))

    @cached_property
    def factors(self) -> np.ndarray:
        """(k,) how many times a row of each class is counted."""
        total = self.of_classes(self.weights)
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
        counted = self.counted if alters else self.weights
        whole, here = self.of_classes(counted), self.of_classes(counted * self.came(node))
        k, m = self.classes.index(label), self.lesson.recipe.m
        return float((here[k] + m * whole[k] / whole.sum()) / (here.sum() + m))

    def by_class(self, node: NodeId) -> dict[str, float]:
        """How many rows of each class came to a node."""
        return dict(zip(self.classes, self.of_classes(self.rows * self.came(node)), strict=True))

    def weight(self, node: NodeId) -> float:
        return float((self.counted * self.came(node)).sum())

    def count(self, node: NodeId) -> float:
        return float((self.rows * self.came(node)).sum())

    def right(self) -> float:
        """How many rows the tree gets right."""
        told = dt.predict(self.tree, self.frame.drop(columns="y"))
        return float(self.rows[np.asarray(told == self.frame["y"])].sum())

    def sure(self, node: NodeId) -> bool:
        """Whether it can be told who came to a node without asking a surrogate."""
        if not isinstance(self.lesson.recipe.missing, dt.Surrogates):
            return True
        above = [node[:depth] for depth in range(len(node))]
        return all((self.came(one) * self._lost(one) == 0).all() for one in above)

    def came(self, node: NodeId) -> np.ndarray:
        """The share of each line that came to a node; a line without the value that is asked for
        is sent on as the recipe has it, but for surrogates."""
        if node not in self.known:
            self.known[node] = self._came(node) if node else np.ones(len(self.frame))
        return self.known[node]

    def _came(self, node: NodeId) -> np.ndarray:
        *_, branch = node
        share, split = self.came(node[:-1]), self.tree[node[:-1]].split
        assert split is not None
        there = [self.takes(split, k) for k in range(split.arity(self.tree.schema))]
        part = self.sent(share * self.counted, np.array(there))[branch]
        return np.asarray(share * np.where(self._lost(node[:-1]), part, there[branch]))

    def _lost(self, node: NodeId) -> np.ndarray:
        """Which lines have no value that the split of a node asks for."""
        split = self.tree[node].split
        assert split is not None
        arity = split.arity(self.tree.schema)
        return ~np.logical_or.reduce([self.takes(split, k) for k in range(arity)])

    def sent(self, weigh: np.ndarray, there: np.ndarray) -> np.ndarray:
        """(b, n) the share of each line that goes down a branch if its value is missing; ``there``
        (b, n) are those that go there by their value, and all ``weigh`` (n,)."""
        policy = self.lesson.recipe.missing
        held = (there * weigh).sum(axis=1)
        if isinstance(policy, dt.Fractions):
            return np.outer(held / (held.sum() or 1.0), np.ones(len(weigh)))
        first = np.outer(np.arange(len(held)) == held.argmax(), np.ones(len(weigh)))
        for mine in self.own if isinstance(policy, dt.MostCommon) and policy.of_class else ():
            own = (there * weigh * mine).sum(axis=1)
            if own.sum() > 0:
                first[:, mine] = (np.arange(len(own)) == own.argmax())[:, None]
        return first * (held.sum() > 0)

    def filled(self, weigh: np.ndarray, there: np.ndarray) -> np.ndarray:
        """(b, n) ``there`` with the lines whose value is missing, where they are sent."""
        return np.asarray(there + self.sent(weigh, there) * ~np.logical_or.reduce(there))

    def takes(self, split: Split, branch: int) -> np.ndarray:
        """Which lines have a value that goes down a branch."""
        cells = self.cells(self.tree.schema.columns[split.column].name)
        own = gaps(cells) & (branch == split.missing)
        if isinstance(split, Threshold):
            return own | (cells > split.cut if branch else cells <= split.cut)
        values = split.condition(self.tree.schema, branch).values
        return own | np.array([cell in values for cell in cells])

    def _each(self, of_classes: np.ndarray) -> np.ndarray:
        if self.numeric:
            return np.ones(len(self.frame))
        return np.asarray(of_classes @ self.own)

    def of_classes(self, numbers: np.ndarray) -> np.ndarray:
        return np.array([numbers[mine].sum() for mine in self.own])


def gaps(cells: np.ndarray) -> np.ndarray:
    """Which cells are missing."""
    return np.asarray(pd.isna(cells))


def truths(seed: int) -> Iterator[Truth]:
    """A random lesson at its start, at each of its steps, and at its end; none if its recipe
    refuses its table, or what is drawn cannot go together."""
    draw = random.Random(seed)
    try:
        recipe = _recipe(draw)
        frame = _frame(draw, recipe)
        recipe = _weighing(draw, recipe, len(set(frame["y"])))
        data = dt.Dataset.from_frame(
            frame,
            target="y",
            kinds={} if recipe.impurity.numeric else {"y": "nominal"},
            weights="w" if "w" in frame else None,
            costs={name: cost for name, cost in COSTS.items() if name in frame},
        )
        timeline = dt.start(data, recipe)
    except DtError:
        return
    lesson = Lesson(TableChoice("playtennis", "y"), RecipeChoice(recipe.name), timeline)
    truth = Truth(frame, lesson)
    yield truth
    while not lesson.finished:
        lesson = _by_hand(draw, lesson) if draw.random() < 0.1 else lesson.next(both_beats=True)
        yield replace(truth, lesson=lesson)


def _by_hand(draw: random.Random, lesson: Lesson) -> Lesson:
    """After a split that need not be the best one, or not be allowed."""
    lesson = lesson.next()
    if lesson.weighed is None:
        return lesson
    split = draw.choice([one.split for one in lesson.evidence.candidates])
    if isinstance(split, Threshold):
        split = replace(split, cut=draw.choice((split.cut, 1.25, 2.75)))
    try:
        return lesson.do(Expand(lesson.weighed, split)) if split else lesson.next()
    except MoveError:  # one side would be empty
        return lesson.next()


def _recipe(draw: random.Random) -> dt.Recipe:
    recipe = dt.recipe(draw.choice(RECIPES))
    if recipe.impurity.numeric:
        return recipe
    recipe = replace(recipe, m=draw.choice((0.0, 0.0, 0.5, 2.0, 3.5)))
    if draw.random() < 0.3 and recipe.selection == dt.Gain():
        recipe = replace(recipe, impurity=draw.choice(CRITERIA))
    if draw.random() < 0.3:
        recipe = replace(recipe, selection=draw.choice(SELECTIONS))
    if draw.random() < 0.4:
        recipe = replace(recipe, missing=draw.choice(GAPS))
    return recipe.limited(gain=0.08) if draw.random() < 0.15 else recipe


def _frame(draw: random.Random, recipe: dt.Recipe) -> pd.DataFrame:
    n, classes = draw.randint(4, 30), draw.choice((("no", "yes"), ("no", "so", "yes")))
    cells: dict[str, list[Any]] = {
        "ka": [draw.choice("pqr") for _ in range(n)],
        "kb": [draw.choice("st") for _ in range(n)],
        "y": [*classes, *(draw.choice(classes) for _ in range(n - len(classes)))],
    }
    if recipe.impurity.numeric:
        cells["y"] = [draw.choice((0.5, 1.0, 2.0, 7.25)) for _ in range(n)]
    if recipe.splitter.numeric is not None:
        cells["nx"] = [draw.randint(0, 9) / 2 for _ in range(n)]
        cells["ny"] = [draw.randint(0, 3) / 2 for _ in range(n)]
    return _weighed(draw, pd.DataFrame(_with_gaps(draw, cells, recipe)))


def _with_gaps(
    draw: random.Random, cells: dict[str, list[Any]], recipe: dt.Recipe
) -> dict[str, list[Any]]:
    if isinstance(recipe.missing, dt.Reject) or draw.random() < 0.5:
        return cells
    gappy = draw.choice((("ka",), ("ka", "nx")))
    return {
        name: [None if name in gappy and draw.random() < 0.2 else cell for cell in column]
        for name, column in cells.items()
    }


def _weighed(draw: random.Random, frame: pd.DataFrame) -> pd.DataFrame:
    kinds = {"whole": (1, 2, 5), "fractions": FRACTIONS, "alike": (1 / len(frame),)}
    weighed = draw.choice(("none", *kinds))
    if weighed == "none":
        return frame
    return frame.assign(w=[draw.choice(kinds[weighed]) for _ in range(len(frame))])


def _weighing(draw: random.Random, recipe: dt.Recipe, k: int) -> dt.Recipe:
    if recipe.impurity.numeric:
        return recipe
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
