"""What things are: data, splits, trees, prediction.

Read ``columns``, ``data``, ``splits``, ``statistics``, ``tree``, then ``predict`` and ``routing``
(rows whose cell is missing). ``paths`` are the ways of single rows. ``plane`` and ``regions`` (a
tree seen on two columns) are public under their own names, all else by what stands below. Not
done here: nothing knows how a tree is grown.
"""

from dtcore.model.columns import (
    BoolArray,
    Column,
    Field,
    FloatArray,
    IntArray,
    Schema,
    column_of,
    frozen,
    guess_kind,
    guess_target_kind,
    id_like,
)
from dtcore.model.data import Dataset, NodeRows
from dtcore.model.node import Node
from dtcore.model.node_id import ROOT, NodeId
from dtcore.model.paths import ends, path
from dtcore.model.routing import Surrogate
from dtcore.model.splits import (
    GAP,
    NOWHERE,
    Condition,
    Multiway,
    Split,
    Subset,
    Threshold,
    branches,
    describe,
    gap_of,
    number,
    weight_text,
)
from dtcore.model.statistics import predictions, weight_of
from dtcore.model.tree import Tree

__all__ = [
    "GAP",
    "NOWHERE",
    "ROOT",
    "BoolArray",
    "Column",
    "Condition",
    "Dataset",
    "Field",
    "FloatArray",
    "IntArray",
    "Multiway",
    "Node",
    "NodeId",
    "NodeRows",
    "Schema",
    "Split",
    "Subset",
    "Surrogate",
    "Threshold",
    "Tree",
    "branches",
    "column_of",
    "describe",
    "ends",
    "frozen",
    "gap_of",
    "guess_kind",
    "guess_target_kind",
    "id_like",
    "number",
    "path",
    "predictions",
    "weight_of",
    "weight_text",
]
