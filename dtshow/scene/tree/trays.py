"""Trays: which rows stand in an open node or a leaf, as marks, and how much room these take.

A row is a mark; marks stand by class, column by column. Not done here: where each mark stands
(``trays.js``), and tables of more rows than ``MOST``, whose class bars pour instead.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Final

import numpy as np

import dtcore as dt
from dtcore.growth import branch_counted, node_rows_of_children
from dtcore.model import ROOT, IntArray, NodeId, NodeRows, Split
from dtcore.policies import BaseMissing
from dtcore.stepping import Problem

MOST: Final = 400
"""Rows of a table that are drawn one by one."""
PITCHES: Final = ((40, 15.0), (160, 8.0), (MOST, 6.0))
"""Up to so many rows, marks stand so many pixels apart."""
SHADES: Final = 5
"""A numeric target is told by so many shades, each of as many rows."""
PAD: Final = 7.0
BETWEEN_CLASSES, BETWEEN_BRANCHES = 0.3, 0.9
FLAT: Final = 2.6
"""A tray is about so many times as wide as it is high."""
LETTERS: Final = "0123456789abcdefghijklmnopqrstuvwxyz"


@dataclass(frozen=True)
class Tray:
    """``rows`` of the table by class and place, ``lines`` of them in a column; ``by``: the same
    rows by the branch that a candidate would send them to. ``width`` and ``height`` in pixels.
    ``parts``: how much of each row is here, from 0 to 1, if any is here in part."""

    rows: tuple[int, ...]
    lines: int
    width: float
    height: float
    by: tuple[tuple[int, ...], ...] = ()
    parts: tuple[float, ...] = ()

    @property
    def record(self) -> dict[str, Any]:
        size = {"rows": self.rows, "lines": self.lines, "w": self.width, "h": self.height}
        parts = {"parts": self.parts} if self.parts else {}
        return size | ({"by": self.by} if self.by else {}) | parts


@dataclass(frozen=True, eq=False)
class Trays:
    """Makes the trays of a tree that is grown on ``dataset``, which has at most ``MOST`` rows.

    ``missing`` counts the rows of splits that are looked at.
    """

    dataset: dt.Dataset
    tree: dt.Tree
    missing: BaseMissing
    _node_rows: dict[NodeId, NodeRows] = field(default_factory=dict, repr=False)

    @property
    def pitch(self) -> float:
        return next(pitch for most, pitch in PITCHES if len(self.dataset) <= most)

    @cached_property
    def kinds(self) -> IntArray:
        """(rows,) the class of each row; of a numeric target its shade."""
        values = self.dataset.target.values
        if self.dataset.schema.classes:
            return values.astype(np.int64)
        cuts = np.quantile(values, np.arange(1, SHADES) / SHADES)
        return np.searchsorted(cuts, values, side="right").astype(np.int64)

    def marks(self) -> dict[str, Any]:
        """What is alike for all trays; the classes after the 35th share a letter."""
        numeric = not self.dataset.schema.classes
        last = len(LETTERS) - 1
        return {
            "y": "".join(LETTERS[min(kind, last)] for kind in self.kinds.tolist()),
            "pitch": self.pitch,
            "kinds": SHADES if numeric else len(self.dataset.schema.classes),
            "numeric": numeric,
        }

    def tray(self, node: NodeId, split: Split | None = None) -> Tray:
        """Of a node of the tree; by the branches of ``split``, if one is looked at there."""
        here = self._at(node)
        rows, shares = self._sorted(here.rows), self._parts(here)
        if split is None:
            return replace(self._sized(rows, [rows]), parts=shares)
        branch = branch_counted(self.missing, self.dataset, here, split)
        parts = [
            self._sorted(here.rows[branch == k]) for k in range(split.arity(self.dataset.schema))
        ]
        unplaced = self._sorted(here.rows[branch < 0])
        groups = [*parts, *([unplaced] if len(unplaced) else [])]
        return replace(self._sized(rows, groups, by=True), parts=shares)

    def branches(self, node: NodeId, split: Split) -> str:
        """For each row of the node's tray the branch of ``split`` that it takes; "-" if none."""
        here = self._at(node)
        branch = branch_counted(self.missing, self.dataset, here, split)
        taken = dict(zip(here.rows.tolist(), branch.tolist(), strict=True))
        last = len(LETTERS) - 1
        letters = (taken[row] for row in self._sorted(here.rows))
        return "".join("-" if k < 0 else LETTERS[min(k, last)] for k in letters)

    def _at(self, node: NodeId) -> NodeRows:
        if node == ROOT:
            return self.dataset.all_rows
        if node not in self._node_rows:
            up = node[:-1]
            place = self.tree.place(up)
            parts = node_rows_of_children(self.dataset, self.tree, place, self._at(up))
            self._node_rows.update({(*up, k): part for k, part in enumerate(parts)})
        return self._node_rows[node]

    def _parts(self, here: NodeRows) -> tuple[float, ...]:
        """Of each row in the tray; nothing if all of them are here whole."""
        parts = here.weights / self.dataset.all_rows.weights[here.rows]
        if parts.min(initial=1.0) > 1 - 1e-9:
            return ()
        known = dict(zip(here.rows.tolist(), parts.tolist(), strict=True))
        return tuple(round(known[row], 4) for row in self._sorted(here.rows))

    def _sorted(self, rows: IntArray) -> list[int]:
        order = np.lexsort((rows, self.kinds[rows]))
        result: list[int] = rows[order].tolist()
        return result

    def _sized(self, rows: list[int], parts: Sequence[list[int]], by: bool = False) -> Tray:
        lines = max(1, round(math.sqrt(len(rows) / FLAT)))
        columns = sum(self._columns(part, lines) for part in parts)
        columns += BETWEEN_BRANCHES * (len(parts) - 1)
        width = max(columns, 1.0) * self.pitch + 2 * PAD
        height = lines * self.pitch + 2 * PAD
        groups = tuple(map(tuple, parts)) if by else ()
        return Tray(tuple(rows), lines, round(width, 1), height, groups)

    def _columns(self, rows: list[int], lines: int) -> float:
        counts = np.bincount(self.kinds[rows], minlength=1)
        present = counts[counts > 0].tolist()
        between = BETWEEN_CLASSES * max(0, len(present) - 1)
        return between + sum(-(-int(n) // lines) for n in present)


def trays_of(problem: Problem, tree: dt.Tree) -> Trays | None:
    """None if there are too many rows to be drawn one by one, or they are elsewhere."""
    dataset = problem.dataset
    if dataset.counted or dataset.schema.grouped or len(dataset) > MOST:  # a mark is one row
        return None
    return Trays(dataset, tree, problem.recipe.missing)
