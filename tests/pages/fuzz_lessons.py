"""Lesson files that were spoiled, and moves that nearly fit: nothing but a sentence, and soon.

    python -m tests.pages.fuzz_lessons files 20000 7     # or moves; how many, and the seed

prints what became of them and the CPU that the slowest took, as ``tests.pages.fuzz_links`` does
for addresses. A file is read and its lesson opened; moves are drawn from the nodes and columns of
the tree that they are made on, so that most can be made. Not done here: what is drawn.
"""

from __future__ import annotations

import json
import random
import sys
import time
from collections import Counter
from collections.abc import Callable, Mapping
from copy import deepcopy
from functools import lru_cache
from typing import Any, Final

import dtcore as dt
from dtshow.lesson import link
from dtshow.lesson.lesson import Lesson
from dtshow.lesson.step_budget import StepBudget
from dtshow.tables.catalogue import catalogue
from dtshow.tables.edits import AddColumn, DropColumn, EditRows, RenameColumn
from dtshow.tables.table_choice import UPLOAD, TableChoice
from dttools.files import Chosen
from pages.ui.shell import cache
from pages.ui.tables import kept_form
from pages.ui.tables.upload import first_choice, take
from pages.work.settings import Work
from tests.pages import fuzz_links

SLOWEST: Final = 2.0
"""Seconds of CPU that a link's budget stands for (``settings.example.toml``)."""
ORDERS: Final = ("depth", "breadth", "best")
KINDS: Final = (
    *({"data": key} for key in fuzz_links.MADE),
    {"data": "made:xor-1000-0-0.2-3", "nominal": "x1~x2"},
    {"data": "made:xor-20000-0-0.2-3", "nominal": "x1"},
    {"data": "made:curve-5000-1-0.3-1", "nominal": "y"},
    {"data": "made:steps-60000-5-0.1-5", "nominal": "y"},
    {"data": "made:xor-200000-0-0.3-1", "depth": "12"},
)
ODD: Final[tuple[Any, ...]] = (
    None,
    True,
    -1,
    0,
    3,
    10**20,
    1e308,
    "",
    "x",
    "~",
    "x" * 9999,
    "own:x",
    [],
    {},
    [[]],
)
ROWS: Final = "".join(
    f"{n},{'xyz'[n % 3]},{n / 4},{'srw'[n % 5 % 3] if n % 7 else '?'},{'no' if n % 3 else 'yes'}\n"
    for n in range(40)
)


@lru_cache(maxsize=16)
def dataset(choice: TableChoice) -> dt.Dataset:
    made = cache.dataset(choice, "en")
    made.sort(lambda share: None)
    return made


@lru_cache(maxsize=1)
def good() -> tuple[bytes, ...]:
    """Files as the app writes them: with a table of one's own, read and edited, and without."""
    edits = (
        EditRows({2: {"id": "9"}}, (3, 5), ({"id": "77", "play": "no"},)),
        AddColumn("more"),
        RenameColumn("weather", "sky"),
        DropColumn("a~b"),
    )
    named = f"id,a~b,100%,weather,play\n{ROWS}".encode()
    uploads = [
        take("play.csv", named),
        take("play.csv", named).edited(edits),
        take("play.txt", ROWS.replace(",", ";").encode(), Chosen(header=False, separator=";")),
        take("long.csv", ("a,b,c\n" + "1,2,u\n2.5,1,v\n3,x,u\n" * 700).encode()),
    ]
    files = [kept_form.written_lesson({"data": "iris", "recipe": "cart", "step": "5"}, None)]
    for upload in uploads:
        address = {"data": UPLOAD, "recipe": "cart", "step": "2", "moves": "1~c0"}
        files.append(kept_form.written_lesson(address, upload))
    return tuple(files)


def places(value: Any) -> list[tuple[Any, Any]]:
    """All containers within a JSON value, each with one of its keys."""
    keys = (
        value if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    )
    here = [(value, key) for key in keys]
    return here + [place for key in keys for place in places(value[key])]


def spoil(draw: random.Random, made: dict[str, Any]) -> None:
    inside, key = draw.choice(places(made))
    other, there = draw.choice(places(made))
    what = draw.random()
    if what < 0.1:
        del inside[key]
    elif what < 0.2 and isinstance(inside, dict):
        inside[draw.choice(("more", "", "_type", str(key) + "x"))] = deepcopy(draw.choice(ODD))
    elif what < 0.4:
        inside[key] = deepcopy(other[there])
    else:
        inside[key] = deepcopy(draw.choice((*ODD, fuzz_links.word(draw))))


def file(draw: random.Random) -> bytes:
    made = json.loads(draw.choice(good()))
    if draw.random() < 0.5:
        made["address"] |= {**fuzz_links.address(draw), "data": made["address"]["data"]}
    for _ in range(draw.choice((0, 1, 1, 2, 5))):
        if places(made):
            spoil(draw, made)
    out = bytearray(json.dumps(made).encode())
    for _ in range(draw.choice((0, 0, 0, 1, 3))):
        at = draw.randrange(len(out))
        out[at : at + draw.randrange(3)] = draw.randbytes(draw.randrange(3))
    return bytes(out)


def opened(content: bytes) -> Lesson:
    """As the home page opens it. Raises DtError."""
    params, upload = kept_form.read_lesson(content)
    if upload is None:
        return link.read(params, dataset, budget=StepBudget(Work().link))
    own = link.Own(UPLOAD, first_choice(upload), tuple(map(str, upload.frame.columns)))

    def of(choice: TableChoice) -> dt.Dataset:
        return cache.dataset(choice, "en", upload.frame) if choice.uploaded else dataset(choice)

    return link.read({**params, "data": UPLOAD}, of, own=own, budget=StepBudget(Work().link))


@lru_cache(maxsize=24)
def begun(data: str, recipe: str, order: str, more: tuple[tuple[str, str], ...]) -> Lesson:
    """Some steps into a lesson. Raises DtError."""
    params = {"data": data, "recipe": recipe, "order": order, **dict(more), "moves": "60"}
    return link.read(params, dataset, budget=StepBudget(Work().link))


def move(draw: random.Random, lesson: Lesson) -> str:
    """A run of steps, or a move that mostly can be made somewhere in the tree of ``lesson``."""
    if draw.random() < 0.4:
        return str(draw.choice((1, 3, 40, 40, 300, 2000)))
    node = ".".join(map(str, draw.choice(list(lesson.tree)).id))
    if draw.random() < 0.4:
        return draw.choice("ccp") + node
    at = draw.randrange(len(lesson.dataset.columns))
    column = lesson.dataset.columns[at]
    if column.numeric:
        return f"x{node}:c{at}<={float(draw.choice(column.values.tolist()))!r}"
    levels = range(len(column.levels or ()))
    left = draw.sample(levels, draw.randrange(1, len(levels) + 1)) if levels else []
    right = [level for level in levels if level not in left]
    sides = (".".join(map(str, side)) for side in (left, right))
    return draw.choice((f"x{node}:m{at}", f"x{node}:s{at}={'|'.join(sides)}"))


def moves(draw: random.Random) -> dict[str, str]:
    tables = [{"data": key} for key in catalogue()]
    table: Mapping[str, str] = draw.choice((*tables, *KINDS, *KINDS, *KINDS))
    recipe, order = draw.choice(fuzz_links.RECIPES), draw.choice(ORDERS)
    params = {**table, "recipe": recipe, "order": order}
    more = tuple((name, said) for name, said in table.items() if name != "data")
    try:
        lesson = begun(table["data"], recipe, order, more)
    except dt.DtError:
        return {**params, "moves": "60"}
    words = ["60", *(move(draw, lesson) for _ in range(draw.choice((1, 2, 5, 30))))]
    return {**params, "moves": "~".join(words * draw.choice((1, 1, 2, 60)))}


def of_file(draw: random.Random) -> tuple[object, Callable[[], object]]:
    content = file(draw)
    return content[:300], lambda: opened(content)


def of_moves(draw: random.Random) -> tuple[object, Callable[[], object]]:
    params = moves(draw)
    return params, lambda: link.read(params, dataset, budget=StepBudget(Work().link))


WAYS: Final = {"files": of_file, "moves": of_moves}


def main(what: str, many: int, seed: int) -> int:
    """How many failed: with anything but a sentence."""
    found, failed, slow, slowest = Counter[str](), 0, 0, (0.0, "")
    for number in range(many):
        said, run = WAYS[what](random.Random(f"{what}-{seed}-{number}"))
        before = time.thread_time()
        try:
            run()
            found["opened"] += 1
        except dt.DtError as problem:
            found[type(problem).__name__] += 1
        except Exception as fault:
            failed += 1
            print(f"{number}: {fault!r} {said!s}"[:600], flush=True)
        took = time.thread_time() - before
        if took > SLOWEST:
            slow += 1
            print(f"{number}: {took:.2f} s of CPU {said!s}"[:300], flush=True)
        slowest = max(slowest, (took, f"{number}: {said!s}"[:300]))
    print(f"{many} {what}, seed {seed}: {dict(found)}, failed {failed}, over {SLOWEST} s: {slow}")
    print(f"slowest {slowest[0]:.2f} s of CPU: {slowest[1]}")
    return failed


if __name__ == "__main__":
    raise SystemExit(bool(main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))))
