"""What a lecture adds to a cut: of the weakest link, the sum that chose it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from dtcore.formula import Digits
from dtcore.stepping import Prune
from pages.ui.pruning.pruning_session import PruningSession
from pages.ui.pruning.scale import per_row
from pages.ui.pruning.sums import lines_of
from pages.ui.scene.sums import Line, Writing, sum_block
from pages.ui.share.lecturing import lecturing
from pages.ui.wording.language import _


def lecture(now: PruningSession, digits: Digits) -> dict[str, Any] | None:
    """None unless one lectures. Other ways of pruning compare two numbers, which their statement
    says."""
    if not lecturing():
        return None
    lines = _of_the_cut(now) if now.settings.method == "cost" else []
    found = sum_block(lines, Writing(digits), _("Working")) | {"key": "lecture"}
    return {
        "beats": ["say", *(["sum"] if lines else [])],
        "sum": found if lines else None,
        "candidates": None,
        "notes": {"why": [], "sums": []},
        "guess": False,
    }


def _of_the_cut(now: PruningSession) -> list[Line]:
    """The link's own line, worked out on the tree before the cut."""
    last = now.lesson.timeline.last
    if last is None or not isinstance(last.move, Prune):
        return []
    before = replace(now, lesson=now.lesson.jump(now.lesson.timeline.cursor - 1))
    return [line for line in lines_of(before, last.move.node, per_row(now)) if line.result][-1:]
