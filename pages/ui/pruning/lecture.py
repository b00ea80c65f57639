"""What a lecture adds to a cut: its sum, the errors of all trees of the path, the ruler of α."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from dtcore.model import number
from dtcore.stepping import Prune
from dtshow.scene.blocks import Block
from dtshow.scene.grow.lecture import in_a_line
from dtshow.scene.sums import Line, Writing, sum_block
from dtshow.words import number_format
from dtshow.words.language import _
from dttools.printing import Digits
from pages.ui.pruning import words
from pages.ui.pruning.answers import smallest_best
from pages.ui.pruning.curves import folds_of, growth, long, losses, validated
from pages.ui.pruning.scale import first_of, per_row, place_on, several
from pages.ui.pruning.sums import lines_of
from pages.ui.share.lecturing import lecturing
from pages.ui.shell import session
from pages.ui.trees.pruning_session import PruningSession
from pages.ui.trees.pruning_view import PruningView


def cutting(now: PruningSession, digits: Digits, ruler: Sequence[Block]) -> dict[str, Any] | None:
    """None unless one lectures. Ways of pruning other than by the price of a leaf compare two
    numbers, which their statement says, and have neither ``ruler`` nor errors."""
    if not lecturing():
        return None
    lines = _of_the_cut(now) if now.settings.method == "cost" else []
    errors = _errors(now) if several(now) else None
    return plainly(lines, digits) | {"ruler": ruler[0] if ruler else None, "errors": errors}


def plainly(lines: Sequence[Line], digits: Digits) -> dict[str, Any]:
    """A statement, and the sum behind it, if it has one."""
    found = sum_block(lines, Writing(digits), _("Working")) | {"key": "lecture"}
    return {
        "beats": ["say", *(["sum"] if lines else [])],
        "says": [None, None],
        "asked": None,
        "sum": found if lines else None,
        "candidates": None,
        "ruler": None,
        "errors": None,
        "notes": {
            "why": [],
            "sums": [[_("Weakest link"), in_a_line(line.named, digits)] for line in lines],
        },
        "guess": False,
    }


def _of_the_cut(now: PruningSession) -> list[Line]:
    """The link's own line, worked out on the tree before the cut."""
    last = now.lesson.timeline.last
    if last is None or not isinstance(last.move, Prune):
        return []
    before = replace(now, lesson=now.lesson.jump(now.lesson.timeline.cursor - 1))
    return [line for line in lines_of(before, last.move.node, per_row(now)) if line.result][-1:]


def _errors(now: PruningSession) -> dict[str, Any]:
    """What each of several trees loses on the rows that grew it, and on others."""
    uncut, view = not now.lesson.timeline.cursor, session.view(PruningView).view
    grows = view == "growth" and uncut and now.grown.held_out is not None
    return _as_it_grew(now) if grows else _as_it_is_cut(now)


def _as_it_grew(now: PruningSession) -> dict[str, Any]:
    """Until it was the whole tree, which is the one on show."""
    curve, grown = growth(now), now.grown
    lost = [
        (_("Training"), curve.training, grown.training.weight),
        (_("Held out"), curve.held_out, grown.unseen.weight),
    ]
    return _plotted(now, curve.leaves, len(curve.leaves) - 1, lost, curve.best)


def _as_it_is_cut(now: PruningSession) -> dict[str, Any]:
    """As far as the path has been followed: which tree is best is told when one comes to it, and
    from then on why. Others are the folds, where no rows are held out or the page shows
    cross-validation."""
    path, first, seen = now.grown.path, first_of(now), losses(now)
    at = max(first, place_on(path, now.lesson.tree.leaves)) - first
    training = now.grown.training
    lost = [(_("Training"), seen.training[first:], training.weight)]
    looked_at = seen.held_out is None or session.view(PruningView).view == "risk"
    if looked_at and _quick(now):
        lost.append((_("Cross-validated"), validated(now).risk[first:], training.weight))
    elif seen.held_out is not None:
        lost.append((_("Held out"), seen.held_out[first:], now.grown.unseen.weight))
    best = smallest_best(lost[-1][1])
    plotted = _plotted(now, path.leaves[first:], at, lost, best if best <= at else None)
    if best <= at:
        return plotted
    curves = [curve | {"values": curve["values"][: at + 1]} for curve in plotted["curves"]]
    return plotted | {"curves": curves}


def _plotted(
    now: PruningSession,
    leaves: Sequence[int] | np.ndarray,
    at: int,
    lost: Sequence[tuple[str, np.ndarray, float]],
    best: int | None,
) -> dict[str, Any]:
    """Trees of so many ``leaves``, ``at`` the place of the one on show, that of the ``best`` marked
    on the curve of the rows that judge them, if it is to be told; ``lost`` has each curve's rows
    last."""
    most = max(float(values.max()) for _name, values, _rows in lost)
    digits = Digits.for_scale(most) if now.numeric else Digits(3)
    curves = [_curve(now, name, values, rows, at, digits) for name, values, rows in lost]
    if len(curves) > 1 and best is not None:
        curves[1] |= {"says": _with_best(now, curves[1]["says"], int(leaves[best])), "best": best}
    return {
        "leaves": [int(n) for n in leaves],
        "at": at,
        "label": _("Leaves"),
        "title": words.loss(now),
        "most": round(most, 6),
        "top": number(float(f"{most:.2g}")),
        "curves": curves,
    }


def _quick(now: PruningSession) -> bool:
    """Whether the folds can be grown, and at once."""
    rows = len(now.grown.training)
    return not now.grown.by_hand and rows > 1 and not long(rows * folds_of(now))


def _with_best(now: PruningSession, says: str, leaves: int) -> str:
    """What a curve says, with the tree that its large dot marks."""
    if now.lesson.tree.leaves == leaves:
        return says
    text = _("{curve} (large dot: the smallest of the best, {leaves})")
    return text.format(curve=says, leaves=number_format.leaves(leaves))


def _curve(
    now: PruningSession, name: str, lost: np.ndarray, rows: float, at: int, digits: Digits
) -> dict[str, Any]:
    """``rows``: how many the errors are of. The figure beside the curve is of its axis."""
    here = float(lost[at])
    shown = number(digits.rounded(here))
    if now.numeric or words.charged(now):
        says = _("{name}: {loss} {value}").format(name=name, loss=words.loss(now), value=shown)
    else:
        errors = number(round(here * rows, 3))
        says = _("{name}: {errors} of {n} wrong").format(name=name, errors=errors, n=number(rows))
    return {"says": says, "shown": shown, "values": [round(float(one), 6) for one in lost]}
