"""The legend of the signs on nodes: folded away, and about the tree that is on show."""

import pytest
from playwright.sync_api import expect

from tests.browser.stage import opened
from tests.browser.visitor import Visitor

pytestmark = pytest.mark.browser


def test_signs_are_explained_when_one_asks(server: str, visitor: Visitor) -> None:
    """And no others: nothing here was pruned, and nothing decided by hand."""
    page = opened(visitor, server, "data=playtennis&recipe=id3&step=1&weigh=0", nodes=6)
    legend, button = page.locator(".stage .signs"), page.locator(".stage [data-do=signs]")
    expect(legend).to_be_hidden()
    button.dispatch_event("click")
    expect(legend).to_contain_text("One row. Its shape and colour show its class.")
    expect(legend).to_contain_text("Hollow marks: where the rows would go")
    expect(legend).not_to_contain_text("pruned")
    expect(legend).not_to_contain_text("Decided by you")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    legend.focus()
    page.keyboard.press("Escape")
    expect(legend).to_be_hidden()
