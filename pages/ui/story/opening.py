"""Opening an address in the session that is here: its lesson, and what its page shows of it."""

from __future__ import annotations

from collections.abc import Mapping

from pages.ui.bring import bringing, draft
from pages.ui.shell import session
from pages.ui.trees import pruning_session
from pages.ui.trees.pruning_view import PruningView


def open_address(page: str, params: Mapping[str, str], led: bool = False) -> None:
    """Raises LinkError, DataError or RecipeError; then nothing has changed."""
    session.open_address(params, led)
    session.open_views(page, params)
    if "data" not in params:
        _put_aside(params)
    arrive()


def arrive() -> None:
    """What is not declared (``dtshow.lesson.state``) follows the address that was opened last."""
    if (opening := session.unread("pages")) is None:
        return
    page, params = opening.page, opening.params
    if "data" in params:  # else one goes on from page to page with the table that is being set up
        _put_aside(params)
    if page == "pruning" or (page == "use" and "data" in params):  # it begins anew
        pruning_session.forget()
        session.keep(PruningView())


def _put_aside(params: Mapping[str, str]) -> None:
    """Leave a table that is being set up, unless the address is about what was brought."""
    if "bring" not in params:
        draft.forget_draft()
    bringing.keep(open="bring" in params and draft.draft() is None)


def look_at(params: Mapping[str, str]) -> None:
    """Show of the lesson what the session's first address names beside it."""
    session.open_views("", params)
    session.unread("pages")
