"""How good the tree is by now, on the rows that it grows on and on those held out: a line beside
the step's count, and its small curve, a point for each split so far.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final
from weakref import WeakKeyDictionary

import numpy as np

from dtcore.model import Dataset, FloatArray
from dtshow.lesson.lesson import Lesson
from dtshow.words import number_format
from dtshow.words.language import _, ngettext
from dttools.evaluation import SplitHistory, split_history

MOST_STEPS: Final = 10_000
"""A lesson of more has a tree that nobody reads, and to judge all of them takes seconds."""
POINTS: Final = 60
"""So many are seen apart on a curve as wide as two words."""
HIGH: Final = 100
Shown = Callable[[float], str]
_known: Final[WeakKeyDictionary[object, dict[str, SplitHistory]]] = WeakKeyDictionary()
"""By what timelines share, and by the rows: gone with the last lesson that is on it."""


def fit(lesson: Lesson, unseen: Dataset | None, holds: str) -> dict[str, Any] | None:
    """``holds``: what the switch is called that would hold rows out; empty where none can be."""
    if len(lesson.timeline.steps) > MOST_STEPS:
        return None
    rows = [lesson.dataset] if unseen is None else [lesson.dataset, unseen]
    numeric = not lesson.tree.schema.classes
    shown: Shown = number_format.r2 if numeric else number_format.share_of_rows
    found = [_history(lesson, some) for some in rows]
    so_far = found[0].at(lesson.timeline.cursor) + 1
    values = [history.values[:so_far] for history in found]
    names = _names() if numeric or unseen is not None else (_("accuracy"),)
    parts = [(name, shown(of[-1])) for name, of in zip(names, values, strict=False)]
    picked = np.unique(np.linspace(0, so_far - 1, POINTS).round().astype(int))
    return {
        "parts": parts,
        "measure": "R²" if numeric else "",
        "title": _title(numeric),
        "says": _says(values, shown, so_far - 1),
        "holds": holds if unseen is None else holds and _on_held_out(shown(values[1][-1])),
        "told": _offer() if unseen is None else grown_on(len(lesson.dataset), len(unseen)),
        "steps": found[0].steps[:so_far][picked].tolist(),
        "curves": _curves([of[picked] for of in values]),
    }


def _history(lesson: Lesson, rows: Dataset) -> SplitHistory:
    """Of all steps that were made; it goes on from what is known of the first of them."""
    known = _known.setdefault(lesson.timeline.shared, {})
    found = known[rows.digest] = split_history(lesson.timeline, rows, known.get(rows.digest))
    return found


def _names() -> tuple[str, str]:
    return _("training"), _("held out")


def _on_held_out(share: str) -> str:
    """Not to be taken for how many rows are held out."""
    return _("on held-out rows {share}").format(share=share)


def _title(numeric: bool) -> str:
    if numeric:
        return _("R², the share of the squares about the mean that the tree explains")
    return _("Accuracy: the share of rows predicted correctly")


def _says(values: list[FloatArray], shown: Shown, splits: int) -> str:
    """The curve in words."""
    text = _("{name}: from {first} to {last}")
    of = zip(_names(), values, strict=False)
    lines = [text.format(name=n, first=shown(v[0]), last=shown(v[-1])) for n, v in of]
    over = ngettext("over {n} split", "over {n} splits", splits).format(n=splits)
    return _(", ").join([*lines, over])


def _offer() -> str:
    return _("Holds rows out, grows on the rest, and shows both counts in each node.")


def grown_on(training: int, held_out: int) -> str:
    """On how many rows the tree grows, and how many are held out, as on Pruning and Use."""
    return _("The tree grows on {training:,} of {all:,} rows. {held_out:,} are held out.").format(
        training=training, all=training + held_out, held_out=held_out
    )


def _curves(values: list[FloatArray]) -> list[list[int]]:
    """How high each point lies, from 0 for the least of them all to ``HIGH``; none where R² is not
    defined."""
    every = np.concatenate([of[np.isfinite(of)] for of in values])
    low = float(every.min()) if len(every) else 0.0
    scale = HIGH / max(float(every.max()) - low, 1e-9) if len(every) else 0.0
    known = (of for of in values if np.isfinite(of).all())
    return [((of - low) * scale).round().astype(int).tolist() for of in known]
