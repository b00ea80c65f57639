"""What would change the answer: the changes of one column that alone give another prediction.

What is told of a row changes only where a cut of the tree lies, or from level to level; so the
answer on each piece of a column, asked once, is exact. Not done here: changes of two columns at
once, and which changes are possible in the world.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise
from math import inf
from typing import TYPE_CHECKING, Any

import numpy as np

from dtcore.model.columns import Field, frozen
from dtcore.model.cut import of_raw
from dtcore.model.data import Dataset
from dtcore.model.predict import encode_for, predict
from dtcore.model.splits import Condition, Split, Threshold
from dtcore.model.tree import Tree

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True)
class Piece:
    """Cells of a column that are told alike: numbers above the cut of ``above``, up to that of
    ``upto``; or the level ``code``. ``single``: as ``Field.single``."""

    column: int
    above: Threshold | None = None
    upto: Threshold | None = None
    code: int | None = None
    single: bool = False

    def nearest(self, own: float) -> float:
        """The cell that is nearest to ``own``; any if that is missing."""
        if self.code is not None:
            return self.code
        low, high = self.above.cut if self.above else -inf, self.upto.cut if self.upto else inf
        if self.single:
            low, high = (of_raw(end) if abs(end) < inf else end for end in (low, high))
        low = float(np.nextafter(low, inf)) if self.above else -inf
        if np.isnan(own):
            own = high if high < inf else low if low > -inf else 0.0
        return min(max(own, low), high)

    def conditions(self, tree: Tree) -> tuple[Condition, ...]:
        """One or two: x > 2, x ≤ 5; or colour = red."""
        field = tree.schema.columns[self.column]
        if self.code is not None:
            return (Condition(field.name, "=", ((field.levels or ())[self.code],)),)
        ends = [(end, side) for end, side in ((self.above, 1), (self.upto, 0)) if end]
        return tuple(replace(end, missing=-1).condition(tree.schema, side) for end, side in ends)


@dataclass(frozen=True)
class Change:
    """If the column of ``piece`` had its cells, ``prediction`` would be told.

    ``distance``: how far the nearest cell is from the row's own; 1 between levels, 0 where the
    row's cell is missing and would be learnt.
    """

    piece: Piece
    prediction: Any
    distance: float


@dataclass(frozen=True)
class WhatIf:
    """Of one column all ``changes`` that alone give another prediction, the nearest first.

    ``asked``: whether the tree asks the column at all, or a surrogate does.
    """

    column: int
    name: str
    asked: bool
    changes: tuple[Change, ...]

    @property
    def nearest(self) -> Change | None:
        """None if no value of the column changes the answer."""
        return self.changes[0] if self.changes else None


def what_if(tree: Tree, data: pd.DataFrame | Dataset, row: int = 0) -> tuple[WhatIf, ...]:
    """For each column of the tree's schema, in its order, what would change the prediction of
    ``row`` of ``data``. Means count as changed if they differ at all, rounding apart."""
    dataset = encode_for(data, tree).part(np.array([row]))
    questions = _questions(tree)
    pieces = [
        piece
        for place, field in enumerate(tree.schema.columns)
        for piece in _pieces(place, field, questions.get(place, []))
    ]
    told, *answers = predict(tree, _each(dataset, pieces)).tolist()
    changes = [
        Change(piece, answer, _distance(dataset, piece))
        for piece, answer in _joined(pieces, answers)
        if not _same(told, answer)
    ]
    nearest = sorted(changes, key=lambda change: change.distance)
    return tuple(
        WhatIf(place, field.name, place in questions, tuple(_of(nearest, place)))
        for place, field in enumerate(tree.schema.columns)
    )


def _of(changes: list[Change], column: int) -> Iterator[Change]:
    return (change for change in changes if change.piece.column == column)


def _each(dataset: Dataset, pieces: list[Piece]) -> Dataset:
    """The only row of ``dataset`` as it is, then once for each piece, with its cell."""
    many = dataset.part(np.zeros(1 + len(pieces), np.intp))
    cells = [column.values.copy() for column in many.columns]
    for number, piece in enumerate(pieces, 1):
        own = float(cells[piece.column][0])
        cells[piece.column][number] = piece.nearest(own)
    pairs = zip(many.columns, cells, strict=True)
    columns = (replace(c, values=frozen(v)) for c, v in pairs)
    return replace(many, columns=tuple(c.in_single if c.field.single else c for c in columns))


def _questions(tree: Tree) -> dict[int, list[Split]]:
    """By column, the splits that ask it, those of surrogates too."""
    splits: list[Split] = [split for split in tree.splits if split is not None]
    splits += [kept.split for many in tree.surrogates.values() for kept in many]
    result: dict[int, list[Split]] = {}
    for split in splits:
        result.setdefault(split.column, []).append(split)
    return result


def _pieces(place: int, field: Field, questions: list[Split]) -> list[Piece]:
    """The pieces of a column in its order; none of a column that nobody asks."""
    if not questions:
        return []
    if field.levels is not None:
        return [Piece(place, code=code) for code in range(len(field.levels))]
    cuts = {q.cut: q for q in questions if isinstance(q, Threshold) and abs(q.cut) < inf}
    ends = [None, *(cuts[cut] for cut in sorted(cuts)), None]
    return [Piece(place, above, upto, single=field.single) for above, upto in pairwise(ends)]


def _joined(pieces: list[Piece], answers: list[Any]) -> list[tuple[Piece, Any]]:
    """Neighbouring numbers that are told alike as one piece."""
    result: list[tuple[Piece, Any]] = []
    for piece, answer in zip(pieces, answers, strict=True):
        if _adjoin(result, piece) and _same(result[-1][1], answer):
            result[-1] = replace(result[-1][0], upto=piece.upto), answer
        else:
            result.append((piece, answer))
    return result


def _adjoin(before: list[tuple[Piece, Any]], piece: Piece) -> bool:
    return bool(before) and piece.code is None and before[-1][0].column == piece.column


def _distance(dataset: Dataset, piece: Piece) -> float:
    column = dataset.columns[piece.column]
    own = float(column.values[0])
    if np.isnan(own) or (piece.code is not None and own < 0):
        return 0.0
    if piece.code is not None and column.field.cuts is None:  # levels have no order; intervals have
        return float(own != piece.code)
    return abs(piece.nearest(own) - own)


def _same(told: Any, answer: Any) -> bool:
    if isinstance(answer, float):
        return bool(abs(told - answer) <= 1e-9 * max(abs(told), abs(answer)))
    return bool(told == answer)
