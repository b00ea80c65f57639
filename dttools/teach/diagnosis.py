"""What a guessed score tells of how it was found: the right one, or a mistake that many make.

Each known mistake is a formula made from the right formula's own parts; the one whose value the
answer has is the diagnosis, and ``Asked.words`` says it. Not done here: no score is kept.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from enum import Enum, auto
from functools import cached_property, partial
from typing import Final

import dtcore.explain.scores as scores
from dtcore.formula import (
    Count,
    Formula,
    Log,
    Named,
    Number,
    Product,
    Query,
    Ratio,
    Sum,
    named_parts,
    replace_parts,
    walk,
)
from dtcore.growth.recipe import Recipe
from dtcore.model.columns import Field, Schema
from dtcore.model.nodes import weight_of
from dtcore.policies.impurity import Entropy, Gini
from dtcore.policies.selection import TIE, Gain, GainAgainstCost, GainPerCost, Verdict
from dtcore.stepping.evidence import Candidate, Weighed
from dtcore.words import Listed, Sentence, number
from dttools.printing import Digits, plain
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
    ONE_WEIGHT = auto()
    """One branch was added without its weight."""
    LEFT_OUT = auto()
    """One branch was left out."""
    OF_THE_NODE = auto()
    """The shares of the classes in a branch were taken of all rows of the node."""
    ARITHMETIC = auto()
    """The sum that was written comes to something else."""
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

    def finer(self, digits: Digits) -> Digits:
        """For the parts that lead to a score which is small beside the root's."""
        return digits.down_to(abs(self.right.value) / 100)


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
    asked = Asked(recipe, schema, weighed, candidate)
    step = asked.step(decimals)
    if abs(value - asked.right.value) <= asked.care(decimals):
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
    if not weighted:
        return None
    made, known = replace_parts(right, partial(_unweighted, share=None)), {*walk(right)}

    def spelled(part: Formula) -> Formula | None:  # what is added up has no name of its own
        changed = isinstance(part, Named) and part is not made and part not in known
        return replace_parts(part.body, spelled) if isinstance(part, Named) and changed else None

    return replace_parts(made, spelled)


def _by_size(asked: Asked, value: float, step: float) -> Mistake:
    """What can be said of an answer that no known mistake gives."""
    if abs(value - asked.right.value) <= step:
        return Mistake.VAGUE
    if value < 0 <= asked.right.value and not asked.candidate.scores.get("correction"):
        return Mistake.NEGATIVE
    falls = asked.recipe.impurity.is_decrease
    bounded = falls and asked.score in ("gain", "squares_decrease")
    return Mistake.TOO_LARGE if bounded and value > asked.before.value else Mistake.OTHER


@dataclass(frozen=True, eq=False)
class Asked:
    """A number of a candidate that one is asked for, and the formulas by which it is often missed.

    ``name`` is one of its scores, "" the one that candidates are compared by; ``branch``: the
    impurity of that branch, of the score ``impurity_after``.
    """

    recipe: Recipe
    schema: Schema
    weighed: Weighed
    candidate: Candidate
    name: str = ""
    branch: int | None = None

    @property
    def score(self) -> str:
        return self.name or scores.headline(self.recipe)

    @property
    def scored(self) -> float:
        """As the engine has it."""
        return self.candidate.scores.get(self.score, math.nan)

    @property
    def column(self) -> Field:
        return self.schema.columns[self.candidate.column]

    @cached_property
    def right(self) -> Named:
        return self.by(self.recipe)

    def by(self, recipe: Recipe) -> Named:
        """The same number by another recipe."""
        score = self.part(self.score, recipe)
        parts = (part for part in named_parts(score) if part.branch == self.branch)
        return score if self.branch is None else next(parts)

    def part(self, name: str, recipe: Recipe | None = None) -> Named:
        """Another number of the candidate."""
        return scores.score(recipe or self.recipe, self.schema, self.weighed, self.candidate, name)

    @cached_property
    def before(self) -> Named:
        return self.part(f"{'squares' if self.recipe.impurity.numeric else 'impurity'}_before")

    @cached_property
    def after(self) -> Named:
        return self.part(f"{'squares' if self.recipe.impurity.numeric else 'impurity'}_after")

    def mistakes(self) -> Iterator[tuple[Mistake, Formula]]:
        """The more likely first: of equally near ones the first is meant."""
        for decimals in (4, 3, 2):
            rounded = _rounded(self.right, decimals)
            if abs(rounded.value - self.right.value) <= CARE * self.before.value:
                yield Mistake.ROUNDED_EARLY, rounded
        if self.recipe.impurity.is_decrease:
            if self.score in ("gain", "gain_ratio", "squares_decrease"):
                yield Mistake.CHILDREN, self.after
                yield Mistake.PARENT, self.before
            yield from self._weights()
        yield from self._measures()
        yield from self._other_scores()
        yield Mistake.SIGN, Sum(((-1, self.right),))
        yield from self._terms()

    def _weights(self) -> Iterator[tuple[Mistake, Formula]]:
        branches = max(len(self.after.body.parts), 1)
        for share in (None, Ratio(Number(1), Number(branches))):
            change = partial(_unweighted, share=share)
            yield Mistake.NO_WEIGHTS, replace_parts(self.right, change)
            if self.score in ("gain", "gain_ratio"):  # and with the parent left out as well
                yield Mistake.NO_WEIGHTS, replace_parts(self.after, change)

    def _measures(self) -> Iterator[tuple[Mistake, Formula]]:
        measure = self.recipe.impurity
        if isinstance(measure, Entropy):
            other = None if measure.base == 2 else 2
            log = Mistake.NATURAL_LOG if other is None else Mistake.BINARY_LOG
            yield log, replace_parts(self.right, lambda part: _log(part, other))
        if self.score in ("gain", "impurity_before", "impurity_after"):
            for mistake, instead in MEASURES.items():
                if type(measure) is not type(instead):
                    yield mistake, self.by(replace(self.recipe, impurity=instead, selection=Gain()))

    def _other_scores(self) -> Iterator[tuple[Mistake, Formula]]:
        if self.score == "squares_decrease":
            yield Mistake.PER_ROW, self.part("gain")
        elif self.score == "gain_ratio":
            yield Mistake.NO_SPLIT_INFO, self.right.body.parts[0]
            if self.candidate.scores.get("correction"):
                yield Mistake.NO_PRICE, Ratio(self.part("gain"), self.part("split_info"))
        elif self.score == "gain" and self._divisible:
            yield Mistake.DIVIDED, Ratio(self.right, self.part("split_info"))

    def _terms(self) -> Iterator[tuple[Mistake, Formula]]:
        """One branch without its weight, or left out; the shares of a branch taken of the node."""
        places = [p for p in walk(self.right) if isinstance(p, Product) and _branch_of(p)]
        for place in places if len(places) > 1 else ():
            for mistake, instead in (
                (Mistake.ONE_WEIGHT, place.parts[-1]),
                (Mistake.LEFT_OUT, None),
            ):
                other = instead or Number(0)
                one = partial(_instead, place=place, other=other)
                yield mistake, replace_parts(self.right, one)
        if self.branch is not None:
            whole = Count(
                float(weight_of(self.weighed.stats, self.schema)), Query(self.weighed.node)
            )
            yield Mistake.OF_THE_NODE, replace_parts(self.right, partial(_of_node, whole=whole))

    def words(self, said: Diagnosis, digits: Digits) -> list[Sentence]:
        """The mistake in sentences, with how to go on from there."""
        facts = _facts(self, said, digits)
        headline = self.branch is None and self.score == scores.headline(self.recipe)
        further: dict[Mistake, list[Sentence]] = {}
        if headline:
            further = {
                Mistake.OTHER: [*_begin(self), *_go_on(self)],
                Mistake.CHILDREN: [*_go_on(self)],
            }
        mistakes = {**WORDS, **(WEIGHED if self.schema.weighs else {})}
        told = (mistakes[said.mistake], *further.get(said.mistake, ()))
        return [one.with_fields(**{name: facts[name]() for name in one.open}) for one in told]

    def step(self, decimals: int) -> float:
        """How far an answer with so many decimals may be off for its rounding and its parts'."""
        return float((0.5 + PARTS / self._divisor) * 10.0**-decimals)

    def care(self, decimals: int) -> float:
        """How far it may be off and still be right."""
        care = min(self.step(decimals), CARE * self.before.value) + 1e-12
        return max(care, NEAR * abs(self.right.value))  # more decimals than parts have say nothing

    @property
    def _divisor(self) -> float:
        """By what a gain is divided, if that is less than 1 and makes its rounding larger."""
        info = self.candidate.scores["split_info"] if self.score == "gain_ratio" else 1.0
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
    impurity = _branch_of(part)
    return impurity and (impurity if share is None else Product((share, impurity)))


def _branch_of(part: Formula) -> Named | None:
    """The impurity of the branch that a weighted term is of; None of other products."""
    match part:
        case Product(factors=(Ratio(), Named(branch=int()) as impurity)):
            return impurity
    return None


def _instead(part: Formula, place: Formula, other: Formula) -> Formula | None:
    return other if part is place else None


def _of_node(part: Formula, whole: Count) -> Formula | None:
    return Ratio(part.top, whole) if isinstance(part, Ratio) else None


def _log(part: Formula, base: int | None) -> Formula | None:
    return Log(part.x, base) if isinstance(part, Log) else None


WORDS: Final[Mapping[Mistake, Sentence]] = {
    Mistake.NONE: Sentence("Right: {score}."),
    Mistake.ROUNDED_EARLY: Sentence(
        "Right method, but you rounded on the way. At full precision it is {score}. "
        "(Textbooks do this too.)"
    ),
    Mistake.VAGUE: Sentence("Right so far; give more decimals."),
    Mistake.NO_WEIGHTS: Sentence(
        "You did not weight each branch by its share of the rows. The weights are {weights}."
    ),
    Mistake.NATURAL_LOG: Sentence(
        "You used the natural logarithm, which gives nats. Use log₂, which gives bits."
    ),
    Mistake.BINARY_LOG: Sentence(
        "You used log₂, which gives bits. Use the natural logarithm, which gives nats."
    ),
    Mistake.CHILDREN: Sentence(
        "This is the impurity after the split. The gain is how far it fell: subtract this from "
        "{before}."
    ),
    Mistake.PARENT: Sentence(
        "This is the impurity before the split. The gain is how much of it the split removes."
    ),
    Mistake.GINI: Sentence("You used the Gini index; this algorithm uses {criterion}."),
    Mistake.ENTROPY: Sentence("You used entropy in bits; this algorithm uses {criterion}."),
    Mistake.NO_SPLIT_INFO: Sentence("This is not divided yet by the split info, {info}."),
    Mistake.DIVIDED: Sentence("This is the gain ratio; the question is about the gain itself."),
    Mistake.NO_PRICE: Sentence(
        "This algorithm first subtracts {log}({tries})/{n} from the gain, a penalty for choosing "
        "among {tries} cuts."
    ),
    Mistake.PER_ROW: Sentence(
        "This is the decrease in variance. Multiply it by the {n} rows to get the decrease in the "
        "sum of squares."
    ),
    Mistake.ONE_WEIGHT: Sentence("You left out the weight at {branch}: {weight}."),
    Mistake.LEFT_OUT: Sentence("You left out {branch}: {weight} of the rows, and what they add."),
    Mistake.OF_THE_NODE: Sentence(
        "You divided by the {n} rows of the node. In a branch, divide by the rows of the branch."
    ),
    Mistake.ARITHMETIC: Sentence("The sum as you wrote it comes to {made}."),
    Mistake.SIGN: Sentence("The number is right, but its sign is not."),
    Mistake.NEGATIVE: Sentence(
        "A gain is never negative: on average a split cannot make the rows more mixed."
    ),
    Mistake.TOO_LARGE: Sentence("That is more than the whole impurity before the split, {before}."),
    Mistake.OTHER: Sentence("Not quite."),
}


WEIGHED: Final = {
    Mistake.NO_WEIGHTS: Sentence(
        "You did not weight each branch by its share of the weight. The shares are {weights}."
    ),
}
"""Where rows are weighed, and a branch's share is not that of the rows."""


def _begin(asked: Asked) -> Iterator[Sentence]:
    """The steps to the gain over the rows whose value is known."""
    recipe = asked.recipe
    if asked.candidate.unknown:
        yield Sentence("Count only the rows whose value is known.")
    if recipe.impurity.numeric:
        yield Sentence(
            "Add up the sums of squares of the branches, and subtract the total from {before}."
        )
    elif recipe.impurity.is_decrease and asked.schema.weighs:
        yield Sentence(
            "Work out the impurity of each branch, weight it by its share of the weight, add these "
            "up, and subtract the sum from {before}."
        )
    elif recipe.impurity.is_decrease:
        yield Sentence(
            "Work out the impurity of each branch, weight it by its share of the rows, add these "
            "up, and subtract the sum from {before}."
        )
    else:
        yield Sentence("Put the counts into {formula}.")


def _go_on(asked: Asked) -> Iterator[Sentence]:
    """The steps from there to the score."""
    if asked.recipe.impurity.numeric:
        return
    if asked.candidate.unknown:
        yield Sentence("Multiply by {known}, the share of the rows whose value is known.")
    if asked.candidate.scores.get("correction"):
        yield Sentence("Subtract {log}({tries})/{n}, the penalty for choosing among {tries} cuts.")
    match asked.recipe.selection:
        case GainPerCost():
            yield Sentence("Square the gain, and divide it by the cost, {cost}.")
        case GainAgainstCost():
            yield Sentence("Raise 2 to the gain, subtract 1, and divide by ({cost} + 1)^{w}.")
        case selection if selection.score == "gain_ratio":
            yield Sentence("Divide by the split info, {info}.")


def _facts(asked: Asked, said: Diagnosis, digits: Digits) -> dict[str, Callable[[], object]]:
    """What the sentences may mention, worked out where one does."""
    found, recipe, selection = asked.candidate.scores, asked.recipe, asked.recipe.selection
    weight = float(weight_of(asked.weighed.stats, asked.schema))
    return {
        "score": lambda: digits.show(said.right.value),
        "before": lambda: digits.part(asked.before.value),
        "weights": lambda: Listed(plain(share, digits) for share in _shares(said.right)),
        "info": lambda: digits.part(found["split_info"]),
        "tries": lambda: number(found.get("tries", 0.0)),
        "n": lambda: number(round(weight, 3)),
        "log": lambda: "ln" if recipe.impurity.unit == "nats" else "log₂",
        "criterion": lambda: recipe.impurity.label,
        "formula": lambda: plain(asked.part("gain").general, digits),
        "known": lambda: digits.part(found.get("known_share", 1.0)),
        "cost": lambda: number(found.get("cost", 1.0)),
        "w": lambda: number(selection.w if isinstance(selection, GainAgainstCost) else 0.0),
        "branch": lambda: _at_branch(asked, said)[0],
        "weight": lambda: _at_branch(asked, said)[1],
        "made": lambda: digits.show(said.made.value) if said.made is not None else "",
    }


def _shares(right: Formula) -> list[Ratio]:
    """The shares of the branches that a score weighs."""
    products = (part for part in walk(right) if isinstance(part, Product))
    shares = (p.factors[0] for p in products if isinstance(p.factors[-1], Named))
    return [share for share in shares if isinstance(share, Ratio)]


def _at_branch(asked: Asked, said: Diagnosis) -> tuple[object, str]:
    """The branch whose term is not as it should be, or those that may be it; and its share."""
    places = [p for p in walk(said.right) if isinstance(p, Product) and _branch_of(p)]
    left = [*walk(said.made)] if said.made is not None else []
    gone = next((place for place in places if place not in left), None)
    split = asked.candidate.split
    if gone is None or split is None:
        return "", ""
    alike = [p for p in places if abs(p.value - gone.value) < 1e-12]
    branches = [part.branch or 0 for p in alike if (part := _branch_of(p))]
    told: object = ""
    for branch in branches:
        says = str(split.condition(asked.schema, branch))
        told = Sentence("{one} or {other}", one=told, other=says) if told else says
    return told, plain(gone.parts[0], Digits())
