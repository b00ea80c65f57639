"""What was read of a file, as lists."""

from __future__ import annotations

from dataclasses import asdict

from dttools.files import (
    Chosen,
    Dialect,
    Table,
)


def values(table: Table) -> dict[str, list[object]]:
    """The table as lists, every missing cell as None."""
    found: dict[str, list[object]] = {}
    for name, column in table.frame.items():
        missing = column.isna()
        found[str(name)] = [
            None if gone else cell for cell, gone in zip(column.tolist(), missing, strict=True)
        ]
    return found


PLAIN = Dialect(encoding="utf-8", separator=",", header=True, decimal=".", preamble=0)


def as_chosen(dialect: Dialect) -> Chosen:
    """All of a dialect chosen, and no line taken for anything but a row."""
    return Chosen(**asdict(dialect), off=frozenset({"groups", "odd_totals", "tables"}))
