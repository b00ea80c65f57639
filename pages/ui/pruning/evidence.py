"""What a way of pruning says of every inner node of the tree as it stands: the table's rows.

Not done here: words and widgets. Each number is the engine's; ``arithmetic`` has its sum.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Final

from dtcore.model import NodeId
from dtcore.pruning import (
    LimitComparison,
    MinimumError,
    Pessimistic,
    ReducedError,
    WeakestLink,
    comparisons,
    expected_costs,
    held_out_costs,
    weakest_links,
)
from dtcore.stepping import Prune, RaiseSubtree
from dtshow.words.language import N_
from pages.ui.shell import cache
from pages.ui.trees.pruning_session import PruningSession

MOST_LIMITS: Final = 120
"""So many nodes are estimated by their limits, the lowest; each has three sums."""


@dataclass(frozen=True)
class CostRow:
    """One inner node: what it costs as a leaf, as its subtree, and what decides.

    ``others``: the number of leaves and g(t), or the largest branch; ``follows`` is what the
    method does with the node if it comes to it: "prune", "raise" or "".
    """

    node: NodeId
    leaf: float
    subtree: float
    others: tuple[float, ...] = ()
    follows: str = ""


@dataclass(frozen=True)
class Evidence:
    """``rows``: the node that comes next stands first; ``goes`` is it, None at the end."""

    rows: tuple[CostRow, ...]
    goes: NodeId | None

    def of(self, node: NodeId) -> CostRow | None:
        return next((row for row in self.rows if row.node == node), None)


SIZE: Final = "|Tₜ|"
# The signs are those of ``notes`` in the nodes of the tree.
HEADINGS: Final[Mapping[str, tuple[str, ...]]] = {
    "cost": ("R(t)", "R(Tₜ)", SIZE, "g(t)"),
    "reduced": (N_("▪ Leaf"), N_("⋔ Subtree")),
    "minimum": (N_("▪ Leaf"), N_("⋔ Subtree")),
    "pessimistic": (N_("▪ Leaf"), N_("⋔ Subtree"), N_("↑ Raised")),
}


@cache.shared(by=lambda pruning: (*pruning.rows, pruning.pruner, pruning.moves))
def evidence(pruning_session: PruningSession) -> Evidence:
    """Of the tree as it stands; shared by all who look at the same."""
    return _OF[type(pruning_session.pruner)](pruning_session)


def _weakest(pruning_session: PruningSession) -> Evidence:
    pruner, tree = pruning_session.pruner, pruning_session.lesson.tree
    assert isinstance(pruner, WeakestLink)
    result = weakest_links(tree, pruner.risk)
    rows = [
        CostRow(k.node, k.leaf, k.subtree, (float(k.leaves), k.g), "prune" if k.weakest else "")
        for k in result or ()
    ]
    return Evidence(tuple(sorted(rows, key=lambda row: row.others[1])), _next(pruning_session))


def _held_out(pruning_session: PruningSession) -> Evidence:
    tree = pruning_session.lesson.tree
    result = comparisons(tree, held_out_costs(tree, pruning_session.grown.unseen))
    rows = [
        CostRow(c.node, c.leaf, c.subtree, (), "prune" if c.falls else "") for c in result or ()
    ]
    return _from_below(pruning_session, rows)


def _expected(pruning_session: PruningSession) -> Evidence:
    pruner, tree = pruning_session.pruner, pruning_session.lesson.tree
    assert isinstance(pruner, MinimumError)
    result = comparisons(tree, expected_costs(tree, pruner.m))
    rows = [
        CostRow(c.node, c.leaf, c.subtree, (), "prune" if c.falls else "") for c in result or ()
    ]
    return _from_below(pruning_session, rows)


def _limits(pruning_session: PruningSession) -> Evidence:
    tree, pruner = pruning_session.lesson.tree, pruning_session.pruner
    assert isinstance(pruner, Pessimistic)
    rows = []
    for result in islice(pruner.comparisons(tree, pruning_session.grown.training), MOST_LIMITS):
        others = (result.of_branch,) if pruner.raising else ()
        costs = (result.leaf.expected, result.of_subtree, others)
        rows.append(CostRow(result.node, *costs, _follows(result)))
    return _from_below(pruning_session, rows[::-1])


def _follows(found: LimitComparison) -> str:
    match found.move:
        case Prune():
            return "prune"
        case RaiseSubtree():
            return "raise"
        case _:
            return ""


def _from_below(pruning_session: PruningSession, rows: list[CostRow]) -> Evidence:
    """In the order in which the method comes to them, after the one that comes next."""
    goes = _next(pruning_session)
    ahead = [row for row in rows if row.node == goes]
    others = [row for row in rows if row.node != goes]
    return Evidence((*ahead, *others[::-1]), goes)


def _next(pruning_session: PruningSession) -> NodeId | None:
    step = pruning_session.lesson.timeline.propose()
    return step.move.node if step else None


_OF: Final[Mapping[type[object], Callable[[PruningSession], Evidence]]] = {
    WeakestLink: _weakest,
    ReducedError: _held_out,
    MinimumError: _expected,
    Pessimistic: _limits,
}
