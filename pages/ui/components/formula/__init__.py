"""Arithmetic that one can touch: a formula's lines with real fractions and buttons for counts.

A count that is pressed reports a key; ``keys_of`` in ``pages.ui.scene.sums`` says which query it
stands for. The lines are drawn by the modules of the stage; not done here: no boxes are made.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from dtcore.formula import Digits, Named
from pages.ui.components.mount import mount
from pages.ui.scene.sums import NO_ROWS, Counts, Line, Writing, definition, sum_block


def formula_view(
    lines: Sequence[Line], digits: Digits, key: str, label: str, counts: Counts = NO_ROWS
) -> Any:
    """Draw ``lines``, which are called ``label`` for those who hear them.

    The component's state holds ``count``, the key of the count pressed last ("none" to let go).
    """
    block = sum_block(lines, Writing(digits), label, counts)
    return mount("formula", key, _bytes(block), on_count_change=counts.on_press)


def definition_view(formulas: Sequence[Named], key: str, label: str) -> Any:
    """Formulas in symbols, without numbers."""
    block = sum_block([], Writing(Digits()), label)
    general = [definition(formula) for formula in formulas]
    return mount("formula", key, _bytes(block | {"general": general}))


def _bytes(block: dict[str, Any]) -> bytes:
    return json.dumps(block, ensure_ascii=False, separators=(",", ":")).encode()
