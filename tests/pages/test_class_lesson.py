"""A guided lesson as a class: its sentences, its stops by the page keys, and what its file asks."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import dtcore as dt
from dtshow.words import number_format
from dtshow.words.language import spoken
from pages.store.rooms import Rooms
from pages.store.schema import engine_of
from pages.ui.classroom import opening
from pages.ui.classroom.class_state import asked_of, begun
from pages.ui.classroom.limits import Buckets
from pages.ui.classroom.opening import GuidedLessons, lessons_from
from pages.ui.classroom.steps import opened
from pages.ui.story import guide, runner, to_class
from tests.pages.classes import STEP, AClass

ASKED = 5
"""The stop of play_tennis that asks which column is best at the root, the first being 0."""


@pytest.fixture
def room(tmp_path: Path) -> AClass:
    room = AClass(Rooms(engine_of(f"sqlite:///{tmp_path / 'store.db'}")))
    standing = begun("", to_class.stops("play_tennis")).standing
    room.code, room.secret = room.rooms.open(standing)
    return room


def step(room: AClass) -> dict[str, dict[str, str]]:
    """What a student is shown."""
    shown: dict[str, dict[str, str]] = json.loads(room.view().of_student(1))["step"]
    return shown


def board(room: AClass) -> dict[str, dict[str, str]]:
    """What the teacher is shown."""
    shown: dict[str, dict[str, str]] = json.loads(room.view().teacher)["step"]
    return shown


def to(room: AClass, stop: int) -> None:
    for _press in range(stop):
        room.lead("on")


def sentences(language: str) -> list[str]:
    with spoken(language):
        stops = runner.filled(runner.text_of("play_tennis")).stops
        return [number_format.with_measures(stop.sentence) for stop in stops]


def test_a_class_is_told_the_sentences_of_its_lesson(room: AClass) -> None:
    room.join()
    en, zh = sentences("en"), sentences("zh")
    for at in range(ASKED):
        assert step(room)["statement"] == {"en": en[at], "zh": zh[at]}
        assert step(room)["stop"] == [at + 1, 15]
        room.lead("on")
    room.lead("back")
    assert step(room)["statement"]["en"] == en[ASKED - 1]


def test_the_board_looks_at_the_node_that_a_sentence_is_about(room: AClass) -> None:
    room.join()
    to(room, 1)
    assert step(room)["look"]["node"] is None  # where the step is
    for at, node in ((2, "1"), (11, "root"), (12, "0.1")):  # of the last step two sentences speak
        room.lead("stop", to=at)
        assert step(room)["look"]["node"] == node


def test_a_line_of_the_file_asks_the_class_before_the_sentence(room: AClass) -> None:
    token = room.join()
    to(room, ASKED)
    told = "Outlook gains most"
    assert step(room)["statement"]["en"] == "14 rows: which question is best?"
    assert [set(row) for row in step(room)["weighing"]["rows"]] == [{"name"}] * 4  # type: ignore[index]
    seen = [room.view().of_student(1)]
    room.lead("on")
    assert room.view().state.phase == "vote"
    assert room.vote(token, "0") == 200
    for phase in ("shown", "revealed", "lesson"):
        seen.append(room.view().of_student(1))
        room.lead("on")
        assert room.view().state.phase == phase
    assert not any(told in text or "0.2467" in text for text in seen[:3])  # revealed is the last
    assert told in step(room)["statement"]["en"]
    room.lead("on")
    assert step(room)["stop"] == [ASKED + 2, 15]


def test_what_was_asked_is_not_asked_again(room: AClass) -> None:
    to(room, ASKED)
    room.lead("on")
    room.lead("dismiss")  # withdrawn, so the sentence is still to come
    assert "which question" in board(room)["statement"]["en"]
    room.lead("on")
    assert "Outlook gains most" in board(room)["statement"]["en"]
    assert room.view().state.phase == "lesson"


def test_what_a_teacher_asked_before_is_not_asked_again(room: AClass) -> None:
    room.lead("ask", kind="column")
    for act in ("show", "reveal", "dismiss"):
        room.lead(act)
    to(room, ASKED)
    room.lead("on")
    assert room.view().state.phase == "lesson"
    assert "Outlook gains most" in board(room)["statement"]["en"]


def test_where_a_table_is_shown_a_class_guesses_before_its_root_is_weighed(tmp_path: Path) -> None:
    room = AClass(Rooms(engine_of(f"sqlite:///{tmp_path / 'store.db'}")))
    stops = to_class.stops("numbers")
    room.code, room.secret = room.rooms.open(begun("", stops).standing)
    room.join()
    for key, at in (("on", 2), ("on", 3), ("back", 2)):  # whence it was told of the next
        room.lead(key)
        shown = step(room)
        assert shown["stop"] == [at, 6]
        assert shown["weighing"]["told"] is False  # type: ignore[comparison-overlap]
    assert "Which one would you cut?" in shown["statement"]["en"]
    assert shown["address"] == stops[2]["step"]
    assert "/data?" in str(shown["open"])
    seen = room.view().of_student(1)
    assert "0.9183" not in seen


def test_a_stop_of_another_page_has_its_sentence_and_a_link(room: AClass) -> None:
    room.join()
    to(room, 3)
    shown = step(room)
    assert shown["picture"] is None
    assert shown["back"] is None
    assert "1 bit" in shown["statement"]["en"]
    assert str(shown["open"]).startswith("/impurity?")
    assert str(shown["open"]).endswith("lesson=play_tennis&at=4")
    assert board(room)["page"] == shown["open"]
    for _press in range(3):  # the board opens it in time, be it while one joins
        room.lead("back")
        assert board(room)["page"] == shown["open"]


def test_between_two_pages_the_board_has_the_nearer_one_open(room: AClass) -> None:
    for at, page in ((8, "/impurity"), (9, "/pruning")):  # of stops 4 and 13
        room.lead("stop", to=at)
        assert str(board(room)["page"]).startswith(page)


@pytest.mark.parametrize("asks", [True, False])
def test_a_class_whose_table_was_deleted_is_told_so(room: AClass, asks: bool) -> None:
    gone = "/grow?data=own:" + "a" * 32
    ask = {"kind": "column", "address": gone, "node": "", "column": None, "row": None}
    stop = dict.fromkeys(("says", "title", "open", "note")) | {"step": gone}
    stop["ask"] = ask if asks else None
    state = replace(begun(STEP), address=gone, stops=(stop,))
    room.code, room.secret = room.rooms.open(state.standing)
    room.join()
    assert "no longer kept" in step(room)["statement"]["en"]
    assert "no longer kept" in board(room)["statement"]["en"]


def test_both_ends_of_a_lesson_say_so(room: AClass) -> None:
    assert room.post("lead", room.secret, act="back").status == 400
    room.lead("stop", to=14)
    assert room.post("lead", room.secret, act="on").status == 400
    for wrong in (15, -1, True, None, "1"):
        assert room.post("lead", room.secret, act="stop", to=wrong).status == 400


def test_a_class_begun_at_a_stop_of_another_page_has_the_next_steps_tree() -> None:
    stops = to_class.stops("play_tennis")
    state = begun("", stops, 3)
    assert (state.at, state.address) == (3, stops[5]["step"])
    assert state.stop is stops[3]


def shows(address: str, ask: Mapping[str, Any]) -> bool:
    """Whether a step has a node split as the answer of a vote on it will say."""
    tree = opened(address).lesson.tree if address else {}
    asked = asked_of(ask)
    node, data = asked.question.node, asked.opened.lesson.dataset
    split = tree[node].split if node in tree else None
    same = address and opened(address).lesson.dataset.digest == data.digest
    return bool(same and split and str(split.column) == asked.question.key)


def test_a_step_that_shows_the_answer_is_known() -> None:
    stops = to_class.stops("play_tennis")
    assert shows(stops[ASKED + 1]["step"], stops[ASKED]["ask"])


@pytest.mark.on_push(4)
@pytest.mark.parametrize("key", [one["lesson"] for one in to_class.listed()])
def test_every_lesson_opens_as_a_class(key: str) -> None:
    stops = to_class.stops(key)
    assert stops
    assert begun("", stops).standing  # one that prunes, too: at the tree that it cuts back
    for at, stop in enumerate(stops):
        assert not (stop["ask"] and any(shows(one["step"], stop["ask"]) for one in stops[:at]))
        assert set(stop["says"]) == set(stop["title"]) == {"en", "zh"}
        assert stop["open"].endswith(f"&at={stops.index(stop) + 1}")


def test_what_cannot_be_asked_is_refused_with_its_line(monkeypatch: pytest.MonkeyPatch) -> None:
    head = "# T\n## P\n- [S](/grow?data=playtennis&recipe=id3&step=0&weigh=root)\n"
    assert guide.read(f"{head}  ? column").stops[0].ask == "column"
    for text in (f"{head}? colour", "# T\n## P\n? column", "# T\n## P\n- [S](/data)\n? leaf"):
        with pytest.raises(dt.ReadingError) as problem:
            guide.read(text)
        assert "Line" in str(problem.value)
    monkeypatch.setattr(runner, "text_of", lambda _key: f"{head}? cut")
    with pytest.raises(dt.ReadingError) as problem:
        to_class.stops("own")
    assert "Line 3" in str(problem.value)


@pytest.fixture
def outside(room: AClass, monkeypatch: pytest.MonkeyPatch) -> AClass:
    """Whoever opens a class, with the guided lessons that there are."""
    monkeypatch.setenv("NBN_STORE", str(room.rooms.engine.url))
    lessons_from(GuidedLessons(to_class.listed, to_class.stops, to_class.tree_at))
    room.code = "choices"
    return room


def test_a_class_is_opened_on_what_one_chooses(outside: AClass) -> None:
    found = json.loads(outside.get("").body)
    lesson = next(one for one in found["lessons"] if one["lesson"] == "play_tennis")
    table = next(one for one in found["tables"] if one["data"] == "titanic")
    assert table["title"]["zh"]
    outside.code = "open"
    for given, first in ((lesson, "14 days"), (table, ""), ({"address": STEP}, "")):
        answer = outside.post("", **given)
        assert answer.status == 200
        said = json.loads(answer.body)
        outside.code, outside.secret = said["code"], said["secret"]
        assert first in json.loads(outside.view().teacher)["step"]["statement"]["en"]
        assert json.loads(outside.view().teacher)["guided"] == ("lesson" in given)
        after = json.loads(outside.get("afterwards", outside.secret).body)
        assert (after["title"] == given.get("title")) == ("lesson" in given)
        outside.code = "open"
    assert [one["lesson"] for one in found["lessons"]] == list(runner.LESSONS)
    for wrong in ({"lesson": "no"}, {"data": "no"}, {"address": "/x"}, {"lesson": ["a"]}):
        assert outside.post("", **wrong).status == 400


def test_a_phone_is_shown_the_tree_that_a_lesson_cuts_back(outside: AClass) -> None:
    stops = to_class.stops("pruning")
    outside.code, outside.secret = outside.rooms.open(begun("", stops).standing)
    outside.join()
    for at, leaves in ((0, 22), (2, 6)):
        outside.lead("stop", to=at)
        assert str(step(outside)["picture"]).endswith(f"/picture?stop={at}")
        scene = json.loads(outside.get("picture", stop=str(at), lang="en", open="all").body)
        nodes = scene["scene"]["nodes"]
        assert sum(node["kind"] == "leaf" for node in nodes) == leaves
    assert outside.get("picture", stop="5").status == 400  # the class is not there yet


def test_a_class_is_opened_on_one_question(outside: AClass) -> None:
    outside.code = "open"
    ask = {"kind": "column", "node": "0", "column": None}
    answer = outside.post("", address=STEP.replace("step=0", "step=1"), ask=ask)
    said = json.loads(answer.body)
    outside.code, outside.secret = said["code"], said["secret"]
    assert "Outlook = Sunny" in json.loads(outside.view().teacher)["step"]["statement"]["en"]
    outside.lead("on")
    assert outside.view().state.phase == "vote"


def test_who_opens_too_many_classes_is_refused_before_anything_is_worked_out(
    outside: AClass, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(opening, "_OPENED", Buckets(0, 1))
    outside.code = "open"
    assert outside.post("", data="iris").status == 200
    monkeypatch.setattr(opening, "begun", None)
    monkeypatch.setattr(opening.questions, "again", None)
    for given in ({"data": "iris"}, {"lesson": "biopsy"}, {"address": STEP, "ask": {}}):
        assert outside.post("", **given).status == 503


def test_what_cannot_be_opened_is_counted_too(
    outside: AClass, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(opening, "_OPENED", Buckets(0, 3))
    outside.code = "open"
    wrong = ({"data": "no"}, {"lesson": "no"}, {"address": STEP, "ask": {}}, {"data": "iris"})
    assert [outside.post("", **given).status for given in wrong] == [400, 400, 400, 503]


def test_a_form_of_another_site_opens_no_class(outside: AClass) -> None:
    outside.code = "open"
    for kind in ("text/plain", "application/x-www-form-urlencoded", ""):
        outside.kind = kind
        assert outside.post("", data="iris").status == 415
    outside.kind = "Application/JSON; charset=utf-8"
    assert outside.post("", data="iris").status == 200


def test_a_class_is_opened_on_a_table_and_on_nothing_else(outside: AClass) -> None:
    """Whatever stands in its name is of the name."""
    outside.code = "open"
    for name in ("iris&recipe=id3", "iris&step=3", "iris#x"):
        assert outside.post("", data=name).status == 400
