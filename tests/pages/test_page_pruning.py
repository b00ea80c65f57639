"""The Pruning page as a script: what is set, stepped and taken is what the engine says."""

import pytest

import dtcore as dt
from tests.pages.pruning import page, pruning_session, said, viewed
from tests.pages.stage import history, scene, stepped
from tests.pages.visit import captions, checked, clicked, unfolded


def test_a_weakest_link_is_cut_and_comes_back() -> None:
    at = page(data="kyphosis")
    assert "A tree of 14 leaves, grown on 57 of 81 rows; 24 held out." in said(at)
    whole = pruning_session(at).lesson.tree
    step = pruning_session(at).lesson.timeline.propose()
    assert step is not None
    alpha = step.evidence.alpha  # type: ignore[union-attr]
    at = stepped(at, "next")
    assert f"the weakest link: α = g = {alpha:.4f}" in said(at)
    assert pruning_session(at).lesson.tree == whole.prune(step.move.node)
    at = stepped(at, "back")
    assert pruning_session(at).lesson.tree == whole
    assert scene(at)["step"]["start"]


def test_alpha_cuts_the_tree_of_the_path() -> None:
    at = page(data="iris", recipe="cart")
    path = pruning_session(at).grown.path
    for k in (len(path) - 1, 1, 2):
        at = checked(at.select_slider(key="alpha").set_value(k).run())
        assert pruning_session(at).lesson.tree == path.subtree(k)


def test_the_whole_way_and_the_start() -> None:
    at = stepped(page(data="kyphosis"), "last")
    assert pruning_session(at).lesson.tree.leaves == 1
    assert "Only the root is left" in " ".join(i.value for i in at.info)
    assert scene(at)["step"]["end"]
    at = stepped(at, "first")
    assert pruning_session(at).lesson.at_start


def test_a_cut_by_hand_is_undone_and_redone() -> None:
    at = page(data="kyphosis")
    whole = pruning_session(at).lesson.tree
    at = clicked(at, "make_leaf")
    assert "**By hand:** cut at" in said(at)
    cut = pruning_session(at).lesson.tree
    assert len(cut) < len(whole)
    at = history(at, "undo")
    assert pruning_session(at).lesson.tree == whole
    at = history(at, "redo")
    assert pruning_session(at).lesson.tree == cut
    # α speaks of the tree as it was grown: what was cut by hand is back
    at = checked(at.select_slider(key="alpha").set_value(2).run())
    assert pruning_session(at).lesson.tree == pruning_session(at).grown.path.subtree(2)
    at = history(at, "undo")
    assert pruning_session(at).lesson.tree == cut


def test_cross_validation_takes_the_best_tree() -> None:
    at = viewed(page(data="kyphosis"), "risk")
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
    assert "**Nothing more falls:**" in said(at)


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
    at = checked(at.segmented_control(key="lab_method").set_value("minimum").run())
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


@pytest.mark.slow
def test_the_slides_examples_have_a_valley_at_a_small_tree() -> None:
    for name, leaves, asked in (
        ("biopsy", 4, {"Uniformity of cell size", "Uniformity of cell shape", "Bare nuclei"}),
        ("biopsy_full", 4, None),
        ("carseats", 22, None),
    ):
        at = unfolded(page(), "lab_examples")
        at = clicked(at, f"example_{name}")
        at = clicked(at, "take_best")
        tree, grown = pruning_session(at).lesson.tree, pruning_session(at).grown
        assert len(grown.training) == (300 if name == "carseats" else 500)
        assert tree.leaves == leaves
        if asked:
            assert {tree.schema.columns[s.column].name for s in tree.splits if s} == asked


def test_an_example_is_undone() -> None:
    at = unfolded(page(data="iris", recipe="cart"), "lab_examples")
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
    for view in ("prices", "growth", "risk"):
        at = viewed(at, view)
    found = dt.validation.overfitting_curve(
        pruning_session(at).grown.tree,
        pruning_session(at).grown.training,
        pruning_session(at).grown.held_out,
    )
    at = viewed(at, "growth")
    assert f"with {found.nodes[found.best]} nodes: {1 - found.held_out[found.best]:.4f}" in said(at)


def test_a_table_too_small_for_folds_says_so() -> None:
    at = page(data="contact_lenses", recipe="id3", lab_share="0.9")
    assert len(pruning_session(at).grown.training) == 2
    assert not viewed(at, "risk").exception
    at = page(data="xor", recipe="cart", lab_share="0.9")
    assert len(pruning_session(at).grown.training) == 1
    at = checked(at.segmented_control(key="lab_method").set_value("compare").run())
    assert "folds" in " ".join(e.value for e in at.error)


def test_a_link_opens_the_same_view() -> None:
    at = page(data="kyphosis", lab_view="risk")
    assert at.segmented_control(key="lab_view_control").value == "risk"
    at = viewed(at, "growth")
    assert at.query_params["lab_view"] == "growth"
    assert page(data="kyphosis", lab_view="nowhere").segmented_control(
        key="lab_view_control"
    ).value in ("table", "Weakest link")


def test_the_scale_of_alpha_is_said() -> None:
    """Gini and errors are two scales; a number has one."""
    at = page(data="biopsy", recipe="cart")
    assert at.select_slider(key="alpha").label.endswith("· size of the best tree")
    assert "measured in rows × Gini index. In errors it is on another scale" in captions(at)
    at = page(data="biopsy", recipe="cart", lab_risk="error")
    assert "measured in rows got wrong. In impurity it is on another scale" in captions(at)
    at = checked(at.toggle(key="per_row").set_value(True).run())
    assert (
        f"rows got wrong, divided by {len(pruning_session(at).grown.training)} rows."
        in captions(at)
    )
    at = page(data="carseats", recipe="regression")
    assert "measured in squared distances." in captions(at)
    assert "another scale" not in captions(at)


def test_losses_are_told_as_costs() -> None:
    at = page(data="vote", recipe="cart", lab_method="minimum", classes="l:0_1~5_0")
    assert pruning_session(at).grown.tree.schema.leaf_rule.loss == ((0, 1), (5, 0))
    assert "**What are errors to be expected to cost" in said(at)
    at = stepped(at, "next")
    assert "a cost of" in said(at)
