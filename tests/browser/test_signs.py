"""The legend of the signs on nodes: folded away, and about the tree that is on show."""

import json

import pytest
from playwright.sync_api import expect

from dtshow.scene.tree.node_marks import worn
from dtshow.scene.words import signs
from tests.browser.alone import alone, scene_at
from tests.browser.stage import opened
from tests.browser.visitor import Visitor
from tests.pages.starred import STAR, WEARERS, starred

pytestmark = pytest.mark.browser

CLASSES = 14
HALF = 8
"""Pixels of a line of the legend."""


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


def test_a_legend_without_room_counts_the_rest_and_opens(visitor: Visitor) -> None:
    """By keyboard too; it shows all fourteen classes, each with a look of its own."""
    page = alone(visitor, "grow?data=playtennis&target=Day&recipe=id3&step=0")
    expect(page.locator("g.node")).to_have_count(1)
    legend, card = page.locator(".tree .legend"), page.locator(".tree .classes")
    button = legend.get_by_role("button")
    expect(button).to_have_attribute("aria-expanded", "false")
    shown = legend.locator("svg").count()
    expect(button).to_have_text(f"… and {CLASSES - shown} more")
    assert legend.evaluate("one => one.scrollHeight - one.clientHeight") < HALF
    button.press("Enter")
    expect(card.locator("li")).to_have_text([f"D{k + 1}" for k in range(CLASSES)])
    looks = card.locator("path").evaluate_all("all => all.map((one) => one.outerHTML)")
    assert len({*looks}) == CLASSES
    page.set_viewport_size({"width": 390, "height": 844})
    expect(card).to_be_visible()
    assert card.evaluate("one => one.getBoundingClientRect().right <= innerWidth")
    page.keyboard.press("Escape")
    expect(card).to_be_hidden()
    expect(button).to_be_focused()


MEETS = """([one, another]) => {
  const [a, b] = [one, another].map((part) => part.getBoundingClientRect());
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}"""


def test_a_mark_that_is_declared_has_room_and_a_line_in_the_legend(
    visitor: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Beside the node's name, on a wide panel and on a phone; the name stands where it did."""
    address = "grow?data=golf&recipe=c45&step=99"
    page, part = alone(visitor, address), starred(monkeypatch)
    sent = json.loads(scene_at("grow", "data=golf&recipe=c45&step=99"))
    sent["scene"] |= {"nodes": part.nodes(), "worn": worn()}
    sent["scene"]["words"] |= signs(numeric=False)
    page.evaluate("scene => show(scene)", json.dumps(sent))
    badges = page.locator("g.node .badge")
    for size in ({"width": 1366, "height": 640}, {"width": 390, "height": 844}):
        page.set_viewport_size(size)  # type: ignore[arg-type]
        expect(badges).to_have_count(len(WEARERS))
        texts = page.locator(".canvas text:not([hidden])").element_handles()
        for badge in badges.element_handles():
            assert not any(page.evaluate(MEETS, [badge, text]) for text in texts)
    expect(page.locator(".tree .legend")).to_contain_text(STAR.says)
    page.locator(".stage [data-do=signs]").dispatch_event("click")
    meaning = page.locator(".stage .signs li", has_text=STAR.meaning)
    expect(meaning.locator("path.badge")).to_have_attribute("d", STAR.path)
