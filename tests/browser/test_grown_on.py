"""The chip of a tree that grew on other rows, and a column left out, by keyboard and by touch."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.rest import at_rest
from tests.browser.stage import do, opened, ranking
from tests.browser.visitor import Visitor

pytestmark = pytest.mark.browser

HELD = "data=iris&recipe=cart&step=17&lab_share=0.3"


@pytest.mark.on_push("390")
@pytest.mark.parametrize("wide", [1366, 390])
def test_the_chip_opens_shuts_and_makes_the_rows_alike(
    server: str, visitor: Visitor, wide: int
) -> None:
    page = visitor.page
    page.set_viewport_size({"width": wide, "height": 640})
    page.goto(f"{server}/pruning?{HELD}")
    chip, card = page.locator(".stage .grownon"), page.locator(".stage .others")
    expect(chip).to_have_text("grown on 105 of 150 rows · 45 held out")
    at_rest(page)
    root = page.locator("g.node[data-id=root] .head")
    assert not _overlap(chip.bounding_box(), root.bounding_box())
    chip.focus()
    page.keyboard.press("Enter")
    expect(card).to_contain_text("The tree on Grow grew on 150 rows")
    assert not _overlap(chip.bounding_box(), card.bounding_box())
    page.keyboard.press("Escape")
    expect(card).to_be_hidden()
    expect(chip).to_be_focused()
    chip.click()
    card.get_by_role("button", name="Use these rows on Grow too").click()
    expect(chip).to_be_hidden()
    expect(card).to_be_hidden()
    expect(page).to_have_url(re.compile(r"hold=0\.3~0"))


@pytest.mark.nightly
def test_a_column_is_left_out_and_used_again_by_the_keyboard(server: str, visitor: Visitor) -> None:
    page = opened(visitor, server, "data=playtennis&recipe=id3&step=0&weigh=root", 4)
    do(page, "out")
    row = ranking(page).locator("tbody tr.out")
    expect(row).to_contain_text("left out")
    ranking(page).locator("tbody tr").first.focus()
    page.keyboard.press("Enter")
    expect(ranking(page).locator("tbody tr[aria-selected=true]")).to_contain_text("Humidity")
    at_rest(page)
    page.keyboard.press("End")
    expect(row).to_be_focused()
    page.keyboard.press("Enter")
    again = page.locator(".stage [data-do=again]")
    expect(again).to_be_visible()
    page.keyboard.press("Tab")
    expect(again).to_be_focused()
    page.keyboard.press("Enter")
    expect(row).to_have_count(0)
    expect(ranking(page).locator("tbody tr")).to_have_count(4)


def _overlap(one: dict[str, float] | None, other: dict[str, float] | None) -> bool:
    assert one is not None
    assert other is not None
    beside = one["x"] + one["width"] <= other["x"] or other["x"] + other["width"] <= one["x"]
    above = one["y"] + one["height"] <= other["y"] or other["y"] + other["height"] <= one["y"]
    return not (beside or above)
