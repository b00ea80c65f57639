"""What the tab keeps of itself between reruns, as one value."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import dtcore as dt
from pages.ui.shell import session


@dataclass(frozen=True)
class SpaceView:
    """``table``: the digest of the table that all else is about, "" for the next that is shown.
    ``picked``: the place of the partial tree that is looked at, None: the last that ID3 took.
    ``number``: which of the trees that fit stands beside ID3's, from 1 on, None: the one that
    ``beside`` says.
    """

    table: str = ""
    picked: int | None = None
    number: int | None = None


def view_of(data: dt.Dataset) -> SpaceView:
    """The view, anew for another table."""
    view = session.view(SpaceView)
    return view if view.table in ("", data.digest) else SpaceView(data.digest)


def look_at(data: dt.Dataset, **changes: Any) -> None:
    session.keep(replace(view_of(data), table=data.digest, **changes))


def pin(data: dt.Dataset) -> None:
    """What an address says is of the table that it opens."""
    look_at(data)
