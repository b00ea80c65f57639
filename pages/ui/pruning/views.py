"""The views of a way that is stepped: which there are, and which one is on show."""

from __future__ import annotations

from dtshow.scene import blocks
from dtshow.scene.blocks import Block
from dtshow.words.language import _
from pages.ui.pruning import words
from pages.ui.pruning.evidence import curved
from pages.ui.shell import session
from pages.ui.trees.pruning_session import PruningSession
from pages.ui.trees.pruning_settings import READ_VIEW, PruningView, View, show


def named(now: PruningSession) -> dict[View, str]:
    """Those that its method and its target have."""
    cost = now.settings.method == "cost"
    counted = not (now.numeric or words.charged(now))  # else nothing wrong has rows
    names: dict[View, str | None] = {
        "path": _("Pruning path") if curved(now) else None,
        "table": _("Weakest link") if cost else _("Comparison"),
        "prices": _("Cost of a tree") if cost else None,
        "errors": _("Errors") if counted else None,
        "growth": _("Overfitting"),
    }
    return {view: name for view, name in names.items() if name}


def chosen(now: PruningSession) -> View:
    names, asked = named(now), session.view(PruningView).view
    return asked if asked in names else "table"


def choice(now: PruningSession) -> Block:
    """As a part of the panel."""
    options = {str(view): name for view, name in named(now).items()}
    return blocks.views("view", _("View"), options, chosen(now))


def take(value: object) -> None:
    """For acts."""
    if view := READ_VIEW.get(str(value)):
        show(view)
