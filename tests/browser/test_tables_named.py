"""Who goes by keys stops at nothing that takes no key."""

import pytest
from playwright.sync_api import expect

from tests.browser.rest import at_rest
from tests.browser.visitor import Visitor

pytestmark = pytest.mark.browser


@pytest.mark.nightly
def test_the_page_itself_is_no_stop_of_the_tab_key(server: str, visitor: Visitor) -> None:
    page = visitor.page
    page.goto(f"{server}/grow?data=playtennis&recipe=id3")
    expect(page.locator(".stage .node").first).to_be_visible()
    at_rest(page)
    stops = []
    for _ in range(14):
        page.keyboard.press("Tab")
        stops.append(page.evaluate("document.activeElement.localName"))
    assert "main" not in stops
    assert "button" in stops
