"""The row of buttons that moves a lesson on and back: for growing and for pruning."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

import streamlit as st

from pages.ui.shell import session
from pages.ui.wording.language import _

WHERE: Final = session.Widget("where", False)
JUMP: Final = session.Widget("jump", 0)


@dataclass(frozen=True)
class Buttons:
    """What the buttons are called here, and what they do.

    ``go`` is told the key of the one pressed, ``jump`` after how many steps to be; ``keys``
    says by what keys they are pressed.
    """

    go: Callable[[str], None]
    jump: Callable[[int], None]
    next: str
    icon: str
    next_help: str
    back_help: str
    keys: str


def row(key: str) -> Any:
    more: dict[str, Any] = {"horizontal": True, "vertical_alignment": "center", "gap": "small"}
    return st.container(key=key, width="content", wrap=False, **more)


def button(key: str, label: str, icon: str, disabled: bool, **more: Any) -> None:
    st.button(label, key=key, icon=f":material/{icon}:", disabled=disabled, **more)


def buttons(named: Buttons, at_start: bool, at_end: bool, last: bool = False) -> None:
    """Start, back, next and end. ``last``: the way to the end alone is closed."""

    def one(key: str, label: str, icon: str, off: bool, **more: Any) -> None:
        button(key, label, icon, off, on_click=named.go, args=(key,), **more)

    one("first", _("To the start"), "first_page", at_start, help=_("To the start"))
    one("back", _("Back"), "arrow_back", at_start, help=named.back_help, shortcut="PageUp")
    more: dict[str, Any] = {"type": "primary", "width": 150, "shortcut": "PageDown"}
    one("next", named.next, named.icon, at_end, help=named.next_help, **more)
    one("last", _("To the end"), "last_page", at_end or last, help=_("To the end"))


def where(named: Buttons, done: int, total: int | None, far: int) -> None:
    """ "step 3 of 8", which opens a slider to jump to any of the first ``far`` steps.

    ``total`` is None while nobody knows how many there are; then there is a way to the end.
    """
    label = _("step {k} of {n}").format(k=done, n="…" if total is None else total)
    with st.popover(label, key=WHERE.staying(), type="tertiary", on_change="rerun") as place:
        if not place.open:
            return
        if far:
            st.slider(
                _("Jump to step"),
                0,
                far,
                key=JUMP.showing(done),
                on_change=lambda: named.jump(JUMP.value),
            )
        if total is None:
            st.caption(_("How many steps there are is known once you have been at the end."))
            more = {"on_click": named.go, "args": ("last",)}
            button("where_end", _("To the end"), "last_page", False, **more)
        st.caption(named.keys)


def undo_redo(
    undo: Callable[[], None], redo: Callable[[], None], able: tuple[bool, bool], help: str
) -> None:
    """``able``: whether there is something to undo, and to redo."""
    button("undo", _("Undo"), "undo", not able[0], help=help, on_click=undo)
    button("redo", _("Redo"), "redo", not able[1], help=_("Redo"), on_click=redo)
