"""What the Use page keeps of itself between reruns, and what the address says of it: ``tab=rules``,
``tree=pruned``, ``look=columns`` and ``way=folds`` (of Evaluate), ``rules=list``, ``case=0~2~x`` or
``case=row11``, ``ask=questions``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Final, Literal, get_args

from dtcore.formula import Query
from dtcore.model import NodeId
from dtshow.lesson.state import flag, kept, text
from dttools.rules import TreeRule
from pages.ui.use.case import Case

Sort = Literal["leaves", "support", "confidence", "conditions"]
SORTS: Final[tuple[Sort, ...]] = get_args(Sort)
Tab = Literal["predict", "evaluate", "rules", "take"]
Look = Literal["classes", "ranking", "numbers", "columns", "wrong", "nodes"]
Mode = Literal["form", "questions", "file"]
RuleSet = Literal["tree", "list"]
Measure = Literal["share", "rpart", "permuted"]
TABS: Final[tuple[Tab, ...]] = get_args(Tab)
LONGEST: Final = 20_000
"""Characters of a case."""


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


def _judged(view: UseView) -> bool:
    return view.tab == "evaluate"


def _listed(view: UseView) -> bool:
    return view.tab == "rules"


@dataclass(frozen=True)
class UseView:
    """``tab``: what is done with the tree. ``pruned``: the tree is the one of Pruning as far as it
    is cut, and not that of Grow. ``node``: the node that was touched in the tree, if any. ``case``:
    what the tree is asked about, with the table whose columns it has; ``asked`` is its address
    until the table is there; ``before``: the case until one of the offered changes was taken.
    ``kind``: the form to take it away in.

    Of Evaluate: ``folds``: each row is judged by the tree of the other folds, and not
    held-out rows; the closer ``look``; ``cell``: the true and the predicted class whose rows are
    listed; the ``column`` whose importance is opened, by which ``measure``, shuffled how often and
    by which seed; ``of_class``, ``positive``: the class whose sums are shown; ``error``: the row
    whose path is lit; ``counted``: the class (None: all) and whether held-out rows are those
    listed of a node.
    ``highlighted``: the pressed count whose rows are listed. ``mode``: how Predict is told what to
    ask about. ``told``: the answers to the questions so far, by column, None: not known.
    ``rule_set``: the rules of the tree, or what rule post-pruning has made of them; ``shown``:
    which rules of the tree are listed.
    """

    page: ClassVar = "use"
    tab: Tab = kept("predict", "tab", widget="use_tab")
    pruned: bool = kept(False, "tree", flag("pruned", "grown"))
    node: NodeId | None = kept(
        None, widget="use_weighed", reset_by=("tab", "look", "rule_set", "column")
    )
    case: tuple[str, Case] | None = kept(None, reset_by=("asked",))
    asked: str = kept("", "case", text(LONGEST), reset_by=("case",))
    before: Case | None = kept(None, reset_by=("case", "asked"))
    kind: str = kept("text", widget="use_kind", lasts=True)
    highlighted: Query | None = kept(None, reset_by=("case", "asked", "mode", "told", "rule_set"))
    look: Look = kept("classes", "look", widget="use_look", when=_judged)
    folds: bool = kept(False, "way", flag("folds", "rows"), when=_judged)
    cell: tuple[int | None, int | None] | None = kept(None, reset_by=("look", "folds"))
    column: int | None = kept(None, widget="use_column")
    measure: Measure = kept("share", widget="use_measure")
    repeats: int = kept(5, widget="use_shuffle_repeats")
    shuffle: int = kept(0, widget="use_shuffle_seed")
    of_class: int = kept(0, widget="use_class")
    positive: int = kept(1, widget="use_positive")
    error: int | None = kept(None)
    mode: Mode = kept("form", "ask", widget="use_mode")
    counted: tuple[int | None, bool] | None = kept(None)
    told: tuple[tuple[int, int | float | None], ...] = kept((), reset_by=("mode",))
    rule_set: RuleSet = kept("tree", "rules", widget="use_rule_set", when=_listed)
    shown: Shown = kept(Shown())
