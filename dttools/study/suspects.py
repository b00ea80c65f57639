"""Columns that serve otherwise than one may think: those that number the rows, and those that tell
the classes of the target on their own, as what is known only afterwards does.

Not done here: whether a column is known beforehand, which only a person can say.
"""

from __future__ import annotations

from math import inf, lgamma, log
from typing import Any, Final

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from dtcore.model.columns import Column
from dttools.files.columns import names_rows, words_of

DATES: Final = frozenset(
    [
        *("date", "day", "days", "week", "month", "year", "time", "timestamp", "weekofpurchase"),
        *("日期", "时间", "年份", "月份", "月", "日", "年"),
    ]
)
"""What dates a row."""
MEASURES: Final = DATES | frozenset(
    [
        *("x", "t", "age", "dose", "hour", "hours", "minute", "minutes", "second", "seconds"),
        *("weeks", "months", "years", "step", "steps", "trial", "trials", "epoch", "epochs"),
        *("distance", "depth", "temperature", "temp"),
        *("周", "周次", "周数", "天", "天数", "月数", "小时", "小时数", "分钟", "秒", "时刻"),
        *("年龄", "月龄", "日龄", "工龄", "剂量", "步", "步数", "次数", "轮次", "距离", "深度"),
    ]
)
"""What is measured in steps of 1, as well as counted."""
NUMBERS: Final = frozenset(
    [
        *("id", "ids", "no", "nr", "num", "number", "index", "idx", "row", "rownames", "rowname"),
        *("code", "key", "uuid", "unnamed", "编号", "序号", "学号", "工号", "号码"),
    ]
)
"""What numbers a row."""
LEAST_ROWS: Final = 5
"""Of fewer rows numbers say nothing."""
LEAST_RUN: Final = 10
"""Rows from which on numbers that rise by 1 number the rows, whatever the first is."""
CHANCE: Final = 0.001
"""How likely it may be, at most, that any column of a table does so by chance."""
MOSTLY: Final = 0.9
"""Of the rows have to have a value in the column."""
FIRST: Final = 1000
"""Rows that are looked at first: most columns are clear then."""


def numbers_rows(series: pd.Series[Any]) -> bool:
    """Whether it counts down the table, and its name does not say that it measures something; or
    its name says that it tells rows apart, and so it does, by whole numbers in any order."""
    return (not _measures(series) and rises(series)) or _identifies(series)


def _identifies(series: pd.Series[Any]) -> bool:
    if len(series) < LEAST_ROWS or not pd.api.types.is_numeric_dtype(series):
        return False
    whole = names_rows(str(series.name)) and bool((series % 1 == 0).all())
    return whole and series.is_unique


def rises(series: pd.Series[Any]) -> bool:
    """Whether it holds 0, 1, 2, ... or 1, 2, 3, ... down the table, or a run of numbers, longer or
    called one, that begins anywhere, as customers are numbered; years are counted so and number
    nothing."""
    if len(series) < LEAST_ROWS or not pd.api.types.is_numeric_dtype(series):
        return False
    first = series.iloc[0]
    short = len(series) < LEAST_RUN and NUMBERS.isdisjoint(words_of(str(series.name)))
    if first not in (0, 1) and (_measures(series) or short):
        return False
    return np.array_equal(series.to_numpy(), first + np.arange(len(series)))


def _measures(series: pd.Series[Any]) -> bool:
    """By its name, unless it is the “X” that R writes above its row numbers."""
    words = words_of(str(series.name))
    numbers = series.name == "X" or not NUMBERS.isdisjoint(words)
    return not numbers and not MEASURES.isdisjoint(words)


def tells_classes(column: Column, classes: NDArray[Any], among: int) -> bool:
    """Whether it tells the ``classes`` (n_rows,) on its own, of every row that has a value: a
    number by one cut between each two classes, another value by value; and no one of ``among``
    columns is likely to by chance."""
    return _chance(column, classes) * among <= CHANCE


def _chance(column: Column, classes: NDArray[Any]) -> float:
    """How likely a column with these values would tell all classes if they were dealt out at
    random, at most; infinite if it does not tell them."""
    known = np.isfinite(column.values) if column.numeric else column.values >= 0
    both = known & (classes >= 0)
    if both.sum() < MOSTLY * len(both):
        return inf
    values, classes = column.values[both], classes[both]
    tells = _in_order if column.numeric else _one_by_one
    if not (tells(values[:FIRST], classes[:FIRST]) and tells(values, classes)):
        return inf
    counts = np.bincount(classes)
    counts = counts[counts > 0]
    of_order = lgamma(len(counts) + 1)
    ways = of_order if column.numeric else len(np.unique(values)) * log(len(counts))
    dealt = lgamma(len(classes) + 1) - sum(lgamma(count + 1) for count in counts.tolist())
    return float(np.exp(min(0.0, ways - dealt)))


def _in_order(values: NDArray[Any], classes: NDArray[Any]) -> bool:
    """Whether the numbers of each class lie together, apart from those of the others."""
    order = np.argsort(values, kind="stable")
    values, classes = values[order], classes[order]
    ends = np.flatnonzero(np.diff(classes))
    apart = len(ends) == len(np.unique(classes)) - 1
    return apart and bool((values[ends] < values[ends + 1]).all())


def _one_by_one(codes: NDArray[Any], classes: NDArray[Any]) -> bool:
    """Whether each value has rows of one class only."""
    one = np.zeros(int(codes.max(initial=0)) + 1, dtype=classes.dtype)
    one[codes] = classes
    return bool((one[codes] == classes).all())
