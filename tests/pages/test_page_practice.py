"""Practising on the Grow page: guess first, build one's own tree, take a worksheet away."""

from collections.abc import Callable

import pytest
import streamlit
from streamlit.testing.v1 import AppTest

import dtcore as dt
from dtshow.scene.tree.tree_look import TreeLook
from pages.ui.grow.grow_view import BuildView
from pages.ui.grow.guess import GuessView
from tests.pages.stage import (
    acted,
    block,
    guessing_at,
    node_at,
    page,
    payload,
    said,
    scene,
    stepped,
)
from tests.pages.visit import checked, keep, lesson, turned, unfolded, waited


def guessing(**params: str) -> AppTest:
    at = page(**{"weigh": "root", **params})
    keep(at, TreeLook, asks=True)
    return checked(at.run())


def warnings(at: AppTest) -> str:
    """What is said of a guess that was wrong, before it is given up and after."""
    blocks = [one for one in scene(at)["panel"] if one.get("tone") == "warn"]
    return " ".join([*(w.value for w in at.warning), *("".join(one["text"]) for one in blocks)])


def shown(at: AppTest) -> str:
    """All that could tell a score before it is guessed: what is drawn, and what is sent."""
    tables = " ".join(str(d.value) for d in at.dataframe)
    words = {name: part for name, part in scene(at).items() if name != "words"}
    return f"{said(at)} {tables} {words} {payload(at)['next']}"


def test_the_scores_are_hidden_until_a_guess() -> None:
    at = guessing()
    assert "**Guess first:**" in said(at)
    for told in ("0.2467", "wins", "best"):
        assert told not in shown(at).replace("question wins", "")
    at = guessing_at(at, 0)
    assert "Right: Outlook is best: 0.2467." in said(at)
    assert "0.2467" in shown(at)
    keys = [block["key"] for block in scene(at)["panel"]]
    assert keys[:3] == ["candidates", "view", "feedback0"]  # the views keep their place
    assert "Right at the first try so far: 1 of 1." in said(at)


def test_no_guess_is_suggested_and_the_step_waits_for_it() -> None:
    """The first of the table may be the winner, and a clicker would skip the guess."""
    at = guessing()
    assert block(at, "guess")["chosen"] is None
    assert (scene(at)["step"]["next"], scene(at)["step"]["end"]) == ("Guess", True)
    assert lesson(acted(at, "next")).timeline.cursor == 0
    assert lesson(acted(at, "last")).timeline.cursor == 0
    at = checked(at.button(key="guess_give_up").click().run())
    assert not scene(at)["step"]["end"]
    assert scene(at)["step"]["next"] == "Split"
    assert lesson(acted(at, "next")).timeline.cursor == 1


def test_a_guess_is_asked_for_from_the_first_moment() -> None:
    at = unfolded(page(), "more")
    at = checked(at.toggle(key="asks_now").set_value(True).run())
    assert lesson(at).weighed == ()
    assert block(at, "guess")["chosen"] is None
    at = guessing_at(at, 0)  # the guess, which splits nothing
    assert "Right: Outlook is best: 0.2467." in said(at)
    assert (lesson(at).timeline.cursor, scene(at)["step"]["next"]) == (0, "Split")
    assert lesson(stepped(at, "next")).timeline.cursor == 1


def test_one_switch_hides_scores_and_answers_on_all_pages_and_its_address_too() -> None:
    at = acted(page(step="0"), "hide")
    assert lesson(at).weighed == ()
    assert "**Guess first:**" in said(at)
    assert at.query_params["answers"] == "0"
    again = page(step="0", weigh="root", answers="0")
    assert block(again, "guess")["columns"] == ["Outlook", "Temperature", "Humidity", "Wind"]
    assert "0.2467" not in shown(again)
    for other in ("pruning", "use"):
        at = turned(acted(page(step="8"), "hide"), other)
        assert node_at(at, "1")["head"] == "?"
        assert node_at(acted(at, "hide"), "1")["head"] == "Yes"
    at = acted(again, "hide")
    assert "answers" not in at.query_params
    assert "0.2467" in shown(at)


def test_a_question_chosen_before_the_node_is_weighed_is_a_guess() -> None:
    at = page(data="playtennis", recipe="id3", step="0")
    questions = block(at, "questions")
    assert questions["columns"] == ["Outlook", "Temperature", "Humidity", "Wind"]
    at = acted(at, "look", "Humidity")
    assert (lesson(at).weighed, lesson(at).timeline.cursor) == ((), 0)
    assert "Outlook scores more: 0.2467, Humidity 0.1518." in said(at)
    assert "Right at the first try so far: 0 of 1." in said(at)
    at = acted(page(data="playtennis", recipe="id3", step="0"), "look", "Outlook")
    assert "Right: Outlook is best: 0.2467." in said(at)


def test_the_guess_stays_marked_in_the_ranking() -> None:
    at = guessing_at(guessing(), 3)
    marked = [("Outlook", "★ wins"), ("Wind", "lower · your guess")]
    for kind in ("", "next", "next"):
        at = stepped(at, kind) if kind else at
        at = acted(at, "pick", "root")
        rows = block(at, "candidates")["rows"]
        assert [
            (row["name"], row["cells"][-1]) for row in rows if row["name"] in dict(marked)
        ] == marked


def test_a_guess_is_no_guess_of_the_rows_that_another_question_leads_to() -> None:
    at = stepped(guessing_at(guessing(), 0), "next", "next")
    at = guessing_at(at, 1)
    assert any("your guess" in row["cells"][-1] for row in block(at, "candidates")["rows"])
    at = acted(acted(at, "pick", "root"), "look", "Wind")
    at = acted(at, "do", "take")
    assert lesson(at).tree[(0,)].split is None
    keep(at, TreeLook, asks=False)
    at = stepped(at, "next")
    assert (lesson(at).node, lesson(at).weighed) == ((0,), (0,))
    assert "your guess" not in str(block(at, "candidates")["rows"])


def test_a_score_that_was_asked_for_is_no_guess_of_the_winner() -> None:
    at = answered(guessing(), "0.246")
    assert "your guess" not in str(block(at, "candidates")["rows"])


def test_a_question_beside_the_node_to_be_guessed_is_no_guess_of_it() -> None:
    at = guessing_at(guessing(), 0)
    at = stepped(at, "next", "next")
    assert lesson(at).weighed == (0,)
    at = acted(acted(at, "pick", "root"), "look", "Wind")
    assert (lesson(at).node, lesson(at).weighed) == ((), (0,))
    assert block(acted(at, "pick", "0"), "guess")["chosen"] is None


def test_with_scores_to_be_guessed_it_is_to_be_submitted() -> None:
    at = page(data="playtennis", recipe="id3", step="1")
    keep(at, TreeLook, asks=True)
    keep(at, GuessView, kind="score")
    at = acted(acted(at, "pick", "0"), "look", "Wind")
    assert lesson(at).weighed == (0,)
    assert block(at, "guess")["chosen"] == "Wind"
    assert (scene(at)["step"]["next"], scene(at)["step"]["end"]) == ("Submit", False)


def test_a_wrong_column_is_told_how_far_it_is_from_the_best() -> None:
    at = guessing()
    at = guessing_at(at, 3)
    assert "Outlook scores more: 0.2467, Wind 0.0481." in warnings(at)
    assert "Right at the first try so far: 0 of 1." in said(at)


def answered(at: AppTest, text: str) -> AppTest:
    at = unfolded(at, "more")
    at = checked(at.segmented_control(key="guess_kind_control").set_value("score").run())
    at = guessing_at(at, 0)
    at.text_input(key="guess_answer").set_value(text)
    return stepped(at, "next")


def test_the_guesses_are_a_table_for_a_spreadsheet(monkeypatch: pytest.MonkeyPatch) -> None:
    made: dict[str, Callable[[], bytes]] = {}
    monkeypatch.setattr(
        streamlit, "download_button", lambda _l, data, name, *_t, **_m: made.update({name: data})
    )
    at = answered(guessing(), "-0.2467")
    at.text_input(key="guess_answer").set_value("0.2467")
    unfolded(stepped(at, "next"), "more")
    assert made["guesses.csv"]().decode("utf-8-sig").splitlines() == [
        "step,node,asked,answer,answered right,mistake",
        "1,all rows,Gain (bits): Outlook,'-0.2467,no,sign reversed",
        "1,all rows,Gain (bits): Outlook,0.2467,yes,",
    ]


@pytest.mark.parametrize(
    ("answer", "says"),
    [
        ("-1.0016", "The weights are 5/14, 4/14, 5/14."),
        ("0.171", "Use log₂"),
        ("0.694", "subtract this from 0.940286"),
        ("0.1163", "You used the Gini index"),
        ("much", "Type a number"),
    ],
)
def test_a_wrong_number_gets_the_help_that_it_needs(answer: str, says: str) -> None:
    at = answered(guessing(), answer)
    assert says in warnings(at)
    assert "0.2467" not in shown(at)  # one may try again
    at = checked(at.button(key="guess_give_up").click().run())
    assert "0.2467" in shown(at)


def test_a_number_that_was_rounded_early_is_right_all_the_same() -> None:
    at = answered(guessing(), "0.246")
    assert "Textbooks do this too." in said(at)


def test_every_recipe_can_be_guessed() -> None:
    for data, recipe in (("iris", "cart"), ("golf", "c45"), ("hitters", "regression")):
        at = answered(guessing(data=data, recipe=recipe), "0.5")
        at = checked(at.button(key="guess_give_up").click().run())


def test_a_tree_of_ones_own_beside_the_algorithms() -> None:
    at = page()
    keep(at, BuildView, on=True)
    at = checked(at.run())
    assert scene(at)["step"]["end"]
    at = checked(at.selectbox(key="build_column").set_value(3).run())
    at = checked(at.button(key="build_split").click().run())
    assert lesson(at).tree[()].split == dt.Multiway(3)
    at = checked(at.button(key="compare").click().run())
    assert "**The trees first differ at “all rows”:** yours has “Wind” (" in said(at)
    assert "the algorithm's has “Outlook” (" in said(at)
    at = checked(at.button(key="show_parting").click().run())
    assert lesson(at).node == ()


def test_the_next_question_of_ones_own_tells_rows_apart() -> None:
    """Not the one just asked, which has one value in each branch, nor one asked on the way."""
    at = page(step="1")
    keep(at, BuildView, on=True)
    at.session_state["lesson"] = lesson(at).select((0,))
    at = checked(at.run())
    assert at.selectbox(key="build_column").value == 1  # Outlook, the first, was asked above
    at = checked(at.selectbox(key="build_column").set_value(3).run())
    at = checked(at.button(key="build_split").click().run())
    assert lesson(at).node == (0, 0)
    assert at.selectbox(key="build_column").value not in (0, 3)
    at = checked(at.selectbox(key="build_column").set_value(3).run())
    assert at.selectbox(key="build_column").value == 3  # if one insists, one is told
    assert "It has at most one value here" in " ".join(c.value for c in at.caption)


def test_the_algorithms_own_tree_is_said_to_be_the_same() -> None:
    at = page(step="8")
    keep(at, BuildView, on=True, comparing=True)
    at = checked(at.run())
    assert "**Your tree is the algorithm's tree.**" in said(at)


def test_numbers_are_cut_by_hand() -> None:
    at = page(data="iris", recipe="cart")
    keep(at, BuildView, on=True)
    at = checked(at.run())
    at = checked(at.selectbox(key="build_column").set_value(2).run())
    cut = next(n for n in at.number_input if n.key.startswith("build_cut"))
    at = checked(cut.set_value(2.0).run())
    at = checked(at.button(key="build_split").click().run())
    assert lesson(at).tree[()].split == dt.Threshold(2, 2.0)


def test_worksheets_are_offered_where_practice_is() -> None:
    at = page(weigh="root")
    at = unfolded(at, "more")
    at = checked(at.toggle(key="asks_now").set_value(True).run())
    assert "**Guess first:**" in said(at)


def downloads(at: AppTest) -> str:
    return " ".join(one.proto.id for one in at.get("download_button"))


def test_an_exam_is_made_of_variants() -> None:
    """Of one node alone; what cannot be found is said."""
    at = waited(unfolded(page(data="loan", recipe="id3"), "more", more_tabs="Files"))
    assert "download_sheet" in downloads(at)
    at = checked(at.multiselect(key="sheet_nodes").set_value([()]).run())
    at = waited(checked(at.number_input(key="sheet_variants").set_value(2).run()))
    assert "download_exam" in downloads(at)
    assert "download_sheet" not in downloads(at)
