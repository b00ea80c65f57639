"""The minus sign that people read, U+2212 as in the sums; what machines read keeps its hyphen.

Only numbers are touched: the names of columns and levels stay as they were typed.
"""

from __future__ import annotations

import re
from functools import reduce
from typing import Final

import pandas as pd

from dtcore.model import (
    GAP,
    Column,
    Condition,
    FloatArray,
    Multiway,
    NodeId,
    Schema,
    Split,
    Threshold,
    Tree,
    branches,
    cut_text,
    describe,
    gap_of,
    in_full,
    number,
    read_cut,
    weight_text,
)
from dtshow.words.language import _, ngettext
from dttools import export

SIGN = "−"
NO_BREAK: Final = "\u00a0"
"""What stands for a space that no line ends at."""
_OPERATOR: Final = re.compile(r" (\\?[≤<>=≥]|∈) ")
PERCENT = "%.1f%%"
"""How a table writes shares as ``share`` does, from 100 times as much."""


def share(value: float) -> str:
    """Of a whole, in per cent; wherever a share is told and not worked out."""
    return f"{value:.1%}"


def share_of_rows(value: float) -> str:
    """A share in whole per cent, for a line that is read at a glance: "100%" is all of them."""
    text = f"{value:.0%}"
    if text not in ("0%", "100%") or value in (0, 1):
        return text
    return f"{min(max(value, 0.001), 0.999):.1%}"


def r2(value: float) -> str:
    """R² at a glance: "1.00" is all, and what is not defined is a dash."""
    if value != value:
        return "–"
    text = f"{value:.2f}"
    if text == "1.00" and value < 1 - 1e-9:
        return "0.99"
    return written(text.replace("-0.00", "0.00"))


def leaves(count: int) -> str:
    return ngettext("{n} leaf", "{n} leaves", int(count))


def written(text: str) -> str:
    """A number that was written with a hyphen."""
    return text.replace("-", SIGN)


def shown(value: float) -> str:
    """As ``number``."""
    return written(number(value))


def exact(value: float, single: bool = False) -> str:
    """A value beside a cut: with all digits that tell it from its neighbours, ``single``: from
    those in single precision."""
    return written(cut_text(value, single=True) if single else in_full(value))


def unrounded(value: float, column: Column) -> float:
    """A cell as short as it can be written, if it has been rounded to single precision."""
    return read_cut(cut_text(value, single=True)) if column.field.single else value


def denied(own: float, split: Threshold, schema: Schema, branch: int) -> bool:
    """Whether a value and the cut, as both are written short, would have it on another branch."""
    single = schema.columns[split.column].single
    shown = read_cut(cut_text(own, single=single)) if single else own
    return (shown <= read_cut(split.cut_text(schema))) != (branch == 0)


def test(own: float, split: Threshold, schema: Schema, branch: int) -> str:
    """ "2.3 ≤ 2.45": a value and the branch that it takes; in full where short numbers deny it."""
    condition, single = split.condition(schema, branch), schema.columns[split.column].single
    if not denied(own, split, schema, branch):
        return f"{exact(own, single)} {condition.operator} {value(condition)}"
    full = f"{exact(own)} {condition.operator} {exact(split.cut)}"
    return (_("{test} in single precision") if single else _("{test} in full")).format(test=full)


def cut(value: float, distinct: FloatArray, single: bool = False) -> str:
    """A cut between two of the ``distinct`` values, sorted, as conditions print it; ``single``:
    of a column in single precision."""
    return written(cut_text(value, *gap_of(value, distinct), single))


def typed(value: float, distinct: FloatArray, single: bool = False) -> str:
    """The format in which a field that takes a cut shows it with as many digits."""
    return f"%.{max(6, digits(value, cut(value, distinct, single)))}g"


def digits(value: float, text: str = "") -> int:
    """How many digits of a number count: those that tell it apart, or those of its ``text``."""
    return len(re.sub(r"e.*|\D", "", text or in_full(value)).lstrip("0"))


def cell(value: object) -> str:
    """A cell of a table as it was in the file: numbers short, "?" where it is missing."""
    if value is None or value is pd.NA or value != value:
        return GAP
    if isinstance(value, float):
        return shown(value)
    return written(str(value)) if isinstance(value, int) else str(value)


def value(condition: Condition) -> str:
    """As ``condition.value``: a cut, or levels."""
    number = condition.operator in "≤>"
    return written(condition.value) if number else condition.value


def told(condition: Condition) -> str:
    """As ``str(condition)``."""
    return f"{condition.column} {condition.operator} {value(condition)}"


def on_branch(condition: Condition) -> str:
    """What stands on a branch, whose node says the column."""
    return f"{condition.operator} {value(condition)}"


def question(split: Split, schema: Schema) -> str:
    """As ``describe``."""
    if isinstance(split, Threshold):
        return f"{schema.columns[split.column].name} {sides(split, schema)}"
    if isinstance(split, Multiway):
        return describe(split, schema)
    return f"{schema.columns[split.column].name}{_(': ')}{sides(split, schema)}"


def unparted(markdown: str) -> str:
    """Conditions, as ``literal`` wrote them, in which no line ends beside an operator."""
    return _OPERATOR.sub(rf"{NO_BREAK}\1{NO_BREAK}", markdown)


def sides(split: Split, schema: Schema) -> str:
    """As ``branches``, with the signs of the language."""
    if isinstance(split, Threshold):
        return written(branches(split, schema))
    conditions = (split.condition(schema, branch) for branch in range(split.arity(schema)))
    return " | ".join(_(", ").join(condition.values) for condition in conditions)


def answer(tree: Tree, node: NodeId) -> str:
    """The predicted class, or the mean with as many decimals as all means of the tree."""
    if tree.schema.classes:
        return export.prediction(tree, node)
    return mean(tree, tree.prediction(node))


def mean(tree: Tree, value: float) -> str:
    """With as many decimals as the means of the tree."""
    return written(export.mean(value, ",", tree.decimals))


def rows_count(count: float) -> str:
    """So many rows; with decimals if they are shared out."""
    shown = round(float(count), 3)
    if shown.is_integer() and (shown or not count):
        return ngettext("{n} row", "{n} rows", int(shown))
    return _("{weight} rows").format(weight=weight_text(count))


def class_counts(tree: Tree, node: NodeId) -> str:
    """The rows of each class, as a label: "9 Yes · 5 No"; Chinese has the number last."""
    pairs = zip(tree.rows_of_classes(node), tree.schema.classes, strict=True)
    return " · ".join(class_count(weight_text(float(count)), name) for count, name in pairs)


def class_count(count: str, name: str) -> str:
    return _("{n} {name}").format(n=count, name=name)


def counted_classes(tree: Tree, node: NodeId) -> str:
    """The rows of each class, for a sentence: "9 Yes, 5 No". No line ends behind a number."""
    text = _("{count} {name}").replace(" ", NO_BREAK)
    pairs = zip(tree.rows_of_classes(node), tree.schema.classes, strict=True)
    told = [text.format(count=weight_text(float(count)), name=name) for count, name in pairs]
    return reduce(lambda one, other: _("{one}, {other}").format(one=one, other=other), told)


def rows_or_weight(weights: FloatArray, fractional: bool) -> str:
    """So many rows, or what they weigh where weights are fractions and count none."""
    if not fractional:
        return rows_count(float(weights.sum()))
    return _("weight {weight}").format(weight=weight_text(float(weights.sum())))


def rows_and_weight(rows: float, weight: float, schema: Schema) -> str:
    """A count, and beside it what these rows weigh, where that decides."""
    if not schema.weighs or not rows:
        return weight_text(rows)
    return _("{rows} (weight {weight})").format(rows=weight_text(rows), weight=weight_text(weight))


_HAN: Final = r"[\u4e00-\u9fff]"
_BESIDE_HAN: Final = re.compile(rf"(?<={_HAN}) (?=\d)|(?<=\d) (?={_HAN})")


def is_chinese(text: str) -> bool:
    """Whether a sign of Chinese is in it, so that what joins it to others is full-width."""
    return re.search(_HAN, text) is not None


def with_measures(text: str) -> str:
    """Chinese in which no line ends between a number and its measure word."""
    return _BESIDE_HAN.sub("\N{NO-BREAK SPACE}", text)
