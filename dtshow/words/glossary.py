"""The words of the field: what the app calls a thing, and what else it is called, as values
(``glossary.toml``).

``term`` is for headings: the word, and beside it in brackets what the course texts call it, where
that is another word. ``find`` takes any word of either language, the app's own or not.
"""

from __future__ import annotations

import re
import tomllib
import unicodedata
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from dtshow.words.language import TEXT, _, speaking

FILE: Final = TEXT / "glossary.toml"


@dataclass(frozen=True)
class Word:
    """A term in one language: its ``name`` in the app, what else it is called, and a sentence;
    ``beside``: the synonym that stands in brackets, "" if none does."""

    name: str
    also: tuple[str, ...]
    says: str
    beside: str = ""


@dataclass(frozen=True)
class Term:
    """``formula``: as TeX, "" if it has none; ``see``: an address where it is on screen."""

    key: str
    group: str
    words: dict[str, Word]
    formula: str
    see: str

    @property
    def word(self) -> Word:
        """In the language that is spoken, or else in English."""
        return self.words.get(speaking(), self.words["en"])


@cache
def terms() -> tuple[Term, ...]:
    """All of them, as they stand in the file."""
    entries = tomllib.loads(FILE.read_text("utf-8"))["term"]
    return tuple(map(_read, entries))


def _read(entry: dict[str, Any]) -> Term:
    words = {
        language: Word(said["name"], tuple(said["also"]), said["says"], said.get("beside", ""))
        for language, said in entry.items()
        if isinstance(said, dict)
    }
    return Term(entry["key"], entry["group"], words, entry.get("formula", ""), entry["see"])


def term(key: str) -> str:
    """The word for a heading, with its synonym in brackets."""
    word = next(one for one in terms() if one.key == key).word
    if not word.beside:
        return word.name
    return _("{name} ({synonym})").format(name=word.name, synonym=word.beside)


def find(asked: str) -> list[Term]:
    """The terms that ``asked`` names, in either language, the likeliest first; all for nothing.
    Where none is called so, those whose names it holds: what a split point is, for the best one."""
    wanted = _plain(asked)
    ranked = [(rank, one) for one in terms() if (rank := _rank(one, wanted)) is not None]
    if not ranked:
        held = [(one, [len(name) for name in _names(one) if name in wanted]) for one in terms()]
        ranked = [(-max(lengths), one) for one, lengths in held if lengths]
    return [one for _rank_of, one in sorted(ranked, key=lambda found: found[0])]


def _rank(one: Term, wanted: str) -> int | None:
    """0: it is called so; 1: a name begins so; 2: a name holds it; 3: its sentence does."""
    names = _names(one)
    if wanted in names:
        return 0
    if any(name.startswith(wanted) for name in names):
        return 1
    if any(wanted in name for name in names):
        return 2
    return 3 if any(wanted in _plain(word.says) for word in one.words.values()) else None


def _names(one: Term) -> list[str]:
    return [_plain(name) for word in one.words.values() for name in (word.name, *word.also)]


def _plain(text: str) -> str:
    """Without case, spaces, hyphens and width."""
    return re.sub(r"[\s\-–]", "", unicodedata.normalize("NFKC", text).casefold())
