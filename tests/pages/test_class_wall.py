"""The board of a class is lecture mode: its scene at a step, and where what is done on it leads."""

import json
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import pytest

from pages.store.rooms import Rooms
from pages.store.schema import engine_of
from pages.ui.story.to_class import stops
from tests.pages import visit
from tests.pages.classes import STEP, AClass
from tests.pages.stage import acted, payload

WEIGHED = f"{STEP}&weigh=root"


@pytest.fixture
def room(tmp_path: Path) -> AClass:
    return AClass(Rooms(engine_of(f"sqlite:///{tmp_path / 'store.db'}")))


def at(room: AClass, address: str, *acts: tuple[str, object], **more: Any) -> dict[str, Any]:
    """What the board is answered after these acts."""
    told = [[number, *act] for number, act in enumerate(acts, 1)]
    answer = room.post("wall", room.secret, address=address, acts=told, **more)
    assert answer.status == 200, answer.body.decode()
    said: dict[str, Any] = json.loads(answer.body)
    return said


def led(room: AClass) -> tuple[str, bool]:
    """The step at which the class is, and whether it was told what came of it."""
    state = room.view().state
    return state.address, state.told


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("query", ["step=0", "step=0&weigh=root", "step=1", "step=8"])
def test_the_board_shows_what_a_lecture_shows(room: AClass, lang: str, query: str) -> None:
    asked = {"data": "playtennis", "recipe": "id3", "lang": lang}
    asked |= dict(part.split("=") for part in query.split("&"))
    app = visit.opened("grow", **asked)
    lecture = payload(acted(app, "lecture", True))["scene"]
    # but for how good the tree is, which would give votes away
    board = at(room, STEP.replace("step=0", query), lang=lang)["scene"]
    assert board == {**lecture, "fit": None}


@pytest.mark.parametrize("shown", ["light", "new"])
def test_the_board_lights_what_a_sentence_is_about(room: AClass, shown: str) -> None:
    stop = next(one for one in stops("play_tennis") if one["look"][shown])
    asked = dict(parse_qsl(urlsplit(stop["open"]).query))
    asked = {key: value for key, value in asked.items() if key not in ("lesson", "at")}
    lecture = payload(acted(visit.opened("grow", **asked), "lecture", True))["scene"]
    board = at(room, stop["step"], look=stop["look"])["scene"]
    assert board["rows"] == lecture["rows"]
    assert board["rows"]["lit"] or board["rows"]["new"]


def test_no_impurity_is_told_before_there_is_a_word_for_it(room: AClass) -> None:
    for counts, lines in ((True, ["n = 14"]), (False, ["n = 14, H = 0.9403"])):
        root = at(room, STEP, look={"counts": counts})["scene"]["nodes"][0]
        assert root["lines"][1:] == lines
    on = at(room, STEP, ("next", None), ("next", None), look={"counts": True})["scene"]
    assert "H = " in on["nodes"][0]["lines"][-1]


def test_a_clicker_leads_the_class_from_step_to_step(room: AClass) -> None:
    first = at(room, STEP, ("next", None))
    assert (first["done"], first["address"]) == (1, WEIGHED)
    assert first["scene"]["lecture"]["beats"] == ["ask", "best"]
    assert led(room) == (WEIGHED, False)
    both = at(room, STEP, ("next", None), ("next", None))  # faster than the answers
    assert both["address"] == STEP.replace("step=0", "step=1")
    back = at(room, both["address"], ("back", None))
    assert led(room) == (back["address"], True) == (WEIGHED, True)
    ends = [at(room, STEP, (kind, None))["address"] for kind in ("last", "first", "back")]
    assert ends == [STEP.replace("step=0", "step=8"), STEP, STEP]
    assert at(room, STEP, ("jump", 3))["address"] == STEP.replace("step=0", "step=3")
    assert at(room, STEP, ("jump", 99))["address"] == STEP


def test_what_is_looked_at_leads_nobody(room: AClass) -> None:
    before = led(room)
    grown = STEP.replace("step=0", "step=8")
    picked = at(room, grown, ("pick", "0.1"))
    assert picked["scene"]["tree"]["selected"] == "0.1"
    assert picked["address"] == grown
    row = at(room, grown, ("row", 1), look=picked["look"])
    assert row["scene"]["rows"]["chosen"] == 1
    assert row["scene"]["tree"]["lit"]
    moved = at(room, grown, ("back", None), look=row["look"])
    row_alone = {
        "node": None,
        "row": row["look"]["row"],
        "here": False,
        "open": "",
        "counts": False,
        "light": "",
        "new": "",
    }
    assert moved["look"] == row_alone
    folded = at(room, grown, ("fold", "2"), look=moved["look"])
    assert [node["id"] for node in folded["scene"]["nodes"]][-1] == "2"
    assert folded["look"]["open"] == "-2"
    every = at(room, grown, ("levels", True), look=folded["look"])
    assert len(every["scene"]["nodes"]) == 8
    room.lead("go", address=before[0])
    for nonsense in (("pick", "9.9"), ("row", 999), ("jump", "x"), ("keep", None), ("do", "leaf")):
        same = at(room, STEP, nonsense, look={"node": "7", "row": -3, "here": "yes"})
        assert same["look"] == row_alone | {"row": None}
    assert led(room) == before


def test_an_open_vote_is_not_lost_to_another_page(room: AClass) -> None:
    room.lead("ask", kind="column")
    answer = room.post("wall", room.secret, address=STEP, acts=[[1, "next", None]])
    assert answer.status == 400
    assert room.view().state.phase == "vote"


def test_the_board_is_the_teachers(room: AClass) -> None:
    assert room.post("wall", room.join(), address=STEP).status == 403
    assert room.post("wall", address=STEP).status == 403
    assert room.post("wall", room.secret, address="/grow?data=nope").status == 400


def test_what_a_weighing_came_to_is_told_of_the_step_on_show(room: AClass) -> None:
    """One that comes late tells nothing of the step that the class is at by now."""
    room.lead("go", address=WEIGHED)
    at(room, WEIGHED, told=True)
    assert led(room) == (WEIGHED, True)
    at(room, WEIGHED, told=False)
    assert led(room) == (WEIGHED, False)
    room.lead("go", address=STEP)
    at(room, WEIGHED, told=True)
    assert led(room) == (STEP, False)
    back = at(room, WEIGHED, ("next", None), ("back", None), ("pick", "root"))
    assert (back["address"], back["told"]) == (WEIGHED, True)
