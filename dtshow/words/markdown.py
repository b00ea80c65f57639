"""Text of ours in Streamlit's Markdown, and without it; user text is shown as it was typed."""

import re
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
    line, half = one_line(name, 20 * limit), (limit - 1) // 2
    if len(line) > limit:
        line = f"{line[: limit - 1 - half]}…{line[-half:]}"
    return literal(line, limit)


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
