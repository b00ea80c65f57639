"""What an address says of the Reference page: the lesson's address, ``tab=textbook``, and there
``text=fang`` and ``mark=wrong``, which numbers are listed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from pages.ui.reference.reference_view import TABS, ReferenceView
from pages.ui.shell import session
from pages.ui.textbook.marks import MARKS
from pages.ui.textbook.texts import TEXTS


def address() -> dict[str, str]:
    """The lesson's address, and what this page adds to it."""
    view = session.view(ReferenceView)
    own = {"tab": view.tab, "text": view.text, "mark": view.mark} if view.tab != TABS[0] else {}
    return {**session.lesson_address(), **{name: said for name, said in own.items() if said}}


def open_address(params: Mapping[str, str]) -> None:
    """Whatever cannot be read is left as it is; a tab says all that is chosen on it."""
    for tab in TABS:
        if params.get("tab") == tab:
            text, mark = params.get("text", ""), params.get("mark", "")
            chosen = replace(session.view(ReferenceView), tab=tab)
            session.keep(
                replace(
                    chosen,
                    text=text if text in TEXTS else "",
                    mark=mark if mark in MARKS else "",
                )
            )
