"""What a person may change of a recipe: the settings there are, each with its options or range.

Not done here: what a policy does and what it is called (``dtcore.policies``), and the widgets.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

import dtcore as dt
from dtcore.growth import Collapse
from dtcore.policies import Classes, EveryLevel, Groups, OneAgainstRest
from dtcore.words import Sentence, as_written

WithNumbers = dt.ClassWeights | dt.Priors | dt.Losses
KINDS: Final[dict[str, type[WithNumbers]]] = {
    "w": dt.ClassWeights,
    "p": dt.Priors,
    "l": dt.Losses,
}
_NUMBER: Final = r"\d{1,9}(?:\.\d{1,9})?"
_ROW: Final = rf"{_NUMBER}(?:_{_NUMBER})*"


@dataclass(frozen=True)
class ClassRule:
    """The setting of ``Recipe.classes``."""

    key: str = "classes"
    label: Sentence = Sentence("How the classes count")

    def of(self, recipe: dt.Recipe) -> str | None:
        """The rule as text; None if every row counts as it is."""
        match recipe.classes:
            case dt.Balanced():
                return "balanced"
            case dt.ClassWeights(factors=numbers):
                return f"w:{_row(numbers)}"
            case dt.Priors(shares=numbers):
                return f"p:{_row(numbers)}"
            case dt.Losses(matrix=matrix):
                return "l:" + "~".join(map(_row, matrix))
        return None

    def check(self, value: str | float) -> None:
        """Raises LinkError if the text cannot be read."""
        rule_of(str(value))

    def put(self, recipe: dt.Recipe, value: str | float) -> dt.Recipe:
        """The recipe with the rule. Raises LinkError if it cannot be read."""
        return replace(recipe, classes=rule_of(str(value)))

    def parse(self, text: str) -> str:
        return text


def rule_of(text: str) -> Classes:
    """The rule that a text describes. Raises LinkError."""
    if text == "balanced":
        return dt.Balanced()
    if not re.fullmatch(rf"[wpl]:{_ROW}(?:~{_ROW})*", text) or len(text) > 2000:
        raise dt.LinkError("How the classes count cannot be read here. Write a number for each.")
    rows = tuple(tuple(map(float, row.split("_"))) for row in text[2:].split("~"))
    if text[0] == "l":
        return dt.Losses(rows)
    return dt.ClassWeights(rows[0]) if text[0] == "w" else dt.Priors(rows[0])


def typed(kind: str, text: str) -> str:
    """What a person typed ("1, 3", or "0, 1; 5, 0" for losses) as the rule's text."""
    rows = [re.split(r"[,，\s]+", row.strip()) for row in re.split(r"[;；\n]", text.strip())]
    return f"{kind}:" + "~".join("_".join(row) for row in rows)


def shown(text: str) -> str:
    """The numbers of a rule's text as a person types them."""
    return text[2:].replace("_", ", ").replace("~", "; ")


def _row(numbers: tuple[float, ...]) -> str:
    return "_".join(f"{number:g}" for number in numbers)


Value = str | float
"""The name of an option, or a number."""


@dataclass(frozen=True)
class OptionSetting:
    """A choice among policies for one field of the recipe, by name; "splitter.nominal" is a
    field of a field. ``none`` is what having no policy is called, where that can be."""

    key: str
    label: Sentence
    field: str
    policies: Mapping[str, Any]
    none: Sentence | None = None

    def option(self, name: Value) -> Sentence:
        """What an option is called: as the policy calls itself."""
        policy = self.policies[str(name)]
        text: Sentence | None = self.none if policy is None else policy.label
        return text or as_written(policy)

    def of(self, recipe: dt.Recipe) -> str | None:
        """The option that the recipe has, if only by its kind; None if it has something else."""
        now = _get(recipe, self.field)
        same = [name for name, policy in self.policies.items() if policy == now]
        alike = [name for name, policy in self.policies.items() if type(policy) is type(now)]
        return next(iter((*same, *alike)), None)

    def check(self, value: Value) -> None:
        """Raises LinkError if there is no such option."""
        if value not in self.policies:
            raise dt.LinkError(
                "This link asks for “{value}”, which is not available here.", value=value
            )

    def put(self, recipe: dt.Recipe, value: Value) -> dt.Recipe:
        """The recipe with the option. Raises RecipeError if it cannot have it."""
        if value == self.of(recipe):
            return recipe
        changed: dt.Recipe = _put(recipe, self.field, self.policies[str(value)])
        return changed

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


class InRange:
    """What settings share whose value is a number from ``low`` to ``high``, by ``step``."""

    key: str
    label: Sentence
    low: float
    high: float
    step: float

    @property
    def whole(self) -> bool:
        return self.step == 1

    def check(self, value: Value) -> None:
        """Raises LinkError if the number is out of range."""
        if not isinstance(value, int | float) or not self.low <= value <= self.high:
            raise dt.LinkError(
                "In this link “{name}” must be a number from {low} to {high}.",
                name=self.key,
                low=self.low,
                high=self.high,
            )

    def parse(self, text: str) -> Value:
        """The number in a link. Raises LinkError."""
        if not re.fullmatch(r"\d{1,9}(\.\d{1,12})?", text):
            raise dt.LinkError("In this link “{name}” must be a number.", name=self.key)
        return int(text) if self.whole and text.isdecimal() else float(text)


@dataclass(frozen=True)
class LimitSetting(InRange):
    """A number in a stopping rule. ``optional`` limits can be lifted; others are the recipe's."""

    key: str
    label: Sentence
    field: str
    rules: tuple[type[Any], ...]
    low: float
    high: float
    step: float = 1
    optional: bool = False

    def of(self, recipe: dt.Recipe) -> float | None:
        """The number in the recipe; None if it has no such rule."""
        rule = self._rule(recipe)
        return None if rule is None else getattr(rule, self.field)

    def put(self, recipe: dt.Recipe, value: Value) -> dt.Recipe:
        """The recipe with the limit."""
        rule = self._rule(recipe) or self.rules[0]()
        number = int(value) if self.whole else float(value)
        return recipe.with_rule(replace(rule, **{self.field: number}))

    def has(self, recipe: dt.Recipe) -> bool:
        """Whether the setting is for this recipe."""
        if self.of(recipe) is None and not self.optional:
            return False
        try:
            self.put(recipe, self.high)
        except dt.RecipeError:
            return False
        return True

    def _rule(self, recipe: dt.Recipe) -> Any:
        return next((rule for rule in recipe.stopping if isinstance(rule, self.rules)), None)


@dataclass(frozen=True)
class AmountSetting(InRange):
    """A number within a policy of one of ``kinds``, where the recipe has such a policy."""

    key: str
    label: Sentence
    field: str
    kinds: tuple[type[Any], ...]
    low: float
    high: float
    step: float = 1

    def of(self, recipe: dt.Recipe) -> float | None:
        return _get(recipe, self.field) if self.has(recipe) else None

    def put(self, recipe: dt.Recipe, value: Value) -> dt.Recipe:
        """The recipe with the number, the recipe itself if it has no place for it."""
        number = int(value) if self.whole else float(value)
        return _put(recipe, self.field, number) if self.has(recipe) else recipe

    def has(self, recipe: dt.Recipe) -> bool:
        owner = _get(recipe, self.field.rpartition(".")[0])
        return isinstance(owner, self.kinds) and bool(_get(recipe, self.field) or "." in self.field)


def _get(policy: Any, path: str) -> Any:
    for name in filter(None, path.split(".")):
        policy = getattr(policy, name)
    return policy


def _put(policy: Any, path: str, value: Any) -> Any:
    name, _, rest = path.partition(".")
    return replace(policy, **{name: _put(getattr(policy, name), rest, value) if rest else value})


Setting = OptionSetting | LimitSetting | AmountSetting | ClassRule

OPTIONS: Final = (
    OptionSetting(
        "impurity",
        Sentence("Impurity"),
        "impurity",
        {
            "entropy": dt.Entropy(),
            "nats": dt.Entropy(base=None),
            "gini": dt.Gini(),
            "error": dt.ErrorRate(),
            "twoing": dt.Twoing(),
        },
    ),
    OptionSetting(
        "selection",
        Sentence("The winner has"),
        "selection",
        {
            "gain": dt.Gain(),
            "ratio": dt.GainRatio(),
            "guarded": dt.GuardedGainRatio(),
            "percost": dt.GainPerCost(),
            "againstcost": dt.GainAgainstCost(),
        },
    ),
    OptionSetting(
        "nominals",
        Sentence("Splits of nominal columns"),
        "splitter.nominal",
        {"levels": EveryLevel(), "groups": Groups(), "one": OneAgainstRest()},
    ),
    OptionSetting(
        "bins",
        Sentence("Numeric columns"),
        "bins",
        {
            "whole": None,
            "width": dt.EqualWidth(),
            "frequency": dt.EqualFrequency(),
            "mdl": dt.MdlBins(),
        },
        Sentence("as they are"),
    ),
    OptionSetting(
        "missing",
        Sentence("Missing cells"),
        "missing",
        {
            "reject": dt.Reject(),
            "fractions": dt.Fractions(),
            "surrogates": dt.Surrogates(),
            "majority": dt.MajorityBranch(),
            "own": dt.OwnBranch(),
            "common": dt.MostCommon(),
            "classcommon": dt.MostCommon(of_class=True),
        },
    ),
    OptionSetting(
        "order",
        Sentence("Order of the nodes"),
        "ordering",
        {"depth": dt.DepthFirst(), "breadth": dt.BreadthFirst(), "best": dt.BestFirst()},
    ),
    OptionSetting(
        "end",
        Sentence("At the end"),
        "collapse",
        {"collapse": Collapse(), "stay": None},
        Sentence("the tree stays as grown"),
    ),
)
CLASSES: Final = ClassRule()
AMOUNTS: Final = (
    AmountSetting(
        "w",
        Sentence("Weight w of the costs"),
        "selection.w",
        (dt.GainAgainstCost,),
        0,
        1,
        step=0.05,
    ),
    AmountSetting(
        "intervals",
        Sentence("Intervals of a numeric column"),
        "bins.bins",
        (dt.EqualWidth, dt.EqualFrequency),
        2,
        20,
    ),
    AmountSetting(
        "surrogates", Sentence("Maximum surrogates kept"), "missing.limit", (dt.Surrogates,), 0, 50
    ),
    AmountSetting(
        "m",
        Sentence("m: rows added with the class shares of the whole table"),
        "m",
        (dt.Recipe,),
        0.01,
        1000,
        step=0.5,
    ),
)
LIMITS: Final = (
    LimitSetting(
        "depth",
        Sentence("Maximum depth (empty: no limit)"),
        "depth",
        (dt.MaxDepth,),
        1,
        30,
        optional=True,
    ),
    LimitSetting(
        "leaves",
        Sentence("Maximum number of leaves (empty: no limit)"),
        "leaves",
        (dt.MaxLeaves,),
        2,
        100_000,
        optional=True,
    ),
    LimitSetting("rows", Sentence("Minimum rows to split"), "rows", (dt.MinRows,), 1, 100_000),
    LimitSetting(
        "leaf",
        Sentence("Minimum rows in each branch"),
        "rows",
        (dt.MinLeaf, dt.TwoBranches),
        1,
        100_000,
    ),
    LimitSetting(
        "eps", Sentence("Threshold ε on the gain"), "gain", (dt.MinGain,), 0, 1e9, step=0.01
    ),
    LimitSetting(
        "decrease",
        Sentence("Minimum decrease in the whole tree's impurity"),
        "decrease",
        (dt.MinDecrease,),
        0,
        1e9,
        step=0.001,
    ),
    LimitSetting(
        "chi2",
        Sentence("Level of the chi-squared test (empty: no test)"),
        "level",
        (dt.ChiSquared,),
        0.001,
        0.5,
        step=0.01,
        optional=True,
    ),
)
SETTINGS: Final[tuple[Setting, ...]] = (*OPTIONS, CLASSES, *AMOUNTS, *LIMITS)
