"""Arithmetic that one can touch: a formula's lines with real fractions and buttons for counts.

A count that is pressed reports a key; ``keys_of`` in ``dtshow.scene.sums`` says which query it
stands for. The lines are drawn by the modules of the stage; not done here: no boxes are made.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from dtcore.formula import Named
from dtshow.scene.sums import NO_ROWS, Counts, Line, Writing, sum_block
from dttools.printing import Digits
from pages.ui.components.mount import mount


def formula_view(
    lines: Sequence[Line], digits: Digits, key: str, label: str, counts: Counts = NO_ROWS
) -> Any:
    """Draw ``lines``, which are called ``label`` for those who hear them.

    The component's state holds ``count``, the key of the count pressed last ("none" to let go).
    """
    return sum_view(sum_block(lines, Writing(digits), label, counts), key, counts.on_press)


def definition_view(formula: Named, key: str, label: str) -> Any:
    """A formula in symbols, without numbers."""
    return sum_view(sum_block([], Writing(Digits()), label, above=[formula]), key)


def sum_view(block: Mapping[str, Any], key: str, on_press: Callable[[], None] | None = None) -> Any:
    """Draw a block of ``dtshow.scene.sums``."""
    written = json.dumps(block, ensure_ascii=False, separators=(",", ":")).encode()
    return mount("formula", key, written, on_count_change=on_press or (lambda: None))
