"""A column left out of a growing tree from the ranking, and used again."""

import pytest
from streamlit.testing.v1 import AppTest

from dtshow.lesson import link
from dtshow.lesson.choice import RecipeChoice
from dtshow.lesson.lesson import Lesson
from dtshow.lesson.replay import replayed
from pages.ui.shell import cache
from tests.pages.stage import (
    acted,
    block,
    buttons,
    guessing_at,
    history,
    keys,
    looking_at,
    page,
    pressed,
    said,
    scene,
    viewed,
)
from tests.pages.visit import lesson, opened, turned


def without(lesson: Lesson, *names: str) -> Lesson:
    """The lesson of the same recipe at its beginning, without these columns."""
    choice = lesson.choice.with_role(names, "ignore")
    return Lesson.begin(choice, lesson.recipe_choice, cache.dataset(choice, "en"), cache.start)


def ranked(at: AppTest) -> dict[str, str]:
    return {row["name"]: row["cells"][-1] for row in block(at, "candidates")["rows"]}


def test_a_column_is_left_out_in_the_ranking_and_used_again() -> None:
    at = looking_at(page(step="0", weigh="root"), 0)
    assert buttons(at)["out"]["label"] == "Leave Outlook out"
    at = pressed(at, "out")
    assert ranked(at) == {
        "Humidity": "★ wins", "Wind": "lower", "Temperature": "lower", "Outlook": "left out",
    }  # fmt: skip
    assert block(at, "candidates")["chosen"] == "Outlook"
    assert "**Outlook** is left out" in said(at)
    assert at.query_params["ignore"] == "Day~Outlook"
    assert set(keys(at)) == {"candidates", "left_out", "use_again"}
    at = acted(at, "look", "Humidity")  # and back, which changes nothing
    assert "left_out" not in keys(at)
    at = pressed(acted(at, "look", "Outlook"), "again")
    assert ranked(at)["Outlook"] == "★ wins"
    assert "ignore" not in at.query_params
    for expected in (True, False):
        at = history(at, "undo")
        assert ("ignore" in at.query_params) == expected


def test_beside_the_cuts_of_another_column_nothing_of_them_stays() -> None:
    at = acted(page(data="iris", recipe="cart", step="0", weigh="root"), "do", "out")
    gone = next(name for name, told in ranked(at).items() if told == "left out")
    at = viewed(acted(at, "look", next(iter(ranked(at)))), "curve")
    assert "host" in keys(at)
    at = acted(at, "look", gone)
    assert "host" not in keys(at)
    assert not at.get("plotly_chart")
    assert "host" in keys(acted(at, "look", next(iter(ranked(at)))))  # where one was


def test_the_steps_above_a_column_left_out_stay() -> None:
    at = page(step="1", weigh="0")
    assert ranked(at)["Humidity"] == "★ wins"
    at = pressed(looking_at(at, 2), "out")
    assert lesson(at).tree[()].split is not None
    assert (lesson(at).timeline.cursor, lesson(at).weighed) == (1, (0,))
    assert ranked(at)["Humidity"] == "left out"
    at = pressed(looking_at(acted(at, "pick", "root"), 0), "out")  # the root's own
    assert (lesson(at).timeline.cursor, lesson(at).weighed) == (0, ())
    assert {name for name, told in ranked(at).items() if told == "left out"} == {
        "Humidity",
        "Outlook",
    }


def test_an_address_says_what_is_left_out_and_data_has_the_same() -> None:
    at = page(step="0", weigh="root", ignore="Day~Wind")
    assert ranked(at)["Wind"] == "left out"
    assert "left out" not in ranked(page(step="0", weigh="root")).values()  # the day is no input
    at = turned(at, "data")
    assert at.query_params["ignore"] == "Day~Wind"
    at = page(step="0", weigh="root", ignore="Day~Wind", lang="zh")
    at = pressed(acted(at, "look", next(n for n in ranked(at) if "风" in n)), "again")
    assert "ignore" not in at.query_params


def test_the_last_column_stays_and_a_lesson_offers_nothing() -> None:
    at = page(step="0", weigh="root", ignore="Day~Wind~Outlook~Temperature")
    assert "out" not in buttons(at)
    assert lesson(acted(at, "do", "out")).choice == lesson(at).choice
    at = opened("grow", lesson="play_tennis", at="3")
    assert "out" not in buttons(at)


def test_nothing_is_left_out_that_is_still_to_be_guessed() -> None:
    at = page(step="0", weigh="root", answers="0", ignore="Day~Wind")
    assert "left out" not in str(scene(at)["panel"])
    assert lesson(acted(at, "do", "out")).choice == lesson(at).choice
    at = guessing_at(at, 0)
    assert ranked(at)["Wind"] == "left out"


@pytest.mark.parametrize(
    ("data", "recipe"), [("iris", "cart"), ("titanic", "c45"), ("carseats", "regression")]
)
def test_what_holds_is_the_beginning_of_both_trees(data: str, recipe: str) -> None:
    choice = link.choice_of(data)
    made = RecipeChoice.of(recipe, depth=4)
    choice = choice.under(made.recipe)
    before = Lesson.begin(choice, made, cache.dataset(choice, "en"), cache.start).finish()
    for column in before.dataset.columns:
        begun = without(before, column.name)
        found = replayed(before, begun)
        k = found.timeline.cursor
        asked = [
            getattr(getattr(step.move, "split", None), "column", None)
            for step in before.timeline.steps
        ]
        uses = [i for i, place in enumerate(asked) if place is not None
                and before.dataset.columns[place].name == column.name]  # fmt: skip
        assert k <= min(uses, default=before.timeline.length)
        assert found.tree == begun.jump(k).tree
        same = before.jump(k).tree
        assert list(found.tree.stats[:, 0]) == list(same.stats[:, 0])
        if not uses and begun.finish().tree.leaves == before.tree.leaves:
            assert found.finished


def test_moves_by_hand_are_kept_as_far_as_they_hold() -> None:
    at = looking_at(page(step="0", weigh="root"), 3)
    at = pressed(at, "take")  # Wind, by hand
    at = acted(acted(at, "next"), "next")
    assert lesson(at).timeline.cursor == 2
    here = lesson(at)
    assert here.tree[()].split.column == 3
    kept = replayed(here, without(here, "Outlook"))
    assert kept.tree[()].split.column == 2  # Wind still
    assert kept.timeline.done.by_hand
    lost = replayed(here, without(here, "Wind"))
    assert lost.timeline.cursor == 0
    assert lost.weighed == ()
