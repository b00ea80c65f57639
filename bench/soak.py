"""Sixty students for half an hour: errors, and the server's memory minute by minute.

Each goes through one lesson after the other, on and back, at another pace, and leaves after a few
minutes to come again. Other programs may run beside it: of the waits only those that failed count.

    python3 tasks.py bench soak [MINUTES]
"""

import asyncio
import random
import statistics
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from bench import machine
from bench.server import Server, load, serving
from bench.students import Student

STUDENTS, MINUTES, SETTLED = 60, 30, 10
THINK, STAY = 4.0, (60.0, 300.0)
"""Seconds between clicks on average, and for which a student stays in a lesson."""
LESSONS = (
    "data=playtennis&recipe=id3",
    "data=playtennis&recipe=c45&step=3",
    "data=contact_lenses&recipe=id3",
    "data=iris&recipe=cart",
    "data=iris&recipe=c45&step=4",
    "data=biopsy&recipe=cart&step=5",
    "data=biopsy&recipe=cart_sklearn",
    "data=titanic&recipe=c45",
    "data=titanic&recipe=cart&step=30",
    "data=carseats&recipe=regression",
    "data=made:xor-1000-2-0.1-7&recipe=cart",
    "data=made:rings-5000-1-0.2-3&recipe=cart",
)


class Seen:
    """What became of the clicks, and memory by minute."""

    def __init__(self) -> None:
        self.waits: list[float] = []
        self.faults = Counter[str]()
        self.visits = 0
        self.memory: list[float] = []


async def attend(address: str, draw: random.Random, end: float, seen: Seen) -> None:
    """One student after the other, on the same chair, until ``end``."""
    await asyncio.sleep(draw.random() * 10)
    while time.perf_counter() < end:
        seen.visits += 1
        student = Student(address, draw.choice(LESSONS))
        leave = min(end, time.perf_counter() + draw.uniform(*STAY))
        try:
            await student.open()
            while time.perf_counter() < leave:
                seen.waits.append(await student.click(*ways(draw)))
                await asyncio.sleep(draw.uniform(0.5, 1.5) * THINK)
            await student.leave()
        except Exception as fault:
            seen.faults[f"{type(fault).__name__} {fault}"[:120]] += 1
            await asyncio.sleep(1)


def ways(draw: random.Random) -> tuple[str, ...]:
    """Mostly on, sometimes back, rarely to the end; the first that can be done is done."""
    kind = draw.choices(("next", "back", "last", "first"), (12, 4, 1, 1))[0]
    return (kind, "next", "first", "back")


async def watch(server: Server, minutes: int, seen: Seen) -> None:
    """A line a minute."""
    before = server.cpu()
    for minute in range(1, minutes + 1):
        await asyncio.sleep(60)
        seen.memory.append(server.megabytes())
        used, before = server.cpu() - before, server.cpu()
        print(
            f"  {minute:>6} {seen.memory[-1]:8.0f} {used / 0.6:6.0f} % {len(seen.waits):>8}"
            f" {sum(seen.faults.values()):>7} {load():>6}",
            flush=True,
        )


async def attended(server: Server, minutes: int) -> Seen:
    seen, end = Seen(), time.perf_counter() + 60 * minutes
    chairs = [attend(server.address, random.Random(k), end, seen) for k in range(STUDENTS)]
    await asyncio.gather(watch(server, minutes, seen), *chairs)
    return seen


def main(minutes: int = MINUTES) -> None:
    print(machine.description())
    print(f"{STUDENTS} students, {minutes} minutes: MB of the server, its CPU\n")
    print("  minute       MB      CPU    clicks  failed   load")
    with tempfile.TemporaryDirectory() as folder:
        store, log = {"NBN_STORE": f"sqlite:///{folder}/store.db"}, Path(folder) / "log"
        with serving(variables=store, log=log) as server:
            seen = asyncio.run(attended(server, minutes))
            said = [line for line in log.read_text().splitlines() if "Error" in line]
    late = seen.memory[SETTLED - 1 :]
    if len(late) > 1:
        slope = statistics.linear_regression(range(len(late)), late).slope
        print(
            f"  from minute {SETTLED}: {late[0]:.0f} to {late[-1]:.0f} MB, at most {max(late):.0f},"
            f" slope {slope:+.2f} MB a minute"
        )
    waits = sorted(seen.waits)
    print(
        f"  {seen.visits} visits, {len(waits)} clicks, median {1000 * waits[len(waits) // 2]:.0f}"
        f" ms, 95% {1000 * waits[int(0.95 * len(waits))]:.0f} ms, failed {dict(seen.faults)},"
        f" errors in the server's log {len(said)} {said[:3]}"
    )


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
