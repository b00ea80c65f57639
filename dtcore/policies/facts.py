"""What the rules of stopping are told: of nodes that wait, and of the splits that won there.

Both describe many nodes at once. Not done here: the rules (``dtcore.policies.stopping``), and
how the facts are gathered (``dtcore.growth``).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from dtcore.model.columns import BoolArray, FloatArray, IntArray


@dataclass(frozen=True, eq=False)
class NodeFacts:
    """What is known of S nodes before they are weighed; arrays of shape (S,).

    ``weight`` is that of the rows, ``rows`` how many there are; ``leaves`` counts those of the
    whole tree.
    """

    weight: FloatArray
    rows: IntArray
    depth: IntArray
    pure: BoolArray
    column_left: BoolArray
    leaves: int = 1

    def size(self, weighted: bool) -> FloatArray:
        return self.weight if weighted else self.rows.astype(np.float64)


@dataclass(frozen=True, eq=False)
class Winners:
    """The winning candidates of S nodes; arrays of shape (S,).

    ``gain`` and ``before``: the decrease of impurity and the node's impurity, per unit of
    weight; ``share``: the node's share of the weight of the whole table.
    """

    gain: FloatArray
    before: FloatArray
    share: FloatArray
