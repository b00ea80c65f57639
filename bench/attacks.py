"""Attacks on a live server: what another student waits before and meanwhile, and the memory.

    python3 tasks.py bench attacks [NAME...]

Each is a function of ``bench.attackers`` and meets a server of its own. The other student clicks
twice a second or so. Not done here: any judgement of the figures.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import random
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from bench import attackers, machine
from bench.app import on, quantile
from bench.proxied import deployed
from bench.server import Server, load, serving
from bench.stubbed import HANG
from bench.students import Student

NAMES = ("link", "links", "uploads", "idle", "half", "foreign")
NAMES += ("flood", "torrent", "crumbs", "pings", "guesses", "sessions", "bombs")
BEHIND_PROXY = ("half", "guesses")
CALM, THINK, AFTER = 15.0, 0.3, {"sessions": 300.0}
QUERY = "data=biopsy&recipe=cart&step=5"


def attack(name: str, address: str, told: multiprocessing.Queue[Any]) -> None:
    told.put(asyncio.run(getattr(attackers, name)(address)))


@contextmanager
def attacked(name: str, folder: Path) -> Iterator[tuple[str, Server]]:
    """The address that is attacked, and the server whose memory is looked at."""
    if name in BEHIND_PROXY:
        with deployed(1) as made:
            yield made.address, made.servers["p1"]
        return
    variables = {"NBN_STORE": f"sqlite:///{folder}/store.db"}
    if name == "foreign":
        variables[HANG] = "2"
    with serving(module="bench.stubbed", variables=variables) as server:
        yield server.address, server


class Watch:
    """Another student's waits, and the server's memory, from one moment to the next."""

    def __init__(self, address: str, server: Server) -> None:
        self.student, self.server = Student(address, QUERY), server
        self.waits: list[float] = []
        self.memory: list[float] = []

    async def go_on(self, seconds: float = 0.0, worker: Any = None) -> None:
        """For so long, or as long as ``worker`` lives."""
        self.waits, self.memory = [], []
        end = time.perf_counter() + seconds
        while (worker and worker.is_alive()) or time.perf_counter() < end:
            self.waits.append(await on(self.student))
            self.memory.append(self.server.megabytes())
            await asyncio.sleep(random.uniform(0.5, 1.5) * THINK)

    def said(self) -> str:
        late, most = quantile(self.waits, 0.95), 1000 * max(self.waits)
        return f"95% {late:.0f} ms, longest {most:.0f} ms ({len(self.waits)})"


async def measure(name: str, address: str, server: Server) -> None:
    watch = Watch(address, server)
    await watch.student.open()
    await watch.go_on(5)
    await watch.go_on(CALM)
    before, held = watch.said(), server.megabytes()
    spawn = multiprocessing.get_context("spawn")
    told: multiprocessing.Queue[Any] = spawn.Queue()
    worker = spawn.Process(target=attack, args=(name, address, told))
    used, begun = server.cpu(), time.perf_counter()
    worker.start()
    await watch.go_on(1, worker)
    share = (server.cpu() - used) / (time.perf_counter() - begun)
    print(f"{name}: {told.get(timeout=5)}", flush=True)
    print(f"  another student: before {before}; meanwhile {watch.said()}, load {load()}")
    print(
        f"  server: {100 * share:.0f} % of a core, {held:.0f} MB, at most {max(watch.memory):.0f}"
    )
    if name in AFTER:
        for _ in range(int(AFTER[name] / 30)):
            await watch.go_on(30)
            print(f"  {server.megabytes():.0f}", end=" MB", flush=True)
        print(f" in steps of 30 s after; then {watch.said()}", flush=True)
    await watch.student.leave()


def main(*names: str) -> None:
    print(machine.description())
    for name in names or NAMES:
        with (
            tempfile.TemporaryDirectory() as folder,
            attacked(name, Path(folder)) as (address, server),
        ):
            asyncio.run(measure(name, address, server))


if __name__ == "__main__":
    main(*sys.argv[1:])
