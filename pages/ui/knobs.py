"""What a person may change of a recipe: each knob reads a recipe, and makes another one.

A knob has a ``key``, by which links name it, and values that a link can carry. Not done here:
what knobs and values are called in words (``pages.ui.knob_words``), and their widgets.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

import dtcore as dt

Value = str | float
"""The name of an option, or a number."""


@dataclass(frozen=True)
class Options:
    """A choice among policies for one field of the recipe, by name."""

    key: str
    field: str
    policies: Mapping[str, Any]

    def of(self, recipe: dt.Recipe) -> str | None:
        """The option that the recipe has; None if it has something else."""
        now = getattr(recipe, self.field)
        return next((name for name, policy in self.policies.items() if policy == now), None)

    def check(self, value: Value) -> None:
        """Raises LinkError if there is no such option."""
        if value not in self.policies:
            raise dt.LinkError("This link asks for “{value}”, which is not here.", value=value)

    def put(self, recipe: dt.Recipe, value: Value) -> dt.Recipe:
        """The recipe with the option. Raises RecipeError if it cannot have it."""
        return replace(recipe, **{self.field: self.policies[str(value)]})

    def offered(self, recipe: dt.Recipe, dataset: dt.Dataset) -> list[str]:
        """The options that the recipe can have on this table, its own among them."""
        return [name for name in self.policies if self._possible(recipe, dataset, name)]

    def _possible(self, recipe: dt.Recipe, dataset: dt.Dataset, name: str) -> bool:
        try:
            self.put(recipe, name).check(dataset)
        except dt.DtError:
            return False
        return True

    def parse(self, text: str) -> Value:
        return text


@dataclass(frozen=True)
class Limit:
    """A number in a stopping rule. ``optional`` limits can be lifted; others are the recipe's."""

    key: str
    field: str
    rules: tuple[type[Any], ...]
    low: float
    high: float
    step: float = 1
    optional: bool = False

    @property
    def whole(self) -> bool:
        return self.step == 1

    def of(self, recipe: dt.Recipe) -> float | None:
        """The number in the recipe; None if it has no such rule."""
        rule = self._rule(recipe)
        return None if rule is None else getattr(rule, self.field)

    def check(self, value: Value) -> None:
        """Raises LinkError if the number is out of range."""
        if not isinstance(value, int | float) or not self.low <= value <= self.high:
            raise dt.LinkError(
                "In this link “{name}” must be a number from {low} to {high}.",
                name=self.key,
                low=self.low,
                high=self.high,
            )

    def put(self, recipe: dt.Recipe, value: Value) -> dt.Recipe:
        """The recipe with the limit."""
        rule = self._rule(recipe) or self.rules[0]()
        number = int(value) if self.whole else float(value)
        return recipe.with_rule(replace(rule, **{self.field: number}))

    def has(self, recipe: dt.Recipe) -> bool:
        """Whether the knob is for this recipe."""
        if self.of(recipe) is None and not self.optional:
            return False
        try:
            self.put(recipe, self.high)
        except dt.RecipeError:
            return False
        return True

    def parse(self, text: str) -> Value:
        """The number in a link. Raises LinkError."""
        if not re.fullmatch(r"\d{1,9}(\.\d{1,12})?", text):
            raise dt.LinkError("In this link “{name}” must be a number.", name=self.key)
        return int(text) if self.whole and text.isdecimal() else float(text)

    def _rule(self, recipe: dt.Recipe) -> Any:
        return next((rule for rule in recipe.stopping if isinstance(rule, self.rules)), None)


Knob = Options | Limit

OPTIONS: Final = (
    Options(
        "impurity",
        "impurity",
        {
            "entropy": dt.Entropy(),
            "nats": dt.Entropy(base=None),
            "gini": dt.Gini(),
            "error": dt.ErrorRate(),
        },
    ),
    Options(
        "selection",
        "selection",
        {"gain": dt.Gain(), "ratio": dt.GainRatio(), "guarded": dt.GuardedGainRatio()},
    ),
    Options(
        "order",
        "ordering",
        {"depth": dt.DepthFirst(), "breadth": dt.BreadthFirst(), "best": dt.BestFirst()},
    ),
)
LIMITS: Final = (
    Limit("depth", "depth", (dt.MaxDepth,), 1, 30, optional=True),
    Limit("leaves", "leaves", (dt.MaxLeaves,), 2, 100_000, optional=True),
    Limit("rows", "rows", (dt.MinRows,), 1, 100_000),
    Limit("leaf", "rows", (dt.MinLeaf, dt.TwoBranches), 1, 100_000),
    Limit("eps", "gain", (dt.MinGain,), 0, 1e9, step=0.01),
    Limit("decrease", "decrease", (dt.MinDecrease,), 0, 1e9, step=0.001),
)
KNOBS: Final[tuple[Knob, ...]] = (*OPTIONS, *LIMITS)
