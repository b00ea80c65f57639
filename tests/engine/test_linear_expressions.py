"""No expression of the reading part takes more than a few times as long for a few times the text.

One that looks at a long text again from each of its letters keeps a processor for hours, and gives
Python's one lock to nobody meanwhile. What each is tried on is made of its own parts: whatever it
asks for, again and again, with what it does not expect at the end.
"""

from __future__ import annotations

import importlib
import itertools
import pkgutil
import random
import re
import re._constants as sre  # type: ignore[import-not-found]
import re._parser as parser  # type: ignore[import-not-found]
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

import dttools.files
from tests.strategies import law

TASTE, SHORT, LONG = 400, 10_000, 100_000
"""Letters: what is worst of all is seen with few."""
TIMES, WORST = 15, 3
TRIED = 8 * law.max_examples
"""Kinds of text of one sort."""
FLOOR = 0.05
"""Seconds of a processor that say nothing yet: a hundred thousand letters in turn take less, and
each of them with each of the others takes a hundred times as long."""
WAYS = ("fullmatch", "match", "search", "findall", "finditer", "sub", "subn", "split")
REPEATS = (sre.MAX_REPEAT, sre.MIN_REPEAT, sre.POSSESSIVE_REPEAT)
CLASSES = {sre.CATEGORY_SPACE: " \n", sre.CATEGORY_DIGIT: "0", sre.CATEGORY_WORD: "a0"}
ANY = "a0 ,.'\"<>=/\n%:\\{"
"""What a set that names nothing may stand for."""


def modules() -> Iterator[Any]:
    for one in pkgutil.iter_modules(dttools.files.__path__, "dttools.files."):
        yield importlib.import_module(one.name)


def within(value: object) -> Iterator[re.Pattern[Any]]:
    if isinstance(value, re.Pattern):
        yield value
    elif isinstance(value, Mapping):
        yield from itertools.chain.from_iterable(map(within, value.values()))
    elif isinstance(value, tuple | list):
        yield from itertools.chain.from_iterable(map(within, value))


def expressions() -> Iterator[Any]:
    """Each of a module, with the ways in which the module uses what has its name."""
    for module in modules():
        text = Path(module.__file__).read_text(encoding="utf-8")
        for name, value in vars(module).items():
            if name.startswith("__") or not (patterns := [*within(value)]):
                continue
            used = re.findall(rf"\b{name}(?:\[[^]]*\])?\.({'|'.join(WAYS)})\b", text)
            for at, pattern in enumerate(patterns):
                label = f"{module.__name__.rpartition('.')[2]}.{name}.{at}"
                yield pytest.param(pattern, sorted({*used}) or ["match", "fullmatch"], id=label)


def parts(items: Any) -> Iterator[str]:
    """What the expression asks for, part by part."""
    for kind, what in items:
        if kind is sre.LITERAL:
            yield chr(what)
        elif kind is sre.IN:
            yield from itertools.islice(members(what), 3)
        else:
            for inner in inside(kind, what):
                yield written(inner, 1)
                yield from parts(inner)


def inside(kind: Any, what: Any) -> Iterator[Any]:
    """The expressions within a part."""
    if kind is sre.BRANCH:
        yield from what[1]
    elif kind is sre.ATOMIC_GROUP:
        yield what
    elif kind in (sre.SUBPATTERN, sre.ASSERT, sre.ASSERT_NOT, *REPEATS):
        yield what[-1]


def members(what: Any) -> Iterator[str]:
    """Signs that a set takes."""
    if what[0][0] is sre.NEGATE:
        taken = {*members(what[1:])}
        yield from (sign for sign in ANY if sign not in taken)
        return
    for kind, one in what:
        if kind is sre.LITERAL:
            yield chr(one)
        elif kind is sre.RANGE:
            yield chr(one[0])
        elif kind is sre.CATEGORY:
            yield from CLASSES.get(one, "a")


def written(items: Any, times: int) -> str:
    """A text that the expression takes, or nearly: what may come any number of times comes so
    often."""
    result = ""
    for kind, what in items:
        if kind is sre.LITERAL:
            result += chr(what)
        elif kind is sre.IN:
            result += next(members(what), "")
        elif kind in (sre.ANY, sre.NOT_LITERAL):
            result += "a"
        elif kind in REPEATS:
            result += written(what[2], times) * max(what[0], min(times, what[1]))
        elif kind not in (sre.ASSERT, sre.ASSERT_NOT):
            result += "".join(
                written(one, times) for one in itertools.islice(inside(kind, what), 1)
            )
    return result


Pumped = tuple[str, str, str]
"""What stands first, what comes again and again, and what ends it."""


def kinds_of_text(pattern: re.Pattern[Any], tried: int = TRIED) -> list[Pumped]:
    """Some of what its own parts make, and signs without any order."""
    tree = parser.parse(pattern.pattern, pattern.flags & ~re.DEBUG)
    wholes = [written(tree, times) for times in (0, 1)]
    pieces = [*dict.fromkeys(filter(None, parts(tree))), *wholes[0], "a"]
    slices = [
        (whole[:at], whole[at:end])
        for whole in wholes
        for at, end in itertools.combinations(range(min(len(whole), 30) + 1), 2)
    ]
    pumps = [*slices, *(("", one) for one in pieces), *((wholes[1], one) for one in pieces)]
    pumps += [("", pump) for _first, pump in slices]
    ends = ["\x01", *{sign for sign in "".join(wholes) if not sign.isalnum()}]
    every = [(first, pump, end) for first, pump in pumps[tried:] for end in sorted(ends)]
    chance = random.Random(0)
    mixed = ["".join(chance.choices([*pieces, *ANY], k=997)) for _ in range(3)]
    some = chance.sample(every, min(tried, len(every)))
    plain = [(first, pump, "\x01") for first, pump in pumps[:tried]]
    return [*plain, *some, *(("", text, "") for text in mixed)]


def seconds(pattern: re.Pattern[Any], way: str, kind: Pumped, letters: int) -> float:
    """Of a processor, for a text of so many letters."""
    first, pump, last = kind
    text: str | bytes = first + pump * (letters // len(pump)) + last
    empty: str | bytes = ""
    if isinstance(pattern.pattern, bytes):
        text, empty = str(text).encode("latin-1", "replace"), b""
    use: Callable[..., Any] = getattr(pattern, way)
    given = (empty, text) if way in ("sub", "subn") else (text,)
    begun = time.process_time()
    if way == "finditer":
        sum(1 for _ in use(*given))
    else:
        use(*given)
    return time.process_time() - begun


def grown(pattern: re.Pattern[Any], way: str) -> tuple[Pumped, float] | None:
    """A kind of text of which ten times the letters take too many times as long, and how many."""
    kinds = kinds_of_text(pattern)
    at_first = {kind: seconds(pattern, way, kind, TASTE) for kind in dict.fromkeys(kinds)}
    worst = sorted(at_first, key=at_first.__getitem__, reverse=True)[:WORST]
    for kind in dict.fromkeys([*worst, kinds[-1]]):
        short = min(seconds(pattern, way, kind, SHORT) for _ in range(2))
        if short > FLOOR:  # with ten times the letters it would take half a minute
            return kind, short / at_first[kind]
        most = TIMES * max(short, FLOOR / TIMES)
        if all((long := seconds(pattern, way, kind, LONG)) > most for _ in range(5)):
            return kind, long / short  # and not because something else held it up
    return None


@pytest.mark.parametrize(("pattern", "ways"), [*expressions()])
def test_ten_times_the_text_takes_no_more_than_fifteen_times_as_long(
    pattern: re.Pattern[Any], ways: list[str]
) -> None:
    assert {way: found for way in ways if (found := grown(pattern, way))} == {}


@pytest.mark.on_push(1)
@pytest.mark.parametrize("quadratic", [r"\s+$", r"\w+=", r"<[^<>]*\bt=[^<>]*>"])
def test_what_is_not_linear_is_found(quadratic: str) -> None:
    pattern = re.compile(quadratic)
    assert grown(pattern, "search")


def test_every_expression_has_a_name_to_be_found_by() -> None:
    """None is made while a file is read, where this test would not see it."""
    made = r"\bre\.(?:sub|subn|match|search|fullmatch|findall|finditer|split)\("
    for module in modules():
        text = Path(module.__file__).read_text(encoding="utf-8")
        assert not re.findall(made, text), module.__name__
        inside = re.findall(r"^    +(?:\w+ = |return )re\.compile", text, re.MULTILINE)
        assert len(inside) <= (module.__name__ == "dttools.files.meanings"), module.__name__
