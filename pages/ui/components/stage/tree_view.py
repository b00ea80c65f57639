"""How trees are drawn in this session, and what changes it."""

from __future__ import annotations

from dtcore.model import NodeId
from dtshow.scene.tree.folding import EVERY, Folding, below
from dtshow.scene.tree.tree_look import HISTOGRAM, SHARES, TreeLook
from pages.ui.shell import session


def tree_look() -> TreeLook:
    return session.view(TreeLook)


def fold(node: NodeId, selected: NodeId) -> bool:
    """Fold or open what hangs below a node; whether what is selected hangs there."""
    session.change(TreeLook, folding=tree_look().folding.turn(node))
    return below(selected, node)


def fold_to(depth: int | None) -> None:
    """None: all levels, and those that a growing tree will have. A slider at its end must not
    mean a number: a browser that lags behind reports it once more when the tree is deeper."""
    session.change(TreeLook, folding=Folding(EVERY if depth is None else depth))


def show_in_nodes(what: object) -> None:
    """Class shares, or the histogram of the question."""
    if what in (SHARES, HISTOGRAM):
        session.change(TreeLook, shows=str(what))


def explain_signs(asked: object) -> None:
    """For acts: the sentences travel from the first time on that somebody asks for them."""
    if asked is True:
        session.change(TreeLook, signs=True)
