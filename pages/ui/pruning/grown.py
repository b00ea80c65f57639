"""The tree that the lab prunes, grown on the rows that are not held out.

It is worked out once for all who ask for the same. Not done here: what is done to the tree
(``pages.ui.pruning.pruning_session``).
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import Final

import dtcore as dt
from dtcore.pruning import PruningPath
from pages.ui.lesson.choice import RecipeChoice
from pages.ui.pruning.settings import Settings
from pages.ui.server.jobs import Tell
from pages.ui.shell import cache
from pages.ui.shell.progress import Stop, growing, worked_out

MOST_LEAVES: Final = 400
"""A larger tree is stepped from the largest subtree of its path that has no more leaves."""


@dataclass(frozen=True, eq=False)
class Grown:
    """The rows as they are split, the tree grown on ``training``, and what it is pruned from."""

    training: dt.Dataset
    held_out: dt.Dataset
    tree: dt.Tree
    start: dt.Tree
    path: PruningPath

    @property
    def shortened(self) -> bool:
        """Whether the stepper begins at a smaller tree."""
        return len(self.start) < len(self.tree)


def grown(
    dataset: dt.Dataset, recipe_choice: RecipeChoice, settings: Settings, stop: Stop | None = None
) -> Grown:
    """The same for all who ask for the same rows and recipe; of a large table, grown in sight."""
    large = cache.large(dataset)

    def grow(tell: Tell) -> tuple[dt.Dataset, dt.Dataset, dt.Tree]:
        training, held_out = dt.validation.holdout(dataset, *settings.split)
        return training, held_out, dt.grow(training, recipe_choice.recipe, tell)

    def cut(tell: Tell) -> Grown:
        path = dt.pruning.cost_complexity(tree, settings.risk)
        first = next(k for k in range(len(path)) if path.leaves[k] <= MOST_LEAVES)
        start = path.subtree(first) if tree.leaves > MOST_LEAVES else tree
        return Grown(training, held_out, tree, start, path)

    key = _key(dataset, recipe_choice, settings)
    training, held_out, tree = worked_out(key, grow, large, growing, stop)
    found: Grown = worked_out((*key, settings.risk), cut, large, growing)
    return found


def _key(
    dataset: dt.Dataset, recipe_choice: RecipeChoice, settings: Settings
) -> tuple[Hashable, ...]:
    return "grown", dataset, recipe_choice.recipe, settings.split


def ready(dataset: dt.Dataset, recipe_choice: RecipeChoice, settings: Settings) -> bool:
    """Whether ``grown`` has an answer at once."""
    key = _key(dataset, recipe_choice, settings)
    return not cache.large(dataset) or bool(cache.slot(key, True))
