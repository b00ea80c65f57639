"""The settings of the Grow page: recipes, knobs, classes, costs, and the search over trees."""

import pytest

import dttools as dt
from dtshow.lesson import link
from tests.pages.stage import acted, history, node_at, page, said, scene, stepped
from tests.pages.visit import checked, clicked, lesson, turned, unfolded


def test_the_recipe_can_be_changed_and_the_change_undone() -> None:
    at = unfolded(page(), "recipe_settings")
    at = unfolded(at.selectbox(key="recipe").set_value("cart").run(), "recipe_settings")
    assert lesson(at).recipe.name == "cart"
    at = unfolded(at.selectbox(key="knob_impurity").set_value("entropy").run(), "recipe_settings")
    assert lesson(at).recipe.impurity == dt.Entropy()
    at = unfolded(at.number_input(key="knob_depth").set_value(2).run(), "recipe_settings")
    assert dt.MaxDepth(2) in lesson(at).recipe.stopping
    changed = "Changed: Impurity: entropy in bits instead of Gini index; Maximum depth: 2"
    assert any(changed in caption.value for caption in at.caption)
    at = checked(at.button(key="reset_recipe").click().run())
    assert not lesson(at).recipe_choice.changed
    for _ in range(4):
        at = history(at, "undo")
    assert lesson(at).recipe.name == "id3"


def test_a_node_can_say_per_cent_and_hide_its_answer_and_the_address_says_so() -> None:
    at = unfolded(stepped(page(), "last"), "more", more_tabs="Tree")
    assert "64% · 36%" not in node_at(at, "root")["lines"]
    at = unfolded(at.toggle(key="percent_now").set_value(True).run(), "more", more_tabs="Tree")
    at = unfolded(at, "more", more_tabs="Practise")
    at = checked(at.toggle(key="asks_now").set_value(True).run())
    assert node_at(at, "root")["lines"][-1] == "64% · 36%"
    assert node_at(at, "1")["head"] == "?"
    assert node_at(acted(at, "pick", "1"), "1")["head"] == "Yes"
    said = {name: at.query_params[name] for name in ("percent", "answers")}
    assert said == {"percent": "1", "answers": "0"}
    for other in ("pruning", "use"):
        at = turned(at, other)
        assert node_at(at, "root")["extra"] == 1
        assert {name: at.query_params[name] for name in said} == said
    assert node_at(page(step="8", percent="1"), "1")["lines"][-1] == "100% · 0%"


def test_a_tree_that_has_grown_deeper_is_folded_by_no_report_from_before() -> None:
    at = unfolded(page(data="iris", recipe="cart", step="5"), "more", more_tabs="Tree")
    lagging = at._tree.get_widget_states()  # what a slow browser still says
    at.session_state["more"] = False
    at = stepped(checked(checked(at.run())._run(lagging)), "last")
    assert len(scene(at)["nodes"]) == len(lesson(at).tree)
    at = unfolded(at, "more", more_tabs="Tree")
    (levels,) = (slider for slider in at.slider if slider.label == "Levels shown")
    assert levels.value == levels.max
    at = checked(levels.set_value(2).run())
    assert len(scene(at)["nodes"]) < len(lesson(at).tree)


def test_only_recipes_that_fit_are_offered() -> None:
    at = unfolded(page(data="iris", recipe="cart"), "recipe_settings")
    assert [o for o in at.selectbox(key="recipe").options if "regression" in o] == []


def test_numbers_come_to_id3_in_intervals() -> None:
    at = unfolded(page(data="iris", recipe="cart"), "recipe_settings")
    at = checked(at.selectbox(key="recipe").set_value("id3").run())
    assert lesson(at).recipe.bins == dt.MdlBins()
    at = stepped(at, "last")
    assert lesson(at).finished


def test_the_search_over_all_trees_is_replayed_as_moves() -> None:
    at = unfolded(page(), "recipe_settings")
    at = unfolded(at.button(key="bfs").click().run(), "recipe_settings")
    found = dt.search.bfs_id3(lesson(at).dataset)
    assert lesson(at).tree.splits == found.tree.splits
    assert lesson(at).finished
    told = f"{found.looked_at:,} trees searched. None misclassifies fewer than 0 rows"
    assert any(told in caption.value for caption in at.caption)
    assert any("number of splits" in caption.value for caption in at.caption)
    again = page(**link.write(lesson(at)))
    assert lesson(again).tree == lesson(at).tree
    for one in (at, again):  # the search made them, and no person
        assert all(step.found and not step.decided for step in lesson(one).timeline.done)
        assert not any("hand" in node["marks"] for node in scene(one)["nodes"])
        assert "by hand" not in said(one).lower()
    at = history(at, "undo")
    assert lesson(at).at_start


def test_a_search_that_betters_id3_says_that_it_chose_otherwise() -> None:
    """On XOR with a third switch first, ID3 takes the first of three that gain nothing."""
    at = page(data="xor", recipe="id3", moves="X:m1~X0:m0~X1:m0~C0.0~C0.1~C1.0~C1.1", step="7")
    assert lesson(at).finished
    at = acted(at, "pick", "root")
    assert "BFS-ID3 asks **switch B** here." in said(at)
    at = acted(at, "pick", "0.0")
    assert "BFS-ID3 asks nothing more here." in said(at)
    word = link.write(lesson(at))["moves"]
    assert word.startswith("X:m1~")
    by_hand = page(data="xor", recipe="id3", moves=word.lower(), step="7")
    assert lesson(by_hand).tree == lesson(at).tree
    assert all(step.decided for step in lesson(by_hand).timeline.done)


@pytest.mark.nightly  # on a push: test_search
def test_a_table_too_large_to_search_says_so() -> None:
    at = unfolded(page(data="vote", recipe="id3"), "recipe_settings")
    before = lesson(at)
    at = checked(at.button(key="bfs").click().run())
    assert "trees is the limit" in at.error[0].value
    assert lesson(at) is before


def test_costs_weigh_as_much_as_the_slider_says() -> None:
    dear = page(data="playtennis", recipe="id3", cost="Outlook:10", selection="againstcost")
    at = unfolded(dear, "recipe_settings")
    at = checked(at.slider(key="knob_w").set_value(1.0).run())
    assert lesson(at).recipe.selection == dt.GainAgainstCost(1.0)
    at = stepped(at, "next")
    assert "**Humidity** is best" in said(at)


def test_classes_can_count_otherwise() -> None:
    at = unfolded(page(data="titanic", recipe="cart"), "recipe_settings")
    at = checked(at.selectbox(key="class_kind").set_value("balanced").run())
    assert lesson(at).recipe.classes == dt.Balanced()
    at = unfolded(at, "recipe_settings")
    at = unfolded(at.selectbox(key="class_kind").set_value("l").run(), "recipe_settings")
    at = checked(at.text_input(key="class_numbers").set_value("0, 1; 5, 0").run())
    assert lesson(at).recipe.classes == dt.Losses(((0.0, 1.0), (5.0, 0.0)))
    at = unfolded(at, "recipe_settings")
    at = checked(at.text_input(key="class_numbers").set_value("some").run())
    assert "cannot be read" in at.error[0].value
    assert lesson(at).recipe.classes == dt.Losses(((0.0, 1.0), (5.0, 0.0)))


def test_a_list_offers_only_what_the_recipe_can_have() -> None:
    at = unfolded(page(data="iris", recipe="c45"), "recipe_settings")
    # the gain ratio divides entropies
    assert at.selectbox(key="knob_impurity").options == ["entropy in bits", "entropy in nats"]
    at = unfolded(at.selectbox(key="knob_selection").set_value("gain").run(), "recipe_settings")
    assert "Gini index" in at.selectbox(key="knob_impurity").options
    assert not [box for box in at.number_input if box.key == "knob_eps"]


def test_who_builds_is_told_what_a_split_cost_once_it_is_made() -> None:
    """Mitchell 1997, §3.4.2: the gains of Wind, 0.048, and of Outlook, 0.246."""
    at = unfolded(page(), "more", more_tabs="Practise")
    at = checked(at.toggle(key="build_control").set_value(True).run())
    cost = "less than the algorithm’s choice, Outlook with 0.2467"
    assert cost not in " ".join(m.value for m in at.markdown)
    at = checked(at.selectbox(key="build_column").set_value(3).run())
    at = clicked(at, "build_split")
    assert f"0.1986 {cost}" in " ".join(m.value for m in at.markdown)


def test_who_builds_goes_on_at_the_next_leaf_after_a_leaf() -> None:
    at = unfolded(page(), "more", more_tabs="Practise")
    at = checked(at.toggle(key="build_control").set_value(True).run())
    at = clicked(clicked(at, "build_split"), "make_leaf")
    # how many steps there will be is not known
    assert [scene(at)["step"][of] for of in ("label", "of", "far")] == ["step 2", 2, 2]
    now = lesson(at)
    assert now.turn is not None
    assert now.node == now.turn.move.node
    assert now.tree[now.node].leaf
    assert now.node in now.timeline.state.node_rows
