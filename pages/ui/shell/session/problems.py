"""What went wrong, until it is said."""

from __future__ import annotations

from typing import Final

from dtcore.errors import DtError
from pages.ui.shell.session.values import Key

_TROUBLE: Final = Key[Exception | None]("trouble", None)


class FallbackError(DtError):
    """What was asked for cannot be had, and something else is shown: nothing is lost."""


def trouble() -> Exception | None:
    """What went wrong with the address or the last action, said once."""
    problem = _TROUBLE.value
    if problem is not None:
        _TROUBLE.set(None)
    return problem


def say_trouble(problem: Exception) -> None:
    _TROUBLE.set(problem)
