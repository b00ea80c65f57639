"""All that the checker asks of the project, and below it how they judge.

The first part is the only one that knows the project's API: mend it there when a name moves, and
never loosen what is judged.
"""

from __future__ import annotations

import io
import os
import re
import subprocess
import sys
import tempfile
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from pathlib import Path
from typing import Any
from unittest.mock import patch

import numpy as np
import pandas as pd

import dttools as dt
from dtcore.model import Threshold, encode
from dtshow.figures.template import class_look
from dttools.command import main
from dttools.files import Chosen, read
from pages.ui.tables.upload import first_choice, take

warnings.filterwarnings("ignore")

# ---- The project. ----------------------------------------------------------------------------


@dataclass(frozen=True)
class Act:
    """One thing that the reading itself proposes: to take an offer, or to turn a switch."""

    what: str  # "cells" or "switch"
    key: str
    column: str = ""
    on: bool = True


@dataclass(frozen=True, eq=False)
class Look:
    """A file as it was read: ``said`` is all that was told or offered, sentence by sentence."""

    frame: pd.DataFrame
    said: tuple[str, ...]
    acts: tuple[Act, ...]
    header: bool | None


@dataclass(frozen=True)
class Refused:
    sentence: str


def look(content: bytes, acts: Sequence[Act] = ()) -> Look | Refused:
    """1. The file read with nothing chosen but what these acts choose."""
    cells: dict[str, tuple[str, ...]] = {}
    for act in acts:
        if act.what == "cells":
            cells[act.column] = (*cells.get(act.column, ()), act.key)
    switches = [act for act in acts if act.what == "switch"]
    more: dict[str, Any] = {"cells": cells}
    more["off"] = frozenset(act.key for act in switches if act.on)
    if turned_on := frozenset(act.key for act in switches if not act.on):
        more["on"] = turned_on  # a switch that is off at first: name its field here
    try:
        table = read(content, Chosen(**more))
    except dt.DtError as problem:
        return Refused(str(problem))
    offers = [one for one in table.offers if not one.taken]
    said = [str(finding.said) for finding in table.story]
    for offer in table.offers:
        said += [str(offer.said), *([str(offer.why)] if getattr(offer, "why", None) else [])]
    fields = getattr(Chosen, "__dataclass_fields__", {})
    found = [Act("cells", offer.key, offer.column) for offer in offers]
    found += [
        Act("switch", finding.key, on=finding.on)
        for finding in table.story
        if finding.key and not finding.firm and (finding.on or "on" in fields)
    ]
    return Look(table.frame, tuple(said), tuple(found), table.header)


def grown(frame: pd.DataFrame, target: str, recipe: str, **more: Any) -> Any:
    """2. A tree of this recipe; ``more`` goes to ``Dataset.from_frame`` (weights, kinds ...)."""
    return dt.grow(dt.Dataset.from_frame(frame, target=target, **more), dt.recipe(recipe))


def told(tree: Any, frame: pd.DataFrame) -> list[str]:
    """3. What the tree tells of each row."""
    return [str(value) for value in dt.predict(tree, frame)]


def written(tree: Any, kind: str) -> str:
    """4. The tree as "text", "python" or "sql"."""
    return str(getattr(dt.export, kind)(tree))


def cuts(tree: Any) -> list[tuple[str, float, bool]]:
    """5. Of each cut the column, the number that is printed, and whether a row with exactly this
    number goes the printed way, which is that of ≤."""
    found = []
    for split in tree.splits:
        if isinstance(split, Threshold) and np.isfinite(split.cut):
            condition = split.condition(tree.schema, 0)
            printed = as_float(condition.values[0])
            row = {field.name: [np.nan] for field in tree.schema.columns}
            frame = pd.DataFrame(row | {condition.column: [printed]})
            side = int(split.branch(encode(frame, tree.schema), np.array([0]))[0])
            found.append((condition.column, printed, side == 0))
    return found


def bundled(name: str) -> tuple[pd.DataFrame, str, dict[str, Any]]:
    """A table that comes with the project, its target, and the rest for ``grown``."""
    one = dt.bundled(name)
    return (
        one.read(),
        one.target,
        {"roles": dict(one.roles), "kinds": dict(one.kinds), "log": one.log},
    )


def command(*words: str, given: bytes = b"") -> tuple[int, str, str]:
    """6. ``python -m dtcore``, in this process: exit status, standard output and error."""
    streams = [io.TextIOWrapper(io.BytesIO(content), "utf-8") for content in (given, b"", b"")]
    status: object = 0
    with ExitStack() as stack:
        for name, stream in zip(("stdin", "stdout", "stderr"), streams, strict=True):
            stack.enter_context(patch.object(sys, name, stream))
        try:
            status = main(words)
        except SystemExit as ended:  # of argparse
            status = ended.code
    out, err = (_written(stream) for stream in streams[1:])
    return int(str(status)), out, err


def _written(stream: io.TextIOWrapper) -> str:
    stream.seek(0)
    return stream.read()


def run_exported(code: Path, table: Path) -> tuple[int, str, str]:
    """The exported Python on a file, as its own first lines say."""
    return _run([sys.executable, str(code)], table.read_bytes())


def app_takes(name: str, content: bytes) -> tuple[str, dict[str, str]]:
    """7. The target that the app proposes for a file, and the role of each column."""
    upload = take(name, content)
    choice = first_choice(upload)
    return choice.target, {str(column): choice.role(str(column)) for column in upload.frame}


def class_looks(classes: int) -> list[tuple[Any, Any]]:
    """8. Colour and mark of each of so many classes, as the figures draw them."""
    looks = [class_look(number, "light") for number in range(classes)]
    return [(look["color"], look["symbol"]) for look in looks]


# ---- How it is judged: nothing below knows a name of the project. ------------------------------


def _run(words: Sequence[str], given: bytes = b"") -> tuple[int, str, str]:
    env = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1", "PYTHONIOENCODING": "utf-8"}
    done = subprocess.run(words, input=given, capture_output=True, env=env, timeout=120)
    return (
        done.returncode,
        done.stdout.decode("utf-8", "replace"),
        done.stderr.decode("utf-8", "replace"),
    )


def as_float(text: str) -> float:
    return float(text.replace("−", "-").replace(",", ""))


def frame_of(text: str) -> pd.DataFrame:
    return pd.read_csv(io.StringIO(text))


Judged = bool | str  # True, or what falls short
OfLook = Callable[[Look], Judged]
Alternative = Callable[["Case"], Judged]


@dataclass(frozen=True)
class Case:
    """One line of the score: right if one of the ``ways`` to be right is found."""

    name: str
    ways: tuple[Alternative, ...]
    folder: Path

    @property
    def path(self) -> Path:
        return self.folder / self.name.split(":")[0]

    def judged(self) -> Judged:
        short = []
        for way in self.ways:
            try:
                found = way(self)
            except Exception as problem:  # a checker must not stop at one
                found = f"{type(problem).__name__}: {problem}"
            if found is True:
                return True
            short.append(str(found))
        return " | ".join(dict.fromkeys(short))


def score(cases: Sequence[Case], by_hand: Sequence[str] = (), said: str = "world") -> int:
    good = 0
    for case in cases:
        found = case.judged()
        good += found is True
        if found is not True:
            print(f"  {case.folder.name}/{case.name}: {str(found)[:260]}", flush=True)
    for line in by_hand:
        print(f"  by hand, not counted: {line}")
    print(f"{said}: {good}/{len(cases)}")
    return 0 if good == len(cases) else 1


@lru_cache(maxsize=256)
def _looked(content: bytes, acts: tuple[Act, ...]) -> Look | Refused:
    return look(content, acts)


def within(content: bytes, depth: int) -> Iterator[Look]:
    """The table as it is read, and as it is after one proposed act, then two."""
    level: list[tuple[Act, ...]] = [()]
    for step in range(depth + 1):
        further: list[tuple[Act, ...]] = []
        for acts in level:
            try:
                found = _looked(content, acts)
            except Exception:
                if not acts:
                    raise
                continue
            if isinstance(found, Look):
                yield found
                if step < depth:
                    further += [(*acts, act) for act in found.acts if act not in acts]
        level = further


# Ways to be right.


def reads(*conditions: OfLook) -> Alternative:
    """By itself."""

    def way(case: Case) -> Judged:
        found = _looked(case.path.read_bytes(), ())
        if isinstance(found, Refused):
            return f"refused: {found.sentence}"
        return _all(conditions, found)

    return way


def reaches(*conditions: OfLook, depth: int = 1) -> Alternative:
    """By itself, or after so many offers or switches that the reading itself names."""

    def way(case: Case) -> Judged:
        plain = _looked(case.path.read_bytes(), ())
        if isinstance(plain, Refused):
            return f"refused: {plain.sentence}"
        if any(_all(conditions, one) is True for one in within(case.path.read_bytes(), depth)):
            return True
        return f"read so and not to be changed by {depth} offer: {_all(conditions, plain)}"

    return way


def refuses(pattern: str = "") -> Alternative:
    """With a sentence that names the cause."""

    def way(case: Case) -> Judged:
        found = _looked(case.path.read_bytes(), ())
        if isinstance(found, Look):
            return "read without refusal"
        return (
            bool(re.search(pattern, found.sentence, re.I))
            or f"refused, cause not named: {found.sentence}"
        )

    return way


def says(pattern: str) -> Alternative:
    """Read, and told or offered in words of this pattern."""
    return reads(lambda one: told_of(one, pattern))


def told_of(one: Look, pattern: str) -> Judged:
    return (
        any(re.search(pattern, said, re.I) for said in one.said) or f"nothing told like /{pattern}/"
    )


def both(*ways: Alternative) -> Alternative:
    """All of them."""

    def way(case: Case) -> Judged:
        for one in ways:
            found = one(case)
            if found is not True:
                return found
        return True

    return way


def app(target: str, *inputs: str) -> Alternative:
    """The app proposes this target and uses these columns."""

    def way(case: Case) -> Judged:
        proposed, roles = app_takes(case.path.name, case.path.read_bytes())
        if proposed != target:
            return f"target {proposed}"
        unused = [name for name in inputs if roles.get(name) != "input"]
        return not unused or f"not used: {', '.join(unused)}"

    return way


def _all(conditions: Sequence[OfLook], found: Look) -> Judged:
    for condition in conditions:
        judged = condition(found)
        if judged is not True:
            return judged
    return True


# What a table may be asked.


def _cell(value: Any) -> str | None:
    """A cell as text; None if it is missing."""
    if value is None or value is pd.NaT or (isinstance(value, float) and value != value):
        return None
    return " ".join(str(value).split())


def _column(one: Look, name: str | int) -> pd.Series | None:
    """By name, spaces and case apart; one of which the name was kept and more added counts too."""
    frame = one.frame
    if isinstance(name, int):
        return frame.iloc[:, name] if name < frame.shape[1] else None
    if name in frame:
        return frame[name]
    plain = {" ".join(str(column).split()).casefold(): column for column in frame}
    want = " ".join(name.split()).casefold()
    if want in plain:
        return frame[plain[want]]
    near = [column for text, column in plain.items() if text.startswith(want + " (")]
    return frame[near[0]] if near else None


def rows(count: int) -> OfLook:
    return lambda one: len(one.frame) == count or f"{len(one.frame)} rows, not {count}"


def width(count: int) -> OfLook:
    """Columns that hold something."""

    def ask(one: Look) -> Judged:
        there = int(one.frame.notna().any().sum())
        return there == count or f"{there} columns, not {count}"

    return ask


def header(there: bool) -> OfLook:
    return lambda one: one.header is there or f"header: {one.header}"


def names(*wanted: str) -> OfLook:
    """These names in this order; further columns only if they are empty."""

    def ask(one: Look) -> Judged:
        frame = one.frame
        kept = [
            " ".join(str(name).split())
            for name in frame
            if str(name) in wanted or frame[name].notna().any()
        ]
        return kept == list(wanted) or f"columns {kept[:6]}"

    return ask


def named(*parts: str) -> OfLook:
    """Names, all different, of which some hold these parts."""

    def ask(one: Look) -> Judged:
        have = [str(name) for name in one.frame]
        lacking = [
            part for part in parts if not any(part.casefold() in name.casefold() for name in have)
        ]
        if len(set(have)) < len(have):
            return "names repeat"
        return not lacking or f"no name with {lacking}: {have[:6]}"

    return ask


def gone(name: str) -> OfLook:
    return lambda one: _column(one, name) is None or f"“{name}” is there"


def here(name: str) -> OfLook:
    return lambda one: _column(one, name) is not None or f"no “{name}”"


def num(name: str | int, cells: dict[int, Any], missing: Sequence[int] = ()) -> OfLook:
    """A column of numbers: (low, high) is a range, and (None, low, high) allows missing too."""

    def ask(one: Look) -> Judged:
        column = _column(one, name)
        if column is None:
            return f"no column {name!r}"
        if not pd.api.types.is_numeric_dtype(column) or pd.api.types.is_bool_dtype(column):
            return f"{name!r} is no column of numbers"
        for row in missing:
            if row >= len(column) or not pd.isna(column.iloc[row]):
                return f"{name!r}, row {row}: not missing"
        for row, wanted in cells.items():
            value = float(column.iloc[row]) if row < len(column) else float("nan")
            if isinstance(wanted, tuple):
                free, (low, high) = len(wanted) == 3, wanted[-2:]
                if not (low <= value <= high or (free and value != value)):
                    return f"{name!r}, row {row}: {value}"
            elif not abs(value - wanted) <= 1e-9 * max(1, abs(wanted)):
                return f"{name!r}, row {row}: {value}, not {wanted}"
        return True

    return ask


def scaled(name: str, cells: dict[int, float], missing: Sequence[int] = ()) -> OfLook:
    """A column of numbers in whatever unit: all are the same multiple of these."""

    def ask(one: Look) -> Judged:
        plain = num(name, {}, missing)(one)
        if plain is not True:
            return plain
        column = _column(one, name)
        assert column is not None
        ratios = [float(column.iloc[row]) / wanted for row, wanted in cells.items()]
        alike = all(abs(ratio / ratios[0] - 1) < 1e-6 for ratio in ratios) if ratios[0] else False
        return alike or f"{name!r}: {[float(column.iloc[row]) for row in cells]}"

    return ask


def text(name: str | int, cells: dict[int, str], missing: Sequence[int] = ()) -> OfLook:
    """Cells as text; ``; `` between codes is as good as ``,``."""

    def plain(value: Any) -> str | None:
        cell = _cell(value)
        return None if cell is None else re.sub(r"\s*[;,|]\s*", ",", cell)

    def ask(one: Look) -> Judged:
        column = _column(one, name)
        if column is None:
            return f"no column {name!r}"
        for row in missing:
            if row >= len(column) or _cell(column.iloc[row]) is not None:
                return f"{name!r}, row {row}: not missing"
        for row, wanted in cells.items():
            cell = plain(column.iloc[row]) if row < len(column) else None
            if cell != plain(wanted):
                return f"{name!r}, row {row}: {cell!r}"
        return True

    return ask


def levels(name: str, *wanted: str) -> OfLook:
    def ask(one: Look) -> Judged:
        column = _column(one, name)
        if column is None:
            return f"no column {name!r}"
        found = {_cell(value) for value in column} - {None}
        return found == set(wanted) or f"{name!r} has {sorted(map(str, found))[:6]}"

    return ask


def level(name: str, at: Sequence[int], others: dict[int, str | None]) -> OfLook:
    """The cells ``at`` these rows are one level that no other row has; the others are what they
    are said to be, or just there."""

    def ask(one: Look) -> Judged:
        column = _column(one, name)
        if column is None:
            return f"no column {name!r}"
        cells = [_cell(value) for value in column]
        found = {cells[row] for row in at}
        if None in found:
            return f"{name!r}: missing where it is a level"
        if len(found) != 1 or any(cells[row] in found for row in others):
            return f"{name!r}: {sorted(map(str, found))}"
        wrong = [
            row for row, want in others.items() if cells[row] != want and (want or not cells[row])
        ]
        return not wrong or f"{name!r}, row {wrong[0]}: {cells[wrong[0]]!r}"

    return ask


def split_codes(base: int) -> OfLook:
    """Columns of two values in place of codes such as 1,2: one for each code."""

    def ask(one: Look) -> Judged:
        two = [c for c in one.frame if one.frame[c].nunique() == 2 and str(c) != "ok"]
        return len(two) >= base or "no column for each code"

    return ask


def dated(name: str, true: Sequence[datetime]) -> OfLook:
    """Some column made of this one says a part of the date or time that the first rows have."""
    parts: list[list[str]] = []
    for form in ("%Y", "%b", "%B", "%a", "%A"):
        parts.append([one.strftime(form) for one in true])
    parts.append([str(one.month) for one in true])
    parts.append([str((one.month + 2) // 3) for one in true])
    parts.append([f"Q{(one.month + 2) // 3}" for one in true])
    parts.append([str(one.hour) for one in true])
    parts.append([one.strftime("%Y-%m-%d") for one in true])
    parts = [part for part in parts if len(set(part)) > 1]
    seconds = [(one - true[0]).total_seconds() for one in true]

    def ask(one: Look) -> Judged:
        for column in one.frame:
            if not str(column).casefold().startswith(name.casefold()):
                continue
            cells = [_cell(value) for value in one.frame[column].iloc[: len(true)]]
            if [_short(cell) for cell in cells] in parts:
                return True
            if str(column) != name and pd.api.types.is_numeric_dtype(one.frame[column]):
                values = [float(value) for value in one.frame[column].iloc[: len(true)]]
                if _affine(values, seconds):
                    return True
        return f"no part of the dates of {name!r}"

    return ask


def _short(cell: str | None) -> str:
    """3.0 is 3."""
    return re.sub(r"\.0$", "", cell or "")


def _affine(values: Sequence[float], seconds: Sequence[float]) -> bool:
    """Days or seconds since some day, whole or not: a day more or less by rounding."""
    slope = (values[-1] - values[0]) / (seconds[-1] - seconds[0])
    return slope > 0 and all(
        abs(value - values[0] - slope * second) <= 1.01 * slope * 86400
        for value, second in zip(values, seconds, strict=True)
    )


def grows(target: str) -> OfLook:
    """The engine takes the table, and a tree tells something of every row."""

    def ask(one: Look) -> Judged:
        tree = grown(one.frame, target, "cart")
        return len(told(tree, one.frame)) == len(one.frame)

    return ask


def nothing_lost(case: Case) -> Judged:
    """If it is read, every cell of the file stands in the table."""
    found = _looked(case.path.read_bytes(), ())
    if isinstance(found, Refused):
        return True
    there = {_cell(value) for column in found.frame for value in found.frame[column]} | {
        str(c) for c in found.frame
    }
    cells = {
        " ".join(cell.split())
        for line in case.path.read_text("utf-8").splitlines()
        for cell in re.split("[,;]", line)
    }
    lost = {cell for cell in cells if cell and cell not in {_short(t) for t in there if t}}
    return not lost or f"lost: {sorted(lost)[:4]}"


# The command, and what it exports.


def exported_right(case: Case, target: str, *, recipe: str = "cart") -> Judged:
    """The exported Python, given the file that it was grown from, tells what stands in it (the
    trees of these cases make no error), or refuses the file in one sentence."""
    with tempfile.TemporaryDirectory() as folder:
        code = Path(folder) / "tree.py"
        status, _, problem = command(
            str(case.path),
            "--target",
            target,
            "--recipe",
            recipe,
            "--export",
            "python",
            "-o",
            str(code),
        )
        if status:
            return f"not exported: {problem.strip()}"
        status, out, problem = run_exported(code, case.path)
    if "Traceback" in problem:
        return f"traceback: {problem.strip().splitlines()[-1]}"
    if status:
        return len(problem.strip().splitlines()) == 1 or f"exit {status}: {problem[:80]!r}"
    found = look(case.path.read_bytes())
    assert isinstance(found, Look)
    truth, answers = [str(value) for value in found.frame[target]], out.split("\n")[:-1]
    right = sum(a == b for a, b in zip(answers, truth, strict=False))
    return (
        answers == truth or f"{len(answers)} answers for {len(truth)} rows, {right} right, exit 0"
    )


def options_named(*outputs: str) -> list[list[str]]:
    """Options that a note names, each with the word after it, as one could type them."""
    found: list[list[str]] = []
    for output in outputs:
        flat = " ".join(output.split())
        for match in re.finditer(
            r"(--[a-z][a-z-]*)(?:[ =](“[^”]+”|\"[^\"]+\"|'[^']+'|[^\s]+))?", flat
        ):
            option, value = match[1], (match[2] or "").strip("“”\"'.,;:)")
            if option != "--ignore" and option != "--recipe":
                found += [[option, value]] if value else []
                found += [[option]]
    return found


def command_gives(
    case: Case, words: Sequence[str], right: Callable[[int, str, str], Judged]
) -> Judged:
    """The command is right by itself, or with an option that its own output names."""
    first = command(*words)
    judged = right(*first)
    if judged is True:
        return True
    for option in options_named(first[1], first[2]):
        if right(*command(*words, *option)) is True:
            return True
    return judged


def sql_tells(tree: Any, frame: pd.DataFrame) -> list[str]:
    """What the exported SQL tells of each row."""
    import sqlite3

    with sqlite3.connect(":memory:") as base:
        frame.to_sql("rows", base, index=False)
        return [str(row[-1]) for row in base.execute(written(tree, "sql").rstrip().rstrip(";"))]


def exports_tell(
    tree: Any, frame: pd.DataFrame, right: list[str], pardon: str = ""
) -> dict[str, list[str]]:
    """What exported Python and SQL tell where it is not ``right``; none where the code's own notes
    speak of the ``pardon``."""
    found = {"python": python_tells(tree, frame), "sql": sql_tells(tree, frame)}
    excused = [kind for kind in found if pardon and re.search(pardon, written(tree, kind), re.I)]
    return {kind: one for kind, one in found.items() if one != right and kind not in excused}


def python_tells(tree: Any, frame: pd.DataFrame) -> list[str]:
    """What the exported Python tells of each row."""
    space: dict[str, Any] = {"__name__": "exported"}
    exec(written(tree, "python"), space)
    return [str(space["predict"](row)) for row in frame.to_dict("records")]


def printed_sides(
    tree: Any, column: str, frame_at: Callable[[float], pd.DataFrame], low: str
) -> Judged:
    """A row that holds exactly the printed cut is told what stands behind ≤."""
    found = re.search(rf"{re.escape(column)} ≤ ([-−\d.e]+)", written(tree, "text"))
    if not found:
        return f"no cut of {column} in {written(tree, 'text')!r}"
    said = told(tree, frame_at(as_float(found[1])))[0]
    return (
        said == low or f"{column} = {found[1]} is told {said} under “{column} ≤ {found[1]}: {low}”"
    )
