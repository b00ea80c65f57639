"""Which candidate wins at a node, and what is said of the others.

Selections read a ``ScoreTable``, arrays of shape (S, c) for S nodes and c columns. One rule of
ties for all: a score ties with the best if it is within ``TIE`` of it, relative to the larger
of the best score and the impurity before; among tied columns the first in the table wins.
Verdicts, stopping rules and reasons declare what they claim of a node, so that no two sentences
about it contradict each other; what the numbers of a candidate add is worked out in
``dtcore.explain.scores``.

Two set gain against the cost of asking: a blood test should gain more than a look at the skin
(Mitchell 1997, §3.7.5). What a column costs is a fact about the data (``Column.cost``), in any
unit. Costs choose among columns, not among the splits of one. Not done here: costs of wrong
predictions (``dtcore.policies.classes``).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import Enum, IntEnum, auto
from typing import ClassVar, Final

import numpy as np

from dtcore.errors import RecipeError
from dtcore.model.columns import BoolArray, FloatArray, IntArray
from dtcore.policy import Control, Policy, from_zero, setting
from dtcore.words import Sentence


class Claim(Enum):
    """Something that is said of a node, or of one of its candidates."""

    ALLOWED = auto()
    """A candidate may be chosen."""
    TAKEN = auto()
    """It may be chosen, and scores best."""
    TIES = auto()
    """It scores as the best does, which is an earlier column."""
    RULED_OUT = auto()
    """A candidate may not be chosen, whatever its score."""
    REFUSED = auto()
    """The best candidate is not worth a split."""
    HELPS = auto()
    """A split that may be chosen lowers the impurity; of errors this says nothing."""
    SAME_ANSWER = auto()
    """All its branches predict the same class, so by itself it gets no more rows right."""
    NO_GAIN = auto()
    """The best split that may be chosen does not lower the impurity."""
    LITTLE_GAIN = auto()
    """The best split gains less than is asked for."""
    TOGETHER = auto()
    """Two columns that gain nothing may tell together what neither tells alone."""
    PURE = auto()
    """The rows are all alike."""
    EMPTY = auto()
    """There is no row."""
    NONE_LEFT = auto()
    """Every candidate is ruled out."""
    STOPPED = auto()
    """A stopping rule made it a leaf."""
    COLLAPSED = auto()
    """It was split, and got no fewer rows wrong than as a leaf; of impurity this says nothing."""


Claims = frozenset[Claim]


TIE: Final = 1e-9
"""Relative difference below which two scores count as equal."""
NOTHING: Final = 1e-12
"""A gain below this share of the impurity before is rounding, not gain."""
LEAST: Final = -np.finfo(np.float64).max

NOT_WORTH_A_SPLIT: Final = Sentence(
    "The best question, but a stopping rule says that it is not worth a split."
)


class Verdict(IntEnum):
    """What became of a candidate, and why."""

    WINS = 0
    TIED = 1
    """As good as the winner, but a later column."""
    LOWER = 2
    USED_ON_PATH = 3
    """Its question has been asked on the way to this node."""
    ONE_VALUE = 4
    """Fewer than two values at the node can be told apart, so there is nothing to split."""
    TOO_FEW_ROWS = 5
    """Every split would leave a branch with fewer rows than the recipe allows."""
    NO_GAIN = 6
    """The best cut gains nothing once the price of choosing among cuts is taken off."""
    BELOW_AVERAGE_GAIN = 7
    NO_SPLIT_INFO = 8
    """The ratio's denominator is (almost) zero."""
    REFUSED = 9
    """The best, but a stopping rule says that it is not worth a split."""

    @property
    def claims(self) -> Claims:
        """What it says of the node, but for the numbers."""
        return _CLAIMS.get(self, frozenset({Claim.RULED_OUT}))

    @property
    def label(self) -> Sentence:
        """A few words for a table."""
        return _LABELS[self]

    @property
    def reason(self) -> Sentence:
        """What it says of a candidate, a sentence; its numbers and names are left open."""
        return _REASONS[self]


_CLAIMS: Final[Mapping[Verdict, Claims]] = {
    Verdict.WINS: frozenset({Claim.ALLOWED, Claim.TAKEN}),
    Verdict.TIED: frozenset({Claim.ALLOWED, Claim.TIES}),
    Verdict.LOWER: frozenset({Claim.ALLOWED}),
    Verdict.REFUSED: frozenset({Claim.REFUSED}),
}

_LABELS: Final[Mapping[Verdict, Sentence]] = {
    Verdict.WINS: Sentence("★ wins"),
    Verdict.TIED: Sentence("= tied"),
    Verdict.LOWER: Sentence("lower"),
    Verdict.USED_ON_PATH: Sentence("used above"),
    Verdict.ONE_VALUE: Sentence("one value only"),
    Verdict.TOO_FEW_ROWS: Sentence("too few rows"),
    Verdict.NO_GAIN: Sentence("no gain left"),
    Verdict.BELOW_AVERAGE_GAIN: Sentence("below average gain"),
    Verdict.NO_SPLIT_INFO: Sentence("no split info"),
    Verdict.REFUSED: Sentence("best, but not enough"),
}

_REASONS: Final[Mapping[Verdict, Sentence]] = {
    Verdict.WINS: Sentence("{column} wins: {score}. No other question is left to compare."),
    Verdict.TIED: Sentence(
        "Tied at {score}: {columns}. The first in the table, {column}, is chosen."
    ),
    Verdict.LOWER: Sentence("{column} scores more: {best}, {own} {score}."),
    Verdict.USED_ON_PATH: Sentence("Used on the path to this node, so it can tell nothing new."),
    Verdict.ONE_VALUE: Sentence(
        "Fewer than two of its values here can be told apart, so it cannot split the rows."
    ),
    Verdict.TOO_FEW_ROWS: Sentence("Ruled out: its branches would hold too few rows."),
    Verdict.NO_GAIN: Sentence(
        "Ruled out: the penalty for choosing among {tries} cuts, {price}, uses up its gain of "
        "{gain}."
    ),
    Verdict.BELOW_AVERAGE_GAIN: Sentence(
        "Ruled out before ratios are compared: its gain of {gain} is below the average of "
        "{average}."
    ),
    Verdict.NO_SPLIT_INFO: Sentence("Ruled out: its split info is almost zero."),
    Verdict.REFUSED: NOT_WORTH_A_SPLIT,
}


@dataclass(frozen=True, eq=False)
class ScoreTable:
    """The best split of each column at each node, scored; all float arrays (S, c).

    ``gain`` is the impurity decrease per unit of weight, ``corrected_gain`` the gain less the
    penalty for choosing among cuts (most have none), ``split_info`` the entropy of the branch
    sizes in the impurity's unit (0 for numeric columns where ``Gain`` selects, which does not ask
    for it). ``verdict`` (S, c) intp holds what is known before choosing: LOWER, or a reason to rule
    out. ``before`` (S,) is the nodes' impurity; ``n_levels`` (c,) is 0 for numeric columns;
    ``n_rows`` the weight of the whole table, (S, 1) if each node is of another one.
    """

    gain: FloatArray
    corrected_gain: FloatArray
    split_info: FloatArray
    verdict: IntArray
    before: FloatArray
    n_levels: IntArray
    costs: FloatArray
    n_rows: float | FloatArray


@dataclass(frozen=True, eq=False)
class Winner:
    """``winner`` (S,) column or -1; ``score`` and ``verdict`` (S, c).

    Where gains are compared with their average, ``average`` (S,) is that, and ``counted``
    (S, c) says whose gains it is the average of; it is infinite if there are none.
    """

    winner: IntArray
    score: FloatArray
    verdict: IntArray
    average: FloatArray | None = None
    counted: BoolArray | None = None


@dataclass(frozen=True)
class Selection(Policy):
    """The largest gain wins, at no price; the others override what they do otherwise."""

    score: ClassVar[str] = "gain"
    """The name of the score that decides."""
    cuts_by: ClassVar[str] = "gain"
    """The name of the score by which the cuts of one column are compared."""
    symbol: ClassVar[str] = "gain"
    """The score that decides, in plain text."""
    parts: ClassVar[tuple[str, ...]] = ("impurity_after",)
    """The names of the scores that it is made of, in the order in which they are shown."""

    cuts_clause = Sentence("gain")
    """By what the cuts of one column are compared."""
    score_label: ClassVar[Sentence | None] = None
    """What the score that decides is called, as a heading; None if it is the criterion's."""

    def rank(self, gain: FloatArray, split_info: FloatArray) -> FloatArray:
        """(...) what splits of one column are compared by; both arguments (...)."""
        return gain

    def cut_penalty(self, tries: FloatArray, weight: FloatArray) -> FloatArray:
        """(...) what is taken off the gain, in bits, of a numeric column for choosing among
        ``tries`` (...) cuts at nodes of ``weight`` (...)."""
        return np.zeros_like(weight)

    def against_cost(self, gain: FloatArray, cost: FloatArray) -> FloatArray:
        """(...) what a gain (...) is worth in a column of this ``cost`` (...)."""
        return gain

    def choose(self, table: ScoreTable) -> Winner:
        return pick(table.gain, table.verdict, table.before[:, None])


@dataclass(frozen=True)
class Gain(Selection):
    """The largest decrease of impurity wins: information gain for entropy. Quinlan 1986."""

    key: ClassVar[str] = "gain"
    label = Sentence("the highest gain")
    clause = Sentence("the highest gain (the largest decrease in impurity)")


@dataclass(frozen=True)
class GainRatio(Selection):
    """Gain over split info, with no guards, for columns and for cuts alike.

    As Li Hang 2012, §5.2.3, and many articles print it; C4.5 itself does otherwise
    (``GuardedGainRatio``).
    """

    key: ClassVar[str] = "ratio"
    score: ClassVar[str] = "gain_ratio"
    cuts_by: ClassVar[str] = "gain_ratio"
    symbol: ClassVar[str] = "gain ratio"
    parts: ClassVar[tuple[str, ...]] = ("gain", "split_info")
    label = Sentence("the highest gain ratio")
    cuts_clause = Sentence("gain ratio")
    score_label = Sentence("Gain ratio")

    def rank(self, gain: FloatArray, split_info: FloatArray) -> FloatArray:
        return _ratio(gain, split_info)

    def choose(self, table: ScoreTable) -> Winner:
        return pick(_ratio(table.gain, table.split_info), table.verdict, table.before[:, None])


@dataclass(frozen=True)
class GuardedGainRatio(Selection):
    """C4.5 Release 8: gain ratio among the candidates of at least average gain.

    A cut is chosen by gain, and the gain of a numeric column pays log2(cuts tried)/n for the
    choice. The average has a ``slack`` and leaves out columns with at least ``many`` times n
    levels, n being the rows of the whole table, unless every column is such. A numeric column
    must gain more than ``nothing`` of the impurity, and split info must be above ``flat`` bits.
    Quinlan 1993, §2.3; 1996.
    """

    slack: float = setting(1e-3, from_zero)
    many: float = setting(0.3, from_zero)
    nothing: float = setting(NOTHING, from_zero)
    flat: float = setting(1e-3, from_zero)
    key: ClassVar[str] = "guarded"
    score: ClassVar[str] = "gain_ratio"
    symbol: ClassVar[str] = "gain ratio"
    parts: ClassVar[tuple[str, ...]] = ("gain", "tries", "corrected_gain", "split_info")
    label = Sentence("the highest gain ratio of those with at least average gain")
    clause = Sentence(
        "the highest gain ratio of those whose gain is at least the average less {slack}; "
        "columns with {many} n levels or more are left out of the average"
    )
    cuts_clause = Sentence("gain; the best then loses log₂(cuts tried)/n as a penalty")
    score_label = Sentence("Gain ratio")

    def cut_penalty(self, tries: FloatArray, weight: FloatArray) -> FloatArray:
        return np.asarray(np.log2(np.maximum(tries, 1.0)) / np.maximum(weight, 1e-300))

    def choose(self, table: ScoreTable) -> Winner:
        verdict = table.verdict.copy()
        numeric = (table.n_levels == 0)[None, :]
        nothing = table.corrected_gain <= self.nothing * table.before[:, None]
        verdict[(verdict == Verdict.LOWER) & numeric & nothing] = Verdict.NO_GAIN
        counted = self._counted(table, verdict == Verdict.LOWER)
        total = np.where(counted, table.corrected_gain, 0.0).sum(axis=1)
        mean = total / np.maximum(counted.sum(axis=1), 1)
        # Release 8 asks for 10^6 bits where no candidate counts, so none is chosen
        average = np.where(counted.any(axis=1), mean, np.inf)
        below = (verdict == Verdict.LOWER) & (table.corrected_gain < average[:, None] - self.slack)
        verdict[below] = Verdict.BELOW_AVERAGE_GAIN
        flat = (verdict == Verdict.LOWER) & (table.split_info <= self.flat)
        verdict[flat] = Verdict.NO_SPLIT_INFO
        chosen = pick(
            _ratio(table.corrected_gain, table.split_info), verdict, table.before[:, None]
        )
        return replace(chosen, average=average, counted=counted)

    def _counted(self, table: ScoreTable, possible: BoolArray) -> BoolArray:
        """(S, c) which of the possible candidates make the average."""
        few = np.atleast_2d(table.n_levels < self.many * table.n_rows)
        return np.where(few.any(axis=1, keepdims=True), possible & few, possible)


def _weight(policy: Policy, number: float) -> None:
    if not 0 <= number <= 1:
        raise RecipeError("The weight of costs must be from 0 to 1, not {w}.", w=number)


@dataclass(frozen=True)
class GainPerCost(Selection):
    """Gain² / Cost. Tan and Schlimmer 1990; Tan 1993."""

    key: ClassVar[str] = "percost"
    score: ClassVar[str] = "gain_per_cost"
    symbol: ClassVar[str] = "gain²/cost"
    parts: ClassVar[tuple[str, ...]] = ("gain", "cost")
    label = Sentence("the largest gain² / cost")
    score_label = Sentence("Gain against cost")

    def against_cost(self, gain: FloatArray, cost: FloatArray) -> FloatArray:
        return np.asarray(gain * gain / cost)

    def choose(self, table: ScoreTable) -> Winner:
        # ties are told by the root of the score, which is as large as gains are
        root = table.gain / np.sqrt(table.costs)
        scale = table.before[:, None] / np.sqrt(table.costs.min())
        chosen = pick(root, table.verdict, scale)
        return Winner(chosen.winner, self.against_cost(table.gain, table.costs), chosen.verdict)


@dataclass(frozen=True)
class GainAgainstCost(Selection):
    """(2^Gain - 1) / (Cost + 1)^w, gain in bits. Nunez 1988, 1991.

    ``w`` from 0, where costs do not count, to 1, where they count most.
    """

    w: float = setting(0.5, _weight, Control("w", Sentence("Weight w of the costs"), 0, 1, 0.05))
    key: ClassVar[str] = "againstcost"
    score: ClassVar[str] = "gain_against_cost"
    symbol: ClassVar[str] = "(2^gain − 1)/(cost + 1)^w"
    parts: ClassVar[tuple[str, ...]] = ("gain", "cost")
    label = Sentence("the largest (2^gain − 1) / (cost + 1)^w")
    clause = Sentence("the largest (2^gain − 1) / (cost + 1)^{w}")
    score_label = Sentence("Gain against cost")

    def against_cost(self, gain: FloatArray, cost: FloatArray) -> FloatArray:
        return np.asarray(np.expm1(gain * np.log(2.0)) / (cost + 1.0) ** self.w)

    def choose(self, table: ScoreTable) -> Winner:
        scale = table.before[:, None] / (table.costs.min() + 1.0) ** self.w
        return pick(self.against_cost(table.gain, table.costs), table.verdict, scale)


def ties_with(score: FloatArray, best: FloatArray, before: FloatArray) -> BoolArray:
    """(...) whether ``score`` is equal to ``best``; ``before`` is the scale of small scores."""
    scale = np.maximum(np.abs(best), before)
    return np.asarray(best - score <= TIE * scale)


def _ratio(gain: FloatArray, split_info: FloatArray) -> FloatArray:
    """(...) ``gain / split_info``, both (...); 0 where nothing is split."""
    safe = np.where(split_info > 0, split_info, 1.0)
    return np.where(split_info > 0, gain / safe, 0.0)


def pick(score: FloatArray, verdict: IntArray, scale: FloatArray) -> Winner:
    """The first of the best; ``scale`` (S, 1) is what small scores (S, c) are compared with."""
    able = verdict == int(Verdict.LOWER)
    if not score.shape[1]:
        return Winner(np.full(len(score), -1), score, verdict)
    masked = np.where(able, score, -np.inf)
    # above the scores of those that cannot win, so that no two infinities are compared
    best = np.maximum.reduce(masked, axis=1, initial=LEAST, keepdims=True)
    tied = ties_with(masked, best, scale)
    winner, every = tied.argmax(axis=1), np.arange(len(tied))
    verdict = np.where(tied, int(Verdict.TIED), verdict)
    some = tied[every, winner]
    winner[~some] = -1
    verdict[every[some], winner[some]] = int(Verdict.WINS)
    return Winner(winner, score, verdict)
