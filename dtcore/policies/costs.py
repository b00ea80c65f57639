"""Gain against the cost of asking: a blood test should gain more than a look at the skin.

Mitchell 1997, §3.7.5. What a column costs is a fact about the data (``Column.cost``), in any
unit; how it counts is a choice made here. Costs choose among columns, not among the splits of
one. Not done here: costs of wrong predictions (``dtcore.policies.classes``).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from dtcore.errors import RecipeError
from dtcore.model.columns import FloatArray
from dtcore.policies.selection import ScoreTable, Selection, Winner, pick
from dtcore.words import Sentence


@dataclass(frozen=True)
class GainPerCost(Selection):
    """Gain² / Cost. Tan and Schlimmer 1990; Tan 1993."""

    score: ClassVar[str] = "gain_per_cost"
    symbol: ClassVar[str] = "gain²/cost"
    parts: ClassVar[tuple[str, ...]] = ("gain", "cost")

    @property
    def label(self) -> Sentence:
        return Sentence("the largest gain² / cost")

    @property
    def score_label(self) -> Sentence:
        return Sentence("Gain against cost")

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

    w: float = 0.5
    score: ClassVar[str] = "gain_against_cost"
    symbol: ClassVar[str] = "(2^gain − 1)/(cost + 1)^w"
    parts: ClassVar[tuple[str, ...]] = ("gain", "cost")

    def __post_init__(self) -> None:
        if not 0 <= self.w <= 1:
            raise RecipeError("The weight of costs must be from 0 to 1, not {w}.", w=self.w)

    @property
    def label(self) -> Sentence:
        return Sentence("the largest (2^gain − 1) / (cost + 1)^w")

    @property
    def clause(self) -> Sentence:
        return Sentence("the largest (2^gain − 1) / (cost + 1)^{w}", w=self.w)

    @property
    def score_label(self) -> Sentence:
        return Sentence("Gain against cost")

    def against_cost(self, gain: FloatArray, cost: FloatArray) -> FloatArray:
        return np.asarray(np.expm1(gain * np.log(2.0)) / (cost + 1.0) ** self.w)

    def choose(self, table: ScoreTable) -> Winner:
        scale = table.before[:, None] / (table.costs.min() + 1.0) ** self.w
        return pick(self.against_cost(table.gain, table.costs), table.verdict, scale)
