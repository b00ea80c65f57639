"""What can be planted in a table to practise on: a rule for each pattern, and its limits.

A rule must give the same on every machine and for good, since links hold recipes and not rows:
whole numbers, or sums and products of floats. Not done here: words for people, and the draws
(``dttools.teach.practice``).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from dtcore.model.columns import FloatArray, IntArray

HEIGHTS: Final = (3, 7, 1, 9, 5, 8, 2, 6)

Cells = list[IntArray]


@dataclass(frozen=True)
class Pattern:
    """What is planted. ``rule(cells, grid, size)`` gives the class codes (m,) or the target (m,)
    for the ``asks`` columns of whole numbers below ``grid``, each (m,).

    ``sizes``: lowest, usual and highest size, (0, 0, 0) if it has none; ``noise`` likewise, in
    per cent: of classes that are flipped, or the standard deviation as a part of the range of a
    numeric target, which is 10. ``nominal``: columns of switches, as many as the size.
    """

    rule: Callable[[Cells, int, int], NDArray[Any]]
    asks: int = 2
    sizes: tuple[int, int, int] = (0, 0, 0)
    noise: tuple[int, int, int] = (0, 10, 50)
    numeric: bool = False
    nominal: bool = False


def _checkerboard(cells: Cells, grid: int, size: int) -> IntArray:
    return np.asarray(sum(cell * size // grid for cell in cells) % 2)


def _xor(cells: Cells, grid: int, size: int) -> IntArray:
    return _checkerboard(cells, grid, 2)


def _stripes(cells: Cells, grid: int, size: int) -> IntArray:
    return np.asarray((cells[0] + cells[1] + 1) * size // (2 * grid) % 2)


def _rings(cells: Cells, grid: int, size: int) -> IntArray:
    """Rings of equal width around the middle; of two, the inner one takes half of the square."""
    across, down = (2 * cell + 1 - grid for cell in cells)
    distance = (across * across + down * down) * (10 * size) ** 2
    edges = [(16 * grid * ring) ** 2 for ring in range(1, size)]
    return np.asarray(sum((distance >= edge).astype(np.intp) for edge in edges) % 2)


def _parity(cells: Cells, grid: int, size: int) -> IntArray:
    return np.asarray(sum(cells) % 2)


def _steps(cells: Cells, grid: int, size: int) -> FloatArray:
    return np.array(HEIGHTS, np.float64)[cells[0] * size // grid]


def _curve(cells: Cells, grid: int, size: int) -> FloatArray:
    """Chebyshev's 4t³ − 3t, drawn from 0 to 10: a hill and a valley."""
    t = (2 * cells[0] + 1 - grid) / grid
    return np.asarray(5 + 5 * t * (4 * t * t - 3))


def _nothing(cells: Cells, grid: int, size: int) -> IntArray:
    return np.zeros(len(cells[0]), np.intp)


PATTERNS: Final[Mapping[str, Pattern]] = MappingProxyType(
    {
        "xor": Pattern(_xor, noise=(0, 0, 50)),
        "parity": Pattern(_parity, asks=0, sizes=(2, 3, 6), noise=(0, 0, 50), nominal=True),
        "checkerboard": Pattern(_checkerboard, sizes=(3, 4, 8)),
        "stripes": Pattern(_stripes, sizes=(2, 2, 8)),
        "rings": Pattern(_rings, sizes=(2, 2, 5)),
        "coin": Pattern(_nothing, noise=(50, 50, 50)),
        "steps": Pattern(_steps, asks=1, sizes=(2, 4, 8), numeric=True),
        "curve": Pattern(_curve, asks=1, numeric=True),
    }
)
