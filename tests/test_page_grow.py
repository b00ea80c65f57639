"""The Grow page as a script: every control does what it says. The browser tests do the rest."""

import pytest
from streamlit.testing.v1 import AppTest

import dtcore as dt
from pages.ui.lesson import Lesson
from pages.ui.tree_view.worker import PictureError, Worker


def page(**params: str) -> AppTest:
    at = AppTest.from_file("../pages/ui/navigation.py", default_timeout=120)
    at.query_params.update(params)
    return checked(checked(at.run()).switch_page("../grow.py").run())


def checked(at: AppTest) -> AppTest:
    assert not at.exception, at.exception
    return at


def lesson(at: AppTest) -> Lesson:
    found = at.session_state["lesson"]
    assert isinstance(found, Lesson)
    return found


def opened(at: AppTest, popover: str) -> AppTest:
    at.session_state[popover] = True
    return checked(at.run())


def said(at: AppTest) -> str:
    return " ".join(m.value for m in at.markdown)


def test_the_empty_state_is_playtennis_before_any_question() -> None:
    at = page()
    assert "14 rows, all in one node; entropy 0.9403 bits" in said(at)
    assert at.button(key="back").disabled
    assert [b.key for b in at.button if b.key == "weigh_here"]


def test_weigh_then_split_then_back() -> None:
    at = page()
    at = checked(at.button(key="next").click().run())
    assert "**Outlook** is best: 0.2467 bits" in said(at)
    at = checked(at.button(key="next").click().run())
    assert "Split on **Outlook**: 14 rows go to 3 branches." in said(at)
    at = checked(at.button(key="back").click().run())
    assert "**Outlook** is best" in said(at)


def test_the_end_and_the_start() -> None:
    at = page()
    at = checked(at.button(key="last").click().run())
    assert lesson(at).timeline.cursor == 8
    assert at.button(key="next").disabled
    at = checked(at.button(key="first").click().run())
    assert lesson(at).at_start


def test_the_slider_jumps() -> None:
    at = page()
    at = opened(at, "where")
    at = checked(at.slider(key="jump").set_value(5).run())
    assert lesson(at).timeline.cursor == 5


def test_the_rows_are_those_of_the_selected_node() -> None:
    at = page(step="8")
    at.session_state["lesson"] = lesson(at).select((2, 0))
    at = checked(at.run())
    assert lesson(at).node == (2, 0)
    assert "Outlook \\= Rain ∧ Wind \\= Weak" in said(at)


def test_another_candidate_by_hand_undo_and_redo() -> None:
    at = page(weigh="root")
    at = checked(at.segmented_control(key="opened").set_value(3).run())
    at = checked(at.button(key="take_candidate").click().run())
    assert "**By hand:** Wind splits 14 rows into 2 branches." in said(at)
    at = checked(at.button(key="undo").click().run())
    assert lesson(at).timeline.cursor == 0
    at = checked(at.button(key="redo").click().run())
    assert lesson(at).tree[()].split is not None


def test_a_leaf_by_hand() -> None:
    at = page(weigh="root")
    at = checked(at.button(key="make_leaf").click().run())
    assert lesson(at).finished
    assert "It was made a leaf by hand." in said(at)


def test_a_cut_is_tried_and_taken() -> None:
    at = page(data="iris", recipe="cart", weigh="root")
    at = checked(at.segmented_control(key="view_control").set_value("curve").run())
    cuts = at.select_slider(key="cut_slider").options
    assert len(cuts) > 20
    at = checked(at.select_slider(key="cut_slider").set_value(4.75).run())
    at = checked(at.button(key="take_cut").click().run())
    assert lesson(at).tree[()].split.cut == 4.75  # type: ignore[union-attr]


def test_the_recipe_can_be_changed_and_the_change_undone() -> None:
    at = opened(page(), "recipe_settings")
    at = opened(at.selectbox(key="recipe").set_value("cart").run(), "recipe_settings")
    assert lesson(at).recipe.name == "cart"
    at = opened(at.selectbox(key="knob_impurity").set_value("entropy").run(), "recipe_settings")
    assert lesson(at).recipe.impurity == dt.Entropy()
    at = opened(at.number_input(key="knob_depth").set_value(2).run(), "recipe_settings")
    assert dt.MaxDepth(2) in lesson(at).recipe.stopping
    changed = "Changed: Impurity: entropy in bits instead of Gini index; Depth at most: 2"
    assert any(changed in caption.value for caption in at.caption)
    at = checked(at.button(key="reset_recipe").click().run())
    assert not lesson(at).plan.changed
    for _ in range(4):
        at = checked(at.button(key="undo").click().run())
    assert lesson(at).recipe.name == "id3"


def test_only_recipes_that_fit_are_offered() -> None:
    at = opened(page(data="iris", recipe="cart"), "recipe_settings")
    assert [o for o in at.selectbox(key="recipe").options if "ID3" in o or "regression" in o] == []


def test_a_list_offers_only_what_the_recipe_can_have() -> None:
    at = opened(page(data="iris", recipe="c45"), "recipe_settings")
    # the gain ratio divides entropies
    assert at.selectbox(key="knob_impurity").options == ["entropy in bits", "entropy in nats"]
    at = opened(at.selectbox(key="knob_selection").set_value("gain").run(), "recipe_settings")
    assert "Gini index" in at.selectbox(key="knob_impurity").options
    assert not [box for box in at.number_input if box.key == "knob_eps"]


def test_why_a_node_stopped() -> None:
    at = page(step="3")
    assert "All its rows are of one class" in " ".join(i.value for i in at.info)


def test_xor_ends_with_its_reason() -> None:
    at = page(data="xor", recipe="cart", step="1")
    assert "No split gains anything here, so the algorithm stops." in said(at)


def test_regression_and_chinese() -> None:
    at = page(data="hitters", recipe="regression", depth="3", weigh="root", lang="zh")
    assert "92.0953" in said(at)
    assert "最优" in said(at)


def test_a_bad_link_says_so_and_opens_playtennis() -> None:
    at = page(data="nowhere")
    assert "nowhere" in " ".join(e.value for e in at.error)
    assert lesson(at).choice.key == "playtennis"


def test_without_a_layout_the_page_works_and_the_browser_draws(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fails(self: Worker, source: str, form: str = "plain") -> bytes:
        raise PictureError("no Graphviz")

    monkeypatch.setattr(Worker, "render", fails)
    at = page(data="consumer_credit", recipe="id3")
    assert charts(at)
    at = checked(at.button(key="next").click().run())
    at = checked(at.button(key="next").click().run())
    assert lesson(at).timeline.cursor == 1
    assert not at.error
    monkeypatch.undo()
    at = checked(at.button(key="next").click().run())
    assert not charts(at)


def charts(at: AppTest) -> list[object]:
    return list(at.get("graphviz_chart"))
