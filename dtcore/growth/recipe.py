"""A recipe is an algorithm as a declaration: the chosen policies, a name and a source."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from dtcore.errors import RecipeError
from dtcore.growth.collapse import Collapse
from dtcore.model.columns import Field, IntArray
from dtcore.model.data import Dataset
from dtcore.policies.impurity import Entropy, Impurity
from dtcore.policies.missing import Missing, Reject
from dtcore.policies.ordering import DepthFirst, Ordering
from dtcore.policies.selection import Gain, Selection
from dtcore.policies.splitters import Splitter
from dtcore.policies.stopping import (
    Empty,
    MaxDepth,
    MinGain,
    MinLeaf,
    Pure,
    Stopping,
    TwoBranches,
)


@dataclass(frozen=True)
class Recipe:
    """The policies of an algorithm. ``dataclasses.replace`` changes one of them.

    ``repr(recipe)`` names the algorithm in full and serves as the key of caches. Raises
    RecipeError if the policies cannot go together.
    """

    name: str
    source: str
    impurity: Impurity
    splitter: Splitter
    selection: Selection = Gain()
    stopping: tuple[Stopping, ...] = (Pure(),)
    ordering: Ordering = DepthFirst()
    missing: Missing = Reject()
    collapse: Collapse | None = None

    def __post_init__(self) -> None:
        if self.selection.score == "gain_ratio" and not isinstance(self.impurity, Entropy):
            raise RecipeError(
                "The gain ratio divides one entropy by another, so it needs entropy as the "
                "impurity. Choose entropy, or select by gain."
            )
        if self.in_order and self.multiway:
            raise RecipeError(
                "A limit on the leaves counts them a split at a time, so it needs splits with two "
                "branches. Choose CART, or limit the depth."
            )
        if self.collapse and self.impurity.numeric:
            raise RecipeError("Collapsing compares training errors, so it needs classes.")

    @property
    def rules(self) -> tuple[Stopping, ...]:
        """The stopping rules in the order in which they are asked."""
        return (Empty(), *self.stopping)

    @cached_property
    def closing(self) -> tuple[tuple[int, Stopping], ...]:
        """The rules that can close a node, each with its number among ``rules``."""
        every = enumerate(self.rules)
        return tuple((i, rule) for i, rule in every if type(rule).closes is not Stopping.closes)

    @cached_property
    def refusing(self) -> tuple[tuple[int, Stopping], ...]:
        """The rules that can refuse a winner, each with its number among ``rules``."""
        every = enumerate(self.rules)
        return tuple((i, rule) for i, rule in every if type(rule).refuses is not Stopping.refuses)

    @property
    def multiway(self) -> bool:
        return self.splitter.nominal.once

    @property
    def in_order(self) -> bool:
        """Whether the tree depends on the order in which nodes are looked at."""
        return any(rule.in_order for rule in self.stopping)

    def once(self, column: Field) -> bool:
        """Whether ``column`` can be asked only once on a path."""
        return self.multiway and not column.numeric

    def arities(self, n_levels: IntArray) -> IntArray:
        """(c,) how many branches the splits of columns with so many levels (0: numeric) have."""
        return np.where(n_levels > 0, n_levels, 2) if self.multiway else np.full_like(n_levels, 2)

    def check(self, dataset: Dataset) -> None:
        """Raise RecipeError or DataError, with the ways out, if it does not fit ``dataset``."""
        numeric, column = dataset.target.numeric, dataset.target.name
        if numeric and not self.impurity.numeric:
            raise RecipeError(
                "“{column}” holds numbers, and this recipe tells classes apart. Choose the "
                "regression recipe, or take the target as classes.",
                column=column,
            )
        if self.impurity.numeric and not numeric:
            raise RecipeError(
                "“{column}” holds classes, and this recipe predicts a number. Choose a recipe "
                "for classes, or another target.",
                column=column,
            )
        self.splitter.check(dataset)
        self.missing.check(dataset)

    def limited(
        self, depth: int | None = None, leaf: float | None = None, gain: float | None = None
    ) -> Recipe:
        """The recipe with other limits; None leaves one as it is.

        ``leaf`` is the rows that a branch must hold: each branch, or two of them in C4.5.
        """
        recipe = self
        if leaf is not None:
            two = any(isinstance(rule, TwoBranches) for rule in self.stopping)
            kind = TwoBranches if two else MinLeaf
            usual = next((rule for rule in self.stopping if isinstance(rule, kind)), kind())
            recipe = recipe.with_rule(replace(usual, rows=leaf))
        if gain is not None:
            recipe = recipe.with_rule(MinGain(gain))
        if depth is not None:
            recipe = recipe.with_rule(MaxDepth(depth))
        return recipe

    def with_rule(self, new: Stopping) -> Recipe:
        """The recipe with ``new`` in the place of the stopping rule of its kind, or at the end."""
        if not any(isinstance(rule, type(new)) for rule in self.stopping):
            return replace(self, stopping=(*self.stopping, new))
        rules = tuple(new if isinstance(rule, type(new)) else rule for rule in self.stopping)
        return replace(self, stopping=rules)
