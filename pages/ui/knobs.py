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
        rule = next((rule for rule in recipe.stopping if isinstance(rule, self.rules)), None)
        return None if rule is None else self._number(rule)

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
        own = next((rule for rule in recipe.stopping if isinstance(rule, self.rules)), None)
        kind = type(own) if own is not None else self.rules[0]
        return recipe.with_rule(kind(int(value) if self.whole else float(value)))

    def has(self, recipe: dt.Recipe) -> bool:
        """Whether the knob is for this recipe."""
        return self.optional or self.of(recipe) is not None

    def parse(self, text: str) -> Value:
        """The number in a link. Raises LinkError."""
        if not re.fullmatch(r"\d{1,9}(\.\d{1,12})?", text):
            raise dt.LinkError("In this link “{name}” must be a number.", name=self.key)
        return int(text) if self.whole and text.isdecimal() else float(text)

    def _number(self, rule: Any) -> float:
        (field,) = rule.__dataclass_fields__
        return float(getattr(rule, field))


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
    Options("order", "ordering", {"depth": dt.DepthFirst(), "breadth": dt.BreadthFirst()}),
)
LIMITS: Final = (
    Limit("depth", (dt.MaxDepth,), 1, 30, optional=True),
    Limit("rows", (dt.MinRows,), 1, 100_000),
    Limit("leaf", (dt.MinLeaf, dt.TwoBranches), 1, 100_000),
    Limit("eps", (dt.MinGain,), 0, 1e9, step=0.01),
)
KNOBS: Final[tuple[Knob, ...]] = (*OPTIONS, *LIMITS)
