"""What a lecture adds to a beat: the questions that a room may guess from, the winner's sum with
the best candidates, why a split was made, and the notes of the one who speaks. On the screen a
weighing unfolds in clicks, of which ``beats`` are the names; ``says`` has the statement of each,
None for the scene's own.

Not done here: which click the lecture is at.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

from dtcore import explain
from dtcore.explain import nodes
from dtcore.formula import Named, Ratio, named_parts, symbol_text, walk
from dtcore.model import NodeId, predictions, weight_text
from dtcore.policies import Verdict
from dtcore.stepping import Candidate, Expand
from dtshow.lesson import narration, verdicts
from dtshow.lesson.lesson import Lesson
from dtshow.scene.grow.candidates import BEST, cautions, question_of, working_block, working_lines
from dtshow.scene.grow.look import GrowLook
from dtshow.words import number_format
from dtshow.words.language import _, joined, ngettext
from dtshow.words.markdown import pieces_of
from dttools.printing import Digits, plain

MOST: Final = 8
"""Candidates that are sent, and those that tie for the best: the screen shows as many as have
room."""
MOST_ASKED: Final = 12
MOST_NOTED: Final = 8
MOST_LINES: Final = 3
"""Lines of the winner's sum."""
FEW_ROWS: Final = 20
"""Of more rows a room that guesses sees the counts of each answer instead."""
MOST_ANSWERS: Final = 4
MOST_BRANCHES: Final = 6
"""Of so many branches a line holds what a ratio is divided by, a term for each."""
COMPARED: Final = (*BEST, Verdict.LOWER, Verdict.REFUSED)
"""Whose score counts; of what is ruled out the room is told why instead."""


def weighing(lesson: Lesson, look: GrowLook, digits: Digits) -> dict[str, Any] | None:
    """None unless one lectures. While one guesses, nothing of what was weighed is told. ``here``:
    the rows of each class at the selected node, which a deep tree has no room for."""
    if not look.lecture:
        return None
    known = lesson.tree.rows_of_classes(lesson.node) if lesson.tree.schema.classes else ()
    here = [weight_text(float(n)) for n in known]
    return _beat(lesson, look, digits) | {"here": here}


def _beat(lesson: Lesson, look: GrowLook, digits: Digits) -> dict[str, Any]:
    if lesson.weighed is None or _untold(look) or look.mode == "build":
        return _only_said(lesson, look, digits)
    at = _at(lesson, lesson.weighed)
    ranked, winner = at.evidence.ranked(explain.headline(lesson.recipe)), _winner(at)
    able = [] if look.guess.on else asked(lesson)
    first = pieces_of(_("Which question is best?")) if able else None
    return {
        # who guessed, has been asked
        "beats": ["best"] if look.guess.on else ["ask" if able else "say", "best"],
        "says": [None] if look.guess.on else [first, None],
        "asked": _listed(at, able, digits) if able else None,
        "sum": winner and _sum(at, winner, digits, look),
        "candidates": _candidates(at, ranked, digits),
        "notes": _notes(at, ranked, winner, digits),
        "guess": False,
    }


def _untold(look: GrowLook) -> bool:
    return look.guess.waiting or look.counts_only


def asked(lesson: Lesson) -> list[Candidate]:
    """The questions of the weighed node that a room may guess from; none if there is no choice."""
    if lesson.weighed is None:
        return []
    at = _at(lesson, lesson.weighed)
    able = [one for one in at.evidence.candidates if one.split is not None]
    return able if len(able) > 1 and _winner(at) is not None else []


def _at(lesson: Lesson, weighed: NodeId) -> Lesson:
    return replace(lesson, node=weighed, column=None)


def _winner(lesson: Lesson) -> Candidate | None:
    best = lesson.candidate
    return best if best is not None and best.split is not None else None


def _sum(lesson: Lesson, winner: Candidate, digits: Digits, look: GrowLook) -> dict[str, Any]:
    """What the score is, and what it is made of in turn: the mean over the branches, with its
    numbers."""
    block, names = working_block(lesson, winner, digits, look), _chain(lesson, winner)
    lines = [line for line in block["lines"] if line["name"] in names]
    return block | {
        "key": "lecture",
        "lines": lines,
        "general": block["general"][:1],
        "exact": None,
    }


def _chain(lesson: Lesson, winner: Candidate) -> list[str]:
    """Of a ratio what is divided and, if a line holds it, by what; else the lines that are made of
    others and lead to the score, if many the first and the last."""
    score = explain.headline(lesson.recipe)
    whole = explain.score(lesson.recipe, lesson.dataset.schema, lesson.evidence, winner, score)
    if isinstance(whole.body, Ratio):
        most = MOST_LINES if len(winner.branch_stats) <= MOST_BRANCHES else MOST_LINES - 1
        parts = [part for part in (whole, *whole.body.parts) if isinstance(part, Named)]
        return [part.symbol for part in parts[:most]]
    made = [part.symbol for part in named_parts(whole) if part.branch is None and _of_others(part)]
    return made if len(made) <= MOST_LINES else [made[0], *made[1 - MOST_LINES :]]


def _of_others(part: Named) -> bool:
    return any(isinstance(within, Named) for within in walk(part.body))


def _candidates(lesson: Lesson, ranked: Sequence[Candidate], digits: Digits) -> dict[str, Any]:
    """``more``: what is left out, where so many rows are shown as it comes in the list."""
    score = explain.headline(lesson.recipe)
    longest = max((max(c.scores.get(score) or 0.0, 0.0) for c in ranked), default=0.0) or 1.0
    best = sum(candidate.verdict in BEST for candidate in ranked)
    shown = ranked if len(ranked) <= MOST else ranked[: max(MOST - 1, best)]
    left = range(len(ranked), len(ranked) - len(shown) - 1, -1)
    return {
        "label": narration.score_name(lesson.recipe),
        "rows": [_row(lesson, candidate, score, longest, digits) for candidate in shown],
        "more": [_and_more(n) for n in left],
    }


def _listed(lesson: Lesson, able: Sequence[Candidate], digits: Digits) -> dict[str, Any]:
    """What a room may guess, as it comes in the table; nothing tells the winner. Where the rows are
    not all in sight, each question has its ``counts``, under ``heads``."""
    left = range(len(able), len(able) - min(len(able), MOST_ASKED) - 1, -1)
    many = lesson.tree.rows(lesson.node) > FEW_ROWS
    return {
        "label": _("Questions"),
        "rows": [
            {
                "name": lesson.dataset.columns[one.column].name,
                "counts": counts(lesson, one, digits),
            }
            if many
            else {"name": question_of(lesson, one)}
            for one in able[:MOST_ASKED]
        ],
        "more": [_and_more(n) for n in left],
        **({"heads": count_names(lesson)} if many else {}),
    }


def count_names(lesson: Lesson) -> list[str]:
    """What stands above the ``counts``."""
    return list(lesson.tree.schema.classes) or [_("rows"), "ȳ"]


def counts(lesson: Lesson, candidate: Candidate, digits: Digits) -> list[tuple[str, list[str]]]:
    """Each answer with its rows by class, or with how many and their mean."""
    split, schema = candidate.split, lesson.tree.schema
    assert split is not None  # it may be guessed
    rows, means = lesson.branch_rows(candidate), predictions(candidate.branch_stats, schema)
    told = []
    for branch in range(min(len(rows), MOST_ANSWERS)):
        answer = number_format.on_branch(split.condition(schema, branch)).removeprefix("= ")
        some = [weight_text(float(n)) for n in rows[branch]]
        if not schema.classes:
            some = [weight_text(float(rows[branch].sum())), digits.show(float(means[branch]))]
        told.append((answer, some))
    return told if len(rows) <= MOST_ANSWERS else [*told, ("…", [])]


def _and_more(n: int) -> str:
    return ngettext("and {n} more", "and {n} more", n) if n else ""


def _row(
    lesson: Lesson, candidate: Candidate, score: str, longest: float, digits: Digits
) -> dict[str, Any]:
    number = candidate.scores.get(score) if candidate.verdict in COMPARED else None
    return {
        "name": question_of(lesson, candidate),
        "value": scored(lesson, candidate, digits),
        "share": None if number is None else round(max(number, 0.0) / longest, 4),
        "best": candidate.verdict in BEST,
    }


def scored(lesson: Lesson, candidate: Candidate, digits: Digits) -> str:
    """The score, or of one that is ruled out why."""
    if candidate.verdict not in COMPARED:
        return narration.verdict(candidate)
    return digits.show(candidate.scores[explain.headline(lesson.recipe)])


def _only_said(lesson: Lesson, look: GrowLook, digits: Digits) -> dict[str, Any]:
    """``guess``: a class guesses aloud, and the next press ends it. A split says why it is made."""
    hidden = _untold(look)
    notes = {
        "why": [] if hidden else _of_last(lesson, digits),
        "sums": [] if hidden else _of_node(lesson, digits),
    }
    guess = look.guess.waiting and look.mode != "build"
    says = pieces_of(statement(lesson, digits)) if _why(lesson, digits) else None
    return {
        "beats": ["say"],
        "says": [says],
        "asked": None,
        "sum": None,
        "candidates": None,
        "notes": notes,
        "guess": guess,
    }


def statement(lesson: Lesson, digits: Digits) -> str:
    """What happened at a step, and of a split why it was made."""
    return joined(narration.narrate(lesson, digits), _why(lesson, digits))


def _why(lesson: Lesson, digits: Digits) -> str:
    return "" if lesson.weighed is not None else narration.why_split(lesson, digits)


def _notes(
    lesson: Lesson, ranked: Sequence[Candidate], winner: Candidate | None, digits: Digits
) -> dict[str, Any]:
    """Why the winner wins, where its number can mislead, and each candidate's sum as a line."""
    noted = [candidate for candidate in ranked if candidate.split is not None][:MOST_NOTED]
    why = [verdicts.why(lesson, winner, digits), *cautions(lesson, winner)] if winner else []
    return {
        "why": [pieces_of(text) for text in why if text],
        "sums": [[question_of(lesson, one), _of_candidate(lesson, one, digits)] for one in noted],
    }


def _of_last(lesson: Lesson, digits: Digits) -> list[list[str]]:
    """Of a split that was just made its score, and that of the next."""
    last = lesson.timeline.last
    if last is None or last.by_hand or not isinstance(last.move, Expand):
        return []
    at = _at(lesson, last.move.node)
    winner = _winner(at)
    return [] if winner is None else [pieces_of(verdicts.why(at, winner, digits))]


def _of_node(lesson: Lesson, digits: Digits) -> list[list[str]]:
    """What the selected node counts: how mixed its rows are, and what a leaf here would miss."""
    names = {
        "impurity": narration.impurity_name(lesson.recipe),
        "wrong": _("rows a leaf here would misclassify"),
        "mean": _("prediction of a leaf here"),
    }
    where = narration.path_words(lesson.tree, lesson.node)
    found = nodes.of_node(lesson.recipe, lesson.tree, lesson.node)
    return [
        [f"{where}{_(': ')}{names[one.name]}", in_a_line(one.formula, _fit(one, digits))]
        for one in found
        if one.name in names
    ]


def _fit(opened: nodes.Explanation, digits: Digits) -> Digits:
    """Rows are counted."""
    counted = opened.name == "wrong" and opened.formula.value.is_integer()
    return Digits(0) if counted else digits


def _of_candidate(lesson: Lesson, candidate: Candidate, digits: Digits) -> str:
    lines = working_lines(lesson, candidate)
    return in_a_line(next(line.named for line in lines if line.result), digits)


def in_a_line(line: Named, digits: Digits) -> str:
    """A sum as one says it, in plain text, with the sign that it has on the slide."""
    digits = digits.of_line(line)
    sign = "=" if digits.adds_up(line) else "≈"
    body = plain(line.body, digits)
    return f"{symbol_text(line.symbol)} = {body} {sign} {digits.show(line.value)}"
