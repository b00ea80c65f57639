"""A scene as the sections that it is made of, each of them JSON that is written once.

Whoever keeps what was written (``Keep``) shares it with all who see the same. A payload is a
scene and what of it the next beat would change; it is plain text, versioned by ``VERSION``.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from typing import Any, Final

VERSION: Final = 1


@dataclass(frozen=True, eq=False)
class Section:
    """``by``: all that it depends on, if it is worth keeping."""

    make: Callable[[], Any]
    by: tuple[Hashable, ...] = ()


Sections = Mapping[str, Section]
Keep = Callable[[str, tuple[Hashable, ...], Callable[[], str]], str]
"""Gives the text of that name and content: one that was kept, or made now."""


def made_anew(_name: str, _by: tuple[Hashable, ...], make: Callable[[], str]) -> str:
    """Keeps nothing."""
    return make()


def payload(now: Sections, coming: Sections | None, keep: Keep = made_anew) -> str:
    """``{"scene": ..., "next": ...}``; ``next`` holds the sections that the next beat changes,
    null if it may not be told or is not known."""
    before = _written(now, keep)
    after = None if coming is None else _written(coming, keep)
    changed = after and {name: text for name, text in after.items() if text != before[name]}
    return f'{{"scene":{_object(before)},"next":{"null" if after is None else _object(changed)}}}'


def _written(sections: Sections, keep: Keep) -> dict[str, str]:
    return {
        name: keep(name, section.by, _writer(section)) if section.by else _writer(section)()
        for name, section in sections.items()
    }


def _writer(section: Section) -> Callable[[], str]:
    return lambda: json.dumps(section.make(), ensure_ascii=False, separators=(",", ":"))


def _object(sections: Mapping[str, str] | None) -> str:
    return "{" + ",".join(f'"{name}":{text}' for name, text in (sections or {}).items()) + "}"
