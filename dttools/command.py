"""``python -m dtcore TABLE --target T --recipe R``: a tree, a lesson, code, predictions, as text.

Exit status 0 if all went well, 1 if the reader of the output went away, 2 if the input is at
fault; then one sentence on standard error says why. Not done here: no tree is grown and
nothing is worded here that belongs to a lesson (``dttools.teach.worksheet``).
"""

from __future__ import annotations

import argparse
import codecs
import difflib
import errno
import io
import os
import re
import sys
import textwrap
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cached_property
from itertools import chain
from pathlib import Path
from typing import Any, Final, Literal

import numpy as np
import pandas as pd

import dttools as dt
import dttools.teach.exercise as exercise
import dttools.teach.worksheet as worksheet
from dtcore.model.columns import guess_kind, id_like, level_names
from dtcore.model.nodes import ROOT
from dtcore.words import Listed, Sentence
from dttools.command_files import Opened, add_options, chosen_of_a_file, other_rows
from dttools.evaluation import as_text
from dttools.files import LIMITS, Source, classes_alike
from dttools.files.bundled import Bundled, bundled
from dttools.files.encoding import decode, guess_encoding
from dttools.large import CountedTable
from dttools.large.source import DATABASES
from dttools.study import check_asked, numbers_rows, tells_classes
from dttools.teach import working

EXAMPLE: Final = """examples:
  python -m dtcore playtennis --steps
  python -m dtcore train.csv --target y --prune --test new.csv
  python -m dtcore train.csv --target y --predict new.csv -o told.csv
  python -m dtcore train.csv --target y --read-as numbers=rate --turn totals
  python -m dtcore iris --export python -o tree.py
  python -m dtcore playtennis --recipe id3 --check answers.txt
  cat train.csv | python -m dtcore - --target y
  python -m dtcore big.parquet --target y --steps --depth 3"""

PESSIMISTIC: Final[dict[str, Literal["interpolated", "exact"]]] = {
    "c45": "interpolated",
    "c45_textbook": "interpolated",
    "j48": "exact",
}
"""The recipes whose program prunes by the limits of errors, and which z it takes."""

DEPTH: Final = 5
"""How deep a tree grows on a large table if nobody says so."""

NAMED: Final = 10
"""Columns that are named where another was asked for."""

LEFT_OUT: Final = {
    "no target": "without a target",
    "weight zero": "of weight zero",
    "missing cells": "with missing cells",
}

SPELT: Final = {
    "−": "-", "–": "-", "≤": "<=", "≈": "~", "→": ">", "·": "/", "×": "x", "Σ": "sum", "Δ": "d",
    "²": "^2", "∈": "in", "…": "...", "★": "*", "ε": "eps", "“": '"', "”": '"', "ḡ": "mean g",
}  # fmt: skip
"""How signs are spelt on a console that cannot show them."""

KINDS: Final[dict[str, Callable[[dt.Tree], str]]] = {
    "text": dt.export.text,
    "json": dt.export.to_json,
    "dot": lambda tree: str(dt.export.dot(tree)),
    "python": dt.export.python,
    "sql": dt.export.sql,
    "markdown": dt.export.markdown,
    "sklearn": dt.export.sklearn_text,
}

SIGNS: Final = {"right": "+", "carried": "~", "wrong": "-"}
"""Before the lines of a working."""

CONTROL: Final = dict.fromkeys([*range(10), *range(11, 32), *range(127, 160)], " ")
"""Control characters in a file must not reach the terminal, which obeys them."""


def _in_english(*said: Sentence) -> str:
    return " ".join(map(str, said))


def main(arguments: Sequence[str] | None = None, say: Callable[..., str] = _in_english) -> int:
    """Run the command; the exit status, 2 if the input is at fault: none of its errors (DataError,
    ReadingError, an option's ArgumentTypeError) comes out, each is told on standard error.
    ``say``: the sentences of a marked working, which may be in another language."""
    _speak_on_any_console()
    parser = _parser()
    parser.set_defaults(say=say)
    options = parser.parse_args(arguments)
    alone = [options.steps, options.export != "text", bool(options.predict), bool(options.check)]
    if sum(alone) > 1 or (options.test and any(alone)) or (options.prune and options.steps):
        some = "--steps, --export, --predict, --test and --check"
        parser.error(f"choose one of {some}; --steps never prunes")
    if [options.file, options.predict, options.test, options.check].count("-") > 1:
        parser.error("standard input can be read only once")
    try:
        given = _given(options)
        _check_columns(options, given)
        if given.target is None:
            parser.error("the following arguments are required: --target")
        parts = _output(options, given)
        if options.output not in (None, "-"):
            return _keep(options.output, parts)
    except dt.DtError as error:
        return _refuse(str(error))
    except OSError as error:
        name = error.filename or options.file
        return _refuse(f"The file “{name}” cannot be read: {error.strerror or error}.")
    return _print(parts)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m dtcore",
        description="Grow a decision tree from a table; print it, every step to it, or its code.",
        epilog=EXAMPLE,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    add("file", metavar="TABLE", help="a file, - for standard input, or a bundled table's name")
    add("--version", action="version", version=f"dtcore {dt.__version__}")
    add("--target", metavar="COL", help="the column to predict; a bundled table has its own")
    names = ", ".join(dt.RECIPES)
    add("--recipe", metavar="R", help=f"{names}; without it, one that fits the data")
    add("--steps", action="store_true", help="print the lesson step by step")
    kinds = ", ".join(KINDS)
    add("--export", "--format", metavar="KIND", choices=KINDS, default="text", help=kinds)
    add("--prune", action="store_true", help="prune as the recipe's program does")
    add("--predict", metavar="TABLE", help="print the rows of a table with what is told of them")
    add("--test", metavar="TABLE", help="judge the tree on the rows of a table")
    add("--check", metavar="FILE", help="mark a working of one step; of a folder, all in it")
    at = "which exercise of the worksheet the working is of (the first)"
    add("--at", metavar="N", type=_whole(1), default=1, help=at)
    add("-o", "--output", metavar="FILE", help="write there what would be printed; - prints it")
    for option, meaning in (
        ("ignore", "leave a column out"),
        ("nominal", "take a column of numbers as names"),
        ("numeric", "take a column as numbers"),
    ):
        words = f"{meaning} (can be repeated)"
        add(f"--{option}", metavar="COL", action="append", default=[], help=words)
    add("--table", metavar="NAME", help="which table of a database")
    add("--weights", metavar="COL", help="the column that says how often a row counts")
    add("--log", action="store_true", help="predict the logarithm of the target")
    add("--complete", action="store_true", help="leave out rows with missing cells")
    add("--depth", metavar="N", type=_whole(0), help="at most N levels of questions")
    add("--min-leaf", metavar="N", type=_whole(1), help="at least N rows in a branch")
    add_options(parser)
    return parser


def _whole(least: int) -> Callable[[str], int]:
    def whole_number(text: str) -> int:
        if not text.isdecimal() or int(text) < least:
            raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from {least} on")
        return int(text)

    return whole_number


@dataclass(frozen=True, eq=False)
class _Given:
    """The table to grow a tree on: one that is ``known``, or a ``file`` that was read, or, where
    it is neither, one that is counted where it lies; and its target, if anybody says it."""

    target: str | None
    known: Bundled | None = None
    file: Opened | None = None

    @cached_property
    def frame(self) -> pd.DataFrame:
        """All its rows; none of a table that is counted."""
        known = self.known.read() if self.known else pd.DataFrame()
        return self.file.table.frame if self.file else known

    @property
    def there(self) -> list[str]:
        """The names of its columns."""
        return [*map(str, self.frame)]


def _given(options: argparse.Namespace) -> _Given:
    """The table, and the target that was asked for, or else that it declares itself."""
    if not (named := _names_a_table(options.file)) and not _is_large(options.file):
        opened = Opened.of(options.file, options)
        roles = opened.table.declared.roles
        declared = (name for name in map(str, opened.table.frame) if roles.get(name) == "target")
        return _Given(options.target or next(declared, None), file=opened)
    if chosen := chosen_of_a_file(options):
        raise dt.ReadingError(
            "“{table}” is no file that is read whole, so that nothing can be chosen of how it is "
            "read. Leave out {options}.",
            table=options.file,
            options=Listed(chosen),
        )
    known = bundled(options.file) if named else None
    return _Given(options.target or (known.target if known else None), known)


def _check_columns(options: argparse.Namespace, given: _Given) -> None:
    """Raise DataError if a column is named that is not there, or none to be predicted."""
    if not given.there:
        return
    there = Listed([*given.there[:NAMED], *(["…"] if len(given.there) > NAMED else [])])
    if given.target is None:
        raise dt.DataError("Name the column to predict by --target: {there}.", there=there)
    weights = [options.weights] if options.weights else []
    for name in (given.target, *weights, *options.ignore, *options.nominal, *options.numeric):
        if name not in given.there:
            near = difflib.get_close_matches(name, given.there, 1)
            raise dt.DataError(
                "There is no column “{column}” in this table. {near}There are: {there}.",
                column=name,
                near=f"Did you mean “{near[0]}”? " if near else "",
                there=there,
            )


def _output(options: argparse.Namespace, given: _Given) -> Iterator[str]:
    """What to print, part by part. Whatever is wrong with the input is raised at once."""
    known, file = given.known, given.file
    large = not (known or file)
    dataset = _opened(options) if large else _dataset(options, given)
    plain = _recipe(options, dataset, known)
    depth = DEPTH if large and options.depth is None else options.depth
    recipe = plain.limited(depth, options.min_leaf)
    timeline = dt.start(dataset, recipe)
    if options.check:
        return _checked(timeline, options.at, options.check, options.say)
    if options.steps:
        parts = worksheet.worksheet_text(timeline)
    else:
        tree, pruned = _grown(dataset, recipe, options.prune)
        source = file.source(str(given.target)) if file else Source()
        if options.predict:
            frame = _frame(options.predict, source)
            check_asked(tree, frame)
            return iter([_predictions(tree, frame)])
        parts = iter([_written(options.export, tree, file), *_test(tree, options.test, source)])
    kept = options.export != "text" or options.output not in (None, "-")
    changes = [str(rule.clause) for rule in recipe.stopping if rule not in plain.stopping]
    chosen = "taken to fit the table; --recipe chooses another"
    notes = (*(file.notes if file else ()), *_warnings(dataset, file))
    head = [
        ("Table", Path(options.file).name.encode("utf-8", "replace").decode()),
        ("Read as", file.read_as if file else ""),
        *_of_dataset(timeline),
        ("Recipe", f"{recipe.name} ({recipe.source})"),
        ("", "" if options.recipe or known else chosen),
        ("", f"changed: a node becomes a leaf when {'; '.join(changes)}" if changes else ""),
        ("Pruned", "" if options.steps else pruned),
        *(("Note", note) for note in notes),
        ("Written", f"{datetime.now(UTC).date()}, dtcore {dt.__version__}" if kept else ""),
    ]
    text = worksheet.aligned([line for line in head if line[1]])
    if options.export != "text":
        return iter([dt.export.with_origin(next(parts), options.export, text)])
    return chain(text, (f"\n{part}" for part in parts))


def _checked(timeline: dt.Timeline, at: int, file: str, say: Callable[..., str]) -> Iterator[str]:
    """A working with its marks; of a folder a table of them, as CSV."""
    steps = [one.weighed for one in exercise.exercises(timeline, max(at, working.STEPS))]
    weighed = steps[at - 1] if len(steps) >= at > 0 else None
    if weighed is None:
        raise dt.DataError(
            "There is no exercise {n} with numbers to work out. Take another by --at.", n=at
        )
    path, problem = Path(file), timeline.problem
    others = [one for one in steps if one is not None]
    solution = working.Solution(problem.recipe, problem.dataset.schema, weighed, elsewhere=others)
    files = [path] if not path.is_dir() else sorted(p for p in path.iterdir() if p.is_file())
    texts = [(one.name, _text(sys.stdin.buffer.read() if file == "-" else one.read_bytes()))
             for one in files]  # fmt: skip
    digits = dt.printing.Digits.for_scale(timeline.state.tree.impurity(()))
    found = [(name, text, *solution.read(text)) for name, text in texts]
    if path.is_dir():
        rows = [_marks(name, judged, left, say) for name, _t, judged, left in found]
        return iter([str(pd.DataFrame(rows)
                         .to_csv(index=False, lineterminator="\n"))])  # fmt: skip
    each = (_marked(text, judged, left, digits, say) for _name, text, judged, left in found)
    return (part for one in each for part in one)


def _text(content: bytes) -> str:
    return decode(content, guess_encoding(content))


def _marks(
    name: str, judged: list[working.Judged], left: list[int], say: Callable[..., str]
) -> dict[str, object]:
    """A row of the table: what is right, or follows from what is written, is a point each."""
    marks = working.Marks.of(judged)
    first, said = marks.first, marks.first.said if marks.first else None
    return {
        "answer": name,
        "right": marks.right,
        "carried": marks.carried,
        "wrong": marks.wrong,
        "not judged": len(left),
        "points": f"{marks.right + marks.carried} of {marks.all}",
        "line": first.line if first else "",
        "mistake": said.mistake.name.lower() if said else "",
        "number": say(working.name_of(first.asked)) if first and first.asked else "",
    }


MARKS: Final = Sentence(
    "Marks: {points} of {all}. Right {right}, carried on {carried}, wrong {wrong}."
)
LEFT: Final = Sentence("Not judged: {left}.")
FIRST: Final = Sentence("The first error is in line {line}.")


def _marked(
    text: str,
    judged: list[working.Judged],
    left: list[int],
    digits: dt.printing.Digits,
    say: Callable[..., str],
) -> Iterator[str]:
    marks = working.Marks.of(judged)
    fields = {"right": marks.right, "carried": marks.carried, "wrong": marks.wrong}
    yield say(
        MARKS.with_fields(points=marks.right + marks.carried, all=marks.all, **fields),
        *([LEFT.with_fields(left=len(left))] if left else []),
        *([FIRST.with_fields(line=marks.first.line)] if marks.first else []),
    )
    for number, line in enumerate(text.rstrip().split("\n"), 1):
        here = [one for one in judged if one.line == number]
        worst = max((SIGNS[one.mark] for one in here), default=" ", key=" +~-".index)
        sign = " " if worst == "+" and number in left else worst  # it is not right as a whole
        yield f"{sign} {number:3} {line}".rstrip()
        for one in here if worst != "+" else ():
            if (said := say(*working.told(one, digits))) == "":
                continue
            yield textwrap.fill(
                f"{text[one.start : one.end]}: {said}",
                96,
                initial_indent="      ",
                subsequent_indent="      ",
            )


def _written(kind: str, tree: dt.Tree, file: Opened | None) -> str:
    """The tree as code or text; as a program, it reads what is written as ``file`` was."""
    if kind != "python":
        return KINDS[kind](tree)
    return dt.export.python(tree, file.table if file else None)


def _recipe(options: argparse.Namespace, dataset: dt.Dataset, known: Bundled | None) -> dt.Recipe:
    if options.recipe:
        return dt.recipe(options.recipe)
    return dt.recipe(known.recipe) if known and not options.target else dt.fitting(dataset)


def _grown(dataset: dt.Dataset, recipe: dt.Recipe, prune: bool) -> tuple[dt.Tree, str]:
    """The tree, and how it was pruned, "" if it was not."""
    tree = dt.grow(dataset, recipe)
    if not prune:
        return tree, ""
    if recipe.name in PESSIMISTIC:
        smaller = dt.pruning.pessimistic(tree, dataset, z=PESSIMISTIC[recipe.name])
        how = "pessimistically, confidence 0.25"
    elif recipe.name == "assistant":
        smaller, how = dt.pruning.minimum_error(tree), "by minimum error, m = 2"
    else:
        folds = min(10, len(dataset))
        found = dt.pruning.cross_validate(dataset, recipe, folds)
        smaller = found.path.subtree(found.one_error)
        how = f"by cost-complexity, {folds} folds (seed 0), one standard error"
    return smaller, f"{how}: {smaller.leaves} of {tree.leaves} leaves stay"


def _predictions(tree: dt.Tree, frame: pd.DataFrame) -> str:
    """The rows as CSV with what is told of them, and which cells the tree could not ask about."""
    found = dt.report(tree, frame, absent=True)
    notes = [""] * len(frame)
    for cell in found.unplaced:
        apart = "; " if notes[cell.row] else ""
        rests = "" if cell.routed else ", so the row stops short of a leaf"
        notes[cell.row] += f"{apart}{cell.column}: {cell.reason.value}{rests}"
    told = frame.copy()
    told[_free("prediction", frame)] = found.values
    told[_free("note", frame)] = notes
    return str(told.to_csv(index=False, lineterminator="\n"))


def _free(name: str, frame: pd.DataFrame) -> str:
    """A name that no column of ``frame`` has."""
    while name in frame:
        name += "_"
    return name


def _test(tree: dt.Tree, file: str | None, source: Source) -> Iterator[str]:
    if file:
        frame, name = _frame(file, source), tree.schema.target.name
        check_asked(tree, frame)
        if (plain := re.fullmatch(r"log\((.*)\)", name, re.DOTALL)) and plain[1] in frame:
            frame = frame.assign(**{name: np.log(frame[plain[1]])})
        if tree.schema.classes and name in frame:
            frame = frame.assign(**{name: _classes(file, frame[name], tree.schema.classes)})
        for block in as_text.lines(dt.evaluate(tree, frame)):
            right = range(1, len(block[0])) if len(block[0]) > 2 else ()
            yield "\n".join(worksheet.aligned(block, right))


def _classes(file: str, answers: pd.Series[Any], classes: Sequence[str]) -> pd.Series[Any]:
    """The answers under the names of the tree's classes, where they can be no others."""
    names = level_names(answers)
    given = [*names.dropna().unique()]
    alike = classes_alike(given, classes)
    if alike:
        pairs = ", ".join(f"“{one}” as “{name}”" for one, name in alike.items())
        _tell(f"In “{file}” classes are taken that differ in signs alone: {pairs}.")
    if strange := [one for one in given if one not in alike and one not in classes]:
        shown = textwrap.shorten(", ".join(f"“{one}”" for one in strange), 90, placeholder=" …")
        _tell(
            f"In “{file}” are classes that no row of training has, told wrong each time: {shown}."
        )
    return names.replace(alike) if alike else answers


def _of_dataset(timeline: dt.Timeline) -> Iterator[tuple[str, str]]:
    dataset = timeline.problem.dataset
    left_out = (f"{count} {LEFT_OUT.get(why, why)}" for why, count in dataset.left_out.items())
    names = ", ".join(column.name for column in dataset.columns)
    yield "Rows", f"{len(dataset)}"
    yield "Left out", ", ".join(left_out)
    yield "Target", f"{dataset.target.name}, {worksheet.counts_words(timeline.state.tree, ROOT)}"
    yield "Columns", textwrap.shorten(names, 90, placeholder=" …", break_on_hyphens=False)


def _names_a_table(file: str) -> bool:
    """Whether a word cannot be a file's name but may be a bundled table's."""
    return file.isidentifier() and not Path(file).exists()


def _frame(file: str, source: Source) -> pd.DataFrame:
    """The rows to be predicted or judged."""
    return bundled(file).read() if _names_a_table(file) else other_rows(file, source, _tell)


def _dataset(options: argparse.Namespace, given: _Given) -> dt.Dataset:
    """The table as the options have it, else as it is known or declares itself."""
    known, file = given.known, given.file
    frame = given.frame
    own = known if known and given.target == known.target else None
    roles, kinds = _declared(frame, file, given.target) if file else ({}, {})
    asked = dict.fromkeys(options.nominal, "nominal") | dict.fromkeys(options.numeric, "numeric")
    return dt.Dataset.from_frame(
        frame,
        target=given.target,
        roles={**roles, **(own.roles if own else {}), **dict.fromkeys(options.ignore, "ignore")},
        kinds={**kinds, **(own.kinds if own else {}), **asked},
        weights=options.weights,
        log=options.log or bool(own and own.log),
        complete=options.complete,
    )


def _declared(
    frame: pd.DataFrame, file: Opened, target: str | None
) -> tuple[dict[str, str], dict[str, str]]:
    """Roles and kinds that the file itself states of columns that are there."""
    stated = file.table.declared
    roles = {name: role for name, role in stated.roles.items() if name in frame and name != target}
    kinds = {
        name: kind
        for name, kind in stated.kinds.items()
        if name in frame and (kind == "nominal" or guess_kind(frame[name]) == "numeric")
    }
    return {name: role for name, role in roles.items() if role != "target"}, kinds


def _is_large(file: str) -> bool:
    """Whether a table is counted where it lies: a folder, a pattern, a database, a large file."""
    path = Path(file)
    if path.is_file():
        return path.suffix in DATABASES or path.stat().st_size > LIMITS.bytes
    return path.is_dir() or "://" in file or any(sign in file for sign in "*?[")


def _opened(options: argparse.Namespace) -> CountedTable:
    if options.weights or options.log:
        raise dt.DataError(
            "A table that is counted where it lies takes its rows and its target as they are: "
            "leave out --weights and --log."
        )
    kinds = dict.fromkeys(options.nominal, "nominal") | dict.fromkeys(options.numeric, "numeric")
    return dt.open(
        options.file,
        options.target,
        ignore=options.ignore,
        kinds=kinds,
        complete=options.complete,
        table=options.table,
        progress=_bar if sys.stderr.isatty() else lambda share: None,
    )


def _bar(share: float) -> None:
    """How far a large table is prepared, in one line."""
    end = "\r" if share < 1 else "\r" + " " * 40 + "\r"
    print(f"Preparing a coded copy: {share:4.0%}", end=end, file=sys.stderr, flush=True)


def _warnings(dataset: dt.Dataset, file: Opened | None) -> Iterator[str]:
    """Of columns that serve otherwise than one may think; where cells have offers, a note does."""
    if isinstance(dataset, CountedTable):
        names = [c.name for place, c in enumerate(dataset.columns) if dataset.grouped(place)]
        if names:
            shown = textwrap.shorten(", ".join(names), 60, placeholder=" …")
            yield f"Cut between groups of values, at most 256 of about equal size: {shown}."
        return
    settled = [c for c in dataset.columns if not (file and c.name in file.unsettled)]
    for column in settled:
        if id_like(column) and len(column.distinct) > 1:
            yield (
                f"“{column.name}” has a value of its own in nearly every row, as a number or a "
                "name has; --ignore leaves it out."
            )
    if file:
        yield from _suspects(dataset)


def _suspects(dataset: dt.Dataset) -> Iterator[str]:
    """Of columns that number the rows, or give the answer away."""
    asked = []
    for column in dataset.columns:
        if column.numeric and numbers_rows(pd.Series(column.values, name=column.name)):
            if len(dataset.columns) > 1:
                yield f"“{column.name}” only numbers the rows; --ignore leaves it out."
        elif len(column.distinct) > 1 and not id_like(column):
            asked.append(column)
    classes = dataset.target
    if classes.numeric or len(classes.distinct) < 2:
        return
    found = [c.name for c in asked if tells_classes(c, classes.values, len(asked))]
    if found:
        names = Listed(found[:NAMED])
        more = " and more" if len(found) > NAMED else ""
        yield (
            f"Enough alone to tell “{classes.name}” in every row: {names}{more}. What is known "
            "only afterwards gives the answer away; --ignore leaves it out."
        )


def _speak_on_any_console() -> None:
    """Spell what the console cannot show, rather than fail; a Windows one may not be UTF-8."""

    def spell(error: UnicodeError) -> tuple[str, int]:
        assert isinstance(error, UnicodeEncodeError)
        piece = error.object[error.start : error.end]
        return "".join(SPELT.get(character, "?") for character in piece), error.end

    codecs.register_error("dtcore.spelt", spell)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="dtcore.spelt")


def _print(parts: Iterable[str]) -> int:
    try:
        for part in parts:
            print(part.translate(CONTROL).rstrip("\n"))
        print(end="", flush=True)
    except OSError as error:
        # Python flushes once more at its end, and would complain again.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if error.errno in (errno.EPIPE, errno.EINVAL):  # EINVAL: a closed pipe on Windows
            return 1
        return _refuse(f"The output cannot be written: {error.strerror or error}.")
    return 0


def _keep(file: str, parts: Iterable[str]) -> int:
    """Write the parts to a file; signs stay as they are."""
    text = "".join(part.rstrip("\n") + "\n" for part in parts)
    try:
        Path(file).write_text(text, "utf-8", newline="\n")
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        return _refuse(f"The file “{file}” cannot be written: {reason}.")
    return 0


def _refuse(sentence: str) -> int:
    _tell(sentence)
    return 2


def _tell(sentence: str) -> None:
    print("dtcore:", " ".join(sentence.translate(CONTROL).split()), file=sys.stderr)


if __name__ == "__main__":
    sys.exit(main())
