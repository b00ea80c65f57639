"""Pages on a table that counts as large: nothing whole is grown before it is asked for."""

import threading
from weakref import WeakValueDictionary

import pandas as pd
import pytest
from streamlit.testing.v1 import AppTest

import dtcore as dt
from dtcore.growth import levels
from dtcore.progress import ShareProgress
from dtshow.tables import looks
from pages.ui.bring import draft
from pages.ui.grow.grow_view import BuildView
from pages.ui.shell import cache, progress
from pages.work.jobs import Jobs
from tests.pages import visit
from tests.pages.pruning import pruning_session
from tests.pages.stage import acted, page, said, scene, staged, stepped
from tests.pages.visit import checked, keep, keys, lesson, unfolded

pytestmark = pytest.mark.slow

WAIT = 30.0


@pytest.fixture(autouse=True)
def everything_is_large(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "LARGE", 0)
    monkeypatch.setattr(progress, "works", Jobs(patience=WAIT))
    monkeypatch.setattr(cache, "_memories", WeakValueDictionary())  # no other test's trees


class Gate:
    """Growing that waits until it may go on, level by level."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.open, self.begun = threading.Event(), threading.Event()
        grown = levels.weigh_frontier

        def weighed(*args: object) -> object:
            self.begun.set()
            assert self.open.wait(WAIT)
            return grown(*args)

        monkeypatch.setattr(levels, "weigh_frontier", weighed)


@pytest.fixture
def gate(monkeypatch: pytest.MonkeyPatch) -> Gate:
    visit.opened()  # Home grows a tree of its own
    return Gate(monkeypatch)


def until(at: AppTest, key: str, there: bool) -> AppTest:
    """As the browser does: ask for the page again until a button is there, or gone."""
    for _ in range(100):
        if (key in keys(at)) == there:
            return at
        at = checked(at.run())
    raise AssertionError(f"{key} is {'not ' if there else ''}there")


def test_how_many_steps_there_are_is_not_known_at_first(gate: Gate) -> None:
    at = page(data="golf", recipe="cart")
    at = stepped(at, "next")
    at = stepped(at, "next")
    assert not gate.begun.is_set()
    assert not lesson(at).timeline.grown
    step = scene(at)["step"]
    assert (step["far"], step["of"], step["label"]) == (1, None, "step 1 of …")
    assert "appears after you go to the end once" in scene(at)["words"]["unknown"]
    at = stepped(at, "last")
    assert "stop_work" in keys(at)
    gate.open.set()


def test_the_end_is_grown_when_it_is_asked_for(gate: Gate) -> None:
    at = page(data="golf", recipe="cart")
    at = stepped(at, "last")
    assert "stop_work" in keys(at)
    assert scene(at)["step"]["busy"]
    assert lesson(at).at_start
    at = stepped(at, "next")  # the page is used meanwhile
    assert "is best" in said(at)
    assert "stop_work" in keys(at)
    gate.open.set()
    at = until(at, "stop_work", False)
    assert lesson(at).finished
    assert lesson(at).timeline.cursor == lesson(at).timeline.length
    length = lesson(at).timeline.length
    assert (scene(at)["step"]["far"], scene(at)["step"]["of"]) == (length, length)


def test_stopping_leaves_the_lesson_where_it_was(gate: Gate) -> None:
    at = page(data="golf", recipe="cart", step="1")
    before = lesson(at)
    at = stepped(at, "last")
    at = checked(at.button(key="stop_work").click().run())
    assert "stop_work" not in keys(at)
    assert lesson(at) is before
    assert not before.timeline.grown
    assert not scene(at)["step"]["busy"]
    gate.open.set()


def test_the_columns_of_a_large_table_are_looked_over_in_sight(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    go_on, look_over = threading.Event(), draft.look_over

    def looked_over(frame: pd.DataFrame, told: ShareProgress) -> None:
        assert go_on.wait(WAIT)
        look_over(frame, told)

    monkeypatch.setattr(draft, "look_over", looked_over)
    monkeypatch.setattr(looks, "_made", {})
    at = visit.opened("data", data="golf")
    assert "stop_work" in keys(at)
    at = checked(at.button(key="stop_work").click().run())
    assert {"go_on_working", "edit_open"} <= keys(at)  # the rows are there
    assert "data_grow" not in keys(at)
    go_on.set()
    at = until(visit.clicked(at, "go_on_working"), "data_grow", True)
    assert "stop_work" not in keys(at)


def test_a_link_far_into_a_large_tree_is_gone_to_when_it_is_grown(gate: Gate) -> None:
    at = page(data="biopsy", recipe="cart", step="60")
    assert lesson(at).at_start
    assert "stop_work" in keys(at)
    gate.open.set()
    at = until(at, "stop_work", False)
    assert lesson(at).timeline.cursor == 60


def test_another_recipe_is_not_grown_to_its_end_unasked(gate: Gate) -> None:
    at = page(data="golf", recipe="cart")
    at = stepped(at, "last")
    at = unfolded(at, "recipe_settings")
    at = checked(at.selectbox(key="recipe").select("c45").run())
    assert lesson(at).recipe.name == "c45"
    assert "stop_work" not in keys(at)
    gate.open.set()


def test_a_fault_is_told_and_the_page_lives_on(gate: Gate, monkeypatch: pytest.MonkeyPatch) -> None:
    at = page(data="golf", recipe="cart")

    def fail(*args: object) -> object:
        raise dt.DataError("The table is too large.")

    monkeypatch.setattr(levels, "weigh_frontier", fail)
    at = acted(at, "last")
    assert "The table is too large." in " ".join(e.value for e in [*at.exception, *at.error])
    at = checked(at.run())
    assert lesson(at).at_start


def _at_work(at: AppTest) -> set[str]:
    """The page's buttons without those that lead to another page, and the one of the script."""
    leads = ("next_to_", "answers_again")
    return {key for key in keys(at) if not key.startswith(leads)}


def pruning(**params: str) -> AppTest:
    return visit.opened("pruning", **params)


def test_the_pruning_page_waits_for_its_tree(gate: Gate) -> None:
    at = pruning(data="biopsy", lab_seed="977")
    assert _at_work(at) == {"stop_work"}
    gate.open.set()
    at = until(at, "stop_work", False)
    assert staged(at)
    assert pruning_session(at).grown.tree.leaves > 1


@pytest.mark.nightly  # on a push: the pruning page
def test_the_use_page_waits_for_its_tree_which_pruning_need_not_grow_again(gate: Gate) -> None:
    at = visit.opened("use", data="biopsy", recipe="cart")
    assert _at_work(at) == {"stop_work"}
    at = checked(at.button(key="stop_work").click().run())
    assert _at_work(at) == {"go_on_working"}
    gate.open.set()
    at = until(checked(at.button(key="go_on_working").click().run()), "stop_work", False)
    assert len(scene(acted(at, "levels", True))["nodes"]) == 79
    gate.open.clear()
    at = visit.turned(at, "pruning")  # its folds wait for the gate, its tree does not
    assert pruning_session(at).grown.tree.leaves == 40
    gate.open.set()
    until(at, "stop_work", False)


@pytest.mark.nightly
def test_the_pruning_page_can_be_stopped_and_go_on(gate: Gate) -> None:
    at = pruning(data="biopsy", lab_seed="978")
    at = checked(at.button(key="stop_work").click().run())
    assert _at_work(at) == {"go_on_working"}
    at = checked(at.run())
    assert _at_work(at) == {"go_on_working"}
    gate.open.set()
    at = checked(at.button(key="go_on_working").click().run())
    at = until(at, "stop_work", False)
    assert staged(at)
    assert "stop_work" not in keys(at)


@pytest.mark.nightly  # the page that is waited for and stopped is above
def test_other_held_out_rows_are_waited_for_and_stopping_keeps_the_old(gate: Gate) -> None:
    gate.open.set()
    at = until(pruning(data="biopsy", lab_seed="979"), "stop_work", False)
    before = pruning_session(at)
    at.session_state["lab_rows"] = True
    at = checked(at.run())
    gate.open.clear()
    at = checked(at.number_input(key="seed").set_value(980).run())
    assert _at_work(at) == {"stop_work"}
    at = checked(at.button(key="stop_work").click().run())
    assert pruning_session(at) is before
    assert staged(at)
    gate.open.set()
    at.session_state["lab_rows"] = True
    at = checked(at.run())
    at = checked(at.number_input(key="seed").set_value(981).run())
    at = until(at, "stop_work", False)
    assert staged(at)
    assert pruning_session(at).settings.seed == 981


def test_the_tree_beside_ones_own_is_waited_for(gate: Gate) -> None:
    at = page(data="golf", recipe="cart")
    keep(at, BuildView, on=True, comparing=True)
    at = checked(at.run())
    assert "stop_work" in keys(at)
    gate.open.set()
    at = until(at, "stop_comparing", True)
    assert "stop_work" not in keys(at)
