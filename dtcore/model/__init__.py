"""What things are: data, splits, trees, prediction.

Read ``columns``, ``data``, ``splits``, ``statistics``, ``tree``, then ``predict`` and ``routing``
(rows whose cell is missing). ``paths`` are the ways of single rows. Public is what stands below.
Not done here: nothing knows how a tree is grown.
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
    level_names,
)
from dtcore.model.cut import in_full, midpoints
from dtcore.model.cut import read as read_cut
from dtcore.model.cut import written as cut_text
from dtcore.model.data import Dataset, NodeRows
from dtcore.model.digest import digest_of
from dtcore.model.node import Node
from dtcore.model.node_id import ROOT, NodeId
from dtcore.model.paths import ends, path
from dtcore.model.predict import encode
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
    "cut_text",
    "describe",
    "digest_of",
    "encode",
    "ends",
    "frozen",
    "gap_of",
    "guess_kind",
    "guess_target_kind",
    "id_like",
    "in_full",
    "level_names",
    "midpoints",
    "number",
    "path",
    "predictions",
    "read_cut",
    "weight_of",
    "weight_text",
]
