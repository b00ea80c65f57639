"""How trees are drawn in this session, and what the address says of it: ``percent=1``,
``answers=0`` and ``heldout=1``."""

from __future__ import annotations

from dataclasses import dataclass

from dtcore.model import NodeId
from dtshow.scene.tree.folding import EVERY, Folding, below
from dtshow.scene.tree.tree_look import HISTOGRAM, SHARES, TreeLook
from pages.ui.shell import session
from pages.ui.shell.session import flag, kept


@dataclass(frozen=True)
class TreeView:
    """The parts of a ``TreeLook``, for trees on all pages."""

    folding: Folding = kept(Folding())
    wide: bool = kept(True, widget="wide_now")
    shows: str = kept(SHARES, widget="nodes_show_now")
    signs: bool = kept(False)
    percent: bool = kept(False, "percent", flag(), widget="percent_now")
    asks: bool = kept(False, "answers", flag("0", "1"), widget="asks_now")
    held_out: bool = kept(False, "heldout", flag(), widget="held_out_now")

    @property
    def look(self) -> TreeLook:
        return TreeLook(**vars(self))


def tree_look() -> TreeLook:
    return session.view(TreeView).look


def fold(node: NodeId, selected: NodeId) -> bool:
    """Fold or open what hangs below a node; whether what is selected hangs there."""
    session.change(TreeView, folding=tree_look().folding.turn(node))
    return below(selected, node)


def fold_to(depth: int | None) -> None:
    """None: all levels, and those that a growing tree will have. A slider at its end must not
    mean a number: a browser that lags behind reports it once more when the tree is deeper."""
    session.change(TreeView, folding=Folding(EVERY if depth is None else depth))


def show_in_nodes(what: object) -> None:
    """Class shares, or the histogram of the question."""
    if what in (SHARES, HISTOGRAM):
        session.change(TreeView, shows=str(what))


def explain_signs(asked: object) -> None:
    """For acts: the sentences travel from the first time on that somebody asks for them."""
    if asked is True:
        session.change(TreeView, signs=True)
