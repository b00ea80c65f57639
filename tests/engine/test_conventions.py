"""What a recipe does where books and tools part: zero gain, awkward tables, limits.

A recipe that is named after a book or a tool decides as that book or tool does.
"""

import warnings
from dataclasses import replace

import pandas as pd
import pytest

import dttools as dt
from dtcore.growth.collapse import Collapse, ErrorComparison
from dtcore.policies.missing import BaseMissing
from dtcore.policies.stopping import Empty, Stop
from tests.small_tables import (
    CLASSES,
    THRESHOLDS,
    dataset,
    stepped_to_the_end,
    table,
    verdicts,
    with_gaps,
)

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
    assert (step.move, step.reason.rule, step.evidence) == (dt.MakeLeaf((0,)), dt.Pure(), None)


def test_a_class_that_does_not_vary_is_refused() -> None:
    with pytest.raises(dt.DataError, match="same class in “y”"):
        table("uuuu", x="aabb")


@pytest.mark.parametrize("recipe", CLASSES)
def test_a_column_of_words_with_one_value(recipe: str) -> None:
    """All rows would go down one branch, so there is nothing to split."""
    data = table("uuuuvvvv", same="aaaaaaaa", x="ccccdddd")
    assert verdicts(data, recipe) == ["ONE_VALUE", "WINS"]


def test_id3_does_not_ask_a_column_with_one_value() -> None:
    """Under x = a both rows have z = c. Mitchell's pseudocode would ask z, to no end: its branch
    c would hold the same two rows, and d none."""
    lesson = stepped_to_the_end(dt.start(table("uvvv", x="aabb", z="cccd"), dt.recipe("id3")))
    tree, here = lesson.state.tree, lesson.step_of((0,))
    assert dt.export.text(tree).splitlines() == ["x = a: u (2/1)", "x = b: v (2)"]
    assert tree == dt.grow(lesson.problem.dataset, lesson.problem.recipe)
    assert here.reason == Stop(None)
    assert [c.verdict.name for c in here.evidence.candidates] == ["USED_ON_PATH", "ONE_VALUE"]
    assert lesson.do(dt.Expand((0,), dt.Multiway(1))).state.tree.leaves == 3  # by hand it can be


@pytest.mark.parametrize("recipe", ["id3", "c45"])
@pytest.mark.parametrize(
    ("missing", "verdict"),
    [(dt.Fractions(), "ONE_VALUE"), (dt.MajorityBranch(), "ONE_VALUE"), (dt.OwnBranch(), "WINS")],
)
def test_one_value_and_missing_cells(recipe: str, missing: BaseMissing, verdict: str) -> None:
    """Where missing is a value of its own the column has two; else all rows go down one branch."""
    data = with_gaps("uuvv", x="aa??")
    assert verdicts(data, replace(dt.recipe(recipe), missing=missing)) == [verdict]


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
    assert (step.move, step.reason.rule) == (dt.MakeLeaf(()), dt.MinRows(20, weighted=False))
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


def test_growing_is_silent() -> None:
    """Empty branches, zero weights and pure nodes divide nothing by zero."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for name in CLASSES:
            if name in THRESHOLDS:
                dt.grow(dataset("golf"), dt.recipe(name))
            dt.grow(dataset("playtennis"), dt.recipe(name))
        dt.grow(dataset("hitters"), dt.recipe("regression"))
