"""What is counted of a tree: how large it is, and what it gets wrong."""

from __future__ import annotations

from dataclasses import dataclass

import dtcore as dt
from dtshow.lesson.lesson import Lesson
from dtshow.words import number_format
from dtshow.words.language import _
from dttools.evaluation import ClassEvaluation, Evaluation, evaluate
from dttools.printing import Digits
from pages.ui.shell import cache, session


@dataclass(frozen=True)
class Facts:
    """``training`` and ``unseen``: how it does on the rows that it grew on, and on those held out,
    in words; the latter is "" where none are."""

    leaves: int
    depth: int
    training: str
    unseen: str

    @property
    def size(self) -> str:
        depth = _("depth {n}").format(n=self.depth)
        return _(", ").join((number_format.leaves(self.leaves), depth))

    @property
    def errors(self) -> str:
        said = [_("training: {errors}").format(errors=self.training)]
        if self.unseen:
            said.append(_("held out: {errors}").format(errors=self.unseen))
        return " · ".join(said)


def facts(lesson: Lesson) -> Facts:
    return _facts(lesson.tree, lesson.dataset, session.held_out(lesson.choice))


def _facts(tree: dt.Tree, training: dt.Dataset, unseen: dt.Dataset | None) -> Facts:
    on_unseen = "" if unseen is None else _errors(_judged(tree, unseen))
    return Facts(tree.leaves, int(tree.depths.max()), _errors(_judged(tree, training)), on_unseen)


@cache.shared(by=lambda tree, data: (tuple(tree.splits), tree.stats.tobytes(), data))
def _judged(tree: dt.Tree, data: dt.Dataset) -> Evaluation:
    return evaluate(tree, data)


def _errors(found: Evaluation) -> str:
    """Rows that are wrong, or how far off the answers are."""
    if isinstance(found, ClassEvaluation):
        rows = number_format.rows_count(len(found.rows))
        return _("{wrong} of {rows} wrong").format(wrong=f"{len(found.errors):,}", rows=rows)
    error = found.rmse.value or 0.0
    return _("root mean square error {value}").format(value=Digits.for_scale(error).show(error))
