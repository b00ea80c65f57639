"""A node of a tree as people speak of it: where it is, what came there, how it is split."""

from __future__ import annotations

from dataclasses import dataclass

from dtcore.model.columns import FloatArray
from dtcore.model.splits import Split

NodeId = tuple[int, ...]
"""The branches taken from the root; () is the root, ``id[:-1]`` the parent."""
ROOT: NodeId = ()


@dataclass(frozen=True, eq=False)
class Node:
    """``stats`` (k,) as in ``dtcore.model.statistics``; ``arity`` is 0 for a leaf."""

    id: NodeId
    stats: FloatArray
    split: Split | None = None
    arity: int = 0

    @property
    def leaf(self) -> bool:
        return self.split is None

    @property
    def depth(self) -> int:
        return len(self.id)
