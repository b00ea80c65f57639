"""The arithmetic of the candidate looked at, in symbols, with counts put in, and its result."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from dtcore import explain
from dtcore.formula import Formula, Named, Squares, Symbol, named_parts, walk
from dtcore.stepping import Candidate
from dtshow.lesson import narration
from dtshow.lesson.lesson import Lesson
from dtshow.scene.blocks import Block, say
from dtshow.scene.grow.look import GrowLook
from dtshow.scene.sums import Counts, Line, Writing, exact_switch, sum_block
from dtshow.scene.tree.trays import MOST
from dtshow.words import number_format
from dtshow.words.language import _, joined, sentence
from dtshow.words.markdown import literal
from dttools.printing import Digits


def working(
    lesson: Lesson, candidate: Candidate, digits: Digits, look: GrowLook
) -> Iterator[Block]:
    """The question it answers, the general formula, and a line for each part."""
    yield say("introduction", introduction(lesson, candidate))
    block = working_block(lesson, candidate, digits, look)
    yield block | {"key": "working", "play": True}
    if weights := narration.weights_decide(lesson.tree.schema):
        yield say("weights", literal(weights, 400), "quiet")
    for k, text in enumerate(cautions(lesson, candidate)):
        yield say(f"caution{k}", text, "quiet")


def working_lines(lesson: Lesson, candidate: Candidate) -> list[Line]:
    """The score of the candidate, what it is compared with, and the tests that it has to pass."""
    schema, recipe = lesson.dataset.schema, lesson.recipe
    score = explain.headline(recipe)
    formula = explain.score(recipe, schema, lesson.evidence, candidate, score)
    lines = lines_of(lesson, candidate, formula)
    if recipe.impurity.numeric and not candidate.unknown:  # the nodes show variances
        fall = explain.variance_decrease(schema, lesson.evidence, formula)
        lines.append(Line(fall, _("decrease of the variance s²")))
    average = explain.average_gain(recipe, schema, lesson.evidence)
    if average is not None:  # what the gain is compared with stands below it
        text = _("average gain of the questions that count: {n} of {all}")
        n, all_ = len(lesson.evidence.counted or ()), len(lesson.evidence.candidates)
        lines.append(Line(average, text.format(n=n, all=all_)))
    for test, meaning in explain.tests(recipe, lesson.evidence, candidate):
        lines += [Line(test, sentence(meaning)), *lines_of(lesson, candidate, test)[1:]]
    return lines


def cautions(lesson: Lesson, candidate: Candidate) -> Iterator[str]:
    """Where a stopping rule's number can mislead."""
    for rule in lesson.recipe.stopping:
        if caution := rule.caution(candidate.branch_stats):
            yield sentence(caution)


def working_block(lesson: Lesson, candidate: Candidate, digits: Digits, look: GrowLook) -> Block:
    lines = working_lines(lesson, candidate)
    return touchable(lesson, lines, digits, look, definitions(lines))


def touchable(
    lesson: Lesson,
    lines: Sequence[Line],
    digits: Digits,
    look: GrowLook,
    above: Sequence[Named] = (),
) -> Block:
    """Lines whose counts light the rows that they count, and which may be written exactly."""
    counts = Counts(
        describe=lambda query: narration.query_words(lesson.tree, query),
        pressed=look.highlighted,
        terms=lambda squares: _terms(lesson, squares),
    )
    block = sum_block(lines, Writing(digits, look.exact), _("Working"), counts, above)
    # the way back from fractions; the way to them stands where all that is rare does
    return block | {"exact": exact_switch(lines, True) if look.exact else None}


def _terms(lesson: Lesson, squares: Squares) -> Formula | None:
    """A sum of squares row by row; rows are only looked for in a table that is read whole."""
    if len(lesson.dataset) > MOST:
        return None
    return explain.terms_of(lesson.timeline.problem, lesson.timeline.state, squares)


def definitions(lines: Sequence[Line]) -> list[Named]:
    """What stands above the working: the score, and the last part that its definition names."""
    formula = next(line.named for line in lines if line.result)
    names = {part.name for part in walk(formula.general) if isinstance(part, Symbol)}
    within = [part for part in named_parts(formula)[:-1] if part.symbol in names]
    return [formula, *within[-1:]]


def lines_of(lesson: Lesson, candidate: Candidate, formula: Named) -> list[Line]:
    """One line for each named part, each below what it stands in, so that the result is seen first;
    branches are named at the end of theirs."""
    parts = {part.symbol: part for part in walk(formula) if isinstance(part, Named)}
    return [
        Line(part, _legend(lesson, candidate, part), result=part.symbol == formula.symbol)
        for part in parts.values()
    ]


def _legend(lesson: Lesson, candidate: Candidate, part: Named) -> str:
    if part.branch is None or candidate.split is None:
        return ""
    return number_format.told(candidate.split.condition(lesson.tree.schema, part.branch))


def introduction(lesson: Lesson, candidate: Candidate) -> str:
    column = literal(lesson.dataset.columns[candidate.column].name)
    if lesson.recipe.impurity.numeric:
        return _(
            "**How much closer to their mean {target} are the rows after a split on {column}?**"
        ).format(target=literal(lesson.dataset.target.name), column=column)
    text = _("**How much purer are the rows after a split on {column}?**").format(column=column)
    unit = {"bits": _("In bits: log to base 2."), "nats": _("In nats: natural log.")}
    if explain.headline(lesson.recipe) == "gain_ratio" and lesson.recipe.impurity.unit == "bits":
        unit["bits"] = _("The gain is in bits (log to base 2); the ratio has no unit.")
    same = _("CART calls the gain “decrease”.") if _falls(lesson) else ""
    return joined(text, unit.get(lesson.recipe.impurity.unit, same))


def _falls(lesson: Lesson) -> bool:
    """Whether the score is a gain under CART's name."""
    return narration.score_name(lesson.recipe) == _("Decrease")
