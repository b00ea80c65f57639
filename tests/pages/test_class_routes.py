"""What comes to a class from outside: what is asked is counted, and nothing else is."""

from __future__ import annotations

import json
import time
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, ClassVar
from urllib.parse import parse_qsl, urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pages.store.rooms import Room, Rooms
from pages.store.schema import engine_of
from pages.ui.classroom import steps
from pages.ui.classroom.class_state import ACTS
from pages.ui.classroom.limits import Buckets, ClassLimits
from pages.ui.classroom.opening import stop_of
from tests.pages.classes import STEP, AClass
from tests.strategies import law


@pytest.fixture
def rooms(tmp_path: Path) -> Rooms:
    return Rooms(engine_of(f"sqlite:///{tmp_path / 'store.db'}"))


@pytest.fixture
def room(rooms: Rooms) -> AClass:
    result = AClass(rooms)
    result.lead("ask", kind="column")
    return result


def counted(room: AClass) -> list[str]:
    return [vote.choice for vote in room.rooms.votes(room.code)]


def test_a_vote_of_a_student_is_counted(room: AClass) -> None:
    answer = room.post("join")
    said = json.loads(answer.body)
    assert said["name"] == {"en": "Red fox", "zh": "红色狐狸"}
    assert room.vote(said["token"], "2") == 200
    assert counted(room) == ["2"]
    again = json.loads(room.post("join", token=said["token"]).body)
    assert again == said


@pytest.mark.parametrize(
    ("status", "wrong"),
    [
        (400, {"round": 2}),
        (400, {"round": "1"}),
        (400, {"round": True}),
        (400, {"question": 0}),
        (400, {"question": 2}),
        (400, {"question": 10**30}),
        (400, {"choice": "<script>alert(1)</script>"}),
        (400, {"choice": "17"}),
        (400, {"choice": ["0"]}),
        (400, {"choice": None}),
        (400, {"choice": True}),
        (400, {"sure": 4}),
        (400, {"sure": "2"}),
        (400, {"sure": True}),
        (400, {"sure": 2.0}),
        (413, {"choice": "0" * 2000}),
    ],
)
def test_a_wrong_vote_is_not_counted(room: AClass, status: int, wrong: dict[str, Any]) -> None:
    answer = room.post(
        "vote", room.join(), **{"question": 1, "round": 1, "choice": "0", "sure": 2} | wrong
    )
    assert answer.status == status
    assert set(json.loads(answer.body)["error"]) == {"en", "zh"}
    assert b"<" not in answer.body
    assert counted(room) == []


def test_a_typed_score_is_counted_as_what_it_comes_to(rooms: Rooms) -> None:
    room = AClass(rooms, limits=NOTHING_LIMITED)
    room.lead("ask", kind="score")
    token = room.join()
    for typed in ("1/4", "0,25", "０．２５", ".2500"):
        assert room.vote(token, typed) == 200
        assert float(counted(room)[0]) == 0.25
    answer = room.post("vote", token, question=1, round=1, choice="25%", sure=1)
    assert answer.status == 400
    assert "1/4" in json.loads(answer.body)["error"]["en"]


@pytest.mark.parametrize("body", [b"", b"[]", b"{", b"\xff", b"[" * 900, b"null", b'{"a":NaN}'])
def test_what_is_no_vote_is_not_counted(room: AClass, body: bytes) -> None:
    assert room.send("vote", room.join(), body).status == 400
    assert counted(room) == []


Json = dict[str, Any]
ANY = Buckets(1e9, 1e9)
NOTHING_LIMITED = ClassLimits(ANY, ANY, ANY, ANY)
TEXTS = st.sampled_from([*"01", "leaf", "split", "column", "cut", "root", STEP, "http://[", "\0"])
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | TEXTS | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=6) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=8,
)
FIELDS = [
    *("act", "address", "kind", "node", "column", "on", "to", "ready", "questions", "target"),
    *("title", "lang", "token", "question", "round", "choice", "sure", "answers"),
]
SENT = st.dictionaries(st.sampled_from(FIELDS), VALUES, max_size=8)


@law
@given(st.sampled_from(["join", "vote", "row", "at", *ACTS]), SENT)
def test_whatever_is_sent_is_done_or_refused_with_a_sentence(path: str, fields: Json) -> None:
    """Of a student and of a teacher, whatever is asked then; the pages of all go on."""
    with TemporaryDirectory() as folder:
        engine = engine_of(f"sqlite:///{folder}/store.db")
        room = AClass(Rooms(engine), limits=NOTHING_LIMITED)
        token = room.join()
        for before in ("go", "ask", "survey"):
            room.lead(before, address=STEP, kind="column", ready="lark")
            if path in ACTS:
                answer = room.post("lead", room.secret, **fields | {"act": path})
            else:
                answer = room.post(path, token, **fields)
            if path == "end":
                break
            assert answer.status in (200, 400, 413)
            if answer.status != 200:
                assert set(json.loads(answer.body)["error"]) == {"en", "zh"}
            assert json.loads(room.view().of_student(1))["mine"]["number"] == 1
        engine.dispose()


def test_the_page_of_a_student_tells_by_its_status_whether_there_is_a_class(room: AClass) -> None:
    assert room.get("").status == 200
    room.lead("lock", on=True)
    assert room.get("").status == 200
    room.lead("end")
    assert room.get("").status == 200  # it says so itself
    room.code = "BBBBBB"
    answer = room.get("")
    assert (answer.status, b'data-code="BBBBBB"' in answer.body) == (404, True)


def test_a_stranger_is_not_counted(rooms: Rooms, room: AClass) -> None:
    other = AClass(rooms).join()
    for token in ("", "no such", other, room.secret, "é", "a" * 500):
        assert room.vote(token, "0") == 403
    assert counted(room) == []
    room.code = "BBBBBB"
    assert room.vote(other, "0") == 404


def test_two_votes_a_second_are_taken_of_one(rooms: Rooms) -> None:
    now = [0.0]
    limits = ClassLimits(votes=Buckets(2, 2, lambda: now[0]))
    room = AClass(rooms, limits=limits)
    room.lead("ask", kind="column")
    token, other = room.join(), room.join()
    assert [room.vote(token, key) for key in "0123"] == [200, 200, 429, 429]
    assert room.vote(other, "3") == 200
    assert sorted(counted(room)) == ["1", "3"]
    now[0] += 0.5
    assert room.vote(token, "2") == 200


def test_who_guesses_codes_is_heard_no_more(rooms: Rooms) -> None:
    now = [0.0]
    room = AClass(rooms, limits=ClassLimits(strangers=Buckets(1, 3, lambda: now[0])))
    known, room.code = room.code, "BBBBBB"
    assert [room.post("join").status for _try in range(4)] == [404, 404, 404, 429]
    now[0] += 1
    room.code = known
    assert room.post("join").status == 200


class SlowRooms(Rooms):
    """Counts who is looked for, and takes its time for each."""

    asked: ClassVar[int]

    def _room(self, *given: Any) -> Room:
        SlowRooms.asked += 1
        time.sleep(0.002)
        return super()._room(*given)


@pytest.mark.parametrize(("path", "token"), [("join", ""), ("events", "no"), ("lead", "no")])
def test_who_guesses_all_at_once_guesses_no_more(rooms: Rooms, path: str, token: str) -> None:
    """What is looked up at the same time is counted before any of it is known."""
    room = AClass(SlowRooms(rooms.engine), limits=ClassLimits(ANY, ANY, ANY, Buckets(0, 20)))
    room.code, SlowRooms.asked = room.code if token else "BBBBBB", 0
    answers = Counter(room.posted_at_once(path, token, 100))
    assert answers == {403 if token else 404: 20, 429: 80}
    assert SlowRooms.asked == 20


def test_who_knows_a_code_is_never_counted(rooms: Rooms) -> None:
    room = AClass(rooms, limits=ClassLimits(strangers=Buckets(0, 1)))
    assert [room.post("join").status for _student in range(5)] == [200] * 5


def test_who_is_in_is_heard_whatever_others_of_the_school_do(rooms: Rooms) -> None:
    """All phones of a school may share one address: one that guesses codes silences no other."""
    room = AClass(rooms, limits=ClassLimits(strangers=Buckets(0, 3)))
    room.lead("ask", kind="column")
    token, known = room.join(), room.code
    room.code = "BBBBBB"
    assert [room.post("join").status for _try in range(4)] == [404, 404, 404, 429]
    room.code = known
    assert room.vote("no such", "0") == 429
    assert room.vote(token, "0") == 200
    room.lead("show")


def test_a_revealed_split_is_in_the_tree_of_the_phones(room: AClass) -> None:
    room.join()
    room.lead("ask", kind="column")
    for act, step in (("show", "step=0"), ("reveal", "step=1"), ("reopen", "step=0")):
        room.lead(act)
        picture = urlsplit(json.loads(room.view().of_student(1))["step"]["picture"])
        query = dict(parse_qsl(picture.query))
        assert query["address"].endswith(step)
        assert ("mark" in query) == (step == "step=0")  # nothing is dimmed
        nodes = json.loads(room.get("picture", **query).body)["scene"]["nodes"]
        assert len(nodes) == (4 if step == "step=1" else 1)


def test_nobody_leads_without_the_secret(room: AClass) -> None:
    before = room.rooms.find(room.code).standing
    for token in ("", "no such", room.join(), room.secret.swapcase()):
        for act in ("reveal", "end", "forget", "lock"):
            assert room.post("lead", token, act=act, on=True).status == 403
        assert room.get("asks", token).status == 403
    assert room.rooms.find(room.code).standing == before


def test_an_ended_class_answers_with_a_sentence(room: AClass) -> None:
    token = room.join()
    room.lead("end")
    for answer in (
        room.post("vote", token, question=1, round=1, choice="0", sure=2),
        room.post("join", token=token),
        room.post("join"),
        room.post("events", token),
        room.post("lead", room.secret, act="ask", kind="column"),
    ):
        assert answer.status == 410
        assert json.loads(answer.body)["error"] == {
            "en": "This class is over.",
            "zh": "此课堂已结束。",
        }
    room.lead("forget")
    assert room.post("join", token=token).status == 404


def test_a_locked_class_keeps_who_is_in_it(room: AClass) -> None:
    token = room.join()
    room.lead("lock", on=True)
    assert room.post("join").status == 403
    assert room.post("join", token=token).status == 200
    assert room.vote(token, "0") == 200


def test_all_are_with_a_teacher_who_leads_again(room: AClass) -> None:
    token = room.join()
    room.lead("dismiss")
    room.lead("pace", to="own")
    room.rooms.move(room.code, token, "/grow?data=playtennis&step=0")
    assert room.rooms.look(room.code).places
    room.lead("lock", on=True)
    assert room.rooms.look(room.code).places
    room.lead("pace", to="led")
    assert not room.rooms.look(room.code).places


def test_a_pause_takes_no_votes(room: AClass) -> None:
    token = room.join()
    room.lead("pause", on=True)
    assert room.vote(token, "0") == 400
    room.lead("pause", on=False)
    assert room.vote(token, "0") == 200


def test_acts_follow_one_another_or_are_refused(room: AClass) -> None:
    def refused(act: str) -> bool:
        return room.post("lead", room.secret, act=act).status == 400

    assert refused("flow")
    room.lead("show")
    room.lead("revote")
    assert refused("revote")
    room.lead("flow")
    room.lead("reveal")
    assert refused("show")
    room.lead("like")
    assert room.view().state.number == 2
    room.lead("dismiss")
    assert refused("reveal")
    assert refused("no such act")
    assert room.post("lead", room.secret, act="go", address="/grow?data=no").status == 400


def test_students_look_around_no_further_than_their_teacher(room: AClass) -> None:
    token = room.join()
    room.lead("dismiss")
    room.lead("go", address=STEP.replace("step=0", "step=2"))
    for step, status in ((1, 200), (2, 200), (3, 400)):
        to = STEP.replace("step=0", f"step={step}")
        assert room.post("at", token, address=to).status == status
    assert room.post("at", token, address="/grow?data=iris&recipe=id3&step=0").status == 400
    room.post("at", token, address=STEP.replace("step=0", "step=1"))
    own = json.loads(room.view().of_student(1))
    assert (own["step"]["address"], own["lead"]) == (
        STEP.replace("step=0", "step=1"),
        STEP.replace("step=0", "step=2"),
    )
    room.post("at", token, address=None)
    assert "step" not in json.loads(room.view().own(1))


def test_a_picture_is_of_the_class(room: AClass) -> None:
    room.lead("dismiss")
    good = room.get("picture", address=STEP, lang="zh")
    assert json.loads(good.body)["scene"]["tree"]["target"] == "打网球"
    iris = room.get("picture", address="/grow?data=iris&recipe=cart&step=5")
    assert iris.status == 400
    assert room.get("picture", address=STEP, lang="<").status == 400
    assert room.get("picture", address=STEP, mark="at:" + "9" * 3000).status == 400


def test_a_code_is_of_a_link_to_the_class(room: AClass) -> None:
    link = f"https://trees.example.org/class/{room.code}"
    assert room.get("qr", link=link).body.startswith(b"<svg")
    for wrong in ("https://example.org/", "x" * 300 + link):
        assert room.get("qr", link=wrong).status == 400


def test_a_prefix_stands_before_all(rooms: Rooms) -> None:
    assert AClass(rooms, prefix="/trees").join()


def answer_the_lark(room: AClass) -> list[str]:
    """Six early risers are early birds, five of six late ones night owls."""
    room.lead("survey", ready="lark")
    tokens = [room.join() for _student in range(12)]
    for number, token in enumerate(tokens):
        late = number >= 6
        row = [9.5 if late else 6.5, 8, 0, 0, 1, int(late and number > 6)]
        assert room.post("row", token, answers=row).status == 200
    return tokens


def test_the_class_is_the_table(room: AClass) -> None:
    tokens = answer_the_lark(room)
    assert room.post("row", tokens[0], answers=[6, 8, 0, 0, 1, 0]).status == 200  # again
    teachers = json.loads(room.view().teacher)["survey"]
    assert teachers["rows"] == 12
    assert teachers["picture"]
    assert json.loads(room.view().students)["survey"]["picture"] is None
    room.lead("survey_close")
    said = json.loads(room.view().of_student(7))
    assert (said["survey"]["rows"], said["mine"]["row"][0]) == (12, 9.5)
    assert said["mine"]["wrong"] is True
    assert "exception" in said["mine"]["said"]["en"]
    assert json.loads(room.view().of_student(1))["mine"]["wrong"] is False
    assert json.loads(room.view().of_student(13))["mine"]["path"] is None
    query = dict(parse_qsl(urlsplit(said["mine"]["path"]).query))
    lit = json.loads(room.get("picture", lang="zh", **query).body)["scene"]["tree"]["lit"]
    assert lit["root"] == 1  # the way of one's own row
    assert room.post("row", tokens[1], answers=[7, 8, 0, 0, 1, 0]).status == 400


def test_too_few_rows_leave_the_table_open(room: AClass) -> None:
    """Else nobody could add what is missing."""
    room.lead("survey", ready="lark")
    tokens = [room.join() for _student in range(4)]
    for token in tokens[:3]:
        room.post("row", token, answers=[7, 8, 0, 0, 1, 0])
    answer = room.post("lead", room.secret, act="survey_close")
    assert answer.status == 400
    said = json.loads(answer.body)["error"]
    assert said["en"] == "The tree needs at least 4 rows, with two different answers to “I am”."
    assert "“我是”" in said["zh"]
    assert room.post("row", tokens[3], answers=[9, 8, 0, 0, 1, 1]).status == 200
    room.lead("survey_close")
    assert room.view().state.phase == "grown"


def test_who_mistyped_can_be_let_in_again(rooms: Rooms) -> None:
    room = AClass(rooms, limits=ClassLimits(votes=Buckets(2, 3)))
    tokens = answer_the_lark(room)
    room.lead("survey_close")
    assert json.loads(room.view().of_student(7))["mine"]["wrong"] is True
    assert room.post("row", tokens[6], answers=[6.5, 8, 0, 0, 1, 0]).status == 400
    room.lead("survey_reopen")
    assert json.loads(room.view().of_student(7))["mine"]["row"] == [9.5, 8.0, 0, 0, 1.0, 0]
    assert room.post("row", tokens[6], answers=[6.5, 8, 0, 0, 1, 0]).status == 200
    room.lead("survey_close")
    said = json.loads(room.view().of_student(7))
    assert (said["survey"]["rows"], said["mine"]["wrong"]) == (12, False)


def test_a_way_in_the_tree_does_not_say_whose_it_is(room: AClass) -> None:
    answer_the_lark(room)
    room.lead("survey_close")
    paths = [json.loads(room.view().of_student(n))["mine"]["path"] for n in range(1, 13)]
    assert len(set(paths[:6])) == len(set(paths[6:])) == 1
    assert set(paths[:6]).isdisjoint(paths[6:])
    query = dict(parse_qsl(urlsplit(paths[0]).query))
    for end in ("9.9", "x", "root"):
        assert room.get("picture", **query | {"end": end}).status in (200, 400)
    asked = {"survey": query["survey"], "edition": query["edition"]}
    whole = room.get("picture", **asked).body
    assert room.get("picture", row="3", **asked).body == whole


def test_a_picture_of_the_class_is_kept_under_its_own_address_alone(room: AClass) -> None:
    tokens = answer_the_lark(room)
    path = json.loads(room.view().teacher)["survey"]["picture"]
    query = dict(parse_qsl(urlsplit(path).query))
    assert "max-age" in room.get("picture", **query).headers["cache-control"]
    assert room.post("row", tokens[0], answers=[6, 8, 0, 0, 1, 0]).status == 200
    assert room.get("picture", **query).headers["cache-control"] == "no-store"


@pytest.mark.parametrize(
    "answers",
    [
        None,
        [],
        [1, 2],
        [6.5, 8, 3, 0, 1, 0],
        [6.5, 8, 0, 0, 1, None],
        [10**12, 8, 0, 0, 1, 0],
        ["<b>", 8, 0, 0, 1, 0],
        [True, 8, 0, 0, 1, 0],
    ],
)
def test_what_is_no_row_is_not_counted(room: AClass, answers: object) -> None:
    room.lead("survey", ready="lark")
    assert room.post("row", room.join(), answers=answers).status == 400
    assert room.rooms.look(room.code).answers == {}


def test_the_table_is_kept_as_any(room: AClass, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NBN_STORE", str(room.rooms.engine.url))
    answer_the_lark(room)
    room.lead("survey_close")
    answer = room.post("lead", room.secret, act="keep_table", lang="zh")
    address = json.loads(answer.body)["address"]
    assert json.loads(room.view().teacher)["survey"]["kept"] == address
    lesson = steps.opened(address).lesson
    assert len(lesson.dataset) == 12
    assert lesson.dataset.target.name == "我是"


def test_afterwards_tells_both_votes_and_what_went_wrong(room: AClass) -> None:
    tokens = [room.join(), room.join(), room.join()]
    for token, choice in zip(tokens, "022", strict=True):
        room.vote(token, choice)
    room.lead("revote")
    for token, choice in zip(tokens, "002", strict=True):
        room.vote(token, choice, round=2, sure=3)
    room.lead("reveal")
    answer_the_lark(room)
    said = json.loads(room.get("afterwards", room.secret).body)
    assert said["joined"] == 15
    assert said["until"] - said["made"] == 36 * 3600
    assert [one["rows"] for one in said["surveys"]] == [12]
    (asked,) = said["questions"]
    assert asked["right"] == {"1": 1 / 3, "2": 2 / 3}
    assert asked["sure"] == {"1": 2, "2": 3}
    assert asked["changes"] == [["0", "0", 1], ["2", "0", 1], ["2", "2", 1]]
    outlook = next(one for one in asked["answers"] if one["key"] == "0")
    assert (outlook["right"], outlook["mistake"], outlook["1"], outlook["2"]) == (True, None, 1, 2)
    assert room.get("afterwards", tokens[0]).status == 403


def test_the_questions_to_repeat_are_those_that_fewest_had_right_at_last(rooms: Rooms) -> None:
    """Each leads to a class on a similar one; what nearly all had right is not among them."""
    room = AClass(rooms, limits=NOTHING_LIMITED)
    tokens = [room.join(), room.join()]
    # the root's best column is the first; of one round, of two, and nobody
    for number, rounds in enumerate((["00"], ["02"], ["11", "01"], ["22", "00"], [], ["11"]), 1):
        room.lead("ask", kind="column")
        for round_, keys in enumerate(rounds, 1):
            if round_ == 2:
                room.lead("revote")
            for token, key in zip(tokens, keys, strict=True):
                assert room.vote(token, key, question=number, round=round_) == 200
        room.lead("reveal")
        room.lead("dismiss")
    said = json.loads(room.get("afterwards", room.secret).body)
    assert said["repeat"] == [6, 2, 3]
    similar = urlsplit(said["questions"][0]["similar"])
    assert similar.path == "/class/open"
    query = dict(parse_qsl(similar.query))
    stop = stop_of(query["address"], {"kind": query["ask"], "node": query["node"]})
    assert stop["ask"]["kind"] == "column"
    assert (stop["ask"]["address"], stop["ask"]["node"]) != (STEP, "root")


def test_a_file_has_a_line_for_each_vote(room: AClass) -> None:
    token = room.join()
    room.vote(token, "0")
    text = room.get("afterwards", room.secret, format="csv", lang="zh").body.decode("utf-8-sig")
    head, line = text.splitlines()
    assert head.startswith("题号,")
    assert line.startswith("1,")
    assert line.endswith(",1,1,天气,是,,2")
    assert token not in text


def test_a_file_numbers_questions_as_the_page_does(room: AClass) -> None:
    """The table between them is no question."""
    token = room.join()
    room.vote(token, "0")
    answer_the_lark(room)
    room.lead("ask", kind="column")
    assert room.vote(token, "1", question=3) == 200
    said = json.loads(room.get("afterwards", room.secret).body)
    assert len(said["questions"]) == 2
    text = room.get("afterwards", room.secret, format="csv").body.decode("utf-8-sig")
    assert [line.split(",")[0] for line in text.splitlines()[1:]] == ["1", "2"]
