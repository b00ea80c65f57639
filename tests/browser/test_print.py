"""What a page is on paper: few sheets, what one reads, and nothing that one presses."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.rest import at_rest
from tests.browser.visitor import Visitor

pytestmark = pytest.mark.browser

PAPER = (1047, 718)
"""Pixels of a sheet of A4, crosswise, within its margins."""
CONTROLS = """() => {
  const parts = (root) => [...root.querySelectorAll("*")].flatMap(
    (part) => [part, ...(part.shadowRoot ? parts(part.shadowRoot) : [])]);
  const pressed = "nav, header, [role=tablist], .views, .go";
  const shown = parts(document).filter((part) => part.matches(pressed));
  return shown.filter((part) => part.checkVisibility()).map((part) => part.outerHTML.slice(0, 80));
}"""


UNHEARD = """
  const on = matchMedia("print"), Observer = ResizeObserver;
  window.ResizeObserver = class extends Observer {
    constructor(hear) { super((...seen) => on.matches || hear(...seen)); }
  };
  addEventListener("resize", (event) => on.matches && event.stopImmediatePropagation());
"""
"""No script hears that a page has another size on paper."""


def printed(page: Page, address: str) -> int:
    """How many sheets; then the page as it is on paper."""
    page.add_init_script(UNHEARD)
    page.goto(address)
    expect(page.locator(".stage g.node").first).to_be_visible()
    at_rest(page)
    sheets = len(re.findall(rb"/Type\s*/Page\b", page.pdf(prefer_css_page_size=True)))
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    page.emulate_media(media="print")
    page.set_viewport_size({"width": PAPER[0], "height": PAPER[1]})
    at_rest(page)
    assert page.evaluate(CONTROLS) == []
    return sheets


def test_a_step_is_printed_with_its_tree_ranking_sum_and_rows(
    server: str, visitor: Visitor
) -> None:
    page = visitor.page
    assert printed(page, f"{server}/grow?data=playtennis&recipe=id3&step=1&weigh=0") <= 3
    for part in ("h1", ".stage .said", ".stage g.node", ".stage .ranking", ".stage .formula"):
        expect(page.locator(part).first).to_be_visible()
    expect(page.locator(".rowtable tbody tr:visible")).to_have_count(14)
    canvas = page.locator(".stage .canvas").bounding_box()
    assert canvas
    assert canvas["width"] >= PAPER[0] - 1  # the tree goes across the sheet


@pytest.mark.nightly
def test_of_a_large_table_a_page_of_rows_and_the_whole_ranking_are_printed(
    server: str, visitor: Visitor
) -> None:
    page = visitor.page
    assert printed(page, f"{server}/grow?data=biopsy&complete=auto&recipe=cart&step=3") <= 4
    expect(page.locator(".rowtable tbody tr:visible")).to_have_count(30)
    said = page.locator(".rowtable .scroll").evaluate(
        "part => getComputedStyle(part, '::after').content"
    )
    assert said == '"30 of 699 shown"'
    frame = page.locator(".ranking .frame")
    expect(frame.locator("tbody tr")).to_have_count(9)
    assert frame.evaluate("part => part.scrollHeight <= part.clientHeight")


def test_pruning_is_printed_with_its_curve(server: str, visitor: Visitor) -> None:
    page = visitor.page
    query = "data=biopsy&complete=auto&recipe=cart&cuts=17&lab_share=0"
    page.set_viewport_size({"width": 1920, "height": 1080})  # where it is drawn high
    assert printed(page, f"{server}/pruning?{query}") <= 3
    curve = page.locator(".js-plotly-plot").first
    expect(curve).to_be_visible()
    box, ruler = curve.bounding_box(), page.locator(".ruler-line").first.bounding_box()
    said = page.locator("[class*=st-key-lab_say]").first.bounding_box()
    assert box
    assert ruler
    assert said
    assert 0 <= box["y"] - ruler["y"] - ruler["height"] < 120  # its axis stands over it
    assert box["y"] + box["height"] <= said["y"]
    assert box["width"] > PAPER[0] * 0.6


@pytest.mark.nightly
def test_trees_that_are_compared_are_whole_on_paper(server: str, visitor: Visitor) -> None:
    page = visitor.page
    assert printed(page, f"{server}/explore?data=playtennis&recipe=id3") <= 3
    assert page.locator(".stage g.node").evaluate_all(
        "(nodes, width) => nodes.every(one => one.getBoundingClientRect().right <= width)", PAPER[0]
    )


@pytest.mark.nightly
def test_what_has_no_words_on_paper_is_folded_though_all_levels_are_on_screen(
    server: str, visitor: Visitor
) -> None:
    page = visitor.page
    address = "grow?data=titanic&recipe=cart&step=999&levels=all&lecture=on"
    assert printed(page, f"{server}/{address}") <= 4
    nodes = page.locator(".stage g.node:not(.away)")
    texts = nodes.evaluate_all(
        "nodes => nodes.map((one) => [...one.querySelectorAll('text')].some((t) => t.textContent))"
    )
    assert len(texts) > 40
    assert all(texts)
    expect(page.get_by_text("What next?")).to_be_hidden()
