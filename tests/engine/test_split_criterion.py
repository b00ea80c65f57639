"""A criterion that is not shipped goes through every door: the Hellinger distance of two classes.

Cieslak and Chawla 2008, "Learning decision trees for unbalanced data", §3. It compares how the
rows of either class fall among the branches, so it takes no notice of how common the classes are.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import sqrt
from typing import ClassVar

import numpy as np
import pytest

import dtcore as dt
from dtcore.explain.scores import score as explained
from dtcore.formula import Count, Formula, Named, Number, Over, Power, Query, Ratio, Root, Sum, size
from dtcore.model.columns import FloatArray
from dtcore.stepping.evidence import Weighed
from dttools.printing import Digits, plain
from tests.engine.random_frames import data_of, frame_of
from tests.small_tables import dataset, stepped_to_the_end, table, weighed
from tests.strategies import seeds


def root_of_share(label: int) -> Root:
    """Of a class's rows, those that a branch takes, in the definition."""
    return Root(Ratio(size(f"D_{{{label}j}}"), size(f"D_{label}")))


@dataclass(frozen=True)
class Hellinger(dt.Gini):
    """√Σ_j (√(n_1j / n_1) - √(n_2j / n_2))² over the branches j, range 0 to √2. Nodes by Gini."""

    is_decrease: ClassVar[bool] = False
    general_of_split: ClassVar[Formula] = Root(
        Over("j", Power(Sum(((1, root_of_share(1)), (-1, root_of_share(2)))), 2))
    )

    def of_splits(
        self, branches: FloatArray, weights: FloatArray, before: FloatArray
    ) -> FloatArray:
        whole = branches.sum(axis=1, keepdims=True)
        root = np.sqrt(branches / np.where(whole > 0, whole, 1.0))
        distance = np.sqrt(((root[..., 0] - root[..., 1]) ** 2).sum(axis=1))
        return np.where((whole > 0).all(axis=(1, 2)), distance, 0.0)

    def formula_of_split(
        self, branches: FloatArray, where: Sequence[Query], decrease: Named
    ) -> Named:
        def root(branch: int, label: int) -> Root:
            count = Count(float(branches[branch, label]), replace(where[branch], label=label))
            whole = Count(float(branches[:, label].sum()), Query(where[branch].node, label=label))
            return Root(Ratio(count, whole))

        differences = (Sum(((1, root(j, 0)), (-1, root(j, 1)))) for j in range(len(branches)))
        body = Root(Sum(tuple((1, Power(one, 2)) for one in differences)), Number(2))
        return Named("d_H", self.general_of_split, body)


HELLINGER = replace(dt.recipe("cart"), name="hellinger", impurity=Hellinger())
MULTIWAY = replace(
    dt.recipe("c45_textbook"), name="hellinger", impurity=Hellinger(), selection=dt.Gain()
)


def distance(*branches: Sequence[float]) -> float:
    counts = np.array([branches], float)
    return float(Hellinger().of_splits(counts, counts.sum(axis=2), np.zeros(1))[0])


def test_its_range() -> None:
    """0 where the classes fall alike, √2 where they part."""
    assert distance([2, 4], [3, 6]) == 0
    assert distance([5, 0], [0, 9]) == sqrt(2)
    assert distance([1, 8], [4, 0]) == pytest.approx(sqrt(2 - 2 * sqrt(1 / 5)), rel=1e-15)


def test_how_common_a_class_is_does_not_matter() -> None:
    """§3.1: with ten times as many rows of one class Gini's decrease falls, the distance stays."""
    assert distance([3, 1], [2, 7]) == pytest.approx(distance([30, 1], [20, 7]), rel=1e-15)


def test_playtennis_by_hand() -> None:
    """Outlook: sunny 2 of 9 against 3 of 5, overcast 4 of 9, 0; rain 3 of 9, 2 of 5."""
    found = weighed(dataset("playtennis"), MULTIWAY)
    pairs = ((2 / 9, 3 / 5), (4 / 9, 0), (3 / 9, 2 / 5))
    by_hand = sqrt(sum((sqrt(yes) - sqrt(no)) ** 2 for yes, no in pairs))
    assert found.winner == 0
    assert found.candidates[0].scores["gain"] == pytest.approx(by_hand, rel=1e-14)


def test_its_working() -> None:
    data = table("uuvv", x="aabb")
    found = weighed(data, HELLINGER)
    formula = explained(HELLINGER, data.schema, found, found.candidates[0], "gain")
    assert plain(formula, Digits()) == "√((√(2/2) − √(0/2))^2 + (√(0/2) − √(2/2))^2)"
    assert formula.value == found.candidates[0].scores["gain"] == sqrt(2)


@pytest.mark.on_push(10)
@pytest.mark.parametrize("recipe", [HELLINGER, MULTIWAY], ids=["two", "many"])
@pytest.mark.parametrize("seed", seeds(1.5))
def test_a_level_at_a_time_gives_the_tree_of_stepping(seed: int, recipe: dt.Recipe) -> None:
    frame = frame_of(seed)
    frame["class"] = (frame["class"] == "k0").map({True: "one", False: "two"})
    data = data_of(frame, "class", "w" if seed % 5 == 0 else None)
    lesson = stepped_to_the_end(dt.start(data, recipe))
    assert dt.grow(data, recipe) == lesson.state.tree
    for step in lesson.steps:
        found = step.evidence
        for candidate in found.candidates if isinstance(found, Weighed) else ():
            for name, value in candidate.scores.items():
                formula = explained(recipe, data.schema, found, candidate, name)
                assert formula.value == pytest.approx(value, rel=1e-12, abs=1e-12)
