"""A number with the formula that it opens into, or the reason why there is none."""

from __future__ import annotations

from dataclasses import dataclass

from dtcore.formula import Formula, Named, Ratio, walk
from dtcore.model.columns import FloatArray
from dtcore.model.splits import weight_text


@dataclass(frozen=True, eq=False)
class Score:
    """``formula`` has the counts put in; ``value`` is what it comes to, None where it divides 0
    by 0: then the number is undefined, and nothing may be shown for it.

    ``part``: the class that it is of, by its number in the evaluation's ``classes``; ``column``:
    the column, by its number in the schema.
    """

    name: str
    formula: Named
    part: int | None = None
    column: int | None = None

    @property
    def value(self) -> float | None:
        return self.formula.value if defined(self.formula) else None


def defined(formula: Formula) -> bool:
    """Whether nothing in it is divided by 0; ``Ratio`` itself takes 0 for such a part."""
    ratios = (part for part in walk(formula) if isinstance(part, Ratio))
    return all(ratio.bottom.value for ratio in ratios)


def rows_text(weights: FloatArray, fractional: bool) -> str:
    """How many rows there are of these ``weights`` (n,), which count them unless they are
    fractions (``Dataset.fractional``)."""
    return weight_text(float(len(weights) if fractional else weights.sum()))
