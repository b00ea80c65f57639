"""The sums of the Pruning page: every number has one, and its counts open their rows."""

import pytest

from dtcore.explain import pruning as arithmetic
from dtcore.formula import Count, Query, walk
from pages.ui.pruning.evidence import evidence, lines_of
from pages.ui.pruning.rules import counts_of
from pages.ui.trees.post_pruned import post_pruned
from pages.ui.trees.pruning_settings import PruningView
from tests.pages.pruning import page, pruning_session, said
from tests.pages.stage import acted, stepped, viewed
from tests.pages.visit import checked, keep, kept

pytestmark = pytest.mark.slow


@pytest.mark.on_push(2)
@pytest.mark.parametrize("method", ["cost", "reduced", "pessimistic", "minimum"])
def test_every_number_in_the_table_is_the_value_of_its_sum(method: str) -> None:
    made = pruning_session(page(data="biopsy", recipe="cart", lab_method=method))
    found = evidence(made)
    assert len(found.rows) > 10
    for row in found.rows:
        results = [line.named.value for line in lines_of(made, row.node, False) if line.result]
        parts = [row.leaf, row.subtree, *row.others]
        if method == "cost":
            del parts[2]  # the number of leaves is no sum
        assert results == pytest.approx(parts, rel=1e-9, abs=1e-9)


def test_regression_has_sums_too() -> None:
    made = pruning_session(page(data="mtcars", recipe="regression"))
    assert evidence(made).rows
    for row in evidence(made).rows:
        lines = [line.named for line in lines_of(made, row.node, True) if line.result]
        wanted = [row.leaf, row.subtree, row.others[1] / len(made.grown.training)]
        assert [line.value for line in lines] == pytest.approx(wanted, rel=1e-9, abs=1e-9)


def test_the_next_to_fall_stands_first_and_its_sums_are_open() -> None:
    made = pruning_session(page(data="vote", recipe="c45", lab_method="reduced"))
    found = evidence(made)
    assert found.rows[0].node == found.goes
    assert found.rows[0].follows == "prune"


def test_the_cost_of_the_tree_on_show_has_its_sum() -> None:
    at = acted(page(data="kyphosis"), "alpha", 2)
    at = viewed(at, "prices")
    path = pruning_session(at).grown.path
    cost = arithmetic.cost(pruning_session(at).lesson.tree, float(path.alphas[2]), "impurity")
    assert cost.value == pytest.approx(path.risks[2] + path.alphas[2] * path.leaves[2])


@pytest.mark.parametrize(("z", "told"), [("interpolated", "table; "), ("exact", "Φ(z) = 1 − CF")])
def test_z_says_where_it_comes_from(z: str, told: str) -> None:
    made = pruning_session(page(data="biopsy", recipe="cart", lab_method="pessimistic", lab_z=z))
    found = [line for row in evidence(made).rows for line in lines_of(made, row.node, False)]
    lines = [line for line in found if line.named.symbol == "z"]
    assert lines
    assert all(told in line.legend for line in lines)
    assert all("0.6745" in line.legend for line in lines if z == "interpolated")


def test_quinlans_limits_stand_beside_the_exact_ones() -> None:
    at = page(data="vote", recipe="c45", lab_method="pessimistic")
    table = next(d.value for d in at.dataframe if "C4.5" in d.value.columns)
    assert [round(u, 3) for u in table["C4.5"]] == [0.206, 0.143, 0.750, 0.157]
    assert table["exact"].iloc[3] == pytest.approx(0.1596, abs=5e-5)


def test_a_pressed_count_opens_its_rows() -> None:
    at = page(data="kyphosis", lab_seed="5", lab_view="table")
    made = pruning_session(at)
    keep(at, PruningView, highlighted=Query((), label=1))
    at = checked(at.run())
    stats = made.lesson.tree[()].stats
    assert f"**{int(stats[1])} rows** · Kyphosis \\= present" in said(at)
    shown = next(d.value for d in at.dataframe if "Kyphosis" in d.value.columns)
    assert shown["Kyphosis"].tolist() == ["present"] * int(stats[1])
    # their numbers are those of the whole table, and none of them is held out
    assert not {number - 1 for number in shown.index} & set(made.grown.held_out.origin.tolist())
    at = stepped(at, "next")
    assert kept(at, PruningView).highlighted is None


def test_a_pressed_count_opens_rows_held_out_where_they_decide() -> None:
    at = page(data="kyphosis", lab_method="reduced", lab_seed="5")
    made = pruning_session(at)
    counts = [
        c for line in lines_of(made, (), False) for c in walk(line.named) if isinstance(c, Count)
    ]
    assert counts[0].value == len(made.grown.unseen) == 24
    keep(at, PruningView, highlighted=counts[1].query)
    at = checked(at.run())
    shown = next(d.value for d in at.dataframe if "Kyphosis" in d.value.columns)
    assert len(shown) == counts[1].value == 18
    assert {number - 1 for number in shown.index} <= set(made.grown.unseen.origin.tolist())


def test_a_pressed_count_of_a_rule_opens_its_rows() -> None:
    at = page(data="vote", recipe="c45", lab_method="rules", lab_drops="999")
    made = post_pruned(pruning_session(at))
    estimate, rule = made.after.drops[0][0].before, made.after.drops[0][0].rule
    keep(at, PruningView, highlighted=counts_of(1, 0).wrong)
    at = checked(at.run())
    wrong = estimate.covered - estimate.right
    tables = [d.value for d in at.dataframe if "Class" in d.value.columns or d.value.shape[1] > 10]
    assert len(tables[0]) == wrong
    keep(at, PruningView, highlighted=counts_of(1, 0).covered)
    at = checked(at.run())
    tables = [d.value for d in at.dataframe if d.value.shape[1] > 10]
    assert len(tables[0]) == estimate.covered == rule.covers(made.judge.dataset).sum()
