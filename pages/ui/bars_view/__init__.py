"""Bars beside the rows of a table, one for each row, that one can touch.

Not for those who hear the page, nor in reach of the Tab key: the table says the same numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

import streamlit as st

from pages.ui.payload import READ, payload

HERE: Final = Path(__file__).parent


@dataclass(frozen=True)
class Bar:
    """What it is about, how long it is (not negative), the number at its end."""

    name: str
    length: float
    shown: str
    best: bool = False
    chosen: bool = False


def bars_view(
    bars: Sequence[Bar], *, row: int, head: int, key: str, on_choose: Callable[[], None]
) -> Any:
    """Draw ``bars``, each in ``row`` pixels, below ``head`` pixels left free.

    The component's state holds ``bar``, the place of the bar touched last.
    """
    data = {"bars": [record(bar, bars) for bar in bars], "row": row, "head": head}
    return _component()(key=key, data=payload(data), on_bar_change=on_choose, height="content")


def record(bar: Bar, bars: Sequence[Bar]) -> dict[str, Any]:
    """What the browser gets of one of ``bars``: its share of the longest, and its words."""
    longest = max(other.length for other in bars) or 1.0
    marks = " ".join(name for name in ("best", "chosen") if getattr(bar, name))
    share = round(bar.length / longest, 4)
    return {"share": share, "shown": bar.shown, "title": f"{bar.name}: {bar.shown}", "marks": marks}


@cache
def _component() -> Any:
    css, js = ((HERE / f"bars.{end}").read_text("utf-8") for end in ("css", "js"))
    html = '<div class="bars" aria-hidden="true"></div>'
    return st.components.v2.component("nbn_bars", html=html, css=css, js=READ + js)
