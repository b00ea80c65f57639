"""The headings of a page, as those who hear it walk through them, and its tables."""

from itertools import pairwise

import pytest
from playwright.sync_api import expect

from tests.browser.rest import at_rest
from tests.browser.visitor import Visitor

pytestmark = pytest.mark.browser
RIGHT = "all => Math.max(...all.map(one => one.getBoundingClientRect().right))"
LEFT = """tools => Math.min(...[...tools.querySelectorAll("h1, button")].map(
  one => one.getBoundingClientRect()).filter(at => at.width > 1).map(at => at.left))"""
PAGES = (
    "/",
    "/data?data=golf",
    "/impurity?data=golf",
    "/use?data=golf&recipe=c45&step=9",
    "/use?data=golf&recipe=c45&step=9&tab=evaluate&lab_share=0.3",
    "/explore?data=playtennis&recipe=id3",
    "/reference?data=golf",
    "/reference?tab=glossary",
    "/reference?tab=textbook",
    "/lessons",
    "/data?data=playtennis&lesson=play_tennis&at=1",
)
WITH_TABLES = (
    "/impurity?data=golf",
    "/reference?data=golf",
    "/reference?tab=textbook",
    "/data?data=playtennis&lesson=play_tennis&at=1",
)
NAMES = """() => [...document.querySelectorAll("[data-testid=stMain] table")].map(
  table => table.getAttribute("aria-label"))"""
"""Who hears a page is told which table it is."""


@pytest.mark.nightly
@pytest.mark.parametrize("address", PAGES)
def test_no_level_is_skipped_and_each_table_has_a_name(
    server: str, visitor: Visitor, address: str
) -> None:
    page = visitor.page
    page.goto(server + address)
    expect(page.locator("h1")).to_have_count(1)
    at_rest(page)
    names = page.locator("h1, h2, h3, h4, h5, h6").evaluate_all("all => all.map(h => h.tagName)")
    levels = [int(name[1]) for name in names]
    assert levels[0] == 1
    assert all(after <= before + 1 for before, after in pairwise(levels))
    tables = page.evaluate(NAMES)
    assert bool(tables) or address not in WITH_TABLES
    assert all(tables), tables


@pytest.mark.nightly
@pytest.mark.parametrize("width", [1024, 1366])
def test_what_is_set_for_a_lesson_lies_beside_the_navigation(
    server: str, visitor: Visitor, width: int
) -> None:
    page = visitor.page
    page.set_viewport_size({"width": width, "height": 640})
    page.goto(f"{server}/grow?data=biopsy&recipe=cart_rpart&hold=0.3~0&without=3~5")
    expect(page.locator(".st-key-put_back button")).to_be_visible()
    at_rest(page)
    links = (
        page.locator("header")
        .get_by_role("link")
        .or_(page.get_by_test_id("stTopNavSection"))
        .evaluate_all(RIGHT)
    )
    assert links <= page.locator(".st-key-tools").evaluate(LEFT)
