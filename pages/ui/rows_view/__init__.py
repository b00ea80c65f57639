"""A table of rows that one can touch: some stand out, with the cells that say why.

A row that is chosen reports its number. User text travels as data and is set as text.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final

import streamlit as st

from pages.ui.language import _
from pages.ui.payload import READ, payload

HERE: Final = Path(__file__).parent


def rows_view(
    columns: Sequence[str],
    rows: Iterable[str],
    *,
    lit: int,
    tested: Sequence[str],
    chosen: int | None,
    asked: Sequence[str],
    answer: str,
    height: int,
    key: str,
    on_choose: Callable[[], None],
) -> Any:
    """Draw the rows, each made by ``row_text``.

    The first ``lit`` rows stand out, ``tested`` columns of them most; ``chosen`` is the place of
    the chosen row, of which the columns ``asked`` on its way stand out and others are greyed, but
    for ``answer``. The component's state holds ``row``, the place chosen last, -1 to let go.
    """
    data = {
        "columns": list(columns),
        "cells": f"[{','.join(rows)}]",
        "lit": lit,
        "tested": [i for i, name in enumerate(columns) if name in tested],
        "height": height,
        "chosen": -1 if chosen is None else chosen,
        "asked": [i for i, name in enumerate(columns) if name in asked],
        "spared": [i for i, name in enumerate(columns) if name == answer],
        "label": _("Rows"),
        "says": _("Row {row}: light its way through the tree"),
    }
    return _component()(key=key, data=payload(data), on_row_change=on_choose, height="content")


def row_text(cells: Sequence[str]) -> str:
    """A row, its own number first, as it travels."""
    return json.dumps(cells, ensure_ascii=False)


@cache
def _component() -> Any:
    css, js = ((HERE / f"rows.{end}").read_text("utf-8") for end in ("css", "js"))
    html = '<div class="rows"><table><thead></thead><tbody></tbody></table></div>'
    return st.components.v2.component("nbn_rows", html=html, css=css, js=READ + js)
