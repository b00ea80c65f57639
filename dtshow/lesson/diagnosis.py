"""What is said of a guess: the mistake behind a number, or how far a column is from the best."""

from __future__ import annotations

from typing import Final

from dtcore.formula import Named
from dtcore.stepping import Candidate
from dtshow.lesson import narration, verdicts
from dtshow.lesson.lesson import Lesson
from dtshow.words.language import _, joined, sentence
from dtshow.words.markdown import literal
from dttools.printing import Digits, equation
from dttools.teach import Asked, Diagnosis, Mistake, Pick, working
from dttools.teach.working import Judged, Mark

NUMBERS: Final = ("before", "info", "tries", "n", "known", "cost", "w", "made")
"""What the sentences mention that needs no care in Markdown."""


def diagnosis_words(lesson: Lesson, candidate: Candidate, said: Diagnosis, digits: Digits) -> str:
    """The mistake, and the sum that gives the answer where it is known. Markdown."""
    asked = Asked(lesson.recipe, lesson.dataset.schema, lesson.evidence, candidate)
    return told_of(asked, said, said.finer(digits))


def told_of(asked: Asked, said: Diagnosis, digits: Digits, summed: bool = False) -> str:
    """Likewise, of any number of a candidate. ``summed``: one has written the sum oneself."""
    found = asked.words(said, digits)
    numbers = {name: one.fields[name] for one in found for name in NUMBERS if name in one.fields}
    numbers["score"] = narration.score_words(asked.recipe, digits.show(said.right.value))
    text = joined(*(sentence(one, **numbers) for one in found))
    if summed or said.made is None or said.good or not isinstance(said.made, Named):
        return text
    sum_ = equation(said.made, digits)
    if sum_ == digits.show(said.made.value):
        return text
    return joined(text, _("It looks as if you computed {sum}.").format(sum=literal(sum_, 200)))


def judged_words(judged: Judged, digits: Digits, hidden: bool) -> str:
    """What is wrong with a number of a working, or since which line; "" of what is right. Markdown.
    ``hidden``: the right one is not told."""
    asked, said = judged.asked, judged.said
    if judged.statement is not None:
        return sentence(judged.statement.says) if judged.statement.says else ""
    if asked is None or judged.mark is Mark.RIGHT:
        return ""
    first, quoted = working.told(judged, digits)[0], judged.quoted(digits)
    if said is None:
        return _begun(sentence(first))
    why = told_of(asked, said, quoted, judged.summed)
    if hidden:
        return f"{_begun(sentence(working.name_of(asked)))}{_(': ')}{why}"
    if said.mistake is Mistake.OTHER:
        return _begun(sentence(first))
    return joined(_begun(sentence(first)), why)


def _begun(text: str) -> str:
    """With a capital."""
    return f"{text[:1].upper()}{text[1:]}"


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
