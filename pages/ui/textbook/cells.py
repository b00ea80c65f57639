"""Tables in Markdown with formulas in their cells."""

from __future__ import annotations

from collections.abc import Iterable, Sequence


def formula(tex: str) -> str:
    """As a cell of a table, where a bar would end the cell; nothing of nothing."""
    return "${}$".format(tex.replace("|", r"\vert ")) if tex else ""


def table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [heads, ["---"] * len(heads), *rows]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)
