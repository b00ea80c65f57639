"""What the Use page keeps of itself between reruns, and what the address says of it: ``tab=rules``,
``tree=pruned``, ``look=columns`` and ``way=folds`` (of Evaluate), ``rules=list``, ``take=lesson``,
``case=0~2~x`` or ``case=row11``, ``ask=questions``; and a case that the tree is asked about, a cell
for each column, some of them not known."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Final, Literal, get_args

import numpy as np
import pandas as pd

import dtcore as dt
from dtcore.formula import Query
from dtcore.model import FloatArray, NodeId, Tree
from dtshow.lesson.state import flag, kept, one_of, text
from dtshow.words import number_format
from dttools.rules import TreeRule

Cell = int | float | None
"""The number of a level, a number, or None: not known."""
UNKNOWN: Final = "x"


@dataclass(frozen=True)
class Case:
    """``cells``: one for each column of the tree's schema; ``row``: the row of the table that it
    is, from 0, until a cell is changed."""

    cells: tuple[Cell, ...]
    row: int | None = None

    @classmethod
    def usual(cls, data: dt.Dataset) -> Case:
        """The middle of each column: its median, or its most frequent level."""
        return cls(tuple(_middle(column, data.row_counts) for column in data.columns))

    @classmethod
    def of_row(cls, data: dt.Dataset, row: int) -> Case:
        return cls(tuple(_cell(column, column.values[row]) for column in data.columns), row)

    def put(self, column: int, cell: Cell) -> Case:
        """The same with another cell; it is no row of the table any more."""
        cells = (*self.cells[:column], cell, *self.cells[column + 1 :])
        return self if cells == self.cells else replace(self, cells=cells, row=None)

    def frame(self, tree: Tree) -> pd.DataFrame:
        """One row, as the tree predicts it."""
        pairs = zip(tree.schema.columns, self.cells, strict=True)
        return pd.DataFrame({field.name: [_value(field.levels, cell)] for field, cell in pairs})

    def written(self) -> str:
        """For an address: level numbers and numbers, "x" where nothing is known."""
        return "~".join(UNKNOWN if cell is None else f"{cell!r}" for cell in self.cells)


def read_case(text: str, data: dt.Dataset) -> Case | None:
    """The case of an address; None if the table has no such case."""
    cells = text.split("~")
    if len(cells) != len(data.columns):
        return None
    found = [_read(cell, column.levels) for cell, column in zip(cells, data.columns, strict=True)]
    return None if any(known is False for known in found) else Case(tuple(found))


def _read(text: str, levels: tuple[str, ...] | None) -> Cell | bool:
    """False if it cannot be a cell of the column."""
    if text == UNKNOWN:
        return None
    if levels is not None:
        return int(text) if re.fullmatch(r"\d{1,6}", text) and int(text) < len(levels) else False
    number = float(text) if re.fullmatch(r"-?\d{1,18}(\.\d{1,18})?(e[+-]?\d{1,3})?", text) else None
    return False if number is None or not math.isfinite(number) else number


def _value(levels: tuple[str, ...] | None, cell: Cell) -> object:
    if cell is None:
        return None if levels is not None else math.nan
    return float(cell) if levels is None else levels[int(cell)]


def _cell(column: dt.model.Column, value: np.int64 | np.float64) -> Cell:
    if isinstance(value, np.integer):
        return int(value) if value >= 0 else None
    return number_format.unrounded(float(value), column) if math.isfinite(value) else None


def _middle(column: dt.model.Column, rows: FloatArray) -> Cell:
    """Of ``rows`` (n,) that each line stands for; None for a column without a known cell."""
    known = column.values >= 0 if column.levels is not None else np.isfinite(column.values)
    if not known.any():
        return None
    values, rows = column.values[known], rows[known]
    if column.levels is not None:
        return int(np.bincount(values, rows).argmax())
    order = np.argsort(values, kind="stable")
    middle = np.searchsorted(np.cumsum(rows[order]), rows.sum() / 2)
    return number_format.unrounded(float(values[order][middle]), column)


def range_of(column: dt.model.Column) -> tuple[float, float, float]:
    """From the least to the largest known number, and a step in which the table is written."""
    known = column.values[np.isfinite(column.values)]
    if not len(known):
        return 0.0, 0.0, 1.0
    low, high = (number_format.unrounded(float(end), column) for end in (known.min(), known.max()))
    digits = next((k for k in range(6) if np.allclose(known, known.round(k), atol=1e-9)), 6)
    return low, high, 10.0**-digits


Sort = Literal["leaves", "coverage", "confidence", "conditions"]
SORTS: Final[tuple[Sort, ...]] = get_args(Sort)
Tab = Literal["predict", "evaluate", "rules", "take"]
Look = Literal["classes", "ranking", "numbers", "columns", "wrong", "nodes"]
Mode = Literal["form", "questions", "file"]
RuleSet = Literal["tree", "list"]
Measure = Literal["share", "rpart", "permuted"]
TABS: Final[tuple[Tab, ...]] = get_args(Tab)
TREES: Final = ("text", "python", "sql", "sklearn", "rules", "json")
KINDS: Final = (*TREES, "picture", "candidates", "lesson")
"""What is taken away, and which of it is the tree as a text."""
LONGEST: Final = 20_000
"""Characters of a case."""


@dataclass(frozen=True)
class Shown:
    """``label``: only rules of this class; ``coverage`` and ``confidence``: at least so much, in
    per cent; ``conditions``: at most so many."""

    sort: Sort = "leaves"
    label: int | None = None
    coverage: int = 0
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
            and 100 * (rule.coverage.value or 0.0) >= self.coverage
            and 100 * confidence_of(rule) >= self.confidence
            and (self.conditions is None or len(rule.conditions) <= self.conditions)
        )

    def _rank(self, rule: TreeRule) -> float:
        match self.sort:
            case "coverage":
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


def _taken(view: UseView) -> bool:
    return view.tab == "take"


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
    kind: str = kept("text", "take", one_of(*KINDS), widget="use_kind", lasts=True, when=_taken)
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
