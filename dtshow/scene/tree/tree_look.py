"""How trees are drawn on all pages, as a value; what an address says of it: ``percent=1``,
``answers=0``, ``heldout=1`` and ``levels=all`` or ``levels=4``; which nodes of a large tree are
drawn, and what nodes are called.

Not done here: nothing is forgotten of the tree; the outline says how much is folded away.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Set
from dataclasses import dataclass
from typing import Final

from dtcore.model import ROOT, NodeId, Tree
from dtshow.lesson.lesson import MANY, Lesson
from dtshow.lesson.state import Codec, flag, kept

FIRST: Final = 3
"""A tree of many nodes is first shown folded, to this depth, ..."""
ENOUGH: Final = 60
"""... or, where nodes have many branches, to that at which no more nodes than this are seen."""
MOST_ON_PAPER: Final = 400
"""Nodes that Graphviz lays out in a few seconds."""
EVERY: Final = sys.maxsize
"""A depth that no tree has."""
ALL: Final = "all"
WRITTEN: Final = re.compile(rf"({ALL}|[0-9]{{1,3}}|)((?:[+-][a-z0-9.]+)*)")
MOST_BY_HAND: Final = 200
"""So many nodes that were opened or folded are read."""
SHARES, HISTOGRAM = "shares", "histogram"
"""What is drawn in a node: its class shares, or how its rows lie along the column it asks for."""


@dataclass(frozen=True)
class Folding:
    """``depth``: nodes so deep are folded (None: as deep as is sensible); ``opened`` and
    ``closed``: the nodes that a person has opened or folded, however the tree grows meanwhile.
    """

    depth: int | None = None
    opened: frozenset[NodeId] = frozenset()
    closed: frozenset[NodeId] = frozenset()

    def open(self, node: NodeId) -> Folding:
        return Folding(self.depth, self.opened | {node}, self.closed - {node})

    def close(self, node: NodeId) -> Folding:
        return Folding(self.depth, self.opened - {node}, self.closed | {node})

    def seen(self, selected: NodeId) -> Folding:
        """With what is selected open, unless a person has folded it."""
        return self if selected in self.closed else self.open(selected)

    @property
    def levels(self) -> str:
        """How deep, as an address says it, which tells nothing of single nodes."""
        return {None: "", EVERY: ALL}.get(self.depth, str(self.depth))

    @property
    def written(self) -> str:
        """All of it, as ``read_folding`` reads it: ``3+0.1-1``."""
        signed = (("+", self.opened), ("-", self.closed))
        return self.levels + "".join(s + name_of(n) for s, nodes in signed for n in sorted(nodes))


def read_folding(text: object) -> Folding | None:
    """What was ``written``, by whomever; None if it is none."""
    found = WRITTEN.fullmatch(text) if isinstance(text, str) else None
    if found is None:
        return None
    depth = EVERY if found[1] == ALL else int(found[1]) if found[1] else None
    nodes = {"+": set[NodeId](), "-": set[NodeId]()}
    for sign, name in re.findall(r"([+-])([a-z0-9.]+)", found[2])[:MOST_BY_HAND]:
        if (node := node_of(name)) is not None:
            nodes[sign].add(node)
    return Folding(depth, frozenset(nodes["+"]), frozenset(nodes["-"]))


def limit(tree: Tree, folding: Folding) -> int:
    """The depth at which inner nodes are folded; that of the deepest node if none are."""
    deepest = int(tree.depths.max())
    if folding.depth is not None:
        return min(folding.depth, deepest)
    if len(tree) <= MANY:
        return deepest
    depths, few = tree.depths, range(1, min(FIRST, deepest) + 1)
    return max(d for d in few if d == 1 or (depths <= d).sum() <= ENOUGH)


def on_paper(tree: Tree) -> int:
    """The depth to which a picture for download shows the tree if nobody has chosen one."""
    return EVERY if len(tree) <= MOST_ON_PAPER else limit(tree, Folding())


def is_folded(tree: Tree, folding: Folding, node: NodeId) -> bool:
    """Whether what hangs below an inner node is hidden, unless something selected is there."""
    return node in folding.closed or (
        len(node) >= limit(tree, folding) and node not in folding.opened
    )


def touched(tree: Tree, folding: Folding, node: NodeId) -> Folding:
    """What hangs below a node that is touched is shown, and stays so."""
    folded = node in tree and not tree[node].leaf and is_folded(tree, folding, node)
    return folding.open(node) if folded else folding


def turned(tree: Tree, folding: Folding, node: NodeId, selected: NodeId) -> Folding:
    """A node folded, or opened if it is folded. To the selected one the way is always open."""
    folded = not below(selected, node) and is_folded(tree, folding.seen(selected), node)
    return folding.open(node) if folded else folding.close(node)


def visible(tree: Tree, folding: Folding, *selected: NodeId) -> tuple[list[int], Set[int]]:
    """The places drawn, in pre-order, and those of them that are folded inner nodes.

    The way to a selected node is always open.
    """
    depth = limit(tree, folding)
    opened, shut = (
        {tree.place(node) for node in nodes if node in tree}
        for nodes in (folding.opened, folding.closed)
    )
    way = {tree.place(node[:k]) for node in selected if node in tree for k in range(len(node))}
    drawn: list[int] = []
    folded: set[int] = set()
    depths, arity, parent = (a.tolist() for a in (tree.depths, tree.arity, tree.parent))
    seen = bytearray(len(tree))
    for place in range(len(tree)):
        if place and (not seen[parent[place]] or parent[place] in folded):
            continue
        seen[place] = 1
        drawn.append(place)
        closed = place in shut or (depths[place] >= depth and place not in opened)
        if arity[place] and closed and place not in way:
            folded.add(place)
    return drawn, folded


def below(node: NodeId, top: NodeId) -> bool:
    """Whether ``node`` hangs below ``top``."""
    return len(node) > len(top) and node[: len(top)] == top


def _grown(lesson: Lesson) -> object:
    """What a node's place means something in: a table and a recipe, whatever their settings."""
    return (lesson.choice.all_rows, lesson.recipe_choice.name)


@dataclass(frozen=True)
class TreeLook:
    """How trees are drawn: what is folded, how wide branches are, what nodes show, and whether
    somebody has asked what the signs mean; without ``scores`` nodes show their counts alone.

    ``percent``: shares stand beside counts. ``asks``: nodes hide their answer, for a class to find;
    the selected node shows it. ``held_out``: what comes to a node of rows that are held
    out stands beside its counts."""

    folding: Folding = kept(
        Folding(),
        "levels",
        Codec(read_folding, lambda folding: folding.levels, (ALL,)),
        scope=_grown,
        when=lambda look: look.folding.depth is not None,
    )
    wide: bool = kept(True, widget="wide_now")
    shows: str = kept(SHARES, widget="nodes_show_now")
    signs: bool = kept(False)
    percent: bool = kept(False, "percent", flag(), widget="percent_now")
    asks: bool = kept(False, "answers", flag("0", "1"), widget="asks_now")
    held_out: bool = kept(False, "heldout", flag(), widget="held_out_now")
    scores: bool = True


@dataclass(frozen=True)
class At:
    """What of a tree is folded, and which of its nodes is selected."""

    folding: Folding
    node: NodeId


def after(kind: str, value: object, tree: Tree, now: At) -> At | None:
    """After an act of the stage: a node is picked, folded or opened, or all levels are shown; None
    if that makes no sense there."""
    if kind == "levels":
        return At(Folding(EVERY if value is True else None), now.node)
    node = node_in(tree, value)
    if node is None or (kind == "fold" and tree[node].leaf):
        return None
    if kind == "pick":
        return At(touched(tree, now.folding, node), node)
    there = node if below(now.node, node) else now.node  # what is selected does not hide
    return At(turned(tree, now.folding, node, now.node), there)


def name_of(node: NodeId) -> str:
    """A node's name in the browser: its branches with dots between, or "root"."""
    return ".".join(map(str, node)) or "root"


def node_of(name: object) -> NodeId | None:
    """The node of a name; None if it is no name."""
    if name == "root":
        return ROOT
    if not isinstance(name, str) or not re.fullmatch(r"[0-9]{1,6}(\.[0-9]{1,6}){0,999}", name):
        return None
    return tuple(map(int, name.split(".")))


def node_in(tree: Tree, name: object) -> NodeId | None:
    """The node of a name, if the tree has it."""
    node = node_of(name)
    return node if node is not None and node in tree else None
