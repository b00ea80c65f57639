"""Eight faults on a live server, seen in Chromium: is the lesson kept, or restored?

    python3 tasks.py bench faults [NAME...]

The store is on a small file system of its own (tmpfs, for which one has to be root). Sleep is
shortened: the page is frozen as Chromium freezes those of a laptop that is shut, its socket is
cut, and the server forgets sessions after five seconds instead of 120.
"""

import os
import shutil
import subprocess
import sys
import tempfile
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import BrowserContext, Page, expect, sync_playwright

from bench import machine
from bench.app import BROWSER
from bench.server import Server, load
from dtshow.tables.edits import EditRows, RenameColumn
from pages.store.schema import engine_of
from pages.store.store import Store
from pages.ui.tables.kept_form import form_of
from pages.ui.tables.upload import take
from tests.browser.rest import at_rest
from tests.browser.stage import press, said
from tests.browser.test_back import SOCKETS
from tests.browser.visitor import LAPTOP

BUNDLED = "data=playtennis&recipe=id3&step=3"
WALKS = b"sky,wind,go\n" + b"sun,lo,yes\nsun,hi,no\nrain,lo,no\nrain,hi,no\nsun,lo,yes\n" * 4
OFFLINE, ASLEEP, FORGETS, ROOM = 30.0, 30.0, 5, "6m"
CUT = "() => window.sockets.forEach(one => one.close())"
CONNECTED = ".stApp[data-test-connection-state=CONNECTED]"


@dataclass
class Case:
    """A server of one's own, the folder of its store, and a browser's window."""

    server: Server
    folder: Path
    window: BrowserContext

    @property
    def url(self) -> str:
        return f"sqlite:///{self.folder}/store.db"

    def opened(self, query: str) -> Page:
        page = self.window.new_page()
        page.add_init_script(f"({SOCKETS})()")
        page.goto(f"http://{self.server.address}/grow?{query}")
        expect(page.locator("g.node").first).to_be_visible()
        at_rest(page)
        return page

    def restart(self) -> None:
        self.server.kill()
        self.server.start()

    def brought(self) -> Page:
        """A table that was brought on the home page, some steps on."""
        page = self.window.new_page()
        page.goto(f"http://{self.server.address}/")
        page.locator("input[type=file]").set_input_files(
            {"name": "walks.csv", "mimeType": "text/csv", "buffer": WALKS}
        )
        page.get_by_role("button", name="Yes, predict").click()
        expect(said(page)).to_contain_text("20 rows, all in one node")
        press(page, "next")
        at_rest(page)
        return page


def goes_on(page: Page, told: str, address: str) -> None:
    """The same statement at the same address, and the next key is answered."""
    expect(page.locator(CONNECTED)).to_be_visible()
    expect(said(page)).to_have_text(told)
    at_rest(page)
    assert page.url == address, (page.url, address)
    press(page, "next")
    expect(said(page)).not_to_have_text(told)
    press(page, "back")
    expect(said(page)).to_have_text(told)
    expect(page.get_by_role("dialog")).to_have_count(0)


def through(page: Page, fault: Callable[[], None]) -> None:
    """The lesson goes on after a fault as it was before."""
    at_rest(page)
    told, address = said(page).inner_text(), page.url
    fault()
    goes_on(page, told, address)


def socket_cut(case: Case) -> str:
    page = case.opened(BUNDLED)
    through(page, lambda: page.evaluate(CUT))
    return "the same step, by itself"


def offline(case: Case) -> str:
    page = case.opened(BUNDLED)

    def fault() -> None:
        case.window.set_offline(True)
        page.evaluate(CUT)
        page.wait_for_timeout(1000 * OFFLINE)
        case.window.set_offline(False)

    through(page, fault)
    return f"{OFFLINE:.0f} s; the same step, by itself"


def killed(case: Case) -> str:
    store, upload = Store(engine_of(case.url)), take("walks.csv", WALKS)
    edited = upload.edited((EditRows({1: {"go": "no"}}, (3,), ()), RenameColumn("wind", "breeze")))
    names = {
        "edited": store.keep(edited.content, form_of(edited)),
        "shared": store.share(upload.content, form_of(upload)).name,
    }
    through(case.opened(BUNDLED), case.restart)
    through(case.brought(), case.restart)
    for name in names.values():
        through(case.opened(f"data=own:{name}&recipe=id3&step=2"), case.restart)
    return "bundled, uploaded, edited, shared: the same step of each, by itself"


def disk_full(case: Case) -> str:
    page = case.opened(BUNDLED)
    with (case.folder / "full").open("wb", buffering=0) as out:
        try:
            while True:
                out.write(bytes(4096))
        except OSError:
            pass
    through(page, lambda: None)
    own = case.brought()
    told = said(own).inner_text()
    own.get_by_role("link", name="Data", exact=True).click()
    expect(own.get_by_text("reloading the page loses it")).to_be_visible()
    own.get_by_role("link", name="Grow", exact=True).click()
    expect(said(own)).to_have_text(told)
    (case.folder / "full").unlink()
    through(case.brought(), case.restart)
    return "lessons go on; a brought table says that reloading the page loses it; then kept again"


def store_gone(case: Case) -> str:
    page, away = case.brought(), case.folder.with_name("away")
    address, told = page.url, said(page).inner_text()
    shutil.copytree(case.folder, away)
    for file in case.folder.iterdir():
        file.unlink()
    through(page, lambda: None)
    case.server.kill()
    subprocess.run(["mount", "-o", "remount,ro", str(case.folder)], check=True)
    case.server.start()
    page.goto(address)
    alert = page.get_by_role("alert").first
    expect(alert).to_be_visible()
    waiting = alert.inner_text().replace("\n", " ")[:90]
    assert page.url.split("?")[1] in address, page.url
    subprocess.run(["mount", "-o", "remount,rw", str(case.folder)], check=True)
    for file in away.iterdir():
        shutil.copy(file, case.folder)
    page.wait_for_timeout(16_000)  # so long a store is not asked again
    page.goto(address)
    expect(said(page)).to_have_text(told)
    through(page, lambda: None)
    return f"an open lesson goes on; a reload says “{waiting}”; when it is back, the same step"


def two_tabs(case: Case) -> str:
    one, other = case.opened(BUNDLED), case.opened(BUNDLED)

    def fault() -> None:
        for _ in range(3):
            press(other, "next")
            at_rest(other)

    through(one, fault)
    goes_on(other, said(other).inner_text(), other.url)
    assert said(one).inner_text() != said(other).inner_text()
    return "each stays where it is"


def back_and_forward(case: Case) -> str:
    page = case.opened(BUNDLED)

    def fault() -> None:
        for name in ("Data", "Use", "Pruning"):
            page.locator("header").get_by_role("link", name=name, exact=True).click()
            at_rest(page)
        for move in (page.go_back, page.go_back, page.go_forward, page.go_back, page.go_back):
            move()
            at_rest(page)

    through(page, fault)
    return "three pages on, back, on and back: the same step"


def asleep(case: Case) -> str:
    page = case.opened(BUNDLED)
    tools = case.window.new_cdp_session(page)

    def fault() -> None:
        page.evaluate(CUT)
        case.window.set_offline(True)
        tools.send("Page.setWebLifecycleState", {"state": "frozen"})
        time.sleep(ASLEEP)
        case.window.set_offline(False)
        tools.send("Page.setWebLifecycleState", {"state": "active"})

    through(page, fault)
    return f"frozen for {ASLEEP:.0f} s, the session was forgotten after {FORGETS}: the same step"


FAULTS: dict[str, Callable[[Case], str]] = {
    fault.__name__: fault
    for fault in (
        socket_cut,
        offline,
        killed,
        disk_full,
        store_gone,
        two_tabs,
        back_and_forward,
        asleep,
    )
}


@contextmanager
def small_disk() -> Iterator[Path]:
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder) / "small"
        place.mkdir()
        subprocess.run(
            ["mount", "-t", "tmpfs", "-o", f"size={ROOM}", "nbn-bench", str(place)], check=True
        )
        try:
            yield place
        finally:
            subprocess.run(["umount", "-l", str(place)], check=True)


def main(*names: str) -> None:
    print(machine.description())
    expect.set_options(timeout=60_000)
    kept = 0
    path = os.environ.get("NBN_CHROMIUM") or shutil.which("chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=BROWSER)
        for name in names or tuple(FAULTS):
            with small_disk() as folder:
                variables = {"NBN_STORE": f"sqlite:///{folder}/store.db"}
                server = Server(f"--server.disconnectedSessionTTL={FORGETS}", variables=variables)
                window = browser.new_context(viewport=LAPTOP)
                window.set_default_timeout(60_000)
                try:
                    result = FAULTS[name](Case(server, folder, window))
                    kept += 1
                except Exception:
                    result = f"LOST {traceback.format_exc()[-900:]}"
                finally:
                    window.close()
                    server.kill()
            print(f"{name}: {result}, load {load()}", flush=True)
        browser.close()
    print(f"kept or restored: {kept} of {len(names or FAULTS)}")


if __name__ == "__main__":
    main(*sys.argv[1:])
