"""The course texts, section by section, as guided lessons: a text is walked as a lesson is.

A file of ``texts`` (``mitchell.toml``) names the sections of a text in both languages, where in it
their numbers are printed, and what else of them this app shows. Printed numbers and misprints are
the Textbook's (``pages.ui.textbook``), which every section takes from there by its ``places``.
Not done here: the page (``my_text``), and the walk itself (``runner``).
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any, Final

from dtshow.lesson import link
from dtshow.scene.tree.tree_look import name_of
from dtshow.words.language import _, joined, speaking
from pages.ui.shell import cache as shared
from pages.ui.story.guide import Guide, GuidePart, GuideStop, stop_at
from pages.ui.story.numbers import complete
from pages.ui.textbook.printed import Misprint, Printed, lesson, misprints, node_of, numbers
from pages.ui.textbook.sentences import as_text, label, name, of_number, ours

FOLDER: Final = Path(__file__).with_name("texts")


@dataclass(frozen=True)
class See:
    """What the app shows of a section: an address, and by language a sentence with braces."""

    to: str
    says: Mapping[str, str]


@dataclass(frozen=True)
class Section:
    """``printed``: the numbers that it prints; ``wrong``: its formulas and statements that are
    misprinted; ``see``: what is seen of it otherwise."""

    titles: Mapping[str, str]
    printed: tuple[Printed, ...]
    wrong: tuple[Misprint, ...]
    see: tuple[See, ...]

    @property
    def title(self) -> str:
        return self.titles[speaking()]


@cache
def sections(text: str) -> tuple[Section, ...]:
    said = tomllib.loads((FOLDER / f"{text}.toml").read_text("utf-8"))["section"]
    return tuple(_section(text, one) for one in said)


def _section(text: str, said: Mapping[str, Any]) -> Section:
    places = {tuple(place.split(" ", 1)) for place in said.get("places", ())}
    return Section(
        said["title"],
        tuple(one for one in numbers() if one.text == text and one.place in places),
        tuple(one for one in misprints() if one.text == text and one.place in places),
        tuple(See(one["to"], one) for one in said.get("see", ())),
    )


def guide_of(text: str) -> Guide:
    """The text as a guided lesson in the language that is spoken."""
    return _guide(text, speaking())


@shared.shared(shared.store(16), by=lambda *of: of)
def _guide(text: str, language: str) -> Guide:
    parts = (
        GuidePart(one.title, tuple(map(_of_printed, one.printed)) + _of_see(one.see, language))
        for one in sections(text)
    )
    return Guide(name(text), tuple(part for part in parts if part.stops))


def _of_printed(one: Printed) -> GuideStop:
    sentence = _("{quantity}: the text prints {printed}; computed, it is {value}.").format(
        quantity=_named(one), printed=one.printed, value=ours(one)
    )
    told = joined(sentence, of_number(one).replace("\\", ""))
    return GuideStop(told, "grow", _params(one), 0)


def _named(one: Printed) -> str:
    """A number's name in the text, beside it the column's here where that is another word."""
    named = as_text(one.quantity)
    if one.step.split is None or (column := label(one.step)).casefold() in named.casefold():
        return named
    return _("{name} ({synonym})").format(name=named, synonym=column)


def _params(one: Printed) -> dict[str, str]:
    """Of its step; what a node itself has is seen at the node, before any column is weighed."""
    here = lesson(one.step)
    if one.of not in ("impurity", "branch"):
        return link.write(here)
    node, here = node_of(one.step, one.branch), replace(here, weighed=None)
    return link.write(here) | ({} if node == here.stands else {"node": name_of(node)})


def _of_see(see: tuple[See, ...], language: str) -> tuple[GuideStop, ...]:
    bare = GuidePart("", tuple(stop_at(one.says[language], one.to, 0) for one in see))
    return complete(Guide("", (bare,))).stops
