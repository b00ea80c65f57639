"""A hand in a lecture: where it presses alpha, which buttons it finds, and the keys after it."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.alone import alone
from tests.browser.rest import at_rest
from tests.browser.stage import asked, where
from tests.browser.visitor import LAPTOP, Visitor

pytestmark = pytest.mark.browser

PATH = "pruning?data=kyphosis&complete=auto&recipe=cart&lab_share=0&step=0"
AT = """(ruler, share) => {
  const all = [...ruler.querySelectorAll(".stretch")].map((one) => one.getBoundingClientRect());
  const [{ left }, { right, top, height }] = [all[0], all.at(-1)];
  return [left + share * (right - left), top + height / 2];
}"""
"""On the line of the ruler, at a share of its length."""
UNDER = """view => {
  const box = (one) => one.getBoundingClientRect();
  const buttons = [...view.lectureHost.querySelectorAll(".hands button")].map(box);
  const pressed = "button:not(.hands *), [role=treeitem], [role=slider], [role=slider] *";
  const parts = [...view.root.querySelectorAll(pressed)].filter((one) => one.checkVisibility());
  const meet = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom
    && b.top < a.bottom;
  const below = parts.map(box).filter((one) => one.width && buttons.some((top) => meet(top, one)));
  return [buttons.length, parts.length > 0, below.length];
}"""
"""What can be pressed below the buttons that a moving hand finds."""


def ruler(page: Page) -> Locator:
    return page.locator(".ruler-line").filter(visible=True)


def stands(page: Page, share: float) -> int:
    """The tree to which a press at this share of the ruler leads."""
    page.mouse.click(*ruler(page).evaluate(AT, share))
    return int(ruler(page).get_attribute("aria-valuenow") or "")


@pytest.mark.parametrize("size", [(1366, 640), (1920, 1080)], ids=str)
def test_a_press_on_alpha_leads_where_it_leads_on_the_page(
    visitor: Visitor, size: tuple[int, int]
) -> None:
    visitor.page.set_viewport_size({"width": size[0], "height": size[1]})
    page = alone(visitor, f"{PATH}&lecture=on")
    many = ruler(page).locator(".stretch").count()  # all as long on an axis, there as here
    for share in (0.27, 0.52, 0.77):
        assert stands(page, share) == int(share * many)
    expect(page.locator(".stage.lecture")).to_be_visible()


@pytest.mark.parametrize("size", [(1920, 1080), (1366, 640), (390, 844)], ids=str)
@pytest.mark.parametrize(
    "address", [PATH, "grow?data=playtennis&recipe=id3&step=0", "grow?data=iris&recipe=cart&step=3"]
)
def test_the_buttons_of_a_moving_hand_lie_over_nothing_that_can_be_pressed(
    visitor: Visitor, address: str, size: tuple[int, int]
) -> None:
    visitor.page.set_viewport_size({"width": size[0], "height": size[1]})
    page = alone(visitor, f"{address}&lecture=on")
    page.mouse.move(5, 5)
    page.mouse.move(size[0] / 2, size[1] / 2)
    expect(page.locator(".hands.near")).to_be_visible()
    assert asked(page, UNDER) == [5, True, 0]


def test_home_and_end_lead_a_lecture_after_a_press_on_a_node(server: str, visitor: Visitor) -> None:
    visitor.page.set_viewport_size(LAPTOP)
    page = visitor.page
    page.goto(f"{server}/grow?data=playtennis&recipe=id3&step=2")
    expect(where(page)).to_have_text(re.compile("^step 2"))
    at_rest(page)
    page.keyboard.press("l")
    place = page.locator("p.place")
    for key, step in (("End", "step 8 of 8"), ("Home", "step 0 of 8")):
        page.locator("g.node[data-id=root]").click()
        expect(page.locator("g.node[data-id=root]")).to_be_focused()
        page.keyboard.press(key)
        expect(place).to_have_text(step)
