"""The rules of a tree: exclusive, exhaustive, folded, and as the tree predicts."""

import numpy as np
import pytest
from hypothesis import given

import dttools as dt
from dttools.rules import Between
from tests.engine.gappy_tables import gappy
from tests.small_tables import dataset, table, with_gaps
from tests.strategies import law


def test_play_tennis_as_mitchell_writes_it() -> None:
    """Mitchell 1997, §3.2: (Sunny ∧ Normal) ∨ (Overcast) ∨ (Rain ∧ Weak)."""
    tree = dt.grow(dataset("playtennis"), dt.recipe("id3"))
    rules = dt.rules.of(tree)
    assert rules.disjunction(tree.schema.classes.index("Yes")) == (
        "(Outlook = Sunny ∧ Humidity = Normal) ∨ (Outlook = Overcast) ∨ "
        "(Outlook = Rain ∧ Wind = Weak)"
    )
    assert rules.text().splitlines()[0] == "Outlook = Sunny ∧ Humidity = High → No (3)"
    high = rules[0]
    assert (high.coverage.value, high.confidence.value) == (3 / 14, 1)


def test_two_cuts_of_a_column_are_one_condition() -> None:
    tree = dt.grow(table("aabbccb", x=[1, 2, 3, 4, 5, 6, 7]), dt.recipe("cart"))
    texts = [rule.condition_text(tree.schema) for rule in dt.rules.of(tree).rules]
    assert texts == ["x ≤ 2.5", "2.5 < x ≤ 4.5", "4.5 < x ≤ 6.5", "x > 6.5"]
    nested = dt.start(table("aabbc", x=[1, 2, 3, 4, 5]), dt.recipe("cart"))
    for node, cut in (((), 1.5), ((1,), 3.5), ((1, 0), 2.5)):
        nested = nested.do(dt.Expand(node, dt.Threshold(0, cut)))
    folded = dt.rules.of(nested.state.tree)[2].conditions
    assert len(folded) == 1
    assert isinstance(folded[0], Between)
    assert (folded[0].low, folded[0].high) == (2.5, 3.5)
    tests = [[str(test) for test in each] for each in dt.rules.of(nested.state.tree)[2].tests]
    assert tests == [["x > 1.5", "x ≤ 3.5", "x > 2.5"]]


def test_missing_as_a_value_is_written() -> None:
    data = with_gaps("uuuvvv", n=[1.0, 2.0, 3.0, None, None, None])
    texts = dt.rules.of(dt.grow(data, dt.recipe("cart_sklearn"))).text().splitlines()
    assert texts == ["n ≠ ? → u (3)", "n = ? → v (3)"]


def test_a_tree_of_one_leaf_is_one_rule() -> None:
    tree = dt.grow(table("aab", x=[1, 1, 1]), dt.recipe("cart"))
    rules = dt.rules.of(tree)
    assert rules.text() == "always → a (3/1)"
    assert rules.disjunction(1) == "never"
    assert repr(rules) == "<TreeRules for 'y': rules 1>"


def test_a_rule_for_a_number_tells_a_mean() -> None:
    tree = dt.grow(table([1.0, 2.0, 9.0], x=[1.0, 1.0, 2.0]), dt.recipe("regression"))
    rules = dt.rules.of(tree)
    assert rules.text().splitlines() == ["x ≤ 1.5 → 1.5 (2)", "x > 1.5 → 9 (1)"]
    assert rules[0].confidence is None
    assert [rule.spread.value for rule in rules.rules] == [0.5, 0.0]


@law
@given(gappy())
def test_a_rule_tells_how_much_its_rows_differ(case: object) -> None:
    """Of a mean the standard deviation of the rows at its leaf; of a class none."""
    data = case[0].data()
    tree = dt.grow(data, case[1])
    for rule in dt.rules.of(tree).rules:
        assert (rule.spread is None) == bool(tree.schema.classes)
        if rule.spread is not None:
            assert rule.spread.value == pytest.approx(np.sqrt(tree.impurity(rule.leaf)), abs=1e-9)


@law
@given(gappy())
def test_one_rule_covers_a_row_and_tells_what_the_tree_tells(case: object) -> None:
    data = case[0].data()
    tree = dt.grow(data, case[1])
    rules = dt.rules.of(tree)
    covered = np.array([rule.covers(encoded(tree, data)) for rule in rules.rules])
    assert (covered.sum(axis=0) <= 1).all()
    leaves, which = dt.leaf_shares(tree, data), rules.which(data)
    placed = {row for row, cell in enumerate(rows_unplaced(tree, data)) if not cell}
    for row, number in enumerate(which):
        if number >= 0:
            assert leaves[row] == {rules[number].leaf: 1}
        assert number >= 0 or row not in placed
    told, ours = dt.predict(tree, data), rules.predict(data)
    assert ours.tolist() == (told.tolist() if tree.schema.classes else pytest.approx(told))
    certain = which >= 0
    for rule, rows in zip(rules.rules, covered, strict=True):
        assert set(ours[rows & certain]) <= {said(tree, rule.prediction)}


def encoded(tree: dt.Tree, data: dt.Dataset) -> dt.Dataset:
    from dtcore.model.predict import encode

    return encode(data, tree.schema)


def said(tree: dt.Tree, value: float) -> object:
    return tree.schema.classes[int(value)] if tree.schema.classes else value


def rows_unplaced(tree: dt.Tree, data: dt.Dataset) -> list[bool]:
    """Whether a split on the way of each row had no branch for it."""
    there = dt.report(tree, data).unplaced
    return [any(cell.row == row for cell in there) for row in range(len(data))]
