"""How the classes count, as a text that a person types and a link carries.

``balanced``; ``w:1_3`` factors for the rows of each class; ``p:0.3_0.7`` priors; ``l:0_1~5_0``
losses, a row for each true class. The numbers are in class order.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Final

import dtcore as dt
from dtcore.policies import Classes
from dtcore.words import Sentence

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
    """The knob for ``Recipe.classes``."""

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
