"""The server is killed and started again while a page is open, with no proxy before it."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.processes import end, free_port, started, until_it_answers
from tests.browser.rest import at_rest
from tests.browser.stage import press, said
from tests.browser.visitor import LAPTOP

pytestmark = [pytest.mark.browser, pytest.mark.nightly]  # on a push: test_back, of a lost server
LESSON = "/grow?data=playtennis&recipe=id3&step=3"


class Server:
    """One process, that stands again at the same address after it was killed."""

    def __init__(self, store: str) -> None:
        self.port, self.store = free_port(), store
        self.address = f"http://127.0.0.1:{self.port}"
        self.start()

    def start(self) -> None:
        self.process = started(self.port, self.store)

    def restart(self, page: Page) -> None:
        end(self.process)
        expect(page.locator(".stApp:not([data-test-connection-state=CONNECTED])")).to_be_visible()
        self.start()


@pytest.fixture
def alone(tmp_path: Path) -> Iterator[Server]:
    server = Server(f"sqlite:///{tmp_path}/store.db")
    try:
        until_it_answers(server.address, server.process)
        yield server
    finally:
        end(server.process)


@pytest.fixture
def page(chromium: Browser) -> Iterator[Page]:
    context = chromium.new_context(viewport=LAPTOP)
    yield context.new_page()
    context.close()


def test_the_lesson_goes_on_after_a_restart(alone: Server, page: Page) -> None:
    """Without a reload: the new session knows nothing of the page that asks it."""
    page.goto(alone.address + LESSON)
    expect(page.locator("g.node").first).to_be_visible()
    at_rest(page)
    told = said(page).inner_text()
    alone.restart(page)
    expect(page.locator(".stApp[data-test-connection-state=CONNECTED]")).to_be_visible()
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(said(page)).to_have_text(told)
    press(page, "next")
    expect(said(page)).not_to_have_text(told)
    press(page, "back")
    expect(said(page)).to_have_text(told)
    expect(page).to_have_url(re.compile("step=3"))


def test_a_page_whose_files_were_lost_asks_for_them_again(alone: Server, page: Page) -> None:
    """The server goes away while the stage's files are fetched for the first time."""
    page.route("**/stage.css", lambda route: route.abort())
    page.goto(alone.address + LESSON)
    expect(page.get_by_role("alert")).to_contain_text("BidiComponent Error")
    page.unroute("**/stage.css")
    alone.restart(page)
    expect(said(page)).to_be_visible(timeout=60_000)
