"""Explore in a browser: a node touched in one tree lights its rows in the other."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.visitor import Visitor

pytestmark = pytest.mark.browser
ADDRESS = "explore?data=playtennis&recipe=id3&beside1=recipe%3Dcart"


def tree(page: Page, k: int) -> Page:
    return page.locator(f".st-key-compared_tree_{k}")  # type: ignore[return-value]


def test_a_touch_lights_the_rows_in_both_trees(server: str, visitor: Visitor) -> None:
    page = visitor.page
    page.goto(f"{server}/{ADDRESS}")
    expect(tree(page, 1).locator("g.node")).to_have_count(13)
    expect(page.locator("g.node.lit")).to_have_count(0)
    tree(page, 0).locator("g.node", has_text="4 Yes").click()  # overcast, a leaf
    expect(page.get_by_text("Lit: 4 rows with Outlook = Overcast")).to_be_visible()
    expect(tree(page, 0).locator("g.node.lit")).to_have_count(2)
    expect(tree(page, 1).locator("g.node.lit")).to_have_count(2)


def test_from_a_finished_tree_to_another_one_beside_it(server: str, visitor: Visitor) -> None:
    page = visitor.page
    page.goto(f"{server}/grow?data=playtennis&recipe=id3&step=8")
    page.get_by_role("button", name="Put another tree beside it").click()
    expect(page).to_have_url(re.compile(r"/explore\?.*beside1=recipe%3Dcart"))
    expect(page.get_by_text("They part at")).to_be_visible()
    page.locator(".st-key-compared_remove_1").get_by_role("button").click()
    expect(page.get_by_text("They part at")).to_be_hidden()
