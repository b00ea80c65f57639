"""A table larger than memory, prepared in sight: a bar, a button that ends it, and the lesson."""

from __future__ import annotations

from typing import Any

import dtcore as dt
from dtcore.progress import Progress
from dtshow.lesson import link
from dtshow.tables.table_choice import TableChoice
from dtshow.words.language import _
from pages.ui.shell import session
from pages.ui.shell.progress import Stop, in_sight
from pages.ui.tables import large
from pages.work.jobs import Job


def prepared(choice: TableChoice, stop: Stop) -> dt.Dataset:
    """The table of a choice. Raises UnfinishedError as long as it is not there, and what is wrong
    with it; ``stop`` is what the button does besides ending the work."""

    def make(tell: Progress) -> Any:
        return large.table(choice, lambda share: tell(share, 0))

    try:
        return large.table(choice)
    except large.NotPreparedError:  # or its copy is an earlier version's
        in_sight(("large", str(large.copy_of(choice))), make, _so_far, stop)
    return large.table(choice)


def prepare_address() -> None:
    """The large table that the address asks for, before a page asks for its lesson. Raises
    UnfinishedError as long as it is not there."""
    params = session.opened_with()
    if session.has_lesson() or not large.is_large(params.get("data", "")):
        return
    try:
        prepared(large.as_counted(link.choice_in(params, session.own_table(params))), _stop)
    except dt.DtError as problem:
        session.leave_table(problem)


def _so_far(_work: Job) -> str:
    return _("Preparing the table: what its columns hold, and a copy of one byte a cell…")


def _stop() -> None:
    session.leave_table(
        dt.LinkError(
            "Preparing the table of this link was not finished. Open the link again to prepare it."
        )
    )
