"""Every reason that a class is given for a wrong answer is worked out again, and holds.

The sentence is taken apart by what it says, and each number in it is found anew: by another
algorithm that grows on the same rows, or from the counts of the branches.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

import numpy as np
import pytest
from hypothesis import given

import dtcore as dt
from dtcore import explain
from dtcore.stepping.evidence import Candidate, Weighed
from dtcore.stepping.problem import Problem
from dtshow.lesson.choice import RecipeChoice
from dtshow.lesson.lesson import Lesson
from dtshow.tables.table_choice import TableChoice
from dtshow.words.language import spoken
from dttools.study import Standing
from dttools.teach import quiz
from dttools.teach.quiz import QuizKind, QuizQuestion
from pages.ui.classroom import asked_words, steps
from tests.by_hand import OfCounts, of_counts
from tests.small_tables import dataset, table
from tests.strategies import RECIPES, Table, fits, law, problems, tables

N = r"(−?\d+(?:\.\d+)?)"
MADE = rf"\((?:.* = )?{N}\)"


@dataclass(frozen=True)
class Said:
    """A sentence about a wrong choice, with what it was said of."""

    question: QuizQuestion
    key: str
    text: str

    @property
    def lesson(self) -> Lesson:
        made = Lesson(TableChoice("small", "y"), RecipeChoice("cart"), self.question.timeline)
        return made.show_candidates(self.question.node)

    @property
    def recipe(self) -> dt.Recipe:
        return self.question.timeline.problem.recipe

    @property
    def mine(self) -> Candidate:
        return self.question.weighed.candidates[int(self.key)]

    def show(self, number: float) -> str:
        return steps.digits(self.lesson).show(number)

    def by(self, **changed: object) -> Weighed:
        """The node as another algorithm weighs it."""
        problem = self.question.timeline.problem
        other = Problem(problem.dataset, replace(self.recipe, **changed))
        return dt.weigh(other, self.question.timeline.state, self.question.node)

    def hand(self, candidate: Candidate) -> OfCounts:
        return OfCounts(candidate, self.lesson.dataset.schema)

    def gain(self, candidate: Candidate, impurity: object | None = None) -> float:
        return self.hand(candidate).gain(impurity or self.recipe.impurity)

    def ratio(self, candidate: Candidate) -> float:
        """The gain, with nothing taken off, over the split info."""
        info = self.hand(candidate).split_info(self.recipe.impurity)
        return self.gain(candidate) / info if info > 0 else 0.0

    def score(self, candidate: Candidate, shares: list[float] | None = None) -> float:
        """What the algorithm compares, ``shares`` in place of those of the rows."""
        hand, impurity = self.hand(candidate), self.recipe.impurity
        gain = hand.gain(impurity, shares)
        if explain.headline(self.recipe) == "gain":
            return gain
        guarded = isinstance(self.recipe.selection, dt.GuardedGainRatio)
        price = hand.price(impurity, candidate.scores.get("tries", 0.0)) if guarded else 0.0
        return (gain - price) / hand.split_info(impurity)

    def unweighted(self, candidate: Candidate) -> float:
        """The score with the impurities of the branches added up as they are."""
        return self.score(candidate, [1.0] * len(self.hand(candidate).branches))

    def scored(self, own: str) -> bool:
        return self.show(self.score(self.mine)) == own

    def leads(self, scores: Mapping[int, float], made: str) -> bool:
        """Whether the chosen column alone has the largest of these, which is ``made``."""
        mine = scores[int(self.key)]
        others = [score for column, score in scores.items() if column != int(self.key)]
        return self.show(mine) == made and all(mine > other for other in others)

    def wins(
        self, score: Callable[[Candidate], float], made: str, own: str, **changed: object
    ) -> bool:
        """By another algorithm, over what this one asks of the other columns, too."""
        best = {c.column: score(c) for c in self.by(**changed).candidates if c.verdict in COMPARED}
        here = [c for c in self.question.weighed.candidates if c.verdict in COMPARED]
        ahead = all(best[int(self.key)] >= score(c) - 1e-9 for c in here)
        return ahead and self.leads(best, made) and self.scored(own)

    def unpriced(self) -> dict[int, float]:
        """The ratios that C4.5 compares if it takes nothing off (Quinlan 1993, §2.3)."""
        rule, data = self.recipe.selection, self.lesson.dataset
        whole = of_counts(self.recipe.impurity, self.question.weighed.stats.tolist())
        able = {
            c: self.gain(c)
            for c in self.question.weighed.candidates
            if c.verdict in (*COMPARED, *OF_GUARDS)
            and (not data.columns[c.column].numeric or self.gain(c) > rule.nothing * whole)
        }
        most = rule.many * data.weights.sum()
        few = [gain for c, gain in able.items() if len(data.columns[c.column].levels or ()) < most]
        average = np.mean(few or list(able.values()))
        return {
            c.column: self.ratio(c)
            for c, gain in able.items()
            if gain >= average - rule.slack
            and self.hand(c).split_info(self.recipe.impurity) > rule.flat
        }


COMPARED = (dt.Verdict.WINS, dt.Verdict.TIED, dt.Verdict.LOWER, dt.Verdict.REFUSED)
OF_GUARDS = (dt.Verdict.NO_GAIN, dt.Verdict.BELOW_AVERAGE_GAIN, dt.Verdict.NO_SPLIT_INFO)
"""Said by C4.5 of what others compare."""


def leads_unweighted(said: Said, made: str, own: str) -> bool:
    able = [c for c in said.question.weighed.candidates if c.verdict in COMPARED]
    return said.leads({c.column: said.unweighted(c) for c in able}, made) and said.scored(own)


def lower(said: Said, best: str, mine: str) -> bool:
    winner = said.question.weighed.best or next(
        c for c in said.question.weighed.candidates if c.verdict is dt.Verdict.REFUSED
    )
    name = explain.headline(said.recipe)
    numbers = [float(one.replace("−", "-")) for one in (mine, best)]
    near = [said.mine.scores[name], winner.scores[name]]
    unit = 10.0 ** -len(mine.partition(".")[2])
    return np.allclose(numbers, near, 0, 0.51 * unit) and numbers[1] > numbers[0]


def lower_cut(said: Said, mine: str, best: str) -> bool:
    line = said.question.line
    assert line is not None
    allowed = [
        score
        for score, standing in zip(line.scores, line.standings, strict=True)
        if standing is not Standing.TOO_FEW_ROWS
    ]
    numbers = [float(one.replace("−", "-")) for one in (mine, best)]
    unit = 10.0 ** -len(mine.partition(".")[2])
    near = [line.scores[int(said.key)], max(allowed)]
    forbidden = "Not allowed" in said.text
    return np.allclose(numbers, near, 0, 0.51 * unit) and (forbidden or numbers[0] < numbers[1])


REASONS: Mapping[str, Callable[..., bool]] = {
    rf"Among these splits .* without weights {MADE}\. Weighted .* scores {N}\.": leads_unweighted,
    rf"wins by the Gini index {MADE}\. This algorithm uses .*: {N}\.": lambda said, made, own: (
        said.wins(lambda c: said.gain(c, dt.Gini()), made, own, impurity=dt.Gini())
    ),
    rf"wins by entropy in bits {MADE}\. This algorithm uses .*: {N}\.": lambda said, made, own: (
        said.wins(lambda c: said.gain(c, dt.Entropy()), made, own, impurity=dt.Entropy())
    ),
    rf"wins by gain {MADE}\. This algorithm compares gain ratios: {N}\.": lambda said, made, own: (
        said.wins(said.gain, made, own, selection=dt.Gain())
    ),
    rf"wins by gain ratio {MADE}\. This algorithm compares gains: {N}\.": lambda said, made, own: (
        said.wins(said.ratio, made, own, selection=dt.GainRatio())
    ),
    rf"nothing is subtracted .* {MADE}\. With that it scores {N}\.": lambda said, made, own: (
        said.leads(said.unpriced(), made) and said.scored(own)
    ),
    rf"scores more: {N}, .*? {N}\.": lower,
    rf"It scores {N}; the best allowed cut scores {N}\.": lower_cut,
}
"""What is said of a choice that scores, each with whether it holds."""
OF_VERDICTS = {
    dt.Verdict.USED_ON_PATH: "Used on the path",
    dt.Verdict.ONE_VALUE: "Fewer than two of its values",
    dt.Verdict.TOO_FEW_ROWS: "Ruled out: (even its best|two of its|its) (split|branches)",
    dt.Verdict.NO_GAIN: "Ruled out: (its gain, .* counts as none|the penalty for choosing)",
    dt.Verdict.BELOW_AVERAGE_GAIN: "Ruled out",
    dt.Verdict.NO_SPLIT_INFO: "Ruled out: its split info",
}
"""What is said of a choice that is not compared."""


def wrong_choices(timeline: dt.Timeline) -> list[Said]:
    result = []
    for kind in (QuizKind.COLUMN, QuizKind.CUT):
        for column in range(len(timeline.problem.dataset.columns)):
            if kind is QuizKind.COLUMN and column:
                continue
            question = quiz.ask(timeline, kind, (), column)
            for key in () if question is None else question.keys:
                judgement = quiz.judged(question, key)
                if judgement.good:
                    continue
                lesson = Said(question, key, "").lesson
                text = asked_words.why_words(lesson, question, key, judgement)
                result.append(Said(question, key, text.replace("\\", "")))
    return result


def holds(said: Said) -> bool:
    for pattern, check in REASONS.items():
        if found := re.search(pattern, said.text):
            return check(said, *found.groups())
    verdict = said.mine.verdict
    return verdict in OF_VERDICTS and bool(re.search(OF_VERDICTS[verdict], said.text))


@law
@given(problems(tables(gaps=True) | tables()))
def test_every_reason_of_a_wrong_choice_holds(drawn: tuple[Table, dt.Recipe]) -> None:
    made, recipe = drawn
    with spoken("en"):
        for said in wrong_choices(dt.start(made.data(), recipe)):
            assert holds(said), said.text


@pytest.mark.on_push(2)
@pytest.mark.parametrize("key", ["playtennis", "golf", "gender", "contact_lenses", "iris", "loan"])
def test_the_reasons_on_the_bundled_tables_hold(key: str) -> None:
    data = dataset(key)
    with spoken("en"):
        for recipe in (recipe for recipe in RECIPES if fits(recipe, data)):
            for said in wrong_choices(dt.start(data, recipe)):
                assert holds(said), (recipe, said.text)


def test_each_reason_is_given_and_holds() -> None:
    """Two tables of chance on which every mistake leads some algorithm to another column."""
    recipes = [dt.recipe(name) for name in ("c45", "c45_textbook", "cart")]
    recipes.append(replace(dt.recipe("cart"), impurity=dt.Entropy()))
    heard = set[str]()
    with spoken("en"):
        for seed in (6, 11):
            rng = np.random.default_rng(seed)
            n = int(rng.integers(10, 25))
            y = "".join(rng.choice(list("uvw"), n))
            x, z = (rng.integers(0, 9, n).astype(float).tolist() for _ in range(2))
            a, b = (rng.choice(list(levels), n).tolist() for levels in ("abcd", "ef"))
            data = table(y, x=x, z=z, a="".join(a), b="".join(b))
            for said in (one for r in recipes for one in wrong_choices(dt.start(data, r))):
                assert holds(said), said.text
                heard |= {pattern for pattern in REASONS if re.search(pattern, said.text)}
    assert heard == set(REASONS)


def test_what_another_criterion_chooses_is_weighed_with_that_criterion() -> None:
    """Of the cuts that the Gini index finds best, that of z gains more bits, 0.1935; but x has a
    cut that gains more still."""
    x = [8.0, 9.0, 1.0, 2.0, 7.0, 6.0, 4.0, 3.0, 0.0, 5.0]
    z = [5.0, 9.0, 2.0, 4.0, 3.0, 7.0, 0.0, 1.0, 8.0, 6.0]
    timeline = dt.start(table("uvvuvuuuuu", x=x, z=z), dt.recipe("cart"))
    with spoken("en"):
        said = wrong_choices(timeline)
    assert said
    assert all(holds(one) and "entropy" not in one.text for one in said)


def test_twoing_weights_no_impurities() -> None:
    data = table("uuvvwwuv", x="aabbabab", z="aaabbbbb")
    timeline = dt.start(data, replace(dt.recipe("cart"), impurity=dt.Twoing()))
    for said in wrong_choices(timeline):
        assert "without weights" not in said.text
        assert holds(said)
