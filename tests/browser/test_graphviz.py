"""Graphviz's own picture of the tree, one press away wherever a tree is worked with."""

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.rest import at_rest
from tests.browser.visitor import LAPTOP, Visitor

pytestmark = pytest.mark.browser
ADDRESSES = [
    "grow?data=iris&recipe=cart&step=17",
    "pruning?data=iris&recipe=cart&lab_share=0",
    "use?data=iris&recipe=cart&step=17",
]
WIDE = "box => Number(box.querySelector('svg').getAttribute('viewBox').split(' ')[2])"
"""How much of the picture is in sight across."""


def scene_of(page: Page) -> str:
    """What is written on the stages below the picture."""
    return page.locator(".stage").filter(visible=True).first.inner_text()


def looked_at(server: str, visitor: Visitor, address: str) -> Locator:
    """The picture, over the page."""
    page = visitor.page
    page.set_viewport_size(LAPTOP)
    page.goto(f"{server}/{address}")
    press = page.locator(".stage .graphviz").filter(visible=True)
    expect(press).to_have_count(1)
    at_rest(page)
    press.click()
    frame = page.locator(".graphviz .frame")
    expect(frame.locator("svg .node")).to_have_count(17)
    return frame


@pytest.mark.on_push(1)
@pytest.mark.parametrize("address", ADDRESSES)
def test_graphviz_is_one_press_away_and_looked_at_from_near(
    server: str, visitor: Visitor, address: str
) -> None:
    page, frame = visitor.page, looked_at(server, visitor, address)
    box = frame.bounding_box()
    assert box is not None
    assert box["width"] > 0.9 * LAPTOP["width"]
    assert box["height"] > 0.5 * LAPTOP["height"]
    whole = frame.evaluate(WIDE)  # as it opens
    middle = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.dblclick(*middle)
    assert frame.evaluate(WIDE) == pytest.approx(box["width"] / 1.25, rel=0.01)  # as one reads
    page.mouse.dblclick(*middle)
    assert frame.evaluate(WIDE) == whole
    frame.focus()
    page.keyboard.press("0")
    assert frame.evaluate(WIDE) == whole
    page.keyboard.press("+")
    near = frame.evaluate(WIDE)
    assert near < 0.8 * whole
    page.mouse.move(box["x"] + 300, box["y"] + 100)
    page.mouse.wheel(0, -300)
    assert frame.evaluate(WIDE) < 0.8 * near
    page.get_by_role("button", name="Whole tree").last.click()
    assert frame.evaluate(WIDE) == whole
    with page.expect_download() as waiting:
        page.locator(".st-key-tree_files_over").get_by_role("button", name="PDF").click()
    assert waiting.value.path().read_bytes().startswith(b"%PDF")
    frame.focus()
    page.keyboard.press("Escape")
    expect(frame).to_have_count(0)
    at_rest(page)
    expect(frame).to_have_count(0)


@pytest.mark.nightly
def test_what_was_zoomed_stays_and_the_page_below_hears_no_key(
    server: str, visitor: Visitor
) -> None:
    page, frame = visitor.page, looked_at(server, visitor, ADDRESSES[0])
    box = frame.bounding_box()
    assert box is not None
    frame.focus()
    page.keyboard.press("0")
    page.keyboard.press("+")
    near = frame.evaluate(WIDE)
    frame.dispatch_event("keydown", {"key": "+", "ctrlKey": True, "bubbles": True})
    assert frame.evaluate(WIDE) == near  # the browser's own zoom
    page.set_viewport_size({"width": LAPTOP["width"], "height": LAPTOP["height"] - 40})
    expect(frame).not_to_have_css("height", f"{box['height']}px")
    assert frame.evaluate(WIDE) == pytest.approx(near)  # a smaller window keeps the zoom
    page.set_viewport_size(LAPTOP)
    drawn = scene_of(page)
    page.keyboard.press("PageUp")  # would go a step back, on the page below
    at_rest(page)
    assert scene_of(page) == drawn
