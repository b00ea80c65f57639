"""Trees as rules: the same predictions before pruning, and each dropped condition with its sums."""

from itertools import permutations

import numpy as np
import pytest
from hypothesis import given

import dttools as dt
from dtcore.pruning.validation import holdout
from dttools.rules import Drop, HeldOut, Training, generalise, of_tree, post_prune, unpruned
from dttools.rules.rule import Precondition
from tests.engine.prunings import split_tables
from tests.small_tables import dataset, table
from tests.strategies import law


@law
@given(split_tables(target="classes"))
def test_rules_before_pruning_equal_the_tree(case: object) -> None:
    tree, data, held_out, _ = case
    rules = unpruned(tree)
    assert len(rules.rules) == tree.leaves
    for some in (data, held_out):
        covered = np.sum([rule.covers(some) for rule in rules.rules], axis=0)
        assert (covered == 1).all()
        for rule in rules.rules:  # folded to a condition for each column, it covers the same
            holding = [part.holds(some) for part in rule.folded(tree.schema)]
            assert np.logical_and.reduce(holding or [covered == 1]).tolist() == (
                rule.covers(some).tolist()
            )
        assert rules.predict(some).tolist() == dt.predict(tree, some).tolist()
        leaves = [rules.rules[number].leaf for number in rules.which(some)]
        assert leaves == dt.leaf_ids(tree, some)


def check(drop: Drop, estimator: object) -> None:
    """Each accuracy counted again, row by row, and the choice by the rule of the book."""
    data = estimator.dataset

    def counted(rule: dt.rules.Rule) -> tuple[float, float]:
        rows = [
            row
            for row in range(len(data))
            if all(p.split.branch(data, np.array([row]))[0] == p.branch for p in rule.preconditions)
        ]
        hits = [row for row in rows if data.target.values[row] == rule.label]
        return sum(data.weights[rows]), sum(data.weights[hits])

    found = [(drop.rule, drop.before)]
    found += [(drop.rule.without(i), option) for i, option in enumerate(drop.options)]
    for rule, accuracy in found:
        assert (accuracy.covered, accuracy.right) == pytest.approx(counted(rule), abs=1e-9)
        assert estimator.formula(accuracy).value == pytest.approx(accuracy.value, abs=1e-12)
    best = max((option.value for option in drop.options), default=-1)
    if drop.chosen is None:
        assert best < drop.before.value
    else:
        assert drop.options[drop.chosen].value == pytest.approx(best, abs=1e-11)
        assert best >= drop.before.value - 1e-11


@law
@given(split_tables(target="classes"))
def test_each_drop_is_worth_it(case: object) -> None:
    tree, data, held_out, _ = case
    for estimator in (HeldOut(held_out), Training(data)):
        pruned = post_prune(tree, estimator)
        for rule, accuracy, drops in zip(
            pruned.rules, pruned.accuracies, pruned.drops, strict=True
        ):
            assert drops[-1].chosen is None
            assert (drops[-1].rule, drops[-1].before) == (rule, accuracy)
            for drop in drops:
                check(drop, estimator)
        values = [accuracy.value for accuracy in pruned.accuracies]
        assert values == sorted(values, reverse=True)
        assert len({(frozenset(r.preconditions), r.label) for r in pruned.rules}) == len(values)
        # what a rule covered it covers still, so every row finds a rule
        which = pruned.which(data)
        assert (which >= 0).all()
        told = pruned.predict(data)
        for row, number in enumerate(which):
            rule = pruned.rules[number]
            assert rule.covers(data)[row]
            assert not any(other.covers(data)[row] for other in pruned.rules[:number])
            assert told[row] == tree.schema.classes[rule.label]


@law
@given(split_tables(target="classes"))
def test_an_implied_condition_leaves_out_no_row(case: object) -> None:
    tree, _, held_out, _ = case
    for rule in of_tree(tree):
        for one, other in permutations(rule.preconditions, 2):
            if one.implied_by(other):
                assert not (other.holds(held_out) & ~one.holds(held_out)).any()


def test_a_weaker_cut_is_implied() -> None:
    near, far = dt.Threshold(0, 5.5), dt.Threshold(0, 6.5)
    assert Precondition(far, 0).implied_by(Precondition(near, 0))
    assert not Precondition(near, 0).implied_by(Precondition(far, 0))
    assert Precondition(near, 1).implied_by(Precondition(far, 1))
    assert not Precondition(far, 0).implied_by(Precondition(dt.Threshold(1, 5.5), 0))
    one, two = dt.Subset(0, (0,), (1, 2)), dt.Subset(0, (0, 1), (2,))
    assert Precondition(two, 0).implied_by(Precondition(one, 0))
    assert not Precondition(two, 1).implied_by(Precondition(one, 1))


def test_the_rules_of_playing_tennis() -> None:
    """Mitchell 1997, §3.7.1.2: IF (Outlook = Sunny) ∧ (Humidity = High) THEN PlayTennis = No."""
    data = dataset("playtennis")
    tree = dt.grow(data, dt.recipe("id3"))
    assert [rule.text(data.schema) for rule in of_tree(tree)] == [
        "Outlook = Sunny and Humidity = High: No",
        "Outlook = Sunny and Humidity = Normal: Yes",
        "Outlook = Overcast: Yes",
        "Outlook = Rain and Wind = Weak: Yes",
        "Outlook = Rain and Wind = Strong: No",
    ]


def test_the_first_rule_of_mitchell_is_looked_at() -> None:
    """(Outlook = Sunny) and (Humidity = High) are each taken away: No of 5 3, and of 7 4 rows."""
    data = dataset("playtennis")
    rule = of_tree(dt.grow(data, dt.recipe("id3")))[0]
    first = next(generalise(rule, Training(data)))
    assert (first.before.covered, first.before.right) == (3, 3)
    assert [(option.covered, option.right) for option in first.options] == [(7, 4), (5, 3)]
    assert first.chosen is None
    assert first.before.value == pytest.approx(0.25 ** (1 / 3))


def test_held_out_rows_drop_a_condition_that_chance_put_there() -> None:
    """The noise in x was learned from one row; without it the rule is right as often."""
    grown = table("aaaabbbb", x=[1, 1, 1, 1, 2, 2, 2, 2], noise=[1, 2, 3, 4, 1, 2, 3, 9])
    lesson = dt.start(grown, dt.recipe("cart")).do(dt.Expand((), dt.Threshold(0, 1.5)))
    tree = lesson.do(dt.Expand((0,), dt.Threshold(1, 1.5))).state.tree
    held_out = table("ab", x=[1, 2], noise=[9, 9])
    pruned = post_prune(tree, HeldOut(held_out))
    texts = [rule.text(tree.schema) for rule in pruned.rules]
    assert texts == ["x ≤ 1.5: a", "x > 1.5: b"]
    assert pruned.drops[0][0].chosen == 1


def test_a_row_that_no_rule_covers_gets_the_default() -> None:
    """A level never seen in training."""
    tree = dt.grow(table("aabbb", n="uuvvv"), dt.recipe("id3"))
    rules = unpruned(tree)
    new = table("ab", n="wu")
    assert rules.which(new).tolist() == [-1, 0]
    assert rules.predict(new).tolist() == ["b", "a"]


def test_rules_do_about_as_well_on_real_rows() -> None:
    kept, out = holdout(dataset("biopsy", complete=True), 0.3, seed=1)
    grow_on, prune_on = holdout(kept, 0.3, seed=2)
    tree = dt.grow(grow_on, dt.recipe("cart"))
    pruned = post_prune(tree, HeldOut(prune_on))
    names = np.array(out.target.levels, object)[out.target.values]
    before = (dt.predict(tree, out) == names).mean()
    assert (pruned.predict(out) == names).mean() > before - 0.03
    conditions = sum(len(rule.preconditions) for rule in pruned.rules)
    assert conditions < sum(len(rule.preconditions) for rule in of_tree(tree)) / 2


def test_what_has_no_rules() -> None:
    cars = dataset("carseats")
    with pytest.raises(dt.PruningError, match="numeric"):
        of_tree(dt.grow(cars, dt.recipe("regression").limited(depth=2)))
    iris = dataset("iris")
    with pytest.raises(dt.PruningError, match="grown on"):
        post_prune(dt.grow(iris, dt.recipe("cart")), HeldOut(dataset("golf")))
