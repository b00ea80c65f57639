"""A table to practise on, made from its recipe: ``Practice``, which is written as a few words.

``xor-400-2-0.1-7`` is XOR in 400 rows with 2 columns that say nothing, a tenth of the classes
flipped, and the seed 7. The same words give the same table on every machine: the draws are
``PCG64.random_raw``, whose stream NumPy promises never to change for a seed, unlike the methods
of ``Generator`` (NEP 19). All else is whole numbers, or sums and products of floats, which are
rounded alike everywhere; no sine or logarithm is asked, since they are not.

Each column has a stream of its own, so a column more leaves the others and the classes as they
are, and more noise flips the same rows and some others. Not done here: what is planted
(``dttools.teach.patterns``).
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Any, Final

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from dtcore.errors import LinkError
from dtcore.model.columns import IntArray, frozen
from dtcore.progress import ShareProgress, unheard
from dttools.teach.patterns import PATTERNS, Cells, Pattern

ROWS: Final = (50, 1_000_000)
EXTRA: Final = (0, 20)
SEEDS: Final = (0, 999_999)
PIECE: Final = 2**15
"""Rows that are made at a time; the table does not depend on it."""
USUAL: Final = -1
"""The noise or size that is usual for a pattern."""
LEVELS: Final = ("A", "B")
SWITCH: Final = ("off", "on")
UNIFORMS: Final = 12
"""So many uniform numbers add up to a variance of 1, and to nearly a normal distribution."""

_WORDS: Final = re.compile(
    r"([a-z]{1,20})([0-9]{0,2})-([0-9]{1,7})-([0-9]{1,2})-([0-9](?:\.[0-9]{1,2})?)-([0-9]{1,6})"
)


@dataclass(frozen=True)
class Practice:
    """The recipe of a table: ``str`` writes it, ``parse`` reads it, ``make`` makes the table.

    ``extra``: columns that say nothing; ``noise`` in per cent. Raises LinkError if a part of it
    is unknown or out of range.
    """

    pattern: str
    rows: int = 400
    extra: int = 2
    noise: int = USUAL
    seed: int = 1
    size: int = USUAL

    def __post_init__(self) -> None:
        if self.pattern not in PATTERNS:
            raise LinkError(
                "This link asks for “{value}”, which is not available here.",
                value=self.pattern[:40],
            )
        for name, (_, usual, _) in (("noise", self.kind.noise), ("size", self.kind.sizes)):
            if getattr(self, name) == USUAL:
                object.__setattr__(self, name, usual)
        noise, size = self.kind.noise, self.kind.sizes
        _within("rows", self.rows, *ROWS)
        _within("extra", self.extra, *EXTRA)
        _within("noise", self.noise, noise[0], noise[2], 100)
        _within("seed", self.seed, *SEEDS)
        _within("size", self.size, size[0], size[2])

    @classmethod
    def parse(cls, text: str) -> Practice:
        """The recipe that is written so. Raises LinkError."""
        result = _WORDS.fullmatch(text)
        if result is None:
            raise LinkError(
                "The practice table in this link cannot be read. It should look like "
                "made:xor-400-2-0.1-7: pattern, rows, extra columns, noise, seed."
            )
        pattern, size, rows, extra, noise, seed = result.groups()
        whole, _, part = noise.partition(".")
        percent = int(whole) * 100 + int(part.ljust(2, "0"))
        return cls(pattern, int(rows), int(extra), percent, int(seed), int(size or USUAL))

    def __str__(self) -> str:
        size = self.size or ""
        return f"{self.pattern}{size}-{self.rows}-{self.extra}-{self.share:g}-{self.seed}"

    @property
    def kind(self) -> Pattern:
        return PATTERNS[self.pattern]

    @property
    def share(self) -> float:
        """The noise as a share of 1."""
        return self.noise / 100

    @property
    def asks(self) -> int:
        """How many columns the target depends on; the first ones."""
        return self.size if self.kind.nominal else self.kind.asks

    @property
    def digits(self) -> int:
        """Digits after the point: so many that a value comes ten times at most on average."""
        return max(2, len(str(self.rows)) - 1)

    @property
    def inputs(self) -> tuple[str, ...]:
        return tuple(f"x{place + 1}" for place in range(self.asks + self.extra))

    @property
    def target(self) -> str:
        return "y" if self.kind.numeric else "class"

    @property
    def columns(self) -> tuple[str, ...]:
        return (*self.inputs, self.target)

    @property
    def cells(self) -> int:
        return self.rows * len(self.columns)

    def again(self) -> Practice:
        """Another sample of the same kind."""
        return replace(self, seed=self.seed + 1 if self.seed < SEEDS[1] else SEEDS[0])

    def make(self, progress: ShareProgress = unheard) -> pd.DataFrame:
        """The table, its target last; nobody can change its cells.

        ``progress`` hears the share that is done after every piece; what it raises ends it.
        """
        chance, *streams = (
            np.random.PCG64([self.seed, place]) for place in range(1 + len(self.inputs))
        )
        grid = 2 if self.kind.nominal else 10**self.digits
        inputs = [
            np.empty(self.rows, np.int8 if self.kind.nominal else np.float64) for _ in streams
        ]
        target = np.empty(self.rows, np.float64 if self.kind.numeric else np.int8)
        for start in range(0, self.rows, PIECE):
            piece = slice(start, min(start + PIECE, self.rows))
            asked: Cells = []
            for values, stream in zip(inputs, streams, strict=True):
                cells = below(grid, stream, piece.stop - start)
                values[piece] = cells if self.kind.nominal else cells / grid
                if len(asked) < self.asks:
                    asked.append(cells)
            target[piece] = self._disturbed(self.kind.rule(asked, grid, self.size), chance)
            progress(piece.stop / self.rows)
        return self._frame(inputs, target)

    def _disturbed(self, planted: NDArray[Any], chance: np.random.PCG64) -> NDArray[Any]:
        """The target with its noise: numbers with two digits, or class codes."""
        if not self.kind.numeric:
            return np.asarray(planted ^ (below(100, chance, len(planted)) < self.noise))
        uniform = (chance.random_raw(len(planted) * UNIFORMS) >> np.uint64(32)).astype(np.int64)
        normal = uniform.reshape(-1, UNIFORMS).sum(axis=1) / 2**32 - UNIFORMS / 2
        disturbed = np.rint((planted + 10 * self.share * normal) * 100) / 100
        return np.asarray(disturbed + 0.0)  # no -0.0

    def _frame(self, inputs: list[NDArray[Any]], target: NDArray[Any]) -> pd.DataFrame:
        cells = {
            name: _named(values, SWITCH) if self.kind.nominal else frozen(values)
            for name, values in zip(self.inputs, inputs, strict=True)
        }
        cells[self.target] = frozen(target) if self.kind.numeric else _named(target, LEVELS)
        return pd.DataFrame(cells, copy=False)


def below(grid: int, stream: np.random.PCG64, count: int) -> IntArray:
    """(count,) whole numbers from 0 to ``grid`` - 1, equally likely but for grid / 2**32."""
    high = stream.random_raw(count) >> np.uint64(32)
    return ((high * np.uint64(grid)) >> np.uint64(32)).astype(np.int64)


def _named(codes: NDArray[Any], levels: tuple[str, ...]) -> pd.Categorical[Any]:
    return pd.Categorical.from_codes(
        frozen(codes), dtype=pd.CategoricalDtype(list(levels), ordered=True)
    )


def _within(name: str, value: int, low: int, high: int, parts: int = 1) -> None:
    if low == high != value:
        raise LinkError(
            "In this link “{name}” must be {low}, or left out.", name=name, low=low / parts
        )
    if not low <= value <= high:
        raise LinkError(
            "In this link “{name}” must be a number from {low} to {high}.",
            name=name,
            low=low / parts if parts > 1 else low,
            high=high / parts if parts > 1 else high,
        )
