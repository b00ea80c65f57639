"""Where the app says a word of the glossary otherwise than the glossary names it.

``python -m tests.pages.other_words`` lists each term with the places where another word for it
stands on screen: in the messages of both languages, the long texts, the guided lessons and what is
said of the tables. A synonym right behind its word, in brackets, explains it and is none.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from babel.messages.pofile import read_po

from dtshow.words.glossary import terms

ROOT: Final = Path(__file__).resolve().parents[2]
TEXT: Final = ROOT / "dtshow" / "words" / "text"
ALLOWED: Final = Path(__file__).with_name("other_words.toml")


@dataclass(frozen=True)
class Place:
    """A sentence on screen, and where it is from."""

    source: str
    text: str


@cache
def places(language: str) -> tuple[Place, ...]:
    return tuple(_places(language))


def _places(language: str) -> Iterator[Place]:
    with (TEXT / "locale" / "zh" / "LC_MESSAGES" / "messages.po").open("rb") as file:
        for message in read_po(file, locale="zh"):
            said = message.id if language == "en" else message.string
            for text in said if isinstance(said, (list, tuple)) else (said,):
                yield Place("messages", str(text))
    for folder in (TEXT, ROOT / "pages" / "ui" / "story" / "lessons"):
        for path in sorted((folder / language).glob("*.md")):
            for line in path.read_text("utf-8").splitlines():
                yield Place(path.name, re.sub(r"\]\([^)]*\)", "]", line))
    for path in sorted((ROOT / "datasets").glob("*.toml")):
        yield from (
            Place(path.name, text)
            for text in _said(tomllib.loads(path.read_text("utf-8")), language)
        )


def _said(entry: object, language: str) -> Iterator[str]:
    """The texts of a catalogue in a language, but for the names of columns and values."""
    if isinstance(entry, dict):
        for key, value in entry.items():
            if key == language and isinstance(value, str):
                yield value
            elif key != "labels":
                yield from _said(value, language)


@dataclass(frozen=True)
class Reason:
    """A ``phrase`` in which a synonym may stand, and ``why``; ``alone``: as the whole text."""

    language: str
    phrase: str
    why: str
    alone: bool = False


@cache
def allowed() -> tuple[Reason, ...]:
    entries = tomllib.loads(ALLOWED.read_text("utf-8"))["allowed"]
    return tuple(Reason(**entry) for entry in entries)


def found(language: str) -> Iterator[tuple[str, str, Place]]:
    """Each name of a term, a synonym of it, and a place where that stands instead."""
    also = [synonym for one in terms() for synonym in one.words[language].also]
    reasons = [reason for reason in allowed() if reason.language == language]
    phrases = [reason.phrase for reason in reasons if not reason.alone]
    whole = {reason.phrase for reason in reasons if reason.alone}
    fine = _any_of([*phrases, *(f"({one})" for one in also), *(f"（{one}）" for one in also)])
    texts = [
        (place, fine.sub("\u25a1", place.text))
        for place in places(language)
        if place.text not in whole
    ]
    names = [one.words[language].name for one in terms()]
    for one in terms():
        word = one.words[language]
        for synonym in word.also:
            within = _any_of([name for name in names if synonym.casefold() in name.casefold()])
            edge = r"\b" if synonym.isascii() else ""
            pattern = re.compile(rf"{edge}{re.escape(synonym)}s?{edge}", re.IGNORECASE)
            for place, text in texts:
                if pattern.search(within.sub("\u25a1", text)):
                    yield word.name, synonym, place


def _any_of(phrases: list[str]) -> re.Pattern[str]:
    """One that finds any of them, the longest first; of none, nothing."""
    escaped = map(re.escape, sorted(phrases, key=len, reverse=True))
    return re.compile("|".join(escaped) or r"(?!)", re.IGNORECASE)


def main() -> None:
    for language in ("en", "zh"):
        listed: dict[str, list[str]] = {one.words[language].name: [] for one in terms()}
        for name, synonym, place in found(language):
            listed[name].append(f"    {synonym} in {place.source}: {place.text[:90]}")
        for name, lines in listed.items():
            print(name, *(lines or ["    nowhere otherwise"]), sep="\n")


if __name__ == "__main__":
    main()
