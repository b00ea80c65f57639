"""Every column with its best split, a ranking that one can touch; of the one looked at, its
arithmetic, in symbols and with counts put in, why it won or did not, its drop below the curve of
impurity, and of numbers that are counted in groups, where the exact cut is.

A tie can be decided the other way. Not done here: how the exact cut is found
(``dttools.large.exact``), and when (``pages.ui.grow.background``).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

import dtcore as dt
from dtcore import explain
from dtcore.formula import Named, Squares, Sum, Symbol, named_parts, walk
from dtcore.model import Split, number
from dtcore.policies import Verdict
from dtcore.stepping import Candidate
from dtshow.figures.impurity import ImpurityDrop, together
from dtshow.lesson import narration, verdicts
from dtshow.lesson.lesson import Lesson
from dtshow.scene.blocks import Block, Button, buttons, listing, say
from dtshow.scene.grow.look import ExactlyCut, GrowLook
from dtshow.scene.sums import Counts, Line, Writing, exact_switch, sum_block
from dtshow.scene.tree.rows import MOST, Trays, trays_of
from dtshow.words import number_format
from dtshow.words.glossary import term
from dtshow.words.language import _, joined, sentence
from dtshow.words.markdown import literal, one_line, unasked
from dttools.large import CountedTable, CutRange, range_of
from dttools.printing import Digits

MOST_PLAYED: Final = 12
"""Of so many candidates the browser gets the branch of each row, to play them when pointed at."""
MOST_BUTTONS = 3
BEST: Final = (Verdict.WINS, Verdict.TIED)


def working(
    lesson: Lesson, candidate: Candidate, digits: Digits, look: GrowLook
) -> Iterator[Block]:
    """The question it answers, the general formula, and a line for each part."""
    yield say("introduction", introduction(lesson, candidate))
    block = working_block(lesson, candidate, digits, look)
    yield block | {"key": "working", "play": True}
    if weights := narration.weights_decide(lesson.tree.schema):
        yield say("weights", literal(weights, 400), "quiet")
    for k, text in enumerate(cautions(lesson, candidate)):
        yield say(f"caution{k}", text, "quiet")


def brief(lesson: Lesson, digits: Digits) -> str:
    """The step at the selected node for an assistant that is good with words: the exact sums, and
    the request to explain them and to compute nothing. Plain text, in the language spoken."""
    candidate, names = lesson.candidate, heads(lesson)
    ranked = list(lesson.evidence.ranked(explain.headline(lesson.recipe)))
    table = records(lesson, ranked, list(names), digits, None)
    lines = working_lines(lesson, candidate) if candidate is not None else []
    said = [line["says"] for line in sum_block(lines, Writing(digits), "")["lines"]]
    counted = number_format.class_counts(lesson.tree, lesson.node)
    told = {
        _("Algorithm"): narration.recipe_name(lesson.recipe_choice.name),
        _("Target"): lesson.dataset.target.name,
        _("Node"): narration.path_words(lesson.tree, lesson.node),
        _("Rows"): counted or number_format.rows_count(lesson.tree.rows(lesson.node)),
    }
    request = _(
        "Explain this step of a decision tree to a student: what is compared, and why this "
        "question is chosen. The program has worked out all numbers exactly. Compute nothing: "
        "quote the numbers as they stand, and say so if one that you need is not here."
    )
    facts = "\n".join(f"{name}{_(': ')}{value}" for name, value in told.items())
    rows = [[_("Question"), *names.values(), _("Verdict")], *(row["cells"] for row in table)]
    questions = "\n".join(" | ".join(row) for row in rows)
    whose = "" if candidate is None else question_of(lesson, candidate)
    working = _("The sums of {question}, where D is the rows of the node:").format(question=whose)
    return "\n\n".join([request, facts, questions, "\n".join([working, *said])])


def working_lines(lesson: Lesson, candidate: Candidate) -> list[Line]:
    """The score of the candidate, what it is compared with, and the tests that it has to pass."""
    schema, recipe = lesson.dataset.schema, lesson.recipe
    score = explain.headline(recipe)
    formula = explain.score(recipe, schema, lesson.evidence, candidate, score)
    lines = lines_of(lesson, candidate, formula)
    if recipe.impurity.numeric and not candidate.unknown:  # the nodes show variances
        fall = explain.variance_decrease(schema, lesson.evidence, formula)
        lines.append(Line(fall, _("decrease of the variance s²")))
    average = explain.average_gain(recipe, schema, lesson.evidence)
    if average is not None:  # what the gain is compared with stands below it
        text = _("average gain of the questions that count: {n} of {all}")
        n, all_ = len(lesson.evidence.counted or ()), len(lesson.evidence.candidates)
        lines.append(Line(average, text.format(n=n, all=all_)))
    for test, meaning in explain.tests(recipe, lesson.evidence, candidate):
        lines += [Line(test, sentence(meaning)), *lines_of(lesson, candidate, test)[1:]]
    return lines


def cautions(lesson: Lesson, candidate: Candidate) -> Iterator[str]:
    """Where a stopping rule's number can mislead."""
    for rule in lesson.recipe.stopping:
        if caution := rule.caution(candidate.branch_stats):
            yield sentence(caution)


def working_block(lesson: Lesson, candidate: Candidate, digits: Digits, look: GrowLook) -> Block:
    lines = working_lines(lesson, candidate)
    return touchable(lesson, lines, digits, look, definitions(lines))


def touchable(
    lesson: Lesson,
    lines: Sequence[Line],
    digits: Digits,
    look: GrowLook,
    above: Sequence[Named] = (),
) -> Block:
    """Lines whose counts light the rows that they count, and which may be written exactly."""
    counts = Counts(
        describe=lambda query: narration.query_words(lesson.tree, query),
        pressed=look.highlighted,
        terms=lambda squares: _terms(lesson, squares),
    )
    block = sum_block(lines, Writing(digits, look.exact), _("Working"), counts, above)
    # the way back from fractions; the way to them stands where all that is rare does
    return block | {"exact": exact_switch(lines, True) if look.exact else None}


def _terms(lesson: Lesson, squares: Squares) -> Sum | None:
    """A sum of squares row by row; rows are only looked for in a table that is read whole."""
    if len(lesson.dataset) > MOST:
        return None
    return explain.terms_of(lesson.timeline.problem, lesson.timeline.state, squares)


def definitions(lines: Sequence[Line]) -> list[Named]:
    """What stands above the working: the score, and the last part that its definition names."""
    formula = next(line.named for line in lines if line.result)
    names = {part.name for part in walk(formula.general) if isinstance(part, Symbol)}
    within = [part for part in named_parts(formula)[:-1] if part.symbol in names]
    return [formula, *within[-1:]]


def lines_of(lesson: Lesson, candidate: Candidate, formula: Named) -> list[Line]:
    """One line for each named part, each below what it stands in, so that the result is seen first;
    branches are named at the end of theirs."""
    parts = {part.symbol: part for part in walk(formula) if isinstance(part, Named)}
    return [
        Line(part, _legend(lesson, candidate, part), result=part.symbol == formula.symbol)
        for part in parts.values()
    ]


def _legend(lesson: Lesson, candidate: Candidate, part: Named) -> str:
    if part.branch is None or candidate.split is None:
        return ""
    return number_format.told(candidate.split.condition(lesson.tree.schema, part.branch))


def introduction(lesson: Lesson, candidate: Candidate) -> str:
    column = literal(unasked(lesson.dataset.columns[candidate.column].name))
    if lesson.recipe.impurity.numeric:
        return _(
            "**How much closer to their mean {target} are the rows after a split on {column}?**"
        ).format(target=literal(lesson.dataset.target.name), column=column)
    text = _("**How much purer are the rows after a split on {column}?**").format(column=column)
    unit = {"bits": _("Bits (log₂)."), "nats": _("Nats (natural log).")}
    if explain.headline(lesson.recipe) == "gain_ratio" and lesson.recipe.impurity.unit == "bits":
        unit["bits"] = _("The gain is in bits (log₂), the ratio has no unit.")
    same = _("CART calls the gain “decrease”.") if _falls(lesson) else ""
    return joined(text, unit.get(lesson.recipe.impurity.unit, same), _("Parts have more decimals."))


def _falls(lesson: Lesson) -> bool:
    """Whether the score is a gain under CART's name."""
    return narration.score_name(lesson.recipe) == _("Decrease")


def ranking(lesson: Lesson, digits: Digits, look: GrowLook) -> Block:
    """The ranking, winner first, what is left out last; its rows are told apart by the names of
    their columns. The verdict on the column that was guessed says so. A split of one's own, tried
    or made by hand, that is not the best of its column has a row, too."""
    names, score = heads(lesson), explain.headline(lesson.recipe)
    ranked, seen = list(lesson.evidence.ranked(score)), lesson.candidate
    if look.tried is not None:
        seen = dt.judge(lesson.timeline.problem, lesson.timeline.state, lesson.node, look.tried)
    own = seen is not None and all(seen.split != candidate.split for candidate in ranked)
    if seen is not None and own:
        place = _place(ranked, seen.scores[score], score)
        ranked.insert(place, seen)
    rows, chosen = list(records(lesson, ranked, list(names), digits, look.guess.given)), None
    if seen is not None:
        chosen = _name(lesson, seen)
        if own:
            rows[place] |= {"column": chosen, "name": f"{chosen}\n{question_of(lesson, seen)}"}
            chosen = rows[place]["name"]
            if seen.split != lesson.tree[lesson.node].split:
                rows[place]["cells"][-1] = _("your cut, rank {k}").format(k=place + 1)
    return {
        "type": "ranking",
        "key": "candidates",
        "heads": [_("Question"), *names.values(), _("Verdict")],
        "rows": [*rows, *(_left_out(name, len(names)) for name in look.left_out)],
        "chosen": look.aside or chosen,
        "label": _("Questions"),
    }


def _place(ranked: Sequence[Candidate], mine: float, score: str) -> int:
    """Where a score of one's own stands among those of the candidates that are compared."""
    compared = (*BEST, Verdict.LOWER, Verdict.REFUSED)
    better = [c for c in ranked if c.verdict in compared and c.scores[score] >= mine]
    return len(better)


def _left_out(name: str, scores: int) -> dict[str, Any]:
    shown = {"cells": [name, *["–"] * scores, _("left out")], "able": True, "out": True}
    return {"name": name, "by": [name, *[None] * scores, len(Verdict)], **shown}


def unranked(lesson: Lesson, look: GrowLook) -> Block:
    """The candidates that one may guess, as they come in the table: no score, and no order or
    branches that would tell one."""
    able = [c for c in lesson.evidence.candidates if c.split is not None]
    columns = [_name(lesson, one) for one in able]
    chosen = next((_name(lesson, c) for c in able if c.column == look.guess.column), None)
    return listing("guess", [question_of(lesson, one) for one in able], columns, chosen)


def heads(lesson: Lesson) -> dict[str, str]:
    """The scores on show, the one that decides last, and what they are called."""
    score = explain.headline(lesson.recipe)
    if score != "gain_ratio":
        return {score: narration.score_name(lesson.recipe)}
    paid = any(one.scores.get("correction") for one in lesson.evidence.candidates)
    gain = _("Net gain") if paid else _("Gain")
    return {"corrected_gain": gain, score: term(score)}


def records(
    lesson: Lesson,
    ranked: Sequence[Candidate],
    scores: Sequence[str],
    digits: Digits,
    guessed: int | None = None,
) -> Iterator[dict[str, Any]]:
    """What the browser gets of each candidate: its cells, what they are sorted by, its share of
    the longest bar, and where it would send the rows of an open node."""
    lengths = [max(_numbers(c, scores)[-1] or 0.0, 0.0) for c in ranked]
    longest = max(lengths, default=0.0) or 1.0
    open_here = lesson.node in lesson.timeline.state.node_rows
    trays = trays_of(lesson.timeline.problem, lesson.tree) if open_here else None
    for place, (candidate, length) in enumerate(zip(ranked, lengths, strict=True)):
        yield {
            **_cells(lesson, candidate, scores, digits, candidate.column == guessed),
            "share": round(length / longest, 4),
            "best": candidate.verdict in BEST,
            "able": candidate.split is not None,
            **(_played(lesson, candidate, trays) if trays and place < MOST_PLAYED else {}),
        }


def _cells(
    lesson: Lesson, candidate: Candidate, scores: Sequence[str], digits: Digits, guessed: bool
) -> dict[str, Any]:
    name, question = _name(lesson, candidate), question_of(lesson, candidate)
    numbers = _numbers(candidate, scores)
    shown = ["–" if n is None else digits.show(n) for n in numbers]
    rounded = [None if n is None else digits.rounded(n) for n in numbers]
    told = mark(lesson, candidate)
    if guessed:
        told = _("{verdict} · your guess").format(verdict=told)
    return {
        "name": name,
        "cells": [question, *shown, told],
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


def question_of(lesson: Lesson, candidate: Candidate) -> str:
    """Its split in words, or the name of its column where that cannot split."""
    if candidate.split is None:
        return _name(lesson, candidate)
    return number_format.question(candidate.split, lesson.tree.schema)


def _name(lesson: Lesson, candidate: Candidate) -> str:
    return lesson.dataset.columns[candidate.column].name


def _by_hand(lesson: Lesson) -> Split | None:
    """The split in force at the selected node, if it is another than the algorithm's choice."""
    split, best = lesson.tree[lesson.node].split, lesson.evidence.best
    return None if best is not None and best.split == split else split


def _otherwise(lesson: Lesson) -> str:
    split = _by_hand(lesson)
    if split is None:
        return ""
    text = _("Here **{split}** was chosen instead, by hand.")
    if lesson.step is not None and lesson.step.found:
        text = _("BFS-ID3 asks **{split}** here.")
    return text.format(split=literal(number_format.question(split, lesson.tree.schema), 60))


def mark(lesson: Lesson, candidate: Candidate) -> str:
    """A few words for a table: the star is with what was done, not with what would have been."""
    taken = _by_hand(lesson)
    if taken is not None and candidate.split == taken:
        return _("★ chosen")
    if taken is not None and candidate.verdict == Verdict.WINS:
        return _("algorithm's choice")
    if lesson.unweighed and candidate.verdict in BEST:
        return _("best allowed") if candidate.gains else _("gains nothing")
    return narration.verdict(candidate)


def verdict(lesson: Lesson, candidate: Candidate, digits: Digits) -> Iterator[Block]:
    text = joined(verdicts.why(lesson, candidate, digits, brief=True), _otherwise(lesson))
    if text:
        yield say("verdict", text, "quiet")
    if lesson.unweighed:  # what is taken here is taken by hand, and not instead of anything
        return
    if verdicts.tied_with(lesson.evidence) and candidate.verdict in BEST:
        yield buttons("tied", list(_others(lesson))[:MOST_BUTTONS])


def _others(lesson: Lesson) -> Iterator[Button]:
    """What is as good as the rule's choice, and was not taken."""
    best = lesson.evidence.best
    # before anything is taken, the rule's choice needs no button: Next makes it
    done = lesson.tree[lesson.node].split or (best.split if best else None)
    for other in lesson.evidence.candidates:
        if other.verdict in BEST and other.split is not None and other.split != done:
            name = one_line(lesson.dataset.columns[other.column].name, 24)
            label = _("Take {column} instead").format(column=name)
            yield Button(f"take:{other.column}", label, "swap")


def in_groups(lesson: Lesson, candidate: Candidate | None) -> bool:
    """Whether a candidate cuts between groups of numbers, so that not every cut was tried."""
    table, split = lesson.dataset, candidate.split if candidate else None
    if not isinstance(table, CountedTable) or not isinstance(split, dt.Threshold):
        return False
    return table.grouped(split.column)


def grouped(
    lesson: Lesson, candidate: Candidate, look: GrowLook, digits: Digits
) -> Iterator[Block]:
    """Nothing of any other candidate; a button where nobody has asked for the exact cut."""
    if not in_groups(lesson, candidate):
        return
    timeline = lesson.timeline
    within = range_of(timeline.problem, timeline.state, lesson.node, candidate)
    yield say("grouped", _where(lesson.dataset, candidate.column, within), "quiet")
    if within.known:
        return
    if not look.exactly:
        yield buttons("exactly", [Button("exactly", _("Find the exact cut"), "search")])
    elif look.exact_cut.known:
        told = look.exact_cut.trouble or _exactly(lesson, look.exact_cut, digits)
        yield say("exactly", told, "info")
    else:
        yield say("exactly", _("Counting each value in that range…"), "info")


def _where(table: dt.Dataset, column: int, within: CutRange) -> str:
    assert isinstance(table, CountedTable)
    text = _(
        "**{column}** has too many values to count each of them, so cuts were tried between "
        "{groups} groups of values only. The exact cut lies between {low} and {high}."
    )
    if within.known:
        text = _(
            "**{column}** has too many values to count each of them, so cuts were "
            "tried between {groups} groups of values only. No cut inside a group can "
            "score higher: this is the exact one."
        )
    return text.format(
        column=literal(table.columns[column].name, 40),
        groups=len(table.low[column]),
        low=number(within.low),
        high=number(within.high),
    )


def _exactly(lesson: Lesson, exactly: ExactlyCut, digits: Digits) -> str:
    text = _(
        "Each value in that range was counted: the exact cut is **{cut}** ({score}: "
        "{value}). The tree keeps the cut between the groups."
    )
    name = narration.score_name(lesson.recipe)
    return text.format(cut=literal(exactly.cut), score=name, value=digits.show(exactly.score))


def impurity_drop(lesson: Lesson, candidate: Candidate) -> ImpurityDrop:
    """Of the rows at which the column of the candidate is known."""
    schema, split = lesson.dataset.schema, candidate.split
    assert split is not None
    branches = candidate.branch_stats
    conditions = (split.condition(schema, branch) for branch in range(split.arity(schema)))
    return ImpurityDrop(
        lesson.recipe.impurity,
        together(branches, numeric=not schema.classes),
        branches,
        [number_format.told(condition) for condition in conditions],
        schema.classes,
        lesson.dataset.target.name,
        schema.centre,
    )
