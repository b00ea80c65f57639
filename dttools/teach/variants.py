"""Variants of an exercise: other tables on which a lesson grows a tree of the same shape.

For an exam in which neighbours have different numbers. Rows are drawn again from the leaves of the
lesson's own tree, with cells of other rows and numbers near their own; the engine then grows the
tree on what was drawn, and most draws are thrown away: those whose tree is another, those where a
rounded sum could make another column win, and those with answers that a sheet close by has.

The same table, recipe and seed give the same variants on every machine, and fewer of them are the
first of more. Not done here: names and stories (``dtshow.worksheet.stories``), and paper.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import count
from time import monotonic
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

import dtcore.explain.scores as scores
from dtcore.errors import DataError, DtError
from dtcore.growth.recipe import Recipe
from dtcore.model.columns import Column, IntArray, frozen
from dtcore.model.data import Dataset
from dtcore.model.predict import heaviest_places
from dtcore.model.splits import Threshold
from dtcore.policies.impurity import TINY
from dtcore.policies.selection import Claim
from dtcore.progress import Progress, unheard
from dtcore.stepping.evidence import Candidate
from dtcore.stepping.timeline import Timeline, start
from dttools.printing import Digits
from dttools.teach.exercise import Exercise, exercises
from dttools.teach.practice import below

MOST_ROWS: Final = 2_000
"""Of a table that is varied."""
PATIENCE: Final = 3_000
"""Draws that are tried for one variant; of a table with more than ``CELLS`` fewer, down to a tenth,
since each takes longer."""
LONGEST: Final = 60.0
"""Seconds in vain after which it is said that no more is found: a busy machine draws slowly."""
MORE: Final = 2
"""Rows that a variant has beyond the table's, or a quarter of these: with more there is more to
choose among."""
TIGHT: Final = 60
"""Draws in vain after which it may have one row less."""
CELLS: Final = 20_000
APART: Final = 3
"""On sheets whose numbers differ by as much or less no column has the same gain and score."""
CLEAR: Final = 0.02
"""The share of its score by which the winner must be ahead, and five units of the last digit that
is printed: then it stays ahead however the sums are rounded."""
FINEST: Final = 6
"""Decimals of a number that still lies on a grid."""


@dataclass(frozen=True, eq=False)
class Variant:
    """The ``number``-th table of the same shape, from 1 on: a lesson on it, and its exercises."""

    number: int
    timeline: Timeline
    exercises: tuple[Exercise, ...]


def variants(
    timeline: Timeline, steps: int, n: int, seed: int = 1, progress: Progress = unheard
) -> list[Variant]:
    """``n`` variants of the first ``steps`` exercises of a lesson, splits by hand as they were.

    ``progress`` hears the share that is done, draws in vain too, and the number that are found.
    Raises DataError where the rows are not here or too many, or where no more is found.
    """
    table = timeline.problem.dataset
    table.need_rows()
    if len(table) > MOST_ROWS:
        raise DataError(
            "Variants are made of tables with up to {most} rows, and this one has {rows}. Take a "
            "smaller table.", most=MOST_ROWS, rows=len(table),
        )  # fmt: skip
    search, found, idle, since = _Search(timeline, steps, seed), list[Variant](), 0, monotonic()
    for draw in count():
        waited = max(idle / search.patience, (monotonic() - since) / LONGEST)
        progress((len(found) + min(waited, 1.0)) / n if len(found) < n else 1.0, len(found))
        if len(found) == n:
            return found
        if waited >= 1:
            break
        one = search.tried(draw, found, idle)
        idle += 1
        if one:
            found, idle, since = [*found, one], 0, monotonic()
    raise DataError(
        "Found {found} of {n} variants: choose fewer variants or fewer steps, or another table.",
        found=len(found), n=n,
    )  # fmt: skip


def answers(exercise: Exercise, recipe: Recipe, digits: Digits) -> list[tuple[str, ...]]:
    """The numbers that an exercise asks for, as they are printed: the impurity of the node, and of
    each candidate its gain and its score."""
    names = ("gain", scores.headline(recipe))
    found: list[tuple[float, ...]] = [(exercise.tree.impurity(exercise.node),)]
    found += [tuple(c.scores[name] for name in names) for c in exercise.asked]
    return [tuple(map(digits.show, numbers)) for numbers in found]


def shape(exercise: Exercise) -> tuple[object, ...]:
    """What variants have in common: the node, the columns that can be asked there, how it is split
    but for the cut, how many classes there are in each branch (of numbers: whether they differ),
    and which branches are leaves; of a leaf, whether it is mixed."""
    taken, schema = exercise.taken, exercise.tree.schema
    columns = tuple(candidate.column for candidate in exercise.asked)
    if taken is None or taken.split is None:
        return exercise.node, columns, exercise.tree.impurity(exercise.node) > TINY
    split, stats = taken.split, taken.branch_stats
    plain = replace(split, cut=0.0) if isinstance(split, Threshold) else split
    mixed = stats > 0 if schema.classes else stats[:, [0, 2]] > TINY
    return exercise.node, columns, plain, tuple(mixed.sum(axis=1).tolist()), exercise.closed


def is_clear(exercise: Exercise, recipe: Recipe, digits: Digits) -> bool:
    """Whether the winner wins alone, and by so much that no rounding makes another column win; so
    too where nothing wins."""
    weighed, best = exercise.weighed, scores.headline(recipe)
    if weighed is None or weighed.best is None or exercise.step.by_hand:
        return True
    winner, unit = weighed.best, 5 * 10.0**-digits.result
    mine, average = winner.scores[best], weighed.average

    def behind(rival: Candidate) -> bool:
        theirs = rival.scores[best]
        if average is not None and abs(_worth(rival) - average) < unit < abs(_worth(rival) - mine):
            return False  # rounded, it might be above the average or below it
        out = Claim.RULED_OUT in rival.verdict.claims
        return out or mine - theirs >= CLEAR * mine + unit

    return not winner.tied and all(map(behind, (c for c in exercise.asked if c is not winner)))


def _worth(candidate: Candidate) -> float:
    """The gain that is compared with the average."""
    return candidate.scores.get("corrected_gain", candidate.scores["gain"])


@dataclass(frozen=True, eq=False)
class _Search:
    """What is drawn, and when a draw is taken."""

    lesson: Timeline
    steps: int
    seed: int

    @cached_property
    def given(self) -> Dataset:
        """The table before the recipe made anything of it."""
        table = self.lesson.problem.dataset
        return table.given or table

    @property
    def patience(self) -> int:
        """The draws after which nothing more is found."""
        large = max(1.0, self.given.cells / CELLS)
        return max(PATIENCE // 10, int(PATIENCE / large))

    @cached_property
    def wanted(self) -> list[Exercise]:
        return list(exercises(self.lesson, self.steps))

    @cached_property
    def digits(self) -> Digits:
        return Digits.for_scale(self.wanted[0].tree.impurity(()))

    @cached_property
    def leaves(self) -> list[tuple[IntArray, set[int]]]:
        """The rows (m,) of each leaf after the last exercise, and the columns asked on the way."""
        tree = self.wanted[-1].grown
        places = heaviest_places(tree, self.lesson.problem.dataset)
        ways = ((place, tree.way(tree.id_at(place))) for place in np.unique(places).tolist())
        return [
            (np.flatnonzero(places == place), {split.column for split, _branch in way})
            for place, way in ways
        ]

    @cached_property
    def grids(self) -> list[float | None]:
        """The steps in which the numbers of each column go, the target last; None where they have
        none, and of names."""
        return [_grid(column) for column in (*self.given.columns, self.given.target)]

    def tried(self, draw: int, found: Sequence[Variant], idle: int) -> Variant | None:
        """What is drawn for the ``draw``-th time, if it is one more variant. All have as many rows,
        so that no student has more work; after ``idle`` draws in vain some less."""
        quarter = len(self.given) // 4
        most = len(self.given) + min(MORE, quarter)
        table = self.drawn(draw, most)
        if len(table) < most - min(idle // TIGHT, 2 * quarter):
            return None
        try:
            lesson = self.begun(table)
        except DtError:
            return None
        near = {self.impurity(one.timeline) for one in found[-APART:]}
        if self.impurity(lesson) in near:  # as ``new`` would find, once the tree is grown
            return None
        recipe, made = self.lesson.problem.recipe, list[Exercise]()
        for exercise in exercises(lesson, self.steps):
            others = [one.exercises[len(made)] for one in found]
            alike = shape(exercise) == shape(self.wanted[len(made)])
            if not (
                alike and is_clear(exercise, recipe, self.digits) and self.new(exercise, others)
            ):
                return None
            made.append(exercise)
        if len(made) < len(self.wanted) or _cuts(made) != _cuts(self.wanted):
            return None
        return Variant(len(found) + 1, lesson, tuple(made))

    def begun(self, table: Dataset) -> Timeline:
        """The lesson on another table, with its moves by hand. Raises DtError."""
        lesson = start(table, self.lesson.problem.recipe)
        done = self.lesson.steps[: self.wanted[-1].end]
        if any(step.by_hand for step in done):
            for step in done:
                lesson = lesson.do(step.move, step.found) if step.by_hand else lesson.step()
        return lesson

    def impurity(self, lesson: Timeline) -> str:
        """That of all rows, as it is printed."""
        return self.digits.show(lesson.state_at(0).tree.impurity(()))

    def new(self, exercise: Exercise, others: Sequence[Exercise]) -> bool:
        """Whether it has no number of the last sheets, and not all those of any."""

        def told(one: Exercise) -> list[tuple[str, ...]]:
            return answers(one, self.lesson.problem.recipe, self.digits)

        mine = told(exercise)
        near = [pair for one in others[-APART:] for pair in zip(mine, told(one), strict=False)]
        return all(a != b for a, b in near) and mine not in map(told, others)

    def drawn(self, draw: int, most: int) -> Dataset:
        """A table of rows like those of each leaf, in another order, up to ``most`` of them."""
        stream = np.random.PCG64([self.seed, draw])
        donors = [self.donors(rows, asked, stream) for rows, asked in self.leaves]
        origin, *by_column = (np.concatenate(parts) for parts in zip(*donors, strict=True))
        order = np.argsort(stream.random_raw(len(origin)), kind="stable")[:most]
        pairs = zip((*self.given.columns, self.given.target), by_column, self.grids, strict=True)
        *inputs, target = (_column(*one, order, stream) for one in pairs)
        if target.levels and len(target.levels) == 2 and below(2, stream, 1)[0]:
            target = replace(target, values=frozen(1 - target.values))
        weights, places = self.given.weights[origin[order]], np.arange(len(origin), dtype=np.intp)
        return replace(
            self.given, columns=tuple(inputs), target=target, weights=frozen(weights),
            origin=frozen(places), left_out={},
        )  # fmt: skip

    def donors(self, rows: IntArray, asked: set[int], stream: np.random.PCG64) -> list[IntArray]:
        """For a leaf with ``rows`` (m,), some rows more or fewer: their origins, then for each
        column and the target the rows whose cells they take: of what was ``asked`` on the way those
        of the same leaf, of the rest now and then those of any other."""
        more = max(2, len(rows) // 6)
        size = max(1, len(rows) - more + int(below(3 * more + 1, stream, 1)[0]))
        origin = rows[below(len(rows), stream, size)]
        result, some = [origin], 1 + below(3, stream, 1)[0]
        for place in range(len(self.given.columns)):
            other = rows[below(len(rows), stream, size)]
            if place not in asked:
                other = below(len(self.given), stream, size)
            result.append(np.where(below(4, stream, size) < some, other, origin))
        return [*result, origin]


def _column(
    column: Column, donors: IntArray, grid: float | None, order: IntArray, stream: np.random.PCG64
) -> Column:
    """The cells of other rows, numbers a few steps of their grid beside their own."""
    values: NDArray[Any] = column.values[donors]
    if grid:
        low, high = column.extremes
        wide = max(1, round((high - low) / grid / 30))
        moved = values + grid * (below(2 * wide + 1, stream, len(values)) - wide)
        values = np.round(np.clip(moved, low, high), FINEST) + 0.0
    return replace(column, values=frozen(values[order]))


def _grid(column: Column) -> float | None:
    if not column.numeric or len(column.distinct) < 2:
        return None
    for decimals in range(FINEST + 1):
        units = column.distinct * 10.0**decimals
        if np.allclose(units, np.round(units), rtol=0, atol=1e-6) and abs(units).max() < 2.0**53:
            return float(np.gcd.reduce(np.diff(np.round(units).astype(np.int64)))) / 10.0**decimals
    return None


def _cuts(found: Sequence[Exercise]) -> list[tuple[int, int]]:
    """The exercises that cut numbers: column and place, by rising cut."""
    splits = ((e.taken.split, k) for k, e in enumerate(found) if e.taken is not None)
    cuts = [(s.column, s.cut, k) for s, k in splits if isinstance(s, Threshold)]
    return [(column, k) for column, _cut, k in sorted(cuts)]
