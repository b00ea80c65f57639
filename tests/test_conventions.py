"""What a recipe does where books and tools part: zero gain, awkward tables, numbers.

A recipe that is named after a book or a tool decides as that book or tool does.
"""

import math
import warnings
from dataclasses import replace

import pandas as pd
import pytest

import dtcore as dt
from dtcore.growth.collapse import Collapse, ErrorComparison
from dtcore.policies.nominal import Groups
from dtcore.policies.splitters import Splitter
from dtcore.policies.stopping import Empty
from tests.small_tables import CLASSES, THRESHOLDS, dataset, table, verdicts, weighed

RPART = Splitter(Groups(ordered=True))

# ---------------------------------------------------------------- zero gain


@pytest.mark.parametrize(
    ("recipe", "leaves"),
    [
        ("id3", 4),
        ("id3_lihang", 1),
        ("c45", 4),
        ("j48", 1),
        ("c45_textbook", 1),
        ("cart", 1),
        ("cart_sklearn", 4),
        ("cart_rpart", 1),
        ("assistant", 1),
    ],
)
def test_xor(recipe: str, leaves: int) -> None:
    """No switch alone tells whether the lamp is on. Mitchell's pseudocode asks all the same, and
    so do C4.5 and scikit-learn; a rule that demands some gain stops at the root."""
    tree = dt.grow(dataset("xor"), dt.recipe(recipe))
    assert tree.leaves == leaves
    assert all((tree.impurity(node.id) == 0) == (leaves > 1) for node in tree if node.leaf)


def test_xor_for_a_numeric_target_stops() -> None:
    data = table([0.0, 1.0, 1.0, 0.0], a="ppqq", b="pqpq")
    step = dt.start(data, dt.recipe("regression")).propose()
    assert step.move == dt.Close(())
    assert step.reason.rule == dt.SomeGain()


def test_c45_collapses_a_split_that_saves_no_error() -> None:
    """Two switches of which neither nor both matter: split at zero gain, then made a leaf."""
    data = table("pqpq" * 2, a="aabbaabb", b="ccccdddd")
    lesson = dt.start(data, dt.recipe("c45")).finish()
    first, last = lesson.steps[0], lesson.steps[-1]
    assert first.move == dt.Expand((), dt.Multiway(0))
    assert first.evidence.candidates[0].scores["gain"] == 0
    assert last.move == dt.Prune(())
    assert last.reason == Collapse()
    assert last.evidence == ErrorComparison((), leaf=4.0, subtree=4.0, slack=1e-3)
    assert len(lesson.state.tree) == len(dt.grow(data, dt.recipe("c45"))) == 1


def test_a_cut_that_gains_nothing_is_ruled_out_by_c45() -> None:
    """One p to four q on both sides of the only cut: the gain is 0, computed as 1.1e-16."""
    data = table("pqqqq" * 3, x=[0.0] * 5 + [1.0] * 10)
    assert verdicts(data, "c45") == ["NO_GAIN"]


# ---------------------------------------------------------------- awkward tables


@pytest.mark.parametrize("recipe", CLASSES)
def test_a_pure_node_is_closed_without_being_weighed(recipe: str) -> None:
    lesson = dt.start(table("uuvv", x="aabb"), dt.recipe(recipe)).step()
    step = lesson.propose()
    assert (step.move, step.reason.rule, step.evidence) == (dt.Close((0,)), dt.Pure(), None)


def test_a_numeric_target_that_does_not_vary_is_a_leaf() -> None:
    data = table([0.1 + 0.2] * 5, x=[1.0, 2.0, 3.0, 4.0, 5.0])
    step = dt.start(data, dt.recipe("regression")).propose()
    assert (step.move, step.reason.rule) == (dt.Close(()), dt.Pure())


def test_a_class_that_does_not_vary_is_refused() -> None:
    with pytest.raises(dt.DataError, match="same class in “y”"):
        table("uuuu", x="aabb")


@pytest.mark.parametrize(
    ("recipe", "verdict"),
    [
        ("id3", "LOWER"),
        ("c45", "TOO_FEW_ROWS"),
        ("j48", "TOO_FEW_ROWS"),
        ("c45_textbook", "NO_SPLIT_INFO"),
        ("cart", "ONE_VALUE"),
        ("cart_sklearn", "ONE_VALUE"),
        ("assistant", "ONE_VALUE"),
    ],
)
def test_a_column_of_words_with_one_value(recipe: str, verdict: str) -> None:
    """ID3 may ask it, at no gain; C4.5 wants two branches with rows; CART finds no two groups."""
    data = table("uuuuvvvv", same="aaaaaaaa", x="ccccdddd")
    assert verdicts(data, recipe) == [verdict, "WINS"]


@pytest.mark.parametrize("recipe", THRESHOLDS)
def test_a_column_of_numbers_with_one_value(recipe: str) -> None:
    data = table("uuvv", same=[3.0] * 4, x=[1.0, 1.0, 2.0, 2.0])
    assert verdicts(data, recipe) == ["ONE_VALUE", "WINS"]


@pytest.mark.parametrize("recipe", CLASSES)
def test_rows_that_contradict_each_other_share_a_leaf(recipe: str) -> None:
    """Two of u and two of v have the same a: a leaf, and the first of the tied classes; but
    ASSISTANT adds two rows of the whole table, most of which are v."""
    lesson = dt.start(table("uuvvvvvv", x="aaaabbbb"), dt.recipe(recipe)).step()
    leaf = lesson.finish().state.tree
    assert lesson.state.tree[(0,)].stats.tolist() == [2, 2]
    assert lesson.state.tree.prediction((0,)) == (1 if recipe == "assistant" else 0)
    assert leaf.leaves == (
        1 if recipe in ("c45", "j48") else 2
    )  # no error is saved, so C4.5 collapses


def test_an_empty_branch_predicts_as_its_parent() -> None:
    """Mitchell 1997, table 3.1: a leaf with the most common value in the parent's examples."""
    levels = pd.Categorical(list("aabb"), list("abc"), ordered=True)
    frame = pd.DataFrame({"x": levels, "z": list("ccdd"), "y": list("uuvu")})
    lesson = dt.start(dt.Dataset.from_frame(frame, target="y"), dt.recipe("id3")).finish()
    tree = lesson.state.tree
    assert tree.weight((2,)) == 0
    assert lesson.step_of((2,)).reason.rule == Empty()
    unseen = pd.DataFrame({"x": ["c"], "z": ["c"]})
    assert dt.leaf_ids(tree, unseen) == [(2,)]
    assert list(dt.predict(tree, unseen)) == ["u"]
    assert dt.predict_proba(tree, unseen).tolist() == [[0.75, 0.25]]


@pytest.mark.parametrize("recipe", CLASSES)
def test_which_recipes_make_empty_branches(recipe: str) -> None:
    """Where each level has a branch, one without rows is a leaf that says what its parent does;
    where a split has two branches, both have rows."""
    levels = pd.Categorical(list("aaaabbbbb"), list("abc"), ordered=True)
    frame = pd.DataFrame({"x": levels, "y": list("uuuuvvvvv")})
    tree = dt.grow(dt.Dataset.from_frame(frame, target="y"), dt.recipe(recipe))
    weights = [tree.weight(node) for node in tree.children(())]
    assert weights == ([4, 5, 0] if dt.recipe(recipe).multiway else [4, 5])
    if 0 in weights:
        assert tree.prediction((2,)) == tree.prediction(()) == 1


def test_an_empty_leaf_can_be_looked_at() -> None:
    """A person selects the empty leaf and opens its candidates: there is none to choose."""
    levels = pd.Categorical(list("aabb"), list("abc"), ordered=True)
    frame = pd.DataFrame({"x": levels, "n": [1.0, 2.0, 3.0, 4.0], "y": list("uuvv")})
    lesson = dt.start(dt.Dataset.from_frame(frame, target="y"), dt.recipe("c45")).step()
    found = dt.weigh(lesson.problem, lesson.state, (2,))
    assert found.candidates[1].verdict == dt.Verdict.ONE_VALUE


# ---------------------------------------------------------------- rpart's limits


def test_rpart_counts_rows_to_split_a_node_and_to_fill_a_branch() -> None:
    """Minsplit 20 and minbucket 7, whatever the rows weigh; a numeric target too."""
    few = table("u" * 9 + "v" * 10, x="a" * 9 + "b" * 10)
    step = dt.start(few, dt.recipe("cart_rpart")).propose()
    assert (step.move, step.reason.rule) == (dt.Close(()), dt.MinRows(20, weighted=False))
    for left, verdict in ((6, "TOO_FEW_ROWS"), (7, "WINS")):
        y, x = "u" * left + "v" * (20 - left), "a" * left + "b" * (20 - left)
        assert verdicts(table(y, x=x), "cart_rpart") == [verdict]
        numbers = replace(dt.recipe("cart_rpart"), impurity=dt.Variance())
        assert verdicts(table([float(c == "u") for c in y], x=x), numbers) == [verdict]


def test_rpart_on_awkward_tables() -> None:
    """A pure node and contradictory rows are leaves, and nothing is split at no gain."""
    lesson = dt.start(table("u" * 20 + "v" * 10, x="a" * 20 + "b" * 10), dt.recipe("cart_rpart"))
    assert lesson.step().propose().reason.rule == dt.Pure()
    same = table("u" * 10 + "v" * 10, same="c" * 20, x="a" * 10 + "b" * 10)
    assert verdicts(same, "cart_rpart") == ["ONE_VALUE", "WINS"]
    mixed = dt.grow(table("uv" * 20, x="aabb" * 10), dt.recipe("cart_rpart"))
    assert (len(mixed), mixed.prediction(())) == (1, 0)


# ---------------------------------------------------------------- numbers


def test_the_textbook_and_release_8_part_on_golf() -> None:
    """The largest ratio of any midpoint is that of temperature ≤ 84, which sets one day apart."""
    data = dataset("golf")
    textbook = dt.start(data, dt.recipe("c45_textbook")).propose()
    assert textbook.move.split == dt.Threshold(1, 84.0)
    assert textbook.evidence.candidates[1].branch_stats.tolist() == [[9, 4], [0, 1]]
    assert dt.start(data, dt.recipe("c45")).propose().move.split == dt.Multiway(0)
    assert verdicts(data, "c45") == ["WINS", "NO_GAIN", "NO_GAIN", "BELOW_AVERAGE_GAIN"]


@pytest.mark.parametrize(
    ("recipe", "cut"), [("c45", 2.0), ("c45_textbook", 3.5), ("cart", 3.5), ("cart_sklearn", 3.5)]
)
def test_what_a_cut_is_called(recipe: str, cut: float) -> None:
    """Between 2 and 5 Release 8 prints the data value, the others the midpoint."""
    data = table("uuvv", x=[1.0, 2.0, 5.0, 6.0])
    assert dt.start(data, dt.recipe(recipe)).propose().move.split == dt.Threshold(0, cut)


@pytest.mark.parametrize(
    ("recipe", "apart", "seen"),
    [
        ("c45", 0.9e-5, False),
        ("c45", 1e-5, False),
        ("c45", 1.1e-5, True),
        ("cart_sklearn", 0.9e-7, False),
        ("cart_sklearn", 1.1e-7, True),
        ("c45_textbook", 1e-12, True),
        ("cart", 1e-12, True),
    ],
)
def test_values_that_are_too_close_are_not_told_apart(
    recipe: str, apart: float, seen: bool
) -> None:
    """1e-5 in Release 8, 1e-7 in scikit-learn."""
    data = table("uuvv", x=[0.0, 0.0, apart, apart])
    assert (verdicts(data, recipe) == ["WINS"]) == seen
    assert (verdicts(data, recipe) == ["ONE_VALUE"]) == (not seen)


@pytest.mark.parametrize("number", [3.5e38, -1e300])
def test_a_number_too_large_for_single_precision_is_refused_by_scikit_learn(number: float) -> None:
    data = table("uuv", x=[1.0, 2.0, number])
    with pytest.raises(dt.DataError, match=r"“x” holds numbers beyond 3.4e38.*Choose CART"):
        dt.start(data, dt.recipe("cart_sklearn"))
    dt.grow(data, dt.recipe("cart"))


def test_scikit_learn_sees_single_precision() -> None:
    """2**24 + 1 is no float32, so scikit-learn takes it for 2**24; CART does not."""
    data = table("uv", x=[2.0**24, 2.0**24 + 1])
    assert verdicts(data, "cart_sklearn") == ["ONE_VALUE"]
    assert verdicts(data, "cart") == ["WINS"]


def test_a_row_goes_where_it_was_counted_in_single_precision() -> None:
    """2**24 + 3 is 2**24 + 4 in single precision, and the midpoint to 2**24 + 2 is 2**24 + 3.

    Growing at once would not end: the split leaves all rows on the left, again and again.
    """
    data = table("uv", x=[2.0**24 + 2, 2.0**24 + 3])
    tree = dt.start(data, dt.recipe("cart_sklearn")).step().state.tree
    assert [node.stats.tolist() for node in tree] == [[1, 1], [1, 0], [0, 1]]


@pytest.mark.parametrize("recipe", ["cart", "regression"])
@pytest.mark.parametrize("low", [1.0, math.nextafter(1.0, 2.0)])
def test_neighbours_in_floating_point_can_be_cut(recipe: str, low: float) -> None:
    """No number lies between them, and half their sum may round to either: the cut is the lower."""
    high = math.nextafter(low, 2.0)
    data = table("uv" if recipe == "cart" else [0.0, 1.0], x=[low, high])
    tree = dt.grow(data, dt.recipe(recipe))
    assert tree[()].split == dt.Threshold(0, low)
    assert [tree.weight(node) for node in tree.children(())] == [1, 1]


@pytest.mark.parametrize("scale", [1e308, -1e308, 1e-320])
def test_very_large_and_very_small_values_can_be_cut(scale: float) -> None:
    """The sum of two large values would be infinite; half of each is not."""
    x = sorted([0.0, 1.25 * scale, 1.5 * scale, 1.75 * scale])
    tree = dt.grow(table("uvvv" if scale < 0 else "uuuv", x=x), dt.recipe("cart"))
    assert tree[()].split.cut == pytest.approx(1.625 * scale, abs=5e-324)
    assert {tree.weight(node) for node in tree.children(())} == {1, 3}


# ---------------------------------------------------------------- groups of levels


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


# ---------------------------------------------------------------- regression


def test_the_small_tree_of_the_baseball_salaries() -> None:
    """James et al., An Introduction to Statistical Learning, figure 8.1: Years, then Hits.

    The book prints 5.11, 6.00 and 6.74 in the figure, 5.107, 5.999 and 6.740 in the text.
    """
    recipe = replace(dt.recipe("regression"), stopping=(dt.Pure(), dt.MaxDepth(2)))
    data = dataset("hitters")
    assert (len(data), data.left_out) == (263, {"no target": 59})
    tree = dt.grow(data, recipe)
    conditions = [str(condition) for condition in tree.conditions((1, 0))]
    assert conditions == ["Years > 4.5", "Hits ≤ 117.5"]
    regions = [(0,), (1, 0), (1, 1)]
    assert [tree.weight(node) for node in regions] == [90, 90, 83]
    means = [tree.prediction(node) for node in regions]
    assert means == pytest.approx([5.106790, 5.998380, 6.739687], abs=5e-7)


def test_squares_stay_exact_far_from_zero() -> None:
    """Values near a billion that differ by thousandths: the node's own mean is the centre."""
    far = 2.0**30
    data = table([far, far + 2**-10, far + 1, far + 1 + 2**-10], x="aabb")
    tree = dt.grow(data, dt.recipe("regression"))
    assert tree.prediction((0,)) == far + 2**-11
    assert tree[(0,)].stats[2] == 2 * (2**-11) ** 2


def test_growing_is_silent() -> None:
    """Empty branches, zero weights and pure nodes divide nothing by zero."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for name in CLASSES:
            if name in THRESHOLDS:
                dt.grow(dataset("golf"), dt.recipe(name))
            dt.grow(dataset("playtennis"), dt.recipe(name))
        dt.grow(dataset("hitters"), dt.recipe("regression"))
