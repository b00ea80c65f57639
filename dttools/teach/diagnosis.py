"""What a guessed score tells of how it was found: the right one, or a mistake that many make.

Each known mistake is a formula made from the right formula's own parts; the one whose value the
answer has is the diagnosis. Not done here: no words (the pages have those), and no score kept.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from enum import Enum, auto
from functools import partial
from typing import Final

import dtcore.explain.scores as scores
from dtcore.formula import Formula, Log, Named, Number, Product, Ratio, Sum, replace_parts
from dtcore.growth.recipe import Recipe
from dtcore.model.columns import Schema
from dtcore.policies.impurity import Entropy, Gini
from dtcore.policies.selection import TIE, Verdict
from dtcore.stepping.evidence import Candidate, Weighed
from dttools.teach.typed_numbers import read_typed

PARTS: Final = 0.02
"""Of a unit in the last place: parts are shown with two digits more, and are rounded there."""
NEAR: Final = 1e-4
"""Of the score: as close it is right, with however many decimals."""
CARE: Final = 0.02
"""An answer must be nearer than this share of the impurity before."""


class Mistake(Enum):
    NONE = auto()
    ROUNDED_EARLY = auto()
    """The way is right, the parts were rounded before they were subtracted."""
    VAGUE = auto()
    """Right as far as it goes, with too few digits to tell."""
    NO_WEIGHTS = auto()
    """The branches' impurities were added as they are, or averaged as if all were as large."""
    NATURAL_LOG = auto()
    BINARY_LOG = auto()
    CHILDREN = auto()
    """The impurity after the split was given, not how far it fell."""
    PARENT = auto()
    """The impurity before the split was given."""
    GINI = auto()
    ENTROPY = auto()
    NO_SPLIT_INFO = auto()
    """The gain was not divided by the split info."""
    DIVIDED = auto()
    """The gain was divided by the split info where the gain was asked for."""
    NO_PRICE = auto()
    """What C4.5 takes off for choosing among cuts was not taken off."""
    PER_ROW = auto()
    """The decrease of the variance, not of the sum of squares."""
    SIGN = auto()
    NEGATIVE = auto()
    TOO_LARGE = auto()
    """More than the impurity that there was to lose."""
    OTHER = auto()


@dataclass(frozen=True, eq=False)
class Diagnosis:
    """``right`` is the formula asked for; ``made`` the one that gives the answer, if known."""

    mistake: Mistake
    right: Named
    made: Formula | None = None

    @property
    def good(self) -> bool:
        return self.mistake in (Mistake.NONE, Mistake.ROUNDED_EARLY)


@dataclass(frozen=True)
class Pick:
    """A guessed winner: how many candidates score higher."""

    better: int
    tied: bool

    @property
    def good(self) -> bool:
        return not self.better


def pick(recipe: Recipe, weighed: Weighed, column: int) -> Pick | None:
    """How a guessed column stands; None if it is ruled out, or nothing may be chosen."""
    score = scores.headline(recipe)
    able = [c for c in weighed.candidates if c.verdict in _ABLE]
    mine = next((c for c in able if c.column == column), None)
    if mine is None:
        return None
    best = [c for c in able if c.verdict != Verdict.LOWER]
    if mine in best:
        return Pick(0, len(best) > 1)
    # by more than rounding
    least = mine.scores[score] + TIE * abs(mine.scores[score])
    higher = [c for c in able if c in best or (c.gains and c.scores[score] > least)]
    return Pick(len(higher), False)


_ABLE: Final = (Verdict.WINS, Verdict.TIED, Verdict.LOWER, Verdict.REFUSED)


def diagnose(
    recipe: Recipe, schema: Schema, weighed: Weighed, candidate: Candidate, answer: str
) -> Diagnosis | None:
    """What ``answer`` says of how the candidate's score was found; None if it is no number."""
    result = read_typed(answer)
    if result is None:
        return None
    value, decimals = result
    asked = _Asked(recipe, schema, weighed, candidate)
    step = (0.5 + PARTS / asked.divisor) * 10.0**-decimals
    care = min(step, CARE * asked.before.value) + 1e-12
    care = max(care, NEAR * abs(asked.right.value))  # more decimals than the parts have say nothing
    if abs(value - asked.right.value) <= care:
        return Diagnosis(Mistake.NONE, asked.right)
    # the parts of a wrong sum may be rounded too, so its last digit may be off by one
    tries = [(abs(value - made.value), kind, made) for kind, made in asked.mistakes()]
    near = [t for t in tries if t[0] <= min(2 * step, CARE * asked.before.value) + 1e-12]
    right = asked.right.value  # which some mistakes give too, where branches are equally large
    near = [t for t in near if t[1] is Mistake.ROUNDED_EARLY or abs(t[2].value - right) > 2 * step]
    if near:
        scale = asked.before.value or 1.0  # what is equal but for rounding is equally near
        _, kind, made = min(near, key=lambda one: round(one[0] / scale, 12))
        return Diagnosis(kind, asked.right, made)
    return Diagnosis(_by_size(asked, value, step), asked.right)


def unweighted(
    recipe: Recipe, schema: Schema, weighed: Weighed, candidate: Candidate
) -> Formula | None:
    """The candidate's score if the branches' impurities are added as they are; None if it is not
    made of a sum that is weighted."""
    right = scores.score(recipe, schema, weighed, candidate, scores.headline(recipe))
    ratio = recipe.selection.score in ("gain", "gain_ratio")
    weighted = ratio and not recipe.impurity.numeric and recipe.impurity.is_decrease
    return replace_parts(right, partial(_unweighted, share=None)) if weighted else None


def _by_size(asked: _Asked, value: float, step: float) -> Mistake:
    """What can be said of an answer that no known mistake gives."""
    if abs(value - asked.right.value) <= step:
        return Mistake.VAGUE
    if value < 0 <= asked.right.value and not asked.candidate.scores.get("correction"):
        return Mistake.NEGATIVE
    falls = asked.recipe.impurity.is_decrease
    bounded = falls and asked.name in ("gain", "squares_decrease")
    return Mistake.TOO_LARGE if bounded and value > asked.before.value else Mistake.OTHER


class _Asked:
    """The score asked for, and the formulas by which it is often missed."""

    def __init__(
        self, recipe: Recipe, schema: Schema, weighed: Weighed, candidate: Candidate
    ) -> None:
        self.recipe, self.candidate = recipe, candidate
        self.given = (recipe, schema, weighed, candidate)
        self.name = scores.headline(recipe)
        self.right = scores.score(*self.given, self.name)
        of = "squares" if recipe.impurity.numeric else "impurity"
        self.before = scores.score(*self.given, f"{of}_before")
        self.after = scores.score(*self.given, f"{of}_after")

    def mistakes(self) -> Iterator[tuple[Mistake, Formula]]:
        """The more likely first: of equally near ones the first is meant."""
        for decimals in (4, 3, 2):
            rounded = _rounded(self.right, decimals)
            if abs(rounded.value - self.right.value) <= CARE * self.before.value:
                yield Mistake.ROUNDED_EARLY, rounded
        if self.recipe.impurity.is_decrease:
            yield Mistake.CHILDREN, self.after
            yield Mistake.PARENT, self.before
            yield from self._weights()
        yield from self._measures()
        yield from self._other_scores()
        yield Mistake.SIGN, Sum(((-1, self.right),))

    def _weights(self) -> Iterator[tuple[Mistake, Formula]]:
        branches = max(len(self.after.body.parts), 1)
        for share in (None, Ratio(Number(1), Number(branches))):
            change = partial(_unweighted, share=share)
            yield Mistake.NO_WEIGHTS, replace_parts(self.right, change)
            # and with the parent left out as well
            yield Mistake.NO_WEIGHTS, replace_parts(self.after, change)

    def _measures(self) -> Iterator[tuple[Mistake, Formula]]:
        measure = self.recipe.impurity
        if isinstance(measure, Entropy):
            other = None if measure.base == 2 else 2
            log = Mistake.NATURAL_LOG if other is None else Mistake.BINARY_LOG
            yield log, replace_parts(self.right, lambda part: _log(part, other))
        if self.name == "gain":
            for mistake, instead in MEASURES.items():
                if type(measure) is not type(instead):
                    recipe = replace(self.recipe, impurity=instead)
                    yield mistake, scores.score(recipe, *self.given[1:], self.name)

    def _other_scores(self) -> Iterator[tuple[Mistake, Formula]]:
        gain = scores.score(*self.given, "gain")
        if self.recipe.impurity.numeric:
            yield Mistake.PER_ROW, gain
        elif self.name == "gain_ratio":
            yield Mistake.NO_SPLIT_INFO, self.right.body.parts[0]
            if self.candidate.scores.get("correction"):
                yield Mistake.NO_PRICE, Ratio(gain, scores.score(*self.given, "split_info"))
        elif self.name == "gain" and self._divisible:
            yield Mistake.DIVIDED, Ratio(gain, scores.score(*self.given, "split_info"))

    @property
    def divisor(self) -> float:
        """By what a gain is divided, if that is less than 1 and makes its rounding larger."""
        info = self.candidate.scores["split_info"] if self.name == "gain_ratio" else 1.0
        return min(info, 1.0) or 1.0

    @property
    def _divisible(self) -> bool:
        entropy = isinstance(self.recipe.impurity, Entropy)
        return entropy and self.candidate.scores["split_info"] > 0


MEASURES: Final[Mapping[Mistake, Gini | Entropy]] = {
    Mistake.GINI: Gini(),
    Mistake.ENTROPY: Entropy(),
}
"""The criterion that was used instead."""


def _rounded(formula: Formula, decimals: int) -> Formula:
    """Every named part rounded before it is used, from the inside out; not the result."""

    def change(part: Formula) -> Formula | None:
        if not isinstance(part, Named) or part is formula:
            return None
        value = replace_parts(part.body, change).value
        return replace(part, body=Number(_half_up(value, decimals)))

    return replace_parts(formula, change)


def _half_up(value: float, decimals: int) -> float:
    """As people round: 0.7885 is 0.789."""
    return math.floor(value * 10.0**decimals + 0.5 + 1e-9) / 10.0**decimals


def _unweighted(part: Formula, share: Formula | None) -> Formula | None:
    """A branch's impurity without its weight, or with ``share`` in its place."""
    match part:
        case Product(factors=(Ratio(), Named() as impurity)):
            return impurity if share is None else Product((share, impurity))
    return None


def _log(part: Formula, base: int | None) -> Formula | None:
    return Log(part.x, base) if isinstance(part, Log) else None
