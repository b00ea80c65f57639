"""Arithmetic that one can touch: a formula's lines with real fractions and buttons for counts.

The lines are drawn by the modules of the stage; not done here: no boxes are made.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from dtcore.formula import Named
from dtshow.scene.sums import NO_ROWS, Counts, Line, Writing, keys_of, sum_block
from dtshow.words.language import _
from dttools.printing import Digits
from pages.ui.components.mount import mount
from pages.ui.shell.session import reported


def formula_view(lines: Sequence[Line], digits: Digits, key: str, counts: Counts = NO_ROWS) -> Any:
    """Draw ``lines`` as the component ``key``, whose state holds ``count``, the key of the count
    pressed last ("none" to let go)."""

    def press() -> None:
        if count := reported(key, "count"):
            counts.on_press({name: query for query, name in keys_of(lines).items()}.get(count))

    return sum_view(sum_block(lines, Writing(digits), _("Working"), counts), key, press)


def definition_view(formula: Named, key: str, label: str) -> Any:
    """A formula in symbols, without numbers."""
    return sum_view(sum_block([], Writing(Digits()), label, above=[formula]), key)


def sum_view(block: Mapping[str, Any], key: str, on_press: Callable[[], None] | None = None) -> Any:
    """Draw a block of ``dtshow.scene.sums``."""
    written = json.dumps(block, ensure_ascii=False, separators=(",", ":")).encode()
    return mount("formula", key, written, on_count_change=on_press or (lambda: None))
