"""Which rules are listed, and in which order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal, get_args

from dtcore.model import NodeId
from dttools.rules import TreeRule

Sort = Literal["leaves", "support", "confidence", "conditions"]
SORTS: Final[tuple[Sort, ...]] = get_args(Sort)


@dataclass(frozen=True)
class Shown:
    """``label``: only rules of this class; ``support`` and ``confidence``: at least so much, in per
    cent; ``conditions``: at most so many."""

    sort: Sort = "leaves"
    label: int | None = None
    support: int = 0
    confidence: int = 0
    conditions: int | None = None

    def of(self, rules: Sequence[TreeRule], below: NodeId = ()) -> list[TreeRule]:
        """Those of ``rules`` that are shown, of leaves ``below`` a node; of equal ones that of the
        earlier leaf comes first."""
        kept = [rule for rule in rules if rule.leaf[: len(below)] == below and self._takes(rule)]
        return sorted(kept, key=self._rank)

    def _takes(self, rule: TreeRule) -> bool:
        return (
            self.label in (None, rule.prediction)
            and 100 * (rule.support.value or 0.0) >= self.support
            and 100 * confidence_of(rule) >= self.confidence
            and (self.conditions is None or len(rule.conditions) <= self.conditions)
        )

    def _rank(self, rule: TreeRule) -> float:
        match self.sort:
            case "support":
                return -rule.covered
            case "confidence":
                return -confidence_of(rule)
            case "conditions":
                return len(rule.conditions)
        return 0.0


def confidence_of(rule: TreeRule) -> float:
    """Its confidence; 1 of a mean, which has none, 0 where no row is."""
    return 1.0 if rule.confidence is None else rule.confidence.value or 0.0
