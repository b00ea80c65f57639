"""What is said of a guess: the mistake behind a number, or how far a column is from the best."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from dtcore import explain
from dtcore.explain import Diagnosis, Mistake, Pick
from dtcore.formula import Digits, Named, Product, Ratio, plain, walk
from dtcore.model import number, weight_of
from dtcore.policies import Verdict
from dtcore.stepping import Candidate
from pages.ui.lesson.lesson import Lesson
from pages.ui.wording import narration, verdicts
from pages.ui.wording.language import N_, _, joined, ngettext
from pages.ui.wording.markdown import literal

_MISTAKES: Final[Mapping[Mistake, str]] = {
    Mistake.NONE: N_("Right: {score}."),
    Mistake.ROUNDED_EARLY: N_(
        "Right method, but you rounded before subtracting. At full precision it is {score}. "
        "(Textbooks do this too.)"
    ),
    Mistake.VAGUE: N_("Right so far; give more decimals."),
    Mistake.NO_WEIGHTS: N_(
        "You gave every branch the same weight. Weight each by its share of the rows: {weights}."
    ),
    Mistake.NATURAL_LOG: N_(
        "You used the natural logarithm, which gives nats. Bits need log₂: divide by ln 2 ≈ 0.6931."
    ),
    Mistake.BINARY_LOG: N_(
        "You used log₂, which gives bits. Nats need the natural logarithm: multiply by ln 2 ≈ "
        "0.6931."
    ),
    Mistake.CHILDREN: N_(
        "This is the impurity after the split. The gain is how far it fell: subtract this from "
        "{before}."
    ),
    Mistake.PARENT: N_(
        "This is the impurity before the split. The gain is how much of it the split removes."
    ),
    Mistake.GINI: N_("This is the decrease in the Gini index; this algorithm uses entropy."),
    Mistake.ENTROPY: N_("This is the gain in bits; this algorithm uses the Gini index."),
    Mistake.NO_SPLIT_INFO: N_(
        "This is the gain. The gain ratio divides it by the split info, {info}."
    ),
    Mistake.DIVIDED: N_("This is the gain ratio; the question is about the gain itself."),
    Mistake.NO_PRICE: N_(
        "C4.5 first subtracts log₂({tries})/{n} from the gain, a penalty for choosing among "
        "{tries} cuts."
    ),
    Mistake.PER_ROW: N_(
        "This is the decrease in variance. Multiply it by the {n} rows to get the decrease in the "
        "sum of squares."
    ),
    Mistake.SIGN: N_("The sign is reversed: subtract the impurity after from the impurity before."),
    Mistake.NEGATIVE: N_(
        "A gain is never negative: on average a split cannot make the rows more mixed."
    ),
    Mistake.TOO_LARGE: N_("That is more than the whole impurity before the split, {before}."),
    Mistake.OTHER: N_(
        "Not quite. Work out the impurity of each branch, weight it by its share of the rows, add "
        "these up, and subtract the sum from {before}."
    ),
}


def diagnosis_words(lesson: Lesson, candidate: Candidate, said: Diagnosis, digits: Digits) -> str:
    """The mistake, and the sum that gives the answer where it is known. Markdown."""
    text = _(_MISTAKES[said.mistake]).format(**_facts(lesson, candidate, said, digits))
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
        return _("Right: {column} wins with {score}.").format(column=name, score=shown)
    score = explain.headline(lesson.recipe)
    ahead = (Verdict.WINS, Verdict.TIED, Verdict.REFUSED)
    best = next(c for c in lesson.evidence.candidates if c.verdict in ahead)
    higher = ngettext(
        "Not the best: {n} question scores higher than {{column}} ({{score}}).",
        "Not the best: {n} questions score higher than {{column}} ({{score}}).",
        found.better,
    ).format(column=name, score=shown)
    best_words = _("The best is {column} with {score}, {behind} more.").format(
        column=literal(lesson.dataset.columns[best.column].name, 40),
        score=digits.show(best.scores[score]),
        behind=digits.show(found.behind),
    )
    return joined(higher, best_words)


def _facts(lesson: Lesson, candidate: Candidate, said: Diagnosis, digits: Digits) -> dict[str, str]:
    """What the sentences may mention."""
    scores = candidate.scores
    of = "squares" if lesson.recipe.impurity.numeric else "impurity"
    weights = weight_of(candidate.branch_stats, lesson.dataset.schema)
    return {
        "score": narration.score_words(lesson.recipe, digits.show(said.right.value)),
        "before": digits.show(scores[f"{of}_before"]),
        "weights": _weights(said.right),
        "info": digits.show(scores["split_info"]),
        "tries": number(scores.get("tries", 0.0)),
        "n": number(round(float(weights.sum()), 3)),
    }


def _weights(right: Named) -> str:
    """The shares of the branches as fractions, "5/14, 4/14, 5/14"."""
    shares = [
        p.factors[0]
        for p in walk(right)
        if isinstance(p, Product) and isinstance(p.factors[-1], Named)
    ]
    return _(", ").join(plain(share, Digits()) for share in shares if isinstance(share, Ratio))
