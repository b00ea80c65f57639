"""Tables of Markdown, as pages with many short cells draw them, and what their cells hold."""

from __future__ import annotations

from collections.abc import Iterable, Sequence


def table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [heads, ["---"] * len(heads), *rows]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)


def formula(tex: str) -> str:
    """As a cell, where a bar would end the cell; nothing of nothing."""
    return "${}$".format(tex.replace("|", r"\vert ")) if tex else ""
