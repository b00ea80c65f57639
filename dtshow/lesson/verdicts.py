"""Why a candidate won, tied or was ruled out, in words and with its numbers. Markdown."""

from __future__ import annotations

import math
from typing import Literal

import numpy as np

from dtcore import explain
from dtcore.explain import claims_of
from dtcore.explain.nodes import rows_of
from dtcore.formula import Query
from dtcore.model import Multiway, Threshold, number, predictions, weight_of, weight_text
from dtcore.policies import Claim, Claims, MinGain, SomeGain, Stop, Stopping, TwoBranches, Verdict
from dtcore.stepping import Candidate, Prune, Weighed
from dtcore.words import Sentence
from dtshow.lesson import narration
from dtshow.lesson.lesson import Lesson
from dtshow.words.language import _, joined, ngettext, sentence
from dtshow.words.markdown import literal, literal_name
from dttools.printing import Digits
from dttools.study import Standing

CLOSE, FAR = 1.05, 9.5
"""From what factor on the winner is ahead by more than a little, and by far."""


def why(lesson: Lesson, candidate: Candidate, digits: Digits, brief: bool = False) -> str:
    """A sentence or two about the candidate's verdict, and what else is claimed of it;
    ``brief``: without the scores of the winner and of the next, where they stand above."""
    claims = claims_of(lesson.evidence, candidate, lesson.dataset.schema)
    undone = lesson.step is not None and isinstance(lesson.step.move, Prune)
    told = _unasked if lesson.unweighed else _ahead if brief else _verdict
    leaf = lesson.step is not None and lesson.tree[lesson.node].leaf
    alike = Claim.SAME_ANSWER in claims and not leaf  # a leaf has no branches
    gainless = Claim.PURE in claims or (Claim.NO_GAIN in claims and not lesson.unweighed)
    return joined(
        _("The splits below were made, and cut away since.") if undone else "",
        _("This node is a leaf, so it asks none of these questions.") if lesson.unweighed else "",
        told(lesson, candidate, digits, claims),
        _no_gain(claims) if gainless else "",
        _ties_within(candidate) if Claim.RULED_OUT not in claims else "",
        _same_answer(lesson, candidate, digits) if alike else "",
    )


def standing_words(standing: Standing, tried: Candidate | None = None) -> str:
    """Why a cut may not be taken, or why it cannot be the best; nothing of others. Of one that is
    ``tried`` it is known whether any of its gain is left."""
    price = 0.0 if tried is None else tried.scores.get("correction", 0.0)
    if (
        tried
        and price
        and standing is Standing.BELOW_AVERAGE_GAIN
        and tried.scores["gain"] <= price
    ):
        return _("It would be ruled out: the penalty for choosing among cuts uses up its gain.")
    said = {
        Standing.OPEN: "",
        Standing.TOO_FEW_ROWS: _("Not allowed: too few rows on one side."),
        Standing.BELOW_AVERAGE_GAIN: _(
            "It would be ruled out: its gain, less the penalty for choosing among cuts, is below "
            "the average."
        ),
        Standing.SAME_CLASS: _(
            "All rows next to this cut are of one class: moving it one way never makes it worse."
        ),
    }
    return said[standing]


def tied_with(weighed: Weighed) -> list[Candidate]:
    """The candidates that are as good as the winner, later in the table."""
    return [c for c in weighed.candidates if c.verdict == Verdict.TIED]


def _unasked(lesson: Lesson, candidate: Candidate, digits: Digits, claims: Claims) -> str:
    """Of what scores highest where nothing was asked: it neither wins nor is chosen."""
    if Claim.PURE in claims:
        return ""
    if candidate.verdict not in (Verdict.WINS, Verdict.TIED):
        return _verdict(lesson, candidate, digits, claims)
    score = candidate.scores[explain.headline(lesson.recipe)]
    text = (
        _("It would tie with others: {score}.")
        if tied_with(lesson.evidence)
        else _("It would win: {score}.")
    )
    return text.format(score=narration.score_words(lesson.recipe, digits.show(score)))


def _verdict(lesson: Lesson, candidate: Candidate, digits: Digits, claims: Claims) -> str:
    match candidate.verdict:
        case Verdict.WINS | Verdict.TIED if tied_with(lesson.evidence):
            return _tie(lesson, digits)
        case Verdict.WINS if Claim.NO_GAIN in claims:
            return ""
        case Verdict.WINS:
            return _win(lesson, candidate, digits)
        case Verdict.LOWER:
            return lower(lesson, candidate, digits)
        case Verdict.TOO_FEW_ROWS:
            return _too_few(lesson, candidate)
        case Verdict.NO_GAIN:
            return _eaten(candidate, digits)
        case Verdict.BELOW_AVERAGE_GAIN:
            return _below(lesson, candidate, digits)
        case Verdict.REFUSED:
            return _refused(lesson, candidate, digits)
        case _:
            return sentence(candidate.verdict.reason)


def _ahead(lesson: Lesson, candidate: Candidate, digits: Digits, claims: Claims) -> str:
    """Of a winner by how much, and nothing where no other counts; of others their verdict."""
    alone = candidate.verdict == Verdict.WINS and Claim.NO_GAIN not in claims
    if not alone or tied_with(lesson.evidence):
        return _verdict(lesson, candidate, digits, claims)
    second = _second(lesson)
    if second is None:
        return ""
    own, name = _name(lesson, candidate), _name(lesson, second)
    factor = _factor(lesson, candidate, second, digits)
    text = {
        "alone": _("{own} wins. The next, {column}, gains nothing."),
        "close": _("{own} wins, just ahead of {column}."),
        "ahead": _("{own} wins, with {times} times the score of the next, {column}."),
        "far": _("{own} wins, far ahead of the next, {column}."),
    }[_lead(factor)]
    return text.format(own=own, column=name, times=f"{factor or 0:.2g}")


def _lead(factor: float | None) -> Literal["alone", "close", "ahead", "far"]:
    """How far a winner with ``factor`` times the score of the next is ahead of it."""
    if factor is None:
        return "alone"
    return "close" if factor < CLOSE else "ahead" if factor < FAR else "far"


def _second(lesson: Lesson) -> Candidate | None:
    """The candidate next to the winner; None if no other counts."""
    others = [c for c in lesson.evidence.candidates if c.verdict == Verdict.LOWER]
    return max(others, key=lambda c: c.scores[explain.headline(lesson.recipe)], default=None)


def _factor(
    lesson: Lesson, candidate: Candidate, second: Candidate, digits: Digits
) -> float | None:
    """How many times as much a candidate scores, by the numbers as they are shown; None where the
    second gains nothing."""
    score = explain.headline(lesson.recipe)
    mine, theirs = candidate.scores[score], second.scores[score]
    if theirs <= 0:
        return None
    digits = digits.apart(mine, theirs)
    seen = digits.rounded(theirs)  # as whoever reads the two numbers works it out
    return digits.rounded(mine) / seen if seen else math.inf


def _win(lesson: Lesson, candidate: Candidate, digits: Digits) -> str:
    score = explain.headline(lesson.recipe)
    own, mine = _name(lesson, candidate), candidate.scores[score]
    second = _second(lesson)
    if second is None:
        shown = narration.score_words(lesson.recipe, digits.show(mine))
        return sentence(_alone(lesson, candidate), column=own, score=shown)
    theirs, name = second.scores[score], _name(lesson, second)
    factor = _factor(lesson, candidate, second, digits)
    digits = digits.apart(mine, theirs)
    shown = narration.score_words(lesson.recipe, digits.show(mine))
    text = {
        "alone": _("{own} wins: {score}. The next, {column}, gains nothing."),
        "close": _("{own} wins: {score}, just ahead of {column} ({other})."),
        "ahead": _("{own} wins: {score}, {times} times as much as the next, {column} ({other})."),
        "far": _("{own} wins: {score}, far ahead of the next, {column} ({other})."),
    }[_lead(factor)]
    return text.format(
        own=own, score=shown, times=f"{factor or 0:.2g}", column=name, other=digits.show(theirs)
    )


def _alone(lesson: Lesson, winner: Candidate) -> Sentence:
    """Why nothing is left to compare a winner with: the others that have a split are ruled out."""
    able = [c for c in lesson.evidence.candidates if c.split is not None]
    others = {c.verdict for c in able if c.column != winner.column}
    if others == {Verdict.BELOW_AVERAGE_GAIN}:
        return Sentence("{column} wins: {score}. Every other question is below the average gain.")
    if others:
        return Sentence("{column} wins: {score}. Every other question is ruled out.")
    return winner.verdict.reason


def _no_gain(claims: Claims) -> str:
    """Why a candidate that gains nothing may win all the same."""
    if Claim.PURE in claims:
        return _("All rows here have the same target value, so no split gains anything.")
    if Claim.TOGETHER in claims:
        return _(
            "It gains nothing alone, and neither does any other allowed question. This algorithm "
            "splits anyway: two columns together may tell what neither tells alone."
        )
    return _(
        "It gains nothing, but no other column may be asked here, and this algorithm requires no "
        "gain."
    )


def _tie(lesson: Lesson, digits: Digits) -> str:
    result = lesson.evidence
    best = [c for c in result.candidates if c.verdict in (Verdict.WINS, Verdict.TIED)]
    first = next((c for c in best if c.verdict == Verdict.WINS), best[0])
    score = first.scores[explain.headline(lesson.recipe)]
    return sentence(
        Verdict.TIED.reason,
        columns=_(", ").join(_name(lesson, c) for c in best),
        score=digits.show(score),
        column=_name(lesson, first),
    )


def lower(lesson: Lesson, candidate: Candidate, digits: Digits) -> str:
    """By how much it scores less than the winner; more, if it was made by hand."""
    score = explain.headline(lesson.recipe)
    ahead = (Verdict.WINS, Verdict.REFUSED)
    best = next((c for c in lesson.evidence.candidates if c.verdict in ahead), None)
    if best is None:
        return _("No question is allowed here; this split was made by hand.")
    mine, theirs = candidate.scores[score], best.scores[score]
    digits = digits.apart(mine, theirs)
    text = candidate.verdict.reason
    if candidate.column == best.column:
        text = Sentence(
            "This split scores {score}; the best split of {column} scores {best}, {less} more."
        )
    if digits.rounded(mine) >= digits.rounded(theirs):  # made by hand
        text = Sentence(
            "This split scores {score}. The best that this algorithm may make here is a split of "
            "{column}, with {best}."
        )
    return sentence(
        text,
        own=_name(lesson, candidate),
        score=digits.show(mine),
        column=_name(lesson, best),
        best=digits.show(theirs),
        less=digits.less(theirs, mine),
    )


def _too_few(lesson: Lesson, candidate: Candidate) -> str:
    """Which rule on the size of branches, and by how much it is missed."""
    limit = least_rows(lesson, candidate)
    if limit is None or not len(candidate.branch_stats):
        return sentence(candidate.verdict.reason)
    rule, least = limit
    weighs = lesson.dataset.schema.weighs and not rule.counts_rows
    if isinstance(candidate.split, Multiway):
        if not isinstance(rule, TwoBranches):  # which asks for two branches, others for all
            return sentence(candidate.verdict.reason)
        text = (
            _("Ruled out: two of its branches must weigh at least {least} each, and fewer do.")
            if weighs
            else _(
                "Ruled out: two of its branches must hold at least {least} rows each, and fewer do."
            )
        )
        return text.format(least=number(least))
    text = (
        _(
            "Ruled out: even its best split leaves only a weight of {rows} on one side, and at "
            "least {least} is required."
        )
        if weighs
        else _(
            "Ruled out: even its best split leaves only {rows} on one side, and at least {least} "
            "are required."
        )
    )
    sizes = weight_of(candidate.branch_stats, lesson.dataset.schema)
    if rule.counts_rows and lesson.dataset.weighted and candidate.split is not None:
        here, branches = lesson.timeline, range(len(sizes))
        where = (Query(lesson.node, split=candidate.split, branch=b) for b in branches)
        each = (rows_of(here.problem, here.state, query) for query in where)
        sizes = np.array([float(len(at_node.rows)) for at_node in each])  # each row counts once
    return text.format(rows=weight_text(float(sizes.min())), least=weight_text(least))


def least_rows(lesson: Lesson, candidate: Candidate) -> tuple[Stopping, float] | None:
    """The rule that asks so many rows of a branch of this split, and how many; None if none
    does."""
    schema = lesson.dataset.schema
    total = float(weight_of(candidate.branch_stats, schema).sum())
    numeric = isinstance(candidate.split, Threshold)
    asked = (
        (rule, rule.least(total, len(schema.classes), numeric)) for rule in lesson.recipe.stopping
    )
    return next(((rule, least) for rule, least in asked if least is not None), None)


def _eaten(candidate: Candidate, digits: Digits) -> str:
    scores = candidate.scores
    gain = digits.show(scores["gain"])
    if not (candidate.gains and scores.get("correction")):
        return _("Ruled out: its gain, {gain}, counts as none.").format(gain=gain)
    return sentence(
        candidate.verdict.reason,
        gain=gain,
        tries=number(scores.get("tries", 0.0)),
        price=digits.show(scores.get("correction", 0.0)),
    )


def _below(lesson: Lesson, candidate: Candidate, digits: Digits) -> str:
    average, scores = lesson.evidence.average, candidate.scores
    if average is None:  # some column has few values, or those of many would count as well
        return _(
            "Ruled out: it has so many values that its gain is left out of the average. All "
            "columns that would count in it are ruled out, too. With no average to reach, C4.5 "
            "chooses none."
        )
    gain, shown = digits.show(scores["gain"]), digits.show(average)
    if not scores.get("correction"):
        return sentence(candidate.verdict.reason, gain=gain, average=shown)
    return _(
        "Ruled out before ratios are compared: its gain of {gain}, less a penalty of {price} for "
        "choosing among {tries} cuts, is below the average of {average}."
    ).format(
        gain=gain,
        price=digits.show(scores["correction"]),
        tries=number(scores.get("tries", 0.0)),
        average=shown,
    )


def _refused(lesson: Lesson, candidate: Candidate, digits: Digits) -> str:
    step = lesson.step or lesson.coming
    split = lesson.tree[lesson.node].split
    if step is not None and step.by_hand and split is not None and not candidate.gains:
        return _(
            "No allowed question gains anything here, so the algorithm would stop; this split was "
            "made by hand."
        )
    rule = step.reason.rule if step and isinstance(step.reason, Stop) else None
    about_gain = rule is not None and rule.claims & {Claim.NO_GAIN, Claim.LITTLE_GAIN}
    if about_gain and not candidate.gains:
        rule = SomeGain()  # whatever the threshold is
    gain = candidate.scores["gain"]
    if isinstance(rule, MinGain):
        digits = digits.apart(gain, rule.gain)
    text = candidate.verdict.reason if rule is None else rule.refusal
    return sentence(text, gain=digits.show(gain))


def _ties_within(candidate: Candidate) -> str:
    """Other splits of the same column that score the same; not all groups of values are tried."""
    if not candidate.tied or candidate.split is None:
        return ""
    return ngettext(
        "{n} other split tried of this column scores the same; the first of them counts.",
        "{n} other splits tried of this column score the same; the first of them counts.",
        candidate.tied,
    )


def _same_answer(lesson: Lesson, candidate: Candidate, digits: Digits) -> str:
    """What a split does all the same whose branches all say the same."""
    schema, scores = lesson.dataset.schema, candidate.scores
    before, after = scores["impurity_before"], scores["impurity_after"]
    digits = digits.apart(before, after)
    held = candidate.branch_stats[weight_of(candidate.branch_stats, schema) > 0]
    text = _(
        "Every branch predicts {answer}, but the split lowers the {impurity} from {before} to "
        "{after}."
    )
    if schema.leaf_rule.is_tied(held).any():
        text = _(
            "Every branch predicts {answer}, some only by a tie, but the split lowers the "
            "{impurity} from {before} to {after}."
        )
    return text.format(
        answer=literal(schema.classes[int(predictions(held, schema)[0])]),
        impurity=narration.impurity_name(lesson.recipe),
        before=digits.show(before),
        after=digits.show(after),
    )


def _name(lesson: Lesson, candidate: Candidate) -> str:
    return literal_name(lesson.dataset.columns[candidate.column].name)
