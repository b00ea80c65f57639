"""Where the links of Home lead: an address within the app, opened in this session.

The same address opens the same in a new window; here the lesson before can be had back by undo,
and the tables that were uploaded stay.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from urllib.parse import urlencode

from dtshow.lesson import link
from pages.ui.shell import session
from pages.ui.shell.places import Place


@dataclass(frozen=True)
class Address:
    """A page, and the parameters of its lesson; without any, the lesson stays as it is."""

    page: Place
    params: Mapping[str, str] = field(default_factory=dict)

    @property
    def href(self) -> str:
        return f"{self.page}?{urlencode({**self.params, 'lang': session.language()})}"


def table_address(key: str, page: Place = "grow") -> Address:
    """A bundled table as its entry says; the Data page needs no recipe."""
    table = link.write_choice(link.choice_of(key))
    if page == "data":
        return Address(page, table)
    recipe = link.recipe_choice_of(key)
    changes = {name: str(value) for name, value in recipe.changes}
    return Address(page, {**table, "recipe": recipe.name, **changes, "step": "0"})
