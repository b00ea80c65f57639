r"""The definitions in formulas, drawn: the LaTeX that the engine writes, as nested boxes.

It knows the few commands that ``Named.general`` holds (fractions, sums, logarithms, indices) and
nothing of LaTeX beyond; what it does not know is shown as it is written.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from typing import Any, Final

Box = str | list[Any]
SIGNS: Final = {
    "sum": "∑",
    "in": "∈",
    "cdot": "·",
    "Delta": "Δ",
    "log": "log",
    "ln": "ln",
    "max": "max",
}
NOTHING: Final = ("left", "right", ",", "displaystyle")
_TOKEN: Final = re.compile(r"\\(?:[a-zA-Z]+|.)|\s+|.")


@lru_cache(512)
def general_box(latex: str) -> Box:
    """``latex`` as a row of boxes: it, rm, sub, sup, frac, and plain text. Not to be changed."""
    return ["row", *_parts(iter(_TOKEN.findall(latex)))]


def _parts(tokens: Iterator[str]) -> list[Box]:
    """The boxes up to the end, or to the brace that closes the group."""
    out: list[Box] = []
    for token in tokens:
        if token == "}":
            break
        out += _one(token, tokens)
    return out


def _one(token: str, tokens: Iterator[str]) -> list[Box]:
    if token.startswith("\\"):
        return _command(token[1:], tokens)
    if token.isspace():
        return []
    if token in "_^":
        return [["sub" if token == "_" else "sup", _text(_group(tokens))]]
    if token == "{":
        return _parts(tokens)
    return [["it", token] if token.isalpha() else "−" if token == "-" else token]


def _command(name: str, tokens: Iterator[str]) -> list[Box]:
    if name in NOTHING:
        return []
    if name == "frac":
        return [["frac", ["row", *_group(tokens)], ["row", *_group(tokens)]]]
    if name == "sqrt":
        return ["√(", *_group(tokens), ")"]
    if name == "bar":
        return [["it", unicodedata.normalize("NFC", _text(_group(tokens)) + "\u0304")]]
    if name == "mathrm":
        return [["rm", _text(_group(tokens))]]
    return [["rm", SIGNS.get(name, name)]]


def _group(tokens: Iterator[str]) -> list[Box]:
    """What a command or an index takes: a group in braces, or the next sign alone."""
    first = next((token for token in tokens if not token.isspace()), "")
    return _one(first, tokens) if first else []


def _text(boxes: list[Box]) -> str:
    return "".join(box if isinstance(box, str) else _text(box[1:]) for box in boxes)
