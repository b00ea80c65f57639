"""Surrogates: splits that stand in for another where its column is missing, as rpart has them."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

import dtcore as dt
from dtcore.model.routing import Surrogate
from tests.small_tables import stepped, with_gaps


def stand_ins(policy: dt.Surrogates) -> tuple[Surrogate, ...]:
    """The surrogates of x: a | b, which places seven of eight rows."""
    data = with_gaps(
        "uuuuvvvv",
        x="aaaabbb?",
        n=[1.0, 2.0, 3.0, 9.0, 7.0, 8.0, None, 8.0],
        m=[9.0, 8.0, None, None, None, 1.0, 2.0, 1.0],
        z="cccccccd",
    )
    lesson = dt.start(data, replace(dt.recipe("cart"), missing=policy))
    return lesson.do(dt.Expand((), dt.Subset(0, (0,), (1,)))).state.tree.surrogates[0]


def test_agreement_is_counted_where_both_columns_are_known() -> None:
    """m agrees, turned round, on all of its 4 rows; n on 5 of 6 (4 of which go left); z is no
    better than the majority. rpart prints 1 and .8333 with ``surrogatestyle = 1``."""
    m, n = stand_ins(dt.Surrogates())
    assert (m.split, m.turned) == (dt.Threshold(2, 5.0), True)
    assert (m.agree, m.majority, m.known, m.adjusted) == (4, 2, 4, 1.0)
    assert (n.split, n.turned) == (dt.Threshold(1, 5.0), False)
    assert (n.agree, n.majority, n.known) == (5, 4, 6)
    assert (n.agreement, n.adjusted) == (5 / 6, 1 / 2)


def test_a_surrogate_may_have_to_pay_for_its_own_missing_cells() -> None:
    """Of the 7 rows that x places n gets 5, and 4 go left; m gets 4, which is no better. rpart
    prints .7143, adjusted .3333, for n alone."""
    [n] = stand_ins(dt.Surrogates(of_all=True))
    assert (n.split, n.agree, n.majority, n.known) == (dt.Threshold(1, 5.0), 5, 4, 7)
    assert n.adjusted == pytest.approx(1 / 3)


def test_no_more_surrogates_are_kept_than_the_policy_allows() -> None:
    assert len(stand_ins(dt.Surrogates(limit=1))) == 1


def test_a_surrogate_sends_the_rows_and_the_majority_the_others() -> None:
    """Row 6 goes right because its n is large; row 7 has nothing, and more rows went left."""
    data = with_gaps("uuuuvvvv", x="aaaabb??", n=[1.0, 2.0, 3.0, 4.0, 7.0, 8.0, 9.0, None])
    recipe = dt.recipe("cart")
    lesson = dt.start(data, recipe).do(dt.Expand((), dt.Subset(0, (0,), (1,))))
    tree = lesson.state.tree
    sent = dt.missing_routing(data, tree, ())
    assert sent.rows.tolist() == [6, 7]
    assert sent.teller.tolist() == [0, -1]
    assert sent.parts.tolist() == [[0, 1], [1, 0]]
    unseen = pd.DataFrame({"x": [None, "zebra", None], "n": [9.0, 9.0, np.nan]})
    assert dt.leaf_ids(tree, unseen) == [(1,), (1,), (0,)]


def test_the_majority_is_that_of_the_split_in_growth_and_that_of_all_rows_in_prediction() -> None:
    """x places 5 to 4, n sends four more right, and two rows have neither: grown left with the
    5 (7 to 8 in all), predicted right with the 8. rpart 4.1 does both."""
    cells = [1.0, 2, 3, 4, 5, 21, 22, 23, 24, 25, 26, 27, 28, None, None]
    data = with_gaps("u" * 5 + "v" * 8 + "uu", x="aaaaabbbb??????", n=cells)
    lesson = dt.start(data, dt.recipe("cart")).do(dt.Expand((), dt.Subset(0, (0,), (1,))))
    tree = lesson.state.tree
    assert [tree.weight((0,)), tree.weight((1,))] == [7, 8]
    assert dt.missing_routing(data, tree, ()).parts[-2:].tolist() == [[1, 0], [1, 0]]
    assert dt.leaf_ids(tree, data)[-2:] == [(1,), (1,)]


def test_a_surrogate_of_levels_sends_each_where_most_of_its_rows_go() -> None:
    data = with_gaps("uuuuvvvv", n=[1.0, 2.0, 3.0, 4.0, 6.0, 7.0, 8.0, None], z="ccdcddde")
    lesson = dt.start(data, dt.recipe("cart")).do(dt.Expand((), dt.Threshold(0, 5.0)))
    [z] = lesson.state.tree.surrogates[0]
    assert (z.split, z.turned) == (dt.Subset(1, (0,), (1,)), False)
    assert (z.agree, z.majority, z.known) == (6, 4, 7)


def test_surrogates_stay_with_their_nodes_when_the_tree_is_cut() -> None:
    data = with_gaps(
        "uuuuvvvvuv", x="aaaabbbb??", n=[1.0, 2, 3, 4, 5, 6, 7, 8, 1, 8], z="cdcdcdcdcd"
    )
    lesson = dt.start(data, dt.recipe("cart")).do(dt.Expand((), dt.Subset(0, (0,), (1,))))
    lesson = lesson.do(dt.Expand((0,), dt.Subset(2, (0,), (1,))))
    root = lesson.state.tree.surrogates[0]
    assert lesson.do(dt.Prune((0,))).state.tree.surrogates == {0: root}
    assert lesson.do(dt.Prune(())).state.tree.surrogates == {}


def test_complete_tables_have_surrogates_only_if_asked() -> None:
    data = with_gaps("uuuvvv", x="aaabbb", n=[1.0, 2.0, 3.0, 4.0, 5.0, 6.0])
    cart = dt.recipe("cart")
    assert dt.grow(data, cart).surrogates == {}
    always = replace(cart, missing=dt.Surrogates(always=True))
    tree = dt.grow(data, always)
    assert [s.agreement for s in tree.surrogates[0]] == [1.0]
    assert stepped(data, always) == tree
