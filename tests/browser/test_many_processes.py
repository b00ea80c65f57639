"""Two processes behind HAProxy, with the settings that the project hands out.

Which process serves whom is told by the cookie; a process is killed as a crash would kill it.
"""

import time
import urllib.error
import urllib.request
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

import pytest
from playwright.sync_api import Browser, Page, expect

from tests import haproxy
from tests.browser.processes import Process, end, free_port, started
from tests.browser.rest import at_rest
from tests.browser.stage import press, said
from tests.browser.visitor import LAPTOP

pytestmark = [pytest.mark.browser, haproxy.installed, pytest.mark.nightly]  # as test_restart


@dataclass
class Deployment:
    """The proxy's address, and the processes behind it by the cookie that leads to each."""

    address: str
    store: str
    ports: dict[str, int]
    processes: dict[str, Process] = field(default_factory=dict)

    def start(self, name: str) -> None:
        self.processes[name] = started(self.ports[name], self.store)

    def kill(self, name: str) -> None:
        end(self.processes[name])


@pytest.fixture(scope="module")
def deployment(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Deployment]:
    folder = tmp_path_factory.mktemp("deployment")
    port, ports = free_port(), {"p1": free_port(), "p2": free_port()}
    made = Deployment(f"http://127.0.0.1:{port}", f"sqlite:///{folder}/store.db", ports)
    for name in ports:
        made.start(name)
    try:
        with haproxy.before(list(ports.values()), port, folder):
            for name in ports:
                until_it_answers(made, name)
            yield made
    finally:
        for process in made.processes.values():
            end(process)


def until_it_answers(made: Deployment, name: str) -> None:
    """Whether the process called ``name`` is in use: the proxy leads its cookie to it."""
    for _ in range(240):
        try:
            if came_to(made, name) is None:
                return
        except (urllib.error.URLError, OSError):
            pass
        time.sleep(0.25)
    raise AssertionError(f"{name} did not come up")


def came_to(made: Deployment, cookie: str = "") -> str | None:
    """The cookie that a visitor is given; None for one who keeps the one she has."""
    request = urllib.request.Request(f"{made.address}/_stcore/health")
    if cookie:
        request.add_header("Cookie", f"NBN={cookie}")
    with urllib.request.urlopen(request, timeout=5) as answer:
        given = [text.split(";")[0] for text in answer.headers.get_all("Set-Cookie", [])]
    return next((text[4:] for text in given if text.startswith("NBN=")), None)


def reader(chromium: Browser, made: Deployment, process: str) -> Page:
    """A visitor of her own, whom the proxy has led to ``process``."""
    context = chromium.new_context(viewport=LAPTOP)
    context.add_cookies([{"name": "NBN", "value": process, "url": made.address}])
    return context.new_page()


def process_of(page: Page) -> str:
    return next(c["value"] for c in page.context.cookies() if c["name"] == "NBN")


def test_visitors_are_spread_and_stay(deployment: Deployment) -> None:
    given = [came_to(deployment) for _ in range(40)]
    assert None not in given
    counted = Counter(given)
    assert set(counted) == {"p1", "p2"}
    assert max(counted.values()) <= 1.2 * min(counted.values())
    assert [came_to(deployment, str(cookie)) for cookie in given] == [None] * 40


def test_an_own_table_of_one_process_opens_in_the_other(
    chromium: Browser, deployment: Deployment
) -> None:
    mine = reader(chromium, deployment, "p1")
    mine.goto(deployment.address)
    table = b"sky,wind,go\n" + b"sun,lo,yes\nsun,hi,no\nrain,lo,no\nrain,hi,no\nsun,lo,yes\n" * 4
    mine.locator("input[type=file]").set_input_files(
        {"name": "walks.csv", "mimeType": "text/csv", "buffer": table}
    )
    mine.get_by_role("button", name="Yes, predict").click()
    expect(said(mine)).to_contain_text("20 rows, all in one node")
    press(mine, "last")
    expect(said(mine)).to_contain_text("Finished: ")
    at_rest(mine)
    told, address = said(mine).inner_text(), mine.url
    theirs = reader(chromium, deployment, "p2")
    theirs.goto(address)
    expect(said(theirs)).to_have_text(told)
    assert (process_of(mine), process_of(theirs)) == ("p1", "p2")
    mine.context.close()
    theirs.context.close()


def test_who_loses_the_process_goes_on_at_the_same_step(
    chromium: Browser, deployment: Deployment
) -> None:
    """Killed, one after the other, as an update does it: p1 falls, comes back, then p2 falls."""
    page = reader(chromium, deployment, "p1")
    page.goto(f"{deployment.address}/grow?data=playtennis&recipe=id3&step=3")
    expect(page.locator("g.node").first).to_be_visible()
    told = said(page).inner_text()
    for gone, other in (("p1", "p2"), ("p2", "p1")):
        assert process_of(page) == gone
        deployment.kill(gone)
        for _ in range(80):  # the browser asks again by itself, and is given another cookie
            if process_of(page) == other:
                break
            page.wait_for_timeout(250)
        assert process_of(page) == other
        expect(said(page)).to_have_text(told)
        press(page, "next")
        expect(said(page)).not_to_have_text(told)
        press(page, "back")
        expect(said(page)).to_have_text(told)
        assert "step=3" in page.url
        deployment.start(gone)
        until_it_answers(deployment, gone)
    page.context.close()
