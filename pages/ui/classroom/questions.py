"""A question to a class: what everybody may read, and apart from it what is told at the reveal.

``public`` is sent while a vote is open. It is made of the node's rows, and of choices in the
order of the table, so that nothing in it tells which of them is right; ``revealed`` has that, what
is to be said of each answer, and the sum. Not done here: nobody votes, and nothing is kept.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import Any, Final

import dtcore as dt
from dtcore import explain
from dtcore.model import FloatArray, NodeId, weight_of, weight_text
from dtcore.policies import Verdict
from dtcore.stepping import Candidate
from dtshow.lesson import narration
from dtshow.lesson.lesson import Lesson
from dtshow.lesson.link import node_of
from dtshow.scene.grow import lecture
from dtshow.scene.grow.candidates import lines_of
from dtshow.scene.sums import Drawing, keys_of
from dtshow.scene.tree.tree_look import name_of
from dtshow.words import number_format
from dtshow.words.language import N_, _, ngettext, sentence, spoken
from dtshow.words.markdown import one_line
from dttools.study import Standing
from dttools.teach import quiz
from dttools.teach.quiz import QuizJudgement, QuizKind, QuizQuestion
from pages.ui.classroom.asked_words import mistake_words, why_words
from pages.ui.classroom.steps import Both, ClassStep, both, digits, in_each, opened
from pages.ui.classroom.weighed import sum_line, weighing

__all__ = [
    "ClassQuestion",
    "advice",
    "again",
    "ask",
    "asks",
    "find",
    "key_of",
    "like",
    "mistake",
    "mistake_words",
    "public",
    "revealed",
    "right",
    "text_of",
    "unread",
    "way",
]

FEW: Final = 0.3
MOST: Final = 0.8
"""From what share of right answers on a discussion helps, and from what on it is not needed."""
MOST_NODES: Final = 24
"""Nodes of a step that a teacher can choose among."""
ELSEWHERE: Final = (
    "/grow?data=playtennis&recipe=id3&step=1",
    "/grow?data=golf&recipe=c45&step=1",
    "/grow?data=iris&recipe=cart&step=2",
)
"""Where a like question is looked for if the tree has none."""


@dataclass(frozen=True, eq=False)
class ClassQuestion:
    """A question at a step. ``record`` says all of it but for the answer."""

    opened: ClassStep
    question: QuizQuestion

    @property
    def record(self) -> dict[str, Any]:
        question = self.question
        return {
            "address": self.opened.address,
            "kind": question.kind.value,
            "node": name_of(question.node),
            "column": question.column if question.kind in _OF_COLUMNS else None,
            "row": question.row,
        }

    @cached_property
    def lessons(self) -> Mapping[str, Lesson]:
        """The lesson in each language, looking at the node asked about."""
        node = self.question.node
        return {lang: here.show_candidates(node) for lang, here in self.opened.lessons.items()}

    def each(self, say: Callable[[Lesson], str]) -> Both:
        return in_each(replace(self.opened, lessons=self.lessons), say)


_OF_COLUMNS: Final = (QuizKind.CUT, QuizKind.SCORE)


def asks(opened: ClassStep, told: bool = False) -> list[dict[str, Any]]:
    """The questions that can be asked at a step: those about the node that comes next first, but
    for which column it is split on where that was ``told``."""
    lesson, known = opened.lesson, (weighing(opened, told) or {}).get("told", False)
    result: list[dict[str, Any]] = []
    coming = [lesson.turn.move.node] if lesson.turn else []
    tree, open_nodes = lesson.tree, lesson.timeline.state.node_rows
    some = [tree.id_at(place) for place in range(min(len(tree), MOST_NODES))]
    for node in list(dict.fromkeys([*coming, *open_nodes, lesson.node, *some]))[:MOST_NODES]:
        for kind in QuizKind:
            again = kind is QuizKind.CLASS and any(one["kind"] == kind.value for one in result)
            if again or (kind is QuizKind.COLUMN and known and node in coming):
                continue
            question = quiz.ask(lesson.timeline, kind, node)
            if question is not None:
                result.append(_listed(ClassQuestion(opened, question)))
    return result


def _listed(asked: ClassQuestion) -> dict[str, Any]:
    """A question in the teacher's list: what it asks, and of which rows."""
    record = {k: v for k, v in asked.record.items() if k not in ("address", "row")}
    where = asked.each(lambda here: _where(here, asked.question))
    return {**record, "label": both(_short(asked)), "where": where}


def _short(asked: ClassQuestion) -> Callable[[], str]:
    kinds: dict[QuizKind, Callable[[], str]] = {
        QuizKind.COLUMN: lambda: _("Which column?"),
        QuizKind.CUT: lambda: _("Which cut?"),
        QuizKind.SCORE: lambda: _("What score?"),
        QuizKind.LEAF: lambda: _("Leaf or split?"),
        QuizKind.CLASS: lambda: _("Which class will a row get?"),
    }
    return kinds[asked.question.kind]


def ask(opened: ClassStep, kind: str, node: str = "", column: int | None = None) -> ClassQuestion:
    """A question at a node, or at the one that the step is about. Raises LinkError or MoveError."""
    return _asked(opened, kind, node, column, None)


def again(record: Mapping[str, Any]) -> ClassQuestion:
    """The question of a record. Raises DtError."""
    place = opened(str(record["address"]))
    return _asked(place, record["kind"], record["node"], record["column"], record["row"])


def _asked(
    opened: ClassStep, kind: str, node: str, column: int | None, row: int | None
) -> ClassQuestion:
    lesson = opened.lesson
    where: NodeId = lesson.turn.move.node if not node and lesson.turn else lesson.node
    where = node_of(node) if node else where
    known = [one for one in QuizKind if one.value == kind]
    question = quiz.ask(lesson.timeline, known[0], where, column, row) if known else None
    if question is None:
        raise dt.LinkError("This cannot be asked here. Choose another question or another node.")
    return ClassQuestion(opened, question)


# ---------------------------------------------------------------------- what everybody reads


def public(asked: ClassQuestion) -> dict[str, Any]:
    """All that is sent while the vote is open."""
    question = asked.question
    typed = question.kind is QuizKind.SCORE
    return {
        "kind": question.kind.value,
        "node": name_of(question.node),
        "text": asked.each(lambda here: _text(here, question)),
        "note": asked.each(lambda here: _note(here, question)),
        "options": None if typed else [_option(asked, key) for key in question.keys],
        "table": _table(asked),
        "line": _line(asked),
        "unit": asked.each(lambda here: narration.score_name(here.recipe)) if typed else None,
        "mark": "" if question.kind is QuizKind.CLASS else f"ask:{name_of(question.node)}",
    }


def _where(lesson: Lesson, question: QuizQuestion) -> str:
    """The node, as how many rows it has and the conditions on the way to it."""
    tree, node = lesson.tree, question.node
    rows = number_format.rows_count(tree.rows(node))
    if not node:
        return rows
    return _("{rows} where {conditions}").format(
        rows=rows, conditions=narration.path_words(tree, node)
    )


def _option(asked: ClassQuestion, key: str) -> dict[str, Any]:
    return {"key": key, "text": text_of(asked, key)}


def _text(lesson: Lesson, question: QuizQuestion) -> str:
    where = _where(lesson, question)
    texts = {
        QuizKind.COLUMN: _("{where}: which question is best?"),
        QuizKind.CUT: _("{where}: which cut of {column} splits them best?"),
        QuizKind.SCORE: _("{where}: what is the score of {column}?"),
        QuizKind.LEAF: _("{where}: split them further, or make a leaf?"),
        QuizKind.CLASS: _("Which class of {target} does the tree give this row?"),
    }
    column = "" if question.column is None else _column(lesson, question.column)
    target = one_line(lesson.dataset.target.name, 40)
    return texts[question.kind].format(where=where, column=column, target=target)


def _note(lesson: Lesson, question: QuizQuestion) -> str:
    """What is known of the node, and what decides."""
    if question.kind is QuizKind.CLASS:
        return _("Follow its cells from the root down.")
    tree = lesson.tree
    counts = number_format.class_counts(tree, question.node) if tree.schema.classes else ""
    decides = "" if question.kind is QuizKind.LEAF else _score_name(lesson, question)
    weights = narration.weights_decide(tree.schema)
    return " · ".join(filter(None, [counts, decides, _penalty(question), weights]))


def _score_name(lesson: Lesson, question: QuizQuestion) -> str:
    by_gain = question.kind is QuizKind.CUT and lesson.recipe.selection.cuts_by == "gain"
    label = lesson.recipe.impurity.score_label
    name = sentence(label) if by_gain else narration.score_name(lesson.recipe)
    return _("Score: {score}").format(score=f"{name[:1].lower()}{name[1:]}")


def _penalty(question: QuizQuestion) -> str:
    """What the table of the branches does not say, where C4.5 asks for a column of numbers."""
    if question.kind is not QuizKind.SCORE or not question.candidate.scores.get("correction"):
        return ""
    tries = round(question.candidate.scores["tries"])
    return ngettext(
        "{n} cut tried, which lowers the gain", "{n} cuts tried, which lowers the gain", tries
    )


def text_of(asked: ClassQuestion, key: str) -> Both:
    """An answer in words."""
    return asked.each(lambda lesson: _answer(lesson, asked.question, key))


def _answer(lesson: Lesson, question: QuizQuestion, key: str) -> str:
    if key == quiz.LEAF:
        return _("Make a leaf")
    if key == quiz.SPLIT:
        return _("Split further")
    match question.kind:
        case QuizKind.COLUMN:
            return _column(lesson, int(key))
        case QuizKind.CLASS:
            return one_line(lesson.tree.schema.classes[int(key)], 40)
        case QuizKind.CUT:
            return _cuts(lesson, question)[int(key)]
        case _:
            return number_format.written(key)


def _cuts(lesson: Lesson, question: QuizQuestion) -> list[str]:
    assert question.line is not None
    schema = lesson.tree.schema
    return [number_format.on_branch(s.condition(schema, 0)) for s in question.line.splits]


def _column(lesson: Lesson, place: int) -> str:
    return one_line(lesson.dataset.columns[place].name, 40)


# ------------------------------------------------------------------- what it is answered from


def _table(asked: ClassQuestion) -> dict[str, Any] | None:
    question = asked.question
    make = {
        QuizKind.SCORE: _branches,
        QuizKind.CLASS: _row,
        QuizKind.COLUMN: _rows,
        QuizKind.LEAF: _rows,
    }.get(question.kind)
    if make is None:
        return None
    made = {}
    for language, lesson in asked.lessons.items():
        with spoken(language):
            made[language] = make(lesson, question)
    en, zh = made["en"], made["zh"]
    if not en:
        return None
    rows = [
        [{"en": a, "zh": b} for a, b in zip(one, other, strict=True)]
        for one, other in zip(en, zh, strict=True)
    ]
    return {"head": rows[0], "rows": rows[1:]}


def _branches(lesson: Lesson, question: QuizQuestion) -> list[list[str]]:
    """The counts of each branch, and of the node."""
    tree, candidate = lesson.tree, question.candidate
    assert candidate.split is not None
    whole = candidate.branch_stats.sum(axis=0) if candidate.unknown else question.weighed.stats
    if not tree.schema.classes:
        whole = question.weighed.stats
    conditions = [
        number_format.told(candidate.split.condition(tree.schema, branch))
        for branch in range(len(candidate.branch_stats))
    ]
    rows = lesson.branch_rows(candidate, question.node)
    counts = [rows.sum(axis=0), *rows]
    if not candidate.unknown or not tree.schema.classes:
        counts[0] = tree.rows_of_classes(question.node)
    lines = zip([_("all rows"), *conditions], [whole, *candidate.branch_stats], counts, strict=True)
    return [["", *_stat_names(lesson)], *([name, *_stats(lesson, s, n)] for name, s, n in lines)]


def _stat_names(lesson: Lesson) -> list[str]:
    classes = lesson.tree.schema.classes
    return [one_line(name, 20) for name in classes] or ["n", "ȳ", "s²"]


def _stats(lesson: Lesson, stats: FloatArray, rows: FloatArray) -> list[str]:
    """The rows of each class, and what they weigh if that decides; of a numeric target how many
    rows, their mean and their variance."""
    schema = lesson.tree.schema
    if schema.classes:
        pairs = zip(rows.tolist(), stats.tolist(), strict=True)
        return [number_format.rows_and_weight(*pair, schema) for pair in pairs]
    weight = float(weight_of(stats, schema))
    mean = schema.centre + float(stats[1]) / max(weight, 1e-300)
    variance = float(lesson.recipe.impurity.of(stats[None])[0])
    written = digits(lesson)
    n = number_format.rows_and_weight(float(rows[0]), weight, schema)
    return [n, number_format.shown(float(f"{mean:.6g}")), written.show(variance)]


def _row(lesson: Lesson, question: QuizQuestion) -> list[list[str]]:
    assert question.row is not None
    return _cells(lesson, [question.row], range(len(lesson.dataset.columns)), target=False)


def _rows(lesson: Lesson, question: QuizQuestion) -> list[list[str]]:
    """The rows of a small node, in the columns that are to choose among; of a larger one the counts
    of each of their answers, as a lecture has them."""
    timeline = lesson.timeline
    rows = explain.rows_of(timeline.problem, timeline.state, dt.formula.Query(question.node)).rows
    able = [one for one in lesson.evidence.candidates if one.split is not None]
    asked = [one for one in able if str(one.column) in question.keys] or able[: quiz.MOST_CHOICES]
    if len(rows) > lecture.FEW_ROWS:
        return _counts(lesson, asked) if asked else []
    columns = [one.column for one in asked] or range(len(lesson.dataset.columns))
    return _cells(lesson, rows.tolist(), columns, target=True)


def _counts(lesson: Lesson, asked: Iterable[Candidate]) -> list[list[str]]:
    table = [["", "", *lecture.count_names(lesson)]]
    for candidate in asked:
        name = lesson.dataset.columns[candidate.column].name
        for answer, some in lecture.counts(lesson, candidate, digits(lesson)):
            some = some or [""] * (len(table[0]) - 2)  # of more answers than are counted
            table.append([one_line(name, 40), one_line(answer, 40), *some])
            name = ""
    return table


def _cells(
    lesson: Lesson, rows: Iterable[int], columns: Iterable[int], target: bool
) -> list[list[str]]:
    data = lesson.dataset
    shown = [*(data.columns[place] for place in columns), *([data.target] if target else [])]
    head = [one_line(column.name, 40) for column in shown]
    return [head, *([_cell(column, row) for column in shown] for row in rows)]


def _cell(column: Any, row: int) -> str:
    value = column.values[row]
    if column.levels is None:
        return number_format.cell(float(value))
    return one_line(column.levels[value], 40) if value >= 0 else number_format.cell(None)


def _line(asked: ClassQuestion) -> dict[str, Any] | None:
    """The cuts as a number line, with the rows that lie between them."""
    question = asked.question
    if question.line is None or question.column is None:
        return None
    line, lesson = question.line, asked.lessons["en"]
    cuts = [text.removeprefix("≤ ") for text in _cuts(lesson, question)]
    counts = [[weight_text(n) for n in rows] for rows in line.rows.tolist()]
    return {
        "column": asked.each(lambda here: _column(here, question.column or 0)),
        "edges": [number_format.shown(line.low), *cuts, number_format.shown(line.high)],
        "counts": counts,
        "classes": [_class(asked, label) for label in range(len(lesson.tree.schema.classes))],
    }


def _class(asked: ClassQuestion, label: int) -> Both:
    return asked.each(lambda here: one_line(here.tree.schema.classes[label], 20))


# ----------------------------------------------------------------------------------- answers


def key_of(asked: ClassQuestion, choice: object) -> str | None:
    """An answer as it is kept and counted; None if it is none of the question's."""
    return quiz.accepts(asked.question, str(choice)[:40])


def unread(asked: ClassQuestion) -> str:
    """The sentence, to be translated, for an answer that is none."""
    if asked.question.kind is QuizKind.SCORE:
        return N_("This is no number. Type it as in 0.25, 0,25 or 1/4.")
    return N_("This is none of the answers.")


def right(asked: ClassQuestion, key: str) -> bool:
    return quiz.judged(asked.question, key).good


def mistake(asked: ClassQuestion, key: str) -> str:
    """What went wrong, as the name of a kind: "none" if nothing did."""
    return quiz.judged(asked.question, key).reason.name.lower()


def revealed(asked: ClassQuestion, keys: Iterable[str] = ()) -> dict[str, Any]:
    """What is told once the vote is over: which is right, why each other one is not, and the sum.
    ``keys``: the answers that were given."""
    question = asked.question
    every = dict.fromkeys([*question.keys, *keys, question.key])
    judged = {key: quiz.judged(question, key) for key in every}
    return {
        "key": question.key,
        "keys": [key for key, one in judged.items() if one.good],
        "text": asked.each(lambda here: _right_words(here, question)),
        "why": {key: _why(asked, key, one) for key, one in judged.items()},
        "sums": list(_sums(asked)),
        "scores": _scores(asked),
    }


def _right_words(lesson: Lesson, question: QuizQuestion) -> str:
    """The answer; of a tie all of them, as they come among the choices."""
    tied = [key for key in question.keys if key in question.right] or [question.key]
    said = _(" or ").join(_answer(lesson, question, key) for key in tied)
    of = question.column if question.kind is QuizKind.CUT else None
    return said if of is None else f"{_column(lesson, of)} {said}"


def way(asked: ClassQuestion) -> str:
    """The mark that lights the way to the node asked about, or of the row."""
    question = asked.question
    end = quiz.way(question)[-1] if question.kind is QuizKind.CLASS else question.node
    return f"path:{name_of(end)}"


def _why(asked: ClassQuestion, key: str, judgement: QuizJudgement) -> Both:
    question = asked.question
    return asked.each(lambda here: why_words(here, question, key, judgement))


def _scores(asked: ClassQuestion) -> dict[str, Any] | None:
    """What each column or each cut to choose among scores, by the answers; None of others."""
    question = asked.question
    scored = {QuizKind.COLUMN: _of_columns, QuizKind.CUT: _of_cuts}.get(question.kind)
    if scored is None:
        return None
    by = asked.each(lambda here: _score_name(here, question))
    each = {key: asked.each(say) for key, say in scored(question)}
    return {"label": by, "of": each}


def _of_columns(question: QuizQuestion) -> Iterator[tuple[str, Callable[[Lesson], str]]]:
    """A score, or why it does not count."""
    for key in question.keys:
        yield key, partial(_column_score, candidate=question.weighed.candidates[int(key)])


def _column_score(lesson: Lesson, candidate: Candidate) -> str:
    return lecture.scored(lesson, candidate, digits(lesson))


def _of_cuts(question: QuizQuestion) -> Iterator[tuple[str, Callable[[Lesson], str]]]:
    assert question.line is not None
    for key, *of in zip(question.keys, question.line.scores, question.line.standings, strict=True):
        yield key, partial(_cut_score, score=float(of[0]), standing=of[1])


def _cut_score(lesson: Lesson, score: float, standing: Standing) -> str:
    if standing is Standing.TOO_FEW_ROWS:
        return sentence(Verdict.TOO_FEW_ROWS.label)
    return digits(lesson).show(score)


def _sums(asked: ClassQuestion) -> Iterator[dict[str, Any]]:
    """The arithmetic of the answer, a line for each part, as ``stage/mathml.js`` draws it."""
    question, lesson = asked.question, asked.lessons["en"]
    if question.kind is QuizKind.CLASS or question.step is None:
        return
    if not isinstance(question.step.evidence, dt.stepping.Weighed):
        return
    best = question.weighed.best or _first(question)
    candidate = best if question.column is None else question.candidate
    if candidate is None:
        return
    name = explain.headline(lesson.recipe)
    formula = explain.score(lesson.recipe, lesson.tree.schema, question.weighed, candidate, name)
    lines = lines_of(lesson, candidate, formula)
    drawing = Drawing(digits(lesson), lambda query: "", keys_of(lines))
    other = lines_of(asked.lessons["zh"], candidate, formula)
    for line, named in zip(lines, other, strict=True):
        yield sum_line(drawing.line(line), named.legend)


def _first(question: QuizQuestion) -> Any:
    ranked = question.weighed.ranked(explain.headline(question.timeline.problem.recipe))
    return next((candidate for candidate in ranked if candidate.split is not None), None)


def find(asked: ClassQuestion, key: str, tally: Mapping[str, int]) -> Both | None:
    """Whom to talk to: one of the most who chose otherwise, as right answers with wrong ones. Who
    is right looks for nobody where nobody is wrong."""
    mine = right(asked, key)
    all_others = [one for one, count in tally.items() if one != key and count]
    apart = [one for one in all_others if right(asked, one) != mine]
    others = apart if mine or apart else all_others
    if not others:
        return None
    most = max(others, key=lambda one: tally[one])
    return asked.each(
        lambda here: _("Find someone who chose {answer}.").format(
            answer=_answer(here, asked.question, most)
        )
    )


def advice(share: float, again: bool = False) -> Both:
    """What to do next, by the share of right answers (Crouch and Mazur 2001); ``again``: of the
    second vote, after which there is no third."""
    few = N_("Explain it again, then ask again.")
    some = N_("Let them discuss it, then vote again.")
    most = N_("Say why in a sentence, and go on.")
    late = N_("Reveal the answer, explain it, then ask a similar one.")
    said = most if share > MOST else late if again else few if share < FEW else some
    return both(lambda: _(said))


def like(asked: ClassQuestion) -> ClassQuestion | None:
    """A like question: elsewhere in this tree, or in another one if it has none."""
    question = quiz.like(asked.question)
    if question is not None:
        return ClassQuestion(asked.opened.at(question.timeline), question)
    for address in ELSEWHERE:
        place = opened(address)
        at = place.lesson.turn
        found = quiz.ask(place.lesson.timeline, asked.question.kind, at.move.node if at else ())
        if found is not None and place.address != asked.opened.address:
            return ClassQuestion(place, found)
    return None
