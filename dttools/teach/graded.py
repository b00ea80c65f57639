"""An exercise as parts that earn marks: what is asked, what is right, and what a mistake is worth.

What judges an answer in the app (``diagnosis``, ``quiz``) gives the wrong answers here, each with
its value and its words, for whoever marks by a key: a teacher, or a test system. Read ``graded``.
Not done here: no layout; no errors carried forward, which are judged from a whole working
(``working``).
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Final

import dtcore.explain.scores as scores
from dtcore.formula import Formula
from dtcore.growth.recipe import Recipe
from dtcore.model.columns import Schema
from dtcore.model.nodes import NodeId
from dtcore.policies.selection import Verdict
from dtcore.policies.stopping import Stop
from dtcore.stepping.evidence import Candidate, Weighed
from dtcore.stepping.moves import Step
from dtcore.stepping.timeline import Timeline
from dtcore.words import Listed, Sentence, number
from dttools.printing import Digits
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
    marking = _Marking(timeline, exercise, digits)
    return [*marking.numbers(), *marking.winners(), *marking.branches()]


@dataclass(frozen=True, eq=False)
class _Marking:
    """What is marked, and how long its numbers are."""

    timeline: Timeline
    exercise: Exercise
    digits: Digits

    @property
    def recipe(self) -> Recipe:
        return self.timeline.problem.recipe

    @property
    def schema(self) -> Schema:
        return self.exercise.tree.schema

    @property
    def weighed(self) -> Weighed:
        assert self.exercise.weighed is not None
        return self.exercise.weighed

    @property
    def score(self) -> str:
        """The name of the one that decides."""
        return scores.headline(self.recipe)

    @cached_property
    def candidates(self) -> list[Candidate]:
        """Those that are asked about and have a score."""
        asked = asked_about(self.exercise, self.recipe)
        return [c for c in asked if math.isfinite(c.scores.get(self.score, math.nan))]

    def numbers(self) -> Iterator[GradedNumber]:
        before = "squares_before" if self.recipe.impurity.numeric else "impurity_before"
        whole = next((c for c in self.candidates if not c.unknown), None)
        if whole is not None:  # with missing cells it is the impurity of the rows that are known
            yield self.number(whole, before, NODE)
        for candidate in self.candidates:
            yield self.number(candidate, self.score, SCORE)

    def number(self, candidate: Candidate, name: str, marks: int) -> GradedNumber:
        asked = Asked(self.recipe, self.schema, self.weighed, candidate, name)
        right, digits = asked.right, self.digits.down_to(abs(asked.right.value))

        def words(mistake: Mistake, made: Formula | None = None) -> tuple[Sentence, ...]:
            return tuple(asked.words(Diagnosis(mistake, right, made), digits))

        tolerance, least = asked.care(digits.result - 1), 0.5 * 10.0**-digits.result
        mistakes = tuple(
            GradedMistake(mistake, made, care, _share(mistake), words(mistake, made))
            for mistake, made, care in _apart(asked, tolerance, least)
        )
        shown, otherwise = digits.show(right.value), words(Mistake.OTHER)
        praise = words(Mistake.NONE)
        return GradedNumber(asked, marks, shown, tolerance, praise, mistakes, otherwise)

    def winners(self) -> Iterator[GradedChoice]:
        """Which column wins, or that none is split on."""
        if not self.candidates:
            return
        best = [c for c in self.candidates if c.verdict in _BEST]
        stopped = self.stopped(self.exercise.step)
        led = led_to(self.timeline.jump(self.exercise.end - 1), self.weighed) if best else {}
        options = [
            GradedOption(
                Sentence("{name}", name=self.name(candidate)),
                candidate in best,
                (self.compared(candidate, best, led),) if best else stopped,
            )
            for candidate in self.candidates
        ]
        told = (self.went_on(best[0]),) if best else stopped
        options.append(GradedOption(Sentence("none: it becomes a leaf"), not best, told))
        yield GradedChoice(Sentence("Which column is it split on?"), COLUMN, tuple(options))

    def name(self, candidate: Candidate) -> str:
        return self.schema.columns[candidate.column].name

    def stopped(self, step: Step) -> tuple[Sentence, ...]:
        """Why a node is not split."""
        return (step.why(self.schema) or Stop(None).reason(self.schema),)

    def went_on(self, best: Candidate) -> Sentence:
        """To whoever would have stopped."""
        score = self.digits.show(best.scores[self.score])
        return NOT_STOPPED.with_fields(column=self.name(best), score=score)

    def compared(
        self,
        mine: Candidate,
        best: list[Candidate],
        led: Mapping[int, tuple[Mistake, Formula]],
    ) -> Sentence:
        """What is said of whoever takes a column for the best."""
        mistake, made = led.get(mine.column, (Mistake.NONE, None))
        told = mine.verdict.reason
        if made is not None:
            told = LED[mistake]
        elif mine in best:
            told = Verdict.TIED.reason if len(best) > 1 else WORDS[Mistake.NONE]
        own, most = mine.scores[self.score], best[0].scores[self.score]
        digits = self.digits.apart(own, most)
        return told.with_fields(
            column=self.name(best[0] if made is None else mine),
            columns=Listed(map(self.name, best)),
            own=self.name(mine),
            score=digits.show(own),
            best=digits.show(most),
            made="" if made is None else digits.show(made.value),
            criterion=self.recipe.impurity.label,
            gain=digits.show(mine.scores["gain"]),
            tries=number(mine.scores.get("tries", 0.0)),
            price=digits.show(mine.scores.get("correction", 0.0)),
            average=digits.show(self.weighed.average or 0.0),
        )

    def branches(self) -> Iterator[GradedChoice]:
        """What each branch becomes; of a node that becomes a leaf, what it predicts."""
        grown, node = self.exercise.grown, self.exercise.node
        if grown[node].split is None:
            if self.schema.classes:
                options = self.classes(node, self.stopped(self.exercise.step), Sentence("{name}"))
                yield GradedChoice(Sentence("What does the leaf predict?"), BRANCH, options)
            return
        after = self.timeline.jump(self.exercise.end)
        for child in grown.children(node):
            closed, leaf = child in self.exercise.closed, Sentence("a leaf")
            told = self.stopped(decision(after, child)) if closed else (GOES_ON,)
            options = (
                self.classes(child, told, Sentence("a leaf: {name}"), closed)
                if self.schema.classes
                else (GradedOption(leaf, closed, told),)
            )
            yield GradedChoice(
                Sentence("What becomes of {branch}?", branch=str(grown.conditions(child)[-1])),
                BRANCH,
                (*options, GradedOption(Sentence("not a leaf yet"), not closed, told)),
                child,
            )

    def classes(
        self, node: NodeId, told: tuple[Sentence, ...], words: Sentence, closed: bool = True
    ) -> tuple[GradedOption, ...]:
        """The classes to choose among: all, or the most frequent of many."""
        stats, said = self.exercise.grown[node].stats, int(self.exercise.grown.prediction(node))
        order = sorted(range(len(stats)), key=lambda label: (label != said, -stats[label]))
        return tuple(
            GradedOption(words.with_fields(name=name), closed and label == said, told)
            for label, name in enumerate(self.schema.classes)
            if label in order[:MOST_ASKED]
        )


def _share(mistake: Mistake) -> float:
    return 1.0 if mistake is Mistake.ROUNDED_EARLY else 0.5 if mistake in HALF else 0.0


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
