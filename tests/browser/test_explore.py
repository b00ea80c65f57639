"""Explore in a browser: a node touched in one tree lights its rows in the other."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.rest import at_rest
from tests.browser.visitor import Visitor

pytestmark = pytest.mark.browser
ADDRESS = "explore?data=playtennis&recipe=id3&beside1=recipe%3Dcart"
LIT = "Highlighted in every tree:"


def tree(page: Page, k: int) -> Page:
    return page.locator(f".st-key-compared_tree_{k}")  # type: ignore[return-value]


def test_a_touch_lights_the_rows_in_both_trees(server: str, visitor: Visitor) -> None:
    page = visitor.page
    page.goto(f"{server}/{ADDRESS}")
    expect(tree(page, 1).locator("g.node")).to_have_count(13)
    expect(page.locator("g.node.lit")).to_have_count(0)
    expect(page.locator("g.node.parts[data-id=root]")).to_have_count(2)
    tree(page, 0).locator("g.node", has_text="4 Yes").click()  # overcast, a leaf
    expect(page.get_by_text(f"{LIT} 4 rows with Outlook = Overcast")).to_be_visible()
    expect(tree(page, 0).locator("g.node.lit")).to_have_count(2)
    expect(tree(page, 1).locator("g.node.lit")).to_have_count(2)
    expect(page.locator("g.node.parts[data-id=root]")).to_have_count(2)
    tops = tree(page, 0), tree(page, 1)
    high = [
        one.locator("svg.canvas").evaluate("one => one.getBoundingClientRect().y") for one in tops
    ]
    assert high[0] == high[1]


HOLD = """hold => {
  const hosts = [...document.querySelectorAll("[class*=st-key-compared_tree] *")];
  for (const root of hosts.map((one) => one.shadowRoot?.querySelector(".stage")).filter(Boolean)) {
    if (hold) { root.kept = root.send; root.send = () => {}; }
    else { root.send = root.kept; root.view.tell(); }
  }
}"""
"""Whether what the trees have to say waits."""


@pytest.mark.nightly
def test_rows_are_lit_before_the_server_hears_of_it(server: str, visitor: Visitor) -> None:
    page = visitor.page
    page.goto(f"{server}/{ADDRESS}")
    expect(tree(page, 1).locator("g.node")).to_have_count(13)
    at_rest(page)
    page.evaluate(HOLD, True)
    for place, name in ((0, "2"), (1, "1"), (0, "0")):
        tree(page, place).locator(f"g.node[data-id='{name}']").click()
    told = [lit(page, k) for k in (0, 1)]
    assert told[0] == ["0", "0.0", "0.1", "root"]
    assert told[1]
    expect(page.get_by_text(LIT)).to_have_count(0)
    page.evaluate(HOLD, False)
    expect(page.get_by_text(f"{LIT} 5 rows with Outlook = Sunny")).to_be_visible()
    at_rest(page)
    assert [lit(page, k) for k in (0, 1)] == told


def lit(page: Page, k: int) -> list[str]:
    nodes = tree(page, k).locator("g.node.lit")
    return sorted(nodes.evaluate_all("all => all.map(one => one.dataset.id)"))


@pytest.mark.nightly
def test_from_a_finished_tree_to_another_one_beside_it(server: str, visitor: Visitor) -> None:
    page = visitor.page
    page.goto(f"{server}/grow?data=playtennis&recipe=id3&step=8")
    page.get_by_role("button", name="Compare it with another tree").click()
    expect(page).to_have_url(re.compile(r"/explore\?.*beside1=recipe%3Dcart"))
    expect(page.get_by_text("They first differ at")).to_be_visible()
    page.locator(".st-key-compared_remove_1").get_by_role("button").click()
    expect(page.get_by_text("They first differ at")).to_be_hidden()


@pytest.mark.nightly
def test_trees_that_were_tried_outlive_a_reload(server: str, visitor: Visitor) -> None:
    page = visitor.page
    for recipe in ("id3", "c45"):  # each address begins a session
        page.goto(f"{server}/explore?data=playtennis&recipe={recipe}&step=8")
        expect(page.locator("[class*=st-key-tried_said]").first).to_be_visible()
        page.wait_for_function(
            "name => localStorage.getItem('nbn-trees')?.includes(name)", arg=recipe
        )
    expect(page.locator("[class*=st-key-tried_said]")).to_have_count(2)
    page.locator(".st-key-tried_1").get_by_role("button", name="Remove from list").click()
    expect(page.locator("[class*=st-key-tried_said]")).to_have_count(1)
    page.wait_for_function("() => !localStorage.getItem('nbn-trees').includes('id3')")
    page.reload()
    expect(page.locator("[class*=st-key-tried_said]")).to_have_count(1)
