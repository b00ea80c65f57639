"""How much a tree says where it has how much room: the rungs of ``stage/rungs.js``."""

import pytest
from playwright.sync_api import expect

from tests.browser.alone import alone
from tests.browser.visitor import Visitor

pytestmark = pytest.mark.browser
COUNTS = [" (150)", " (100)", " (54)", " (48)", " (6)", " (3)", " (46)", " (3)"]
"""Rows of the nodes that ask, in pre-order."""


def test_a_tree_says_less_where_there_is_less_room_and_more_again(visitor: Visitor) -> None:
    """Iris by CART, 17 nodes on six levels."""
    page = alone(visitor, "grow?data=iris&recipe=cart&step=99")
    canvas, down = (
        page.locator("svg.canvas"),
        [
            ((1366, 900), "first number"),
            ((1366, 640), "counted names"),
            ((1300, 640), "names"),
            ((1100, 640), "counted dense"),
            ((900, 560), "packed"),
        ],
    )
    for (width, height), rung in [*down, *reversed(down)]:
        page.set_viewport_size({"width": width, "height": height})
        expect(canvas).to_have_attribute("data-rung", rung)
        counted = page.locator("g.node.ask .beside")
        expect(counted).to_have_text(COUNTS if rung.startswith("counted") else [])
