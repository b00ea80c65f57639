"""The drawn tree in the browser: its nodes, its camera, the rows beside it."""

from playwright.sync_api import Locator, Page, expect

from tests.browser.rest import at_rest
from tests.browser.visitor import Visitor


def opened(visitor: Visitor, server: str, query: str, nodes: int) -> Page:
    visitor.page.goto(f"{server}/grow?{query}")
    expect(visitor.page.locator("g.node")).to_have_count(nodes)
    at_rest(visitor.page)
    return visitor.page


def node(page: Page, name: str) -> Locator:
    return page.locator(f"g.node[data-id='{name}']")


def place(page: Page) -> str:
    """Where the camera stands."""
    at_rest(page)  # it glides
    return str(page.locator("g.world").get_attribute("style"))


def rows(page: Page) -> Locator:
    return page.locator(".st-key-rows")
