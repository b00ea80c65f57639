"""The steps of a worksheet as questions of a test: what is given, and parts that earn marks.

Two for each step: its numbers and the column that wins; then what the branches become, which tells
the split. ``moodle`` and ``qti`` write them down. What is given is XHTML that is whole by itself;
all that comes from a table is escaped.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from itertools import chain
from typing import Final

from dtcore import explain
from dtcore.words import Sentence
from dtshow.lesson import narration
from dtshow.words import number_format
from dtshow.words.language import _, joined, ngettext, plain_sentence
from dtshow.worksheet import sheet as paper
from dtshow.worksheet.sheet import Sheet
from dttools.teach import worksheet
from dttools.teach.exercise import Exercise
from dttools.teach.graded import GradedNumber, GradedPart

_NO_XML: Final = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""What XML 1.0 cannot hold (§2.2)."""


@dataclass(frozen=True, eq=False)
class TestQuestion:
    """``given`` is XHTML; ``parts``, each with what stands before it, in XHTML too. ``working``:
    the sums of the winner, for whoever marks."""

    topic: str
    name: str
    given: str
    parts: tuple[tuple[str, GradedPart], ...]
    working: str


Bank = Mapping[str, Sequence[TestQuestion]]
"""Questions by topic. Of several with one topic a test draws one: they are variants."""


def bank(sheets: Sequence[Sheet]) -> Bank:
    """The questions of worksheets with marks that are variants of each other."""
    found: dict[str, list[TestQuestion]] = {}
    for question in chain.from_iterable(map(questions, sheets)):
        found.setdefault(question.topic, []).append(question)
    return found


def questions(sheet: Sheet) -> Iterator[TestQuestion]:
    for exercise, parts in zip(sheet.exercises, sheet.marks, strict=True):
        below = [p for p in parts if not isinstance(p, GradedNumber) and p.branch is not None]
        first = [part for part in parts if part not in below]
        step = _("Step {k}").format(k=exercise.number)
        if first:
            given = "".join(_node(sheet, exercise, first))
            yield _question(sheet, exercise, step, given, first)
        if below:
            told = _("Step {k}: the branches").format(k=exercise.number)
            given = "".join((*_node(sheet, exercise, below), _split(sheet, exercise)))
            yield _question(sheet, exercise, told, given, below)


def _question(
    sheet: Sheet, exercise: Exercise, topic: str, given: str, parts: Sequence[GradedPart]
) -> TestQuestion:
    name = " · ".join(filter(None, (sheet.title, sheet.number, topic)))
    lines = worksheet.formula_lines(exercise.lines, sheet.digits)
    working = paper.lines("\n".join(lines)) if exercise.lines else ""
    labelled = tuple((_label(sheet, exercise, part), part) for part in parts)
    return TestQuestion(topic, name, given, labelled, working)


def _node(sheet: Sheet, exercise: Exercise, parts: Sequence[GradedPart]) -> Iterator[str]:
    """Which rows are asked about, and how exactly."""
    yield paper.paragraph(_("Algorithm: {name}").format(name=sheet.recipe_name))
    if sheet.printed:
        yield from paper.rows_table(sheet)
    where = narration.path_words(exercise.tree, exercise.node)
    if not sheet.printed:
        size = paper.size(sheet, exercise.tree, exercise.node)
        where = f"{where}{_(': ')}{size}"
    told = _("The node: {where}").format(where=where)
    yield f"<p><strong>{escape(told)}</strong></p>"
    if numbers := [part for part in parts if isinstance(part, GradedNumber)]:
        yield from paper.rules(sheet)
        n = _decimals(numbers)
        told = ngettext("Give numbers to {n} decimal.", "Give numbers to {n} decimals.", n)
        yield paper.paragraph(told)


def _decimals(numbers: Sequence[GradedNumber]) -> int:
    return max(len(number.printed.partition(".")[2]) for number in numbers)


def _split(sheet: Sheet, exercise: Exercise) -> str:
    """What the node is split on."""
    assert exercise.taken is not None
    assert exercise.taken.split is not None
    schema = exercise.tree.schema
    split = number_format.sides(exercise.taken.split, schema)
    column = schema.columns[exercise.taken.column].name
    text = _("It is split on {column}: {sides}.").format(column=column, sides=split)
    counts = paper.branch_counts(sheet, exercise, exercise.taken)
    return paper.paragraph(text) + ("" if sheet.printed else f"<p>{paper.broken(counts)}</p>")


def _label(sheet: Sheet, exercise: Exercise, part: GradedPart) -> str:
    """What is asked for; of a column with its branches, and what its cuts cost."""
    text = begun(part.text)
    if not isinstance(part, GradedNumber) or part.asked.score != explain.headline(sheet.recipe):
        return escape(text)
    candidate, schema = part.asked.candidate, exercise.tree.schema
    assert candidate.split is not None
    sides = number_format.sides(candidate.split, schema)
    lines = [text, sides if sheet.printed else paper.branch_counts(sheet, exercise, candidate)]
    if candidate.column in exercise.prices:
        cost = paper.price(sheet, exercise, candidate.column)
        lines.append(f"{_('Penalty for its cuts')}{_(': ')}{cost}")
    return paper.broken("\n".join(lines))


def begun(said: Sentence) -> str:
    """With a capital, plain text."""
    text = plain_sentence(said)
    return f"{text[:1].upper()}{text[1:]}"


def feedback(said: Sequence[Sentence]) -> str:
    """Sentences one after the other, plain text."""
    return joined(*map(plain_sentence, said))


def as_xml(text: str) -> str:
    """A document without the signs that no XML may hold; names may have them."""
    return _NO_XML.sub("", text)
