"""Levels of random tables to be counted, and how much of them is worked on at a time."""

from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np
import pytest

from dtcore.kernel import counting, orders, scores, sorting, tallies
from dtcore.model import codes
from dtcore.model.columns import Column, Field, frozen
from dtcore.model.runs import Summands


def column_of(rng: np.random.Generator, n: int, name: str) -> Column:
    """Numbers of few or many values, or levels; some with gaps."""
    kind, gaps = rng.integers(4), rng.random() < 0.3
    most = int(rng.choice([1, 2, 3, 12, 300]))
    values = rng.integers(0, most, n)
    gone = rng.random(n) < 0.2
    if kind == 0:
        values[gone & gaps] = -1
        return Column(Field(name, tuple(f"l{i}" for i in range(most))), frozen(values))
    numbers = values * (1.0 if kind == 1 else 0.1) - 3
    numbers = rng.normal(size=n) if kind == 3 else numbers
    numbers[gone & gaps] = np.nan
    return Column(Field(name), frozen(numbers))


def level_of(
    rng: np.random.Generator, rows: np.ndarray, node: np.ndarray, classes: int, weighted: bool
) -> Summands:
    sizes = np.bincount(node)
    target = rng.integers(0, max(classes, 1), len(rows))
    if not classes:
        target = rng.integers(-(2**50), 2**50, len(rows))
    weights = rng.integers(1, 2**45, len(rows)) if weighted else None
    squares = None if classes else np.abs(target) + 1
    return Summands(rows, node, sizes, target, squares, weights, classes)


LIMITS = ((1 << 16, 1.0), (0, 1.0), (0, 50.0), (50, 0.0), (1 << 16, 50.0))
"""Cells that are worked on in one go, and bins a row, from the makers' own to small ones."""


@contextmanager
def limits(small: int, full: float) -> Iterator[None]:
    """Where one maker hands over to another, moved so that small tables see all of them."""
    with pytest.MonkeyPatch.context() as patch:
        for module in (codes, counting, orders, sorting, tallies):
            patch.setattr(module, "SMALL", small)
        patch.setattr(tallies, "FULL", full)
        if not small:
            for module in (counting, sorting):
                patch.setattr(module, "PIECE", 30)
            patch.setattr(scores, "AT_ONCE", 100)
        yield
