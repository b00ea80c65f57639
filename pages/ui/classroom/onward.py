"""What the two page keys of a clicker come to: the next act, and the one that takes it back.

The black button of the board does what Page Down does. Forward, a vote is ended and shown before
anything is revealed; back, nothing that phones have sent is lost: only its own button withdraws a
question. Not done here: acts are
carried out in ``class_state``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

import dtcore as dt
from dtshow.scene.grow.lecture import asked
from dttools.teach.quiz import QuizKind
from pages.store.rooms import StudentVote
from pages.ui.classroom import steps
from pages.ui.classroom.class_state import VOTE, ClassState, asked_of
from pages.ui.classroom.questions import right

Turn = tuple[str, dict[str, Any]]
"""An act, and what it is given."""


def apart(state: ClassState, votes: Iterable[StudentVote]) -> bool:
    """Whether there is someone to convince: the first votes differ, and not all are right."""
    chosen = {vote.choice for vote in votes if vote.round == 1}
    if state.question is None or len(chosen) < 2:
        return False
    asked = asked_of(state.question)
    return not all(right(asked, key) for key in chosen)


def onward(state: ClassState, differ: bool) -> Turn:
    """Of a question: tally, second vote if the first ones ``differ``, who moved, reveal, and on.
    Raises LinkError at the end of the lesson."""
    if state.paused:
        return "pause", {"on": False}
    if state.phase == "lesson":
        return _further(state)
    if not state.stops and (there := answered(state)):  # a guided lesson has its own sentence of it
        return "go", {"address": there, "told": True}
    again = state.round > 1
    acts = {
        VOTE: "flow" if again else "show",
        "shown": "flow" if again else "revote" if differ else "reveal",
        "flow": "reveal",
        "revealed": "dismiss",
        "survey": "survey_close",
        "grown": "dismiss",
    }
    return acts[state.phase], {}


def answered(state: ClassState) -> str | None:
    """The address of the split that was revealed as the answer."""
    if state.phase != "revealed" or state.question is None:
        return None
    place, question = steps.opened(state.address), asked_of(state.question).question
    step = place.lesson.timeline.propose()
    if question.kind is not QuizKind.COLUMN or step is None or step.move.node != question.node:
        return None
    return steps.address_of(place.lesson.jump(place.lesson.timeline.cursor + 1), place.own)


def backward(state: ClassState, _differ: bool) -> Turn:
    """Raises LinkError where there is no way back."""
    if state.paused:
        return "pause", {"on": False}
    if state.phase == "lesson":
        return _earlier(state)
    if state.phase == "survey" or (state.phase == VOTE and state.round == 1):
        raise dt.LinkError("This is open to answers. X withdraws it.")
    return "survey_reopen" if state.phase == "grown" else "reopen", {}


def holds_back(state: ClassState) -> bool:
    """Whether the step has something to ask or to guess, and says what came of it later."""
    guessed = state.stop is None or (state.stop["step"] and not state.stop.get("guess"))
    return bool(state.stop and state.stop["ask"]) or bool(
        guessed and asked(steps.opened(state.address).lesson)
    )


def _further(state: ClassState) -> Turn:
    if state.stops and state.stop is None:  # one has looked around
        return "stop", {"to": state.at, "told": True}
    if not state.told and holds_back(state):
        ask = state.asks and not state.asked_here
        return ("ask", {"stop": True}) if ask else ("tell", {"on": True})
    if state.stops and state.at + 1 < len(state.stops):
        return "stop", {"to": state.at + 1}
    to = None if state.stops else steps.further(steps.opened(state.address))
    if to is None:
        raise dt.LinkError("This is the last step. More (M) ends the class.")
    return "go", {"address": to}


def _earlier(state: ClassState) -> Turn:
    if state.stops and state.stop is None:
        return "stop", {"to": state.at, "told": True}
    if state.told and holds_back(state):
        return "tell", {"on": False}
    if state.stops and state.at:
        return "stop", {"to": state.at - 1, "told": True}
    to = None if state.stops else steps.earlier(steps.opened(state.address))
    if to is None:
        raise dt.LinkError("This is the first step.")
    return "go", {"address": to, "told": True}


KEYS: Final[Mapping[str, Callable[[ClassState, bool], Turn]]] = {"on": onward, "back": backward}
"""By the acts that a board sends."""
