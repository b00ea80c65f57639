"""From the Grow page: the tree that stands there, to be pruned.

``address`` is for links; ``take`` for the callback of a button that then turns to the page.
"""

from __future__ import annotations

from pages.ui.pruning import pruning_session as desks
from pages.ui.pruning.settings import SHARE
from pages.ui.shell import session

PAGE = "pruning"


def address() -> dict[str, str]:
    """The parameters with which the Pruning page opens at the lesson's own tree, all rows in it."""
    return {**session.lesson_address(), SHARE: "0"}


def take() -> None:
    """Let the Pruning page stand at the lesson's own tree, nothing cut."""
    desks.prune_own()
