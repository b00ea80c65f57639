"""Every column with its best split: a ranking that one can touch."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from dtcore import explain
from dtcore.policies import Verdict
from dtcore.stepping import Candidate
from dtshow.lesson import narration
from dtshow.lesson.lesson import Lesson
from dtshow.scene.blocks import Block
from dtshow.scene.grow.look import GrowLook
from dtshow.scene.grow.verdict import mark
from dtshow.scene.tree.trays import Trays, trays_of
from dtshow.words import number_format
from dtshow.words.language import _
from dttools.printing import Digits

MOST_PLAYED: Final = 12
"""Of so many candidates the browser gets the branch of each row, to play them when pointed at."""


def ranking(lesson: Lesson, digits: Digits) -> Block:
    """The ranking, winner first; its rows are told apart by the names of their columns."""
    names, seen = heads(lesson), lesson.candidate
    ranked = lesson.evidence.ranked(explain.headline(lesson.recipe))
    return {
        "type": "ranking",
        "key": "candidates",
        "heads": [_("Question"), *names.values(), _("Verdict")],
        "rows": list(records(lesson, ranked, list(names), digits)),
        # a split by hand that is not the best of its column has no row
        "chosen": _name(lesson, seen) if seen and _ranks(seen, ranked) else None,
        "label": _("Questions"),
    }


def _ranks(seen: Candidate, ranked: Sequence[Candidate]) -> bool:
    return any(seen.split == candidate.split for candidate in ranked)


def unranked(lesson: Lesson, look: GrowLook) -> Block:
    """The candidates that one may guess, as they come in the table: no score, and no order or
    branches that would tell one."""
    able = [c for c in lesson.evidence.candidates if c.split is not None]
    return {
        "type": "ranking",
        "key": "guess",
        "heads": [_("Question")],
        "rows": [
            {"name": _name(lesson, one), "cells": [text], "by": [text], "able": True}
            for one in able
            for text in [_asked(lesson, one)]
        ],
        "chosen": next((_name(lesson, one) for one in able if one.column == look.guess), None),
        "label": _("Questions"),
    }


def heads(lesson: Lesson) -> dict[str, str]:
    """The scores on show, the one that decides last, and what they are called."""
    score = explain.headline(lesson.recipe)
    decides = {score: narration.score_name(lesson.recipe)}
    if score != "gain_ratio":
        return decides
    paid = any(one.scores.get("correction") for one in lesson.evidence.candidates)
    gain = _("Net gain") if paid else _("Gain")
    return {"corrected_gain": gain} | decides


def records(
    lesson: Lesson, ranked: Sequence[Candidate], scores: Sequence[str], digits: Digits
) -> Iterator[dict[str, Any]]:
    """What the browser gets of each candidate: its cells, what they are sorted by, its share of
    the longest bar, and where it would send the rows of an open node."""
    lengths = [max(_numbers(c, scores)[-1] or 0.0, 0.0) for c in ranked]
    longest = max(lengths, default=0.0) or 1.0
    open_here = lesson.node in lesson.timeline.state.node_rows
    trays = trays_of(lesson.timeline.problem, lesson.tree) if open_here else None
    for place, (candidate, length) in enumerate(zip(ranked, lengths, strict=True)):
        yield {
            **_cells(lesson, candidate, scores, digits),
            "share": round(length / longest, 4),
            "best": candidate.verdict in (Verdict.WINS, Verdict.TIED),
            "able": candidate.split is not None,
            **(_played(lesson, candidate, trays) if trays and place < MOST_PLAYED else {}),
        }


def _cells(
    lesson: Lesson, candidate: Candidate, scores: Sequence[str], digits: Digits
) -> dict[str, Any]:
    name, question = _name(lesson, candidate), _asked(lesson, candidate)
    numbers = _numbers(candidate, scores)
    shown = ["–" if n is None else digits.show(n) for n in numbers]
    rounded = [None if n is None else digits.rounded(n) for n in numbers]
    return {
        "name": name,
        "cells": [question, *shown, mark(lesson, candidate)],
        "by": [question, *rounded, int(candidate.verdict)],
    }


def _numbers(candidate: Candidate, scores: Sequence[str]) -> list[float | None]:
    # a gain that nothing is taken off is worth all of it
    known = {"corrected_gain": candidate.scores.get("gain"), **candidate.scores}
    return [known.get(score) for score in scores]


def _played(lesson: Lesson, candidate: Candidate, trays: Trays) -> dict[str, Any]:
    split, schema = candidate.split, lesson.dataset.schema
    if split is None:
        return {}
    labels = [
        number_format.on_branch(split.condition(schema, k)) for k in range(split.arity(schema))
    ]
    return {"branches": trays.branches(lesson.node, split), "labels": labels}


def _asked(lesson: Lesson, candidate: Candidate) -> str:
    if candidate.split is None:
        return _name(lesson, candidate)
    return number_format.question(candidate.split, lesson.tree.schema)


def _name(lesson: Lesson, candidate: Candidate) -> str:
    return lesson.dataset.columns[candidate.column].name
