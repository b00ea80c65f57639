"""Text of ours in Streamlit's Markdown, and without it; user text is shown as it was typed."""

import re
from collections.abc import Callable
from typing import Final

# everything that can begin markup, Streamlit's own :red[...] and $...$ included
_SPECIAL: Final = re.compile(r"([\\`*_{}\[\]()<>#+\-.!|~$:\"'&=^])")

# Of these Streamlit makes links after all markup is read, however they were escaped: https://x,
# www.x, me@x. A sign without width in their middle keeps them text.
_LINK: Final = re.compile(r"(?i)(?<=http)(?=s?://)|(?<=www)(?=\.)|(?=@)")
_JOINER: Final = "\u2060"
# They turn the rest of the line around, in which a name is only a part.
_TURNING: Final = str.maketrans("", "", "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
# A single space at which no line may end is meant.
_SPACES: Final = re.compile(r"\s{2,}|[^\S\u00a0]")

_MARK: Final = re.compile(r"(?P<bold>\*\*)|\\(?P<escaped>.)|(?P<plain>.)", re.DOTALL)


def literal(text: object, limit: int = 80) -> str:
    """``text`` on one line with all markup and all links disarmed, cut to ``limit`` characters."""
    return _SPECIAL.sub(r"\\\1", _LINK.sub(_JOINER, one_line(text, limit)))


def literal_name(name: object, limit: int = 40) -> str:
    """As ``literal``, but cut in the middle: names that begin alike differ at their ends."""
    return literal(elided(one_line(name, 20 * limit), limit), limit)


def elided(name: str, most: int, wide: Callable[[str], int] = len) -> str:
    """The beginning and the end: what tells Petal.Length from Petal.Width stands at both."""
    if wide(name) <= most:
        return name
    tail = _beginning(name[::-1], (most - 1) // 2, wide)[::-1]
    return f"{_beginning(name, most - 1 - wide(tail), wide)}…{tail}"


def _beginning(name: str, most: int, wide: Callable[[str], int]) -> str:
    start = name[: 2 * most]  # a cell may hold megabytes
    return start[: sum(wide(start[:n]) <= most for n in range(1, len(start) + 1))]


def one_line(text: object, limit: int = 80) -> str:
    """``text`` on one line, cut to ``limit`` characters, and written one way only."""
    # A cell may hold megabytes: cut before splitting, and cut again after.
    line = _SPACES.sub(" ", str(text)[: 20 * limit].translate(_TURNING)).strip()
    return line if len(line) <= limit else line[: limit - 1] + "…"


def unasked(name: str) -> str:
    """A name without a question mark of its own, where a question ends with it."""
    return name.removesuffix("?").removesuffix("？")


def pieces(sentence: str, **values: object) -> list[str]:
    """``sentence`` for a component of ours: plain text, and what ``**`` surrounds at odd places.

    What ``values`` put in is never markup.
    """
    return [piece.format(**values) for piece in sentence.split("**")]


def pieces_of(markdown: str) -> list[str]:
    """A sentence in Markdown of ours for a component of ours: as ``pieces``, with what
    ``literal`` disarmed as it was typed."""
    result = [""]
    for mark in _MARK.finditer(markdown):
        if mark["bold"]:
            result.append("")
        else:
            result[-1] += mark["escaped"] or mark["plain"]
    return [piece.replace(_JOINER, "") for piece in result]
