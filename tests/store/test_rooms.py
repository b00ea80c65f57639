"""A class is kept by its laws, on both databases: who leads, whose vote counts, what goes."""

from __future__ import annotations

from dataclasses import dataclass, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import func, select

from pages.store import schema
from pages.store.rooms import (
    KEPT,
    LETTERS,
    LIFE,
    TEACHER,
    NoRoomError,
    NotAllowedError,
    NotTakenError,
    Room,
    RoomEndedError,
    Rooms,
    RoomStanding,
)
from pages.store.schema import engine_of
from tests.strategies import law

VOTING = RoomStanding("{}", question=1, round=1, takes="vote")


@dataclass
class Clock:
    """A time that goes on only when it is told to."""

    time: float = 1e9

    def __call__(self) -> float:
        return self.time


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def rooms(url: str, clock: Clock) -> Rooms:
    return Rooms(engine_of(url), clock)


def tallied(rooms: Rooms, code: str) -> list[tuple[int, int, str, int]]:
    return [(one.student, one.round, one.choice, one.sure) for one in rooms.look(code).votes]


def test_a_code_can_be_read_aloud_and_a_secret_not_be_guessed(rooms: Rooms) -> None:
    code, secret = rooms.open(VOTING)
    assert len(code) == 6
    assert set(code) <= set(LETTERS)
    assert not set(LETTERS) & set("AEIOUY01")
    assert len(secret) == 32  # 192 bits
    assert rooms.who(code, secret) == TEACHER
    assert rooms.who(code, secret[:-1]) is None
    assert rooms.who(rooms.open(VOTING)[0], secret) is None
    with rooms.engine.connect() as connection:
        assert secret not in str(connection.execute(select(schema.rooms)).all())


def test_a_second_vote_in_a_round_replaces_the_first(rooms: Rooms) -> None:
    code, _secret = rooms.open(VOTING)
    token = rooms.join(code).token
    assert rooms.vote(code, token, (1, 1, "0", 1)) == 1
    assert rooms.vote(code, token, (1, 1, "2", 3)) == 1
    assert tallied(rooms, code) == [(1, 1, "2", 3)]


def test_round_two_leaves_round_one(rooms: Rooms) -> None:
    code, secret = rooms.open(VOTING)
    token = rooms.join(code).token
    rooms.vote(code, token, (1, 1, "0", 2))
    rooms.lead(code, secret, lambda room: replace(room.standing, round=2))
    rooms.vote(code, token, (1, 2, "1", 3))
    assert tallied(rooms, code) == [(1, 1, "0", 2), (1, 2, "1", 3)]


@pytest.mark.parametrize(
    ("sent", "standing"),
    [
        ((2, 1, "0", 1), VOTING),
        ((1, 2, "0", 1), VOTING),
        ((1, 1, "0", 1), replace(VOTING, takes="")),
        ((1, 1, "0", 1), replace(VOTING, takes="row")),
    ],
)
def test_what_is_not_asked_is_not_counted(
    rooms: Rooms, sent: tuple[int, int, str, int], standing: RoomStanding
) -> None:
    code, _secret = rooms.open(standing)
    token = rooms.join(code).token
    with pytest.raises(NotTakenError):
        rooms.vote(code, token, sent)
    assert rooms.votes(code) == ()


def test_a_token_opens_its_own_room_alone(rooms: Rooms) -> None:
    code, other = rooms.open(VOTING)[0], rooms.open(VOTING)[0]
    token = rooms.join(code).token
    for wrong in ((other, token), (code, "no such token"), (code, "")):
        with pytest.raises(NotAllowedError):
            rooms.vote(*wrong, (1, 1, "0", 1))
    assert rooms.votes(code) == rooms.votes(other) == ()
    with pytest.raises(NoRoomError):
        rooms.vote("BBBBBB", token, (1, 1, "0", 1))


def test_who_comes_again_is_the_same_student(rooms: Rooms) -> None:
    code, secret = rooms.open(VOTING)
    first, second = rooms.join(code), rooms.join(code)
    assert (first.number, second.number) == (1, 2)
    assert rooms.join(code, first.token) == first
    assert rooms.join(code, "of another room").number == 3
    rooms.lead(code, secret, lambda room: replace(room.standing, locked=True))
    assert rooms.join(code, second.token) == second
    with pytest.raises(NotAllowedError):
        rooms.join(code)


def test_a_room_has_so_many_seats(rooms: Rooms, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pages.store.rooms.MOST_STUDENTS", 2)
    code, _secret = rooms.open(VOTING)
    first, _second = rooms.join(code), rooms.join(code)
    with pytest.raises(NotAllowedError, match="full"):
        rooms.join(code)
    assert rooms.join(code, first.token) == first


def test_nobody_leads_without_the_secret(rooms: Rooms) -> None:
    code, secret = rooms.open(VOTING)
    token, other = rooms.join(code).token, rooms.open(VOTING)[1]
    for wrong in ("", token, other, secret.lower()):
        with pytest.raises(NotAllowedError):
            rooms.lead(code, wrong, lambda room: replace(room.standing, takes=""))
        with pytest.raises(NotAllowedError):
            rooms.forget(code, wrong)
    assert rooms.find(code).standing == VOTING
    rooms.lead(code, secret, lambda room: replace(room.standing, takes=""))
    assert rooms.find(code).standing.takes == ""


def test_what_leading_raises_changes_nothing(rooms: Rooms) -> None:
    code, secret = rooms.open(VOTING)

    def refuse(room: Room) -> RoomStanding:
        raise NotTakenError("No.")

    with pytest.raises(NotTakenError):
        rooms.lead(code, secret, refuse)
    assert rooms.find(code) == Room(code, VOTING, 1, 1e9)


def test_a_class_ends_by_its_teacher_or_by_itself(rooms: Rooms, clock: Clock) -> None:
    (ended, secret), (late, _other) = rooms.open(VOTING), rooms.open(VOTING)
    tokens = {code: rooms.join(code).token for code in (ended, late)}
    rooms.vote(late, tokens[late], (1, 1, "0", 1))
    rooms.lead(ended, secret, lambda room: replace(room.standing, ended=True))
    clock.time += LIFE + 1
    for code, token in tokens.items():
        assert rooms.find(code).standing.ended
        for again in (
            lambda code=code, token=token: rooms.vote(code, token, (1, 1, "1", 1)),
            lambda code=code, token=token: rooms.join(code, token),
            lambda code=code: rooms.lead(code, secret, lambda room: room.standing),
        ):
            with pytest.raises((RoomEndedError, NotAllowedError)):
                again()
    assert [one.choice for one in rooms.votes(late)] == ["0"]  # to be looked at afterwards


def test_all_of_it_goes_a_day_later(rooms: Rooms, clock: Clock) -> None:
    code, _secret = rooms.open(VOTING)
    rooms.vote(code, rooms.join(code).token, (1, 1, "0", 1))
    clock.time += LIFE + KEPT - 1
    assert rooms.expire() == 0
    clock.time += 2
    with pytest.raises(NoRoomError):
        rooms.find(code)
    assert rooms.expire() == 1
    with rooms.engine.connect() as connection:
        for table in (schema.rooms, schema.students, schema.votes, schema.answers):
            assert connection.scalar(select(func.count()).select_from(table)) == 0


def test_forgotten_is_forgotten_at_once(rooms: Rooms) -> None:
    code, secret = rooms.open(replace(VOTING, takes="row"))
    rooms.answer(code, rooms.join(code).token, 1, "[1]")
    rooms.forget(code, secret)
    with pytest.raises(NoRoomError):
        rooms.look(code)
    with rooms.engine.connect() as connection:
        assert connection.scalar(select(func.count()).select_from(schema.answers)) == 0


def test_each_change_is_told(rooms: Rooms) -> None:
    code, _secret = rooms.open(VOTING)
    if rooms.engine.dialect.name == "postgresql":
        pytest.skip("PostgreSQL tells it by NOTIFY: see test_class_hub")
    token = rooms.join(code).token
    told = [rooms.versions([code])[code]]
    rooms.vote(code, token, (1, 1, "0", 1))
    told.append(rooms.versions([code])[code])
    rooms.move(code, token, "/grow?step=1")
    told.append(rooms.versions([code])[code])
    rooms.seen(code, [1])
    told.append(rooms.versions([code])[code])
    assert told == sorted(set(told))


def test_who_is_here_is_counted(rooms: Rooms, clock: Clock) -> None:
    code, _secret = rooms.open(VOTING)
    for _student in range(3):
        rooms.join(code)
    rooms.seen(code, [1, 3])
    assert (rooms.look(code).here, rooms.look(code).joined) == (2, 3)
    rooms.seen(code, [1], gone=[3])
    assert rooms.look(code).here == 1
    clock.time += 120  # a process that died
    assert rooms.look(code).here == 0


SENT = st.tuples(st.integers(0, 2), st.integers(1, 2), st.integers(1, 2), st.sampled_from("abc"))


@law
@given(st.lists(SENT, max_size=12), st.integers(1, 2))
def test_the_tally_is_the_last_valid_vote_of_each(
    sent: list[tuple[int, int, int, str]], round_: int
) -> None:
    rooms = Rooms(engine_of("sqlite://"))
    code, _secret = rooms.open(replace(VOTING, round=round_))
    tokens = [rooms.join(code).token for _student in range(3)]
    last = {}
    for student, question, voted, chosen in sent:
        try:
            rooms.vote(code, tokens[student], (question, voted, chosen, 2))
        except NotTakenError:
            assert (question, voted) != (1, round_)
        else:
            last[student + 1] = chosen
    assert {one.student: one.choice for one in rooms.votes(code)} == last
    rooms.engine.dispose()
