"""A node of a tree as people speak of it: where it is, what came there, how it is split."""

from __future__ import annotations

from dataclasses import dataclass

from dtcore.model.columns import FloatArray
from dtcore.model.node_id import NodeId
from dtcore.model.splits import Split


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
