"""Text of ours in Streamlit's Markdown, and without it; user text is shown as it was typed."""

import re
from typing import Final

# everything that can begin markup, Streamlit's own :red[...] and $...$ included
_SPECIAL: Final = re.compile(r"([\\`*_{}\[\]()<>#+\-.!|~$:\"'&=^])")

_MARK: Final = re.compile(r"(?P<bold>\*\*)|\\(?P<escaped>.)|(?P<plain>.)", re.DOTALL)


def literal(text: object, limit: int = 80) -> str:
    """``text`` on one line with all markup disarmed, cut to ``limit`` characters."""
    return _SPECIAL.sub(r"\\\1", one_line(text, limit))


def one_line(text: object, limit: int = 80) -> str:
    """``text`` on one line, cut to ``limit`` characters."""
    line = " ".join(str(text).split())
    return line if len(line) <= limit else line[: limit - 1] + "…"


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
    return result
