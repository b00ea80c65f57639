"""What lessons with the same steps have computed, so that it need not be computed again."""

from __future__ import annotations

from threading import RLock

from dtcore.model.node_id import NodeId
from dtcore.model.tree import Tree
from dtcore.stepping.moves import Step
from dtcore.stepping.problem import State

KEEP_EVERY = 32
"""A state is kept after every so many moves; those between are replayed."""
KEEP_LAST = 16
"""Of the states between, as many of those computed last are kept."""
LARGE, KEEP_FEW = 10_000, 3
"""Of states with more nodes than this, only the last few: of 200,000 each has 11 MB."""


class Memory:
    """By number of steps, states and what comes next; what open nodes are worth; and the
    full-grown tree with its number of steps.

    Threads may share it: those who look for the same state or step at once wait for the first
    (``line``); of the rest, at worst two of them compute the same.
    """

    def __init__(self) -> None:
        self.line = RLock()
        self.states: dict[int, State] = {}
        self.next: dict[int, Step | None] = {}
        self.impurity_decreases: dict[NodeId, float] = {}
        self.whole: Tree | None = None
        self.length: int | None = None

    def keep(self, k: int, state: State) -> None:
        for other in list(self.states.values()):
            other.asked.clear()  # of a large table it is as large as the open leaves together
        self.states[k] = state
        sizes = {j: len(kept.tree) for j, kept in list(self.states.items())}
        large = [j for j, size in sizes.items() if size > LARGE]
        between = [j for j, size in sizes.items() if size <= LARGE and j % KEEP_EVERY]
        for j in (*large[:-KEEP_FEW], *between[:-KEEP_LAST]):
            self.states.pop(j, None)

    def up_to(self, k: int) -> Memory:
        """A memory of what the first ``k`` steps have led to, for timelines that part there."""
        part = Memory()
        part.states = {j: state for j, state in list(self.states.items()) if j <= k}
        part.next = {j: step for j, step in list(self.next.items()) if j < k}
        return part
