"""How often each split stands where it stands: in the nodes of the tree, and as bars of columns."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

import plotly.graph_objects as go
import streamlit as st

import dtcore as dt
from dtcore.model import ROOT, NodeId
from dtshow.figures.importance import ImportanceBars
from dtshow.figures.importance import bars as drawn
from dtshow.lesson.lesson import Lesson
from dtshow.scene.tree.folding import Folding
from dtshow.scene.tree.section import Overlay, TreePart
from dtshow.scene.tree.tree_look import TreeLook
from dtshow.words import number_format
from dtshow.words.language import _, ngettext
from dtshow.words.markdown import literal, one_line
from dttools.evaluation import Position, Stability
from dttools.printing import Digits
from pages.ui.components.stage.tree_view import tree_look
from pages.ui.explore.stability.stability_view import StabilityView
from pages.ui.shell import session
from pages.ui.shell.theme import CONFIG, theme
from pages.ui.trees.asked import draw

ENOUGH: Final = 12
"""Nodes that are seen before anything is opened."""
MOST: Final = 7
"""Columns with a bar."""
MOST_CUTS: Final = 3
"""Columns whose cuts are told."""


def plain(own: Lesson) -> None:
    """The tree of all rows, as long as there is no other."""
    _draw(own, Overlay(), tree_look())


def numbered(own: Lesson, result: Stability, path: Mapping[NodeId, float]) -> None:
    """The tree of all rows; in each node, how many of the trees that come there do the same."""
    counts = {at.node: _count(at.same, at.reached) for at in result.positions}
    look = replace(tree_look(), folding=_folded(own.tree, tree_look().folding))
    _draw(own, Overlay(path=path, counts=counts), look)
    st.caption(
        _(
            "The number in a node: of the trees that reach it by the same columns, how "
            "many split on the same column there, or end in a leaf if this one does."
        )
    )


def _draw(own: Lesson, overlay: Overlay, look: TreeLook) -> None:
    node, digits = session.view(StabilityView).node, Digits.for_scale(own.tree.impurity(()))
    picked = node is not None and node in own.tree
    at = own.select(node if node is not None and picked else ROOT)
    draw(TreePart(at, digits, look, overlay), picked, _pick)


def _pick(node: NodeId) -> None:
    session.change(StabilityView, node=node)


def _folded(grown: dt.Tree, folding: Folding) -> Folding:
    """Open to the depth at which the nodes have room for their counts; deeper, few trees agree."""
    depths = grown.depths
    deep = max(d for d in range(int(depths.max()) + 1) if d < 2 or (depths <= d).sum() <= ENOUGH)
    return replace(folding, depth=deep) if folding.depth is None else folding


def bars(result: Stability) -> None:
    """The columns at the root, and below it those at the node that was touched."""
    node = session.view(StabilityView).node
    touched = node if node is not None and node in result.original else ROOT
    _of_node(result, result.at(ROOT), "root")
    if touched == ROOT:
        st.caption(_("Select a node of the tree to see what the trees ask there."))
    else:
        _of_node(result, result.at(touched), "node")


def _of_node(result: Stability, at: Position, key: str) -> None:
    st.markdown("## " + (_("At the root") if key == "root" else _("At the selected node")))
    if not at.reached:
        st.caption(_("None of the trees reaches this node by the same columns."))
        return
    if key != "root":
        text = ngettext(
            "{n} of {{trees}} trees reaches this node by the same columns.",
            "{n} of {{trees}} trees reach this node by the same columns.",
            at.reached,
        )
        st.caption(text.format(trees=len(result)))
    st.plotly_chart(
        _figure(result, at),
        key=f"stability_bars_{key}",
        alt=_("How many trees ask each column"),
        theme=None,
        config=CONFIG,
    )
    if said := _cuts(result, at):
        st.caption(said)


def _figure(result: Stability, at: Position) -> go.Figure:
    shown = list(at.columns.items())[:MOST]
    names = [one_line(_name(result, column), 24) for column, _count in shown]
    chosen = [column for column, _count in shown]
    of = ImportanceBars(
        names,
        [count for _column, count in shown],
        chosen.index(at.column) if at.column in chosen else None,
        [_count(count, at.reached) for _column, count in shown],
        at.reached,
    )
    return drawn(of, theme=theme())


def _name(result: Stability, column: int | None) -> str:
    return _("a leaf") if column is None else result.original.schema.columns[column].name


def _cuts(result: Stability, at: Position) -> str:
    """The quartiles of the cuts of the columns that are asked most."""
    asked = [column for column in at.columns if column is not None and column in at.cuts]
    text = _(
        "Cuts of {column}: a quarter of them at {low} or below, half at {middle} or below, three "
        "quarters at {high} or below."
    )
    return "  \n".join(
        text.format(column=literal(_name(result, column), 40), **_quartiles(at, column))
        for column in asked[:MOST_CUTS]
    )


def _quartiles(at: Position, column: int) -> dict[str, str]:
    low, middle, high = map(number_format.shown, at.quartiles(column))
    return {"low": low, "middle": middle, "high": high}


def _count(count: int, trees: int) -> str:
    return _("{n} of {trees}").format(n=count, trees=trees)
