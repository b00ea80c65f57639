"""An exercise as parts that earn marks: what is asked, what is right, and what a mistake is worth.

What judges an answer in the app (``diagnosis``, ``quiz``) gives the wrong answers here, each with
its value and its words, for whoever marks by a key: a teacher, or a test system. Read ``graded``.
Not done here: no layout; no errors carried forward, which are judged from a whole working
(``working``).
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

from dtcore.formula import Formula
from dtcore.model.nodes import NodeId
from dtcore.model.tree import Tree
from dtcore.policies.selection import Verdict
from dtcore.policies.stopping import Stop
from dtcore.stepping.moves import Step
from dtcore.stepping.timeline import Timeline
from dtcore.words import Listed, Sentence, number
from dttools.printing import Digits, equation
from dttools.teach import working
from dttools.teach.diagnosis import WORDS, Asked, Diagnosis, Mistake
from dttools.teach.exercise import MOST_ASKED, Exercise, asked_about
from dttools.teach.quiz import LED, NOT_STOPPED, decision, led_to

NODE, SCORE, COLUMN, BRANCH = 1, 2, 2, 1
"""Marks: for the impurity of a node, a score, the column that wins, what a branch becomes."""
HALF: Final = frozenset({
    Mistake.NO_WEIGHTS, Mistake.NATURAL_LOG, Mistake.BINARY_LOG, Mistake.CHILDREN,
    Mistake.NO_SPLIT_INFO, Mistake.NO_PRICE, Mistake.PER_ROW, Mistake.ONE_WEIGHT, Mistake.SIGN,
})  # fmt: skip
"""One slip in a sum that is right but for it: half of the marks."""
GOES_ON: Final = Sentence("No stopping rule makes it a leaf yet: its splits are compared next.")
_BEST: Final = (Verdict.WINS, Verdict.TIED)


@dataclass(frozen=True, eq=False)
class GradedMistake:
    """A wrong answer of which is known how it comes about: that of ``made``, give or take
    ``tolerance``, earns ``share`` of the marks: 0, 0.5, or 1 where only parts were rounded."""

    mistake: Mistake
    made: Formula
    tolerance: float
    share: float
    feedback: tuple[Sentence, ...]


@dataclass(frozen=True, eq=False)
class GradedNumber:
    """A number to work out, ``asked.right`` its sum. ``printed`` has the digits that are asked for;
    what is within ``tolerance`` of that is right, and told ``praise``. ``otherwise`` is said of
    what no known mistake gives."""

    asked: Asked
    marks: int
    printed: str
    tolerance: float
    praise: tuple[Sentence, ...]
    mistakes: tuple[GradedMistake, ...]
    otherwise: tuple[Sentence, ...]

    @property
    def text(self) -> Sentence:
        """What is asked for: gain of Outlook."""
        return working.name_of(self.asked)

    @property
    def value(self) -> float:
        """The right one as it is printed."""
        return float(self.printed.replace("−", "-"))


@dataclass(frozen=True, eq=False)
class GradedOption:
    """Something to choose, and what is said of whoever chooses it."""

    text: Sentence
    right: bool
    feedback: tuple[Sentence, ...]


@dataclass(frozen=True, eq=False)
class GradedChoice:
    """One of ``options`` is to be chosen; of a tie, several are right. ``branch``: the node that it
    is about, whose name tells the split; None of the split itself, and of a leaf."""

    text: Sentence
    marks: int
    options: tuple[GradedOption, ...]
    branch: NodeId | None = None


GradedPart = GradedNumber | GradedChoice


def graded(timeline: Timeline, exercise: Exercise, digits: Digits) -> list[GradedPart]:
    """The parts of an exercise of ``timeline``, in the order in which they are worked out: the
    impurity of the node, a score for each column, the column that wins, what its branches become.
    Of a leaf at which nothing is worked out, what it predicts; nothing if that is a mean.

    ``digits``: with so many numbers are asked for; with one decimal less they are right too.
    """
    recipe, candidates = timeline.problem.recipe, list[Asked]()
    if exercise.weighed is not None:
        made = partial(Asked, recipe, exercise.tree.schema, exercise.weighed)
        candidates = [*map(made, asked_about(exercise, recipe))]
    candidates = [one for one in candidates if math.isfinite(one.scored)]
    return [
        *_numbers(candidates, digits),
        *_winners(timeline, exercise, candidates, digits),
        *_branches(timeline, exercise),
    ]


def _numbers(candidates: Sequence[Asked], digits: Digits) -> Iterator[GradedNumber]:
    whole = next((one for one in candidates if not one.candidate.unknown), None)
    if whole is not None:  # with missing cells it is the impurity of the rows that are known
        numeric = whole.recipe.impurity.numeric
        before = replace(whole, name="squares_before" if numeric else "impurity_before")
        yield _number(before, NODE, digits)
    for one in candidates:
        yield _number(replace(one, name=one.score), SCORE, digits)


def _number(asked: Asked, marks: int, digits: Digits) -> GradedNumber:
    right = asked.right
    digits = digits.down_to(abs(right.value))

    def words(mistake: Mistake, made: Formula | None = None) -> tuple[Sentence, ...]:
        said = Diagnosis(mistake, right, made)
        return tuple(asked.words(said, said.finer(digits)))

    tolerance, least = asked.care(digits.result - 1), 0.5 * 10.0**-digits.result
    mistakes = tuple(
        GradedMistake(
            mistake, made, care, _share(asked, mistake, made, least), words(mistake, made)
        )
        for mistake, made, care in _apart(asked, tolerance, least)
    )
    shown, otherwise = digits.show(right.value), words(Mistake.OTHER)
    return GradedNumber(asked, marks, shown, tolerance, words(Mistake.NONE), mistakes, otherwise)


def _winners(
    timeline: Timeline, exercise: Exercise, candidates: Sequence[Asked], digits: Digits
) -> Iterator[GradedChoice]:
    """Which column wins, or that none is split on."""
    if not candidates:
        return
    best = [one for one in candidates if one.candidate.verdict in _BEST]
    stopped = _stopped(exercise.step, exercise)
    at = timeline.jump(exercise.end - 1)
    led = led_to(at, candidates[0].weighed) if best else {}
    options = [
        GradedOption(
            Sentence("{name}", name=one.column.name),
            one in best,
            (_compared(one, best, led, digits),) if best else stopped,
        )
        for one in candidates
    ]
    told = stopped
    if best:  # to whoever would have stopped
        score = digits.show(best[0].scored)
        told = (NOT_STOPPED.with_fields(column=best[0].column.name, score=score),)
    options.append(GradedOption(Sentence("none: it becomes a leaf"), not best, told))
    yield GradedChoice(Sentence("Which column is it split on?"), COLUMN, tuple(options))


def _stopped(step: Step, exercise: Exercise) -> tuple[Sentence, ...]:
    """Why a node is not split."""
    schema = exercise.tree.schema
    return (step.why(schema) or Stop(None).reason(schema),)


def _compared(
    mine: Asked,
    best: Sequence[Asked],
    led: Mapping[int, tuple[Mistake, Formula]],
    digits: Digits,
) -> Sentence:
    """What is said of whoever takes a column for the best."""
    mistake, made = led.get(mine.candidate.column, (Mistake.NONE, None))
    told = mine.candidate.verdict.reason
    if made is not None:
        told = LED[mistake]
    elif mine in best:
        told = Verdict.TIED.reason if len(best) > 1 else WORDS[Mistake.NONE]
    digits, scores = digits.apart(mine.scored, best[0].scored), mine.candidate.scores
    return told.with_fields(
        column=(best[0] if made is None else mine).column.name,
        columns=Listed(one.column.name for one in best),
        own=mine.column.name,
        score=digits.show(mine.scored),
        best=digits.show(best[0].scored),
        made="" if made is None else equation(made, digits),
        criterion=mine.recipe.impurity.label,
        gain=digits.show(scores["gain"]),
        tries=number(scores.get("tries", 0.0)),
        price=digits.show(scores.get("correction", 0.0)),
        average=digits.show(mine.weighed.average or 0.0),
    )


def _branches(timeline: Timeline, exercise: Exercise) -> Iterator[GradedChoice]:
    """What each branch becomes; of a node that becomes a leaf, what it predicts."""
    grown, node = exercise.grown, exercise.node
    if grown[node].split is None:
        if grown.schema.classes:
            stopped = _stopped(exercise.step, exercise)
            options = _classes(grown, node, stopped, Sentence("{name}"))
            yield GradedChoice(Sentence("What does the leaf predict?"), BRANCH, options)
        return
    after = timeline.jump(exercise.end)
    for child in grown.children(node):
        closed, leaf = child in exercise.closed, Sentence("a leaf")
        told = _stopped(decision(after, child), exercise) if closed else (GOES_ON,)
        options = (
            _classes(grown, child, told, Sentence("a leaf: {name}"), closed)
            if grown.schema.classes
            else (GradedOption(leaf, closed, told),)
        )
        yield GradedChoice(
            Sentence("What becomes of {branch}?", branch=str(grown.conditions(child)[-1])),
            BRANCH,
            (*options, GradedOption(Sentence("not a leaf yet"), not closed, told)),
            child,
        )


def _classes(
    tree: Tree, node: NodeId, told: tuple[Sentence, ...], words: Sentence, closed: bool = True
) -> tuple[GradedOption, ...]:
    """The classes to choose among: all, or the most frequent of many."""
    stats, said = tree[node].stats, int(tree.prediction(node))
    order = sorted(range(len(stats)), key=lambda label: (label != said, -stats[label]))
    return tuple(
        GradedOption(words.with_fields(name=name), closed and label == said, told)
        for label, name in enumerate(tree.schema.classes or ())
        if label in order[:MOST_ASKED]
    )


def _share(asked: Asked, mistake: Mistake, made: Formula, least: float) -> float:
    """Nothing of a value that needs no sum: 0 is a guess, the impurity of the node is known."""
    if mistake is Mistake.ROUNDED_EARLY:
        return 1.0
    free = any(abs(made.value - value) <= least for value in (0.0, asked.before.value))
    return 0.5 if mistake in HALF and not free else 0.0


def _apart(
    asked: Asked, tolerance: float, least: float
) -> Iterator[tuple[Mistake, Formula, float]]:
    """The known mistakes, each with how far an answer may be off: less where another answer is
    near. Of two that ``least`` does not tell apart only the first, which is the more likely; none
    that the right answer is as near to."""
    taken = [(asked.right.value, tolerance)]
    for mistake, made in asked.mistakes():
        room = min(abs(made.value - value) - care for value, care in taken)
        if room > least:  # and a sum that has no value is near to nothing
            taken.append((made.value, min(tolerance, room)))
            yield mistake, made, taken[-1][1]
