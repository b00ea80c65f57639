"""Candidates in the order of their ranking, each with a bar: a table whose rows one chooses.

A row that is chosen reports its name. The browser sorts by a column where one asks for it.
User text travels as data and is set as text.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from dtcore.formula import Digits
from pages.ui.components.mount import mount
from pages.ui.wording.language import _

HERE: Final = Path(__file__).parent


@dataclass(frozen=True)
class RankedRow:
    """A candidate: ``name`` tells it from the others, ``place`` is what its verdict is sorted by.

    Of ``numbers``, None where it has none, the last is the score: the bar's length, if above 0.
    Only what is ``able`` can be chosen.
    """

    name: str
    question: str
    numbers: tuple[float | None, ...]
    verdict: str
    place: int
    best: bool = False
    able: bool = True


@dataclass(frozen=True)
class Ranking:
    """``rows`` under ``heads``: of the question, of each number and of the verdict. ``chosen``
    is the name of a row."""

    heads: Sequence[str]
    rows: Sequence[RankedRow]
    chosen: str | None


def ranking_view(ranking: Ranking, digits: Digits, key: str, on_choose: Callable[[], None]) -> Any:
    """Draw the ranking.

    The component's state holds ``name``, that of the row chosen last.
    """
    data = {
        "heads": list(ranking.heads),
        "rows": list(records(ranking.rows, digits)),
        "chosen": ranking.chosen,
        "label": _("Candidate splits"),
    }
    return mount(HERE, key, data, on_name_change=on_choose)


def records(rows: Sequence[RankedRow], digits: Digits) -> Iterator[dict[str, Any]]:
    """What the browser gets of each row: its cells, what they are sorted by, its share of the
    longest bar."""
    lengths = [max(row.numbers[-1] or 0.0, 0.0) for row in rows]
    longest = max(lengths, default=0.0) or 1.0
    for row, length in zip(rows, lengths, strict=True):
        numbers = [None if n is None else digits.rounded(n) for n in row.numbers]
        shown = ["–" if n is None else digits.show(n) for n in row.numbers]
        yield {
            "name": row.name,
            "cells": [row.question, *shown, row.verdict],
            "by": [row.question, *numbers, row.place],
            "share": round(length / longest, 4),
            "best": row.best,
            "able": row.able,
        }
