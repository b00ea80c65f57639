"""Trees on a laptop and on a telephone: the root and the selected node are in sight, text can be
read, and no text lies on another."""

import pytest
from playwright.sync_api import ViewportSize, expect

from tests.browser.alone import alone
from tests.browser.visitor import LAPTOP, Visitor

pytestmark = pytest.mark.browser

PHONE: ViewportSize = {"width": 390, "height": 844}
TREES = {
    "playtennis": ("data=playtennis&recipe=id3&step=8", 8),
    "iris": ("data=iris&recipe=cart&step=17", 17),
    "carseats": ("data=carseats&recipe=regression&step=57", 63),
    "titanic": ("data=titanic&recipe=cart&complete=1&step=249", 255),
    "titanic, first levels": ("data=titanic&recipe=cart&complete=1&step=249", 29),
}
SEEN = """tree => {
  const panel = tree.getBoundingClientRect(), canvas = tree.querySelector(".canvas");
  const shown = (one) => one.checkVisibility({ opacityProperty: true, visibilityProperty: true })
    && one.getBoundingClientRect().width > 0;
  const inside = ({ left, top, right, bottom }) => left >= panel.left - 1 && top >= panel.top - 1
    && right <= panel.right + 1 && bottom <= panel.bottom + 1;
  const texts = [...canvas.querySelectorAll("text")].filter((one) => shown(one) && one.textContent);
  const size = (one) => parseFloat(getComputedStyle(one).fontSize) * one.getScreenCTM().d;
  const meets = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
    && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 3;
  const boxes = texts.map((one) => [one, one.getBoundingClientRect()]);
  const over = boxes.flatMap(([one, a], k) => boxes.slice(k + 1)
    .filter(([other, b]) => meets(a, b) && !one.closest(".folder") && !other.closest(".folder"))
    .map(([other]) => `${one.textContent} on ${other.textContent}`));
  const nodes = [".node[data-id=root]", ".node.selected"].map((one) => canvas.querySelector(one));
  const parts = (node) => [node.querySelector(".inner"), node.querySelector(".ground"),
    ...node.querySelectorAll(":not(.folder) > text")].filter((one) => one && shown(one));
  return {
    out: nodes.flatMap(parts).filter((one) => !inside(one.getBoundingClientRect()))
      .map((one) => one.outerHTML.slice(0, 90)),
    heads: nodes.map((node) => parts(node).length),
    small: texts.filter((one) => size(one) < 12).map((one) => `${size(one)} ${one.textContent}`),
    words: texts.length,
    over,
  };
}"""
"""What of the root and of the selected node is out of sight; which texts are small, and which lie
on others (the line boxes of texts above each other may touch)."""
READ = """stage => {
  const texts = [];
  const walk = document.createTreeWalker(stage, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const one = walk.currentNode.parentElement;
    if (!walk.currentNode.data.trim() || one.closest("svg, math, style, script")) continue;
    if (!one.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    const size = parseFloat(getComputedStyle(one).fontSize);
    if (size < 12) texts.push(`${size} ${walk.currentNode.data}`);
  }
  return texts;
}"""
"""The small texts outside of drawings and formulas."""


@pytest.mark.on_push("iris-laptop")
@pytest.mark.parametrize("screen", [LAPTOP, PHONE], ids=["laptop", "phone"])
@pytest.mark.parametrize("table", TREES)
def test_a_finished_tree_can_be_read(visitor: Visitor, table: str, screen: ViewportSize) -> None:
    visitor.page.set_viewport_size(screen)
    query, nodes = TREES[table]
    page = alone(visitor, f"grow?{query}", every=nodes > 31)
    expect(page.locator("g.node")).to_have_count(nodes)
    seen = page.locator(".stage .tree-part").evaluate(SEEN)
    begins_at_the_root = nodes > 31 and screen is PHONE  # all levels, in words that can be read
    assert begins_at_the_root or seen["out"] == []
    assert all(seen["heads"])
    assert seen["words"]
    assert seen["small"] == []
    assert seen["over"] == []
    assert page.locator(".stage").evaluate(READ) == []
    main = page.locator("[data-testid=stMain]")
    assert main.evaluate("part => part.scrollWidth === part.clientWidth")
