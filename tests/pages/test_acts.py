"""Acts of the browser's: whatever comes, nothing breaks; each is carried out once."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from streamlit.testing.v1 import AppTest

from dtshow.scene.grow.look import GrowLook
from dtshow.scene.parts import Act, new_acts, whole
from dtshow.scene.tree.tree_look import TreeLook
from pages.ui.components.stage import StageView
from tests.pages import visit
from tests.pages.pruning import pruning_session
from tests.pages.stage import acted, page, payload, scene, sending
from tests.pages.visit import kept, lesson
from tests.strategies import NASTY, law

HUGE = 10**30
DEEP: list[Any] = []
for _ in range(200):
    DEEP = [DEEP]

NO_QUEUES: list[object] = [
    None, True, 0, 7, -1, HUGE, 1.5, "", "next", "[[1,'next',null]]", {}, {"1": "next"},
    {"length": 2}, [], [[]], [[1]], [[1, "next"]], [[1, "next", None, None]], [None],
    [1, "next", None], ["1next"], [[True, "next", None]], [["1", "next", None]],
    [[1.0, "next", None]], [[None, "next", None]], [[1, None, None]], [[1, 2, None]],
    [[1, ["next"], None]],
    [[0, "next", None]], [[-1, "next", None]], [[-HUGE, "next", None]],
    [{"number": 1, "kind": "next"}], DEEP,
]  # fmt: skip
"""Nothing in them is an act that has not been carried out."""
KINDS = [
    "first", "back", "next", "last", "jump", "over", "undo", "redo", "pick", "fold", "look", "view",
    "count", "row", "open", "opennode", "shows", "do", "alpha",
]  # fmt: skip
VALUES: list[object] = [
    True, False, HUGE, -HUGE, -2, 1.5, 1e308, "", "none", "None", "root.", "0.9", "9", "-1",
    "1" * 5000, "0." * 3000 + "0", "9" * 19, "__class__", "do", "take:99", "take:-1", "take:x",
    "take:" + "9" * 40, "take:" + "9" * 5000, [], {}, ["0"], {"node": "0"}, [[[]]], *NASTY,
]  # fmt: skip
"""Of nothing that there is to be picked, looked at, pressed or gone to."""


def seen(at: AppTest) -> tuple[object, ...]:
    """All that an act could change."""
    views = kept(at, GrowLook), kept(at, TreeLook)
    return lesson(at), views, {k: v for k, v in scene(at).items() if k != "words"}


@pytest.fixture(scope="module")
def weighed() -> AppTest:
    return page(data="iris", recipe="cart", weigh="root")


@pytest.mark.on_push(8)
@pytest.mark.parametrize("queue", NO_QUEUES, ids=lambda queue: str(queue)[:30])
def test_what_is_no_queue_of_acts_changes_nothing(weighed: AppTest, queue: object) -> None:
    before, done = seen(weighed), payload(weighed)["done"]
    at = sending(weighed, queue)
    assert seen(at) == before
    assert not at.error
    assert payload(at)["done"] == done


@pytest.mark.parametrize("kind", ["jump", "pick", "fold", "look", "view", "row", "shows", "do"])
def test_acts_on_what_is_not_there_change_nothing(weighed: AppTest, kind: str) -> None:
    before, at = seen(weighed), weighed
    start = payload(at)["done"]
    queue = [[start + 1 + k, kind, value] for k, value in enumerate([None, *VALUES])]
    at = sending(at, queue)
    assert seen(at) == before
    assert not at.error
    assert payload(at)["done"] == start + len(queue)  # they are done with


def test_a_count_that_is_not_there_lets_go_of_the_one_pressed(weighed: AppTest) -> None:
    start = payload(weighed)["done"]
    queue = [[start + 1 + k, "count", value] for k, value in enumerate(["q999", *VALUES])]
    assert kept(sending(weighed, queue), GrowLook).highlighted is None


def test_unknown_kinds_are_done_with_and_change_nothing(weighed: AppTest) -> None:
    before, start = seen(weighed), payload(weighed)["done"]
    kinds = ["", "split", "Next", "next ", "__init__", "do:take", "éclair", "x" * 5000, *NASTY]
    at = sending(weighed, [[start + 1 + k, kind, None] for k, kind in enumerate(kinds)])
    assert seen(at) == before
    assert payload(at)["done"] == start + len(kinds)


def test_each_act_of_a_queue_is_carried_out_once_and_in_order() -> None:
    at = sending(page(), [[1, "next", None], [1, "next", None], [2, "next", None]])
    assert (lesson(at).timeline.cursor, lesson(at).weighed) == (1, None)
    at = sending(at, [[1, "next", None], [2, "next", None], [3, "next", None]])
    assert (lesson(at).timeline.cursor, lesson(at).weighed) == (1, (0,))
    at = sending(at, [[5, "next", None], [4, "back", None]])  # what comes late is not done
    assert (lesson(at).timeline.cursor, lesson(at).weighed) == (2, None)
    assert payload(at)["done"] == 5


@pytest.mark.parametrize("button", ["take", "leaf"])
def test_who_presses_twice_before_the_answer_has_done_it_once(button: str) -> None:
    at = acted(page(weigh="root"), "look", "Wind")
    first = payload(at)["done"] + 1
    at = sending(at, [[first, "do", button], [first + 1, "do", button]])
    assert lesson(at).timeline.cursor == 1
    assert not at.error
    assert lesson(acted(at, "undo")).timeline.cursor == 0
    assert not scene(acted(at, "undo"))["history"][0]


def test_twenty_beats_in_one_queue_are_twenty_beats() -> None:
    at, once = page(data="iris", recipe="cart"), page(data="iris", recipe="cart")
    wanted = lesson(once)
    for _ in range(20):
        wanted = wanted.next()
    at = sending(at, [[k, "next", None] for k in range(1, 21)])
    here = lesson(at)
    assert (here.timeline.cursor, here.weighed, here.node) == (
        wanted.timeline.cursor, wanted.weighed, wanted.node,
    )  # fmt: skip
    assert here.timeline.cursor > 10
    assert payload(at)["done"] == 20
    assert scene(at)["step"]["at"] == wanted.timeline.cursor


def test_a_run_of_steps_that_is_undone_later_is_passed_in_one() -> None:
    """Of iris C4.5 prunes two splits again, each of a node whose two leaves follow it."""
    at = page(data="iris", recipe="c45", step="3")
    assert "over" not in scene(at)["step"]
    start, at = payload(at)["done"], acted(at, "over")  # there is nothing to pass
    assert (payload(at)["done"], lesson(at).timeline.cursor) == (start + 1, 3)
    at = acted(page(data="iris", recipe="c45", step="4"), "over")
    assert lesson(at).timeline.cursor == 7
    at = page(data="iris", recipe="c45", step="4")
    assert scene(at)["step"]["over"] == "Skip 3 steps undone later (J)"
    assert "over" not in scene(acted(at, "over"))["step"]


def test_an_act_is_heard_once_however_often_the_page_is_drawn() -> None:
    at = acted(page(), "next")
    before = lesson(at)
    for _ in range(3):
        at = visit.checked(at.run())
    assert lesson(at) is before
    assert kept(at, StageView).done == 1


def test_every_node_column_view_and_row_that_is_there_can_be_acted_on() -> None:
    at = page(step="8")
    for node in scene(at)["nodes"]:
        at = acted(at, "pick", node["id"])
        assert scene(at)["tree"]["selected"] == node["id"]
    for k in (0, 3, 8):
        assert lesson(acted(at, "jump", k)).timeline.cursor == k
    at = acted(acted(at, "jump", 8), "fold", "0")
    assert len(scene(at)["nodes"]) == 6
    assert len(scene(acted(at, "fold", "0"))["nodes"]) == 8
    for place in (0, 13):
        at = acted(at, "row", place)
        assert scene(at)["rows"]["chosen"] == place
    assert scene(acted(at, "row", -1))["rows"]["chosen"] == -1


@pytest.mark.on_push(4)
@pytest.mark.parametrize("queue", NO_QUEUES[:12], ids=lambda queue: str(queue)[:30])
def test_the_pruning_page_takes_no_nonsense_either(queue: object) -> None:
    at = visit.opened("pruning", data="kyphosis")
    before = pruning_session(at)
    assert pruning_session(sending(at, queue)) is before


@pytest.mark.parametrize("kind", ["jump", "pick", "fold", "shows", "do", "look", "weigh"])
def test_acts_on_what_is_not_there_prune_nothing(kind: str) -> None:
    at = visit.opened("pruning", data="kyphosis")
    before, views = pruning_session(at), kept(at, TreeLook)
    at = sending(at, [[k, kind, value] for k, value in enumerate([None, *VALUES], 1)])
    assert pruning_session(at) is before
    assert kept(at, TreeLook) == views
    assert not at.error


def test_pruning_steps_once_for_each_act() -> None:
    at = sending(visit.opened("pruning", data="kyphosis"), [[k, "next", None] for k in (1, 2, 2)])
    assert pruning_session(at).lesson.timeline.cursor == 2


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.sampled_from(KINDS),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=2),
)


@law
@given(JSON, st.integers())
def test_only_acts_come_out_of_whatever_is_sent(sent: object, done: int) -> None:
    found = list(new_acts(sent, done))
    numbers = [act.number for act in found]
    assert all(isinstance(act, Act) and isinstance(act.kind, str) for act in found)
    assert numbers == sorted(set(numbers))
    assert all(number > done and not isinstance(number, bool) for number in numbers)
    assert list(new_acts(sent, max(numbers, default=done))) == [] or numbers == []


def test_only_whole_numbers_are_numbers() -> None:
    assert [whole(value) for value in (3, -1, HUGE)] == [3, -1, HUGE]
    assert [whole(value) for value in (True, False, 1.0, "1", None, [1])] == [None] * 6
