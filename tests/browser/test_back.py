"""The browser's Back, and a server that does not answer."""

import re
from typing import Final

import pytest
from playwright.sync_api import Page, expect

from tests.browser.rest import at_rest
from tests.browser.visitor import Visitor

pytestmark = pytest.mark.browser

SOCKETS: Final = """() => {
  const Plain = WebSocket;
  window.sockets = [];
  window.WebSocket = class extends Plain {
    constructor(...given) { super(...given); window.sockets.push(this); }
  };
}"""


@pytest.mark.nightly
def test_back_and_forward_go_from_stop_to_stop_of_a_lesson(server: str, visitor: Visitor) -> None:
    """Within a page and from page to page, also twice in a moment."""
    page = visitor.page
    page.goto(f"{server}/?lesson=play_tennis&at=4")
    stops = page.locator(".story .place")
    for k in range(5, 10):
        expect(page).to_have_url(re.compile(f"[?&]at={k - 1}(&|$)"))
        at_rest(page)
        page.locator(".story .next").click()
        expect(stops).to_contain_text(f"{k} of")
    expect(page).to_have_url(re.compile("[?&]at=9(&|$)"))
    at_rest(page)
    for k in (8, 7):
        page.go_back()
        expect(stops).to_contain_text(f"{k} of")
        expect(page).to_have_url(re.compile(f"[?&]at={k}(&|$)"))
        at_rest(page)
        assert stop_on_show(page)
    page.go_back()
    page.go_back()  # before the server has answered
    expect(stops).to_contain_text("5 of")
    expect(page).to_have_url(re.compile("[?&]at=5(&|$)"))
    at_rest(page)
    assert stop_on_show(page)
    for k in (6, 7, 8, 9):
        page.go_forward()
        expect(stops).to_contain_text(f"{k} of")
        at_rest(page)
        expect(page).to_have_url(re.compile(f"[?&]at={k}(&|$)"))
    assert stop_on_show(page)


def stop_on_show(page: Page) -> bool:
    return page.locator(".story[data-away=false]").count() == 1


def test_back_leads_to_the_page_before_and_a_lost_server_is_told(
    server: str, visitor: Visitor
) -> None:
    """From an address that was opened cold; then no answer comes."""
    page = visitor.page
    page.add_init_script(f"({SOCKETS})()")
    page.goto(f"{server}/grow?data=playtennis&recipe=id3&step=2&lang=zh")
    at_rest(page)
    page.locator("header").get_by_role("link").nth(1).click()
    expect(page).to_have_url(re.compile("/data.*step=2"))
    page.go_back()
    expect(page).to_have_url(re.compile("/grow.*step=2"))
    expect(page.locator(".stage")).to_be_visible()
    at_rest(page)
    told = page.locator("[data-said-to-root]")
    words = [told.get_attribute(f"data-{name}") for name in ("lost", "lost-means", "close")]
    page.route("**/_stcore/*", lambda route: route.abort())
    page.evaluate("() => window.sockets.forEach((one) => one.close())")
    dialog = page.locator("section[role=dialog]")
    expect(dialog).to_be_visible()
    assert dialog.inner_text().split("\n") == words[:2]
    expect(dialog.get_by_role("button")).to_have_attribute("aria-label", words[2] or "")
    visitor.errors.clear()  # that nobody answered is an error in the console
