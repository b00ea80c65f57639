"""What a teacher looks at after a class: each question with both votes, those to repeat, a file."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any, Final
from urllib.parse import urlencode

import pandas as pd

import dtcore as dt
from dtshow.words.language import _, spoken
from dtshow.words.markdown import one_line
from dttools import export
from pages.store.rooms import Rooms, StudentVote
from pages.ui.classroom import questions, steps
from pages.ui.classroom.class_state import ClassState, asked_of, state_of
from pages.ui.classroom.questions import ClassQuestion
from pages.ui.classroom.steps import Both
from pages.ui.classroom.view import flow, share_right, step_of, tally
from pages.ui.shell import cache

Json = dict[str, Any]
ROUNDS = (1, 2)
MOST_REPEATED: Final = 3


def afterwards(rooms: Rooms, code: str) -> Json:
    """All of a class but whose a vote was. Raises NoRoomError."""
    look, votes, rows = rooms.look(code), rooms.votes(code), rooms.rows(code)
    state = state_of(look.room.standing)
    asked = list(_questions(state, votes))
    guided = state.stops[0].get("lesson") if state.stops else None
    return {
        "joined": look.joined,
        "made": look.room.made,
        "until": look.room.until,
        "title": guided or step_of(code, state.address)["title"],
        "questions": asked,
        "repeat": _to_repeat(asked),
        "surveys": [
            {"title": item["survey"]["title"], "rows": rows.get(number, 0)}
            for number, item in enumerate(state.items, 1)
            if "survey" in item
        ],
    }


def _questions(state: ClassState, votes: Sequence[StudentVote]) -> Iterator[Json]:
    for number, asked in _asked(state).items():
        own = [vote for vote in votes if vote.question == number]
        yield {"id": number, **_question(asked, own)}


def _to_repeat(asked: Sequence[Json]) -> list[int]:
    """The questions of which the fewest were right at last, by their numbers in the class."""
    shares = {
        one["id"]: one["right"]["2"] or one["right"]["1"] for one in asked if one["votes"]["1"]
    }
    weak = [number for number, share in shares.items() if share <= questions.MOST]
    return sorted(weak, key=lambda number: shares[number])[:MOST_REPEATED]


@cache.shared(cache.store(64))
def _similar(record: str) -> str:
    """Where a class opens on a similar question, or on the same one if there is none."""
    asked = asked_of(json.loads(record))
    found = (questions.like(asked) or asked).record
    said = {name: found[name] for name in ("address", "node", "column", "row")}
    given = {name: value for name, value in said.items() if value is not None}
    return f"/class/open?{urlencode({**given, 'ask': found['kind']})}"


def _asked(state: ClassState) -> dict[int, ClassQuestion]:
    """The questions by their numbers in the class, in which tables count too."""
    result = {}
    for number, item in enumerate(state.items, 1):
        with suppress(dt.DtError):  # its table is kept no more
            if "question" in item:
                result[number] = asked_of(item["question"])
    return result


def _question(asked: ClassQuestion, votes: Sequence[StudentVote]) -> Json:
    public, counts = questions.public(asked), tally(votes)
    of = {round_: [vote for vote in votes if vote.round == round_] for round_ in ROUNDS}
    keys = dict.fromkeys([one["key"] for one in public["options"] or []])
    keys |= dict.fromkeys([*sorted(vote.choice for vote in votes), asked.question.key])
    means = {str(n): [vote.sure for vote in some] for n, some in of.items()}
    return {
        "text": public["text"],
        "kind": public["kind"],
        "where": steps.step(asked.opened, hidden=True)["title"],
        "address": asked.opened.address,
        "answers": [_answer(asked, key, counts) for key in keys],
        "votes": {str(n): len(some) for n, some in of.items()},
        "right": {str(n): share_right(asked, some) for n, some in of.items()},
        "sure": {n: sum(all_) / len(all_) if all_ else None for n, all_ in means.items()},
        "mistakes": _mistakes(asked, votes),
        "changes": flow(votes),
        "similar": _similar(json.dumps(asked.record, sort_keys=True)),
    }


def _answer(asked: ClassQuestion, key: str, counts: Mapping[str, Mapping[str, int]]) -> Json:
    right = questions.right(asked, key)
    rounds = {str(n): counts.get(str(n), {}).get(key, 0) for n in ROUNDS}
    said = {"key": key, "text": questions.text_of(asked, key), "right": right}
    return said | {"mistake": None if right else _mistake(asked, key), **rounds}


def _mistakes(asked: ClassQuestion, votes: Sequence[StudentVote]) -> list[tuple[Both, int]]:
    """How many votes each kind of mistake led to, most first."""
    wrong = (vote.choice for vote in votes if not questions.right(asked, vote.choice))
    kinds = Counter(questions.mistake(asked, key) for key in wrong)
    return [(questions.mistake_words(kind), count) for kind, count in kinds.most_common()]


def _mistake(asked: ClassQuestion, key: str) -> Both:
    return questions.mistake_words(questions.mistake(asked, key))


def csv(rooms: Rooms, code: str, lang: str) -> bytes:
    """A line for each vote, in the words of a language. Students are numbers, as in the class, and
    questions too, as on the page."""
    asked, lines = _asked(state_of(rooms.find(code).standing)), []
    places = {number: place for place, number in enumerate(asked, 1)}
    for vote in rooms.votes(code):
        if vote.question in asked:
            line = _line(vote, asked[vote.question], lang)
            lines.append([places[vote.question], *line])
    with spoken(lang):
        names = [_("question"), _("step"), _("asked"), _("round"), _("student")]
        names += [_("answer"), _("answered right"), _("mistake"), _("sure (1 to 3)")]
    return export.csv_text(pd.DataFrame(lines, columns=names)).encode("utf-8-sig")


def _line(vote: StudentVote, asked: ClassQuestion, lang: str) -> list[object]:
    public, right = questions.public(asked), questions.right(asked, vote.choice)
    step = steps.step(asked.opened, hidden=True)["title"][lang]
    said = questions.text_of(asked, vote.choice)[lang]
    mistake = "" if right else _mistake(asked, vote.choice)[lang]
    with spoken(lang):
        told = _("yes") if right else _("no")
    where = [one_line(step, 300), one_line(public["text"][lang], 300)]
    return [*where, vote.round, vote.student, one_line(said, 300), told, mistake, vote.sure]
