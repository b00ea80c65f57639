"""The server is killed and started again while a lesson is open."""

import time
import urllib.request
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.processes import end, free_port, started
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
        page.wait_for_url("**step=3**")
    finally:
        context.close()
        end(server)
