"""The panels of the lab that do not step: rules, stopping early, and all ways compared."""

import re

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

import dttools as dt
from dttools.evaluation import loss
from pages.ui.pruning import early
from pages.ui.pruning.compare import comparison
from tests.pages.pruning import page, pruning_session, said
from tests.pages.stage import scene, stepped
from tests.pages.visit import checked, clicked


def table(heading: str, at: AppTest) -> dict[str, list[object]]:
    found = next(d for d in at.dataframe if heading in d.value.columns)
    return {name: found.value[name].tolist() for name in found.value.columns}


def test_all_ways_are_compared_on_the_same_rows() -> None:
    at = page(data="biopsy", recipe="cart", lab_method="compare", lab_share="0.2679")
    made = pruning_session(at)
    shown, grown = table("Method", at), made.grown
    names = ["Not pruned", "Cost-complexity (best)", "Cost-complexity (1 SE)", "Reduced error"]
    assert shown["Method"] == [*names, "Pessimistic", "Minimum error"]
    trees = [row.tree for row in comparison(made)]
    assert trees[0] == grown.tree
    assert trees[3] == dt.pruning.reduced_error(grown.tree, grown.held_out)
    assert trees[4] == dt.pruning.pessimistic(grown.tree, grown.training)
    assert shown["Leaves"] == [tree.leaves for tree in trees]
    for tree, text in zip(trees, shown["Loss on held-out rows"], strict=True):
        wrong = round(loss(tree, grown.held_out) * 187)
        assert str(text).startswith(f"{wrong} / 187 = {wrong / 187:.4f}")


def test_a_cross_validated_loss_grows_and_prunes_in_each_fold() -> None:
    made = pruning_session(page(data="kyphosis", lab_method="compare", lab_folds="4"))
    training, total = made.grown.training, 0.0
    fold = dt.validation.k_folds(training, 4, 0)
    for number in range(4):
        seen, unseen = (training.part(np.flatnonzero(r)) for r in (fold != number, fold == number))
        tree = dt.pruning.pessimistic(dt.grow(seen, dt.recipe("cart")), seen)
        total += loss(tree, unseen) * len(unseen)
    found = {row.method: row for row in comparison(made)}
    assert found["pessimistic"].validated == pytest.approx(total / len(training))


def test_the_comparison_concludes_and_says_what_is_not_in_it() -> None:
    at = page(data="iris", recipe="cart", lab_method="compare")
    found = comparison(pruning_session(at))
    best = min(found, key=lambda one: one.validated)
    near = [one for one in found if one.validated <= best.validated + best.error]
    leaves = min(one.tree.leaves for one in near)
    alone = "has the least cross-validated loss" in said(at)
    assert alone == (leaves == best.tree.leaves)
    assert alone or f" errs least: {best.tree.leaves} leaves." in said(at)
    assert alone or "In cross-validation, " in said(at)
    assert alone or f"is as good within one standard error: {leaves} leaves." in said(at)
    assert "rules, which are not a tree" in said(at)


def test_a_way_that_is_compared_can_be_looked_at() -> None:
    at = page(data="kyphosis", lab_method="compare")
    trees = {row.method: row.tree for row in comparison(pruning_session(at))}
    for method in ("reduced", "pessimistic", "one"):
        looked = clicked(page(data="kyphosis", lab_method="compare"), f"look_{method}")
        assert pruning_session(looked).lesson.tree == trees[method]


def test_on_xor_stopping_early_never_asks() -> None:
    at = page(data="xor", recipe="cart", lab_method="early")
    assert "1 leaf · training: 4 of 8 wrong" in said(at)
    assert "4 leaves · training: 0 of 8 wrong" in said(at)
    at = checked(at.number_input(key="eps").set_value(0.0).run())
    assert "training: 4 of 8 wrong" not in said(at)


def test_stopping_early_says_where_it_opens_and_how_large_both_trees_are() -> None:
    at = page(data="xor", recipe="id3_lihang", lab_method="early")
    assert "Pruned late: 4 leaves. Stopped early: 1 leaf." in said(at)
    assert "At ε = 0 every split is made" in said(at)
    assert "At ε = 0 every" not in said(stepped(at, "back"))


def test_stopping_early_steps_from_threshold_to_threshold() -> None:
    """Each step stops at a larger ε; the first tree shown is already smaller than the whole."""
    at = page(data="iris", recipe="cart", lab_method="early")
    made = pruning_session(at)
    found = early.both(made)
    assert found.early.leaves < found.base.leaves == made.grown.tree.leaves
    sizes = []
    for eps in found.stops:
        stopped = dt.grow(found.rows, early.limited(dt.recipe("cart"), eps, 30, 2))
        sizes.append(stopped.leaves)
    assert sizes == sorted(set(sizes), reverse=True)
    at = stepped(at, "first")
    assert scene(at)["step"]["of"] == len(found.stops) - 1
    for eps, leaves in zip(found.stops[1:], sizes[1:], strict=True):
        at = stepped(at, "next")
        assert at.query_params["lab_eps"] == str(eps)
        assert f"{leaves} lea" in said(at)
    assert scene(at)["step"]["end"]
    assert "**No split at all:**" in said(at)


@pytest.mark.nightly
def test_stopping_early_and_pruning_late_on_the_same_rows() -> None:
    at = page(data="biopsy", recipe="cart", lab_method="early")
    at = checked(at.number_input(key="depth").set_value(2).run())
    made = pruning_session(at)
    found, rows = early.both(made), made.grown.training
    assert found.early == dt.grow(rows, early.limited(dt.recipe("cart"), 0.01, 2, 2))
    assert int(found.early.depths.max()) == 2
    k = len(found.path) - 1
    at = checked(at.select_slider(key="late_alpha").set_value(k).run())
    wrong = round(loss(found.path.subtree(k), rows) * len(rows))
    assert f"1 leaf · training: {wrong} of {len(rows)} wrong" in said(at)


@pytest.mark.on_push(2)
@pytest.mark.parametrize("table", ["biopsy", "xor", "kyphosis"])
@pytest.mark.parametrize("share", ["0", "0.3"])
def test_which_way_errs_less_is_concluded_from_rows_that_grew_neither(
    table: str, share: str
) -> None:
    """Where none are held out, by folds. Of XOR each row counts, and nothing can be concluded."""
    at = page(data=table, recipe="cart", lab_method="early", lab_share=share)
    conclusions = re.compile("errs less|Both err equally|Pruned late: ")
    [concluded] = [one.value for one in at.markdown if conclusions.search(one.value)]
    captions, judged = " ".join(caption.value for caption in at.caption), table != "xor"
    assert (" wrong" in concluded) == judged
    assert (" err" in concluded) == judged
    assert ("Only held-out rows can tell" in captions) != judged
    assert ("on which neither tree was grown" in captions) == (judged and share != "0")
    assert ("folds judge both" in captions) == (judged and share == "0")
    if judged and share == "0":
        made = pruning_session(at)
        found, rows = early.both(made), made.grown.training
        limits = early.limited(dt.recipe("cart"), found.eps, 30, 2)
        risk = dt.pruning.cross_validate(rows, limits, 10, 0).risk[0]
        wrong = f"cross-validated: {round(risk * len(rows))} of {len(rows)} wrong"
        assert f"{found.early.leaves} leaves · " in said(at)
        assert wrong in said(at)


def test_few_rows_have_as_many_folds_as_rows() -> None:
    """15 of the 150 are not held out."""
    address = {"lab_method": "early", "lab_share": "0.9", "lab_folds": "20"}
    at = page(data="iris", recipe="cart", **address)
    assert not at.error
    made = pruning_session(at)
    assert len(made.grown.training) == 15
    assert early.both(made).held_out is not None


def test_a_size_that_the_folds_chose_is_said_to_flatter_the_late_tree() -> None:
    note = "The same folds chose the size of the late tree"
    at = page(data="kyphosis", recipe="cart", lab_method="early", lab_share="0")
    assert note in said(at)
    found = early.both(pruning_session(at))
    other = next(k for k in range(len(found.path)) if k != found.best)
    at = checked(at.select_slider(key="late_alpha").set_value(other).run())
    assert note not in said(at)
    at = page(data="kyphosis", recipe="cart", lab_method="early", lab_share="0.3")
    assert note not in said(at)


def test_rules_are_the_engines_and_their_drops_are_told() -> None:
    at = page(data="vote", recipe="c45", lab_method="rules", lab_share="0.3")
    made = pruning_session(at)
    judge = dt.rules.Training(made.grown.training)
    after = dt.rules.post_prune(made.grown.tree, judge)
    assert made.grown.tree.leaves == 14
    dropped = sum(drop.chosen is not None for history in after.drops for drop in history)
    text = f"**14 leaves become {len(after.rules)} rules; {dropped} conditions are dropped.**"
    assert text in said(at)
    before = [history[0] for history in after.drops]
    looks = sorted(before, key=lambda look: look.rule.leaf)
    assert table("If", at)["after"] == [look.before.value for look in looks]
    at = stepped(at, "next")
    first = next(look for look in looks if look.chosen is not None)
    assert first.after.value in table("If", at)["after"]
    assert scene(at)["step"]["of"] == dropped + 1
    assert at.query_params["lab_drops"] == "1"
    at = stepped(at, "last")
    assert scene(at)["step"]["end"]
    shown = table("If", at)
    assert shown["after"] == [accuracy.value for accuracy in after.accuracies]
    assert f"If no rule covers a row: **{after.schema.classes[after.default]}**." in said(at)
    rows = made.grown.held_out
    actual = [str(rows.schema.classes[code]) for code in rows.target.values]
    right = np.mean(after.predict(rows) == np.array(actual))
    assert f"rules {right:.4f}.".removesuffix(".") in said(at)


def test_a_condition_that_another_implies_is_said_to_be_implied() -> None:
    biopsy = {"data": "biopsy", "recipe": "cart", "complete": "1", "lab_share": "0.3"}
    at = page(**biopsy, lab_method="rules", lab_drops="1")
    text = "Rule 1: Clump thickness ≤ 6.5 is dropped: Clump thickness ≤ 5.5 implies it."
    assert f"{text} The rule stays at 0.9952 on 287 rows." in said(at)
    ends = table("If", at)["If"]
    assert ends[0] == "… ∧ Clump thickness ≤ 5.5"
    assert len({*ends}) > len(ends) / 2


def test_rules_can_be_judged_on_held_out_rows() -> None:
    at = page(data="playtennis", recipe="id3", lab_method="rules", lab_share="0.3")
    at = checked(at.segmented_control(key="judge").set_value("held_out").run())
    made = pruning_session(at)
    after = dt.rules.post_prune(made.grown.tree, dt.rules.HeldOut(made.grown.held_out))
    shown = table("If", stepped(at, "last"))
    assert shown["after"] == [accuracy.value for accuracy in after.accuracies]
