"""What the texts of the Pruning page claim of trees, against all bundled tables and their recipes.

The texts say "as a rule": it holds for most trees, and not for all. Of the larger tables nothing
is grown here; they agree.
"""

from collections.abc import Iterator
from functools import cache
from typing import Literal

import numpy as np
import pytest

import dtcore as dt
from dtshow.lesson import link
from dtshow.lesson.choice import RecipeChoice, fits
from dtshow.tables.catalogue import catalogue
from dtshow.words.language import explanation, spoken
from dttools.evaluation import overfitting_curve
from pages.ui.shell.cache import dataset
from tests.pages import pruning
from tests.pages.pruning import said

MOST_ROWS = 160
M = (0.0, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 50.0)
CF = (0.5, 0.4, 0.3, 0.25, 0.2, 0.15, 0.1, 0.05, 0.01)


@cache
def trees() -> list[tuple[dt.Recipe, dt.Dataset, dt.Tree]]:
    return list(_grown())


def _grown() -> Iterator[tuple[dt.Recipe, dt.Dataset, dt.Tree]]:
    for key, entry in catalogue().items():
        for name, recipe in dt.RECIPES.items():
            if entry.rows <= MOST_ROWS:
                data = dataset(link.choice_of(key).under(recipe), "en")
                if fits(RecipeChoice(name), data):
                    yield recipe, data, dt.grow(data, recipe)


def text(name: str) -> str:
    with spoken("en"):
        return explanation(name)


def test_a_split_as_a_rule_does_no_harm_on_its_own_rows() -> None:
    """With an m-estimate a leaf may name a class that few of its rows have, and be wrong more
    often; a leaf that names the most frequent class, or the mean, is not."""
    worse, splits, most_better = 0, 0, []
    for recipe, data, tree in trees():
        change = np.diff(overfitting_curve(tree, data, data).training)
        harm = int((change > 1e-12).sum())
        assert not harm or recipe.m
        worse, splits = worse + harm, splits + len(change)
        most_better.append(len(change) == 0 or (change < -1e-12).mean() > 0.5)
    assert 0 < worse < splits / 100
    assert not all(most_better)
    assert "a split as a rule makes the tree better or leaves it as good" in text("lab_overfitting")


@pytest.mark.on_push(1)
@pytest.mark.parametrize(("method", "strengths"), [("minimum", M), ("pessimistic", CF)])
def test_more_doubt_as_a_rule_gives_a_smaller_tree(
    method: str, strengths: tuple[float, ...]
) -> None:
    cuts = {
        "minimum": lambda tree, data, m: dt.pruning.minimum_error(tree, m),
        "pessimistic": lambda tree, data, cf: dt.pruning.pessimistic(tree, data, cf),
    }[method]
    classes = [(data, tree) for _recipe, data, tree in trees() if tree.schema.classes]
    sizes = [[cuts(tree, data, one).leaves for one in strengths] for data, tree in classes]
    change = np.diff(sizes)
    assert 0 < (change > 0).sum() < (change < 0).sum() / 5
    ends = np.array([(each[0], each[-1]) for each in sizes])
    assert (ends[:, 1] < ends[:, 0]).sum() > 5 * (ends[:, 1] > ends[:, 0]).sum()
    assert "now and then it cuts less" in text(f"lab_{method}")


@pytest.mark.parametrize("risk", ["impurity", "error"])
def test_a_large_tree_starts_low_and_rises_fast(risk: Literal["impurity", "error"]) -> None:
    """Of the lines R(T) + α |T| the lowest at an α is that of the subtree that belongs to it."""
    for _recipe, _data, tree in trees():
        path = dt.pruning.cost_complexity(tree, risk)
        assert (np.diff(path.leaves) < 0).all()
        assert (np.diff(path.risks) >= 0).all()
        for k, alpha in enumerate(path.alphas):
            costs = path.risks + alpha * path.leaves
            assert costs[k] <= costs.min() + 1e-9 * path.risks[-1]


def test_reduced_error_with_losses_speaks_of_costs() -> None:
    """A leaf that errs more often may cost less, and is then what stays."""
    for losses, word in (({}, "errs no more"), ({"classes": "l:0_1~5_0"}, "costs no more")):
        at = pruning.page(
            data="kyphosis", recipe="cart", lab_method="reduced", lab_share="0.3", **losses
        )
        assert f"a branch is cut if a leaf {word} on the held-out rows" in said(at)
