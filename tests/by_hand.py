"""The engine's numbers once more, in plain Python: one row, one split, one sum at a time.

Nothing here calls the counting or the scoring of ``dtcore``; it reads a dataset's cells and the
fields of policies. Slow and simple on purpose, for tables of a dozen rows.
"""

import math
from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal
from fractions import Fraction
from itertools import combinations, pairwise

import numpy as np

import dtcore as dt
from dtcore.formula import Named, Number, Query
from dtcore.model.columns import FloatArray, Schema
from dtcore.model.nodes import NodeId
from dtcore.model.splits import Split
from dtcore.policies.splits import EveryLevel, Groups
from dtcore.stepping.evidence import Candidate

Rows = list[int]
NO_DECREASE = Named("", Number(0), Number(0))


def branch_of(split: Split, data: dt.Dataset, row: int) -> int:
    """The branch that one row takes."""
    value = data.columns[split.column].values[row]
    match split:
        case dt.Threshold(cut=cut):
            return 0 if value <= cut else 1
        case dt.Subset(left=left):
            return 0 if value in left else 1
        case _:
            return int(value)


def rows_at(tree: dt.Tree, data: dt.Dataset, node: NodeId) -> Rows:
    rows = list(range(len(data)))
    for depth, branch in enumerate(node):
        split = tree[node[:depth]].split
        rows = [row for row in rows if branch_of(split, data, row) == branch]
    return rows


def rows_of(query: Query, tree: dt.Tree, data: dt.Dataset) -> Rows:
    """The rows that a count in a formula says it counts."""
    rows = rows_at(tree, data, query.node)
    if query.branch is not None:
        rows = [row for row in rows if branch_of(query.split, data, row) == query.branch]
    if query.label is not None:
        rows = [row for row in rows if data.target.values[row] == query.label]
    return rows


def weight(data: dt.Dataset, rows: Iterable[int]) -> float:
    return math.fsum(data.weights[row] for row in rows)


def mean(data: dt.Dataset, rows: Rows) -> Fraction:
    total = sum(Fraction(data.weights[row]) for row in rows)
    return sum(Fraction(data.weights[r]) * Fraction(data.target.values[r]) for r in rows) / total


def squares(data: dt.Dataset, rows: Rows) -> float:
    """The weighted sum of squares about the mean, exact but for the last rounding."""
    if not rows:
        return 0.0
    centre = mean(data, rows)
    distances = ((data.weights[row], Fraction(data.target.values[row]) - centre) for row in rows)
    return float(sum(Fraction(weight) * away**2 for weight, away in distances))


def shares(data: dt.Dataset, rows: Rows) -> list[float]:
    """The share of each class that is present."""
    total = weight(data, rows)
    labels = {int(data.target.values[row]) for row in rows}
    return [
        weight(data, [r for r in rows if data.target.values[r] == label]) / total
        for label in sorted(labels)
    ]


def information(parts: Iterable[float]) -> float:
    """Entropy in bits."""
    return -math.fsum(p * math.log2(p) for p in parts)


def impurity(measure: object, data: dt.Dataset, rows: Rows) -> float:
    if not rows:
        return 0.0
    if isinstance(measure, dt.Variance):
        return squares(data, rows) / weight(data, rows)
    return of_counts(measure, shares(data, rows))


def parts_of(split: Split, data: dt.Dataset, rows: Rows, arity: int) -> list[Rows]:
    return [[r for r in rows if branch_of(split, data, r) == b] for b in range(arity)]


def twoing(data: dt.Dataset, rows: Rows, parts: list[Rows]) -> float:
    """Breiman et al. 1984, §4.3.2, class by class."""
    labels = {int(data.target.values[row]) for row in rows}
    sizes = [weight(data, part) for part in parts]
    apart = 0.0
    for label in labels:
        left, right = (
            weight(data, [r for r in part if data.target.values[r] == label]) / size
            for part, size in zip(parts, sizes, strict=True)
        )
        apart += abs(left - right)
    return sizes[0] * sizes[1] / sum(sizes) ** 2 / 4 * apart**2


def gain(measure: dt.ImpurityCriterion, data: dt.Dataset, rows: Rows, parts: list[Rows]) -> float:
    if isinstance(measure, dt.Twoing):
        return twoing(data, rows, parts)
    if measure.is_decrease:
        return decrease(measure, data, rows, parts)
    labels = range(len(data.schema.classes))  # what it prints, where nobody wrote it down here
    counts = [
        [weight(data, [r for r in p if data.target.values[r] == k]) for k in labels] for p in parts
    ]
    where = [Query((), branch=branch) for branch in range(len(parts))]
    return measure.formula_of_split(np.array(counts, float), where, NO_DECREASE).value


def decrease(measure: object, data: dt.Dataset, rows: Rows, parts: list[Rows]) -> float:
    """By how much the impurity falls."""
    total = weight(data, rows)
    after = math.fsum(weight(data, p) / total * impurity(measure, data, p) for p in parts)
    return impurity(measure, data, rows) - after


def split_info(measure: object, data: dt.Dataset, rows: Rows, parts: list[Rows]) -> float:
    """In the unit of the measure, bits if it has none."""
    unit = math.log(2) if measure == dt.Entropy(base=None) else 1.0
    return unit * information(weight(data, part) / weight(data, rows) for part in parts if part)


def every_split(recipe: dt.Recipe, data: dt.Dataset, column: int, rows: Rows) -> list[Split]:
    """What a recipe may ask of one column, in the order in which ties are decided."""
    values = [data.columns[column].values[row] for row in rows]
    if data.columns[column].numeric:
        return list(cuts(recipe, data, column, values))
    present = sorted({int(value) for value in values})
    if isinstance(recipe.splitter.nominal, EveryLevel):
        return [dt.Multiway(column)] if len(present) > 1 else []
    sizes = range(1, len(present)) if isinstance(recipe.splitter.nominal, Groups) else (1,)
    chosen = {left for size in sizes for left in combinations(present, size)}
    sides = {(left, tuple(code for code in present if code not in left)) for left in chosen}
    # the lowest level goes left; {a}|{b, c} and {b, c}|{a} are one grouping
    oriented = {tuple(sorted(pair)) for pair in sides if all(pair)}
    return [dt.Subset(column, left, right) for left, right in sorted(oriented)]


def cuts(recipe: dt.Recipe, data: dt.Dataset, column: int, values: Rows) -> Iterator[Split]:
    """The thresholds between neighbouring values, lowest first."""
    rule = recipe.splitter.numeric
    seen = sorted(map(float, set(values)))
    whole = sorted(float(value) for value in data.columns[column].values)
    for low, high in pairwise(seen):
        if high - low > rule.min_gap:
            middle = (low + high) / 2  # as the programs do that are followed to the last bit
            if not (rule.single or rule.data_value):
                middle = float((Decimal(repr(low)) + Decimal(repr(high))) / 2)
            cut = max(v for v in whole if v <= middle) if rule.data_value else middle
            yield dt.Threshold(column, cut)


def admitted(recipe: dt.Recipe, data: dt.Dataset, split: Split, parts: list[Rows]) -> bool:
    """Whether the recipe's limits on the size of branches let a split be tried."""
    sizes = [weight(data, part) for part in parts]
    for rule in recipe.stopping:
        match rule:
            case dt.MinLeaf(rows=least, weighted=False) if min(map(len, parts)) < least:
                return False
            case dt.MinLeaf(rows=least, weighted=True) if min(sizes) < least:
                return False
            case dt.TwoBranches(rows=least):
                share = 0.1 * sum(sizes) / len(data.schema.classes)
                wanted = max(least, min(25, share)) if isinstance(split, dt.Threshold) else least
                if sum(size >= wanted for size in sizes) < 2:
                    return False
    return True


def of_counts(measure: object, counts: Sequence[float]) -> float:
    """How mixed rows are of which the classes have these counts; of numbers (n, Σy, Σ(y - ȳ)²)."""
    match measure:
        case dt.Variance():
            return counts[2] / counts[0]
        case dt.Gini():
            return 1 - math.fsum((count / sum(counts)) ** 2 for count in counts)
        case dt.Entropy(base=base):
            bits = entropy_of_counts(*filter(None, counts))
            return bits if base == 2 else bits * math.log(2)
        case dt.ErrorRate():
            return 1 - max(counts) / sum(counts)
        case dt.ImpurityCriterion():  # of which nobody wrote the sum down here: what it prints
            return measure.formula(np.array(counts, float), Query(())).value
    raise TypeError(measure)


class OfCounts:
    """A candidate's sums from the counts of those branches that hold rows, and nothing else."""

    def __init__(self, candidate: Candidate, schema: Schema) -> None:
        weights = (
            candidate.branch_stats.sum(axis=1) if schema.classes else candidate.branch_stats[:, 0]
        )
        self.branches = candidate.branch_stats[weights > 0].tolist()
        self.weights, self.known = weights[weights > 0].tolist(), float(weights.sum())
        self.unknown = candidate.unknown

    def after(self, measure: object, shares: Iterable[float] | None = None) -> float:
        """The impurities of the branches added up, by their ``shares``: those of the rows."""
        by = [weight / self.known for weight in self.weights] if shares is None else shares
        parts = zip(by, self.branches, strict=True)
        return math.fsum(share * of_counts(measure, branch) for share, branch in parts)

    @property
    def phi(self) -> float:
        """Twoing, over the known rows."""
        sides = zip(*self.branches, strict=True)
        apart = sum(abs(a / self.weights[0] - b / self.weights[1]) for a, b in sides)
        return self.weights[0] * self.weights[1] / self.known**2 / 4 * apart**2

    def gain(self, measure: object, shares: Iterable[float] | None = None) -> float:
        """Of all rows of the node; not of numbers."""
        share = self.known / (self.known + self.unknown)
        if isinstance(measure, dt.Twoing):
            return self.phi * share
        whole = [sum(counts) for counts in zip(*self.branches, strict=True)]
        return (of_counts(measure, whole) - self.after(measure, shares)) * share

    def split_info(self, measure: object) -> float:
        """Those of unknown value are a branch."""
        return of_counts(measure, [*self.weights, self.unknown])

    def price(self, measure: object, tries: float) -> float:
        """What C4.5 takes off for choosing among ``tries`` cuts (Quinlan 1996); nothing if 0."""
        bits = math.log2(max(tries, 1)) / (self.known + self.unknown)
        return bits * math.log(2) if measure == dt.Entropy(base=None) else bits


def entropy_of_counts(*counts: float) -> float:
    return information(count / sum(counts) for count in counts)


def pooled(stats: FloatArray, schema: Schema) -> FloatArray:
    """(k,) the statistics of all rows together, from those of each part (b, k)."""
    whole = stats.sum(axis=0)
    if not schema.classes and whole[0] > 0:
        weight = np.where(stats[:, 0] > 0, stats[:, 0], 1.0)
        away = stats[:, 1] / weight - whole[1] / whole[0]
        whole[2] += (stats[:, 0] * away**2).sum()
    return whole
