"""A guided lesson as a text file: a title, parts, and stops, each a sentence and an address.

    # Play tennis
    ## Why ask
    - [We played tennis on {count Yes} days.](/grow?data=playtennis&recipe=id3&step=0)
      > Ask the room: would you play today?

A line that begins with ``>`` is a note to the presenter, which only their window shows; one that
begins with ``?`` names what a class is asked before it is told the sentence: ``? column``. Nothing
else is allowed, so that every line can be understood or refused by its number. Not done here: what
the braces stand for (``pages.ui.story.numbers``), and opening an address.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final
from urllib.parse import parse_qsl, urlsplit

import dtcore as dt
from dtcore.words import Listed
from dttools.teach.quiz import QuizKind
from pages.ui.shell import session
from pages.ui.shell.places import NAMES, Place

MOST_STOPS: Final = 99
LONGEST: Final = 300
"""Characters of a sentence, braces included: a slide holds no more."""
LONGEST_NOTE: Final = 600
NOT_OF_A_STOP: Final = ("lang", "lesson", "at", *session.STAYING)
"""What the address bar says of the reader, and not of the page."""
_ADDRESS: Final = re.compile(r"/(?P<page>\w*)(?=[?#]|$)")
_STOP: Final = re.compile(r"-\s+\[(?P<sentence>.+)\]\((?P<address>\S+)\)")


@dataclass(frozen=True)
class GuideStop:
    """A ``sentence``, and the page with the parameters of its address that it is said on; ``note``:
    what only the presenter reads; ``ask``: the kind of question that a class is asked before."""

    sentence: str
    page: Place
    params: Mapping[str, str]
    line: int
    note: str = ""
    ask: QuizKind | None = None


@dataclass(frozen=True)
class GuidePart:
    name: str
    stops: tuple[GuideStop, ...]


@dataclass(frozen=True)
class Guide:
    title: str
    parts: tuple[GuidePart, ...]

    @cached_property
    def stops(self) -> tuple[GuideStop, ...]:
        return tuple(stop for part in self.parts for stop in part.stops)

    @property
    def minutes(self) -> int:
        """In class, by rule of thumb: two for each sentence, five more for each vote."""
        return sum(2 + 5 * (stop.ask is not None) for stop in self.stops)

    @property
    def subject(self) -> tuple[str, str]:
        """What the title names before its colon, and what it says of it; that is "" without one."""
        name, _colon, says = self.title.replace("：", ": ").partition(": ")
        return name, says


def read(text: str) -> Guide:
    """Raises ReadingError, which names the line."""
    title, parts = "", list[tuple[str, list[GuideStop]]]()
    for number, line in enumerate(text.removeprefix("\ufeff").splitlines(), 1):
        line = line.strip()
        if line.startswith("## "):
            parts.append((line[3:].strip(), []))
        elif line.startswith("# ") and not title:
            title = line[2:].strip()
        elif line.startswith("-"):
            _into(parts, number).append(_stop(line, number))
        elif line.startswith(">"):
            _note(parts, line[1:].strip(), number)
        elif line.startswith("?"):
            _ask(parts, line[1:].strip(), number)
        elif line:
            raise dt.ReadingError(
                "Line {line} is not a title (#), a part (##) or a sentence (- "
                "[sentence](address)).",
                line=number,
            )
    return _checked(Guide(title, tuple(GuidePart(name, tuple(stops)) for name, stops in parts)))


def _into(parts: list[tuple[str, list[GuideStop]]], line: int) -> list[GuideStop]:
    if not parts:
        raise dt.ReadingError(
            "Line {line}: a part (## …) must come before its sentences.", line=line
        )
    return parts[-1][1]


def _note(parts: list[tuple[str, list[GuideStop]]], text: str, line: int) -> None:
    """Joined to the note of the sentence above."""
    stops = _into(parts, line)
    if not stops:
        raise dt.ReadingError("Line {line}: a note (> …) must come below its sentence.", line=line)
    note = f"{stops[-1].note} {text}".strip()
    if len(note) > LONGEST_NOTE:
        raise dt.ReadingError(
            "Line {line}: this note is longer than {most} characters.",
            line=line,
            most=LONGEST_NOTE,
        )
    stops[-1] = replace(stops[-1], note=note)


def _ask(parts: list[tuple[str, list[GuideStop]]], text: str, line: int) -> None:
    """What a class is asked before the sentence above."""
    stops, kind = _into(parts, line), next((kind for kind in QuizKind if kind.value == text), None)
    if not stops or stops[-1].page != "grow" or kind is None:
        raise dt.ReadingError(
            "Line {line}: below a sentence on /grow, a class can be asked one of: {kinds}.",
            line=line,
            kinds=Listed([f"? {kind.value}" for kind in QuizKind]),
        )
    stops[-1] = replace(stops[-1], ask=kind)


def _stop(line: str, number: int) -> GuideStop:
    found = _STOP.fullmatch(line)
    if found is None:
        raise dt.ReadingError(
            "Line {line}: a sentence is written as - [sentence](/grow?data=…).", line=number
        )
    if len(found["sentence"]) > LONGEST:
        raise dt.ReadingError(
            "Line {line}: this sentence is longer than {most} characters.",
            line=number,
            most=LONGEST,
        )
    return stop_at(found["sentence"], found["address"], number)


def stop_at(sentence: str, address: str, line: int) -> GuideStop:
    """Raises ReadingError if it is the address of no page."""
    page, params = _address(address, line)
    return GuideStop(sentence, page, params, line)


def _address(address: str, number: int) -> tuple[Place, dict[str, str]]:
    found = _ADDRESS.match(address)
    page = next((name for name in NAMES if found and name == (found["page"] or "home")), None)
    if page is None:
        raise dt.ReadingError(
            "Line {line}: “{address}” is not a page of this app. Copy an address from the "
            "address bar, from the last / before the page's name: /grow?data=…",
            line=number,
            address=address,
        )
    given = parse_qsl(urlsplit(address).query, keep_blank_values=True)
    return page, {name: value for name, value in given if name not in NOT_OF_A_STOP}


def _checked(guide: Guide) -> Guide:
    if not guide.title:
        raise dt.ReadingError("The file has no title: begin its first line with “# ”.")
    for part in guide.parts:
        if not part.stops:
            raise dt.ReadingError("The part “{name}” has no sentences.", name=part.name)
    if not 0 < len(guide.stops) <= MOST_STOPS:
        raise dt.ReadingError(
            "The file has {n} sentences; a lesson has 1 to {most}.",
            n=len(guide.stops),
            most=MOST_STOPS,
        )
    return guide
