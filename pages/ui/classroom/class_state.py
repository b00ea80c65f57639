"""Where a class is, as a value: what it is shown, what it was asked, and what is taken now.

``acted`` is what a teacher can do with it, one act after the other; nothing else changes it. It is
kept as text in the store (``pages.store.rooms``). Not done here: nobody is told (``hub``), and
what they are told is made in ``view``.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import lru_cache
from typing import Any, Final
from urllib.parse import urlsplit

import dtcore as dt
from dtshow.lesson import link
from pages.store.rooms import RoomStanding
from pages.ui.classroom import questions, survey
from pages.ui.classroom.questions import ClassQuestion
from pages.ui.classroom.steps import PAGE, ClassStep, address_of, opened, params_of
from pages.ui.shell import cache

Record = dict[str, Any]
MOST_ITEMS: Final = 200
"""Questions and tables of one class."""
VOTE: Final = "vote"
ASKING: Final = ("vote", "shown", "flow")
"""Phases in which the answer is not to be known."""
OF_A_QUESTION: Final = (*ASKING, "revealed")
OF_A_SURVEY: Final = ("survey", "grown")


@dataclass(frozen=True)
class ClassState:
    """``items`` are the records of questions (``{"question": ...}``) and of the class's tables
    (``{"survey": ...}``) in the order in which they were asked; the last is the present one as
    long as the ``phase`` is not the lesson. ``told``: of a step that weighs, the room knows what
    came of it; before, it may guess. ``stops`` are those of a guided lesson, of which the class is
    ``at`` one: the ``step`` of Grow that it shows, "" of another page, what it ``says`` and what
    it may ``ask`` before that, as the record of a question, or that it only lets ``guess``
    (``pages.ui.story.to_class``)."""

    address: str
    phase: str = "lesson"
    round: int = 0
    paused: bool = False
    locked: bool = False
    pace: str = "led"
    told: bool = False
    items: tuple[Record, ...] = ()
    ended: bool = False
    stops: tuple[Record, ...] = ()
    at: int = 0

    @property
    def number(self) -> int:
        """Of the present question or table."""
        return len(self.items)

    @property
    def question(self) -> Record | None:
        """The question that is open, or was just answered."""
        return self.items[-1]["question"] if self.phase in OF_A_QUESTION else None

    @property
    def survey(self) -> Record | None:
        """The table that the class answers, or whose tree it sees."""
        return self.items[-1]["survey"] if self.phase in OF_A_SURVEY else None

    @property
    def stop(self) -> Record | None:
        """The stop of the guided lesson whose step is on show."""
        stop = self.stops[self.at] if self.stops else None
        return stop if stop and stop["step"] in ("", self.address) else None

    @property
    def asks(self) -> Record | None:
        """The question that is asked here before the stop says anything."""
        return self.stop["ask"] if self.stop and not self.told else None

    @property
    def asked_here(self) -> bool:
        """Whether it has been asked, at this stop or by a teacher before it."""
        here = self.asks and _unweighed(self.asks)
        return any(
            item.get("stop") == self.at
            or ("question" in item and _unweighed(item["question"]) == here)
            for item in self.items
        )

    @property
    def standing(self) -> RoomStanding:
        taken = {VOTE: VOTE, "survey": "row"}
        takes = "" if self.paused else taken.get(self.phase, "")
        said = {k: v for k, v in asdict(self).items() if k not in ("locked", "ended")}
        text = json.dumps(said, ensure_ascii=False)
        return RoomStanding(text, self.number, self.round, takes, self.locked, self.ended)


def state_of(standing: RoomStanding) -> ClassState:
    """The state that was written."""
    state = replace(_read(standing.state), locked=standing.locked)
    return replace(state, phase="ended", ended=True) if standing.ended else state


@lru_cache(64)
def _read(text: str) -> ClassState:
    said = json.loads(text)
    lists = {name: tuple(said.get(name, ())) for name in ("items", "stops")}
    return ClassState(**{**said, **lists})


def begun(address: str, stops: Sequence[Record] = (), at: int = 0) -> ClassState:
    """A class at a step, or at a stop of a guided lesson, the first being 0; of one that shows no
    step of Grow, at the start of the tree that its page is about. Raises DtError if there is none
    at this address, nor in the lesson."""
    at = min(max(at, 0), max(len(stops) - 1, 0))
    steps = [stop["step"] for stop in (*stops[at:], *stops) if stop["step"]]
    if stops and not (steps or address):
        address = f"{PAGE}?{urlsplit(stops[at]['open']).query}"
    return ClassState(opened(steps[0] if steps else address).address, stops=tuple(stops), at=at)


def _unweighed(question: Record) -> Record:
    """The question, be its node weighed already or not."""
    return {**question, "address": re.sub("&weigh=[^&]*", "", question["address"])}


def asked_of(record: Mapping[str, Any]) -> ClassQuestion:
    """The question of a record, made once for all who look at it. Raises DtError."""
    return _asked(json.dumps(record, sort_keys=True))


@cache.shared(cache.store(64))
def _asked(record: str) -> ClassQuestion:
    return questions.again(json.loads(record))


def within(address: str, lead: str) -> str:
    """The address of a step that students may look at by themselves: of the lesson that the
    teacher is in, and no further. Raises DtError."""
    if _told(address) != _told(lead):  # before anything is worked out for it
        raise dt.LinkError("Your teacher is in another lesson.")
    theirs, hers = opened(address), opened(lead)
    if theirs.address not in _passed(hers, theirs.lesson.timeline.cursor):
        raise dt.LinkError("Your teacher has not come to this step yet.")
    return theirs.address


def _told(address: str) -> tuple[str, str]:
    """The table and the recipe that an address names."""
    params = params_of(address)
    return params.get("data", link.DEFAULT), params.get("recipe", "")


def _passed(hers: ClassStep, cursor: int) -> tuple[str, ...]:
    """Where a class has been after so many steps: there, and at the node that was weighed next."""
    timeline = hers.lesson.timeline
    if cursor > timeline.cursor:
        return ()
    now, there = cursor == timeline.cursor, hers.lesson.jump(cursor)
    weighed = hers.lesson.weighed if now else timeline.steps[cursor].move.node
    lessons = (there, replace(there, weighed=weighed))
    return tuple(address_of(lesson, hers.own) for lesson in lessons)


# ------------------------------------------------------------------------------------- acts


def acted(state: ClassState, act: str, given: Mapping[str, Any]) -> ClassState:
    """The class after an act of its teacher. Raises DtError if it cannot be done now."""
    if act not in ACTS:
        raise dt.LinkError("There is no such act in a class.")
    return ACTS[act](state, given)


def _go(state: ClassState, given: Mapping[str, Any]) -> ClassState:
    address, told = opened(str(given.get("address", ""))).address, given.get("told") is True
    # an open vote is not lost to another page of the teacher's
    return replace(
        _in(state, "lesson", "revealed", "grown"), address=address, phase="lesson", told=told
    )


def _tell(state: ClassState, given: Mapping[str, Any]) -> ClassState:
    """What the weighing of this step came to; or no longer, on the way back. It may be said of a
    step (``address``) that the class has left by now."""
    left = given.get("address", state.address) != state.address
    return state if left else replace(_in(state, "lesson"), told=given.get("on") is True)


def _stop(state: ClassState, given: Mapping[str, Any]) -> ClassState:
    """To another stop of the guided lesson; one of another page leaves the step where it is."""
    at = given.get("to")
    if type(at) is not int or not 0 <= at < len(state.stops):
        raise dt.LinkError("There is no such sentence in this lesson.")
    stop, told = state.stops[at], given.get("told") is True
    shown = {"address": stop["step"] or state.address, "told": told and not stop.get("guess")}
    return replace(_go(state, shown), at=at)


def _ask(state: ClassState, given: Mapping[str, Any]) -> ClassState:
    if given.get("stop") is True and state.asks:
        return _with(state, VOTE, {"question": state.asks, "stop": state.at})
    column = given.get("column")
    asked = questions.ask(
        opened(state.address),
        str(given.get("kind", "")),
        str(given.get("node") or ""),
        column if type(column) is int else None,
    )
    return _with(state, VOTE, {"question": asked.record})


def _with(state: ClassState, phase: str, item: Record) -> ClassState:
    if len(state.items) >= MOST_ITEMS:
        raise dt.LinkError("This class has asked as much as it can. Open another one.")
    return replace(state, phase=phase, round=1, paused=False, items=(*state.items, item))


def _show(state: ClassState, given: Mapping[str, Any]) -> ClassState:
    return replace(_in(state, VOTE, "flow"), phase="shown")


def _revote(state: ClassState, given: Mapping[str, Any]) -> ClassState:
    if _in(state, VOTE, "shown").round != 1:
        raise dt.LinkError("A question is voted on twice at most.")
    return replace(state, phase=VOTE, round=2, paused=False)


def _flow(state: ClassState, given: Mapping[str, Any]) -> ClassState:
    if _in(state, VOTE, "shown").round != 2:
        raise dt.LinkError("Nobody has voted again yet.")
    return replace(state, phase="flow")


def _reopen(state: ClassState, given: Mapping[str, Any]) -> ClassState:
    """What was shown before the reveal, the vote that was shown, or the tally before the second
    vote, whose votes are kept."""
    phase = _in(state, *OF_A_QUESTION).phase
    if phase == "revealed":
        return replace(state, phase="shown" if state.round == 1 else "flow")
    if phase != VOTE:
        return replace(state, phase=VOTE, paused=False)
    if state.round == 1:
        raise dt.LinkError("This vote is open already.")
    return replace(state, phase="shown", round=1)


def _reveal(state: ClassState, given: Mapping[str, Any]) -> ClassState:
    return replace(_in(state, *ASKING), phase="revealed")


def _like(state: ClassState, given: Mapping[str, Any]) -> ClassState:
    found = questions.like(asked_of(_in(state, *OF_A_QUESTION).items[-1]["question"]))
    if found is None:
        raise dt.LinkError("There is no similar question to this one. Ask another one.")
    return _with(state, VOTE, {"question": found.record})


def _in(state: ClassState, *phases: str) -> ClassState:
    if state.phase not in phases:
        raise dt.LinkError("This cannot be done at this point of the class.")
    return state


def _dismiss(state: ClassState, given: Mapping[str, Any]) -> ClassState:
    told = state.told or state.phase == "revealed"
    return replace(state, phase="lesson", paused=False, told=told)


def _pause(state: ClassState, given: Mapping[str, Any]) -> ClassState:
    return replace(state, paused=given.get("on") is True)


def _lock(state: ClassState, given: Mapping[str, Any]) -> ClassState:
    return replace(state, locked=given.get("on") is True)


def _pace(state: ClassState, given: Mapping[str, Any]) -> ClassState:
    pace = given.get("to", given.get("pace"))
    return replace(state, pace="own" if pace == "own" else "led")


def _survey(state: ClassState, given: Mapping[str, Any]) -> ClassState:
    ready = given.get("ready")
    form = survey.ready(str(ready)) if ready else survey.form(given)
    return _with(state, "survey", {"survey": form.record})


def _survey_close(state: ClassState, given: Mapping[str, Any]) -> ClassState:
    return replace(_in(state, "survey"), phase="grown")


def _survey_reopen(state: ClassState, given: Mapping[str, Any]) -> ClassState:
    return replace(_in(state, "grown"), phase="survey", paused=False)


def _keep_table(state: ClassState, given: Mapping[str, Any]) -> ClassState:
    """``given`` is the address that opens the table, which the store has by now."""
    *others, present = _in(state, "grown").items
    return replace(state, items=(*others, present | {"kept": given["address"]}))


def _end(state: ClassState, given: Mapping[str, Any]) -> ClassState:
    return replace(state, phase="ended", ended=True)


ACTS: Final[Mapping[str, Callable[[ClassState, Mapping[str, Any]], ClassState]]] = {
    "go": _go,
    "tell": _tell,
    "stop": _stop,
    "ask": _ask,
    "show": _show,
    "revote": _revote,
    "flow": _flow,
    "reopen": _reopen,
    "reveal": _reveal,
    "like": _like,
    "dismiss": _dismiss,
    "pause": _pause,
    "lock": _lock,
    "pace": _pace,
    "survey": _survey,
    "survey_close": _survey_close,
    "survey_reopen": _survey_reopen,
    "keep_table": _keep_table,
    "end": _end,
}
