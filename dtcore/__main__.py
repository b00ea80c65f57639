"""``python -m dtcore FILE --target T --recipe R [--steps]``: a tree, or a whole lesson, as text.

Exit status 0 if all went well, 1 if the reader of the output went away, 2 if the input is at
fault; then one sentence on standard error says why. Not done here: no tree is grown and
nothing is worded here that belongs to a lesson (``dtcore.explain.worksheet``).
"""

from __future__ import annotations

import argparse
import codecs
import errno
import io
import os
import sys
import textwrap
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain
from pathlib import Path
from typing import Final

import dtcore as dt
import dtcore.explain.worksheet as worksheet
from dtcore.model.columns import id_like
from dtcore.model.node_id import ROOT
from dtcore.reading.limits import LIMITS
from dtcore.reading.table import Table, read

EXAMPLE: Final = """example:
  python -m dtcore datasets/playtennis.csv --target Play --ignore Day --recipe id3 --steps"""

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

CONTROL: Final = dict.fromkeys([*range(10), *range(11, 32), *range(127, 160)], " ")
"""Control characters in a file must not reach the terminal, which obeys them."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; the exit status."""
    _speak_on_any_console()
    parser = _parser()
    options = parser.parse_args(arguments)
    if options.steps and options.format != "text":
        parser.error("--steps are text: leave out --format")
    try:
        parts = _output(options)
    except dt.DtError as error:
        return _refuse(str(error))
    except OSError as error:
        return _refuse(f"The file “{options.file}” cannot be read: {error.strerror or error}.")
    return _print(parts)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m dtcore",
        description="Grow a decision tree from a CSV file and print it, or every step to it.",
        epilog=EXAMPLE,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    add("file", metavar="FILE", help="a table as CSV")
    add("--target", metavar="COL", required=True, help="the column to predict")
    names = ", ".join(dt.RECIPES)
    add("--recipe", metavar="R", help=f"{names}; without it, one that fits the data")
    add("--steps", action="store_true", help="print the lesson step by step")
    add("--format", choices=("text", "json", "dot"), default="text", help="of the tree")
    for option, meaning in (
        ("ignore", "leave a column out"),
        ("nominal", "take a column of numbers as names"),
        ("numeric", "take a column as numbers"),
    ):
        words = f"{meaning} (can be repeated)"
        add(f"--{option}", metavar="COL", action="append", default=[], help=words)
    add("--weights", metavar="COL", help="the column that says how often a row counts")
    add("--log", action="store_true", help="predict the logarithm of the target")
    add("--complete", action="store_true", help="leave out rows with missing cells")
    add("--depth", metavar="N", type=_whole(0), help="at most N levels of questions")
    add("--min-leaf", metavar="N", type=_whole(1), help="at least N rows in a branch")
    return parser


def _whole(least: int) -> Callable[[str], int]:
    def whole_number(text: str) -> int:
        if not text.isdecimal() or int(text) < least:
            raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from {least} on")
        return int(text)

    return whole_number


def _output(options: argparse.Namespace) -> Iterator[str]:
    """What to print, part by part. Whatever is wrong with the input is raised at once."""
    table = _read(options.file)
    dataset = _dataset(options, table)
    plain = dt.recipe(options.recipe) if options.recipe else dt.fitting(dataset)
    recipe = plain.limited(options.depth, options.min_leaf)
    if options.format != "text":
        write = {"json": dt.export.to_json, "dot": dt.export.dot}[options.format]
        return iter([write(dt.grow(dataset, recipe))])
    timeline = dt.start(dataset, recipe)
    changes = [str(rule.clause) for rule in recipe.stopping if rule not in plain.stopping]
    head = [
        ("Table", Path(options.file).name),
        *_of_dataset(timeline),
        ("Recipe", f"{recipe.name} ({recipe.source})"),
        ("", "" if options.recipe else "taken to fit the table; --recipe chooses another"),
        ("", f"changed: a node becomes a leaf when {'; '.join(changes)}" if changes else ""),
        *(("Note", str(note)) for note in (*table.notes, *_warnings(dataset))),
    ]
    parts = worksheet.worksheet_text(timeline) if options.steps else _tree(dataset, recipe)
    text = worksheet.aligned([line for line in head if line[1]])
    return chain(text, (f"\n{part}" for part in parts))


def _tree(dataset: dt.Dataset, recipe: dt.Recipe) -> Iterator[str]:
    yield dt.export.text(dt.grow(dataset, recipe))


def _of_dataset(timeline: dt.Timeline) -> Iterator[tuple[str, str]]:
    dataset = timeline.problem.dataset
    left_out = (f"{count} {LEFT_OUT.get(why, why)}" for why, count in dataset.left_out.items())
    names = ", ".join(column.name for column in dataset.columns)
    yield "Rows", f"{len(dataset)}"
    yield "Left out", ", ".join(left_out)
    yield "Target", f"{dataset.target.name}, {worksheet.counts_words(timeline.state.tree, ROOT)}"
    yield "Columns", textwrap.shorten(names, 90, placeholder=" …", break_on_hyphens=False)


def _read(file: str) -> Table:
    with Path(file).open("rb") as opened:
        content = opened.read(LIMITS.bytes + 1)
    if len(content) > LIMITS.bytes:
        raise OSError(errno.EFBIG, f"it holds more than {LIMITS.megabytes} MB")
    return read(content)


def _dataset(options: argparse.Namespace, table: Table) -> dt.Dataset:
    return dt.Dataset.from_frame(
        table.frame,
        target=options.target,
        roles=dict.fromkeys(options.ignore, "ignore"),
        kinds=dict.fromkeys(options.nominal, "nominal") | dict.fromkeys(options.numeric, "numeric"),
        weights=options.weights,
        log=options.log,
        complete=options.complete,
    )


def _warnings(dataset: dt.Dataset) -> Iterator[str]:
    for column in dataset.columns:
        if id_like(column):
            yield (
                f"“{column.name}” has a value of its own in nearly every row, as a number or a "
                "name has; --ignore leaves it out."
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


def _refuse(sentence: str) -> int:
    print("dtcore:", " ".join(sentence.translate(CONTROL).split()), file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main())
