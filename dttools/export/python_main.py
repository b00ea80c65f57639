"""The part of exported Python that is run as a program: it reads a table and prints what the tree
tells of each row.

It reads a text as ``dttools.files`` read the one that the tree was grown from; what was found out
there stands in it as constants. What it cannot read it refuses in one sentence, with status 2;
what it does not imitate, a comment says. Not done here: spreadsheets are read as CSV alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pprint import pformat
from typing import Final

from dtcore.model.tree import Tree
from dttools.files.cells import MISSING, number
from dttools.files.encoding import codec
from dttools.files.grid import Dialect, Layout, Offer
from dttools.files.table import Table

IMPORTS: Final = ("import csv", "import re", "import sys")

_AS_USUAL: Final = Dialect("utf-8", ",", header=True, decimal=".", preamble=0)
_BEGINS: Final = 39
"""Characters of a cell by which a line that was left out is known: all that the reader tells."""
_MOST_LINES: Final = 5
_WIDTH: Final = 96
_GROUPED: Final = re.compile(
    r"[+-]?[0-9]{1,3}+([., '’\u00a0\u202f])[0-9]{3}(?:\1[0-9]{3})*+(?:[.,][0-9]++)?+"
)

# A line that ends in #: and a word is written if that is among the constants, or with ! if not.
_PROGRAM: Final = (
    r'''

def refuse(sentence):
    print(sentence, file=sys.stderr)
    sys.exit(2)


def records(lines):
    """The line where each record begins, and its cells; blank records are passed over."""'''
    + r'''
    lines = [line.replace("\ufeff", "") for line in lines][ABOVE:]
    blanks = re.compile(r'("[^"]*")|[ \t]+')#:BLANKS
    lines = [blanks.sub(lambda run: run[1] or " ", line).strip(" ") for line in lines]#:BLANKS
    found, line = csv.reader(lines, delimiter=SEPARATOR, skipinitialspace=True), ABOVE
    for cells in found:
        first, line = line + 1, ABOVE + found.line_num
        cells = [cell.strip() for cell in cells]
        if any(cells):
            yield first, cells


def value(name, cell, line):
    """What a cell says: a number or a text, None if it is missing."""'''
    + r"""
    if cell in READ_AS.get(name, {}):#:READ_AS
        return READ_AS[name][cell]#:READ_AS
    if cell in MISSING:
        return None
    if name in MADE_OF:#:MADE_OF
        refuse(f"Line {line}: “{cell}” in the column “{MADE_OF[name]}” is not known.")#:MADE_OF
    if COLUMNS[name] is str:
        return cell
    digits = cell
    sign = THOUSANDS.get(name)#:THOUSANDS
    if sign and sign in cell:#:THOUSANDS
        right = rf"[+-]?[0-9]{{1,3}}({re.escape(sign)}[0-9]{{3}})+([^0-9{sign}][0-9]+)?"#:THOUSANDS
        digits = cell.replace(sign, "") if re.fullmatch(right, cell) else ""#:THOUSANDS
    if not re.fullmatch(NUMBER, digits):
        refuse(f"Line {line}: “{cell}” in the column “{name}” is not a number.")
    return float(digits.replace(DECIMAL, "."))


if __name__ == "__main__":  # python FILE TABLE, or python FILE < TABLE
    try:
        with open(sys.argv[1] if sys.argv[1:] else 0, encoding=ENCODING) as file:
            lines = list(file)
    except OSError as problem:
        refuse(f"The file “{sys.argv[1]}” cannot be read: {problem.strerror}.")
    except UnicodeError:
        lines = ["\0"]
    if any("\0" in line for line in lines):
        refuse(f"The table is no text in {ENCODING}: save it as CSV in {ENCODING}.")
    try:
        table = list(records(lines))
    except csv.Error as problem:
        refuse(f"The table cannot be read: {problem}.")
    if not table:
        refuse("The table is empty.")
    names = [" ".join(name.split()) for name in table[0][1]]#:!NAMES
    if table[0][1] != HEADER:#:HEADER
        refuse(f"Line {table[0][0]} is not the header that the table of the tree had.")#:HEADER
    names = NAMES[: max(len(cells) for line, cells in table)]#:NAMES
    needed = {name: MADE_OF.get(name, name) for name in COLUMNS}#:MADE_OF
    lacking = [f"“{name}”" for name in needed.values() if names.count(name) != 1]#:MADE_OF
    lacking = [f"“{name}”" for name in COLUMNS if names.count(name) != 1]#:!MADE_OF
    if lacking:
        as_csv = ""#:!NO_CSV
        as_csv = f"be saved as CSV (in {ENCODING}, with “{SEPARATOR}” between cells) and "#:NO_CSV
        refuse(f"The table must {as_csv}have these columns, each once: {', '.join(lacking)}.")
    answers = []
    above = {}#:FILLED_DOWN
    for line, cells in table[RECORDS:]:
        begins = [" ".join(cell.split())[:39] for cell in cells if cell]#:LEFT_OUT
        if not LEFT_OUT.isdisjoint(begins[:2]):#:LEFT_OUT
            continue#:LEFT_OUT
        if " ".join(" · ".join(filter(None, cells)).split())[:39] in NO_ROWS:#:NO_ROWS
            refuse(f"Line {line} is no row of the table. Take it out.")#:NO_ROWS
        if any(cells[len(names) :]):
            refuse(f"Line {line} has {len(cells)} cells, but there are {len(names)} columns.")
        given = dict(zip(names, cells))
        for name in FILLED_DOWN:#:FILLED_DOWN
            above[name] = given[name] = given.get(name) or above.get(name, "")#:FILLED_DOWN
        row = {name: value(name, given.get(needed[name], ""), line) for name in COLUMNS}#:MADE_OF
        row = {name: value(name, given.get(name, ""), line) for name in COLUMNS}#:!MADE_OF
        answers.append(predict(row))
    sys.stdout.reconfigure(encoding="utf-8")
    for answer in answers:
        print(answer)
"""
)


def main_part(tree: Tree, table: Table | None) -> Iterator[str]:
    """The lines of what reads a table written as ``table`` is, or with commas in UTF-8."""
    program = _Program(tree, table)
    yield from ("", "", *(f"# {note}" for note in program.notes()))
    constants = program.constants()
    for name, constant in constants.items():
        yield f"{name} = {constant}"
    words = {*constants, *program.words()}
    for line in _PROGRAM.splitlines():
        code, _, word = line.partition("#:")
        if not word or (word.lstrip("!") in words) is not word.startswith("!"):
            yield code


@dataclass(frozen=True)
class _Program:
    """What is written for a tree and the table that it was grown from."""

    tree: Tree
    table: Table | None

    @cached_property
    def dialect(self) -> Dialect:
        plain = self.table and self.layout.plain and self.table.dialect
        return plain or _AS_USUAL

    @cached_property
    def layout(self) -> Layout:
        if self.table:
            return self.table.layout
        levels = (field.levels or () for field in self.tree.schema.columns)
        return Layout(missing=MISSING.difference(*levels))

    @cached_property
    def asked(self) -> dict[str, bool]:
        """The columns that the tree asks, and which of them hold numbers."""
        fields = [self.tree.schema.columns[place] for place in self.tree.columns_used]
        numeric = {field.name: field.numeric or field.cuts is not None for field in fields}
        if self.table:
            numbers = {*self.table.frame.select_dtypes("number")}
            numeric = {name: is_so or name in numbers for name, is_so in numeric.items()}
        return numeric

    @cached_property
    def respelt(self) -> dict[str, tuple[str, Mapping[str, str | None]]]:
        return {name: cells for name, cells in self.layout.respelt.items() if name in self.asked}

    def notes(self) -> Iterator[str]:
        """What is said above the constants: what the program does not imitate."""
        yield "Run as a program, it reads a table that is written like this: python FILE TABLE"
        if self.table and not self.layout.plain:
            yield "The table of the tree was no CSV: save it as CSV (UTF-8, with commas), its first"
            yield "line the names of the columns."
        for offer in self.unread:
            if self.asked[offer.column] and offer.examples:
                cell, became = offer.examples[0]
                yield f"In {offer.column!r}, write {became!r} for {cell!r}, and others likewise."

    def words(self) -> Iterator[str]:
        """What its lines depend on besides the constants."""
        if self.dialect.separator == " ":
            yield "BLANKS"
        if self.table and not self.layout.plain:
            yield "NO_CSV"

    def constants(self) -> dict[str, str]:
        """The source of each constant by its name; those that say nothing are not there."""
        dialect, point = self.dialect, self.dialect.decimal
        numeric = [f"{name!r}: {'float' if is_so else 'str'}" for name, is_so in self.asked.items()]
        constants = {
            "ENCODING": repr(codec(dialect.encoding)),
            "SEPARATOR": repr(dialect.separator),
            "DECIMAL": repr(point),
            "NUMBER": f'r"[+-]?([0-9]+([{point}][0-9]*)?|[{point}][0-9]+)([eE][+-]?[0-9]+)?"',
            "ABOVE": f"{dialect.preamble}  # lines above the table",
            **self.names(),
            "COLUMNS": "{\n" + "".join(f"    {one},\n" for one in numeric) + "}",
            "MISSING": _source({*self.layout.missing}),
        }
        found = {
            "THOUSANDS": self.thousands,
            "READ_AS": self.read_as(),
            "MADE_OF": self.made_of(),
            "FILLED_DOWN": [one.column for one in self.taken if one.key == "fill_down"],
            "LEFT_OUT": {*self.left_out.values()} - {""},
            "NO_ROWS": self.no_rows(),
        }
        return constants | {name: _source(one) for name, one in found.items() if one}

    def names(self) -> dict[str, str]:
        """How many records the header has; the names, where it does not say them itself."""
        table, layout = self.table, self.layout
        if table and table.tables and table.header:
            own = _source([name for name in layout.names if name])
            return {"RECORDS": "1  # of the header", "HEADER": own, "NAMES": own}
        if not table or (not layout.plain and table.header is not False):
            return {"RECORDS": "1  # of the header"}
        records = {"RECORDS": f"{self.top}  # of the header"}
        header = [cell.strip() for cell in layout.header]
        written = [" ".join(cell.split()) for cell in header]
        needed = {self.respelt.get(name, (name,))[0] for name in self.asked}
        if header and all(
            written.count(name) == 1 and layout.names[written.index(name) :][:1] == (name,)
            for name in needed
        ):
            return records
        names = [*layout.names, *[""] * (len(header) - len(layout.names))]
        said = {"HEADER": header, "NAMES": names} if header else {"NAMES": names}
        return records | {name: _source(one) for name, one in said.items()}

    @cached_property
    def taken(self) -> list[Offer]:
        """What was taken of what the cells of the columns that are asked may mean."""
        offers = self.table.offers if self.table else ()
        return [offer for offer in offers if offer.taken and offer.column in self.asked]

    @property
    def unread(self) -> Iterator[Offer]:
        """Those of which the program does not know what became of the cells."""
        for offer in self.taken:
            known = offer.column in {*self.respelt, *self.thousands}
            if not known and offer.key != "fill_down":
                yield offer

    def made_of(self) -> dict[str, str]:
        """Columns of which no cell is taken as it stands, and what they were made of."""
        made = {name: source for name, (source, _) in self.respelt.items() if name != source}
        return made | {one.column: one.column for one in self.unread if not self.asked[one.column]}

    @cached_property
    def thousands(self) -> dict[str, str]:
        """The sign between thousands of each column that has one."""
        examples = {offer.column: offer.examples for offer in self.taken}
        told = examples | {name: tuple(cells.items()) for name, (_, cells) in self.respelt.items()}
        signs = {
            name: next(filter(None, (self._sign(*pair) for pair in told[name])), None)
            for name, is_number in self.asked.items()
            if is_number and name in told
        }
        return {name: sign for name, sign in signs.items() if sign}

    def _sign(self, cell: str, became: str | None) -> str | None:
        """The sign between thousands in a cell, if nothing else was done to it."""
        found = _GROUPED.fullmatch(cell)
        if not found or not became:
            return None
        plain = number(cell.replace(found[1], ""), self.dialect.decimal)
        return found[1] if plain == number(became, self.dialect.decimal) else None

    def read_as(self) -> dict[str, dict[str, object]]:
        """By column what became of cells, but for those that merely lost the sign of thousands."""
        result: dict[str, dict[str, object]] = {}
        for name, (_, cells) in self.respelt.items():
            sign, read = self.thousands.get(name), _number if self.asked[name] else str
            result[name] = {
                cell: became and read(became)
                for cell, became in cells.items()
                if not sign or self._sign(cell, became) != sign
            }
        return {name: cells for name, cells in result.items() if cells}

    @cached_property
    def top(self) -> int:
        """How many records above the rows are passed over: not those that tell what they are."""
        return self.layout.records - len(self._labels) * all(self._labels.values())

    @cached_property
    def left_out(self) -> dict[int, str]:
        """By what each line begins that is no row; "" where a row begins so, too."""
        above = () if all(self._labels.values()) else self._labels
        return {line: begin for line, begin in self._begins.items() if line not in above}

    def no_rows(self) -> set[str]:
        """The first of the lines that are no rows, of other tables too, and begin as rows do."""
        table = self.table
        gone = table.left_out if table and (self.layout.plain or table.tables) else ()
        known = {line for line, begin in self._begins.items() if begin or line in self._labels}
        lines = [one.text[:_BEGINS] for one in gone if one.text and one.line not in known]
        return {*lines[:_MOST_LINES]}

    @cached_property
    def _labels(self) -> dict[int, str]:
        """The lines of ``left_out`` that belong to the header: the first of all."""
        return dict(list(self._begins.items())[: self.layout.labels])

    @cached_property
    def _begins(self) -> dict[int, str]:
        table = self.table
        if not table or not self.layout.plain or not table.left_out:
            return {}
        texts = [table.frame[name].dropna() for name in table.frame.select_dtypes(object)]
        rows = {" ".join(str(text).split())[:_BEGINS] for one in texts for text in one.unique()}
        sign, result = self.dialect.decimal, {}
        for one in table.left_out:
            cells = [cell[:_BEGINS] for cell in one.text.removeprefix("· ").split(" · ")[:2]]
            free = (cell for cell in cells if cell not in rows and number(cell, sign) is None)
            if one.text:
                result[one.line] = next(free, "")
        return result


def _number(text: str) -> float:
    value = float(text.replace(",", "."))
    return int(value) if value.is_integer() else value


def _source(value: object) -> str:
    """A literal; a set in the same order each time."""
    if isinstance(value, set):
        return f"{{{_source(sorted(value))[1:-1]}}}"
    return pformat(value, width=_WIDTH, compact=True, sort_dicts=False)
