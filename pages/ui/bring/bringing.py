"""What someone is about to bring: a value that stays until it is a table or is put aside.

Not done here: nothing is drawn or read (``bring``).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

import dtcore as dt
from dttools.files import Chosen
from pages.ui.shell import session

Place = Literal["home", "data"]
"""The page on which it stands: a part of all keys there."""


@dataclass(frozen=True)
class Brought:
    """What was chosen or pasted and is no table yet: to be read, or with the ``problem`` it had.

    ``pasted`` cells go back to their box; ``by_hand`` says that there is no file. ``sheets``: those
    of a spreadsheet that had a problem."""

    name: str
    content: bytes
    chosen: Chosen = Chosen()
    problem: dt.DtError | None = None
    pasted: bool = False
    typed: bool = False
    sheets: tuple[str, ...] = ()

    @property
    def by_hand(self) -> bool:
        return self.pasted or self.typed


@dataclass(frozen=True)
class BringView:
    """``files``: how many times files were taken, so that the place for them is empty again;
    ``pasting``, ``typing``: whether the place for cells, or the empty table, is open; ``open``:
    whether Data shows all this."""

    at_hand: Brought | None = None
    files: int = 0
    pasting: bool = False
    typing: bool = False
    open: bool = False


def now() -> BringView:
    return session.view(BringView)


def keep(**changes: Any) -> None:
    session.change(BringView, **changes)


def open_or_close() -> None:
    """For callbacks, on Data."""
    keep(open=not now().open, at_hand=None)
