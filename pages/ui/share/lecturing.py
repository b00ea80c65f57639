"""Whether one lectures: opened so by ``lecture=on`` in the address, or by a key of the stage."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from pages.ui.shell import session

PARAMETER: Final = ("lecture", "on")


@dataclass(frozen=True)
class LectureView:
    """``on``: None until someone has chosen, and the address counts."""

    on: bool | None = None


def lecturing() -> bool:
    chosen = session.view(LectureView).on
    name, value = PARAMETER
    return session.opened_with().get(name) == value if chosen is None else chosen


def turn_lecture(on: object) -> None:
    """For acts: begin to lecture, or end it."""
    session.keep(LectureView(on is True))


def with_lecture(address: Mapping[str, str]) -> dict[str, str]:
    """The address, which opens as it is left."""
    name, value = PARAMETER
    return {**address, name: value} if lecturing() else dict(address)
