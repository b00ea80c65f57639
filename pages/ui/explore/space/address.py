"""What an address says of the Space tab: ``space=40``, the partial tree that is looked at, and
``space_other=3``, the tree that stands beside ID3's; both counted from 1."""

from __future__ import annotations

from collections.abc import Mapping

from pages.ui.explore.space.space_view import SpaceView
from pages.ui.shell import session

LONGEST = 16
"""Digits."""


def address() -> dict[str, str]:
    """What is not as usual."""
    view = session.view(SpaceView)
    picked = {} if view.picked is None else {"space": str(view.picked + 1)}
    return picked | ({} if view.number is None else {"space_other": str(view.number)})


def open_address(params: Mapping[str, str]) -> None:
    """Whatever cannot be read is as usual; an address that says nothing of it changes nothing."""
    picked, number = (_place(params.get(name, "")) for name in ("space", "space_other"))
    if picked or number:
        session.keep(SpaceView(picked=picked - 1 if picked else None, number=number))


def _place(text: str) -> int | None:
    """A whole number from 1 on."""
    known = text.isascii() and text.isdigit() and len(text) <= LONGEST
    return int(text) or None if known else None
