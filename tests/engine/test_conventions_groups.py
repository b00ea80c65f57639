"""Where tools part about columns of words that are cut in two: which groups of levels are found."""

from dataclasses import replace

import pandas as pd
import pytest

import dtcore as dt
from dtcore.policies.splits import Groups, Splitter
from tests.small_tables import table, weighed

RPART = Splitter(Groups(ordered=True))


def test_the_order_of_the_classes_does_not_decide_what_is_found() -> None:
    """Levels a and c hold u alone, b holds v: with two rows a leaf, only {a} | {b, c} will do.

    The levels are ordered by the share of the second class, and those with equal shares stand
    as they come: a c b when v is second, b a c when u is, and no cut of the latter will do.
    """
    for classes in ("uv", "vu"):
        y = pd.Categorical(list("uvuu"), list(classes), ordered=True)
        data = dt.Dataset.from_frame(pd.DataFrame({"x": list("abca"), "y": y}), target="y")
        [candidate] = weighed(data, dt.recipe("cart").limited(leaf=2)).candidates
        assert candidate.split == dt.Subset(0, (0,), (1, 2))
        assert candidate.verdict == dt.Verdict.WINS


def test_the_only_grouping_that_will_do_is_found() -> None:
    """By their means the levels stand a b c, and no cut of that order leaves two rows on both
    sides; {a, c} | {b} does."""
    data = table([0.0, 1.0, 1.0, 1.2, 2.0], x="abbbc")
    [candidate] = weighed(data, dt.recipe("regression").limited(leaf=2)).candidates
    assert candidate.split == dt.Subset(0, (0, 2), (1,))
    [ordered] = weighed(
        data, replace(dt.recipe("regression").limited(leaf=2), splitter=RPART)
    ).candidates
    assert ordered.verdict == dt.Verdict.TOO_FEW_ROWS  # as in rpart


def test_beyond_the_limit_a_grouping_that_will_do_is_found_if_there_is_any() -> None:
    """Twelve levels, the middle one of nine rows: with eight rows a leaf it must stand alone."""
    y = [0.0, 1, 2, 3, 4, 5, *[5.5] * 9, 6, 7, 8, 9, 10]
    names = "abcdef" + "m" * 9 + "ghijk"
    [candidate] = weighed(table(y, x=names), dt.recipe("regression").limited(leaf=8)).candidates
    levels = "abcdefghijkm"
    assert candidate.split == dt.Subset(0, tuple(range(11)), (levels.index("m"),))


def test_the_order_of_the_rows_does_not_decide_what_is_found() -> None:
    """Two levels have the mean 0.3, computed from other rows in another order."""
    x, y = "aadbaaa", [0.7, 0.3, 0.3, 0.7, 0.2, 0.2, 0.1]
    order = [2, 0, 3, 1, 6, 4, 5]
    recipe = dt.recipe("regression").limited(leaf=2)
    one = dt.grow(table(y, x=x), recipe)
    other = dt.grow(table([y[i] for i in order], x="".join(x[i] for i in order)), recipe)
    assert one.splits == other.splits


@pytest.mark.filterwarnings("error")
def test_an_empty_leaf_made_by_hand_can_be_looked_at_with_cart() -> None:
    """A person asks a column level by level, and one level has no rows."""
    levels = pd.Categorical(list("aabb"), list("abc"), ordered=True)
    frame = pd.DataFrame({"x": levels, "z": list("ccdd"), "y": list("uuvv")})
    lesson = dt.start(dt.Dataset.from_frame(frame, target="y"), dt.recipe("cart"))
    lesson = lesson.do(dt.Expand((), dt.Multiway(0)))
    found = dt.weigh(lesson.problem, lesson.state, (2,))
    assert [c.verdict.name for c in found.candidates] == ["ONE_VALUE", "ONE_VALUE"]
