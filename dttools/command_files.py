"""The files that the command reads: what is chosen of it, and what more there is to choose.

An offer is told as it is to be typed (``--read-as numbers=rate``), as is a switch (``--turn
totals``). The rows of a second file are read as the first one was. Not done here: bundled tables,
and those that are counted where they lie.
"""

from __future__ import annotations

import argparse
import errno
import shlex
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final, TypeVar

import pandas as pd

from dtcore.errors import ReadingError
from dtcore.words import Listed
from dttools.files import (
    DECIMALS,
    ENCODINGS,
    LIMITS,
    Chosen,
    LeftOut,
    Offer,
    Source,
    Table,
    read,
    read_alike,
)

T = TypeVar("T")
NAMED: Final = 5
"""Lines of a file that are no rows, and columns with offers, that are named one by one."""
OPTIONS: Final = ("read_as", "turn", "sheet", "part", "header", "encoding", "separator", "decimal")
ALL: Final = "all"
SPELT: Final = {"tab": "\t", "\\t": "\t", "space": " "}
"""Separators that are hard to type."""
SIGNS: Final = {"\t": "tab", " ": "space"}
"""What they are called."""


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add what can be chosen of the reading."""
    about = "Without these it is read as it seems to be written; notes name what can be chosen."
    add = parser.add_argument_group("how the file is read", about).add_argument
    take = f"take what a note offers; {ALL}: of each column that has one offer (can be repeated)"
    add("--read-as", metavar="KEY=COL", action="append", default=[], help=take)
    turn = "undo what a note says, or do what is not done (can be repeated)"
    add("--turn", metavar="KEY", action="append", default=[], help=turn)
    add("--sheet", metavar="NAME", help="which sheet of a spreadsheet")
    add("--part", metavar="N", help="which of several tables on a sheet, from 1")
    add("--header", choices=("yes", "no"), help="whether its first line names the columns")
    add("--encoding", metavar="NAME", choices=ENCODINGS, help="such as utf-8, gb18030, cp1252")
    sign = "what stands between cells: one sign, or tab or space"
    add("--separator", metavar="SIGN", type=lambda text: SPELT.get(text, text), help=sign)
    add("--decimal", choices=DECIMALS, help="the decimal sign")


def chosen_of_a_file(options: argparse.Namespace) -> list[str]:
    """The options of the reading that were given."""
    return [f"--{name.replace('_', '-')}" for name in OPTIONS if getattr(options, name)]


@dataclass(frozen=True, eq=False)
class Opened:
    """A file as it was read, and what of it was chosen."""

    content: bytes
    chosen: Chosen
    table: Table
    in_vain: bool = False
    """Whether all offers were to be taken, and there was none to take."""

    @classmethod
    def of(cls, file: str, options: argparse.Namespace) -> Opened:
        """The file as the options have it. Raises ReadingError where one says nothing of it."""
        header = {"yes": True, "no": False}.get(options.header)
        stated = {name: getattr(options, name) for name in ("encoding", "separator", "decimal")}
        content, chosen = bytes_of(file), Chosen(header=header, sheet=options.sheet, **stated)
        found = cls(content, chosen, read(content, chosen))
        if options.part:
            places = {str(at + 1): at for at in range(len(found.table.tables))}
            found = found._choosing(table=_one_of(places, options.part, "--part"))
        for key in options.turn:
            switches = {one.key: one for one in found.table.story if one.key and not one.firm}
            finding = _one_of(switches, key, "--turn")
            found = found._choosing(**found.chosen.turned(finding))
        for words in options.read_as:
            found = found._with_all() if words == ALL else found._with_offer(words)
        return replace(found, in_vain=ALL in options.read_as and not found.read_as)

    def _choosing(self, **more: Any) -> Opened:
        chosen = replace(self.chosen, **more)
        return Opened(self.content, chosen, read(self.content, chosen))

    def _with_offer(self, words: str) -> Opened:
        offers = {_raw(one): one for one in self.table.offers}
        return self._taking([_one_of(offers, words, "--read-as")])

    def _with_all(self) -> Opened:
        """With each offer that has no other beside it, and those that there are then."""
        alone = [first for first, *others in self._offers() if not others]
        wanted = [one for one in alone if one.mends]
        return self._taking(wanted)._with_all() if wanted else self

    def _taking(self, offers: Sequence[Offer]) -> Opened:
        cells = dict(self.chosen.cells)
        for one in offers:
            cells[one.column] = (*cells.get(one.column, ()), one.key)
        return self._choosing(cells=cells)

    def _offers(self) -> list[list[Offer]]:
        """What is not taken, column by column; last what says more of cells that are read right."""
        found: dict[str, list[Offer]] = {}
        for one in self.table.offers:
            if not one.taken:
                found.setdefault(one.column, []).append(one)
        return sorted(found.values(), key=lambda offers: not offers[0].mends)

    @property
    def read_as(self) -> str:
        """The offers that were taken."""
        return ", ".join(_raw(one) for one in self.table.offers if one.taken)

    @property
    def unsettled(self) -> frozenset[str]:
        """The columns of which something is offered."""
        return frozenset(one.column for one in self.table.offers if not one.taken)

    @property
    def notes(self) -> Iterator[str]:
        """What was done, and what the cells may mean, each with what to type for the other way."""
        for finding in self.table.story:
            way = f"--turn {finding.key}" if finding.key and not finding.firm else ""
            undo = f" {way} undoes this." if finding.on else f" Not done: {way} does it."
            part = " --part N reads the Nth." if finding.key == "tables" and finding.on else ""
            yield f"{finding.said}{part}{undo if way else ''}"
        yield from self._dialect
        offers = self._offers()
        if self.in_vain:
            why = "each column has several, or parts of dates" if offers else "no column has any"
            yield f"--read-as {ALL} took no offer: {why}."
        for first, *others in offers[:NAMED]:
            beside = f", or {', '.join(map(_typed, others))}" if others else ""
            why = f" {first.why}" if first.why else ""
            yield f"{first.said}{why} --read-as {_typed(first)} reads it so{beside}."
        if (more := len(offers) - NAMED) > 0:
            what = "1 more column has" if more == 1 else f"{more} more columns have"
            yield f"{what} offers; --read-as {ALL} takes those that leave no choice."

    @property
    def _dialect(self) -> Iterator[str]:
        """How the text is written, where it is not UTF-8 with commas and decimal points."""
        dialect = self.table.dialect
        if dialect is None:
            return
        if dialect.encoding != "utf-8":
            yield f"The text is read as {dialect.encoding}; --encoding chooses another."
        if dialect.separator != "," and self.table.layout.plain:
            name = SIGNS.get(dialect.separator, dialect.separator)
            yield f"Cells are separated by “{name}”; --separator chooses another sign."
        if dialect.decimal != ".":
            yield f"The decimal sign is “{dialect.decimal}”; --decimal chooses another."

    def source(self, target: str) -> Source:
        return Source.of(self.content, self.chosen, self.table, target)


def _raw(offer: Offer) -> str:
    return f"{offer.key}={offer.column}"


def _typed(offer: Offer) -> str:
    """As a shell takes it."""
    return shlex.quote(_raw(offer))


def _one_of(there: Mapping[str, T], wanted: str, option: str) -> T:
    if not there:
        raise ReadingError(
            "In this file, {option} has nothing to choose. Leave it out.", option=option
        )
    if wanted not in there:
        raise ReadingError(
            "There is no “{wanted}” for {option} in this file. Choose one of these: {there}.",
            wanted=wanted,
            option=option,
            there=Listed(there),
        )
    return there[wanted]


def other_rows(file: str, source: Source, tell: Callable[[str], None]) -> pd.DataFrame:
    """The rows to be predicted or judged; what is no row is told."""
    table = read_alike(bytes_of(file), source)
    if table.left_out:
        tell(_left_out(file, table.left_out))
    return table.frame


def _left_out(file: str, lines: Sequence[LeftOut]) -> str:
    first = "; ".join(f"line {one.line}: {one.why}" for one in lines[:NAMED])
    more = "; …" if len(lines) > NAMED else ""
    one = len(lines) == 1
    what = "1 line is no row and is" if one else f"{len(lines)} lines are no rows and are"
    return f"In “{file}” {what} left out ({first}{more})."


def bytes_of(file: str) -> bytes:
    """What a file holds, or standard input for “-”. Raises OSError."""
    if file == "-":
        content = sys.stdin.buffer.read(LIMITS.bytes + 1)
    else:
        with Path(file).open("rb") as opened:
            content = opened.read(LIMITS.bytes + 1)
    if len(content) > LIMITS.bytes:
        raise OSError(errno.EFBIG, f"it holds more than {LIMITS.megabytes} MB", file)
    return content
