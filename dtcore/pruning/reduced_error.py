"""Reduced-error pruning: rows held out from growth decide where a leaf is as good.

From the bottom up, a node becomes a leaf if its subtree gets no fewer held-out rows right than
the leaf would; ties prune. Quinlan 1987; Mitchell 1997, §3.7.1.1, who prunes in another order
(the node that helps most comes first) and arrives at the same kind of tree.
"""

from __future__ import annotations

from dataclasses import dataclass

from dtcore.errors import PruningError
from dtcore.model.arguments import check_dataset, check_tree
from dtcore.model.data import Dataset
from dtcore.model.tree import Tree
from dtcore.pruning.bottom_up import falls, proposal
from dtcore.pruning.held_out import held_out_costs
from dtcore.stepping.pruner import Proposal


@dataclass(frozen=True)
class ReducedError:
    """Make a leaf of a subtree that does no better on the held-out rows, lowest first."""

    def next(self, tree: Tree, dataset: Dataset, held_out: Dataset | None) -> Proposal | None:
        return proposal(tree, held_out_costs(tree, _given(held_out)))

    def left(self, tree: Tree, dataset: Dataset, held_out: Dataset | None) -> int:
        return int(falls(tree, held_out_costs(tree, _given(held_out))).sum())


def reduced_error(tree: Tree, held_out: Dataset) -> Tree:
    """The smallest pruning of ``tree`` with the fewest errors on ``held_out``.

    For a numeric target errors are squared distances. Raises DataError if ``held_out`` lacks
    columns that the tree asks about.
    """
    check_tree(tree)
    check_dataset(held_out, least=1)
    return tree.pruned(falls(tree, held_out_costs(tree, held_out)))


def _given(held_out: Dataset | None) -> Dataset:
    if held_out is None:
        raise PruningError("Reduced-error pruning needs rows that are held out from growth.")
    return held_out
