"""Short texts that the reader's browser keeps beyond a reload, and nothing else does.

A session that begins is told once what the browser has, if anything; from then on the browser
keeps what the session says. Not done here: what the texts mean. They come from outside: whoever
hears them reads them as he would an address.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from pages.ui.components.mount import mount
from pages.ui.shell import session

MOST: Final = 50
"""Texts of one name."""
LONGEST: Final = 4_000
"""Characters of one of them."""


@dataclass(frozen=True)
class NotedView:
    """``heard``: the names of which the browser has told what it has."""

    heard: frozenset[str] = frozenset()


def noted(name: str, texts: Sequence[str], add: Callable[[list[str]], None]) -> None:
    """Let the browser keep ``texts`` under ``name``; ``add`` is told once those that it had."""
    key, heard = f"noted_{name}", name in session.view(NotedView).heard
    written = json.dumps({"name": name, "texts": [*texts], "heard": heard}, ensure_ascii=False)

    def hear() -> None:
        view = session.view(NotedView)
        if name in view.heard:
            return
        session.keep(replace(view, heard=view.heard | {name}))
        add(texts_of(session.reported(key, "noted")))

    mount("noted", key, written.encode(), on_noted_change=hear)


def texts_of(told: object) -> list[str]:
    """Those of ``told`` that can be texts of ours."""
    some = told if isinstance(told, list) else []
    return [text for text in some[:MOST] if isinstance(text, str) and len(text) <= LONGEST]
