"""What a wrong guess is told: the advice, followed to the letter, leads on; what is subtracted adds
up."""

import math
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import cached_property

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import dtcore as dt
from dtcore import explain
from dtcore.stepping.evidence import Candidate
from dtshow.lesson import diagnosis, verdicts
from dtshow.lesson.choice import RecipeChoice
from dtshow.lesson.lesson import Lesson
from dtshow.scene.grow.look import digits_at_root
from dtshow.tables.catalogue import catalogue
from dtshow.tables.table_choice import TableChoice
from dtshow.words.language import spoken
from dttools import teach
from dttools.printing import Digits
from dttools.teach import read_typed
from tests.by_hand import OfCounts, of_counts
from tests.small_tables import dataset, table
from tests.strategies import Table, law, problems, tables

MOST_TRIES = 6
MOST_DECIMALS = 12
WHOLE = r"this algorithm uses|which gives (bits|nats)\.$|The (weights|shares) are"
"""Advice after which the whole sum is right, but for what is left out of it."""
FURTHER = r"impurity after the split|more decimals"
NUMBER = r"(-?\d+(?:\.\d+)?(?:e-?\d+)?)"


def told(data: dt.Dataset, recipe: dt.Recipe) -> Lesson:
    """Before anything was done."""
    timeline = dt.start(data, recipe)
    return Lesson(TableChoice("small", "y"), RecipeChoice("cart"), timeline)


CRITERIA = {
    "Gini index": dt.Gini(),
    "entropy in bits": dt.Entropy(),
    "entropy in nats": dt.Entropy(base=None),
    "twoing": dt.Twoing(),
    "error rate": dt.ErrorRate(),
}
"""What a sentence calls them."""


def read(text: str) -> float | str:
    return float(text) if re.fullmatch(NUMBER, text) else text


@dataclass(frozen=True)
class Student:
    """Who does what a sentence says, from the counts of the branches, and nothing else."""

    lesson: Lesson
    candidate: Candidate

    @cached_property
    def hand(self) -> OfCounts:
        return OfCounts(self.candidate, self.lesson.dataset.schema)

    @property
    def impurity(self) -> object:
        return self.lesson.recipe.impurity

    @property
    def plain(self) -> list[float]:
        """The impurities of the branches."""
        return [of_counts(self.impurity, one) for one in self.hand.branches]

    @property
    def right(self) -> float:
        return self.candidate.scores[explain.headline(self.lesson.recipe)]

    def after(self, sentence: str, value: float) -> float:
        """What comes of ``value`` by the sentence, clause by clause."""
        done = False
        for pattern, step in self.steps():
            for found in re.finditer(pattern, sentence):
                value, done = step(value, *map(read, found.groups())), True
        return value if done else np.nan

    def steps(self) -> Iterator[tuple[str, Callable[..., float]]]:
        """In the order in which they stand."""
        hand, measure = self.hand, self.impurity
        log = {"log₂": math.log2, "ln": math.log}
        info = hand.split_info(self.impurity) if self.measured else math.nan
        yield (
            r"Add up the sums of squares of the branches",
            lambda v: hand.after(measure, hand.weights),
        )
        yield r"by its share of the (?:rows|weight), add these up", lambda v: hand.after(measure)
        yield rf"subtract (?:the sum|the total|this) from {NUMBER}", lambda v, of: of - v
        yield r"Put the counts into ", lambda v: hand.phi
        yield rf"Multiply by {NUMBER}, the share", lambda v, of: v * of
        yield rf"Subtract (log₂|ln)\({NUMBER}\)/{NUMBER}", lambda v, by, t, n: v - log[by](t) / n
        yield (
            rf"Square the gain, and divide it by the cost, {NUMBER}",
            lambda v, c: v * v / c,
        )
        yield (
            rf"Raise 2 to the gain, subtract 1, and divide by \({NUMBER} \+ 1\)\^{NUMBER}",
            lambda v, c, w: (2**v - 1) / (c + 1) ** w,
        )
        yield rf"[Dd]ivided? (?:yet )?by the split info, {NUMBER}", lambda v, i: v / i
        yield rf"Multiply it by the {NUMBER} rows", lambda v, n: v * n
        yield r"its sign is not", lambda v: -v
        yield r"give more decimals", lambda v: v
        yield r"the gain itself", lambda v: v * info  # by which it was divided
        yield (
            rf"first subtracts (log₂|ln)\({NUMBER}\)/{NUMBER} from the gain",
            lambda v, by, t, n: v - log[by](t) / n / info,
        )
        yield r"Use log₂, which gives bits", lambda v: self.again(dt.Entropy())
        yield r"Use the natural logarithm", lambda v: self.again(dt.Entropy(base=None))
        yield r"this algorithm uses ([^.;]+)\.", lambda v, of: self.again(CRITERIA[of])
        yield r"The (?:weights|shares) are ([\d./, ]+)\.", self.weighted

    @property
    def measured(self) -> bool:
        """Whether the branch sizes have a split info, in the unit of the criterion."""
        return isinstance(self.impurity, dt.Entropy)

    def weighted(self, value: float, said: str) -> float:
        """With the weights that were said. Who left the parent out does so again."""
        shares = [float(top) / float(low) for top, low in (w.split("/") for w in said.split(", "))]
        if any(abs(value - bare) < 1e-9 for bare in (sum(self.plain), np.mean(self.plain))):
            return self.hand.after(self.impurity, shares)
        return self.again(self.impurity, shares)

    def again(self, impurity: object, shares: list[float] | None = None) -> float:
        """The whole sum, right in what was named."""
        gain, scores = self.hand.gain(impurity, shares), self.candidate.scores
        selection = self.lesson.recipe.selection
        if isinstance(selection, dt.GainPerCost):
            return gain**2 / scores["cost"]
        if isinstance(selection, dt.GainAgainstCost):
            return (2**gain - 1) / (scores["cost"] + 1) ** selection.w
        if selection.score == "gain":
            return gain
        if isinstance(selection, dt.GuardedGainRatio):
            gain -= self.hand.price(impurity, scores.get("tries", 0.0))
        return gain / self.hand.split_info(impurity)

    def wrong(self) -> Iterator[float]:
        """What people type."""
        scores, plain = self.candidate.scores, np.array(self.plain)
        yield from (0.37 * scores["impurity_before"], 0.0, 3.0, -0.25)
        yield from scores.values()
        yield from (-self.right, plain.sum(), plain.mean())
        yield scores["impurity_before"] - plain.sum()
        yield scores["impurity_before"] - plain.mean()
        if not self.lesson.recipe.impurity.numeric:
            for criterion in (dt.Gini(), dt.Entropy(), dt.Entropy(base=None)):
                yield self.hand.gain(criterion)
        if scores["split_info"] > 0:
            yield scores["gain"] / scores["split_info"]


def said(
    student: Student, value: float, digits: Digits, typed: Digits | None = None
) -> tuple[bool, str]:
    lesson, candidate = student.lesson, student.candidate
    given = (lesson.recipe, lesson.dataset.schema, lesson.evidence, candidate)
    asked = typed or digits  # of a zero too, which is shown without decimals
    found = teach.diagnose(*given, f"{asked.rounded(value):.{asked.result}f}")
    assert found is not None
    text = diagnosis.diagnosis_words(lesson, candidate, found, digits).replace("\\", "")
    return found.good, text.partition(" It looks as if")[0].replace("−", "-")


def follow(student: Student, value: float, typed: Digits | None = None) -> list[str]:
    """To the end, or to a sentence that says nothing of how to go on: all that is heard."""
    digits = digits_at_root(student.lesson).down_to(abs(student.right))
    heard = list[str]()
    shown = read_typed(digits.show(student.right))
    if shown is None or (student.candidate.gains and not shown[0]):
        return heard  # so small, or so small beside the root, that nobody would type it
    parts = digits.down_to(abs(student.right) / 100)
    if abs(float(parts.part(student.right).replace("−", "-")) / (student.right or 1) - 1) > 1e-4:
        return heard  # or that the parts, which end where rounding begins, do not lead to it
    for _ in range(MOST_TRIES):
        good, text = said(student, value, digits, typed)
        if good:
            return heard
        assert text not in heard, (heard, value, student.right)
        assert not heard or not re.search(WHOLE, heard[-1]) or re.search(FURTHER, text), heard
        heard.append(text)
        typed = Digits(MOST_DECIMALS) if "more decimals" in text else typed
        value = student.after(text, value)
        if np.isnan(value):
            assert re.search("removes|never negative|whole impurity", text), text
            return heard
    raise AssertionError(heard)


@law
@given(problems(tables(gaps=True) | tables()), st.data())
def test_advice_that_is_followed_leads_on(
    drawn: tuple[Table, dt.Recipe], more: st.DataObject
) -> None:
    made, recipe = drawn
    with spoken("en"):
        lesson = told(made.data(), recipe)
        able = [c for c in lesson.evidence.candidates if c.split is not None]
        if not able or lesson.tree.impurity(()) <= 0:
            return
        student = Student(lesson, more.draw(st.sampled_from(able)))
        typed = st.sampled_from([value for value in student.wrong() if abs(value) < 1e14])
        for value in more.draw(st.lists(typed, min_size=3, max_size=3)):
            follow(student, value)


CASES = [
    ("hitters", dt.recipe("regression")),
    ("golf", dt.recipe("c45")),
    ("golf", dt.recipe("c45_textbook")),
    ("iris", dt.recipe("cart")),
    ("playtennis", dt.recipe("id3")),
    ("playtennis", replace(dt.recipe("id3"), impurity=dt.Entropy(base=None))),
    ("golf", replace(dt.recipe("c45"), impurity=dt.Entropy(base=None))),
]


@pytest.mark.on_push(3)
@pytest.mark.parametrize(("key", "recipe"), CASES)
def test_advice_on_the_tables_of_the_books_leads_on(key: str, recipe: dt.Recipe) -> None:
    with spoken("en"):
        lesson = told(dataset(key), recipe)
        for candidate in lesson.evidence.candidates:
            if candidate.split is not None:
                student = Student(lesson, candidate)
                for value in student.wrong():
                    follow(student, value)


def test_who_is_right_as_far_as_it_goes_is_right_with_more_decimals() -> None:
    """Outlook gains 0.2467 bits of 0.9403, and 0.2 is too far from it to tell."""
    lesson = told(dataset("playtennis"), dt.recipe("id3"))
    with spoken("en"):
        student = Student(lesson, lesson.evidence.candidates[0])
        assert follow(student, student.hand.gain(dt.Entropy()), Digits(1)) == [
            "Right so far; give more decimals."
        ]


def test_branches_that_are_as_large_are_not_told_to_be_weighted_alike() -> None:
    """1 less the entropies of two branches of 4: not halved, they are not weighted at all."""
    lesson = told(table("uuuvuvvv", n="ppppqqqq"), dt.recipe("id3"))
    _, text = said(Student(lesson, lesson.evidence.candidates[0]), 1 - 2 * 0.811278, Digits())
    assert text == (
        "You did not weight each branch by its share of the rows. The weights are 4/8, 4/8."
    )


# ------------------------------------------------------------------- how far it is from the best

LOWER = re.compile(rf"scores more: {NUMBER}, .* {NUMBER}\.$")
PICKS = [key for key, entry in catalogue().items() if entry.rows < 2000]


@pytest.mark.parametrize("key", PICKS)
def test_what_scores_more_shows_the_higher_number(key: str) -> None:
    """Of every column that somebody picks, at the root and below it."""
    with spoken("en"):
        lesson = told(dataset(key), dt.recipe(catalogue()[key].recipe))
        for node in list(lesson.finish().tree)[:3]:
            here = lesson.finish().select(node.id)
            digits = digits_at_root(here)
            for mine in here.evidence.candidates:
                found = teach.pick(here.recipe, here.evidence, mine.column)
                if found is None or found.good:
                    continue
                text = diagnosis.pick_words(here, mine, found, "", digits).replace("\\", "")
                shown = LOWER.search(text.replace("−", "-"))
                assert shown, text
                most, less = map(Decimal, shown.groups())
                assert most > less, text


def test_two_scores_that_look_alike_are_told_with_more_digits() -> None:
    """They differ in the sixth decimal."""
    n = 1000
    one = np.repeat(["p", "q"], n // 2)
    other = one.copy()
    other[:2], other[n // 2 : n // 2 + 1] = "q", "p"
    first = one.copy()
    first[0], first[n // 2 : n // 2 + 2] = "q", "p"
    y = np.where(np.arange(n) % 7 == 0, "u", "v")
    y[: n // 2] = "u"
    frame = {"a": "".join(first), "b": "".join(other)}
    lesson = told(table("".join(y), **frame), dt.recipe("id3"))
    with spoken("en"):
        low = next(c for c in lesson.evidence.candidates if c.verdict == dt.Verdict.LOWER)
        shown = LOWER.search(verdicts.why(lesson, low, Digits(2)).replace("\\", ""))
    assert shown
    most, less = map(Decimal, shown.groups())
    assert most > less
