"""How much more long work the session may have done."""

from __future__ import annotations

from typing import Final

from pages.ui.server.allowance import Allowance
from pages.ui.server.settings import settings
from pages.ui.shell.session.values import Key

_ALLOWANCE: Final = Key[Allowance | None]("allowance", None)


def allowance() -> Allowance:
    """What the session spends, from its first long work on."""
    kept = _ALLOWANCE.value
    if kept is None:
        kept = Allowance(settings().work.session)
        _ALLOWANCE.set(kept)
    return kept
