"""What an address says of the Explore page: the lesson's address, ``tab=stability``, and what its
tabs say of themselves."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from pages.ui.components.stage import tree_view
from pages.ui.explore.compare import address as compare
from pages.ui.explore.explore_view import TABS, ExploreView
from pages.ui.explore.space import address as space
from pages.ui.explore.stability import address as stability
from pages.ui.shell import session


def address() -> dict[str, str]:
    here = session.view(ExploreView).tab
    tab: dict[str, str] = {} if here == TABS[0] else {"tab": here}
    of_tab = {"compare": compare.address, "stability": stability.address, "space": space.address}
    said = of_tab[here]() if here in of_tab else {}
    return {**session.lesson_address(), **tree_view.address(), **tab, **said}


def open_address(params: Mapping[str, str]) -> None:
    """An address with a table says all, so what it does not say is as usual."""
    if "data" in params:
        session.keep(ExploreView())
    for tab in TABS:
        if params.get("tab") == tab:
            session.keep(replace(session.view(ExploreView), tab=tab))
    compare.open_address(params)
    stability.open_address(params)
    space.open_address(params)
