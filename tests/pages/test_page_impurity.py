"""The Impurity page: each topic, moved, mistyped, in both languages."""

from typing import get_args

import pytest
from streamlit.testing.v1 import AppTest

from dtshow.words.language import TEXT
from pages.ui.impurity.impurity_view import TopicName
from tests.pages.impurity import page, pick, topic, working
from tests.pages.visit import checked, turned


def text(at: AppTest) -> str:
    return "\n".join(str(one.value) for one in (*at.markdown, *at.caption))


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("name", get_args(TopicName))
def test_every_topic_in_both_languages(name: str, lang: str) -> None:
    at = topic(page(lang=lang), name)
    assert not at.error
    assert at.get("plotly_chart")
    if name != "two_way":
        assert "0.36" in working(at) or name in ("counts", "variance")


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_every_text_is_there(lang: str) -> None:
    found = {path.name for path in (TEXT / lang).glob("impurity_*.md")}
    assert found == {path.name for path in (TEXT / "en").glob("impurity_*.md")}
    assert len(found) == 9


def test_the_slider_moves_the_sum_and_the_box() -> None:
    at = page()
    checked(at.slider(key="impurity_p").set_value(0.5).run())
    assert "1.0000" in working(at)
    assert at.number_input(key="impurity_p_typed").value == 0.5
    checked(at.number_input(key="impurity_p_typed").set_value(0.07).run())
    assert at.slider(key="impurity_p").value == 0.07
    assert "0.3659" in working(at)


@pytest.mark.parametrize("p", [0, 1])
def test_at_the_ends_nothing_is_uncertain(p: int) -> None:
    at = page()
    checked(at.number_input(key="impurity_p_typed").set_value(float(p)).run())
    assert "= 0" in working(at)
    assert "0.0000" not in working(at) + text(at)
    assert "0 · log 0 counts as 0" in text(at)


def test_bits_and_nats_are_said() -> None:
    at = page()
    assert "bits" in working(at)
    pick(at, "impurity_unit", "nats")
    assert "nats" in working(at)
    assert "0.6534" in working(at)


def test_gini_has_no_unit() -> None:
    at = pick(page(), "impurity_measure", "gini")
    assert "0.4608" in working(at)
    assert "bits" not in working(at)


def test_the_point_is_the_same_for_three_criteria() -> None:
    at = page()
    checked(at.slider(key="impurity_p").set_value(0.25).run())
    topic(at, "criteria")
    for value in ("0.8113", "0.3750", r"\"value\":\"0.25\""):
        assert value in working(at)
    pick(at, "impurity_scaling", "same")
    assert "0.4056" in working(at)


@pytest.mark.on_push(3)
@pytest.mark.parametrize(
    "said",
    [
        {"topic": "counts", "counts": "9,5"},
        {"topic": "counts", "counts": "3, 1, 4"},
        {"topic": "criteria", "p": "0.5"},
        {"topic": "criteria"},
        {"topic": "two_way"},
        {"topic": "variance"},
        {"p": "0.07"},
        {"p": "1"},
        {"data": "playtennis", "recipe": "id3", "step": "2", "topic": "curve", "p": "0.25"},
    ],
)
def test_the_address_bar_keeps_what_was_opened(said: dict[str, str]) -> None:
    """Reload and share: what stands there opens the same page, and stays as it is."""
    at = page(**said)
    kept = dict(at.query_params)
    assert kept.items() >= said.items() - {"topic": "curve"}.items()  # where one begins
    again = page(**kept)
    assert dict(again.query_params) == kept
    assert working(again) == working(at)


def test_the_address_bar_follows_what_is_chosen() -> None:
    at = topic(page(), "counts")
    checked(at.button(key="impurity_preset_4, 2, 1, 1").click().run())
    said = [at.query_params[name] for name in ("topic", "counts")]
    assert said == ["counts", "4, 2, 1, 1"]
    checked(topic(at, "curve").slider(key="impurity_p").set_value(0.8).run())
    assert at.query_params["p"] == "0.8"
    assert "topic" not in at.query_params


def test_settings_are_kept_when_one_comes_back() -> None:
    at = page()
    checked(at.slider(key="impurity_p").set_value(0.8).run())
    pick(at, "impurity_unit", "nats")
    turned(at, "home")
    turned(at, "impurity")
    assert at.slider(key="impurity_p").value == 0.8
    assert "nats" in working(at)


def test_counts_of_playtennis() -> None:
    """Mitchell 1997, §3.4.1: Entropy([9+, 5-]) = 0.940."""
    at = topic(page(), "counts")
    for value in ("0.9403", "0.4592", "0.3571", "1.0000"):
        assert value in working(at)
    checked(at.button(key="impurity_preset_1, 1, 1, 1").click().run())
    assert "2.0000" in working(at)
    assert "rows cannot be more mixed" in text(at)


def test_entropy_is_what_no_code_is_shorter_than() -> None:
    at = topic(page(), "counts")
    codes = at.expander[0].table[0].value
    assert codes["word"].tolist() == ["`0`", "`1`"]
    assert "No code is shorter than the entropy. This one" in text(at)
    checked(at.button(key="impurity_preset_4, 2, 1, 1").click().run())
    assert at.expander[0].table[0].value["word"].tolist() == ["`0`", "`10`", "`110`", "`111`"]
    assert "this one is as short" in text(at)
    checked(at.button(key="impurity_preset_14, 0").click().run())
    assert "there is nothing to tell" in text(at)


def test_mistyped_counts_are_answered_with_a_sentence() -> None:
    at = topic(page(), "counts")
    checked(at.text_input(key="impurity_counts").set_value("9, five").run())
    assert "“five” is not a number" in at.error[0].value
    checked(at.text_input(key="impurity_counts").set_value("2.5，2.5").run())
    assert not at.error
    assert "1.0000" in working(at)


def test_the_two_way_table_of_outlook() -> None:
    """Mitchell 1997, §3.4.2; H(X) is Quinlan's split info of Outlook, 1.577."""
    at = topic(page(), "two_way")
    assert "0.2467" in working(at)
    for quantity, value in (
        ("chain", "2.2709"),
        ("y", "0.9403"),
        ("x", "1.5774"),
        ("joint", "2.2709"),
        ("left", "0.6935"),
    ):
        pick(at, "impurity_quantity", quantity)
        assert value in working(at)


def test_the_loan_table_and_the_extremes() -> None:
    """Li Hang, example 5.2: the house has a gain of 0.420."""
    at = topic(page(), "two_way")
    for key, value in (("loan", "0.4200"), ("nothing", "0"), ("all", "0.9183")):
        checked(at.selectbox(key="impurity_pair").set_value(key).run())
        assert value in working(at)


def test_variance_and_a_threshold() -> None:
    at = topic(page(), "variance")
    assert "6.5000" in working(at)
    pick(at, "impurity_parts", "two")
    checked(at.select_slider(key="impurity_cut").set_value(1.5).run())
    assert "The best cut, x ≤ 2.5, leaves 1.0000." in at.info[0].value
    checked(at.select_slider(key="impurity_cut").set_value(2.5).run())
    assert "would split here" in at.success[0].value


def test_mistyped_values_and_places() -> None:
    at = topic(page(), "variance")
    checked(at.text_input(key="impurity_places").set_value("1, 2").run())
    assert "2 x for 4 values" in at.error[0].value
    checked(at.text_input(key="impurity_places").set_value("1, 1, 9, 9").run())
    pick(at, "impurity_parts", "two")
    assert not at.error
    assert "x ≤ 5" in text(at)


def test_equal_values_have_no_variance() -> None:
    at = topic(page(), "variance")
    checked(at.text_input(key="impurity_values").set_value("4, 4, 4").run())
    assert "= 0" in working(at)
    pick(at, "impurity_parts", "two")
    assert not at.error
