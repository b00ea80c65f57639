"""Where a pruned tree leads: to the choice of one along the path, or into use."""

from __future__ import annotations

from dataclasses import replace

from pages.ui.pruning import pruning_session as sessions
from pages.ui.pruning.pruning_session import PruningSession
from pages.ui.pruning.pruning_view import PruningView, show
from pages.ui.shell import session
from pages.ui.shell.places import go_to
from pages.ui.story.story_view import StoryView
from pages.ui.use.use_view import UseView
from pages.ui.wording.language import _


def leading_on(now: PruningSession) -> tuple[str, str] | None:
    """What the big button says when nothing more is cut, and its icon; None where a guided lesson
    says itself where it goes on, and where a lone leaf is left."""
    if session.view(StoryView).key:
        return None
    if _chooses(now):
        return _("Choose a tree"), "check"
    return (_("Use this tree"), "hand") if len(now.lesson.tree) > 1 else None


def onward(_value: object) -> None:
    """The big button, once nothing more is cut."""
    now = sessions.current()
    if not now.lesson.finished:
        return
    if _chooses(now):
        show("risk")
    elif len(now.lesson.tree) > 1:
        use()


def use() -> None:
    """On Use, the tree as it is pruned."""
    session.keep(replace(session.view(UseView), pruned=True))
    go_to("use")


def _chooses(now: PruningSession) -> bool:
    """Weakest links were cut down to the root, and which tree to keep is said elsewhere."""
    if now.settings.method != "cost" or not now.lesson.timeline.cursor:
        return False
    return session.view(PruningView).view != "risk"
