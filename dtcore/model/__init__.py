"""What things are: data, splits, trees, prediction.

Read ``columns``, ``data`` (and ``codes``, ``runs``: its cells by rank), ``splits``, ``nodes``,
``tree``, then ``predict`` and ``routing`` (rows whose cell is missing). Public is what stands
below. Not done here: nothing knows how a tree is grown.
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
from dtcore.model.cut import cut_text, gap_of, in_full, midpoints, read_cut
from dtcore.model.data import Dataset, NodeRows, digest_of
from dtcore.model.nodes import ROOT, Node, NodeId, predictions, weight_of
from dtcore.model.predict import encode, ends, path
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
    number,
    weight_text,
)
from dtcore.model.tree import Tree

__all__ = [
    "GAP", "NOWHERE", "ROOT", "BoolArray", "Column", "Condition", "Dataset", "Field", "FloatArray",
    "IntArray", "Multiway", "Node", "NodeId", "NodeRows", "Schema", "Split", "Subset", "Surrogate",
    "Threshold", "Tree", "branches", "column_of", "cut_text", "describe", "digest_of", "encode",
    "ends", "frozen", "gap_of", "guess_kind", "guess_target_kind", "id_like", "in_full",
    "level_names", "midpoints", "number", "path", "predictions", "read_cut", "weight_of",
    "weight_text",
]  # fmt: skip
