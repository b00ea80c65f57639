"""How much more long work the session may have done."""

from __future__ import annotations

from typing import Final

from pages.ui.shell.session.values import Key
from pages.work.allowance import Allowance
from pages.work.settings import settings

_ALLOWANCE: Final = Key[Allowance | None]("allowance", None)


def allowance() -> Allowance:
    """What the session spends, from its first long work on."""
    kept = _ALLOWANCE.value
    if kept is None:
        kept = Allowance(settings().work.session)
        _ALLOWANCE.set(kept)
    return kept
