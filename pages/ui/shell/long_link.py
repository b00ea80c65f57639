"""An address that asks for many steps: they are gone in sight, and can be stopped."""

from __future__ import annotations

from collections.abc import Callable, Hashable

from dtcore.errors import LinkError
from dtcore.progress import Progress
from dtshow.words.language import ngettext
from pages.ui.shell import session
from pages.ui.shell.large_link import prepare_address
from pages.ui.shell.progress import Stop, growing, worked_out
from pages.work.jobs import Job


def read_in_sight() -> None:
    """Before a page asks for its lesson. Raises UnfinishedError as long as it is not there."""
    prepare_address()
    session.read_address(watched(_stop))


def watched(stop: Stop) -> session.Watched:
    """``stop``: what the button does besides ending the work."""

    def read(
        named: tuple[Hashable, ...], make: Callable[[Progress], session.Read | None]
    ) -> session.Read | None:
        found: session.Read | None = worked_out(("link", *named), make, True, _steps_so_far, stop)
        return found

    return read


def _steps_so_far(work: Job) -> str:
    if not work.count:
        return growing(work)
    return ngettext(
        "The steps of this link: {n:,} so far.", "The steps of this link: {n:,} so far.", work.count
    )


def _stop() -> None:
    session.leave_steps(LinkError("The steps of this link were not finished. This is its table."))
