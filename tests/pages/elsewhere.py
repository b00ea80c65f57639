"""Work for a process of its own, which imports next to nothing for it."""

import os
import re
import time
from collections.abc import Callable
from pathlib import Path

LONG = 60.0
MEGABYTE = 2**20
GREED = 100
REST = 0.5
BUSY = 0.3
Told = Callable[[float], object]


def halves(told: Told) -> int:
    time.sleep(0.06)
    told(0.5)
    time.sleep(0.06)
    print("what a library prints")
    told(1.0)
    return os.getpid()


def standing(told: Told) -> tuple[int, str]:
    return os.nice(0), Path("/proc/self/oom_score_adj").read_text().strip()


def refuse(told: Told) -> None:
    from dtcore.errors import ReadingError

    raise ReadingError("{count} rows of {name} {{are}} few.", count=3, name="{braces}")


def fall(told: Told) -> None:
    os._exit(1)


def endless(folder: Path, told: Told) -> None:
    (folder / "pid").write_text(str(os.getpid()))
    time.sleep(LONG)


def busy(told: Told) -> None:
    begun = time.process_time()
    while time.process_time() < begun + BUSY:
        pass


def greedy(told: Told) -> int:
    taken = len(b"x" * (GREED * MEGABYTE))
    time.sleep(REST)
    return taken


def for_ever(told: Told) -> None:
    re.fullmatch("(a|a)*b", "a" * 99)  # holds Python's lock, and hears nothing
