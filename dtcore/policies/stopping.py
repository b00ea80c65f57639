"""When a node is not split, and which splits are too lopsided to be tried.

A rule can close a node before it is weighed (``closes``), rule out single splits
(``admits``), and refuse the winner (``refuses``). Most rules do one of the three. What is called
rows here is their weight; where ``weighted`` is False each row counts once, whatever its weight,
as in scikit-learn and rpart, and wherever a table's weights are fractions. Others compare weights,
and say so where these are no rows. Each rule says its own words: when it stops (``clause``), why it
stopped a node (``reason``), why the best split was not good enough (``refusal``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import ClassVar

import numpy as np

from dtcore.errors import RecipeError
from dtcore.formula import Count, Formula, Named, Number, Over, Product, Query, Symbol, size, sum_of
from dtcore.model.columns import BoolArray, FloatArray, IntArray, Schema
from dtcore.model.nodes import is_pure, weight_of
from dtcore.policies.chi_squared import (
    critical_value,
    degrees_of_freedom,
    expected_counts,
    statistic,
)
from dtcore.policies.selection import NOT_WORTH_A_SPLIT, NOTHING, TIE, Claim, Claims
from dtcore.policy import Control, Limit, Policy, above_zero, from_zero, setting, share, whole
from dtcore.words import Sentence, as_written


@dataclass(frozen=True, eq=False)
class NodeFacts:
    """What is known of S nodes before they are weighed: their statistics ``stats`` (S, k), the
    number of their ``rows`` (S,), their ``depth`` (S,), and which columns may not be asked again,
    ``used`` (S, c). ``leaves`` counts those of the whole tree, for who splits a node at a time.
    """

    schema: Schema
    stats: FloatArray
    rows: IntArray
    depth: IntArray
    used: BoolArray
    leaves: int = 1

    @cached_property
    def weight(self) -> FloatArray:
        """(S,) the weight of the rows."""
        return weight_of(self.stats, self.schema)

    def size(self, weighted: bool) -> FloatArray:
        """(S,) the weight of the rows, or how many they are."""
        return self.weight if weighted else self.rows.astype(np.float64)


@dataclass(frozen=True, eq=False)
class Winners:
    """The winning candidates of S nodes; arrays of shape (S,).

    ``gain`` and ``before``: the decrease of impurity and the node's impurity, per unit of
    weight; ``share``: the node's share of the weight of the whole table. ``count`` counts the
    branches when a rule asks for them.
    """

    gain: FloatArray
    before: FloatArray
    share: FloatArray
    count: Callable[[], FloatArray]

    @cached_property
    def branches(self) -> FloatArray:
        """(S, b, k) the class weights in each branch, of the rows that the split places; b is the
        most that any winner has, and there is nothing in branches that are not there."""
        return self.count()


@dataclass(frozen=True)
class Stopping(Policy):
    """A rule that stops nothing; the others override what they need."""

    in_order: ClassVar[bool] = False
    """Whether what it says of a node depends on which nodes came before."""
    needs_classes: ClassVar[bool] = False
    """Whether it has nothing to say of a numeric target."""
    claims: ClassVar[Claims] = frozenset()
    """What it says of a node that it stops, besides that it does."""
    reason_by_weight: ClassVar[Sentence | None] = None
    """Its ``reason`` where what counts is no number of rows, if that is worded otherwise."""

    @property
    def refusal(self) -> Sentence:
        """Why it refuses a winner; {gain} is left open."""
        return NOT_WORTH_A_SPLIT

    @property
    def clause(self) -> Sentence:
        """When it stops, as what follows "A node becomes a leaf when"."""
        return as_written(self)

    @property
    def reason(self) -> Sentence:
        """Why it stopped a node, as a sentence of its own."""
        return as_written(self)

    def reason_in(self, schema: Schema) -> Sentence:
        """The same of a node of a tree with this schema."""
        return (schema.weighs and self.reason_by_weight) or self.reason

    def least(self, weight: float, n_classes: int, numeric: bool) -> float | None:
        """The rows that ``admits`` asks of a branch at a node of ``weight`` known rows, for a
        split of a ``numeric`` column or another; None if it asks for none."""
        return None

    def formulas(
        self, branches: FloatArray, where: Sequence[Query]
    ) -> Iterator[tuple[Named, Sentence]]:
        """What it compares of a split with class weights (b, k) of the rows at ``where``: each
        number as a formula, and what it is in a few words. Most rules compare what is shown."""
        yield from ()

    def caution(self, branches: FloatArray) -> Sentence | None:
        """What to bear in mind where it judges a split with class weights (b, k), if anything."""
        return None

    @property
    def counts_rows(self) -> bool:
        """Whether ``admits`` wants the number of rows in each branch, not their weight."""
        return False

    def closes(self, facts: NodeFacts) -> BoolArray:
        """(S,) whether each node becomes a leaf without being weighed."""
        return np.zeros(len(facts.weight), bool)

    def admits(self, branches: FloatArray, n_classes: int, numeric: bool) -> BoolArray:
        """(o,) whether each split may be tried, given its branch weights or rows (o, b)."""
        return np.ones(len(branches), bool)

    def admits_all(self, least: float) -> bool:
        """Whether no split is ruled out whose branches hold at least ``least`` each."""
        return type(self).admits is Stopping.admits

    def refuses(self, winners: Winners) -> BoolArray:
        """(S,) whether each winner is not worth its split."""
        return np.zeros(len(winners.gain), bool)


@dataclass(frozen=True)
class Empty(Stopping):
    """No row came here: a leaf that predicts as its parent. Every recipe has this rule, so none
    lists it, and it has no clause. Mitchell 1997, Table 3.1."""

    claims: ClassVar[Claims] = frozenset({Claim.EMPTY})
    reason = Sentence("No row reaches this node, so it predicts what its parent predicts.")

    def closes(self, facts: NodeFacts) -> BoolArray:
        return facts.weight <= 0


@dataclass(frozen=True)
class Pure(Stopping):
    """All rows are of one class, or have the same target value. Mitchell 1997, Table 3.1."""

    claims: ClassVar[Claims] = frozenset({Claim.PURE})
    clause = Sentence("all its rows have the same target value")
    reason = Sentence("All its rows have the same class: nothing is left to split.")

    def closes(self, facts: NodeFacts) -> BoolArray:
        return is_pure(facts.stats, facts.schema)

    def reason_in(self, schema: Schema) -> Sentence:
        if schema.classes:
            return self.reason
        return Sentence("All its rows have the same target value: nothing is left to split.")


@dataclass(frozen=True)
class NoColumnLeft(Stopping):
    """Every column has been used on the way here. Mitchell 1997, table 3.1."""

    clause = Sentence("every column has been used above it")
    reason = Sentence("Every column has been used on the path to this node.")

    def closes(self, facts: NodeFacts) -> BoolArray:
        return np.asarray(facts.used.all(axis=1))


@dataclass(frozen=True)
class MaxDepth(Stopping):
    """No node deeper than this; the root is at depth 0. As scikit-learn's ``max_depth``."""

    depth: int = setting(
        3, whole(0), Limit("depth", Sentence("Maximum depth (empty: no limit)"), 1, 30)
    )
    clause = Sentence("it is at depth {depth}")
    reason = Sentence("It is at the depth limit, {depth}.")

    def closes(self, facts: NodeFacts) -> BoolArray:
        return facts.depth >= self.depth


@dataclass(frozen=True)
class MaxLeaves(Stopping):
    """No split once the tree has this many leaves: scikit-learn's ``max_leaf_nodes``.

    Which nodes are split until then is a matter of the order, ``BestFirst`` as a rule. It
    counts leaves a split at a time, so splits must have two branches.
    """

    leaves: int = setting(
        8,
        whole(1),
        Limit("leaves", Sentence("Maximum number of leaves (empty: no limit)"), 2, 100_000),
    )
    in_order: ClassVar[bool] = True
    clause = Sentence("the tree has {leaves} leaves")
    reason = Sentence("The tree has its {leaves} leaves.")

    def closes(self, facts: NodeFacts) -> BoolArray:
        return np.full(len(facts.stats), facts.leaves >= self.leaves)


class _OfRows:
    """Words of a rule that counts rows, by their weight or each once."""

    weighted: bool

    @property
    def counted(self) -> Sentence | str:
        return "" if self.weighted else Sentence(" (counting rows, not weights)")


@dataclass(frozen=True)
class MinRows(_OfRows, Stopping):
    """A node needs at least this many rows to be split. As rpart's ``minsplit``."""

    rows: float = setting(
        2, from_zero, Control("rows", Sentence("Minimum rows to split"), 1, 100_000)
    )
    weighted: bool = True
    clause = Sentence("it holds fewer than {rows} rows{counted}")
    reason = Sentence("It holds fewer than {rows} rows, too few to split.")
    reason_by_weight = Sentence("The weight of its rows is below {rows}, too small to split.")
    reason_of_lines = Sentence("It holds fewer than {rows} lines of the table, too few to split.")

    def closes(self, facts: NodeFacts) -> BoolArray:
        return facts.size(self.weighted) < self.rows

    def reason_in(self, schema: Schema) -> Sentence:
        if self.weighted:
            return super().reason_in(schema)
        return self.reason_of_lines if schema.grouped else self.reason


_EACH_BRANCH = Control("leaf", Sentence("Minimum rows in each branch"), 1, 100_000)


@dataclass(frozen=True)
class MinLeaf(_OfRows, Stopping):
    """Each branch of a split must hold at least this many rows. As rpart's ``minbucket``."""

    rows: float = setting(1, from_zero, _EACH_BRANCH)
    weighted: bool = True
    clause = Sentence("every split would leave a branch with fewer than {rows} rows{counted}")

    @property
    def counts_rows(self) -> bool:
        return not self.weighted

    def admits(self, branches: FloatArray, n_classes: int, numeric: bool) -> BoolArray:
        return np.asarray(branches.min(axis=1) >= self.rows)

    def admits_all(self, least: float) -> bool:
        return self.rows <= least

    def least(self, weight: float, n_classes: int, numeric: bool) -> float:
        return self.rows


@dataclass(frozen=True)
class TwoBranches(Stopping):
    """Release 8's ``-m``: at least two branches of ``rows`` rows; a cut needs more at large nodes.

    The smaller side of a cut must hold max(rows, min(25, 0.1 n / classes)) rows. Fractions of
    rows that add up to a whole number but for ``slack`` rows are that number.
    """

    rows: float = setting(2, above_zero, _EACH_BRANCH)
    slack: float = setting(1e-9, from_zero)
    clause = Sentence(
        "no split leaves two branches with {rows} rows each (for a cut of n rows: max({rows}, "
        "min(25, 0.1 n / classes))); rows with weights count by their weight"
    )
    reason = Sentence("No split leaves two branches with at least {rows} rows each.")
    reason_by_weight = Sentence(
        "No split leaves two branches whose rows weigh at least {rows} each."
    )

    def closes(self, facts: NodeFacts) -> BoolArray:
        return facts.weight < 2 * self.rows - self.slack

    def admits(self, branches: FloatArray, n_classes: int, numeric: bool) -> BoolArray:
        if not numeric:
            return np.asarray((branches >= self.rows - self.slack).sum(axis=1) >= 2)
        floors = self._floors(branches.sum(axis=1), n_classes)
        return np.asarray(branches.min(axis=1) >= floors - self.slack)

    def floor(self, weight: float, n_classes: int) -> float:
        """What the smaller side of a cut must hold at a node of ``weight`` known rows."""
        return float(self._floors(np.array([weight]), n_classes)[0])

    def least(self, weight: float, n_classes: int, numeric: bool) -> float:
        return self.floor(weight, n_classes) if numeric else self.rows

    def _floors(self, weights: FloatArray, n_classes: int) -> FloatArray:
        """(o,) what the smaller side of a cut must hold where ``weights`` (o,) are known."""
        floor = np.clip(0.1 * weights / max(n_classes, 1), self.rows, None)
        return np.where(floor > self.rows, np.minimum(floor, 25.0), floor)


@dataclass(frozen=True)
class SomeGain(Stopping):
    """The best split must lower the impurity at all: by more than a ``share`` of it, rounding.

    As scikit-learn's ``min_impurity_decrease`` just above 0.
    """

    share: float = setting(NOTHING, from_zero)
    claims: ClassVar[Claims] = frozenset({Claim.NO_GAIN})
    clause = Sentence("the best split gains nothing")
    reason = Sentence("No allowed split gains anything, so the algorithm stops here.")
    refusal = Sentence("Even the best question gains nothing, so the node is not split.")

    def refuses(self, winners: Winners) -> BoolArray:
        return np.asarray(winners.gain <= self.share * winners.before)


@dataclass(frozen=True)
class MinGain(Stopping):
    """The best gain must be at least ``gain``: Li Hang's ε (2012, §5.3), in the impurity's unit."""

    gain: float = setting(
        0.01, from_zero, Control("eps", Sentence("Threshold ε on the gain"), 0, 1e9, 0.01)
    )
    claims: ClassVar[Claims] = frozenset({Claim.LITTLE_GAIN})
    clause = Sentence("the best split gains less than {gain}")
    reason = Sentence("The best split gains less than the threshold ε = {gain}.")

    def refuses(self, winners: Winners) -> BoolArray:
        return np.asarray(winners.gain < self.gain)

    @property
    def refusal(self) -> Sentence:  # {gain} is that of the winner
        return Sentence(
            "The best question gains only {gain}, less than the threshold {least}.",
            least=self.gain,
        )


@dataclass(frozen=True)
class MinDecrease(Stopping):
    """A split must lower the impurity of the whole table's tree by at least ``decrease``.

    That is the gain times the node's share of all rows: scikit-learn's
    ``min_impurity_decrease``, with its allowance for rounding.
    """

    decrease: float = setting(
        0.0,
        from_zero,
        Control(
            "decrease", Sentence("Minimum decrease in the whole tree's impurity"), 0, 1e9, 0.001
        ),
    )
    claims: ClassVar[Claims] = frozenset({Claim.LITTLE_GAIN})
    clause = Sentence("the tree's impurity would fall by less than {decrease}")
    reason = Sentence("The best split lowers the tree's impurity by less than {decrease}.")

    def refuses(self, winners: Winners) -> BoolArray:
        rounding = np.finfo(np.float64).eps
        return np.asarray(winners.share * winners.gain + rounding < self.decrease)


def _level(policy: Policy, number: float) -> None:
    if not 0 < number < 1:
        raise RecipeError(
            "The level of a chi-squared test lies above 0 and below 1, and cannot be {level}.",
            level=number,
        )


@dataclass(frozen=True)
class ChiSquared(Stopping):
    """The best split must depend on the class: Pearson's chi-squared test at ``level``.

    A node is a leaf where the statistic of its branches and classes stays below the critical
    value. Quinlan 1986, §5 (Noise), tests every column before one is chosen; here the winner
    alone is tested. Weights count as rows, and rows that the split does not place are left out.
    """

    level: float = setting(
        0.05,
        _level,
        Limit("chi2", Sentence("Level of the chi-squared test (empty: no test)"), 0.001, 0.5, 0.01),
    )
    needs_classes: ClassVar[bool] = True
    FEW: ClassVar[float] = 5.0
    """Cochran's rule: the test is rough where expected counts are smaller than this. 1954."""

    clause = Sentence(
        "the best split and the classes may be independent (chi-squared test, level {level})"
    )
    reason = Sentence(
        "The best split and the classes may be independent: its chi-squared statistic is "
        "below the critical value at level {level}."
    )
    refusal = Sentence(
        "The best question, but it may be independent of the class: its chi-squared "
        "statistic is below the critical value at level {level}."
    )

    def refuses(self, winners: Winners) -> BoolArray:
        degrees = degrees_of_freedom(winners.branches)
        least = [critical_value(self.level, int(number)) for number in degrees]
        return np.asarray((degrees == 0) | (statistic(winners.branches) < np.array(least)))

    def caution(self, branches: FloatArray) -> Sentence | None:
        expected = expected_counts(branches)
        least = float(expected[expected > 0].min(initial=np.inf))
        if least >= self.FEW:
            return None
        return Sentence(
            "The smallest expected count is {least}. Below 5 the chi-squared test is only a rough "
            "guide (Cochran's rule).",
            least=round(least, 2),
        )

    def formulas(
        self, branches: FloatArray, where: Sequence[Query]
    ) -> Iterator[tuple[Named, Sentence]]:
        rows = [
            Count(float(weight), query)
            for weight, query in zip(branches.sum(axis=1), where, strict=True)
        ]
        cells = sum_of(
            _cell(branches, rows, branch, label)
            for branch in np.flatnonzero(branches.sum(axis=1)).tolist()
            for label in np.flatnonzero(branches.sum(axis=0)).tolist()
        )
        observed, expected, one = Symbol("o_{ik}"), Symbol("e_{ik}"), Number(1)
        general = Over("i", Over("k", (observed - expected) ** 2 / expected))
        yield Named("χ²", general, cells), Sentence("chi-squared statistic")
        sides = [int((branches.sum(axis=axis) > 0).sum()) for axis in (1, 0)]
        less = tuple(Number(side) - one for side in sides)
        yield (
            Named("ν", (Symbol("r") - one) * (Symbol("c") - one), Product(less)),
            Sentence("degrees of freedom: r branches with rows, c classes that are present"),
        )
        critical = Number(critical_value(self.level, int(degrees_of_freedom(branches))))
        yield (
            Named("χ²_{α,ν}", Symbol("χ²_{α,ν}"), critical),
            Sentence("critical value at significance level {level}", level=self.level),
        )


def _cell(branches: FloatArray, rows: Sequence[Count], branch: int, label: int) -> Formula:
    """(o - e)² / e of one branch and class; e is opened apart."""
    here = rows[branch].query
    whole = Count(float(branches.sum()), replace(here, branch=None))
    of_class = Count(float(branches[:, label].sum()), replace(here, branch=None, label=label))
    expected = Named(
        f"e_{{{branch + 1},{label + 1}}}",
        size(f"D_{{i={branch + 1}}}") * size(f"D_{{k={label + 1}}}") / size("D"),
        rows[branch] * of_class / whole,
        branch=branch,
    )
    observed = Count(float(branches[branch, label]), replace(here, label=label))
    return (observed - expected) ** 2 / expected


@dataclass(frozen=True)
class SufficientMajority(Stopping):
    """One class makes up at least ``share`` of the rows: a leaf that is nearly pure will do.

    "Stop when majority reaches" in Orange (its ``sufficient_majority``, 95% unless told
    otherwise). Rows count by their weight; a share that falls short by rounding alone is enough.
    """

    share: float = setting(
        0.95,
        share,
        Limit("majority", Sentence("Sufficient majority (empty: no limit)"), 0.5, 1, 0.01),
    )
    needs_classes: ClassVar[bool] = True
    clause = Sentence("one class makes up at least {share} of its rows")
    reason = Sentence("One class makes up at least {share} of its rows, a sufficient majority.")
    reason_by_weight = Sentence(
        "One class makes up at least {share} of the weight of its rows, a sufficient majority."
    )

    def closes(self, facts: NodeFacts) -> BoolArray:
        return np.asarray(facts.stats.max(axis=1) >= (self.share - TIE) * facts.weight)


@dataclass(frozen=True)
class Stop:
    """Why a node was not split: the rule; None if no candidate was left to choose from."""

    rule: Stopping | None

    @property
    def claims(self) -> Claims:
        return self.rule.claims | {Claim.STOPPED} if self.rule else frozenset({Claim.NONE_LEFT})

    def reason(self, schema: Schema) -> Sentence:
        """As ``Stopping.reason_in``."""
        if self.rule is None:
            return Sentence("Every candidate is ruled out.")
        return self.rule.reason_in(schema)
