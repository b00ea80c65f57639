"""The line that says how good the tree is moves with each split; rows are held out in it."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.rest import at_rest
from tests.browser.visitor import Visitor

pytestmark = pytest.mark.browser

MIDDLES = """all => all.map((one) => one.getBoundingClientRect())
  .map(({ top, bottom }) => (top + bottom) / 2)"""


def line(page: Page) -> str:
    return page.locator(".stands > .fit").inner_text()


def test_rows_are_held_out_beside_the_steps_and_the_line_moves(
    server: str, visitor: Visitor
) -> None:
    page = visitor.page
    page.goto(f"{server}/grow?data=iris&recipe=cart&step=1")
    fit = page.locator(".stands > .fit")
    hold, next_ = fit.get_by_role("switch"), page.locator("[data-kind=next]")
    expect(hold).to_have_text("Hold out 30%")
    expect(hold).not_to_be_checked()
    at_rest(page)
    before = page.locator(".tree-part").bounding_box()
    assert "accuracy 67%" in line(page)
    hold.press("Space")
    expect(hold).to_be_checked()
    expect(hold).to_have_text("on held-out rows 67%")
    expect(hold).to_be_focused()
    expect(page).to_have_url(re.compile(r"hold=0\.3~0"))
    assert page.locator(".tree-part").bounding_box() == before  # it costs no height
    curve = fit.get_by_role("img")
    expect(curve).to_have_attribute("aria-label", re.compile("over 1 split$"))
    for _press in range(3):
        next_.click()
    expect(hold).not_to_have_text("on held-out rows 67%")
    expect(curve).to_have_attribute("aria-label", re.compile("over 2 splits$"))
    expect(curve.locator("path")).to_have_count(2)
    curve.click(position={"x": 4, "y": 11})  # the first point: no split yet
    expect(page.locator(".where .label")).to_have_text(re.compile("^step 0 of"))
    hold.click()
    expect(hold).to_have_text("Hold out 30%")
    expect(page).not_to_have_url(re.compile("hold="))


@pytest.mark.nightly
@pytest.mark.parametrize("language", ["en", "zh"])
def test_on_a_phone_it_is_a_line_above_the_buttons(
    server: str, visitor: Visitor, language: str
) -> None:
    page = visitor.page
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"{server}/grow?data=iris&recipe=cart&step=4&hold=0.3~0&lang={language}")
    fit = page.locator(".stands > .fit")
    expect(fit).to_have_text(re.compile("98%.*98%"))
    at_rest(page)
    expect(fit.locator(".curve")).to_be_hidden()
    box, button = fit.bounding_box(), page.locator("[data-kind=next]").bounding_box()
    assert box is not None
    assert button is not None
    assert box["y"] + box["height"] <= button["y"]
    assert fit.evaluate("one => one.scrollWidth <= one.clientWidth")
    middles = fit.locator(".part").evaluate_all(MIDDLES)
    assert middles[0] == pytest.approx(middles[1], abs=1)
    page.locator(".lead .place").click()  # the slider unfolds, and the curve with it
    curve = page.locator(".fold > .fit")
    expect(curve).to_have_text(re.compile("98%.*98%"))  # it says of what it is
    expect(curve.locator(".curve")).to_be_visible()
    box, slider = curve.bounding_box(), page.locator(".fold input").bounding_box()
    assert box is not None
    assert slider is not None
    assert box["y"] + box["height"] <= slider["y"]  # whose ends are 0 and the last step


@pytest.mark.nightly
def test_a_room_reads_it_and_a_guided_lesson_does_not_have_it(
    server: str, visitor: Visitor
) -> None:
    page = visitor.page
    page.goto(f"{server}/grow?data=iris&recipe=cart&step=4&hold=0.3~0")
    at_rest(page)
    page.keyboard.press("l")
    at_rest(page)
    told = page.locator(".lecture-part .fit .part")
    expect(told).to_have_text(["training 98%", "held out 98%"])
    high = "one => parseFloat(getComputedStyle(one).fontSize) * one.currentCSSZoom"
    assert told.first.evaluate(high) >= 24
    expect(page.get_by_role("switch", name=re.compile("held-out"))).to_be_hidden()
    page.goto(f"{server}/grow?lesson=play_tennis&at=3")
    at_rest(page)
    expect(page.locator(".stands > .fit")).to_be_hidden()
