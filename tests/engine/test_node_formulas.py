"""Every number that a page shows opens: its formula has its value, its counts have their rows."""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given

import dtcore as dt
from dtcore.explain import average_gain, nodes, score
from dtcore.explain.nodes import Explanation
from dtcore.formula import Count, Query, Squares, Total, named_parts, walk
from dtcore.growth.collapse import ErrorComparison
from dttools.printing import Digits, plain
from dttools.study.compare import compare
from tests import by_hand
from tests.small_tables import dataset, table
from tests.strategies import Table, law, law_of, problems

Case = tuple[Table, dt.Recipe]


def everything(lesson: dt.Timeline) -> Iterator[tuple[dt.Tree, Explanation]]:
    """All that a page can open on the finished tree, and the collapses on the way there."""
    problem, state = lesson.problem, lesson.state
    for node in state.tree:
        for found in nodes.of_node(problem.recipe, state.tree, node.id):
            yield state.tree, found
        weighed = dt.weigh(problem, state, node.id)
        for candidate in weighed.candidates:
            for name, value in candidate.scores.items():
                formula = score(problem.recipe, problem.dataset.schema, weighed, candidate, name)
                yield state.tree, Explanation(name, value, formula)
        average = average_gain(problem.recipe, problem.dataset.schema, weighed)
        if average is not None and weighed.average is not None:
            yield state.tree, Explanation("average", weighed.average, average)
    for found in nodes.of_tree(state.tree):
        yield state.tree, found
    for k, step in enumerate(lesson.steps):
        if isinstance(step.evidence, ErrorComparison):
            tree = lesson.state_at(k).tree
            for found in nodes.of_collapse(tree, step.evidence):
                yield tree, found


def digits_of(lesson: dt.Timeline) -> Digits:
    """As the page rounds: by the size of what the root has to lose."""
    tree = lesson.state.tree
    size = tree.weight(()) if lesson.problem.recipe.impurity.numeric else 1.0
    return Digits.for_scale(tree.impurity(()) * size)


@law_of(5)
@given(problems())
def test_every_number_opens_to_its_last_shown_digit_and_counts_the_rows_it_names(
    case: Case,
) -> None:
    data = case[0].data()
    lesson = dt.start(data, case[1]).finish()
    digits, seen = digits_of(lesson), set()
    for tree, found in everything(lesson):
        mine, theirs = found.formula.value, found.value
        # exactly between two results one may round either way
        assert digits.show(mine) == digits.show(theirs) or mine == pytest.approx(
            theirs, rel=1e-14
        ), found
        for line in named_parts(found.formula):
            assert plain(line, digits)
        for part in walk(found.formula) if tree is lesson.state.tree else ():
            if isinstance(part, Count | Total | Squares) and part.query not in seen:
                seen.add(part.query)
                lists_its_rows(part, lesson, data)


def lists_its_rows(part: Count | Total | Squares, lesson: dt.Timeline, data: dt.Dataset) -> None:
    at_node = nodes.rows_of(lesson.problem, lesson.state, part.query)
    assert at_node.rows.tolist() == by_hand.rows_of(part.query, lesson.state.tree, data)
    if isinstance(part, Count):
        near = 1e-12 * lesson.state.tree.weight(part.query.node)
        assert part.value == pytest.approx(float(at_node.weights.sum()), rel=0, abs=near)


@law
@given(problems())
def test_the_parts_of_a_node_add_up(case: Case) -> None:
    lesson = dt.start(case[0].data(), case[1]).finish()
    tree = lesson.state.tree
    for node in tree:
        opened = list(nodes.of_node(case[1], tree, node.id))
        shares = [found.value for found in opened if found.name == "share"]
        assert not shares or sum(shares) == pytest.approx(1.0)
        for name in ("weight", "share"):
            assert all(0 <= found.value <= 1 + 1e-12 for found in opened if found.name == name)


def test_the_numbers_of_a_node() -> None:
    """Mitchell 1997, §3.4.1.1: [9+, 5-]."""
    lesson = dt.start(dataset("playtennis"), dt.recipe("id3"))
    found = {
        (o.name, o.part): plain(o.formula, Digits())
        for o in nodes.of_node(dt.recipe("id3"), lesson.state.tree, ())
    }
    assert found == {
        ("weight", None): "14/14",
        ("share", 0): "9/14",
        ("share", 1): "5/14",
        ("wrong", None): "14 − max(9, 5)",
        ("impurity", None): "−9/14 log2(9/14) − 5/14 log2(5/14)",
    }


def test_the_numbers_of_a_node_with_a_numeric_target() -> None:
    data = dataset("hitters", complete=True)
    tree = dt.start(data, dt.recipe("regression")).state.tree
    found = {o.name: o for o in nodes.of_node(dt.recipe("regression"), tree, ())}
    assert found["mean"].value == pytest.approx(float(np.mean(data.target.values)))
    squares = float(((data.target.values - data.target.values.mean()) ** 2).sum())
    assert found["squares"].value == pytest.approx(squares)
    assert found["impurity"].value == pytest.approx(squares / len(data))


def test_the_errors_behind_a_collapse() -> None:
    """Release 8 collapses a subtree that gets no fewer rows wrong than a leaf would."""
    lesson = dt.start(dataset("contact_lenses"), dt.recipe("c45")).finish()
    leaf, subtree = (o for _, o in everything(lesson) if o.name in ("leaf", "subtree"))
    assert leaf.value == leaf.formula.value == subtree.value == subtree.formula.value
    assert leaf.value > 0


def test_the_rows_that_a_tree_gets_right() -> None:
    lesson = dt.start(dataset("playtennis"), dt.recipe("id3")).finish()
    (right,) = nodes.of_tree(lesson.state.tree)
    assert (right.value, right.formula.value) == (14, 14)
    (before,) = nodes.of_tree(lesson.jump(0).state.tree)
    assert plain(before.formula, Digits()) == "14 − 5"


def test_the_share_that_a_tree_of_numbers_explains() -> None:
    """By hand: 2, 4, 8 and 10 lie 40 about their mean of 6; in pairs 2 and 2."""
    data = table([2.0, 4.0, 8.0, 10.0], x=[1, 2, 3, 4])
    lesson = dt.start(data, replace(dt.recipe("regression"), stopping=(dt.MaxDepth(1),))).finish()
    (found,) = nodes.of_tree(lesson.state.tree)
    assert (found.value, found.formula.value) == pytest.approx((0.9, 0.9))
    (before,) = nodes.of_tree(lesson.jump(0).state.tree)
    assert before.value == before.formula.value == 0
    alike = dt.start(table([3.0, 3.0], x=[1, 2]), dt.recipe("regression")).state.tree
    assert (list(nodes.of_tree(alike)), nodes.r_squared(alike)) == ([], 0)


@pytest.mark.parametrize("noise", [0.0, 1e-16, -1e-16, 3e-15, -3e-15])
def test_a_tie_of_digits_is_rounded_alike_however_it_was_computed(noise: float) -> None:
    assert Digits().show(1 / 32 + noise) == Digits().show(1 / 32)


def test_rounding_goes_by_the_size_of_the_numbers() -> None:
    assert Digits.for_scale(1e5).show(12345.03125 + 2e-12) == "12345.0312"
    assert Digits.for_scale(4e-6).rounded(1.23456789e-6) == 1.235e-6


DEAR = replace(dt.recipe("cart"), classes=dt.Losses(((0, 1, 9), (9, 0, 9), (9, 1, 0))))


@pytest.mark.parametrize(
    ("recipe", "data"),
    [
        (dt.recipe("assistant"), table("uvvvvvvvvv", x="abbbbbbbbb")),
        (DEAR, table("uuvvww", x="aaaabb")),
    ],
    ids=["m-estimate", "losses"],
)
def test_what_is_wrong_goes_by_what_a_leaf_says(recipe: dt.Recipe, data: dt.Dataset) -> None:
    """By the m-estimate the leaf of one u says v, and so do leaves where v is cheap to say."""
    lesson = dt.start(data, recipe).finish()
    tree, data = lesson.state.tree, lesson.problem.dataset
    said = dt.predict(tree, data) == np.array(tree.schema.classes)[data.target.values]
    assert 0 < said.sum() < len(said)
    (right,) = nodes.of_tree(tree)
    assert right.value == pytest.approx(said.sum())
    assert right.formula.value == pytest.approx(right.value)
    opened = [o for node in tree if node.leaf for o in nodes.of_node(recipe, tree, node.id)]
    wrong = [o for o in opened if o.name == "wrong"]
    assert [o.formula.value for o in wrong] == pytest.approx([o.value for o in wrong])
    missed = (~said).sum()
    assert sum(o.value for o in wrong) == pytest.approx(missed)
    assert compare(tree, tree).wrong == pytest.approx((missed, missed))


# ------------------------------------------------------------- squares, term by term


def test_the_squares_of_few_rows_are_written_out() -> None:
    """By hand: 2, 3 and 7 about their mean of 4."""
    lesson = dt.start(table([2.0, 3.0, 7.0], x=[1, 2, 3]), dt.recipe("regression"))
    found = nodes.terms_of(lesson.problem, lesson.state, Squares(14.0, 4.0, Query(())))
    assert found is not None
    assert plain(found, Digits()) == "(2 − 4)^2 + (3 − 4)^2 + (7 − 4)^2"
    assert found.value == 14


def test_signs_belong_to_the_sum() -> None:
    lesson = dt.start(table([-2.0, 0.5, -3.0], x=[1, 2, 3]), dt.recipe("regression"))
    found = nodes.terms_of(lesson.problem, lesson.state, Squares(6.5, -1.5, Query(())))
    assert found is not None
    assert plain(found, Digits()) == "(−2 + 1.5)^2 + (0.5 + 1.5)^2 + (−3 + 1.5)^2"
    assert found.value == 6.5


def test_of_the_squares_of_many_rows_the_first_and_the_last_are_written_out() -> None:
    for rows, end in [(20, "+ (4 − 2)^2"), (21, "+ ⋯_+17 + (0 − 2)^2")]:
        data = table([float(i % 5) for i in range(rows)], x=list(range(rows)))
        lesson = dt.start(data, dt.recipe("regression"))
        found = nodes.terms_of(lesson.problem, lesson.state, Squares(40.0, 2.0, Query(())))
        assert found is not None
        text = plain(found, Digits())
        assert text.startswith("(0 − 2)^2 + (1 − 2)^2 + (2 − 2)^2 + ")
        assert text.endswith(end)
        assert len(found.terms) == (20 if rows == 20 else 5)


@law
@given(problems())
def test_terms_sum_to_their_squares(case: Case) -> None:
    lesson = dt.start(case[0].data(), case[1]).finish()
    for tree, found in everything(lesson):
        for part in walk(found.formula) if tree is lesson.state.tree else ():
            if isinstance(part, Squares):
                terms = nodes.terms_of(lesson.problem, lesson.state, part)
                rows = nodes.rows_of(lesson.problem, lesson.state, part.query)
                assert (terms is None) == (len(rows.rows) == 0)
                if terms is not None and len(rows.rows) <= nodes.MOST_TERMS:
                    close = pytest.approx(part.value, rel=1e-9, abs=1e-9 * (1 + part.mean**2))
                    assert terms.value == close
