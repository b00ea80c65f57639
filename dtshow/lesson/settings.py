"""What a person may change of a recipe: the settings there are, each with its options or range.

They follow from the policies that there are, and what these declare (``dtcore.policy``). Not done
here: what a policy does and what it is called (``dtcore.policies``), and the widgets.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import Any, Final

import dtcore as dt
from dtcore.growth import Collapse
from dtcore.policy import Control, Policy
from dtcore.words import Sentence, as_written

KINDS: Final = {kind.key: kind for kind in dt.Classes.shipped() if fields(kind)}
"""How classes may count with a number for each, by the first letter of its text."""
_NUMBER: Final = r"\d{1,9}(?:\.\d{1,9})?"
_ROW: Final = rf"{_NUMBER}(?:_{_NUMBER})*"


@dataclass(frozen=True)
class ClassRule:
    """The setting of ``Recipe.classes``."""

    key: str = "classes"
    label: Sentence = Sentence("How the classes count")

    def of(self, recipe: dt.Recipe) -> str | None:
        """The rule as text; None if every row counts as it is."""
        rule = recipe.classes
        if rule is None:
            return None
        if rule.key not in KINDS:
            return rule.key
        numbers = getattr(rule, fields(rule)[0].name)
        rows = numbers if isinstance(rule, dt.Losses) else (numbers,)
        return f"{rule.key}:" + "~".join(map(_row, rows))

    def check(self, value: str | float) -> None:
        """Raises LinkError if the text cannot be read."""
        rule_of(str(value))

    def put(self, recipe: dt.Recipe, value: str | float) -> dt.Recipe:
        """The recipe with the rule. Raises LinkError if it cannot be read."""
        return replace(recipe, classes=rule_of(str(value)))

    def parse(self, text: str) -> str:
        return text


def rule_of(text: str) -> dt.Classes:
    """The rule that a text describes. Raises LinkError."""
    if text == dt.Balanced.key:
        return dt.Balanced()
    if not re.fullmatch(rf"[wpl]:{_ROW}(?:~{_ROW})*", text) or len(text) > 2000:
        raise dt.LinkError("How the classes count cannot be read here. Write a number for each.")
    rows = tuple(tuple(map(float, row.split("_"))) for row in text[2:].split("~"))
    if text[0] == dt.Losses.key:
        return dt.Losses(rows)
    return dt.ClassWeights(rows[0]) if text[0] == dt.ClassWeights.key else dt.Priors(rows[0])


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


@dataclass(frozen=True)
class InRange:
    """What settings share whose value is a number: a field of policies of one of ``kinds``."""

    control: Control
    field: str
    kinds: tuple[type[Any], ...]

    @property
    def key(self) -> str:
        return self.control.key

    @property
    def label(self) -> Sentence:
        return self.control.label

    @property
    def whole(self) -> bool:
        return self.control.step == 1

    def check(self, value: Value) -> None:
        """Raises LinkError if the number is out of range."""
        low, high = self.control.low, self.control.high
        if not isinstance(value, int | float) or not low <= value <= high:
            raise dt.LinkError(
                "In this link “{name}” must be a number from {low} to {high}.",
                name=self.key,
                low=low,
                high=high,
            )

    def parse(self, text: str) -> Value:
        """The number in a link. Raises LinkError."""
        if not re.fullmatch(r"\d{1,9}(\.\d{1,12})?", text):
            raise dt.LinkError("In this link “{name}” must be a number.", name=self.key)
        return int(text) if self.whole and text.isdecimal() else float(text)

    def number(self, value: Value) -> float:
        return int(value) if self.whole else float(value)


class LimitSetting(InRange):
    """A number in a stopping rule. Optional limits can be lifted; others are the recipe's."""

    def of(self, recipe: dt.Recipe) -> float | None:
        """The number in the recipe; None if it has no such rule."""
        rule = self._rule(recipe)
        return None if rule is None else getattr(rule, self.field)

    def put(self, recipe: dt.Recipe, value: Value) -> dt.Recipe:
        """The recipe with the limit."""
        rule = self._rule(recipe) or self.kinds[0]()
        return recipe.with_rule(replace(rule, **{self.field: self.number(value)}))

    def has(self, recipe: dt.Recipe) -> bool:
        """Whether the setting is for this recipe."""
        if self.of(recipe) is None and not self.control.optional:
            return False
        try:
            self.put(recipe, self.control.high)
        except dt.RecipeError:
            return False
        return True

    def _rule(self, recipe: dt.Recipe) -> Any:
        return next((rule for rule in recipe.stopping if isinstance(rule, self.kinds)), None)


class AmountSetting(InRange):
    """A number within a policy of one of ``kinds``, where the recipe has such a policy."""

    def of(self, recipe: dt.Recipe) -> float | None:
        return _get(recipe, self.field) if self.has(recipe) else None

    def put(self, recipe: dt.Recipe, value: Value) -> dt.Recipe:
        """The recipe with the number, the recipe itself if it has no place for it."""
        return _put(recipe, self.field, self.number(value)) if self.has(recipe) else recipe

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

_AXES: Final[dict[str, type[Policy]]] = {
    "impurity": dt.ImpurityCriterion,
    "selection": dt.Selection,
    "splitter.nominal": dt.NominalSplitter,
    "bins": dt.Bins,
    "missing": dt.BaseMissing,
    "ordering": dt.Ordering,
}
"""The fields of a recipe of which a person may choose the policy."""


def _options(key: str, label: Sentence, field: str) -> OptionSetting:
    return OptionSetting(key, label, field, _AXES[field].choices())


OPTIONS: Final = (
    _options("impurity", Sentence("Impurity"), "impurity"),
    _options("selection", Sentence("The winner has"), "selection"),
    _options("nominals", Sentence("Splits of nominal columns"), "splitter.nominal"),
    OptionSetting(
        "bins",
        Sentence("Numeric columns"),
        "bins",
        {"whole": None, **dt.Bins.choices()},
        Sentence("as they are"),
    ),
    _options("missing", Sentence("Missing cells"), "missing"),
    _options("order", Sentence("Order of the nodes"), "ordering"),
    OptionSetting(
        "end",
        Sentence("At the end"),
        "collapse",
        {"collapse": Collapse(), "stay": None},
        Sentence("the tree stays as grown"),
    ),
)
CLASSES: Final = ClassRule()
_M: Final = Control(
    "m", Sentence("m: rows added with the class shares of the whole table"), 0.01, 1000, step=0.5
)
AMOUNTS: Final = (
    *(
        AmountSetting(control, f"{path}.{field}", kinds)
        for path, axis in _AXES.items()
        for control, (field, kinds) in axis.controls().items()
    ),
    AmountSetting(_M, "m", (dt.Recipe,)),
)
LIMITS: Final = tuple(
    LimitSetting(control, field, kinds)
    for control, (field, kinds) in dt.Stopping.controls().items()
)
NUMBERS: Final[tuple[AmountSetting | LimitSetting, ...]] = (*AMOUNTS, *LIMITS)
SETTINGS: Final[tuple[Setting, ...]] = (*OPTIONS, CLASSES, *NUMBERS)
TAUGHT: Final = frozenset(
    ("impurity", "selection", "w", "depth", "leaves", "rows", "leaf", "eps"),
)
"""What course texts change of a recipe, by key: the criterion, and how large a tree may grow. All
else is rare, whatever the recipe is."""
