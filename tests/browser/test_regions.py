"""The picture of regions under a pointer: it stays in sight while the tree grows, and leads to
its nodes."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.rest import at_rest
from tests.browser.stage import rows, view
from tests.browser.visitor import LAPTOP, Visitor

pytestmark = [pytest.mark.browser, pytest.mark.nightly]  # on a push: pages/test_page_grow_regions
PLOT = ".st-key-regions_figure .nsewdrag"


def place(page: Page) -> dict[str, float]:
    """Where the picture is, as soon as there is one: it may be just about to be drawn anew."""
    ask = """part => { const found = document.querySelector(part)?.getBoundingClientRect();
        return found?.width ? { ...found.toJSON() } : null; }"""
    found: dict[str, float] = page.wait_for_function(ask, arg=PLOT).json_value()
    return found


def touch(page: Page, across: float, up: float) -> None:
    """Click at shares of the picture's breadth and height, once the last touch is drawn."""
    at_rest(page)
    room = place(page)
    at = room["x"] + across * room["width"], room["y"] + (1 - up) * room["height"]
    page.mouse.move(at[0] - 3, at[1] - 3)
    at_rest(page)
    page.mouse.move(*at)
    at_rest(page)
    page.mouse.click(*at)


def test_it_stays_in_sight_while_the_tree_grows_and_a_touch_selects(
    server: str, visitor: Visitor
) -> None:
    page = visitor.page
    page.goto(f"{server}/grow?data=iris&recipe=cart&step=0&weigh=root")
    curves_fit_beside_the_tree(page)
    view(page, "regions")
    expect(page.locator(PLOT).first).to_be_attached()
    at_rest(page)
    before = place(page)
    assert before["y"] + before["height"] <= LAPTOP["height"]
    bars = page.locator(".st-key-regions_figure .barlayer .point")
    expect(bars).to_have_count(1)
    page.keyboard.press("PageDown")
    expect(bars).to_have_count(2)
    page.keyboard.press("PageDown")
    expect(rows(page)).to_contain_text("Petal.Length ≤ 2.45")
    at_rest(page)  # parts that are about to go still take room until then
    after = place(page)
    assert after["height"] >= before["height"]
    assert after["y"] + after["height"] <= LAPTOP["height"]
    touch(page, 0.9, 0.1)
    expect(rows(page)).to_contain_text("100 rows · Petal.Length > 2.45")
    touch(page, 0.1, 0.9)
    expect(rows(page)).to_contain_text("50 rows · Petal.Length ≤ 2.45")
    touch(page, 0.9, 0.1)
    expect(rows(page)).to_contain_text("100 rows · Petal.Length > 2.45")


def curves_fit_beside_the_tree(page: Page) -> None:
    """On a laptop the drop is whole, and its sentence below it."""
    view(page, "drop")
    expect(page.locator(".st-key-drop_figure .nsewdrag")).to_be_attached()
    at_rest(page)
    chart = page.locator(".st-key-drop_figure .main-svg").first.bounding_box()
    words = page.locator(".st-key-host [data-testid=stMarkdown]").first.bounding_box()
    assert chart
    assert words
    assert chart["y"] + chart["height"] <= min(words["y"] + 1, LAPTOP["height"])
