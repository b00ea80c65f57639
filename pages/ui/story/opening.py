"""Opening an address in the session that is here: its lesson, and what its page shows of it."""

from __future__ import annotations

from collections.abc import Mapping

from dtcore.errors import DtError
from pages.ui.components.stage import tree_view
from pages.ui.data import bringing, draft
from pages.ui.explore import address as explore
from pages.ui.grow import address as grow
from pages.ui.impurity import address as impurity
from pages.ui.pruning.pruning_session import PruningMemory
from pages.ui.pruning.pruning_view import PruningView
from pages.ui.reference import address as reference
from pages.ui.shell import session
from pages.ui.shell.places import Place, go_to_top
from pages.ui.use import address as use


def open_address(page: str, params: Mapping[str, str], led: bool = False) -> None:
    """Raises LinkError, DataError or RecipeError; then nothing has changed."""
    session.open_address(params, led)
    if "bring" not in params:  # else what was brought is still on show
        draft.forget_draft()
    bringing.keep(open="bring" in params and draft.draft() is None)
    tree_view.open_address(params)
    if page in ("pruning", "use"):  # it begins anew as the address says
        session.keep(PruningMemory())
        session.keep(PruningView())
    if page == "grow":
        grow.open_address(params)
    if page == "use":
        use.open_address(params)
    if page == "reference":
        reference.open_address(params)
    explore.open_address(params)
    impurity.open_address(params)


def go_on(page: Place, params: Mapping[str, str]) -> None:
    """For callbacks: to a page; ``params``: what is opened there, if not the lesson as it is."""
    try:
        if params:
            open_address(page, params)
    except DtError as problem:
        session.say_trouble(problem)
    else:
        go_to_top(page)


def look_at(params: Mapping[str, str]) -> None:
    """Show of the lesson what the session's first address names beside it."""
    tree_view.open_address(params)
    if any(name in params for name in grow.SHOWN):
        grow.open_address(params)
    impurity.open_address(params)
    use.open_address(params)
    reference.open_address(params)
    explore.open_address(params)
