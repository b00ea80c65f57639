"""The band of a guided lesson: its sentence, where one is, Back and Next, contents.

It reports what was pressed; ``band.js`` says which keys it takes. Not done here: what a stop
shows, and where the lesson is.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any, Final

from pages.ui.components.mount import mount
from pages.ui.shell import session

KEY: Final = "story_band"


def band(content: Mapping[str, Any], on_press: Callable[[str, object], None]) -> None:
    """Draw ``content``; ``on_press`` is told what was pressed, and its value."""
    written = json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode()
    mount("story", KEY, written, on_press_change=lambda: _hear(on_press))


def _hear(on_press: Callable[[str, object], None]) -> None:
    match session.reported(KEY, "press"):
        case [str(kind), value]:
            on_press(kind, value)
