"""Which question comes next: a walk down the tree that stops where something is not told yet.

Not done here: nothing is drawn or kept.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass, replace

import numpy as np

import dtcore as dt
from dtcore.model import ROOT, NodeId, Tree
from dttools.study import How, Met, Predicted, prediction
from pages.ui.use.predict.case import Case, Cell

Told = tuple[tuple[int, Cell], ...]
"""Answers in their order: a column and its cell, None: not known."""


@dataclass(frozen=True, eq=False)
class QuestionWalk:
    """As far as the answers lead. ``case``: what they say. ``found``: what the tree would say with
    nothing more. ``passed``: the nodes whose question is answered. ``reached``: all nodes seen.
    ``node`` and ``column``: what is asked next, None if nothing is; ``most``: so many questions
    may come from it on, where each is answered; ``longer``: whether more may come where one is
    not."""

    case: Case
    found: Predicted
    passed: frozenset[NodeId]
    reached: tuple[NodeId, ...]
    node: NodeId | None = None
    column: int | None = None
    most: int = 0
    longer: bool = False


def walk(tree: Tree, data: dt.Dataset, told: Told) -> QuestionWalk:
    """Down the tree with these answers, one branch after another where a case is divided."""
    cells = dict(told)
    case = Case(tuple(cells.get(column) for column in range(len(data.columns))))
    found = prediction(tree, case.frame(tree))
    by_node = {met.node: met for met in found.steps}
    waiting, reached, passed = [ROOT], list[NodeId](), set[NodeId]()
    while waiting:
        reached.append(node := waiting.pop(0))
        if (met := by_node.get(node)) is None:
            continue
        column = next((c for c in _wanted(tree, met) if c not in cells), None)
        if column is not None:
            left = most(tree, [node, *waiting], {*cells})
            at = QuestionWalk(case, found, frozenset(passed), tuple(reached), node, column)
            return replace(at, most=left, longer=longer(tree, [node, *waiting], {*cells}, left))
        passed.add(node)
        waiting[:0] = [(*node, branch) for branch in met.onward]
    return QuestionWalk(case, found, frozenset(passed), tuple(reached))


def _wanted(tree: Tree, met: Met) -> Iterator[int]:
    """The columns that decide at a node: its own, and surrogates' up to one that tells."""
    yield met.split.column
    if met.how == How.CELL:
        return
    for surrogate in tree.surrogates.get(tree.place(met.node), ()):
        yield surrogate.split.column
        if surrogate is met.surrogate:
            return


def most(tree: Tree, nodes: Sequence[NodeId], told: Set[int]) -> int:
    """So many columns at most are asked below ``nodes``, each of which a part of the case meets."""
    ways = [[_asked(tree, node, end) - told for end in _ends(tree, node)] for node in nodes]
    longest = sum(max(map(len, below)) for below in ways)
    return max(1, min(longest, len(set[int]().union(*(way for below in ways for way in below)))))


def longer(tree: Tree, nodes: Sequence[NodeId], told: Set[int], most: int) -> bool:
    """Whether a case that is not told all may meet more than ``most`` columns below ``nodes``: it
    goes down several branches, or surrogates ask for it."""
    if tree.surrogates:
        return True
    below = set[int]().union(
        *(_asked(tree, node, end) for node in nodes for end in _ends(tree, node))
    )
    return len(below - told) > most and 0 < tree.missing.shares(np.ones(2)).max() < 1


def _asked(tree: Tree, node: NodeId, end: NodeId) -> set[int]:
    """The columns that are asked from ``node`` on down to ``end``."""
    splits = (tree[end[:depth]].split for depth in range(len(node), len(end)))
    return {split.column for split in splits if split is not None}


def _ends(tree: Tree, node: NodeId) -> Iterator[NodeId]:
    place = tree.place(node)
    for below in range(place, tree.end(place)):
        if not tree.arity[below]:
            yield tree.id_at(below)
