"""A class is led by the two keys of a clicker: nothing that phones have sent is lost by a press."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pages.store.rooms import Rooms
from pages.store.schema import engine_of
from tests.pages.classes import STEP, AClass


@pytest.fixture
def room(tmp_path: Path) -> AClass:
    return AClass(Rooms(engine_of(f"sqlite:///{tmp_path / 'store.db'}")))


def place(room: AClass) -> tuple[str, int]:
    state = room.view().state
    return state.phase, state.round


def choices(room: AClass) -> list[tuple[int, str]]:
    return [(vote.round, vote.choice) for vote in room.rooms.votes(room.code)]


def voted(room: AClass, tokens: list[str], keys: str, round_: int = 1) -> None:
    for token, key in zip(tokens, keys, strict=True):
        assert room.vote(token, key, round=round_) == 200


def test_page_down_goes_through_a_whole_question_and_keeps_every_vote(room: AClass) -> None:
    tokens = [room.join(), room.join()]
    room.lead("ask", kind="column")
    voted(room, tokens, "02")
    for on, reached in (("show", ("shown", 1)), ("revote", ("vote", 2))):
        assert json.loads(room.view().teacher)["on"] == on
        room.lead("on")
        assert place(room) == reached
    voted(room, tokens, "00", 2)
    seen = []
    for _press in range(3):
        room.lead("on")
        seen.append(place(room)[0])
    assert seen == ["flow", "revealed", "lesson"]
    assert choices(room) == [(1, "0"), (1, "2"), (2, "0"), (2, "0")]


def test_after_the_answer_the_split_is_on_the_board(room: AClass) -> None:
    """Not the question once more, which the class has answered; and the phones count as it does."""
    room.lead("ask", kind="column")
    room.lead("reveal")
    assert "&step=0" in room.view().state.address
    room.lead("on")
    state = room.view().state
    assert (state.phase, "&step=1" in state.address, "weigh" in state.address) == (
        "lesson",
        True,
        False,
    )
    step = json.loads(room.view().teacher)["step"]
    assert step["title"]["en"].endswith("step 1")
    assert step["statement"]["en"].startswith("Split on Outlook")
    room.lead("on")  # the next node is weighed, which the bar counts as the second step
    assert json.loads(room.view().teacher)["step"]["title"]["en"].endswith("step 2")


def test_where_all_voted_alike_the_answer_comes_next(room: AClass) -> None:
    tokens = [room.join(), room.join()]
    room.lead("ask", kind="column")
    voted(room, tokens, "22")
    room.lead("on")
    room.lead("on")
    assert place(room) == ("revealed", 1)


def test_where_all_are_right_nobody_is_to_be_convinced(room: AClass) -> None:
    """Two columns of Fisher's irises split them equally well."""
    tokens = [room.join(), room.join()]
    room.lead("go", address="/grow?data=iris&recipe=cart&step=0")
    room.lead("ask", kind="column")
    voted(room, tokens, "23")
    room.lead("on")
    assert json.loads(room.view().teacher)["on"] == "reveal"
    assert json.loads(room.view().own(1))["find"] is None


def test_page_up_takes_a_press_back_and_never_withdraws_a_question(room: AClass) -> None:
    tokens = [room.join(), room.join()]
    room.lead("ask", kind="column")
    voted(room, tokens, "02")
    assert room.post("lead", room.secret, act="back").status == 400
    room.lead("on")
    room.lead("back")  # more time for the first vote
    assert place(room) == ("vote", 1)
    room.lead("on")
    room.lead("on")
    voted(room, tokens, "00", 2)
    room.lead("back")  # the tally once more, before who moved
    assert place(room) == ("shown", 1)
    room.lead("on")
    room.lead("on")
    assert place(room) == ("flow", 2)
    room.lead("back")
    assert place(room) == ("vote", 2)
    assert len(choices(room)) == 4


def test_a_pause_is_ended_by_any_page_key(room: AClass) -> None:
    room.lead("ask", kind="column")
    for key in ("on", "back"):
        room.lead("pause", on=True)
        room.lead(key)
        assert (place(room), room.view().state.paused) == (("vote", 1), False)


def test_the_lesson_goes_on_and_back_by_the_same_screens(room: AClass) -> None:
    """A weighing asks before it tells; at both ends a sentence says so."""

    def screen() -> tuple[str, str]:
        step = json.loads(room.view().of_student(1))["step"]
        return step["address"], step["statement"]["en"]

    room.join()
    there = [screen()]
    for _press in range(6):
        room.lead("on")
        there.append(screen())
    assert there[1][1] == "Which question is best?"
    assert "Outlook is best" in there[2][1]
    assert there[3][0].endswith("step=1")
    for before in reversed(there[:-1]):
        room.lead("back")
        assert screen() == before
    refused = room.post("lead", room.secret, act="back")
    assert "first step" in json.loads(refused.body)["error"]["en"]
    room.lead("go", address=STEP.replace("step=0", "step=99"))
    refused = room.post("lead", room.secret, act="on")
    assert "last step" in json.loads(refused.body)["error"]["en"]
    assert json.loads(room.view().teacher)["on"] is None
    assert not json.loads(room.view().teacher)["guided"]


def test_page_down_does_not_break_off_the_class_table(room: AClass) -> None:
    """With too few rows it stays open, and says what is missing."""
    room.lead("survey", ready="lark")
    tokens = [room.join() for _student in range(4)]
    assert room.post("lead", room.secret, act="on").status == 400
    assert place(room)[0] == "survey"
    for late, token in enumerate(tokens):
        row = [6 + late, 8, 0, 0, 1, int(late > 1)]
        assert room.post("row", token, answers=row).status == 200
    room.lead("on")
    assert place(room)[0] == "grown"
    room.lead("back")
    assert place(room)[0] == "survey"
