"""The server is killed and started again while a lesson is open."""

import re
import time
import urllib.request
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.processes import end, free_port, started
from tests.browser.rest import at_rest
from tests.browser.stage import press, said
from tests.browser.visitor import LAPTOP

pytestmark = pytest.mark.browser


def until_it_answers(address: str) -> None:
    for _ in range(240):
        try:
            urllib.request.urlopen(f"{address}/_stcore/health", timeout=2)
            return
        except OSError:
            time.sleep(0.25)
    raise AssertionError("the server did not answer")


def test_the_lesson_goes_on_after_a_restart(chromium: Browser, tmp_path: Path) -> None:
    """Without a reload: the new session knows nothing of the page that asks it."""
    port, store = free_port(), f"sqlite:///{tmp_path}/store.db"
    address, server = f"http://127.0.0.1:{port}", started(port, store)
    context = chromium.new_context(viewport=LAPTOP)
    try:
        until_it_answers(address)
        page = context.new_page()
        page.goto(f"{address}/grow?data=playtennis&recipe=id3&step=3")
        expect(page.locator("g.node").first).to_be_visible()
        at_rest(page)
        told = said(page).inner_text()
        end(server)
        expect(page.locator(".stApp:not([data-test-connection-state=CONNECTED])")).to_be_visible()
        server = started(port, store)
        expect(page.locator(".stApp[data-test-connection-state=CONNECTED]")).to_be_visible()
        expect(page.get_by_role("dialog")).to_have_count(0)
        expect(said(page)).to_have_text(told)
        press(page, "next")
        expect(said(page)).not_to_have_text(told)
        press(page, "back")
        expect(said(page)).to_have_text(told)
        expect(page).to_have_url(re.compile("step=3"))
    finally:
        context.close()
        end(server)


def test_a_page_whose_files_were_lost_asks_for_them_again(
    chromium: Browser, tmp_path: Path
) -> None:
    """The server goes away while the stage's files are fetched for the first time."""
    port, store = free_port(), f"sqlite:///{tmp_path}/store.db"
    address, server = f"http://127.0.0.1:{port}", started(port, store)
    context = chromium.new_context(viewport=LAPTOP)
    try:
        until_it_answers(address)
        page = context.new_page()
        page.route("**/stage.css", lambda route: route.abort())
        page.goto(f"{address}/grow?data=playtennis&recipe=id3&step=3")
        expect(page.get_by_role("alert")).to_contain_text("BidiComponent Error")
        page.unroute("**/stage.css")
        end(server)
        expect(page.locator(".stApp:not([data-test-connection-state=CONNECTED])")).to_be_visible()
        server = started(port, store)
        expect(said(page)).to_be_visible(timeout=60_000)
    finally:
        context.close()
        end(server)
