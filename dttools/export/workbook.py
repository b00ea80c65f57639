"""A step as a workbook: the counts of every candidate, and its sum as formulas on these cells.

>>> Path("step.xlsx").write_bytes(dt.export.workbook(dt.start(data, dt.recipe("id3"))))

Change a count and the entropies, the gain and the best of all follow. Not done here: the recipe's
verdicts, which stay as they were, and reading any of it back.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from io import BytesIO
from typing import Any, Final, cast

import numpy as np

from dtcore.errors import DataError
from dtcore.explain import headline, rows_of, score
from dtcore.formula import (
    Bars,
    Count,
    Formula,
    Log,
    Max,
    Named,
    Number,
    Power,
    Product,
    Query,
    Raised,
    Ratio,
    Root,
    Squares,
    Sum,
    Total,
    named_parts,
    symbol_text,
)
from dtcore.model.columns import FloatArray
from dtcore.model.data import Dataset
from dtcore.model.splits import NOWHERE, Split, describe
from dtcore.stepping import Candidate, Step, Timeline, Weighed
from dttools.export.candidate_table import NOTHING, weighed
from dttools.printing import Digits, plain

MOST_ROWS: Final = 20_000
"""Of a numeric target, whose values are written out."""
LONGEST: Final = 8000
"""Letters of a formula that spreadsheets take."""
NONE: Final = 1e-12
"""Stands for a count of 0 while the sum is set up, so that it has a term to be changed."""
ALL, KNOWN = -3, -2
"""All rows of the node, and those that the split places, where a branch has its number."""


def workbook(timeline: Timeline, step: Step | Weighed | None = None) -> bytes:
    """An .xlsx of what is weighed at ``step``, the next one if nothing is said: a sheet of all
    candidates by their score, and one for each with its counts, or its values of the target.

    Raises DataError if nothing is weighed there, or of more values than MOST_ROWS.
    """
    coming = timeline.propose() if step is None else step
    found = None if coming is None else weighed(coming)
    if found is None:
        raise DataError(NOTHING)
    import xlsxwriter  # a third of a second

    out = BytesIO()
    with xlsxwriter.Workbook(out) as book:
        looks = {
            "title": book.add_format({"bold": True}),
            "given": book.add_format(
                {"bg_color": "#fff4cc", "border": 1, "border_color": "#b98a00"}
            ),
        }
        _face(book, timeline, found, looks)
    return out.getvalue()


def can_be_workbook(data: Dataset) -> bool:
    """Whether steps on this table can be: of a numeric target, if its values can be written."""
    return not data.target.numeric or (len(data) <= MOST_ROWS and bool(np.all(data.weights == 1)))


def _face(book: Any, timeline: Timeline, found: Weighed, looks: dict[str, Any]) -> None:
    """All candidates, the best first; a score is that of the candidate's own sheet."""
    problem, name = timeline.problem, headline(timeline.problem.recipe)
    able = [one for one in found.ranked(name) if one.split is not None]
    face = book.add_worksheet("Candidates")
    face.set_column(0, 3, 26)
    for place, head in enumerate(("column", "split", name.replace("_", " "), "verdict")):
        face.write_string(0, place, head, looks["title"])
    for row, candidate in enumerate(able, 1):
        schema, split = problem.dataset.schema, cast(Split, candidate.split)
        label = f"A{candidate.column + 1}"
        sheet = _Sheet(book.add_worksheet(label), timeline, found, candidate, looks)
        face.write_string(row, 0, schema.columns[candidate.column].name)
        face.write_string(row, 1, describe(split, schema))
        face.write_formula(row, 2, f"={label}!{sheet.fill()}", None, candidate.scores[name])
        face.write_string(row, 3, candidate.verdict.name.lower().replace("_", " "))
    if able:
        best = max(one.scores[name] for one in able)
        face.write_string(len(able) + 1, 0, "largest", looks["title"])
        scores = _range(1, 2, len(able), 2)
        face.write_formula(len(able) + 1, 2, f"=MAX({scores})", None, best)


@dataclass(frozen=True, eq=False)
class _Sheet:
    """That of one candidate. ``cells``: where each count is, by its branch and its class; a number
    has its rows at 0, their sum at 1, their squares about the mean at 2. ``names``: where each
    line of the sum has its value."""

    page: Any
    timeline: Timeline
    found: Weighed
    candidate: Candidate
    looks: dict[str, Any]
    cells: dict[tuple[int, int | None], str] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)

    def fill(self) -> str:
        """Write it; where its score is."""
        schema, tree = self.timeline.problem.dataset.schema, self.timeline.state.tree
        self.page.set_column(0, 0, 26)
        self.page.write_string(0, 0, describe(self.split, schema), self.looks["title"])
        self.page.write_string(1, 0, " ∧ ".join(map(str, tree.conditions(self.found.node))))
        row = self._counts() if schema.classes else self._values()
        self.page.write_string(row, 0, "Change what is shaded: all the rest follows.")
        return self._lines(row + 2)

    @property
    def split(self) -> Split:
        return cast(Split, self.candidate.split)

    def _branches(self) -> Iterator[tuple[int, str]]:
        schema = self.timeline.problem.dataset.schema
        for branch in range(len(self.candidate.branch_stats)):
            yield branch, str(self.split.condition(schema, branch))
        if self._unplaced.any():
            yield NOWHERE, "not known"

    @property
    def _unplaced(self) -> FloatArray:
        """(k,) what of the node's statistics no branch has."""
        rest = self.found.stats - self.candidate.branch_stats.sum(axis=0)
        return np.where(np.abs(rest) > 1e-9 * np.abs(self.found.stats).max(), rest, 0.0)

    def _sums(self, branches: int) -> Iterator[tuple[int, str, int]]:
        """The rows below the branches: which they are, what they are called, how many they add."""
        if self._unplaced.any():
            yield KNOWN, "D' (known)", branches - 1
        yield ALL, "D", branches

    def _counts(self) -> int:
        """A line for each branch with the rows of each class; the first line below."""
        classes, stats = self.timeline.problem.dataset.schema.classes, self.candidate.branch_stats
        for place, head in enumerate((*classes, "rows")):
            self.page.write_string(3, place + 1, head, self.looks["title"])
        row, last = 4, len(classes)
        for branch, said in self._branches():
            self.page.write_string(row, 0, said)
            counts = self._unplaced if branch == NOWHERE else stats[branch]
            for label, count in enumerate(counts.tolist()):
                self.page.write_number(row, label + 1, count, self.looks["given"])
            self._noted(row, branch)
            self._summed(row, last + 1, _range(row, 1, row, last), float(counts.sum()))
            row += 1
        branches, below = row - 4, row
        for which, said, many in self._sums(branches):
            self.page.write_string(below, 0, said)
            sums = self.found.stats if which == ALL else stats.sum(axis=0)
            for place, value in enumerate((*sums.tolist(), float(sums.sum())), 1):
                self._summed(below, place, _range(4, place, 3 + many, place), value)
            self._noted(below, which)
            below += 1
        return below + 1

    def _summed(self, row: int, place: int, cells: str, value: float) -> None:
        self.page.write_formula(row, place, f"=SUM({cells})", None, value)

    def _noted(self, row: int, branch: int) -> None:
        last = len(self.timeline.problem.dataset.schema.classes)
        for label in range(last):
            self.cells[branch, label] = _at(row, label + 1)
        self.cells[branch, None] = _at(row, last + 1)

    def _values(self) -> int:
        """A column for each branch with its values of the target, and what they come to."""
        for place, head in enumerate(("rows", "sum of y", "squares about the mean"), 1):
            self.page.write_string(3, place, head, self.looks["title"])
        row, longest, ranges = 4, 0, list[tuple[int, str, int, int]]()
        for place, (branch, said) in enumerate(self._branches(), 5):
            values = self._target(branch)
            self.page.write_string(3, place, f"y: {said}", self.looks["title"])
            for line, value in enumerate(values, 4):
                self.page.write_number(line, place, value, self.looks["given"])
            longest = max(longest, len(values))
            ranges.append((branch, said, place, place))
        for which, said, many in self._sums(len(ranges)):
            ranges.append((which, said, 5, 4 + many))
        for row, (branch, said, first, last) in enumerate(ranges, 4):
            self.page.write_string(row, 0, said)
            cells = _range(4, first, 3 + longest, last)
            for place, name in enumerate(("COUNT", "SUM", "DEVSQ")):
                self.page.write_formula(row, place + 1, f"={name}({cells})")
                self.cells[branch, place] = _at(row, place + 1)
        return row + 2

    def _target(self, branch: int) -> list[float]:
        """The values of the rows in a branch."""
        problem = self.timeline.problem
        rows = rows_of(problem, self.timeline.state, Query(self.found.node, self.split, branch))
        if rows.size > MOST_ROWS or not np.all(rows.weights == 1):
            raise DataError(
                "A workbook holds at most {most} rows, none with a weight.", most=MOST_ROWS
            )
        return cast(list[float], problem.dataset.at_hand.target.values[rows.rows].tolist())

    def _lines(self, row: int) -> str:
        """The working, a line for each name; where the last one's value is."""
        problem = self.timeline.problem
        given = problem.recipe, problem.dataset.schema, self.found, self.candidate
        name = headline(problem.recipe)
        values = {line.symbol: line.value for line in named_parts(score(*given, name))}
        for line in named_parts(score(*given[:2], *self._filled(), name)):
            self.page.write_string(row, 0, symbol_text(line.symbol))
            value = values.get(line.symbol, 0.0)
            formula = self._excel(line.body)
            if len(formula) < LONGEST:
                self.page.write_formula(row, 1, f"={formula}", None, value)
            else:
                self.page.write_number(row, 1, value)
            self.page.write_string(row, 2, f"= {plain(line.general, Digits())}")
            self.names[line.symbol] = _at(row, 1)
            row += 1
        return _at(row - 1, 1)

    def _filled(self) -> tuple[Weighed, Candidate]:
        """As if no class were absent anywhere: its term is then there to be changed."""
        if not self.timeline.problem.dataset.schema.classes:
            return self.found, self.candidate

        def some(stats: FloatArray) -> FloatArray:
            return np.where(stats > 0, stats, NONE)

        candidate = replace(self.candidate, branch_stats=some(self.candidate.branch_stats))
        return replace(self.found, stats=some(self.found.stats)), candidate

    def _cell(self, query: Query, place: int | None) -> str:
        """Where what ``query`` counts is."""
        known = KNOWN if (KNOWN, place) in self.cells else ALL
        branch = ALL if query.split is None else known if query.branch is None else query.branch
        return self.cells[branch, place]

    def _excel(self, part: Formula) -> str:
        """A formula as spreadsheets write it; each part is whole by itself, in brackets if need
        be, for a minus binds more there than a power does."""
        again = self._excel
        match part:
            case Number(number=number):
                return f"({number!r})".upper()
            case Count(query=query):
                classes = self.timeline.problem.dataset.schema.classes
                return self._cell(query, query.label if classes else 0)
            case Total(query=query):
                return self._cell(query, 1)
            case Squares(query=query):
                return self._cell(query, 2)
            case Named(symbol=symbol):
                return self.names[symbol] if symbol in self.names else again(part.body)
            case Ratio(top=top, bottom=bottom):
                return f"IF({again(bottom)}=0,0,{again(top)}/{again(bottom)})"
            case Log(x=x, base=base):
                log = f"LN({again(x)})" if base is None else f"LOG({again(x)},{base})"
                return f"IF({again(x)}>0,{log},0)"
            case Power(base=base, exponent=exponent):
                return f"({again(base)}^{exponent})"
            case Raised(base=base, exponent=raised):
                return f"({again(base)}^{again(raised)})"
            case Root(x=x, degree=degree):
                return f"(MAX({again(x)},0)^(1/{again(degree)}))"
            case Max(items=items):
                return f"MAX({','.join(map(again, items))})"
            case Bars(x=x):
                return f"ABS({again(x)})"
            case Product(factors=factors):
                return f"({'*'.join(map(again, factors))})"
            case Sum(terms=terms):
                return f"({''.join('+-'[sign < 0] + again(term) for sign, term in terms) or 0})"
        raise TypeError(part)


def _at(row: int, place: int) -> str:
    """A cell, both from 0, as formulas call it: $A$1."""
    letters, rest = "", place + 1
    while rest:
        rest, last = divmod(rest - 1, 26)
        letters = chr(ord("A") + last) + letters
    return f"${letters}${row + 1}"


def _range(row: int, place: int, last_row: int, last_place: int) -> str:
    return f"{_at(row, place)}:{_at(last_row, last_place)}"
