"""What is said of a guess: the mistake behind a number, or how far a column is from the best."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from dtcore import explain
from dtcore.formula import Named, Product, Ratio, walk
from dtcore.growth import Recipe
from dtcore.model import number, weight_of
from dtcore.policies import GainAgainstCost, GainPerCost
from dtcore.stepping import Candidate
from dtshow.lesson import narration, verdicts
from dtshow.lesson.lesson import Lesson
from dtshow.words.language import N_, _, joined, sentence
from dtshow.words.markdown import literal
from dttools.printing import Digits, plain
from dttools.teach import Diagnosis, Mistake, Pick

_MISTAKES: Final[Mapping[Mistake, str]] = {
    Mistake.NONE: N_("Right: {score}."),
    Mistake.ROUNDED_EARLY: N_(
        "Right method, but you rounded on the way. At full precision it is {score}. "
        "(Textbooks do this too.)"
    ),
    Mistake.VAGUE: N_("Right so far; give more decimals."),
    Mistake.NO_WEIGHTS: N_(
        "You did not weight each branch by its share of the rows. The weights are {weights}."
    ),
    Mistake.NATURAL_LOG: N_(
        "You used the natural logarithm, which gives nats. Use log₂, which gives bits."
    ),
    Mistake.BINARY_LOG: N_(
        "You used log₂, which gives bits. Use the natural logarithm, which gives nats."
    ),
    Mistake.CHILDREN: N_(
        "This is the impurity after the split. The gain is how far it fell: subtract this from "
        "{before}."
    ),
    Mistake.PARENT: N_(
        "This is the impurity before the split. The gain is how much of it the split removes."
    ),
    Mistake.GINI: N_("You used the Gini index; this algorithm uses {criterion}."),
    Mistake.ENTROPY: N_("You used entropy in bits; this algorithm uses {criterion}."),
    Mistake.NO_SPLIT_INFO: N_("This is not divided yet by the split info, {info}."),
    Mistake.DIVIDED: N_("This is the gain ratio; the question is about the gain itself."),
    Mistake.NO_PRICE: N_(
        "This algorithm first subtracts {log}({tries})/{n} from the gain, a penalty for choosing "
        "among {tries} cuts."
    ),
    Mistake.PER_ROW: N_(
        "This is the decrease in variance. Multiply it by the {n} rows to get the decrease in the "
        "sum of squares."
    ),
    Mistake.SIGN: N_("The number is right, but its sign is not."),
    Mistake.NEGATIVE: N_(
        "A gain is never negative: on average a split cannot make the rows more mixed."
    ),
    Mistake.TOO_LARGE: N_("That is more than the whole impurity before the split, {before}."),
    Mistake.OTHER: N_("Not quite."),
}


_WEIGHED: Final = {
    Mistake.NO_WEIGHTS: N_(
        "You did not weight each branch by its share of the weight. The shares are {weights}."
    ),
}
"""Where rows are weighed, and a branch's share is not that of the rows."""


def diagnosis_words(lesson: Lesson, candidate: Candidate, said: Diagnosis, digits: Digits) -> str:
    """The mistake, and the sum that gives the answer where it is known. Markdown."""
    # its parts lead to a score that is small beside the root's
    facts = _facts(lesson, candidate, said, digits.down_to(abs(said.right.value) / 100))
    further = {
        Mistake.OTHER: (*_begin(lesson, candidate), *_go_on(lesson.recipe, candidate)),
        Mistake.CHILDREN: tuple(_go_on(lesson.recipe, candidate)),
    }
    mistakes = {**_MISTAKES, **(_WEIGHED if lesson.dataset.schema.weighs else {})}
    steps = (mistakes[said.mistake], *further.get(said.mistake, ()))
    text = joined(*(_(step).format(**facts) for step in steps))
    if said.made is None or said.good or not isinstance(said.made, Named):
        return text
    sum_ = f"{plain(said.made, digits)} = {digits.show(said.made.value)}"
    if len(sum_) > 150:
        return text
    return joined(text, _("It looks as if you computed {sum}.").format(sum=literal(sum_, 200)))


def pick_words(
    lesson: Lesson, mine: Candidate, found: Pick | None, shown: str, digits: Digits
) -> str:
    """Whether the guessed column wins, and if not how far it is from the best. Markdown."""
    name = literal(lesson.dataset.columns[mine.column].name, 40)
    if found is None:
        why = verdicts.why(lesson, mine, digits)
        return joined(_("{column} cannot win here.").format(column=name), why)
    if found.tied:
        return _("Right: {column} shares the best score, {score}.").format(column=name, score=shown)
    if found.good:
        return _("Right: {column} is best: {score}.").format(column=name, score=shown)
    return verdicts.lower(lesson, mine, digits)


def _begin(lesson: Lesson, candidate: Candidate) -> Iterator[str]:
    """The steps to the gain over the rows whose value is known."""
    recipe = lesson.recipe
    if candidate.unknown:
        yield N_("Count only the rows whose value is known.")
    if recipe.impurity.numeric:
        yield N_(
            "Add up the sums of squares of the branches, and subtract the total from {before}."
        )
    elif recipe.impurity.is_decrease and lesson.dataset.schema.weighs:
        yield N_(
            "Work out the impurity of each branch, weight it by its share of the weight, add these "
            "up, and subtract the sum from {before}."
        )
    elif recipe.impurity.is_decrease:
        yield N_(
            "Work out the impurity of each branch, weight it by its share of the rows, add these "
            "up, and subtract the sum from {before}."
        )
    else:
        yield N_("Put the counts into {formula}.")


def _go_on(recipe: Recipe, candidate: Candidate) -> Iterator[str]:
    """The steps from there to the score."""
    if recipe.impurity.numeric:
        return
    if candidate.unknown:
        yield N_("Multiply by {known}, the share of the rows whose value is known.")
    if candidate.scores.get("correction"):
        yield N_("Subtract {log}({tries})/{n}, the penalty for choosing among {tries} cuts.")
    match recipe.selection:
        case GainPerCost():
            yield N_("Square the gain, and divide it by the cost, {cost}.")
        case GainAgainstCost():
            yield N_("Raise 2 to the gain, subtract 1, and divide by ({cost} + 1)^{w}.")
        case selection if selection.score == "gain_ratio":
            yield N_("Divide by the split info, {info}.")


def _facts(lesson: Lesson, candidate: Candidate, said: Diagnosis, digits: Digits) -> dict[str, str]:
    """What the sentences may mention."""
    scores, recipe, selection = candidate.scores, lesson.recipe, lesson.recipe.selection
    of = "squares" if recipe.impurity.numeric else "impurity"
    given = (recipe, lesson.dataset.schema, lesson.evidence, candidate)
    return {
        "score": narration.score_words(recipe, digits.show(said.right.value)),
        "before": digits.part(scores[f"{of}_before"]),
        "weights": _weights(said.right),
        "info": digits.part(scores["split_info"]),
        "tries": number(scores.get("tries", 0.0)),
        "n": number(round(float(weight_of(lesson.evidence.stats, lesson.dataset.schema)), 3)),
        "log": "ln" if recipe.impurity.unit == "nats" else "log₂",
        "criterion": sentence(recipe.impurity.label),
        "formula": literal(plain(explain.score(*given, "gain").general, digits), 200),
        "known": digits.part(scores.get("known_share", 1.0)),
        "cost": number(scores.get("cost", 1.0)),
        "w": number(selection.w if isinstance(selection, GainAgainstCost) else 0.0),
    }


def _weights(right: Named) -> str:
    """The shares of the branches as fractions, "5/14, 4/14, 5/14"."""
    shares = [
        p.factors[0]
        for p in walk(right)
        if isinstance(p, Product) and isinstance(p.factors[-1], Named)
    ]
    return _(", ").join(plain(share, Digits()) for share in shares if isinstance(share, Ratio))
