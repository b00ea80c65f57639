"""Spoil files of every format and see that each is read, or refused in a sentence.

``python -m tests.engine.fuzz_files 50000 [SEED]`` spoils so many of them in processes of their
own (a library may take the whole process down with it) and tells the time, the slowest, the peak
of memory and what failed. An input is known by its number: ``spoilt(number)`` makes it again.
Not done here: what is read is not checked (``file_corpus`` does that).
"""

from __future__ import annotations

import gzip
import multiprocessing
import os
import random
import resource
import sys
import time
import tracemalloc
import warnings
import zipfile
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from io import BytesIO
from typing import Final

from dtcore.errors import DtError
from dttools.files import Chosen, Limits, read
from tests.engine.file_corpus import cells, encodings, formats, shapes, texts
from tests.engine.file_corpus.case import csv_of, records_of

SLOWEST: Final = 2.0
"""Seconds of CPU that an input may cost."""
LIMITS: Final = Limits()
_CHUNK: Final = 500
_ALPHABETS: Final = (
    "ab,;\t\n\"' .5-",
    "0123456789.,-+eE%$€ \n;",
    "年龄类别是否青中老，。、\n,\t12",
    'абвгд,\n;"1',
    "ゐテ気温雨,\n\t1",
    "@relation attribute data{}'\"?,%\n1a",
    "\ufeff\u202e\u200b\u2028\x0b\x0c\x1c\x85\u00a0,\n1",
    "|:.,\n\\ continuousignre",
    "=+-@cmd|'/C calc'!A0,\n",
)
_CHOSEN: Final = (
    *(Chosen(), Chosen(), Chosen(), Chosen(header=False), Chosen(decimal=","), Chosen(preamble=2)),
    *(Chosen(table=1), Chosen(off=frozenset(("tables",)))),
    *(Chosen(separator=" "), Chosen(separator=":"), Chosen(separator="^"), Chosen(sheet="A")),
    Chosen(on=frozenset(("hidden_rows", "hidden_columns"))),
    Chosen(off=frozenset(("above", "totals", "labels", "two_headers", "merged", "empty_columns"))),
)
_STRUCTURE: Final = tuple(b',;\t|"\'\n\r\x00 \xef\xbb\xbf\xff\xfe<>&/="{}%?@')


@dataclass(frozen=True)
class Outcome:
    """What became of an input: ``failed`` says how it went wrong, "" where it did not."""

    number: int
    sort: str
    seconds: float
    refused: bool
    failed: str
    peak: int = 0


@cache
def sound() -> tuple[tuple[str, bytes], ...]:
    """Small sound files, each with its sort."""
    gaps, weather = records_of(formats.GAPS), records_of(formats.WEATHER)
    sheets = {"A": [["Titel"], [], *weather], "B": gaps}
    written = [(kind.split()[0], write(sheets)) for kind, write in formats.WRITERS.items()]
    written += [(case.name.split(":")[0], case.bytes) for case in formats.of_hidden()]
    tables = [("text", csv_of(columns).encode()) for columns, _ in encodings.TABLES.values()]
    tables += [
        ("text", csv_of(columns).encode(encodings.CODECS.get(encoding, encoding)))
        for columns, codecs in encodings.TABLES.values()
        for encoding in codecs
    ]
    tables += [("text", case.bytes) for case in (*texts.CASES_OF_TEXTS, *shapes.CASES_OF_SHAPES)]
    tables += [("text", case.bytes) for case in cells.of_programs()]
    arff = [("arff", case.bytes) for case in formats.arffs()]
    pairs = [("c4.5", case.bytes) for case in formats.c45s()]
    parquets = [("parquet", case.bytes) for case in formats.parquets()]
    small = [case for case in formats.packed() if len(case.bytes) < 9999]
    packed = [(case.name[:4].strip(":"), case.bytes) for case in small]
    parts = [("members", file) for _, file in written if file.startswith(b"PK")]
    return (*written, *tables, *arff, *pairs, *parquets, *packed, *parts)


@cache
def _by_sort() -> dict[str, list[bytes]]:
    result: dict[str, list[bytes]] = {}
    for sort, content in sound():
        result.setdefault(sort, []).append(content)
    return result


def spoilt(number: int) -> tuple[str, bytes, Chosen]:
    """The input of this number: its sort, its bytes, and what of its reading is chosen."""
    chance = random.Random(number)
    chosen = chance.choice(_CHOSEN)
    sorts = ("random", *_by_sort())
    sort = sorts[number % len(sorts)]
    if sort == "random":
        return sort, _random_text(chance), chosen
    content = chance.choice(_by_sort()[sort])
    if sort == "members":
        return sort, _with_spoilt_member(content, chance), chosen
    if sort == "gzip" and chance.random() < 0.5:
        inner = chance.choice(_WAYS)(chance.choice(sound())[1], chance)
        return sort, gzip.compress(inner, mtime=0), chosen
    for _ in range(chance.choice((1, 1, 2, 4))):
        content = chance.choice(_WAYS)(content, chance)
    return sort, content, chosen


def _random_text(chance: random.Random) -> bytes:
    alphabet = chance.choice(_ALPHABETS)
    text = "".join(chance.choices(alphabet, k=chance.choice((5, 50, 500, 5000))))
    encoding = chance.choice(("utf-8", "utf-8", "utf-16", "gb18030", "shift_jis", "cp1251"))
    return text.encode(encoding, "replace")


def _truncated(content: bytes, chance: random.Random) -> bytes:
    return content[: chance.randrange(len(content) + 1)]


def _flipped(content: bytes, chance: random.Random) -> bytes:
    result = bytearray(content)
    for _ in range(min(len(result), chance.choice((1, 3, 20)))):
        result[chance.randrange(len(result))] = chance.randrange(256)
    return bytes(result)


def _structured(content: bytes, chance: random.Random) -> bytes:
    """Signs that mean something put in or over others."""
    result = bytearray(content)
    for _ in range(chance.choice((1, 3, 20))):
        at = chance.randrange(len(result) + 1)
        result[at : at + chance.randrange(2)] = bytes([chance.choice(_STRUCTURE)])
    return bytes(result)


def _spliced(content: bytes, chance: random.Random) -> bytes:
    other = chance.choice(sound())[1]
    at, begin = chance.randrange(len(content) + 1), chance.randrange(len(other) + 1)
    return content[:at] + other[begin : begin + 2000] + content[at:]


def _repeated(content: bytes, chance: random.Random) -> bytes:
    begin = chance.randrange(len(content) + 1)
    part = content[begin : begin + chance.choice((1, 10, 100))]
    return content[:begin] + part * chance.choice((2, 20, 500)) + content[begin:]


def _dropped(content: bytes, chance: random.Random) -> bytes:
    begin = chance.randrange(len(content) + 1)
    return content[:begin] + content[begin + chance.choice((1, 10, 100)) :]


def _large_numbers(content: bytes, chance: random.Random) -> bytes:
    """Four bytes as large as they can be, where lengths and counts may stand."""
    at = chance.randrange(len(content) + 1)
    number = chance.choice((b"\xff" * 4, b"\xff\xff\xff\x7f", bytes(4)))
    return content[:at] + number + content[at + 4 :]


_WAYS: Final[tuple[Callable[[bytes, random.Random], bytes], ...]] = (
    _truncated,
    _flipped,
    _flipped,
    _structured,
    _spliced,
    _repeated,
    _dropped,
    _large_numbers,
)


def _with_spoilt_member(content: bytes, chance: random.Random) -> bytes:
    """A zip archive that is sound, with one of its members spoilt."""
    with zipfile.ZipFile(BytesIO(content)) as archive:
        members = {one.filename: archive.read(one) for one in archive.infolist()}
    name = chance.choice([one for one in members if members[one]])
    members[name] = chance.choice(_WAYS)(members[name], chance)
    return formats.zipped(members)


def tried(number: int, *, weighed: bool = False) -> Outcome:
    """Read an input; ``weighed`` measures the peak of what Python allocates, in bytes."""
    sort, content, chosen = spoilt(number)
    begin, refused, failed, peak = time.process_time(), False, "", 0
    try:
        with warnings.catch_warnings(), _measured(weighed) as peak_of:
            warnings.simplefilter("error")
            read(content, chosen, limits=LIMITS)
    except DtError as error:
        refused = True
        failed = "" if str(error).strip() else "an empty sentence"
    except BaseException as error:
        failed = f"{type(error).__name__}: {error}"[:200]
    seconds = time.process_time() - begin
    peak = peak_of[0]
    return Outcome(number, sort, seconds, refused, failed, peak)


@contextmanager
def _measured(weighed: bool) -> Iterator[list[int]]:
    peak = [0]
    if weighed:
        tracemalloc.start()
    try:
        yield peak
    finally:
        if weighed:
            peak[0] = tracemalloc.get_traced_memory()[1]
            tracemalloc.stop()


def _tried_all(numbers: range, weigh_each: int, out: multiprocessing.Queue[Outcome | int]) -> None:
    os.dup2(os.open(os.devnull, os.O_WRONLY), 2)  # where a panic of Rust would print its stack
    for number in numbers:
        out.put(number)
        out.put(tried(number))
        if number % weigh_each == 0:
            out.put(tried(number, weighed=True))
    out.put(-resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)


def outcomes(numbers: range) -> Iterator[Outcome]:
    """All outcomes, each chunk of them in a process that may end as it likes."""
    context = multiprocessing.get_context("fork")
    begin = numbers.start
    while begin < numbers.stop:
        chunk = range(begin, min(begin + _CHUNK, numbers.stop))
        out: multiprocessing.Queue[Outcome | int] = context.Queue()
        process = context.Process(target=_tried_all, args=(chunk, 50, out), daemon=True)
        process.start()
        last, ended = begin, False
        while not ended:
            try:
                told = out.get(timeout=60)
            except Exception:
                process.kill()
                yield Outcome(last, spoilt(last)[0], 60.0, False, "the process ended or hung")
                break
            if isinstance(told, Outcome):
                yield told
            elif told < 0:
                ended = True
                yield Outcome(-1, "process", 0.0, False, "", -1024 * told)
            else:
                last = told
        process.join(5)
        begin = chunk.stop if ended else last + 1


def main(count: int, seed: int) -> int:
    sorts: Counter[str] = Counter()
    refused: Counter[str] = Counter()
    slowest: dict[str, Outcome] = {}
    failed: list[Outcome] = []
    peak = resident = total = 0.0
    for one in outcomes(range(seed, seed + count)):
        if one.sort == "process":
            resident = max(resident, one.peak)
            continue
        if one.peak:
            peak = max(peak, one.peak)
            continue
        sorts[one.sort] += 1
        refused[one.sort] += one.refused
        total += one.seconds
        if one.seconds >= slowest.get(one.sort, one).seconds:
            slowest[one.sort] = one
        if one.failed or one.seconds > SLOWEST:  # a test in CI asks no clock
            failed.append(one)
            print("FAILED", one, flush=True)
    for sort, many in sorted(sorts.items()):
        slow = slowest[sort]
        print(f"{sort:8} {many:6} inputs, {refused[sort]:6} refused,", end=" ")
        print(f"slowest {slow.seconds:.2f} s ({slow.number})")
    print(f"{sum(sorts.values())} inputs, {total:.0f} s of CPU, {len(failed)} failed")
    print(f"peak of Python's own memory {peak / 2**20:.1f} MB, of a process", end=" ")
    print(f"{resident / 2**20:.0f} MB")
    return bool(failed)


if __name__ == "__main__":
    raise SystemExit(main(int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 0))
