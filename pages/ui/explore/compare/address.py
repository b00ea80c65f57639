"""What an address says of the Compare tab: the trees beside the lesson's in ``beside1`` to
``beside3``, each an address of its own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from pages.ui.explore.compare.beside import MOST
from pages.ui.explore.compare.compare_view import CompareView
from pages.ui.shell import session

NAMES: Final = tuple(f"beside{k}" for k in range(1, MOST + 1))
LONGEST: Final = 20_000
"""Characters of a tree."""


def address() -> dict[str, str]:
    beside = session.view(CompareView).beside or ()
    return dict(zip(NAMES, beside, strict=False))


def open_address(params: Mapping[str, str]) -> None:
    """An address with a table says all, so what it does not say is as usual."""
    words = tuple(params[name][:LONGEST] for name in NAMES if name in params)
    if words or "data" in params:
        session.keep(CompareView(words or None))
