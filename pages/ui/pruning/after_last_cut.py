"""Where a way of pruning leads at its end: to the choice of a tree, to use, to the other ways."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from dtcore.errors import DtError
from dtshow.words.language import _
from pages.ui.shell import session
from pages.ui.shell.places import go_on
from pages.ui.shell.story_view import StoryView
from pages.ui.trees import pruning_session as sessions
from pages.ui.trees.pruning_session import PruningSession
from pages.ui.trees.pruning_view import PruningView, show


@dataclass(frozen=True)
class WayOn:
    """What the big button says once there is no step left, its icon, and what it does."""

    label: str
    icon: str
    go: Callable[[], None]


def way_on(now: PruningSession) -> WayOn | None:
    """None where a guided lesson says itself where it goes on, and where a lone leaf is left."""
    if session.view(StoryView).key:
        return None
    match now.settings.method:
        case "rules":
            return WayOn(_("Use these rules"), "hand", use_rules)
        case "early":
            return WayOn(_("Compare all"), "split", _compare)
    if _chooses(now):
        return WayOn(_("Choose a tree"), "check", partial(show, "risk"))
    return WayOn(_("Use this tree"), "hand", use) if len(now.lesson.tree) > 1 else None


def use() -> None:
    """On Use, the tree as it is pruned."""
    go_on("use", {"tree": "pruned"})


def use_rules() -> None:
    """On Use, the decision list that rule post-pruning has made."""
    go_on("use", {"tab": "rules", "rules": "list"})


def _compare() -> None:
    try:
        sessions.turn(method="compare")
    except DtError as problem:
        session.say_trouble(problem)


def _chooses(now: PruningSession) -> bool:
    """Weakest links were cut down to the root, and which tree to keep is said elsewhere."""
    if now.settings.method != "cost" or not now.lesson.timeline.cursor:
        return False
    return session.view(PruningView).view != "risk"
