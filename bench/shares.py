"""Tables that are shared: many by two processes, one of 9 MB, and a class that opens it.

On SQLite and on PostgreSQL alike, the latter in a folder of its own where it is installed. Not done
here: any judgement of the figures.

    python3 tasks.py bench shares
"""

from __future__ import annotations

import asyncio
import io
import multiprocessing
import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from bench import machine
from bench.server import load, serving
from bench.stubbed import READS
from bench.students import Student
from pages.store.schema import engine_of
from pages.store.store import Retention, Store, StoreError
from pages.ui.tables.kept_form import form_of
from pages.ui.tables.upload import take
from tests.store.databases import postgresql

SHARES, WRITERS, SESSIONS, TIMES, LOOK = 1_000, 2, 100, 9, 0.25
WIDE = Retention(tables_an_hour=10**6, megabytes_an_hour=10**6)


def table(megabytes: float) -> bytes:
    """A table as text: numbers, words, and two classes."""
    random = np.random.default_rng(1)
    rows = int(megabytes * 2**20 / 52)
    numbers = {f"c{k}": random.normal(size=rows).round(4) for k in range(4)}
    words = {f"n{k}": random.choice(list("abcdefgh"), rows) for k in range(6)}
    last = {"price": random.integers(0, 10**6, rows), "y": random.choice(["yes", "no"], rows)}
    out = io.BytesIO()
    pd.DataFrame(numbers | words | last).to_csv(out, index=False)
    return out.getvalue()


def _share(url: str, who: int, times: int, told: multiprocessing.Queue[Any]) -> None:
    """So many tables, half of them the same for all who write."""
    store, small = Store(engine_of(url), WIDE), table(0.02)
    names, problems = [], []
    for k in range(times):
        content = small + f"{k},{who * (k % 2)}\n".encode()
        try:
            names.append((store.share(content, "{}", sender="one").name, content))
        except StoreError as problem:
            problems.append(f"{problem.__cause__!r}"[:200])
    told.put((names, problems))


def many(url: str) -> str:
    """Written by two processes at once, then all found and read again."""
    spawn = multiprocessing.get_context("spawn")
    told: multiprocessing.Queue[Any] = spawn.Queue()
    each = SHARES // WRITERS
    writers = [spawn.Process(target=_share, args=(url, k, each, told)) for k in range(WRITERS)]
    begun = time.perf_counter()
    for writer in writers:
        writer.start()
    results = [told.get(timeout=300) for _ in writers]
    seconds = time.perf_counter() - begun
    for writer in writers:
        writer.join()
    store = Store(engine_of(url), WIDE)
    names = {name: content for written, _ in results for name, content in written}
    problems = [one for _, many in results for one in many]
    lost = 0
    for name, content in names.items():
        record = store.find(name)
        lost += record is None or store.content(record) != content
    return f"{len(names)} of {SHARES} shared in {seconds:.1f} s, lost {lost}, refused {problems}"


def seconds(work: Callable[[], object]) -> list[float]:
    took = []
    for _ in range(TIMES):
        begun = time.perf_counter()
        work()
        took.append(time.perf_counter() - begun)
    return took


def one(url: str, content: bytes) -> str:
    """Shared and found again; each time another table, since the same bytes are kept once."""
    store, number, names = Store(engine_of(url), WIDE), iter(range(TIMES)), list[str]()

    def put() -> None:
        new = content + f"{next(number)}\n".encode()
        names.append(store.share(new, "{}", sender="one").name)

    def get() -> None:
        record = store.find(names.pop())
        assert record is not None
        assert len(store.content(record)) > len(content)

    parts = []
    for name, took in (("put", seconds(put)), ("get", seconds(get))):
        parts.append(f"{name} median {statistics.median(took):.3f} s, longest {max(took):.3f} s")
    return "; ".join(parts)


async def opened(address: str, query: str) -> float:
    """Seconds until the stage of the lesson stands there."""
    begun, student = time.perf_counter(), Student(address, query)
    await student.open()
    while not student.stage.id:
        await asyncio.sleep(LOOK)
        await student.look()
    took = time.perf_counter() - begun
    await student.leave()
    return took


async def together(address: str, query: str) -> list[float]:
    await asyncio.to_thread(time.sleep, 1)
    return sorted(await asyncio.gather(*(opened(address, query) for _ in range(SESSIONS))))


def class_of(url: str, content: bytes) -> str:
    """A class opens one link on a server that has just begun."""
    name = Store(engine_of(url), WIDE).share(content, form_of(take("long.csv", content))).name
    with tempfile.TemporaryDirectory() as folder:
        reads = Path(folder) / "reads"
        variables = {"NBN_STORE": url, READS: str(reads)}
        with serving(module="bench.stubbed", variables=variables) as server:
            asyncio.run(opened(server.address, "data=iris&recipe=cart"))  # the first of all
            before, own = server.cpu(), time.process_time()
            took = asyncio.run(together(server.address, f"data=own:{name}&recipe=cart"))
            used, own = server.cpu() - before, time.process_time() - own
        read = len(reads.read_text())
    return (
        f"{SESSIONS} sessions open one link: {read} read, all there after {took[-1]:.1f} s"
        f" (median {took[SESSIONS // 2]:.1f}), server {used:.1f} s of CPU, clients {own:.1f}"
    )


def main() -> None:
    print(machine.description())
    content = table(9.0)
    rows = content.count(b"\n") - 1
    print(f"a table of {len(content) / 1e6:.1f} MB, {rows} rows, 12 columns")
    with postgresql() as other, tempfile.TemporaryDirectory() as folder:
        urls = {"SQLite": f"sqlite:///{folder}/store.db", "PostgreSQL": other}
        for kind, url in urls.items():
            if url is None:
                print(f"{kind} is not installed here")
                continue
            for measured in (lambda: many(url), lambda: one(url, content)):  # noqa: B023
                print(f"{kind}: {measured()}, load {load()}", flush=True)
            print(f"{kind}: {class_of(url, content)}, load {load()}", flush=True)


if __name__ == "__main__":
    main()
