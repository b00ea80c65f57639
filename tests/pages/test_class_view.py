"""What a class is shown: who chose what, when it may be known, and never the answer before."""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st

import dtcore as dt
from dtshow.scene.grow import lecture
from pages.store.rooms import Rooms, StudentVote
from pages.store.schema import engine_of
from pages.ui.classroom import questions, routes, steps, weighed
from pages.ui.classroom import view as classroom_view
from pages.ui.classroom.class_state import asked_of
from pages.ui.classroom.view import flow, share_right, sure, tally
from tests.pages.classes import STEP, AClass
from tests.strategies import law

VOTES = [
    StudentVote(1, 1, 1, "a", 1),
    StudentVote(2, 1, 1, "a", 3),
    StudentVote(3, 1, 1, "b", 2),
    StudentVote(1, 1, 2, "b", 3),
    StudentVote(3, 1, 2, "b", 3),
    StudentVote(4, 1, 2, "b", 1),
]


@pytest.fixture
def room(tmp_path: Path) -> AClass:
    return AClass(Rooms(engine_of(f"sqlite:///{tmp_path / 'store.db'}")))


def test_votes_are_counted_by_round() -> None:
    assert tally(VOTES) == {"1": {"a": 2, "b": 1}, "2": {"b": 3}}
    assert sure(VOTES[:3]) == {"a": 2, "b": 2}
    assert flow(VOTES) == [("a", "b", 1), ("b", "b", 1)]  # of those who voted twice


CAST = st.builds(
    StudentVote,
    st.integers(1, 9),
    st.just(1),
    st.integers(1, 2),
    st.sampled_from("abc"),
    st.just(2),
)


@law
@given(st.lists(CAST, unique_by=lambda vote: (vote.student, vote.round)))
def test_who_moved_is_in_both_tallies(votes: list[StudentVote]) -> None:
    both = {v.student for v in votes if v.round == 1} & {v.student for v in votes if v.round == 2}
    moved, counts = flow(votes), tally(votes)
    assert sum(count for *_way, count in moved) == len(both)
    for key in "abc":
        assert sum(n for to, _from, n in moved if to == key) <= counts.get("1", {}).get(key, 0)
        assert sum(n for _from, to, n in moved if to == key) <= counts.get("2", {}).get(key, 0)


def texts(of: object) -> set[str]:
    """All texts in a JSON value but for keys."""
    if isinstance(of, dict):
        return set().union(*map(texts, of.values()), set())
    if isinstance(of, list):
        return set().union(*map(texts, of), set())
    return {of} if isinstance(of, str) else set()


def kinds(address: str) -> set[str]:
    """What can be asked about the node of a step."""
    place = steps.opened(address)
    result = set()
    for kind in KINDS:
        with suppress(dt.DtError):
            result.add(questions.ask(place, kind).question.kind.value)
    return result


KINDS = ["column", "leaf", "score", "class"]


@pytest.mark.parametrize("kind", KINDS)
def test_a_phone_is_not_told_the_answer_before_the_reveal(room: AClass, kind: str) -> None:
    """What differs between the text before the reveal and after it is what the answer is told by:
    none of it is there before, and no tally until it is shown."""
    step = next(n for n in range(9) if kind in kinds(STEP.replace("step=0", f"step={n}")))
    room.lead("go", address=STEP.replace("step=0", f"step={step}"))
    token = room.join()
    room.lead("ask", kind=kind)
    asked = asked_of(room.view().state.question or {})
    told = questions.revealed(asked)
    long = {text for text in texts([told["sums"], told["why"]]) if len(text) > 12}
    secret = long - texts(questions.public(asked))
    assert secret
    for act in ("", "vote", "show", "revote", "vote", "flow"):
        if act == "vote":
            choice = "0.1" if kind == "score" else asked.question.key
            room.post(
                "vote", token, question=1, round=room.view().state.round, choice=choice, sure=1
            )
        elif act:
            room.lead(act)
        text = room.view().of_student(1)
        said = json.loads(text)
        assert said["reveal"] is None
        assert said["advice"] is None
        assert (said["tally"] is not None) == (act in ("show", "flow"))
        assert "right" not in (said["tally"] or {})
        assert not secret & texts(said)
    room.lead("reveal")
    assert secret <= texts(json.loads(room.view().of_student(1)))


SPOTS = {
    "column": STEP.replace("step=0", "step=1"),
    "leaf": STEP.replace("step=0", "step=1"),
    "score": STEP.replace("step=0", "step=1"),
    "class": STEP.replace("step=0", "step=3"),
    "cut": "/grow?data=iris&recipe=cart&step=2",
}


def phone(room: AClass) -> tuple[object, ...]:
    """All bytes that the phones of two students are sent."""
    view = room.view()
    view.prepare()
    shown = view.state.question or {}
    picture = room.get("picture", address=shown["address"], lang="zh").body
    return view.of_student(1), view.of_student(2), view.mark(2), picture


@pytest.mark.parametrize("kind", SPOTS)
def test_a_phone_gets_the_same_bytes_whichever_answer_is_right(
    room: AClass, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two classes that differ in the right answer alone are sent the same until the reveal, and
    not the same at the reveal: it cannot be read from what is sent, in whatever way."""
    room.lead("go", address=SPOTS[kind])
    room.join()
    room.lead("ask", kind=kind)
    asked = asked_of(room.view().state.question or {})
    key = next((one for one in asked.question.keys if one != asked.question.key), "0.5")
    another = replace(asked, question=replace(asked.question, key=key, right=frozenset({key})))
    room.rooms.vote(room.code, room.join(), (1, 1, key, 3))

    def of_another() -> tuple[object, ...]:
        with monkeypatch.context() as patch:
            for module in (classroom_view, routes):
                patch.setattr(module, "asked_of", lambda _record: another)
            patch.setattr(classroom_view, "_public", lambda _record: questions.public(another))
            patch.setattr(
                classroom_view, "_revealed", lambda _record, keys: questions.revealed(another, keys)
            )
            return phone(room)

    for act in ("", "show", "revote", "show", "flow"):
        if act:
            room.lead(act)
        assert of_another() == phone(room)
    room.lead("reveal")
    assert of_another() != phone(room)


def test_the_picture_does_not_tell_either(room: AClass) -> None:
    grown = STEP.replace("step=0", "step=5")
    room.lead("go", address=grown)
    assert b"Outlook" in room.get("picture", address=grown).body
    room.lead("ask", kind="column", node="root")
    for mark in ("", "path:root"):
        answer = room.get("picture", address=grown, mark=mark)
        assert b"Outlook" not in answer.body
        assert answer.headers["cache-control"] == "no-store"  # later, it is another one
    asked = json.loads(room.view().of_student(1))["step"]["picture"]
    answer = room.get("picture", **dict(parse_qsl(urlsplit(asked).query)))
    assert answer.headers["cache-control"] == "private, max-age=300"
    room.lead("reveal")
    assert b"Outlook" in room.get("picture", address=grown).body


def test_the_teacher_sees_the_share_of_right_answers(room: AClass) -> None:
    tokens = [room.join() for _student in range(4)]
    room.lead("ask", kind="column")  # of the 14 days, Outlook: Quinlan 1986
    for token, choice in zip(tokens, ["0", "1", "2", "0"], strict=True):
        assert room.vote(token, choice) == 200
    said = json.loads(room.view().teacher)
    assert said["tally"] == {
        "1": {"0": 2, "1": 1, "2": 1},
        "right": 0.5,
        "sure": {"0": 2, "1": 2, "2": 2},
    }
    assert said["advice"] == questions.advice(0.5)
    assert said["question"]["answered"] == 4
    room.lead("show")
    room.lead("revote")  # the last vote there is
    assert room.vote(tokens[0], "0", round=2) == 200
    assert room.vote(tokens[1], "1", round=2) == 200
    last = json.loads(room.view().teacher)
    assert last["tally"]["right"] == 0.5
    assert "vote again" in said["advice"]["en"]
    assert "vote again" not in last["advice"]["en"]
    asked = room.view().asked
    assert asked is not None
    assert share_right(asked, []) is None


def test_who_chose_otherwise_is_looked_for_once_it_is_shown(room: AClass) -> None:
    tokens = [room.join(), room.join()]
    room.lead("ask", kind="column")
    room.vote(tokens[0], "0")
    room.vote(tokens[1], "2")
    assert json.loads(room.view().own(1))["find"] is None
    room.lead("show")
    assert json.loads(room.view().own(1))["find"]["en"] == "Find someone who chose Humidity."
    assert json.loads(room.view().own(2))["find"]["en"] == "Find someone who chose Outlook."
    assert json.loads(room.view().own(3))["find"] is None


def test_a_weighing_is_told_once_the_board_has_told_it(room: AClass) -> None:
    """The room may guess before; what was told stays so, and at the next step it guesses anew."""
    weighed, best = STEP + "&weigh=root", "Outlook is best"
    room.lead("go", address=weighed)
    room.join()

    def statements() -> list[str]:
        texts = (room.view().teacher, room.view().of_student(1))
        return [json.loads(text)["step"]["statement"]["en"] for text in texts]

    assert statements() == ["Which question is best?"] * 2
    room.lead("tell", on=True)
    assert all(best in said for said in statements())
    room.lead("tell", on=False)
    assert statements() == ["Which question is best?"] * 2
    room.lead("ask", kind="column")
    room.lead("reveal")
    room.lead("dismiss")  # the answer was on the board
    assert all(best in said for said in statements())
    room.lead("go", address=weighed)
    assert statements() == ["Which question is best?"] * 2
    room.lead("go", address=STEP.replace("step=0", "step=1"))  # nothing is weighed
    assert statements()[0] == json.loads(room.view().teacher)["step"]["statement"]["en"] != ""


def test_phones_weigh_with_the_board(room: AClass) -> None:
    """The candidates as they come in the table; what they score and the sum once it is told."""
    room.lead("go", address=STEP + "&weigh=root")
    room.join()

    def weighing() -> dict[str, object]:
        found: dict[str, object] = json.loads(room.view().of_student(1))["step"]["weighing"]
        return found

    names = ["Outlook", "Temperature", "Humidity", "Wind"]
    assert weighing()["rows"] == [
        {"name": {"en": en, "zh": zh}}
        for en, zh in zip(names, ["天气", "气温", "湿度", "风力"], strict=True)
    ]
    assert weighing()["sums"] == []
    assert weighing()["told"] is False
    untold = room.view().of_student(1)
    room.lead("tell", on=True)
    found = weighing()
    assert found["told"] is True
    assert "0.2467" not in untold
    assert [row["value"]["en"] for row in found["rows"]] == ["0.2467", "0.1518", "0.0481", "0.0292"]  # type: ignore[attr-defined]
    assert found["sums"][0]["text"] == "g(D,A) = 0.9402860 − 0.6935361 = 0.2467"  # type: ignore[index]


def test_a_weighing_is_the_same_bytes_whichever_candidate_is_best(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Until it is told: what was worked out may be anything, and no byte differs."""
    place = steps.opened(STEP + "&weigh=root")
    untold, told = (json.dumps(weighed.weighing(place, known)) for known in (False, True))
    worked_out = lecture.weighing

    def otherwise(*given: Any) -> dict[str, Any]:
        found = worked_out(*given) or {}
        listed = found["candidates"]
        turned = [row | {"best": not row["best"], "value": "0.5"} for row in listed["rows"][::-1]]
        return found | {"candidates": listed | {"rows": turned}, "sum": None, "notes": None}

    monkeypatch.setattr(lecture, "weighing", otherwise)
    assert json.dumps(weighed.weighing(place, False)) == untold
    assert json.dumps(weighed.weighing(place, True)) != told


def test_who_looks_around_at_a_weighing_is_told_nothing_ahead(room: AClass) -> None:
    room.lead("go", address=STEP + "&weigh=root")
    token = room.join()
    assert room.post("at", token, address=f"{STEP}&weigh=root&node=root").status == 200
    assert "0.2467" not in room.view().of_student(1)
    room.lead("tell", on=True)
    assert "0.2467" in room.view().of_student(1)


def test_who_looks_around_weighs_no_node_before_the_class(room: AClass) -> None:
    """After step 5 the node of Rain is weighed: no address of a student's names it before."""
    at = [STEP.replace("step=0", f"step={n}") for n in range(7)]
    token, room.limits.moves.burst = room.join(), 50

    def looks(address: str) -> int:
        return room.post("at", token, address=address).status

    for lead in (at[2], at[5], f"{at[2]}&weigh=root"):
        room.lead("go", address=lead)
        assert looks(f"{at[1]}&weigh=2") == looks(f"{lead}&weigh=2") == 400
    room.lead("go", address=f"{at[5]}&weigh=2")
    assert looks(f"{at[2]}&weigh=2") == looks(f"{at[5]}&weigh=root") == 400
    assert looks(f"{at[1]}&weigh=0") == looks(at[5]) == looks(f"{at[5]}&weigh=2") == 200
    room.lead("go", address=at[6])
    assert looks(f"{at[5]}&weigh=2") == 200
    assert weighed_by_student(room) == {"name", "value", "share", "best"}
    room.lead("go", address=at[2])  # back: the class has come to it no more
    assert weighed_by_student(room) == {"name"}


def weighed_by_student(room: AClass) -> set[str]:
    """What is told of each candidate at the step that a student looks at."""
    found = json.loads(room.view().of_student(1))["step"]["weighing"]
    return {key for row in found["rows"] for key in row}


def test_who_looks_around_makes_no_moves_of_ones_own(room: AClass) -> None:
    """By hand a leaf could come before its turn, and what is weighed next with it."""
    there = steps.opened(STEP.replace("step=0", "step=1")).lesson
    asked = there.show_candidates((2,)).candidate
    assert asked is not None
    assert asked.split is not None
    by_hand = steps.address_of(there.do(dt.Expand((2,), asked.split)), None)
    room.lead("go", address=STEP.replace("step=0", "step=2"))
    token = room.join()
    assert room.post("at", token, address=by_hand).status == 400
    room.lead("go", address=by_hand)
    assert room.post("at", token, address=by_hand).status == 200


@pytest.mark.parametrize(
    ("kind", "label", "best"), [("column", "gain (bits)", "0.2467"), ("cut", "decrease", "0.3897")]
)
def test_at_the_reveal_each_choice_has_its_score(kind: str, label: str, best: str) -> None:
    address = STEP if kind == "column" else SPOTS["cut"]
    asked = questions.ask(steps.opened(address), kind)
    scores = questions.revealed(asked)["scores"]
    assert label in scores["label"]["en"].lower()
    assert scores["of"][asked.question.key]["en"].startswith(best)
    assert set(scores["of"]) == set(asked.question.keys) - {"leaf"}


def test_who_votes_once_has_voted(room: AClass) -> None:
    """What one chose first stands if one does not vote again; Page Up hides the answer again."""
    token = room.join()
    room.lead("ask", kind="column")
    asked = asked_of(room.view().state.question or {})
    room.post("vote", token, question=1, round=1, choice=asked.question.key, sure=3)
    for act in ("show", "revote"):
        room.lead(act)
    assert json.loads(room.view().of_student(1))["mine"]["vote"] is None  # of this vote
    room.lead("show")
    room.lead("reveal")
    assert json.loads(room.view().of_student(1))["mine"]["vote"] == asked.question.key
    assert json.loads(room.view().teacher)["tally"]["right"] == 1
    room.lead("back")
    assert room.view().state.phase == "flow"
    assert json.loads(room.view().of_student(1))["reveal"] is None
