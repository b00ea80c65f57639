"""Addresses put together by chance and read: nothing but a sentence may come of them, and soon.

    python -m tests.pages.fuzz_links 100000 7     # how many, and the seed

prints how many opened, what the others were told, and the CPU that the slowest took. Tables are
made and sorted before the clock runs, as they are on a server. Not done here: addresses of files
(``tests.engine.fuzz_files``) and what is drawn.
"""

from __future__ import annotations

import random
import sys
import time
from collections import Counter
from functools import cache as kept

import dtcore as dt
from dtshow.lesson import link
from dtshow.lesson.lesson import Lesson
from dtshow.lesson.settings import SETTINGS, OptionSetting
from dtshow.lesson.step_budget import StepBudget
from dtshow.tables.catalogue import catalogue
from dtshow.tables.table_choice import TableChoice
from pages.ui.shell import cache
from pages.work.settings import Work

MADE = (
    "made:xor-1000-2-0.3-7",
    "made:parity3-300-4-0.1-2",
    "made:curve-5000-1-0.3-1",
    "made:rings-60000-3-0.2-3",
    "made:steps-200-0-0.1-5",
)
NODES = ("", "0", "1", "0.1", "0.0.0", "1.1.0.1", "99", "0.", "-1", "9" * 12)
NOISE = "0123456789.~:<=|?xcpms-+einfa_ \x00é\N{CJK UNIFIED IDEOGRAPH-6811}%"
RECIPES = tuple(dt.RECIPES)


@kept
def dataset(choice: TableChoice) -> dt.Dataset:
    made = cache.dataset(choice, "en")
    made.sort(lambda share: None)
    return made


def word(draw: random.Random) -> str:
    """One move, or something that looks like one."""
    node, column = draw.choice(NODES), draw.choice((0, 1, 2, 5, 40, 10**9))
    cut = draw.choice(("0.5", "0", "-1e9", "1e308", "nan", "inf", "77.5", "1e999", "2"))
    return draw.choice(
        (
            str(draw.choice((0, 1, 3, 30, 400, 2000, 10**9))),
            f"x{node}:c{column}<={cut}",
            f"x{node}:m{column}",
            f"x{node}:s{column}={draw.choice(('0', '0.1', '2'))}|{draw.choice(('1', '', '0'))}",
            f"x{node}:m{column}?{draw.randrange(4)}",
            f"c{node}",
            f"p{node}",
            "".join(draw.choices(NOISE, k=draw.randrange(9))),
        )
    )


def setting(draw: random.Random) -> tuple[str, str]:
    one, number = draw.choice(SETTINGS), str(draw.choice((0, 0.05, 1, 2, 3, 10, 30, 1000, 10**8)))
    known = list(one.policies) if isinstance(one, OptionSetting) else [number]
    return one.key, draw.choice(known) if draw.random() < 0.9 else word(draw)


def address(draw: random.Random) -> dict[str, str]:
    tables = (*catalogue(), *MADE, *MADE, *MADE)
    out = {
        "data": draw.choice(tables if draw.random() < 0.97 else ("upload", "made:x", word(draw)))
    }
    if draw.random() < 0.8:
        out["recipe"] = draw.choice(RECIPES)
    out |= dict(setting(draw) for _ in range(draw.choice((0, 0, 1, 1, 2, 4))))
    if draw.random() < 0.7:
        words = [
            str(draw.choice((1, 3, 40, 2000))) if draw.random() < 0.6 else word(draw)
            for _ in range(draw.choice((1, 1, 2, 3, 6, 30)))
        ]
        out["moves"] = "~".join(words * draw.choice((1, 1, 1, 2, 500)))
    names = ("step", "weigh", "target", "ignore", "weight", "nominal", "numeric", "cost", "log")
    for name in (*names, "complete"):
        if draw.random() < 0.02:
            out[name] = draw.choice((word(draw), "x1", "x2~class", "auto", "1", "999999", "x1:2"))
    if draw.random() < 0.1:
        rows = "~".join(
            str(draw.choice((1, 2, 3, 14, 999))) for _ in range(draw.choice((1, 3, 30)))
        )
        out["without"] = draw.choice((rows, rows, "0", word(draw)))
    if draw.random() < 0.3:
        out["step"] = str(draw.choice((0, 1, 7, 300, 2000, 999_999)))
    return out


def told(params: dict[str, str]) -> str:
    """What comes of an address: "" if it opens, else the kind of error. Raises any other."""
    try:
        lesson = read(params)
        assert read(link.write(lesson)).timeline.cursor == lesson.timeline.cursor, params
    except dt.DtError as problem:
        return type(problem).__name__
    return ""


slowest = (0.0, dict[str, str]())
"""Of all readings, each by itself: the CPU in seconds, and the address."""


def read(params: dict[str, str]) -> Lesson:
    global slowest
    begun = time.thread_time()
    try:
        return link.read(params, dataset, budget=StepBudget(Work().link))
    finally:
        slowest = max(slowest, (time.thread_time() - begun, params), key=lambda one: one[0])


def main(many: int, seed: int) -> int:
    found, failed = Counter[str](), 0
    for number in range(many):
        params = address(random.Random(f"{seed}-{number}"))
        try:
            found[told(params) or "opened"] += 1
        except Exception as fault:
            failed += 1
            print(f"{number}: {fault!r} {params}"[:600], flush=True)
    print(f"{many} addresses, seed {seed}: {dict(found)}, failed {failed}")
    print(f"slowest {slowest[0]:.2f} s of CPU: {str(slowest[1])[:300]}")
    return failed


if __name__ == "__main__":
    raise SystemExit(bool(main(int(sys.argv[1]), int(sys.argv[2]))))
