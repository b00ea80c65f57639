"""The parts of Home that the browser draws: the tree that grows by itself, the course's five
stops, and the gallery of tables.

Each is the component with one ``part``; a plain click on a link reports where it leads, any other
click is the browser's. Not done here: what a part shows, and where its links lead
(``pages.ui.home``).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from pages.ui.components.mount import mount
from pages.ui.shell import session

NAME: Final = "home"
EVENT: Final = "go"


def part(key: str, data: bytes, go: Callable[[str], None] = lambda to: None) -> None:
    """Draw a part; ``go`` hears the name of the link that was followed, whatever was sent."""

    def hear() -> None:
        to = session.reported(key, EVENT)
        if isinstance(to, str):
            go(to)

    mount(NAME, key, data, on_go_change=hear)
