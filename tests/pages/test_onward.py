"""Where pages lead on: a finished tree has no dead button, and each page offers a next step."""

import pytest
from streamlit.testing.v1 import AppTest

from dtshow.scene.tree.tree_look import TreeLook
from pages.ui.grow.grow_view import BuildView
from pages.ui.trees.picture import ChosenRow
from pages.ui.trees.pruning_settings import PruningView
from tests.pages import stage
from tests.pages.pruning import pruning_session
from tests.pages.stage import acted, pressed, scene
from tests.pages.visit import checked, clicked, keep, kept, keys, lesson, opened, turned

FINISHED = {"data": "playtennis", "recipe": "id3", "step": "8"}


def finished(**more: str) -> AppTest:
    return opened("grow", **{**FINISHED, **more})


def test_the_big_button_of_a_finished_tree_prunes_it() -> None:
    at = finished()
    step = scene(at)["step"]
    assert (step["next"], step["onward"], step["end"]) == ("Prune this tree", True, True)
    at = acted(at, "onward")
    assert scene(at)["page"] == "pruning"
    assert lesson(at).timeline.cursor == 8


def test_without_the_stage_a_finished_tree_leads_on_too() -> None:
    at = finished(stage="off")
    assert at.button(key="onward").label == "Prune this tree"
    assert not at.button(key="onward").disabled
    at = clicked(at, "onward")
    assert scene(at)["page"] == "pruning"
    at = opened("grow", **{**FINISHED, "step": "7", "stage": "off"})
    assert not at.button(key="next").disabled


def test_an_unfinished_tree_does_not_lead_on() -> None:
    at = opened("grow", **{**FINISHED, "step": "7"})
    assert "onward" not in scene(at)["step"]
    assert "onward_to" not in stage.keys(at)
    assert scene(acted(at, "onward"))["page"] == "grow"


def test_nothing_leads_on_while_one_builds() -> None:
    at = finished()
    keep(at, BuildView, on=True)
    at = checked(at.run())
    assert "onward" not in scene(at)["step"]


def test_nothing_leads_on_while_one_guesses() -> None:
    at = finished(weigh="1")  # a leaf: what it would have been asked
    assert scene(at)["step"]["onward"]
    keep(at, TreeLook, asks=True)
    step = scene(checked(at.run()))["step"]
    assert "onward" not in step
    assert (step["next"], step["end"]) == ("Guess", True)


def test_a_tree_of_one_leaf_leads_to_another_table() -> None:
    at = opened("grow", data="playtennis", recipe="id3", moves="c")
    assert lesson(at).finished
    assert scene(at)["step"]["next"] == "Another table"
    assert set(stage.buttons(at)) & {"follow", "judge", "tables"} == {"follow"}
    assert not stage.staged(acted(at, "onward"))


def test_a_finished_tree_follows_row_after_row() -> None:
    at = pressed(finished(), "follow")
    assert scene(at)["rows"]["chosen"] >= 0
    first = kept(at, ChosenRow).row
    assert kept(pressed(at, "follow"), ChosenRow).row != first


def test_a_finished_tree_is_judged_on_rows_held_out() -> None:
    at = pressed(finished(), "judge")
    assert scene(at)["page"] == "pruning"
    assert kept(at, PruningView).view == "growth"
    held_out = pruning_session(at).grown.held_out
    assert held_out is not None
    assert len(held_out) > 0


def test_a_finished_tree_leads_to_other_tables() -> None:
    at = pressed(finished(), "tables")
    assert not stage.staged(at)


@pytest.mark.parametrize(
    ("page", "to"),
    [
        ("data", "grow"),
        ("impurity", "grow"),
        ("pruning", "reference"),
        ("pruning", "home"),
        ("reference", "grow"),
    ],
)
def test_each_page_has_a_next_step(page: str, to: str) -> None:
    at = turned(finished(), page)
    assert f"next_to_{to}" in keys(at)
    after = clicked(at, f"next_to_{to}")
    assert f"next_to_{to}" not in keys(after)
    assert lesson(after).timeline.cursor == 8


def test_a_guided_lesson_is_its_own_next_step() -> None:
    at = opened(lesson="play_tennis")
    assert not {key for key in keys(at) if key.startswith("next_to")}


def test_a_tree_of_ones_own_that_is_compared_may_be_unfinished() -> None:
    said = {}
    for step in ("1", "8"):
        at = opened("grow", **{**FINISHED, "step": step})
        keep(at, BuildView, on=True, comparing=True)
        said[step] = stage.said(checked(at.run()))
    assert "A node that is still open counts as a leaf." in said["1"]
    assert "still open" not in said["8"]
