"""How trees are drawn in this session."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from dtcore.model import NodeId
from pages.ui.scene.tree.folding import EVERY, Folding, below
from pages.ui.scene.tree.tree_look import HISTOGRAM, SHARES, TreeLook
from pages.ui.shell import session

SWITCHES: Final = (
    ("percent", "1", "percent"),
    ("answers", "0", "asks"),
    ("heldout", "1", "held_out"),
)
"""The name and value in an address, and the field that it turns on."""


@dataclass(frozen=True)
class TreeView:
    """What the session keeps of it, for trees on all pages."""

    look: TreeLook = TreeLook()


def tree_look() -> TreeLook:
    return session.view(TreeView).look


def fold(node: NodeId, selected: NodeId) -> bool:
    """Fold or open what hangs below a node; whether what is selected hangs there."""
    look = tree_look()
    keep_look(replace(look, folding=look.folding.turn(node)))
    return below(selected, node)


def fold_to(depth: int | None) -> None:
    """None: all levels, and those that a growing tree will have. A slider at its end must not
    mean a number: a browser that lags behind reports it once more when the tree is deeper."""
    keep_look(replace(tree_look(), folding=Folding(EVERY if depth is None else depth)))


def show_in_nodes(what: object) -> None:
    """Class shares, or the histogram of the question."""
    if what in (SHARES, HISTOGRAM):
        keep_look(replace(tree_look(), shows=str(what)))


def explain_signs(asked: object) -> None:
    """For acts: the sentences travel from the first time on that somebody asks for them."""
    if asked is True:
        keep_look(replace(tree_look(), signs=True))


def address() -> dict[str, str]:
    """What an address says of it, where it is not as usual."""
    look = tree_look()
    return {name: value for name, value, on in SWITCHES if getattr(look, on)}


def open_address(params: Mapping[str, str]) -> None:
    """What an address names; the rest stays as a teacher has set it."""
    turned: dict[str, Any] = {
        on: params[name] == value for name, value, on in SWITCHES if name in params
    }
    keep_look(replace(tree_look(), **turned))


def keep_look(look: TreeLook) -> None:
    session.keep(TreeView(look))
