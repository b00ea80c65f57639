"""How fast the app answers: one browser, one student, and a class on one server process.

Prints click to DOM in Chromium, the server's CPU for a rerun of the Grow page, and what
simulated students wait: each thinks three seconds between clicks, then all click at once.
Seconds depend on the machine, and on what else it does meanwhile. Not done here: growth
itself (``bench.growth``).

    python3 tasks.py bench app
"""

import asyncio
import os
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import psutil
from playwright.sync_api import Page, sync_playwright

import dtcore as dt
from bench.students import Student, thinking, together
from pages.ui import link
from pages.ui.catalogue import catalogue
from pages.ui.facts import dataset_of
from pages.ui.lesson import Choice

ROOT = Path(__file__).resolve().parents[1]
LESSON = {"data": "biopsy", "recipe": "cart"}
SIZES = (7, 15, 63)
CLASSES = (10, 30, 60, 100)
PRESSES, RERUNS, THINK, SECONDS, BURSTS = 50, 100, 3.0, 20.0, 3
BROWSER = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-sync"]
BAR = ".st-key-bar"
WATCH = """selector => {
  const read = () => document.querySelector(selector)?.textContent;
  const before = read();
  window.shown = new Promise(done => {
    let start = 0;
    addEventListener("keydown", () => { start = performance.now(); }, {capture: true, once: true});
    const look = new MutationObserver(() => {
      if (start && read() && read() !== before) {
        look.disconnect();
        done(performance.now() - start);
      }
    });
    look.observe(document.body, {subtree: true, childList: true, characterData: true});
  });
}"""


class Server:
    """The app in a process of its own, with the processes it starts."""

    def __init__(self) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.address = f"127.0.0.1:{probe.getsockname()[1]}"
        host, port = self.address.split(":")
        command = [sys.executable, "-m", "streamlit", "run", "app.py", "--server.headless=true"]
        options = [f"--server.address={host}", f"--server.port={port}"]
        options += ["--server.fileWatcherType=none"]
        quiet = subprocess.DEVNULL
        self.child = subprocess.Popen([*command, *options], cwd=ROOT, stdout=quiet, stderr=quiet)
        self.process = psutil.Process(self.child.pid)
        self._wait()

    def _wait(self) -> None:
        for _ in range(240):
            try:
                urllib.request.urlopen(f"http://{self.address}/_stcore/health", timeout=2)
                return
            except (urllib.error.URLError, OSError):
                time.sleep(0.25)
        raise RuntimeError("the server did not answer")

    def cpu(self) -> float:
        """Seconds of CPU so far, its children's included."""
        family = [self.process, *self.process.children(recursive=True)]
        return sum(times.user + times.system for times in (p.cpu_times() for p in family))

    def megabytes(self) -> float:
        """Resident memory of the process itself."""
        return self.process.memory_info().rss / 2**20


@contextmanager
def serving() -> Iterator[Server]:
    server = Server()
    try:
        yield server
    finally:
        server.child.terminate()
        server.child.wait(20)


def steps_with(nodes: int) -> int:
    """After how many steps the tree of LESSON has that many nodes."""

    def dataset(choice: Choice) -> dt.Dataset:
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
    """Milliseconds from a key, on a page at rest, to the bar that tells of the next beat."""
    with sync_playwright() as playwright:
        path = os.environ.get("NBN_CHROMIUM") or None
        browser = playwright.chromium.launch(executable_path=path, args=BROWSER)
        page = browser.new_page(viewport={"width": 1366, "height": 768})
        page.goto(f"http://{server.address}/grow?{query(15)}")
        page.locator(".st-key-tree").wait_for()
        page.wait_for_timeout(4000)
        keys = ["PageDown"] * (PRESSES // 2) + ["PageUp"] * (PRESSES // 2)
        found = [_press(page, key) for key in keys]
        browser.close()
        return found


def _press(page: Page, key: str) -> float:
    page.wait_for_selector("[data-testid=stApp][data-test-script-state=notRunning]")
    page.wait_for_timeout(150)
    page.evaluate(WATCH, BAR)
    page.keyboard.press(key)
    return float(page.evaluate("window.shown"))


async def rerun_cpu(server: Server, nodes: int) -> tuple[float, float]:
    """Milliseconds of CPU for one rerun, and median milliseconds until it is there."""
    student = Student(server.address, query(nodes))
    await student.open()
    for key in ("back", "next") * 5:
        await student.click(key)
    before = server.cpu()
    waits = [await student.click(("back", "next")[i % 2]) for i in range(RERUNS)]
    used = server.cpu() - before
    await student.leave()
    return 1000 * used / RERUNS, quantile(waits, 0.5)


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
        before, start = server.cpu(), time.perf_counter()
        calm = await thinking(students, on, THINK, SECONDS)
        load = (server.cpu() - before) / (time.perf_counter() - start)
        bursts = [await together(students, on) for _ in range(BURSTS)]
        at_once = [wait for waits in bursts for wait in waits]
        failed = sum(wait == float("inf") for wait in [*calm, *at_once])
        print(
            f"  {size:>8} {quantile(calm, 0.5):8.0f} {quantile(calm, 0.95):8.0f}"
            f" {max(calm) * 1000:8.0f} {quantile(at_once, 0.5):12.0f}"
            f" {max(at_once) * 1000:8.0f} {failed:7} {100 * load:5.0f} %"
            f" {idle / size:11.2f}",
            flush=True,
        )
    full = server.megabytes()
    for student in students:
        await student.leave()
    await asyncio.sleep(FORGETTING)
    print(f"  memory: {base:.0f} MB before, {full:.0f} MB with all,", end=" ")
    print(f"{server.megabytes():.0f} MB when they have been gone for {FORGETTING} s")


FORGETTING = 150
"""Seconds: Streamlit keeps a session for two minutes, in case its browser comes back."""


def main() -> None:
    with serving() as server:
        print("the Grow page: click to DOM in Chromium, ms: median, 95%")
        found = clicks_to_dom(server)
        print(f"  {quantile(found, 0.5) / 1000:8.0f} {quantile(found, 0.95) / 1000:8.0f}")
        print("rerun of the Grow page: ms of the server's CPU, ms until a client has it")
        for nodes in SIZES:
            used, wait = asyncio.run(rerun_cpu(server, nodes))
            print(f"  {nodes:>3} nodes {used:8.1f} {wait:8.1f}", flush=True)
    with serving() as server:
        print("a class on one process: ms from click to all is there")
        print("            thinking 3 s between clicks       all at once")
        print(
            "  students      p50      p95      max          p50      max  failed    CPU   MB each"
        )
        asyncio.run(classes(server))


if __name__ == "__main__":
    main()
