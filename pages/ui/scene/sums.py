from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from dtcore.formula import Query
from pages.ui.components.formula import *  # stub until F lands
from pages.ui.components.formula import Drawing, keys_of


@dataclass(frozen=True)
class Counts:
    describe: Callable[[Query], str] = lambda query: ""
    pressed: Query | None = None


def sum_block(lines: Any, digits: Any, key: str, counts: Any, play: bool = False) -> dict[str, Any]:
    keys = keys_of(lines)
    d = Drawing(digits, counts.describe, keys)
    return {
        "type": "sum",
        "key": key,
        "label": "Working",
        "opens": "What this stands for",
        "general": [],
        "lines": [d.line(l) for l in lines],
        "pressed": keys.get(counts.pressed, "") if counts.pressed else "",
        "play": play,
    }
