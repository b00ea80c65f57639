"""What the session keeps of a guided lesson, as a value."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

OWN: Final = "own"
"""The key of a file of one's own, which only its own session has."""


@dataclass(frozen=True)
class StoryView:
    """``key``: the lesson that runs, "" if none; ``own``: the text of one's own file; ``at``: the
    place of the stop, from 0. ``met``: the session's first address has been looked at;
    ``heard``: how many presses on the band the browser had counted when the last one came;
    ``ended``: a lesson has been followed to its end, and nothing else has been begun;
    ``done``: the keys of those followed to their end, which the browser keeps."""

    key: str = ""
    at: int = 0
    own: str = ""
    met: bool = False
    heard: int = 0
    ended: bool = False
    done: frozenset[str] = frozenset()
