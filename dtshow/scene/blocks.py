"""The parts of a panel, as the stage draws them: sentences, buttons, tables, sums.

Each has a ``key`` that stays from scene to scene, by which the browser knows it again. Sentences
are written in Markdown of ours, as everywhere in the app; they travel in pieces.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from dtshow.words.markdown import pieces_of

Block = dict[str, Any]
Tone = Literal["plain", "info", "quiet", "good", "warn"]


@dataclass(frozen=True)
class Button:
    """``do`` says which it is, for those who hear the acts."""

    do: str
    label: str
    icon: str = ""
    main: bool = False
    off: bool = False
    help: str = ""


def say(key: str, markdown: str, tone: Tone = "plain") -> Block:
    return {"type": "say", "key": key, "tone": tone, "text": pieces_of(markdown)}


def listing(
    key: str, items: Sequence[str], columns: Sequence[str] = (), chosen: str | None = None
) -> Block:
    """The first items can be pressed, which looks at ``columns``; one may be ``chosen``."""
    named = {"items": list(items), "columns": list(columns), "chosen": chosen}
    return {"type": "list", "key": key, **named}


def views(key: str, label: str, options: dict[str, str], chosen: str) -> Block:
    """One of several, of which one is ``chosen``."""
    rows = [list(option) for option in options.items()]
    return {"type": "views", "key": key, "label": label, "options": rows, "chosen": chosen}


def buttons(key: str, items: Sequence[Button]) -> Block:
    return {"type": "buttons", "key": key, "items": [vars(item) for item in items]}


def switch(key: str, do: str, label: str, on: bool) -> Block:
    return {"type": "switch", "key": key, "do": do, "label": label, "on": on}


def table(key: str, heads: Sequence[str], rows: Sequence[Sequence[str]]) -> Block:
    """A plain table; a column in which every cell is a number stands to the right."""
    numbers = [all(_number(row[i]) for row in rows) for i in range(len(heads))]
    cells = [list(row) for row in rows]
    return {"type": "table", "key": key, "heads": list(heads), "rows": cells, "numbers": numbers}


def hole(key: str) -> Block:
    """Where the host of the stage draws for itself."""
    return {"type": "hole", "key": key}


def _number(text: str) -> bool:
    return not text.strip("0123456789.,−–e+") if text else True
