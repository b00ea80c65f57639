"""How fast the app answers: one browser, one student, and a class on one server process.

Prints click to DOM in Chromium, the server's CPU for a rerun of the Grow page, and what
simulated students wait: each thinks three seconds between clicks, then all click at once.
Seconds depend on the machine, and on what else it does meanwhile. Not done here: growth
itself (``bench.growth``).

    python3 tasks.py bench app
"""

import asyncio
import os
import time
from collections.abc import Sequence

from playwright.sync_api import Page, sync_playwright

import dtcore as dt
from bench import machine
from bench.server import Server, load, serving
from bench.students import Student, thinking, together
from dtshow.lesson import link
from dtshow.tables.catalogue import catalogue
from dtshow.tables.column_facts import dataset_of
from dtshow.tables.table_choice import TableChoice
from pages.serving.while_served import EVERY

LESSON = {"data": "biopsy", "recipe": "cart"}
SIZES = (7, 15, 63)
CLASSES = (10, 30, 60, 100)
PRESSES, RERUNS, WALK, THINK, SECONDS, BURSTS = 50, 200, 10, 3.0, 20.0, 3
LARGE, LOOK, PAUSE = "data=large&recipe=cart", 0.4, 0.2
ROUNDS, KEPT = 3, 5
"""A class comes and goes so often; seconds for which its sessions are kept (usually 120)."""
BROWSER = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-sync"]
WATCH = """() => {
  const hosts = [...document.querySelectorAll(".st-key-stage *")];
  const root = hosts.map(one => one.shadowRoot).find(Boolean);
  const text = (part) => root.querySelector(part).textContent;
  const read = () => text(".said") + text(".place");
  const before = read();
  window.shown = new Promise(done => {
    let start = 0;
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => done(performance.now() - start);
    const look = () => read() === before ? requestAnimationFrame(look) : port2.postMessage(0);
    const begin = () => { start = performance.now(); requestAnimationFrame(look); };
    addEventListener("keydown", begin, {capture: true, once: true});
  });
}"""
"""Before each picture it looks whether the sentence has changed; a message comes when that picture
has been painted."""


def steps_with(nodes: int) -> int:
    """After how many steps the tree of LESSON has that many nodes."""

    def dataset(choice: TableChoice) -> dt.Dataset:
        return dataset_of(catalogue()[choice.key].read(), choice)

    timeline = link.read(LESSON, dataset).finish().timeline
    sizes = (len(timeline.state_at(k).tree) for k in range(timeline.length + 1))
    return next(k for k, size in enumerate(sizes) if size >= nodes)


def query(nodes: int) -> str:
    return "&".join(f"{k}={v}" for k, v in {**LESSON, "step": str(steps_with(nodes))}.items())


def quantile(waits: Sequence[float], share: float) -> float:
    """In milliseconds; those who wait for ever are part of it."""
    return 1000 * sorted(waits)[min(len(waits) - 1, int(share * len(waits)))]


def clicks_to_dom(server: Server) -> list[float]:
    """Milliseconds from a key, on a page at rest, until the beat is painted: on, then back."""
    with sync_playwright() as playwright:
        path = os.environ.get("NBN_CHROMIUM") or None
        browser = playwright.chromium.launch(executable_path=path, args=BROWSER)
        page = browser.new_page(viewport={"width": 1366, "height": 768})
        page.goto(f"http://{server.address}/grow?{query(15)}")
        page.locator("g.node").first.wait_for()
        page.wait_for_timeout(4000)
        keys = ["PageDown"] * (PRESSES // 2) + ["PageUp"] * (PRESSES // 2)
        result = [_press(page, key) for key in keys]
        browser.close()
        return result


def _press(page: Page, key: str) -> float:
    page.wait_for_selector("[data-testid=stApp][data-test-script-state=notRunning]")
    page.wait_for_timeout(150)
    page.evaluate(WATCH)
    page.keyboard.press(key)
    return float(page.evaluate("window.shown"))


async def rerun_cpu(server: Server, nodes: int) -> tuple[float, float]:
    """Milliseconds of CPU for one rerun, and median milliseconds until it is there.

    A student walks back and on again over the same ten beats: weighings, splits and leaves.
    """
    student = Student(server.address, query(nodes))
    await student.open()
    walk = (["back"] * WALK + ["next"] * WALK) * (RERUNS // WALK // 2)
    for key in walk[: 2 * WALK]:
        await student.click(key, "next")  # a small tree has fewer beats behind it
    before = server.cpu()
    waits = [await student.click(key, "next") for key in walk]
    used = server.cpu() - before
    await student.leave()
    return 1000 * used / len(walk), quantile(waits, 0.5)


async def on(student: Student) -> float:
    """A step on, or from the end back to the start."""
    return await student.click("next", "first")


async def classes(server: Server) -> None:
    """Lines of a table, a line for each size of the class; a first student warms up the server."""
    first = Student(server.address, query(7))
    await first.open()
    for key in ("next", "back") * 5:
        await first.click(key)
    base = server.megabytes()
    students: list[Student] = []
    for size in CLASSES:
        new = [Student(server.address, query(7)) for _ in range(size - len(students))]
        await asyncio.gather(*(student.open() for student in new))
        students += new
        await asyncio.sleep(1)
        idle = server.megabytes() - base
        before, own, start = server.cpu(), time.process_time(), time.perf_counter()
        calm = await thinking(students, on, THINK, SECONDS)
        seconds = time.perf_counter() - start
        busy, client = (server.cpu() - before) / seconds, (time.process_time() - own) / seconds
        bursts = [await together(students, on) for _ in range(BURSTS)]
        at_once = [wait for waits in bursts for wait in waits]
        failed = sum(wait == float("inf") for wait in [*calm, *at_once])
        print(
            f"  {size:>8} {quantile(calm, 0.5):8.0f} {quantile(calm, 0.95):8.0f}"
            f" {max(calm) * 1000:8.0f} {quantile(at_once, 0.5):12.0f}"
            f" {max(at_once) * 1000:8.0f} {failed:7} {100 * busy:6.0f} %"
            f" {100 * client:6.0f} % {load():>5} {idle / size:8.2f}",
            flush=True,
        )
    for student in students:
        await student.leave()


async def beside_growth(server: Server) -> tuple[float, list[float]]:
    """Seconds in which a tree is grown on a million rows for one student, and what another
    waits for clicks on a small table meanwhile."""
    one, other = Student(server.address, LARGE), Student(server.address, query(7))
    await asyncio.gather(one.open(), other.open())
    while not one.can("last"):  # the columns are sorted first
        await asyncio.sleep(LOOK)
        await one.look()
    for key in ("back", "next") * 5:
        await other.click(key, "next")
    await one.click("last")
    start, waits = time.perf_counter(), list[float]()

    async def look() -> None:
        while one.can("next"):  # until nothing is left to do
            await asyncio.sleep(LOOK)
            await one.look()

    async def click() -> None:
        while not looking.done():
            waits.append(await other.click(("back", "next")[len(waits) % 2], "next"))
            await asyncio.sleep(PAUSE)

    looking = asyncio.create_task(look())
    await click()
    await looking
    seconds = time.perf_counter() - start
    await asyncio.gather(one.leave(), other.leave())
    return seconds, waits


async def come_and_go(server: Server) -> None:
    """Lines of a table, one for each time that a whole class comes and goes."""
    for count in range(1, ROUNDS + 1):
        students = [Student(server.address, query(7)) for _ in range(CLASSES[-1])]
        await asyncio.gather(*(student.open() for student in students))
        for _ in range(BURSTS):
            await together(students, on)
        await asyncio.sleep(EVERY)  # who comes and goes between two looks is not tidied up after
        full = server.megabytes()
        for student in students:
            await student.leave()
        await asyncio.sleep(KEPT + EVERY + 10)
        print(f"  {count:>5} {full:8.0f} {server.megabytes():8.0f}", flush=True)


def main() -> None:
    print(machine.description())
    with serving() as server:
        print("the Grow page: key until painted in Chromium, ms: median, 95%")
        result = clicks_to_dom(server)
        for name, waits in ("on", result[: PRESSES // 2]), ("back", result[PRESSES // 2 :]):
            middle, late = (quantile(waits, share) / 1000 for share in (0.5, 0.95))
            print(f"  {name:>5} {middle:8.0f} {late:8.0f}")
        print("rerun of the Grow page: ms of the server's CPU, ms until a client has it, load")
        for nodes in SIZES:
            used, wait = asyncio.run(rerun_cpu(server, nodes))
            print(f"  {nodes:>3} nodes {used:8.1f} {wait:8.1f} {load():>6}", flush=True)
    with serving() as server:
        print("a class on one process: ms from click to all is there")
        print("            thinking 3 s between clicks       all at once")
        print(
            "  students      p50      p95      max          p50      max  failed"
            "   server   client  load  MB each"
        )
        asyncio.run(classes(server))
    with serving(script="bench/large.py") as server:
        print("clicks of one student while a tree is grown on a million rows for another")
        seconds, result = asyncio.run(beside_growth(server))
        print(
            f"  grown in {seconds:.1f} s; ms, median {quantile(result, 0.5):.0f}, "
            f"95% {quantile(result, 0.95):.0f}, longest {1000 * max(result):.0f}, "
            f"{len(result)} clicks, load {load()}",
            flush=True,
        )
    with serving(f"--server.disconnectedSessionTTL={KEPT}") as server:
        print(f"memory of the server when {CLASSES[-1]} come and go, MB\n  round     with  without")
        asyncio.run(come_and_go(server))


if __name__ == "__main__":
    main()
