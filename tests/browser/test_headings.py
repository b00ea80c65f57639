"""The headings of a page, as those who hear it walk through them."""

from itertools import pairwise

import pytest
from playwright.sync_api import expect

from tests.browser.rest import at_rest
from tests.browser.visitor import Visitor

pytestmark = pytest.mark.browser
PAGES = (
    "/",
    "/data?data=golf",
    "/impurity?data=golf",
    "/use?data=golf&recipe=c45&step=9",
    "/use?data=golf&recipe=c45&step=9&tab=evaluate&lab_share=0.3",
    "/explore?data=playtennis&recipe=id3",
    "/reference?data=golf",
    "/reference?tab=textbook",
    "/lessons",
    "/data?data=playtennis&lesson=play_tennis&at=1",
)


@pytest.mark.parametrize("address", PAGES)
def test_no_level_is_skipped(server: str, visitor: Visitor, address: str) -> None:
    page = visitor.page
    page.goto(server + address)
    expect(page.locator("h1")).to_have_count(1)
    at_rest(page)
    names = page.locator("h1, h2, h3, h4, h5, h6").evaluate_all("all => all.map(h => h.tagName)")
    levels = [int(name[1]) for name in names]
    assert levels[0] == 1
    assert all(after <= before + 1 for before, after in pairwise(levels))
