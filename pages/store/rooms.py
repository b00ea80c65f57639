"""What is kept of a live class: its room, who is in it as numbers, their votes and their answers.

A student votes once in a round of a question: the next vote replaces the one before. Where a class
is in its lesson is text to this module (``Standing.state``), which knows only whether anything is
taken now. A room ends after ``LIFE`` hours, and all of it goes ``KEPT`` after its end. Whoever
listens to a room learns of each change by its ``version`` (SQLite) or by NOTIFY (PostgreSQL).
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from hashlib import sha256
from hmac import compare_digest
from secrets import choice, token_urlsafe
from typing import Any, Final

from sqlalchemy import (
    Connection,
    Engine,
    Row,
    Select,
    Table,
    delete,
    func,
    insert,
    select,
    text,
    update,
)
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import IntegrityError

from pages.store.schema import answers, rooms, students, votes
from pages.store.store import DAY, HOUR, StoreError, reading, writing

LETTERS: Final = "BCDFGHJKLMNPQRSTVWXZ23456789"
"""Of a code: no vowels, so that none is a word, and nothing that is taken for another letter."""
LENGTH: Final = 6
LIFE: Final = 12 * HOUR
KEPT: Final = DAY
MOST_STUDENTS: Final = 300
MOST_ROOMS: Final = 2_000
LONGEST_STATE: Final = 400_000
TEACHER: Final = 0
CHANNEL: Final = "nbn_room"
"""Of PostgreSQL's NOTIFY; what is said there is the code of a room."""
HERE: Final = 50.0
"""Seconds for which a student counts as connected after the last sign."""


class NoRoomError(StoreError):
    """There is no such room, or not any more."""


class RoomEndedError(StoreError):
    """The class is over."""


class NotAllowedError(StoreError):
    """The secret or the token is another one, or nobody may come in now."""


class NotTakenError(StoreError):
    """What was sent is not asked for now."""


@dataclass(frozen=True)
class RoomStanding:
    """Where a class is: ``state`` as the pages write it, and what is taken: a ``vote`` on
    ``question`` in ``round``, a ``row`` of the survey with the number ``question``, or ""."""

    state: str
    question: int = 0
    round: int = 0
    takes: str = ""
    locked: bool = False
    ended: bool = False


@dataclass(frozen=True)
class Room:
    """A room as it is. ``version`` grows with each change; ``over``: when its teacher ended it."""

    code: str
    standing: RoomStanding
    version: int
    made: float
    over: float | None = None

    @property
    def until(self) -> float:
        """When it is deleted."""
        return min(self.over or self.made + LIFE, self.made + LIFE) + KEPT


@dataclass(frozen=True)
class Student:
    """``token`` is told once, to the student."""

    number: int
    token: str


@dataclass(frozen=True)
class StudentVote:
    student: int
    question: int
    round: int
    choice: str
    sure: int


@dataclass(frozen=True)
class RoomLook:
    """All that is shown of a room: its votes on the present question, the answers of the present
    survey by student, where students are who are not with the teacher, and how many are here."""

    room: Room
    joined: int
    here: int
    votes: tuple[StudentVote, ...]
    answers: Mapping[int, str]
    places: Mapping[int, str]


@dataclass(frozen=True)
class Rooms:
    """The rooms of a database. All that it does raises StoreError if the database cannot do it,
    and NoRoomError if there is no such room."""

    engine: Engine
    now: Callable[[], float] = time.time

    def open(self, standing: RoomStanding) -> tuple[str, str]:
        """A new room: its code, and the secret of whoever leads it."""
        secret = token_urlsafe(24)
        kept = {"secret_hash": _hash(secret), "version": 1, "made": self.now(), "ended": None}
        for _attempt in range(5):
            code = "".join(choice(LETTERS) for _ in range(LENGTH))
            try:
                with writing(self.engine) as connection:
                    if _count(connection, rooms) >= MOST_ROOMS:
                        raise StoreError("This server has too many classes now. Try again later.")
                    connection.execute(insert(rooms).values(code=code, **kept, **_row(standing)))
                return code, secret
            except StoreError as problem:
                if not isinstance(problem.__cause__, IntegrityError):
                    raise
        raise StoreError("This server has too many classes now. Try again later.")

    def find(self, code: str) -> Room:
        """Raises NoRoomError."""
        with reading(self.engine) as connection:
            return self._room(connection, code)

    def who(self, code: str, token: str) -> int | None:
        """Whose a token is: the number of a student, ``TEACHER`` if it is the secret, or None."""
        mine = (students.c.room == code) & (students.c.token_hash == _hash(token))
        with reading(self.engine) as connection:
            if self._has_secret(connection, code, token):
                return TEACHER
            return connection.scalar(select(students.c.number).where(mine))

    def join(self, code: str, token: str = "") -> Student:
        """Come in, or come in again with an old token. Raises RoomEndedError, or NotAllowedError
        if the room is locked or full."""
        with writing(self.engine) as connection:
            room = self._open_room(connection, code, _exclusive)
            mine = (students.c.room == code) & (students.c.token_hash == _hash(token))
            known = connection.scalar(select(students.c.number).where(mine)) if token else None
            if known is not None:
                return Student(known, token)
            if room.standing.locked:
                raise NotAllowedError("This class is locked: nobody else can join now.")
            last = select(func.max(students.c.number)).where(students.c.room == code)
            number = (connection.scalar(last) or 0) + 1
            if number > MOST_STUDENTS:
                raise NotAllowedError(
                    "This class is full: {n} students are in it.", n=MOST_STUDENTS
                )
            token = token_urlsafe(18)
            new = {"room": code, "number": number, "token_hash": _hash(token)}
            connection.execute(insert(students).values(**new, place="", seen=0.0))
            _changed(connection, code)
            return Student(number, token)

    def lead(self, code: str, secret: str, alter: Callable[[Room], RoomStanding]) -> Room:
        """Go on with a class as ``alter`` says of where it is. Raises NotAllowedError or
        RoomEndedError, and what ``alter`` raises."""
        with writing(self.engine) as connection:
            if not self._has_secret(connection, code, secret):
                raise NotAllowedError("Only the teacher of this class can do this.")
            room = self._open_room(connection, code, _exclusive)
            standing = alter(room)
            if len(standing.state) > LONGEST_STATE:
                raise NotTakenError("This class has asked as much as it can. Open another one.")
            ended = self.now() if standing.ended else None
            this = update(rooms).where(rooms.c.code == code)
            connection.execute(this.values(**_row(standing), ended=ended))
            _changed(connection, code, always=True)
            return Room(code, standing, room.version + 1, room.made)

    def vote(self, code: str, token: str, vote: tuple[int, int, str, int]) -> int:
        """Take a vote (question, round, choice, how sure); whose it is. Raises RoomEndedError,
        NotAllowedError, or NotTakenError if something else is asked now."""
        question, round_, chosen, sure = vote
        with writing(self.engine) as connection:
            room, student = self._taken_from(connection, code, token)
            now = room.standing
            if (now.takes, now.question, now.round) != ("vote", question, round_):
                raise NotTakenError(
                    "This vote is closed. Look at the screen for what is asked now."
                )
            key = {"room": code, "question": question, "round": round_, "student": student}
            _replace(connection, votes, key, {"choice": chosen, "sure": sure})
            _changed(connection, code)
            return student

    def answer(self, code: str, token: str, survey: int, given: str) -> int:
        """Take a row of the class's table; whose it is. Raises as ``vote``."""
        with writing(self.engine) as connection:
            room, student = self._taken_from(connection, code, token)
            if (room.standing.takes, room.standing.question) != ("row", survey):
                raise NotTakenError("The class's table takes no rows now.")
            key = {"room": code, "survey": survey, "student": student}
            _replace(connection, answers, key, {"given": given})
            _changed(connection, code)
            return student

    def move(self, code: str, token: str, place: str) -> int:
        """Write down where a student is; "" is with the teacher. Raises as ``vote``."""
        with writing(self.engine) as connection:
            _room, student = self._taken_from(connection, code, token)
            mine = (students.c.room == code) & (students.c.number == student)
            connection.execute(update(students).where(mine).values(place=place))
            _changed(connection, code)
            return student

    def gather(self, code: str) -> None:
        """Bring all students to the step where the teacher is."""
        with writing(self.engine) as connection:
            connection.execute(update(students).where(students.c.room == code).values(place=""))
            _changed(connection, code)

    def seen(self, code: str, here: Collection[int], gone: Collection[int] = ()) -> None:
        """Write down who is connected, and who is no longer."""
        with writing(self.engine) as connection:
            for numbers, when in ((here, self.now()), (gone, 0.0)):
                some = (students.c.room == code) & students.c.number.in_(numbers)
                connection.execute(update(students).where(some).values(seen=when))
            _changed(connection, code)

    def look(self, code: str) -> RoomLook:
        """All that is shown of a room. Raises NoRoomError."""
        with reading(self.engine) as connection:
            room = self._room(connection, code)
            asked = room.standing.question
            counted = select(students.c.number, students.c.place, students.c.seen)
            people = connection.execute(counted.where(students.c.room == code)).all()
            this = answers.c.survey == asked
            given = select(answers.c.student, answers.c.given).where(answers.c.room == code, this)
            rows = connection.execute(given.order_by(answers.c.student)).all()
            late = self.now() - HERE
            return RoomLook(
                room,
                joined=len(people),
                here=sum(one.seen > late for one in people),
                votes=_votes(connection, code, asked),
                answers={one.student: one.given for one in rows},
                places={one.number: one.place for one in people if one.place},
            )

    def votes(self, code: str) -> tuple[StudentVote, ...]:
        """All votes on all questions."""
        with reading(self.engine) as connection:
            return _votes(connection, code)

    def rows(self, code: str) -> dict[int, int]:
        """How many answered each of the class's tables."""
        many = select(answers.c.survey, func.count()).where(answers.c.room == code)
        with reading(self.engine) as connection:
            return {row[0]: row[1] for row in connection.execute(many.group_by(answers.c.survey))}

    def versions(self, codes: Iterable[str]) -> dict[str, int]:
        """Of those rooms that there are."""
        wanted = select(rooms.c.code, rooms.c.version).where(rooms.c.code.in_(list(codes)))
        with reading(self.engine) as connection:
            return {row.code: row.version for row in connection.execute(wanted)}

    def forget(self, code: str, secret: str) -> None:
        """Delete all that is kept of a class. Raises NotAllowedError."""
        with writing(self.engine) as connection:
            if not self._has_secret(connection, code, secret):
                raise NotAllowedError("Only the teacher of this class can do this.")
            _changed(connection, code)
            _delete(connection, [code])

    def expire(self) -> int:
        """Delete the rooms whose end is ``KEPT`` ago; how many."""
        late = self.now() - KEPT
        with writing(self.engine) as connection:
            gone = (rooms.c.ended < late) | (rooms.c.made < late - LIFE)
            codes = list(connection.scalars(select(rooms.c.code).where(gone)))
            _delete(connection, codes)
        return len(codes)

    def listed(self) -> list[tuple[float, float | None, int]]:
        """When each room was opened, when it was ended, and how many students are in it."""
        many = func.count(students.c.number)
        all_of_them = select(rooms.c.made, rooms.c.ended, many).outerjoin(students)
        with reading(self.engine) as connection:
            rows = connection.execute(all_of_them.group_by(rooms.c.code).order_by(rooms.c.made))
            return [(made, ended, number) for made, ended, number in rows]

    def _room(self, connection: Connection, code: str, lock: _Lock | None = None) -> Room:
        wanted = select(rooms).where(rooms.c.code == code)
        found = connection.execute(lock(wanted) if lock else wanted).one_or_none()
        if found is None or self.now() > found.made + LIFE + KEPT:
            raise NoRoomError(
                "There is no class with this code. Look at the code on the screen again."
            )
        over = found.ended is not None or self.now() > found.made + LIFE
        return Room(code, _standing(found, over), found.version, found.made, found.ended)

    def _open_room(self, connection: Connection, code: str, lock: _Lock) -> Room:
        room = self._room(connection, code, lock)
        if room.standing.ended:
            raise RoomEndedError("This class is over.")
        return room

    def _taken_from(self, connection: Connection, code: str, token: str) -> tuple[Room, int]:
        """The room as it stays until the transaction ends, and the student. Votes do not wait for
        each other, only for the teacher."""
        room = self._open_room(connection, code, _in_common)
        mine = (students.c.room == code) & (students.c.token_hash == _hash(token))
        number = connection.scalar(select(students.c.number).where(mine))
        if number is None:
            raise NotAllowedError("This phone is not in the class. Join it again.")
        return room, number

    def _has_secret(self, connection: Connection, code: str, secret: str) -> bool:
        self._room(connection, code)
        known = connection.scalar(select(rooms.c.secret_hash).where(rooms.c.code == code))
        return known is not None and compare_digest(known, _hash(secret))


_Lock = Callable[[Select[Any]], Select[Any]]
"""How a row is held until the end of a transaction. SQLite lets one write at a time anyway."""


def _exclusive(wanted: Select[Any]) -> Select[Any]:
    return wanted.with_for_update()


def _in_common(wanted: Select[Any]) -> Select[Any]:
    return wanted.with_for_update(read=True)


def _row(standing: RoomStanding) -> dict[str, Any]:
    names = ("state", "question", "round", "takes", "locked")
    return {name: getattr(standing, name) for name in names}


def _standing(row: Row[Any], ended: bool) -> RoomStanding:
    takes = "" if ended else row.takes
    return RoomStanding(row.state, row.question, row.round, takes, row.locked, ended)


def _votes(
    connection: Connection, code: str, question: int | None = None
) -> tuple[StudentVote, ...]:
    names = ("student", "question", "round", "choice", "sure")
    wanted = select(*(votes.c[name] for name in names)).where(votes.c.room == code)
    if question is not None:
        wanted = wanted.where(votes.c.question == question)
    order = wanted.order_by(votes.c.question, votes.c.round, votes.c.student)
    return tuple(StudentVote(*row) for row in connection.execute(order))


def _replace(
    connection: Connection, table: Table, key: Mapping[str, Any], values: Mapping[str, Any]
) -> None:
    dialect = postgresql if connection.dialect.name == "postgresql" else sqlite
    put = dialect.insert(table).values(**key, **values)
    connection.execute(put.on_conflict_do_update(index_elements=list(key), set_=dict(values)))


def _changed(connection: Connection, code: str, always: bool = False) -> None:
    """Those who listen learn of it. With NOTIFY no version is needed, for which all who vote at
    once would wait for each other."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_notify(:channel, :code)"), _said(code))
    if always or connection.dialect.name != "postgresql":
        this = update(rooms).where(rooms.c.code == code)
        connection.execute(this.values(version=rooms.c.version + 1))


def _said(code: str) -> dict[str, str]:
    return {"channel": CHANNEL, "code": code}


def _delete(connection: Connection, codes: list[str]) -> None:
    """What is in a room goes with it, by the keys of the tables."""
    connection.execute(delete(rooms).where(rooms.c.code.in_(codes)))


def _count(connection: Connection, table: Table) -> int:
    return connection.scalar(select(func.count()).select_from(table)) or 0


def _hash(secret: str) -> str:
    return sha256(secret.encode("utf-8", "replace")).hexdigest()
