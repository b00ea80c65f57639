"""C4.5's growth row by row, with its arithmetic: in single precision as Release 8, or double.

Release 8 keeps one weight for each row, wherever the row is. A row whose value is missing is
multiplied by a branch's share before that branch is grown, and divided by it afterwards; rows
are swapped about as they are sorted and grouped, which is the order in which they are added.
Slow and simple on purpose, for the small tables of ``reference/c45.jsonl``. Quinlan 1993.
"""

import math
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np

import dtcore as dt
from dtcore.model.nodes import NodeId

EPSILON = 1e-3
Shape = dict[NodeId, tuple[int, float | None] | None]
"""The column and the cut that each node asks for, None for a leaf."""
Test = tuple[float, float, float | None]
"""Gain, split info and cut."""


def shape(data: dt.Dataset, least: float, number: type) -> Shape:
    """The tree of ``data`` with ``-m least``, grown in ``number``, np.float32 or np.float64."""
    grower = Grower(data, least, number)
    grower.grow(0, len(data), ())
    return grower.shape


@dataclass
class Grower:
    """``items`` are all rows; a node has those from ``first`` up to ``end``."""

    data: dt.Dataset
    least: float
    number: type

    def __post_init__(self) -> None:
        self.items = list(range(len(self.data)))
        self.weight = [self.number(1)] * len(self.data)
        self.asked: set[int] = set()
        self.shape: Shape = {}

    def gone(self, column: int, row: int) -> bool:
        value = self.data.columns[column].values[row]
        return bool(np.isnan(value) if self.data.columns[column].numeric else value < 0)

    def value(self, column: int, row: int) -> Any:
        value = self.data.columns[column].values[row]
        return np.float32(value) if self.data.columns[column].numeric else value

    def swap(self, a: int, b: int) -> None:
        self.items[a], self.items[b] = self.items[b], self.items[a]

    def sum(self, first: int, end: int) -> Any:
        total = self.number(0)
        for row in self.items[first:end]:
            total += self.weight[row]
        return total

    def counts(self, first: int, end: int, of: Any = None) -> list[Any]:
        """Class weights, of the rows that ``of`` takes."""
        found = [self.number(0)] * len(self.data.schema.classes)
        for row in self.items[first:end]:
            if of is None or of(row):
                found[self.data.target.values[row]] += self.weight[row]
        return found

    def information(self, counts: list[Any]) -> Any:
        """Of all rows together, in bits."""
        total, each = self.number(0), self.number(0)
        for count in counts:
            each += self.number(count * math.log2(count)) if count > 0 else 0
            total += count
        return self.number(total * math.log2(total) - each) if total > 0 else total

    def group(self, first: int, end: int, takes: Any) -> int:
        """Swap the rows that ``takes`` wants to the front; where the others begin."""
        for place in range(first, end):
            if takes(self.items[place]):
                self.swap(first, place)
                first += 1
        return first

    def sort(self, first: int, last: int, column: int) -> None:
        """Quicksort by the last item, which comes to stand behind all that are not above it."""
        if first >= last:
            return
        pivot, middle = self.value(column, self.items[last]), first
        for place in range(first, last):
            if self.value(column, self.items[place]) <= pivot:
                self.swap(middle, place)
                middle += 1
        lower = middle - 1
        for place in range(lower, first - 1, -1):
            if self.value(column, self.items[place]) == pivot:
                self.swap(lower, place)
                lower -= 1
        self.sort(first, lower, column)
        self.swap(middle, last)
        self.sort(middle + 1, last, column)

    def grow(self, first: int, end: int, node: NodeId) -> Any:
        """Grow the subtree of ``node`` and return its training errors."""
        cases, most = self.sum(first, end), max(self.counts(first, end))
        self.shape[node] = None
        errors = self.number(cases - most)
        if most == cases or cases < 2 * self.least:
            return errors
        best = self.best(first, end)
        if best is None:
            return errors
        self.shape[node] = column, cut = best
        takes = self.branches(column, cut)
        known = self.group(first, end, lambda row: self.gone(column, row))
        known_cases = self.number(cases - self.sum(first, known))
        self.asked.add(column)
        below = self.number(0)
        for branch, mine in enumerate(takes):
            stop = self.group(known, end, mine)
            if stop == known:
                self.shape[(*node, branch)] = None
                continue
            factor = self.number(self.sum(known, stop) / known_cases)
            for row in self.items[first:known]:
                self.weight[row] = self.number(self.weight[row] * factor)
            below += self.grow(first, stop, (*node, branch))
            known = self.group(first, stop, lambda row: self.gone(column, row))
            for row in self.items[first:known]:
                self.weight[row] = self.number(self.weight[row] / factor)
            # the next branch stands behind this one, so the unknown rows go there too
            self.rotate(first, known, stop)
            first, known = first + stop - known, stop
        self.asked.discard(column)
        if below >= errors - EPSILON:
            self.shape = {n: s for n, s in self.shape.items() if n[: len(node)] != node}
            self.shape[node] = None
        return below

    def rotate(self, first: int, known: int, stop: int) -> None:
        """Exchange the unknown rows with the branch behind them."""
        unknown, branch = self.items[first:known], self.items[known:stop]
        self.items[first:stop] = branch + unknown

    def branches(self, column: int, cut: float | None) -> list[Any]:
        levels = self.data.columns[column].levels
        if levels is not None:
            return [lambda row, v=v: self.value(column, row) == v for v in range(len(levels))]
        return [
            lambda row: self.value(column, row) <= cut,
            lambda row: self.value(column, row) > cut,
        ]

    def best(self, first: int, end: int) -> tuple[int, float | None] | None:
        tests = {}
        for column, field in enumerate(self.data.columns):
            if field.numeric or column not in self.asked:
                found = self.cut(column, first, end) if field.numeric else None
                tests[column] = found if field.numeric else self.levels(column, first, end)
        tests = {column: test for column, test in tests.items() if test}
        few = [len(c.levels or ()) < 0.3 * len(self.data) for c in self.data.columns]
        total, counted = self.number(0), 0
        for column, (gain, _, _) in tests.items():
            if few[column] or not any(few):
                total, counted = self.number(total + gain), counted + 1
        average = self.number(total / counted) if counted else 1e6
        best, winner = self.number(-EPSILON), None
        for column, (gain, info, cut) in tests.items():
            worth = self.number(gain / info) if info > EPSILON else 0
            if gain >= average - EPSILON and info > EPSILON and worth > best:
                best, winner = worth, (column, cut)
        return winner

    def levels(self, column: int, first: int, end: int) -> Test | None:
        parts = [self.counts(first, end, of) for of in self.branches(column, None)]
        cases = self.sum(first, end)
        unknown = self.number(sum(self.counts(first, end, lambda row: self.gone(column, row))))
        known = self.number(cases - unknown)
        if known <= 0:
            return None
        whole = [self.number(sum(p[k] for p in parts)) for k in range(len(parts[0]))]
        base = self.number(self.information(whole) / known)
        scored = self.score(parts, [self.total(part) for part in parts], base, unknown, cases)
        return (*scored, None) if scored else None

    def score(
        self, parts: list[list[Any]], sizes: list[Any], base: Any, unknown: Any, cases: Any
    ) -> tuple[Any, Any] | None:
        """Gain and split info of branches with class weights ``parts``; None if too few rows."""
        if sum(size >= self.least for size in sizes) < 2:
            return None
        inside = self.number(0)
        for part in parts:
            inside += self.information(part)
        known, share = self.number(cases - unknown), self.number(1 - self.number(unknown / cases))
        gain = self.number(share * self.number(base - self.number(inside / known)))
        return gain, self.number(self.information([unknown, *sizes]) / cases)

    def total(self, counts: list[Any]) -> Any:
        total = self.number(0)
        for count in counts:
            total += count
        return total

    def cut(self, column: int, first: int, end: int) -> Test | None:
        cases = self.sum(first, end)
        begin = self.group(first, end, lambda row: self.gone(column, row))
        unknown = self.sum(first, begin)
        known = self.number(cases - unknown)
        if known < 2 * self.least:
            return None
        self.sort(begin, end - 1, column)
        left, right = [self.number(0)] * len(self.data.schema.classes), self.counts(begin, end)
        base = self.number(self.information(right) / known)
        floor = self.number(0.10 * known / len(right))
        floor = self.least if floor <= self.least else min(floor, 25)
        low, tries, best = self.number(0), [], None
        for row, after in pairwise(self.items[begin:end]):
            label = self.data.target.values[row]
            low += self.weight[row]
            left[label] += self.weight[row]
            right[label] -= self.weight[row]
            if low < floor:
                continue
            if low > self.number(known - floor):
                break
            if self.value(column, row) < self.value(column, after) - 1e-5:
                sizes = [low, self.number(known - low)]
                scored = self.score([left, right], sizes, base, unknown, cases)
                gain, info = scored or (-EPSILON, 0)
                tries.append((gain, info, self.value(column, row), self.value(column, after)))
        price = self.number(math.log2(max(len(tries), 1)) / cases)
        for gain, info, below, above in tries:
            if self.number(gain - price) > (best[0] if best else 0):
                best = (self.number(gain - price), info, (float(below) + float(above)) / 2)
        if best is None:
            return None
        whole = self.data.columns[column].distinct
        return best[0], best[1], float(whole[whole <= best[2]].max())
