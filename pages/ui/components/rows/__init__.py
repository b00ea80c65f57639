"""A table of rows that one can touch: some stand out, with the cells that say why.

Above it stands how many they are and a number that opens; below it, what is to be said.

A row that is chosen reports its number. User text travels as data and is set as text.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from pages.ui.components.mount import mount
from pages.ui.wording.language import _

HERE: Final = Path(__file__).parent


@dataclass(frozen=True)
class RowTable:
    """``rows``, each made by ``row_text``, under ``columns``.

    The first ``highlighted`` rows stand out, ``tested`` columns of them most; ``chosen`` is the
    place of the chosen row, of which the columns ``asked`` on its path stand out and others are
    greyed, but for ``answer``. ``head`` and the lines ``said`` are in ``pieces``; ``opens`` is on
    a button, if it is anything.
    """

    columns: Sequence[str]
    rows: Sequence[str]
    highlighted: int
    tested: Sequence[str]
    chosen: int | None
    asked: Sequence[str]
    answer: str
    head: Sequence[str]
    opens: str
    said: Sequence[Sequence[str]]

    def places(self, names: Sequence[str]) -> list[int]:
        """Of the columns called so."""
        return [i for i, name in enumerate(self.columns) if name in names]


def rows_view(
    table: RowTable, key: str, on_choose: Callable[[], None], on_open: Callable[[], None]
) -> Any:
    """Draw the table.

    The component's state holds ``row``, the place chosen last, -1 to let go.
    """
    data = {
        "columns": list(table.columns),
        "cells": f"[{','.join(table.rows)}]",
        "lit": table.highlighted,
        "tested": table.places(table.tested),
        "chosen": -1 if table.chosen is None else table.chosen,
        "asked": table.places(table.asked),
        "spared": table.places([table.answer]),
        "head": table.head,
        "opens": table.opens,
        "about": _("Open the numbers of this node"),
        "said": table.said,
        "label": _("Rows"),
        "says": _("Row {row}: light its way through the tree"),
    }
    return mount(HERE, key, data, on_row_change=on_choose, on_open_change=on_open)


def row_text(cells: Sequence[str]) -> str:
    """A row, its own number first, as it travels."""
    return json.dumps(cells, ensure_ascii=False)
