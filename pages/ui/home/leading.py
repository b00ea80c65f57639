"""Where the links of Home lead: an address within the app, opened in this session.

The same address opens the same in a new window; here the lesson before can be had back by undo,
and the tables that were uploaded stay.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from urllib.parse import urlencode

import dtcore as dt
from pages.ui.data import draft
from pages.ui.lesson import link
from pages.ui.pruning.pruning_session import PruningMemory
from pages.ui.shell import cache, session
from pages.ui.shell.places import Place, go_to


@dataclass(frozen=True)
class Address:
    """A page, and the parameters of its lesson; without any, the lesson stays as it is."""

    page: Place
    params: Mapping[str, str] = field(default_factory=dict)

    @property
    def href(self) -> str:
        return f"{self.page}?{urlencode({**self.params, 'lang': session.language()})}"


def lead(to: Address) -> None:
    """For callbacks: begin the lesson of an address and go to its page."""
    try:
        if to.params:
            _begin(to.params)
    except dt.DtError as problem:
        session.say_trouble(problem)
        return
    go_to(to.page)


def _begin(params: Mapping[str, str]) -> None:
    draft.forget_draft()
    session.edit(lambda _: link.read(params, session.dataset, cache.start))
    session.follow(params)
    session.keep(PruningMemory())  # the page reads its own part of the address


def table_address(key: str, page: Place = "grow") -> Address:
    """A bundled table as its entry says; the Data page needs no more than its name."""
    if page == "data":
        return Address(page, {"data": key})
    recipe = link.recipe_choice_of(key)
    changes = {name: str(value) for name, value in recipe.changes}
    return Address(page, {"data": key, "recipe": recipe.name, **changes, "step": "0"})
