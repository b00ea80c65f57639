"""What a class is shown now: a text for its teacher, and one for students with each one's own.

A student's text before the reveal is made of what is public alone: neither the answer nor, before
it is shown, the tally is in it. Not done here: who gets it when (``hub``).
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final
from urllib.parse import urlencode

import dtcore as dt
from dtcore.model import NodeId
from dtshow.scene.tree.tree_look import name_of
from pages.store.rooms import RoomLook, StudentVote
from pages.ui.classroom import names, picture, questions, steps, survey
from pages.ui.classroom.class_state import ASKING, VOTE, ClassState, asked_of, state_of
from pages.ui.classroom.class_table import edition, form_of, grown
from pages.ui.classroom.onward import answered, apart, holds_back, onward
from pages.ui.classroom.questions import ClassQuestion
from pages.ui.classroom.steps import Both
from pages.ui.classroom.survey import SurveyTree
from pages.ui.classroom.weighed import weighing
from pages.ui.shell import cache

Json = dict[str, Any]
SHOWN: Final = ("shown", "flow", "revealed")
"""Phases in which students see the tally."""
MOST_WHYS: Final = 60
"""Different answers of which it is said what is wrong with them; typed ones can be many."""


def tally(votes: Iterable[StudentVote]) -> dict[str, dict[str, int]]:
    """How many chose what, by round."""
    result: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for vote in votes:
        result[str(vote.round)][vote.choice] += 1
    return {round_: dict(counts) for round_, counts in result.items()}


def sure(votes: Iterable[StudentVote]) -> dict[str, float]:
    """How sure those were on average who chose it, from 1 to 3."""
    said: defaultdict[str, list[int]] = defaultdict(list)
    for vote in votes:
        said[vote.choice].append(vote.sure)
    return {key: round(sum(some) / len(some), 2) for key, some in said.items()}


def share_right(asked: ClassQuestion, votes: Iterable[StudentVote]) -> float | None:
    """Of the votes; None if there is none."""
    counts = Counter(vote.choice for vote in votes)
    right = sum(count for key, count in counts.items() if questions.right(asked, key))
    return right / counts.total() if counts else None


def flow(votes: Iterable[StudentVote]) -> list[tuple[str, str, int]]:
    """Who went where between the rounds, of those who voted in both."""
    rounds: dict[int, dict[int, str]] = {1: {}, 2: {}}
    for vote in votes:
        rounds[vote.round][vote.student] = vote.choice
    moved = Counter((rounds[1][who], to) for who, to in rounds[2].items() if who in rounds[1])
    return [(before, after, count) for (before, after), count in sorted(moved.items())]


def picture_of(code: str, address: str, mark: str = "") -> str:
    """Where a picture is, but for its language."""
    return f"/class/{code}/picture?{urlencode({'address': address, 'mark': mark})}"


@cache.shared(cache.store(64))
def _step(address: str, hidden: bool, told: bool) -> Json:
    place = steps.opened(address)
    return {
        **steps.step(place, hidden, told),
        "weighing": None if hidden else weighing(place, told),
    }


@cache.shared(cache.store(64))
def _revealed(record: str, keys: tuple[str, ...]) -> Json:
    return questions.revealed(asked_of(json.loads(record)), keys)


def step_of(
    code: str, address: str, hidden: bool = False, mark: str = "", told: bool = True
) -> Json:
    """A step as it is shown, or what is wrong with it: its table may be gone by now."""
    try:
        return {**_step(address, hidden, told), "picture": picture_of(code, address, mark)}
    except dt.DtError as problem:
        trouble = steps.trouble(problem)
        nowhere = {"next": None, "back": None, "picture": None}
        return {"address": address, "title": trouble, "statement": trouble, **nowhere}


def lesson_step(code: str, state: ClassState, mark: str = "") -> Json:
    """Where the class is in its lesson, in the words of a guided one where it is in one: which
    ``stop``, and whether its sentence is ``held`` back, or leaves one to ``guess``. A stop without
    a step of Grow has a link, and the tree of its page if it shows one; from a step that is none
    of the lesson's, one returns."""
    here = step_of(code, state.address, mark=mark, told=state.told)
    if not state.stops:
        return here
    try:
        said = _at_stop(code, state, here)
    except dt.DtError:  # the step says what is wrong
        said = {"held": False}
    return here | {"stop": [state.at + 1, len(state.stops)]} | said


def _at_stop(code: str, state: ClassState, here: Json) -> Json:
    """What a stop says of the step that is ``here``, and in its place. Raises DtError."""
    stop = state.stop
    held = stop is None or (not state.told and holds_back(state))
    if stop is None:
        return {"held": held}
    tree = f"/class/{code}/picture?stop={state.at}" if stop.get("tree") else None
    elsewhere = {} if stop["step"] else {"picture": tree, "weighing": None, "back": None}
    if state.asks:
        says = _public(json.dumps(state.asks, sort_keys=True))["text"]
    else:
        says = here["statement"] if held else stop["says"] or here["statement"]
    named = {"title": stop["title"] or here["title"], "statement": says, "open": stop["open"]}
    seen = {"guess": bool(stop.get("guess")), "look": stop.get("look", {})}
    return elsewhere | {"held": held} | seen | named


@dataclass(frozen=True)
class View:
    """All texts of one moment of a class."""

    look: RoomLook

    @cached_property
    def state(self) -> ClassState:
        return state_of(self.look.room.standing)

    @cached_property
    def teacher(self) -> str:
        """With the tally, which her page shows when she asks for it."""
        votes = self._tally | self._judged if self.asked else None
        hers = (
            {"role": "teacher", "tally": votes, "on": self._on, "told": self.state.told}
            | {"guided": bool(self.state.stops)}
            | self._where
            | self._advised
        )
        if self._survey:
            hers["survey"] = self._survey | {"picture": self._picture()}
        return _written(self._common | hers)

    @property
    def _on(self) -> str | None:
        """What the black button does; None if there is nothing further."""
        try:
            differ = apart(self.state, self.look.votes)
            return None if self.state.ended else onward(self.state, differ)[0]
        except dt.DtError:
            return None

    @cached_property
    def students(self) -> str:
        """But for what is each one's own."""
        votes = self._tally if self.asked and self.state.phase in SHOWN else None
        return _written(self._common | {"role": "student", "tally": votes})

    @cached_property
    def steady(self) -> str:
        """What tells the students' text from that of another moment, but for mere counts."""
        calm = {"here": 0, "joined": 0}
        said = self._common | calm
        if self._question:
            said["question"] = self._question | {"answered": 0, "of": 0}
        if self._survey:
            said["survey"] = self._survey | {"rows": 0}
        shown = self._tally if self.state.phase in SHOWN else None
        return _written(said | {"tally": shown})

    def prepare(self) -> None:
        """Make all that takes a while now."""
        self.teacher, self.students, self.steady  # noqa: B018
        for chosen in {vote.choice for vote in self._standing}:
            self._find(chosen)

    def mark(self, number: int) -> tuple[object, ...]:
        """Beside ``steady``, what tells a student's own part from that of another moment."""
        look = self.look
        return self._by_student.get(number), look.places.get(number), look.answers.get(number)

    def own(self, number: int) -> str:
        """What a student gets besides: vote, name, whom to talk to, and a step of one's own."""
        mine = {"number": number, **names.of(number), **self._voted(number)}
        said: Json = {"mine": mine, "find": self._find(mine["vote"])}
        place = self.look.places.get(number)
        if place and self.state.phase == "lesson":
            said["step"] = step_of(self.look.room.code, place, told=self._told_at(place))
        return _written(said)

    def _told_at(self, place: str) -> bool:
        """Whether a step that a student looks at by oneself may say what came of it: the class is
        further, or was told. From one that is further, its teacher has gone back."""
        theirs, hers = (int(steps.params_of(one)["step"]) for one in (place, self.state.address))
        return theirs < hers or (theirs == hers and self.state.told)

    def of_student(self, number: int) -> str:
        return _joined(self.students, self.own(number))

    @cached_property
    def asked(self) -> ClassQuestion | None:
        record = self.state.question
        try:
            return None if record is None else asked_of(record)
        except dt.DtError:  # the step says what is wrong
            return None

    @cached_property
    def _common(self) -> Json:
        state, look = self.state, self.look
        return {
            "code": look.room.code,
            "phase": state.phase,
            "paused": state.paused,
            "locked": state.locked,
            "pace": state.pace,
            "lead": state.address,
            "here": look.here,
            "joined": look.joined,
            "step": self._shown_step,
            "question": self._question,
            "flow": flow(look.votes) if self.asked and self._moved else None,
            "reveal": self._reveal,
            "survey": self._survey,
            "advice": None,
            "where": None,
        }

    @property
    def _moved(self) -> bool:
        return self.state.phase in ("flow", "revealed") and self.state.round == 2

    @cached_property
    def _shown_step(self) -> Json:
        """As students see it: they go no further than their teacher, but to a split that was the
        answer."""
        code, state = self.look.room.code, self.state
        if state.question is None:
            return lesson_step(code, state) | {"next": None}
        there, asked = answered(state), state.question["address"]
        shown = step_of(code, there or asked, self._asking, "" if there else self._mark)
        return shown | {"next": None, "weighing": None}

    @property
    def _mark(self) -> str:
        """What is marked in the tree of a question: its node, and at last the row's way."""
        if self._question is None or self.asked is None:
            return ""
        return self._question["mark"] if self._asking else questions.way(self.asked)

    @property
    def _asking(self) -> bool:
        return self.state.phase in ASKING

    @property
    def _where(self) -> Json:
        """The teacher's own step, with those marked who go at their own pace."""
        if self.state.question is not None:
            return {}
        code, address = self.look.room.code, self.state.address
        if self.state.pace != "own":
            return {"step": lesson_step(code, self.state) | self._noted}
        places = Counter(self.look.places.values())
        places[address] += max(0, self.look.here - places.total())
        try:
            mark = picture.where(steps.opened(address), places)
        except dt.DtError:
            mark = ""
        return {"step": lesson_step(code, self.state, mark), "where": places}

    @property
    def _noted(self) -> Json:
        """What the teacher alone is told of a stop: the note, the next sentence, and the ``page``
        that the board shows here in place of a step of Grow, or has open for the nearest stop."""
        stops, at = self.state.stops, self.state.at
        if self.state.stop is None:
            return {}
        pages = [k for k, stop in enumerate(stops) if not stop["step"]]
        near = min(pages, key=lambda k: (abs(k - at), -k), default=None)
        return {
            "note": stops[at]["note"],
            "then": stops[at + 1]["says"] if stops[at + 1 :] else None,
            "page": None if near is None else stops[near]["open"],
        }

    @cached_property
    def _question(self) -> Json | None:
        if self.asked is None:
            return None
        answered = sum(vote.round == self.state.round for vote in self.look.votes)
        return {
            "id": self.state.number,
            "round": self.state.round,
            **_public(json.dumps(self.asked.record, sort_keys=True)),
            "answered": answered,
            "of": max(self.look.here, answered),
        }

    @cached_property
    def _tally(self) -> Json:
        return {"1": {}, **tally(self.look.votes)}

    @cached_property
    def _of_round(self) -> Sequence[StudentVote]:
        return [vote for vote in self.look.votes if vote.round == self.state.round]

    @cached_property
    def _standing(self) -> Sequence[StudentVote]:
        """While a vote is open its votes; then each one's last, be it of the round before."""
        if self.state.phase == VOTE:
            return self._of_round
        by_round = sorted(self.look.votes, key=lambda vote: vote.round)
        return list({vote.student: vote for vote in by_round}.values())

    @cached_property
    def _judged(self) -> Json:
        if self.asked is None:
            return {}
        right = share_right(self.asked, self._standing)
        return {"right": right, "sure": sure(self._standing)}

    @property
    def _advised(self) -> Json:
        right = self._judged.get("right") if self._asking else None
        if right is None:
            return {}
        return {"advice": questions.advice(right, again=self.state.round > 1)}

    @cached_property
    def _reveal(self) -> Json | None:
        if self.asked is None or self.state.phase != "revealed":
            return None
        most = Counter(vote.choice for vote in self.look.votes).most_common(MOST_WHYS)
        record = json.dumps(self.asked.record, sort_keys=True)
        return _revealed(record, tuple(sorted(key for key, _count in most)))

    @cached_property
    def _by_student(self) -> Mapping[int, StudentVote]:
        return {vote.student: vote for vote in self._standing}

    def _voted(self, number: int) -> Json:
        vote = self._by_student.get(number)
        said = {"vote": vote.choice if vote else None, "sure": vote.sure if vote else None}
        return {**said, **self._answered(number)}

    def _answered(self, number: int) -> Json:
        """Of the class's table: one's own row, and once the tree has grown one's way in it."""
        given = self.look.answers.get(number) if self.state.survey else None
        row = None if given is None else json.loads(given)
        nothing = {"row": row, "path": None, "wrong": None, "said": None}
        if given is None or self._grown is None:
            return nothing
        place = sorted(self.look.answers).index(number)
        grown = {"wrong": self._grown.wrong(place), "said": self._grown.said(place)}
        return nothing | {"path": self._picture(self._grown.leaves[place]), **grown}

    @cached_property
    def _survey(self) -> Json | None:
        if self.state.survey is None:
            return None
        grown = self._grown
        return {
            "number": self.state.number,
            **survey.public(form_of(self.state.survey)),
            "rows": len(self.look.answers),
            "least": survey.LEAST_ROWS,
            "picture": self._picture() if grown else None,
            "sentence": grown.sentence() if grown else None,
            "wrongs": len(grown.wrongs) if grown else None,
            "kept": self.state.items[-1].get("kept"),
        }

    @cached_property
    def _grown(self) -> SurveyTree | None:
        record = self.state.survey
        if record is None or self.state.phase != "grown":
            return None
        return grown(record, self.look.answers)

    def _picture(self, end: NodeId | None = None) -> str | None:
        """Where the tree of the rows is, which the teacher sees growing; with the way to a leaf
        lit, which many take: it is not told whose it is."""
        if len(self.look.answers) < survey.LEAST_ROWS:
            return None
        asked = {"survey": self.state.number, "edition": edition(self.look.answers)}
        lit = {} if end is None else {"end": name_of(end)}
        return f"/class/{self.look.room.code}/picture?{urlencode(asked | lit)}"

    def _find(self, chosen: str | None) -> Both | None:
        if self.asked is None or chosen is None or self.state.phase != "shown":
            return None
        return self._finds(chosen)

    @cached_property
    def _finds(self) -> Callable[[str], Both | None]:
        """One sentence for all who chose the same."""
        said: dict[str, Both | None] = {}
        counts = self._tally.get(str(self.state.round), {})

        def find(chosen: str) -> Both | None:
            if chosen not in said and self.asked:
                said[chosen] = questions.find(self.asked, chosen, counts)
            return said[chosen]

        return find


@cache.shared(cache.store(64))
def _public(record: str) -> Json:
    return questions.public(asked_of(json.loads(record)))


def gone(code: str) -> str:
    """What those hear last who are in a class that was deleted."""
    return _written({"code": code, "phase": "ended", "gone": True})


def _written(said: Json) -> str:
    return json.dumps(said, ensure_ascii=False, separators=(",", ":"))


def _joined(one: str, other: str) -> str:
    """Two objects as one; what the other says counts."""
    return f"{one[:-1]},{other[1:]}"
