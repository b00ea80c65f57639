"""The Pruning page as a script: what is set, stepped and taken is what the engine says."""

import json
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

import dttools as dt
from dtcore.formula import Query
from dtshow.figures.pruning import SIDES
from dtshow.words.markdown import elided
from dttools.teach.worksheet import display_width
from pages.ui.components.stage import StageView
from pages.ui.pruning import curves, mistakes, words
from pages.ui.pruning.curves import validated, validated_before
from pages.ui.shell import progress
from pages.ui.trees.pruning_settings import METHODS, beginning, carried, read
from pages.ui.use.use_view import UseView
from tests.pages import visit
from tests.pages.pruning import folded, page, pruned_by, pruning_session, said
from tests.pages.stage import (
    acted,
    block,
    chosen_view,
    history,
    payload,
    scene,
    stepped,
    viewed,
)
from tests.pages.visit import checked, clicked, keep, kept, keys, unfolded


def test_a_weakest_link_is_cut_and_comes_back() -> None:
    at = page(data="kyphosis", lab_share="0.3")
    told = "14 leaves, nothing cut yet: no errors on the 57 training rows,"
    assert f"{told} 8 errors on the 24 held out." in said(at)
    whole = pruning_session(at).lesson.tree
    step = pruning_session(at).lesson.timeline.propose()
    assert step is not None
    alpha = step.evidence.alpha  # type: ignore[union-attr]
    at = stepped(at, "next")
    assert f"the weakest link: α\u00a0=\u00a0g\u00a0=\u00a0{alpha:.4f}" in said(at)
    assert pruning_session(at).lesson.tree == whole.prune(step.move.node)
    at = stepped(at, "back")
    assert pruning_session(at).lesson.tree == whole
    assert scene(at)["step"]["start"]


def test_alpha_cuts_the_tree_of_the_path() -> None:
    at = page(data="iris", recipe="cart")
    path = pruning_session(at).grown.path
    for k in (len(path) - 1, 1, 2):
        at = acted(at, "alpha", k)
        assert pruning_session(at).lesson.tree == path.subtree(k)


def test_the_whole_way_and_the_start() -> None:
    at = stepped(page(data="kyphosis", lab_view="table"), "last")
    assert pruning_session(at).lesson.tree.leaves == 1
    assert "Only the root is left" in " ".join(i.value for i in at.info)
    assert scene(at)["step"]["end"]
    at = stepped(at, "first")
    assert pruning_session(at).lesson.at_start


def test_after_the_last_cut_the_big_button_leads_on() -> None:
    """Weakest links to the choice of a tree, then the tree chosen into use; a lone leaf nowhere."""
    at = stepped(page(data="kyphosis", lab_view="table"), "last")
    assert "Cross-validation tells which of these trees to keep." in " ".join(
        i.value for i in at.info
    )
    assert scene(at)["step"]["next"] == "Choose a tree"
    at = acted(at, "onward")
    assert chosen_view(at) == "path"
    assert scene(at)["step"]["next"] == "Finished"
    assert not scene(at)["step"]["onward"]
    at = stepped(page(data="biopsy", recipe="c45"), "last")
    assert len(pruning_session(at).lesson.tree) > 1
    assert (scene(at)["step"]["next"], scene(at)["step"]["onward"]) == ("Use this tree", True)
    assert _use_of(acted(at, "onward")).pruned


def test_after_the_last_step_of_the_other_ways_the_big_button_leads_on() -> None:
    at = stepped(page(data="golf", recipe="c45", lab_method="rules", lab_share="0"), "last")
    assert (scene(at)["step"]["next"], scene(at)["step"]["onward"]) == ("Use these rules", True)
    assert _use_of(acted(at, "onward")).rule_set == "list"
    at = page(data="kyphosis", recipe="cart", lab_method="early", lab_share="0.3")
    assert not scene(at)["step"]["onward"]
    acted(at, "onward")  # pressed too early, it does nothing
    assert pruning_session(at).settings.method == "early"
    at = stepped(at, "last")
    assert scene(at)["step"]["next"] == "Compare all"
    assert pruning_session(acted(at, "onward")).settings.method == "compare"


def _use_of(at: AppTest) -> UseView:
    return kept(at, UseView)


def test_a_tree_grown_as_a_leaf_says_that_there_is_nothing_to_cut() -> None:
    """XOR: Gini falls in no split."""
    at = page(data="xor", recipe="cart")
    assert "**Nothing to cut:** the tree is a single leaf." in said(at)
    assert "grown as a single leaf" in " ".join(i.value for i in at.info)
    assert (scene(at)["step"]["next"], scene(at)["step"]["onward"]) == ("Finished", False)


def test_a_cut_by_hand_is_undone_and_redone() -> None:
    at = page(data="kyphosis", lab_view="table")
    whole = pruning_session(at).lesson.tree
    at = clicked(acted(at, "pick", "1"), "make_leaf")
    assert "**By hand:** cut at" in said(at)
    cut = pruning_session(at).lesson.tree
    assert len(cut) < len(whole)
    at = history(at, "undo")
    assert pruning_session(at).lesson.tree == whole
    at = history(at, "redo")
    assert pruning_session(at).lesson.tree == cut
    # α speaks of the tree as it was grown: what was cut by hand is back
    at = acted(at, "alpha", 2)
    assert pruning_session(at).lesson.tree == pruning_session(at).grown.path.subtree(2)
    at = history(at, "undo")
    assert pruning_session(at).lesson.tree == cut


def test_cross_validation_takes_the_best_tree() -> None:
    at = viewed(page(data="iris", recipe="cart"), "path")
    made = pruning_session(at)
    found = dt.pruning.cross_validate(made.grown.training, dt.recipe("cart"), 10, 0)
    assert f"{found.risk[found.best]:.4f} ± {found.error[found.best]:.4f}" in said(at)
    at = clicked(at, "take_best")
    assert pruning_session(at).lesson.tree == found.path.subtree(found.best)
    at = clicked(at, "take_one")
    assert pruning_session(at).lesson.tree.leaves == found.path.leaves[found.one_error]
    at = checked(at.number_input(key="foldseed").set_value(7).run())
    other = dt.pruning.cross_validate(made.grown.training, dt.recipe("cart"), 10, 7)
    assert f"{other.risk[other.best]:.4f} ± {other.error[other.best]:.4f}" in said(at)


def test_one_button_leads_to_a_tree_that_both_rules_choose() -> None:
    at = viewed(page(data="playtennis", recipe="id3"), "path")
    [one] = [one.label for one in at.button if (one.label or "").startswith("Cut to ")]
    assert one == "Cut to the best, also within 1 standard error: 1 leaf"
    at = clicked(at, "take_best")
    assert pruning_session(at).lesson.tree.leaves == 1


@pytest.mark.parametrize("method", ["cost", "reduced", "pessimistic", "minimum"])
def test_each_way_of_pruning_ends_at_the_engines_tree(method: str) -> None:
    at = page(data="vote", recipe="c45", lab_method=method, lab_seed="1", lab_m="20")
    made = pruning_session(at)
    at = stepped(at, "last")
    whole, grown = made.grown.tree, made.grown
    wanted = {
        "cost": lambda: grown.path.subtree(len(grown.path) - 1),
        "reduced": lambda: dt.pruning.reduced_error(whole, grown.held_out),
        "pessimistic": lambda: dt.pruning.pessimistic(whole, grown.training),
        "minimum": lambda: dt.pruning.minimum_error(whole, 20.0),
    }[method]()
    assert pruning_session(at).lesson.tree == wanted
    assert "**Nothing more is cut.**" in said(at)


def test_settings_can_be_undone() -> None:
    at = page(data="vote", recipe="c45", lab_method="pessimistic")
    at = checked(at.slider(key="cf").set_value(0.05).run())
    at = checked(at.segmented_control(key="z").set_value("exact").run())
    assert pruning_session(at).pruner == dt.pruning.Pessimistic(dt.pruning.Limit(0.05, "exact"))
    at = checked(at.toggle(key="raising").set_value(False).run())
    at = history(at, "undo")
    at = history(at, "undo")
    assert pruning_session(at).settings.cf == 0.05
    assert pruning_session(at).settings.z == "interpolated"
    assert "the exact binomial limit is" in said(at)


def test_held_out_rows_are_the_same_for_every_way() -> None:
    at = page(data="iris", recipe="cart")
    at = unfolded(at, "lab_rows")
    at = checked(at.slider(key="share").set_value(0.4).run())
    rows = pruning_session(at).grown.held_out.origin.tolist()
    assert len(rows) == 60
    at = pruned_by(at, "minimum")
    assert pruning_session(at).grown.held_out.origin.tolist() == rows


def test_a_link_opens_the_same_place_and_says_it_again() -> None:
    params = {"data": "iris", "recipe": "cart", "step": "0", "lang": "en"}
    mine = {"lab_method": "reduced", "lab_share": "0.4", "lab_seed": "3", "cuts": "1"}
    at = page(**params, **mine)
    assert pruning_session(at).settings.share == 0.4
    assert pruning_session(at).lesson.timeline.cursor == 1
    assert dict(at.query_params) == params | mine


@pytest.mark.parametrize(
    "bad", [{"lab_share": "2"}, {"lab_method": "magic"}, {"cuts": "p7.7"}, {"lab_seed": "x"}]
)
def test_a_bad_link_is_said_and_the_page_opens(bad: dict[str, str]) -> None:
    at = page(data="iris", recipe="cart", **bad)
    assert len(at.error) == 1
    assert pruning_session(at).lesson.at_start


@pytest.mark.nightly
def test_the_slides_examples_have_a_valley_at_a_small_tree() -> None:
    for name, leaves, asked in (
        ("biopsy", 4, {"Uniformity of cell size", "Uniformity of cell shape", "Bare nuclei"}),
        ("biopsy_full", 4, None),
        ("carseats", 22, None),  # and seven, as on the slides, within one standard error
    ):
        at = unfolded(page(), "lab_rows")
        at = folded(clicked(at, f"example_{name}"))
        at = clicked(at, "take_best")
        tree, grown = pruning_session(at).lesson.tree, pruning_session(at).grown
        assert len(grown.training) == (300 if name == "carseats" else 500)
        assert tree.leaves == leaves
        found = validated(pruning_session(at))
        assert found.path.leaves[found.one_error] == {"biopsy_full": 3, "carseats": 7}.get(name, 4)
        if asked:
            assert {tree.schema.columns[s.column].name for s in tree.splits if s} == asked


@pytest.mark.nightly
def test_an_example_is_undone() -> None:
    at = unfolded(page(data="iris", recipe="cart"), "lab_rows")
    at = clicked(at, "example_biopsy")
    assert at.session_state["lesson"].choice.key == "biopsy"
    at = history(at, "undo")
    assert pruning_session(at).lesson.choice.key == at.session_state["lesson"].choice.key == "iris"


def test_a_numeric_target_and_chinese() -> None:
    at = page(data="carseats", lang="zh", lab_method="pessimistic")
    assert len(at.error) == 1
    at = page(data="carseats", lang="zh", lab_method="reduced")
    assert not at.error
    assert "留出" in said(at)


def test_every_view_of_the_overfitting_and_the_prices() -> None:
    at = page(data="kyphosis")
    for view in ("prices", "path", "growth"):
        at = viewed(at, view)
    at = clicked(at, "hold_out")
    found = dt.evaluation.overfitting_curve(
        pruning_session(at).grown.tree,
        pruning_session(at).grown.training,
        pruning_session(at).grown.held_out,
    )
    at = viewed(at, "growth")
    best = f"did best on the held-out rows: {1 - found.held_out[found.best]:.4f}."
    leaves = f"While it grew, **{found.leaves[found.best]} leaves** {best}"
    assert f"{leaves} At the end it has {found.leaves[-1]} leaves:" in said(at)
    leaves = pruning_session(at).lesson.tree.leaves
    assert f"The mark is the tree shown: {leaves} leaves." in said(at)
    at = stepped(at, "next")
    leaves = pruning_session(at).lesson.tree.leaves
    assert f"pruned to {leaves} leaves. The curve's trees were stopped" in said(at)


def test_the_overfitting_chart_runs_as_the_ruler_above_it_and_its_rows_have_names() -> None:
    shown = {"data": "biopsy", "recipe": "cart", "lab_share": "0.3", "lab_view": "growth"}
    at = page(**shown, lab_method="cost")
    stops = [int(one["short"]) for one in block(at, "alpha")["stops"]]
    assert stops == sorted(stops, reverse=True)
    assert block(at, "alpha")["names"] == ["leaves", "α"]
    first, last = _overfitting(at)["layout"]["xaxis"]["range"]
    assert first > last
    at = page(**shown, lab_method="reduced")  # no ruler
    assert _overfitting(at)["layout"]["xaxis"]["range"] == [last, first]


def _overfitting(at: AppTest) -> Any:
    [found] = at.get("plotly_chart")
    return json.loads(found.proto.spec)


def test_a_tree_that_c45_has_cut_on_grow_is_not_said_to_be_uncut() -> None:
    at = page(data="titanic", recipe="c45", complete="auto")
    assert "7 leaves, nothing to cut: 273 errors on the 1,309 training rows." in said(at)
    assert "**Pessimistic pruning cuts nothing:** no branch of this tree does worse" in said(at)
    three = (
        "**28.8933** errors are expected of a leaf here, 19.2606 of the branch as it is, and "
        "28.8933 of its largest branch raised in its place."
    )
    assert f"This branch stays: {three}" in said(at)
    at = page(data="titanic", recipe="c45", complete="auto", lab_method="minimum", lab_m="0")
    assert "**Minimum error pruning cuts nothing:** no branch of this tree" in said(at)  # its rule


def test_a_thousand_rows_have_their_comma() -> None:
    at = page(data="titanic", recipe="cart", complete="auto", lab_share="0.3", lab_view="errors")
    rows = [one.proto.popover.label for one in at.get("popover")]
    assert any("916 of 1,309 rows" in label for label in rows)
    at = page(data="titanic", recipe="cart", complete="auto", lab_share="0", lab_view="errors")
    assert "of 1,309 rows wrong." in said(at)
    at = page(data="titanic", recipe="cart", lab_share="0", lecture="on")
    errors = scene(at)["lecture"]["errors"]
    assert errors["curves"][0]["says"] == "Training 201/1,309"
    assert errors["title"] == f"error rate, from {errors['least']:g}"


def test_a_tree_that_is_as_good_at_the_end_is_not_said_to_have_been_better() -> None:
    at = viewed(page(data="iris", recipe="cart", lab_share="0.3"), "growth")
    told = "While it grew, **4 leaves** already did as well on the held-out rows as 7 leaves do at"
    assert f"{told} the end: 0.9778." in said(at)


def test_each_answer_to_how_many_leaves_names_the_others() -> None:
    """Asked of trees stopped while growing, of pruned trees, and of folds, with the same ties."""
    at = page(data="biopsy", recipe="cart", complete="1", lab_share="0.3", lab_view="growth")
    grown = pruning_session(at).grown
    wrong = [
        (dt.predict(grown.path.subtree(k), grown.unseen) != _truth(grown.unseen)).sum()
        for k in range(len(grown.path))
    ]
    assert wrong[0] == 16
    least = min(wrong)
    leaves = [int(n) for n, each in zip(grown.path.leaves, wrong, strict=True) if each == least]
    assert leaves == [10, 8, 6]
    assert "Other ways to choose the size: pruned, 6 leaves (held-out rows)." in said(at)
    at = folded(viewed(at, "path"))
    assert "Least error in cross-validation: **4 leaves**." in said(at)
    stopped = "stopped while growing, 8 leaves (held-out rows)"
    others = f"Other ways to choose the size: {stopped}; pruned, 6 leaves (held-out rows)."
    assert others in said(at)
    at = viewed(at, "growth")
    assert "pruned, 6 leaves (held-out rows); pruned, 4 leaves (10 folds)." in said(at)


def _truth(rows: dt.Dataset) -> list[str]:
    return [str(rows.schema.classes[code]) for code in rows.target.values]


def test_a_table_too_small_for_folds_says_so() -> None:
    at = page(data="contact_lenses", recipe="id3", lab_share="0.9")
    assert len(pruning_session(at).grown.training) == 2
    assert not viewed(at, "path").exception
    at = page(data="xor", recipe="cart", lab_share="0.9")
    assert len(pruning_session(at).grown.training) == 1
    at = pruned_by(at, "compare")
    assert "folds" in " ".join(e.value for e in at.error)


def test_both_kinds_of_rows_of_reduced_error_are_named() -> None:
    """The rows that grew a node, and the held-out ones that decide; both costs in a sentence."""
    at = page(data="kyphosis", lab_method="reduced")
    equal = "on the held-out rows a leaf makes **0** errors, and so does the branch."
    assert f"Cut this branch next: {equal}" in said(at)
    assert "grown on 5 rows · 4 held out" in said(at)
    at = stepped(at, "next")
    assert f": {equal}" in said(at)


def test_a_branch_that_no_held_out_row_reaches_is_said_to_be_untested() -> None:
    at = page(data="biopsy", recipe="cart", complete="1", lab_method="reduced", lab_share="0.3")
    assert "No held-out row reaches this node, so a leaf will do" in said(at)
    assert "· grown on 2 rows · 0 held out" in said(at)
    at = stepped(at, "next")
    assert "no held-out row reaches it, so a leaf will do." in said(at)


def test_a_lesson_on_overfitting_shows_no_price_that_it_has_not_named() -> None:
    shown = {"data": "biopsy", "recipe": "cart", "lab_method": "cost", "lab_view": "growth"}
    assert block(page(**shown), "alpha")["label"].startswith("α, the price of a leaf")
    at = visit.opened("pruning", lesson="play_tennis", at="15")
    assert "α" not in said(at)
    assert not [one for one in scene(at)["panel"] if one["type"] == "ruler"]


def test_a_long_place_is_what_its_branch_says_and_then_shortened_in_the_middle() -> None:
    tree = pruning_session(page(data="iris", recipe="cart", lab_share="0")).grown.tree
    node = next(n.id for n in tree if not n.leaf and len(words.place(tree, n.id)) > 30)
    whole = words.place(tree, node)
    shown = words.short_place(tree, node, 26)
    assert len(shown) <= 26
    assert whole.endswith(shown)
    assert whole.startswith("Petal.")
    assert shown[0] in "≤>"
    assert words.short_place(tree, node, 17).count("…") == 1
    assert words.short_place(tree, node, 99) == words.place(tree, node)
    assert elided("Petal.Length", 11) == "Petal…ength"
    wide = elided("单个上皮细胞大小", 11, display_width)
    assert wide == "单个上…大小"  # each takes the room of two


def test_on_a_cold_page_the_tree_comes_first() -> None:
    at = page(data="kyphosis", lab_method="cost")
    assert not payload(at)["tells"]
    keep(at, StageView, drawn=False)
    at = checked(at.run())
    assert payload(at)["tells"]
    assert not at.dataframe
    at = acted(at, "drawn")
    assert not payload(at)["tells"]
    assert at.dataframe


def test_what_a_link_cannot_have_is_still_said_once_the_tree_is_drawn() -> None:
    at = visit.opened("home", data="kyphosis", lab_method="nowhere")
    keep(at, StageView, drawn=False)
    at = visit.turned(at, "pruning")
    says = ["This link asks for “nowhere”, which is not available here."]
    assert [one.value for one in at.error] == says
    at = acted(at, "drawn")
    assert [one.value for one in at.error] == says
    assert not acted(at, "next").error


def test_a_link_opens_the_same_view() -> None:
    at = page(data="kyphosis", lab_view="risk")
    assert chosen_view(at) == "path"
    at = viewed(at, "growth")
    assert at.query_params["lab_view"] == "growth"
    at = page(data="kyphosis", view="growth")  # as older lessons say it
    assert at.query_params["lab_view"] == "growth"
    assert "view" not in at.query_params
    assert chosen_view(page(data="kyphosis", lab_view="nowhere")) == "path"
    assert chosen_view(page(data="kyphosis", lab_method="reduced")) == "table"


def test_alpha_has_one_unit_and_a_switch_to_the_others() -> None:
    """A number has one kind of risk."""
    at = page(data="kyphosis", recipe="cart")
    assert block(at, "alpha")["label"] == "α, the price of a leaf (not to scale)"
    unit = at.selectbox(key="lab_unit")
    assert unit.options == [
        "rows × Gini index", "rows × Gini index per row", "errors", "errors per row",
    ]  # fmt: skip
    assert unit.value == ("impurity", False)
    at = checked(unit.select_index(2).run())
    assert pruning_session(at).settings.risk == "error"
    path = pruning_session(at).grown.path
    assert _prices(at) == pytest.approx(path.alphas.round(4).tolist())
    at = checked(at.selectbox(key="lab_unit").select_index(3).run())
    rows = len(pruning_session(at).grown.training)
    assert _prices(at) == pytest.approx((path.alphas / rows).round(5).tolist())
    at = page(data="mtcars", recipe="regression")
    assert at.selectbox(key="lab_unit").options == ["squared error", "squared error per row"]


def _prices(at: AppTest) -> list[float]:
    """What stands at the borders of the ruler of α."""
    return [float(stop["price"]) for stop in block(at, "alpha")["stops"]]


def test_the_ruler_has_a_stretch_for_each_tree() -> None:
    at = page(data="kyphosis")
    path = pruning_session(at).grown.path
    stops = block(at, "alpha")["stops"]
    assert _prices(at) == pytest.approx(path.alphas.round(4).tolist())
    assert [int(stop["short"]) for stop in stops] == path.leaves.tolist()
    assert block(at, "alpha")["chosen"] == 0
    at = acted(at, "alpha", 3)
    assert block(at, "alpha")["chosen"] == 3
    at = acted(at, "alpha", 99)
    assert pruning_session(at).lesson.tree == path.subtree(3)


def test_a_tiny_price_is_one_number_in_the_ruler_the_table_and_the_sum() -> None:
    at = page(data="carseats", recipe="regression", lab_view="table")
    price = pruning_session(at).grown.path.alphas[1]
    assert 0 < price < 0.0001
    assert block(at, "alpha")["stops"][1]["price"] == "0.00005"
    assert at.dataframe[0].value["g(t)"].iloc[0] == 0.00005
    assert "So each extra leaf saves 0.000050." in said(at)


def test_a_small_table_is_pruned_whole() -> None:
    """Fewer than 50 rows: none is held out, and what asks for held-out rows says so."""
    at = page(data="playtennis", recipe="id3")
    made = pruning_session(at)
    assert made.settings.share == 0
    assert made.grown.held_out is None
    assert made.grown.tree == dt.grow(made.dataset, dt.recipe("id3"))
    assert at.query_params["lab_share"] == "0"
    at = viewed(at, "growth")
    assert "none are left to show where it begins to overfit" in " ".join(i.value for i in at.info)
    at = viewed(at, "path")
    found = dt.pruning.cross_validate(made.dataset, dt.recipe("id3"), 10, 0)
    assert f"{found.risk[found.best]:.4f} ± {found.error[found.best]:.4f}" in said(at)
    at = clicked(viewed(at, "growth"), "hold_out")
    assert len(pruning_session(at).grown.unseen) == 4


@pytest.mark.parametrize(
    ("recipe", "method"),
    [("id3", "cost"), ("cart", "cost"), ("c45", "pessimistic"), ("assistant", "minimum")],
)
def test_the_first_method_is_that_of_the_recipes_authors(recipe: str, method: str) -> None:
    at = page(data="playtennis", recipe=recipe)
    made = pruning_session(at)
    assert (made.settings.method, made.settings.share) == (method, 0)
    assert at.query_params["lab_share"] == "0"
    again = page(**{name: at.query_params[name] for name in at.query_params})
    assert pruning_session(again).settings == made.settings


def test_a_method_that_nobody_chose_gives_way_to_the_next_recipes() -> None:
    c45, cart = dt.recipe("c45"), dt.recipe("cart")
    begun = beginning(c45)
    assert carried(begun, c45, cart) == beginning(cart)
    chosen = replace(begun, method="reduced")
    assert carried(chosen, c45, cart) == chosen


def test_rows_are_lent_to_a_method_that_needs_them() -> None:
    at = page(data="playtennis", recipe="id3")
    at = pruned_by(at, "reduced")
    assert pruning_session(at).settings.share == 0.3
    at = pruned_by(at, "minimum")
    assert pruning_session(at).settings.share == 0
    at = page(data="kyphosis", lab_method="reduced", lab_share="0")
    assert pruning_session(at).settings.share == 0.3


OLDER = "This link does not say how many rows to hold out. As in older links, 30% are held out."


def test_an_old_link_without_a_share_holds_rows_out() -> None:
    for old in ({"lab_method": "cost"}, {"lab_view": "risk"}, {"cuts": "1"}):
        at = page(data="golf", recipe="c45", **old)
        assert pruning_session(at).settings.share == 0.3
        assert len(pruning_session(at).grown.unseen) == 4
        assert OLDER in [one.value for one in at.caption]
        assert at.query_params["lab_share"] == "0.3"


@pytest.mark.on_push(5)
@pytest.mark.parametrize("share", ["0", "0.3"])
@pytest.mark.parametrize("method", METHODS)
def test_an_address_that_is_written_says_whether_rows_are_held_out(method: str, share: str) -> None:
    at = page(data="golf", recipe="c45", lab_method=method, lab_share=share)
    held = pruning_session(at).settings.share
    assert at.query_params["lab_share"] == f"{held:g}"
    assert held == (0.3 if method == "reduced" else float(share))
    assert OLDER not in [one.value for one in at.caption]
    assert read(dict(at.query_params), dt.recipe("c45")).share == held


def test_all_rows_are_had_where_rows_are_held_out() -> None:
    at = unfolded(page(data="kyphosis", recipe="cart", lab_share="0.3"), "lab_rows")
    at = clicked(at, "all_rows")
    made = pruning_session(at)
    assert made.grown.held_out is None
    assert made.grown.tree.leaves == 17
    assert "17 leaves, nothing cut yet: no errors on the 81 training rows." in said(at)
    at = stepped(at, "next")
    assert "errors 0 → 1 on the 81 training rows." in said(at)


def test_the_tree_of_grow_is_the_tree_of_pruning() -> None:
    """Moves made by hand come along, and what they change is told apart from the recipe's tree."""
    at = page(data="kyphosis", recipe="cart", moves="x:c1<=3.5", step="1")
    made = pruning_session(at)
    grow = at.session_state["lesson"]
    assert grow.timeline.done.by_hand
    assert made.settings.share == 0
    assert made.grown.tree == grow.timeline.finish().state.tree
    assert made.grown.tree != dt.grow(made.dataset, dt.recipe("cart"))
    at = stepped(at, "next")
    assert pruning_session(at).lesson.tree.leaves < made.grown.tree.leaves
    at = viewed(at, "path")
    assert "splits that you made by hand" in " ".join(i.value for i in at.info)
    at = pruned_by(at, "compare")
    assert "splits that you made by hand" in " ".join(i.value for i in at.info)
    (judged,) = (table.value for table in at.dataframe if "Method" in table.value)
    assert list(judged["Method"]) == ["Not pruned", "Pessimistic", "Minimum error"]
    assert judged["Leaves"][0] == made.grown.tree.leaves
    assert "Cross-validated loss" not in judged
    at = clicked(at, "own_tree")
    assert pruning_session(at).grown.tree == dt.grow(made.dataset, dt.recipe("cart"))
    (judged,) = (table.value for table in at.dataframe if "Method" in table.value)
    assert "Cross-validated loss" in judged


def test_with_no_rows_held_out_the_tree_is_that_of_grow() -> None:
    """Unasked, none are: the tree just grown is the one that is pruned."""
    at = page(data="kyphosis", recipe="cart")
    wanted = at.session_state["lesson"].timeline.finish().state.tree
    assert pruning_session(at).grown.tree == wanted
    assert at.query_params["lab_share"] == "0"


def test_a_number_is_offered_only_what_takes_it() -> None:
    at = page(data="mtcars", recipe="regression")
    assert at.segmented_control(key="lab_method").options == [
        "Cut by cost", "Cut by errors on other rows",
    ]  # fmt: skip
    at = unfolded(at, "lab_more")
    offered = [key for key in keys(at) if key.startswith("method_")]
    assert sorted(offered) == ["method_compare", "method_early"]


def test_what_is_cut_stays_in_sight_and_nothing_moves() -> None:
    at = page(data="carseats", recipe="regression", depth="6", lab_share="0")
    assert len(scene(at)["nodes"]) < 31
    at = acted(at, "levels", True)
    before = [(node["id"], node["w"]) for node in scene(at)["nodes"]]
    assert len(before) > 61
    at = acted(at, "alpha", 20)
    after = scene(at)["nodes"]
    fallen = {node["id"] for node in after if "fallen" in node["marks"]}
    tree = pruning_session(at).lesson.tree
    assert [(node["id"], node["w"]) for node in after] == before  # what the places hang on
    assert len(after) - len(fallen) == len(tree)
    assert scene(at)["tree"]["weak"] not in ("", *fallen)


def test_losses_are_told_as_costs() -> None:
    at = page(data="vote", recipe="cart", lab_method="minimum", classes="l:0_1~5_0")
    assert pruning_session(at).grown.tree.schema.leaf_rule.loss == ((0, 1), (5, 0))
    assert "a branch is cut if a leaf is not expected to cost more" in said(at)
    at = stepped(at, "next")
    assert ": cost " in said(at)


def test_errors_are_summed_by_class_and_opened_to_their_rows() -> None:
    """Both counts of the sentence, held-out rows too, as the sums that they are."""
    at = page(data="kyphosis", recipe="cart", lab_share="0.3", lab_view="errors")
    made = pruning_session(at)
    wrong = (
        dt.predict(made.lesson.tree, made.grown.unseen)
        != np.array(made.grown.unseen.schema.classes)[made.grown.unseen.target.values]
    )
    assert f"no errors on the 57 training rows, {wrong.sum()} errors on the 24 held out." in said(
        at
    )
    assert f"Held out: **{wrong.sum()}** of 24 rows wrong." in said(at)
    rows = mistakes.rows_of_mistake(made, Query((mistakes.MARK, 1, 0, 1)))
    both = mistakes.rows_of_mistake(made, Query((mistakes.MARK, 1, 1, 0)))
    assert sorted([*rows.rows, *both.rows]) == np.flatnonzero(wrong).tolist()


def test_the_curves_of_the_path_are_what_one_sees_first() -> None:
    """The ruler, whose stretches are as wide, is their axis; a touch on one cuts there."""
    at = page(data="kyphosis", recipe="cart", lab_share="0.3")
    assert chosen_view(at) == "path"
    assert block(at, "alpha")["sides"] == list(SIDES)
    assert block(at, "alpha")["names"] == ["leaves", "α"]
    path = pruning_session(at).grown.path
    drawn = json.loads(at.get("plotly_chart")[0].proto.spec)
    names = [trace.get("name") for trace in drawn["data"]]
    assert {"training", "held out", "cross-validated", "± 1 standard error"} <= set(names)
    touched = next(trace for trace in drawn["data"] if trace["type"] == "bar")
    assert [one[0] for one in touched["customdata"]] == list(range(len(path)))
    assert "sides" not in block(viewed(at, "table"), "alpha")


@pytest.mark.nightly  # on a push: test_page_use
def test_a_large_table_is_cross_validated_when_somebody_asks(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(progress, "LONG", 100)
    monkeypatch.setattr(curves, "AT_ONCE", 100)
    at = page(data="vote", recipe="cart", lab_foldseed="77")
    assert "Least error" not in said(at)
    assert validated_before(pruning_session(at)) is None
    at = folded(clicked(at, "to_risk"))
    assert at.query_params["lab_view"] == "risk"
    assert "Least error in cross-validation" in said(at)


def test_an_address_of_the_rules_alone_holds_no_rows_out() -> None:
    at = page(data="kyphosis", recipe="cart", lab_method="rules")
    assert pruning_session(at).grown.held_out is None
    assert OLDER not in [one.value for one in at.caption]
    at = page(data="kyphosis", recipe="cart", lab_method="rules", lab_cf="0.1")
    assert pruning_session(at).grown.held_out is None
    at = page(data="kyphosis", recipe="cart", lab_method="rules", lab_judge="held_out")
    assert pruning_session(at).settings.share == 0.3


def test_who_comes_back_from_the_comparison_finds_the_tree_as_it_was() -> None:
    at = page(data="kyphosis", recipe="cart", lab_method="reduced", lab_share="0.3")
    at = acted(stepped(at, "next", "next"), "pick", "1")
    before = pruning_session(at)
    after = pruning_session(pruned_by(pruned_by(at, "compare"), "reduced"))
    assert after.lesson.timeline.cursor == before.lesson.timeline.cursor == 2
    assert after.lesson.node == before.lesson.node == (1,)
