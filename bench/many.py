"""Two and four processes behind HAProxy: who comes to which, how fast, and who is lost with one.

    python3 tasks.py bench many [loss|calm]

``loss``: students are spread, stay, and go on at the same step when their process is killed or
all are restarted, one after the other; a table shared in one opens in the others. ``calm`` wants
a quiet machine: two processes with 200 students and one with 100, in turns.
"""

import asyncio
import random
import signal
import sys
import time
from collections import Counter
from contextlib import suppress

from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidMessage

from bench import machine
from bench.app import THINK, on, quantile
from bench.proxied import Deployment, deployed, given
from bench.server import load
from bench.shares import WIDE, take
from bench.students import Student, thinking
from pages.store.schema import engine_of
from pages.store.store import Store
from pages.ui.tables.kept_form import form_of

LESSONS = (
    "data=playtennis&recipe=id3&step=3",
    "data=iris&recipe=cart&step=2",
    "data=biopsy&recipe=cart&step=5",
    "data=titanic&recipe=c45&step=2",
)
EACH, TURNS, SECONDS, AGAIN = 20, 3, 20.0, 0.25
LOST = (ConnectionClosed, InvalidHandshake, InvalidMessage, OSError, EOFError)
WALKS = b"sky,wind,go\n" + b"sun,lo,yes\nsun,hi,no\nrain,lo,no\nrain,hi,no\nsun,lo,yes\n" * 4


class Reader(Student):
    """A student who keeps the proxy's cookie, and comes again by herself as a browser does."""

    process = ""

    async def open(self) -> None:
        self.headers = {"Cookie": f"NBN={self.process}"} if self.process else {}
        await super().open()
        named = given(self.socket.response.headers.get_all("Set-Cookie"))
        self.process = named or self.process

    async def come_again(self, since: float) -> float:
        """When the connection is lost, until the stage stands there again; seconds since."""
        await self.socket.wait_closed()
        self.query = self.at
        while True:
            with suppress(*LOST):
                await self.open()
                return time.perf_counter() - since
            await asyncio.sleep(AGAIN)


async def come(made: Deployment, many: int) -> list[Reader]:
    readers = [Reader(made.address, LESSONS[k % len(LESSONS)]) for k in range(many)]
    draw = random.Random(1)
    for reader in readers:  # one after the other, at any place of the lesson
        await reader.open()
        for _ in range(draw.randrange(5)):
            await reader.click("next", "first")
    return readers


async def without(made: Deployment, names: list[str], readers: list[Reader], how: int) -> str:
    """One process after the other gets a signal and is started again."""
    before = {id(one): (one.at, one.stage.said) for one in readers}
    waits, hit = list[float](), 0
    for name in names:
        served = [one for one in readers if one.process == name]
        hit += len(served)
        back = [asyncio.create_task(one.come_again(time.perf_counter())) for one in served]
        server = made.servers[name]
        server.child.send_signal(how)
        await asyncio.to_thread(server.child.wait, 30)
        waits += await asyncio.gather(*back)
        await asyncio.to_thread(server.start)
        await asyncio.to_thread(made.wait, name)
    same = sum(before[id(one)] == (one.at, one.stage.said) for one in readers)
    clicks = [await on(one) for one in readers]
    return (
        f"{hit} of {len(readers)} lost theirs, back after {max(waits):.1f} s at most (median "
        f"{sorted(waits)[len(waits) // 2]:.1f}), {same} on the same step with the same statement, "
        f"{len(clicks)} went on"
    )


async def table_of_all(made: Deployment) -> str:
    """Shared beside the processes, as any of them does it, and opened in each."""
    store = Store(engine_of(made.url), WIDE)
    name, said = store.share(WALKS, form_of(take("walks.csv", WALKS))).name, list[bytes]()
    for process in made.servers:
        reader = Reader(made.address, f"data=own:{name}&recipe=cart&step=1")
        reader.process = process
        await reader.open()
        assert reader.process == process
        said.append(reader.stage.said)
        await reader.leave()
    return f"a shared table opens in {len(said)} processes, {len(set(said))} statement: {said[0]!r}"


async def losses(many: int) -> None:
    with deployed(many) as made:
        readers = await come(made, EACH * many)
        counted = Counter(one.process for one in readers)
        stayed = [made.came_to(one.process) for one in readers].count(None)
        print(f"{many} processes: {dict(sorted(counted.items()))}, {stayed} stay", flush=True)
        print(f"  SIGKILL of p1: {await without(made, ['p1'], readers, signal.SIGKILL)}")
        names = list(made.servers)
        print(f"  all restarted: {await without(made, names, readers, signal.SIGTERM)}")
        print(f"  {await table_of_all(made)}, load {load()}", flush=True)
        for reader in readers:
            await reader.leave()


async def calm(made: Deployment, many: int) -> None:
    """A line of a table: what so many wait, each thinking three seconds."""
    readers = [Reader(made.address, LESSONS[k % len(LESSONS)]) for k in range(many)]
    for reader in readers:
        await reader.open()
    await asyncio.sleep(1)
    before, own, start = made.cpu(), time.process_time(), time.perf_counter()
    waits = await thinking(readers, on, THINK, SECONDS)
    seconds = time.perf_counter() - start
    busy, client = (made.cpu() - before) / seconds, (time.process_time() - own) / seconds
    for reader in readers:
        await reader.leave()
    middle, late = (quantile(waits, share) for share in (0.5, 0.95))
    print(
        f"  {len(made.servers):>9} {many:>8} {middle:6.0f} {late:6.0f} {1000 * max(waits):7.0f}"
        f" {waits.count(float('inf')):6} {100 * busy:6.0f} % {100 * client:6.0f} % {load():>5}",
        flush=True,
    )


async def turns() -> None:
    print("  processes students    p50    p95     max failed  servers  client  load")
    with deployed(1) as one, deployed(2) as two:
        for warm in (one, one, two, two):
            await Student(warm.address, LESSONS[0]).open()
        for _ in range(TURNS):
            await calm(one, 100)
            await calm(two, 200)


def main(*parts: str) -> None:
    print(machine.description())
    if "calm" not in parts:
        for many in (2, 4):
            asyncio.run(losses(many))
    if "loss" not in parts:
        asyncio.run(turns())


if __name__ == "__main__":
    main(*sys.argv[1:])
