"""Every column with its best split: a ranking that one can touch."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from dtcore import explain
from dtcore.formula import Digits
from dtcore.policies import Verdict
from dtcore.stepping import Candidate
from pages.ui.components.ranking import RankedRow, Ranking, ranking_view
from pages.ui.grow.grow_view import GrowView
from pages.ui.grow.verdict import mark
from pages.ui.lesson.lesson import Lesson
from pages.ui.shell import session
from pages.ui.wording import narration, number_format
from pages.ui.wording.language import _

KEY: Final = "candidates"


def candidates(lesson: Lesson, digits: Digits) -> None:
    """The ranking, winner first; a row opens its column."""
    names, chosen = heads(lesson), lesson.candidate
    ranked = lesson.evidence.ranked(explain.headline(lesson.recipe))
    ranking = Ranking(
        [_("Question"), *names.values(), _("Verdict")],
        [row(lesson, candidate, list(names)) for candidate in ranked],
        chosen=_name(lesson, chosen) if chosen else None,
    )
    ranking_view(ranking, digits, key=KEY, on_choose=lambda: _choose(lesson))


def heads(lesson: Lesson) -> dict[str, str]:
    """The scores on show, the one that decides last, and what they are called."""
    score = explain.headline(lesson.recipe)
    decides = {score: narration.score_name(lesson.recipe)}
    if score != "gain_ratio":
        return decides
    gain = _("Net gain") if lesson.evidence.counted is not None else _("Gain")
    return {"corrected_gain": gain} | decides


def row(lesson: Lesson, candidate: Candidate, scores: Sequence[str]) -> RankedRow:
    name, split, verdict = _name(lesson, candidate), candidate.split, candidate.verdict
    # a gain that nothing is taken off is worth all of it
    known = {"corrected_gain": candidate.scores.get("gain"), **candidate.scores}
    return RankedRow(
        name,
        name if split is None else number_format.question(split, lesson.tree.schema),
        tuple(known.get(score) for score in scores),
        mark(lesson, candidate),
        int(verdict),
        best=verdict in (Verdict.WINS, Verdict.TIED),
        able=split is not None,
    )


def _name(lesson: Lesson, candidate: Candidate) -> str:
    return lesson.dataset.columns[candidate.column].name


def _choose(lesson: Lesson) -> None:
    name = session.reported(KEY, "name")
    places = {column.name: place for place, column in enumerate(lesson.dataset.columns)}
    if name in places:
        session.keep(replace(session.view(GrowView), highlighted=None, cut=None))
        session.go(lambda now: now.look_at(places[name]))
