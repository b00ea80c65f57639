"""When a node is not split, and which splits are too lopsided to be tried.

A rule can close a node before it is weighed (``closes``), rule out single splits
(``admits``), and refuse the winner (``refuses``). Most rules do one of the three. What is called
rows here is their weight; where ``weighted`` is False each row counts once, whatever its weight,
as in scikit-learn and rpart. Each rule says its own words: when it stops (``clause``), why it
stopped a node (``reason``), why the best split was not good enough (``refusal``).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from dtcore.model.columns import BoolArray, FloatArray, IntArray, Schema
from dtcore.policies.checks import check_above_zero, check_from_zero, check_whole
from dtcore.policies.claims import Claim, Claims
from dtcore.policies.selection import NOT_WORTH_A_SPLIT, NOTHING
from dtcore.words import Sentence, as_written


@dataclass(frozen=True, eq=False)
class NodeFacts:
    """What is known of S nodes before they are weighed; arrays of shape (S,).

    ``weight`` is that of the rows, ``rows`` how many there are; ``leaves`` counts those of the
    whole tree.
    """

    weight: FloatArray
    rows: IntArray
    depth: IntArray
    pure: BoolArray
    column_left: BoolArray
    leaves: int = 1

    def size(self, weighted: bool) -> FloatArray:
        return self.weight if weighted else self.rows.astype(np.float64)


@dataclass(frozen=True, eq=False)
class Winners:
    """The winning candidates of S nodes; arrays of shape (S,).

    ``gain`` and ``before``: the decrease of impurity and the node's impurity, per unit of
    weight; ``share``: the node's share of the weight of the whole table.
    """

    gain: FloatArray
    before: FloatArray
    share: FloatArray


@dataclass(frozen=True)
class Stopping:
    """A rule that stops nothing; the others override what they need."""

    in_order: ClassVar[bool] = False
    """Whether what it says of a node depends on which nodes came before."""
    claims: ClassVar[Claims] = frozenset()
    """What it says of a node that it stops, besides that it does."""

    @property
    def clause(self) -> Sentence:
        """When it stops, as what follows "A node becomes a leaf when"."""
        return as_written(self)

    def reason(self, schema: Schema) -> Sentence:
        """Why it stopped a node of a tree with this schema, as a sentence of its own."""
        return as_written(self)

    @property
    def refusal(self) -> Sentence:
        """Why it refuses a winner; {gain} is left open."""
        return NOT_WORTH_A_SPLIT

    def least(self, weight: float, n_classes: int, numeric: bool) -> float | None:
        """The rows that ``admits`` asks of a branch at a node of ``weight`` known rows, for a
        split of a ``numeric`` column or another; None if it asks for none."""
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
    lists it, and it has no clause."""

    claims: ClassVar[Claims] = frozenset({Claim.EMPTY})

    def closes(self, facts: NodeFacts) -> BoolArray:
        return facts.weight <= 0

    def reason(self, schema: Schema) -> Sentence:
        return Sentence("No row comes here, so it answers as its parent does.")


@dataclass(frozen=True)
class Pure(Stopping):
    """All rows are of one class, or have the same target value."""

    claims: ClassVar[Claims] = frozenset({Claim.PURE})

    def closes(self, facts: NodeFacts) -> BoolArray:
        return facts.pure

    @property
    def clause(self) -> Sentence:
        return Sentence("its rows are all alike")

    def reason(self, schema: Schema) -> Sentence:
        if schema.classes:
            return Sentence("All its rows are of one class: nothing is left to ask.")
        return Sentence("All its rows have the same target value: nothing is left to ask.")


@dataclass(frozen=True)
class NoColumnLeft(Stopping):
    """Every column has been used on the way here. Mitchell 1997, table 3.1."""

    def closes(self, facts: NodeFacts) -> BoolArray:
        return ~facts.column_left

    @property
    def clause(self) -> Sentence:
        return Sentence("every column has been asked above it")

    def reason(self, schema: Schema) -> Sentence:
        return Sentence("Every column has been asked on the way here.")


@dataclass(frozen=True)
class MinRows(Stopping):
    """A node needs at least this many rows to be split."""

    rows: float = 2
    weighted: bool = True

    def __post_init__(self) -> None:
        check_from_zero(self, self.rows)

    def closes(self, facts: NodeFacts) -> BoolArray:
        return facts.size(self.weighted) < self.rows

    @property
    def clause(self) -> Sentence:
        return Sentence(
            "it holds fewer than {rows} rows{counted}",
            rows=self.rows,
            counted=_counted(self.weighted),
        )

    def reason(self, schema: Schema) -> Sentence:
        return Sentence("It holds fewer than {rows} rows, too few to split.", rows=self.rows)


@dataclass(frozen=True)
class MaxDepth(Stopping):
    """No node deeper than this; the root is at depth 0."""

    depth: int = 3

    def __post_init__(self) -> None:
        check_whole(self, self.depth, 0)

    def closes(self, facts: NodeFacts) -> BoolArray:
        return facts.depth >= self.depth

    @property
    def clause(self) -> Sentence:
        return Sentence("it is {depth} deep", depth=self.depth)

    def reason(self, schema: Schema) -> Sentence:
        return Sentence("It is at the depth limit, {depth}.", depth=self.depth)


@dataclass(frozen=True)
class MinLeaf(Stopping):
    """Each branch of a split must hold at least this many rows."""

    rows: float = 1
    weighted: bool = True

    def __post_init__(self) -> None:
        check_from_zero(self, self.rows)

    @property
    def counts_rows(self) -> bool:
        return not self.weighted

    def admits(self, branches: FloatArray, n_classes: int, numeric: bool) -> BoolArray:
        return np.asarray(branches.min(axis=1) >= self.rows)

    def admits_all(self, least: float) -> bool:
        return self.rows <= least

    def least(self, weight: float, n_classes: int, numeric: bool) -> float:
        return self.rows

    @property
    def clause(self) -> Sentence:
        return Sentence(
            "every split would leave a branch with fewer than {rows} rows{counted}",
            rows=self.rows,
            counted=_counted(self.weighted),
        )


@dataclass(frozen=True)
class TwoBranches(Stopping):
    """C4.5's ``-m``: at least two branches of ``rows`` rows; a cut needs more at large nodes.

    The smaller side of a cut must hold max(rows, min(25, 0.1 n / classes)) rows. Fractions of
    rows that add up to a whole number but for ``slack`` rows are that number.
    """

    rows: float = 2
    slack: float = 1e-9

    def __post_init__(self) -> None:
        check_above_zero(self, self.rows)
        check_from_zero(self, self.slack)

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
        floor = np.clip(0.1 * weights / max(n_classes, 1), self.rows, None)
        return np.where(floor > self.rows, np.minimum(floor, 25.0), floor)

    @property
    def clause(self) -> Sentence:
        return Sentence(
            "two branches of {rows} rows cannot be made (for a cut of n rows: of "
            "max({rows}, min(25, 0.1 n / classes)))",
            rows=self.rows,
        )

    def reason(self, schema: Schema) -> Sentence:
        return Sentence(
            "Two branches of at least {rows} rows cannot be made of its rows.", rows=self.rows
        )


@dataclass(frozen=True)
class SomeGain(Stopping):
    """The best split must lower the impurity at all: by more than a ``share`` of it, rounding."""

    share: float = NOTHING
    claims: ClassVar[Claims] = frozenset({Claim.NO_GAIN})

    def __post_init__(self) -> None:
        check_from_zero(self, self.share)

    def refuses(self, winners: Winners) -> BoolArray:
        return np.asarray(winners.gain <= self.share * winners.before)

    @property
    def clause(self) -> Sentence:
        return Sentence("the best split gains nothing")

    def reason(self, schema: Schema) -> Sentence:
        return Sentence(
            "The best split that is allowed gains nothing here, so the algorithm stops."
        )

    @property
    def refusal(self) -> Sentence:
        return Sentence("The best there is, but it gains nothing, so no split is made.")


@dataclass(frozen=True)
class MinGain(Stopping):
    """The best gain must be at least ``gain``: Li Hang's ε, in the impurity's unit."""

    gain: float = 0.01
    claims: ClassVar[Claims] = frozenset({Claim.LITTLE_GAIN})

    def __post_init__(self) -> None:
        check_from_zero(self, self.gain)

    def refuses(self, winners: Winners) -> BoolArray:
        return np.asarray(winners.gain < self.gain)

    @property
    def clause(self) -> Sentence:
        return Sentence("the best split gains less than {gain}", gain=self.gain)

    def reason(self, schema: Schema) -> Sentence:
        return Sentence("The best split gains less than the threshold ε = {gain}.", gain=self.gain)

    @property
    def refusal(self) -> Sentence:
        return Sentence(
            "The best there is, but it gains {gain}, less than the threshold {least}.",
            least=self.gain,
        )


@dataclass(frozen=True)
class MinDecrease(Stopping):
    """A split must lower the impurity of the whole table's tree by at least ``decrease``.

    That is the gain times the node's share of all rows: scikit-learn's
    ``min_impurity_decrease``, with its allowance for rounding.
    """

    decrease: float = 0.0
    claims: ClassVar[Claims] = frozenset({Claim.LITTLE_GAIN})

    def __post_init__(self) -> None:
        check_from_zero(self, self.decrease)

    def refuses(self, winners: Winners) -> BoolArray:
        rounding = np.finfo(np.float64).eps
        return np.asarray(winners.share * winners.gain + rounding < self.decrease)

    @property
    def clause(self) -> Sentence:
        return Sentence(
            "the tree's impurity would fall by less than {decrease}", decrease=self.decrease
        )

    def reason(self, schema: Schema) -> Sentence:
        return Sentence(
            "The best split lowers the tree's impurity by less than {decrease}.",
            decrease=self.decrease,
        )


@dataclass(frozen=True)
class MaxLeaves(Stopping):
    """No split once the tree has this many leaves: scikit-learn's ``max_leaf_nodes``.

    Which nodes are split until then is a matter of the order, ``BestFirst`` as a rule. It
    counts leaves a split at a time, so splits must have two branches.
    """

    leaves: int = 8
    in_order: ClassVar[bool] = True

    def __post_init__(self) -> None:
        check_whole(self, self.leaves, 1)

    def closes(self, facts: NodeFacts) -> BoolArray:
        return np.full(len(facts.weight), facts.leaves >= self.leaves)

    @property
    def clause(self) -> Sentence:
        return Sentence("the tree has {leaves} leaves", leaves=self.leaves)

    def reason(self, schema: Schema) -> Sentence:
        return Sentence("The tree has its {leaves} leaves.", leaves=self.leaves)


def _counted(weighted: bool) -> Sentence | str:
    return "" if weighted else Sentence(" (rows are counted, not weighed)")


@dataclass(frozen=True)
class Stop:
    """Why a node was not split: the rule; None if no candidate was left to choose from."""

    rule: Stopping | None

    @property
    def claims(self) -> Claims:
        return self.rule.claims | {Claim.STOPPED} if self.rule else frozenset({Claim.NONE_LEFT})

    def reason(self, schema: Schema) -> Sentence:
        """As ``Stopping.reason``."""
        if self.rule is None:
            return Sentence("Every candidate is ruled out; the table says why.")
        return self.rule.reason(schema)
