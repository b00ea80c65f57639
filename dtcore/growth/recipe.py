"""A recipe is an algorithm as a declaration: the chosen policies, a name and a source."""

from __future__ import annotations

from dataclasses import dataclass, replace

from dtcore.errors import RecipeError
from dtcore.growth.collapse import Collapse
from dtcore.model.columns import Column, Field
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

    def arity(self, column: Column) -> int:
        """How many branches a split of ``column`` has."""
        return len(column.levels or ()) if self.once(column.field) else 2

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
        rules = self.stopping
        if leaf is not None:
            kind = TwoBranches if _has(rules, TwoBranches) else MinLeaf
            usual = next((rule for rule in rules if isinstance(rule, kind)), kind())
            rules = _with(rules, replace(usual, rows=leaf))
        if gain is not None:
            rules = _with(rules, MinGain(gain))
        if depth is not None:
            rules = _with(rules, MaxDepth(depth))
        return replace(self, stopping=rules)


def _has(rules: tuple[Stopping, ...], kind: type[Stopping]) -> bool:
    return any(isinstance(rule, kind) for rule in rules)


def _with(rules: tuple[Stopping, ...], new: Stopping) -> tuple[Stopping, ...]:
    """``rules`` with ``new`` in the place of its kind, or at the end."""
    if not _has(rules, type(new)):
        return (*rules, new)
    return tuple(new if isinstance(rule, type(new)) else rule for rule in rules)
