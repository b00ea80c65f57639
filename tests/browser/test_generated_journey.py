"""A made table: planted on the home page, grown, sent as a link, and stopped while it is made."""

import re
from urllib.parse import unquote

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.gate import Gate
from tests.browser.rest import at_rest
from tests.browser.stage import press, said
from tests.browser.visitor import LAPTOP, Visitor

pytestmark = [pytest.mark.browser, pytest.mark.nightly]  # on a push: pages/test_page_generated


def fill(page: Page, key: str, value: str) -> None:
    field = page.locator(f".st-key-{key} input")
    field.fill(value)
    field.press("Enter")
    at_rest(page)


def tree_of(page: Page) -> list[str]:
    """What stands in every node, in the order of the drawing."""
    nodes = page.locator(".stage g.node")
    expect(nodes.nth(2)).to_be_visible()
    at_rest(page)
    return nodes.all_text_contents()


def test_xor_is_made_grown_and_opened_elsewhere_by_its_link(
    server: str, visitor: Visitor, chromium: Browser
) -> None:
    page = visitor.page
    page.goto(server)
    page.locator(".st-key-home_practice summary").click()
    expect(page.locator(".st-key-practice_picture")).to_be_visible()
    at_rest(page)
    fill(page, "practice_home_rows", "200")
    fill(page, "practice_home_seed", "7")
    page.locator(".st-key-practice_home_grow button").click()
    expect(said(page)).to_contain_text("200 rows, all in one node")
    press(page, "last")
    expect(page).to_have_url(re.compile(r"step=\d\d"))
    link, tree = page.url, tree_of(page)
    assert "data=made:xor-200-2-0-7" in unquote(link)
    context = chromium.new_context(viewport=LAPTOP)
    other = Visitor(context.new_page())
    other.page.goto(link)
    assert tree_of(other.page) == tree
    context.close()
    assert other.errors == []


def test_a_million_rows_are_stopped_and_nothing_was_changed(
    server: str, visitor: Visitor, gate: Gate
) -> None:
    page = visitor.page
    page.goto(f"{server}/grow?data=golf&recipe=c45&step=1")
    expect(said(page)).to_contain_text("Split on outlook")
    page.get_by_role("link", name="Home").click()
    page.locator(".st-key-home_practice summary").click()
    expect(page.locator(".st-key-practice_picture")).to_be_visible()
    at_rest(page)
    page.locator(".st-key-practice_home_pattern").get_by_text("A smooth curve").click()
    at_rest(page)
    fill(page, "practice_home_rows", "1000000")
    fill(page, "practice_home_extra", "20")
    gate.shut()
    page.locator(".st-key-practice_home_grow button").click()
    page.locator(".st-key-stop_work button").click()
    expect(page.get_by_role("alert").first).to_contain_text("not finished")
    gate.open()
    expect(page.locator(".st-key-practice_home_grow")).to_be_visible()
    page.get_by_role("link", name="Grow", exact=True).click()
    expect(said(page)).to_contain_text("Split on outlook")
