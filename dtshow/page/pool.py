"""JSON in which nothing that is long is written twice.

A list of values, the last of which is the whole. In each, the text ``~k`` stands for the value at
place ``k``, in base 36, which comes before; a text that begins so itself has one more ``~``.
"""

from __future__ import annotations

import json
from collections.abc import Hashable
from typing import Any, Final

import numpy as np

SIGN: Final = "~"
WORTH: Final = 10
"""Characters; what is shorter is written wherever it stands."""


def pooled(value: Any) -> str:
    known = _Values()
    known.number(value)
    pool, shown = list[str](), list[str]()
    for content, uses in zip(known.contents, known.uses, strict=True):
        text = _written(content, shown)
        if uses > 1 and len(text) >= WORTH:
            shown.append(f'"{SIGN}{np.base_repr(len(pool), 36).lower()}"')
            pool.append(text)
        else:
            shown.append(text)
    return f"[{','.join([*pool, shown[-1]])}]"


class _Values:
    """Values numbered by what they hold, what a value holds before itself; ``uses`` counts the
    places in others, each of which is looked into once."""

    def __init__(self) -> None:
        self.contents: list[tuple[Any, ...]] = []
        self.uses: list[int] = []
        self._numbers: dict[Hashable, int] = {}
        self._seen: dict[int, tuple[int, Any]] = {}

    def number(self, value: Any) -> int:
        if id(value) in self._seen:
            return self._seen[id(value)][0]
        content = self._content(value)
        number = self._numbers.setdefault(content, len(self.contents))
        if number == len(self.contents):
            self.contents.append(content)
            self.uses.append(0)
            for inner in content[1]:
                self.uses[inner] += 1
        if isinstance(value, list | tuple | dict):
            self._seen[id(value)] = number, value  # held, so that no other value gets its id
        return number

    def _content(self, value: Any) -> tuple[Any, ...]:
        if isinstance(value, dict):
            return "{", tuple(map(self.number, value.values())), tuple(value)
        if isinstance(value, list | tuple):
            return "[", tuple(map(self.number, value))
        text = SIGN + value if isinstance(value, str) and value.startswith(SIGN) else value
        return "", (), json.dumps(text, ensure_ascii=False, allow_nan=False)


def _written(content: tuple[Any, ...], shown: list[str]) -> str:
    """``shown``: how each value before it is written."""
    match content:
        case ("[", inner):
            return f"[{','.join(shown[k] for k in inner)}]"
        case ("{", inner, names):
            keys = (json.dumps(name, ensure_ascii=False) for name in names)
            pairs = zip(keys, inner, strict=True)
            return "{" + ",".join(f"{key}:{shown[k]}" for key, k in pairs) + "}"
    return str(content[-1])
