"""What stays while the tree grows, in a browser: the view, places, clicks, and the page itself."""

import pytest
from playwright.sync_api import expect

from tests.browser.alone import alone
from tests.browser.rest import at_rest
from tests.browser.stage import asked, node, opened, place, press, rows, tool, where
from tests.browser.visitor import Visitor

pytestmark = pytest.mark.browser


def test_zoom_pan_and_focus_survive_a_rerun(server: str, visitor: Visitor) -> None:
    page = opened(visitor, server, "data=playtennis&recipe=id3&step=8", 8)
    before = place(page)
    tool(page, "Zoom in")
    closer = place(page)
    assert closer != before
    canvas = page.locator("svg.canvas").bounding_box()
    assert canvas is not None
    x, y = canvas["x"] + 30, canvas["y"] + canvas["height"] - 20
    page.mouse.move(x, y - 40)
    page.mouse.down()
    page.mouse.move(x + 40, y - 10, steps=5)  # downwards: the root, picked below, stays in sight
    page.mouse.up()
    panned = place(page)
    assert panned != closer
    page.mouse.wheel(0, 200)
    zoomed = place(page)
    assert zoomed != panned
    node(page, "root").click()
    expect(rows(page)).to_contain_text("14 rows")
    node(page, "1").click()
    expect(rows(page)).to_contain_text("Outlook = Overcast")
    at_rest(page)
    assert place(page) == zoomed
    expect(node(page, "1")).to_be_focused()
    press(page, "back")  # the view goes where the step is
    at_rest(page)
    assert asked(page, IN_SIGHT)
    page.mouse.dblclick(*page.locator("svg.canvas").evaluate(FREE))
    fitted = place(page)
    assert fitted != zoomed
    expect(page.locator(".stage [data-do=fit]")).to_have_attribute("aria-pressed", "true")


def test_a_tool_says_its_name_and_its_key_at_focus_and_hears_it(
    server: str, visitor: Visitor
) -> None:
    page = opened(visitor, server, "data=playtennis&recipe=id3&step=0&weigh=root", 4)
    expect(where(page)).to_have_attribute("data-part", "1/2")  # it is weighed, and not split
    page.get_by_role("button", name="View of the tree").press("Enter")
    larger, whole = page.get_by_role("button", name="Zoom in"), place(page)
    larger.focus()
    said = larger.evaluate("(one) => getComputedStyle(one, '::before').display")
    assert (said, larger.get_attribute("data-tip")) == ("block", "Zoom in (+)")
    page.keyboard.press("+")
    assert place(page) != whole
    page.keyboard.press("0")
    assert place(page) == whole


IN_SIGHT = """({ tree, tree: { camera, camera: { pan } } }) => {
  const [x, y] = camera.showing(tree.place.get(tree.selected));
  return camera.hand && x === pan.x && y === pan.y;
}"""
# a point of the canvas over which no node lies
FREE = """canvas => {
  const { left, top, width, height } = canvas.getBoundingClientRect();
  for (let y = top + height - 4; y > top; y -= 4) {
    for (let x = left + 4; x < left + width; x += 4) {
      const at = canvas.getRootNode().elementFromPoint(x, y);
      if (canvas.contains(at) && !at.closest(".node")) return [x, y];
    }
  }
}"""
ACROSS = """tree => [...tree.querySelectorAll("g.node[data-id]")].map(
  (node) => [node.dataset.id, node.style.transform.split(",")[0]]).sort()"""
PLACES = """tree => Object.fromEntries([...tree.querySelectorAll("g.node[data-id]")].map(
  (node) => [node.dataset.id, node.style.transform]))"""


def test_a_promised_node_comes_true_where_it_was_promised_and_back_is_back(
    server: str, visitor: Visitor
) -> None:
    page = opened(visitor, server, "data=playtennis&recipe=id3&step=0", 1)
    tree = page.locator(".stage .tree")
    before = []
    for nodes in (4, 6):
        before.append((tree.evaluate(PLACES), page.locator(".stage").inner_text()))
        press(page, "next")
        expect(page.locator("g.node")).to_have_count(nodes)
        at_rest(page)
        promised = tree.evaluate(ACROSS)
        press(page, "next")
        expect(page.locator("g.node.ghost")).to_have_count(0)
        at_rest(page)
        assert tree.evaluate(ACROSS) == promised
    for places, text in reversed(before):
        press(page, "back")
        at_rest(page)
        press(page, "back")
        expect(page.locator("g.node")).to_have_count(len(places))
        at_rest(page)
        assert tree.evaluate(PLACES) == places
        assert page.locator(".stage").inner_text() == text  # the identical screen


def test_a_wide_legend_pushes_no_tree_aside(visitor: Visitor) -> None:
    page = alone(visitor, "grow?data=iris&moves=x:c0<=5.5")
    expect(page.locator("g.node")).to_have_count(3)
    expect(page.locator(".stage .treebar .legend")).to_contain_text("decided by hand")
    aside = "({ tree: { place, panel } }) => Math.abs(place.get('root').x - panel.w / 2)"
    assert asked(page, aside) < 24


def test_a_lone_node_leaves_its_room_to_the_rows_until_it_is_split(
    server: str, visitor: Visitor
) -> None:
    visitor.page.set_viewport_size({"width": 1920, "height": 1080})
    page = opened(visitor, server, "data=playtennis&recipe=id3&step=0", 1)
    at_rest(page)
    assert len(asked(page, WHOLE_ROWS)) == 14
    assert page.locator(".stage .tree").evaluate(CUT) == []
    press(page, "next")
    expect(page.locator("g.node")).to_have_count(4)
    at_rest(page)
    assert len(asked(page, WHOLE_ROWS)) < 14
    assert page.locator(".stage .tree").evaluate(CUT) == []


# the rows that are wholly in sight, and the nodes that are not
WHOLE_ROWS = """({ root }) => {
  const { bottom } = root.querySelector(".rows-part").getBoundingClientRect();
  return [...root.querySelectorAll(".rowtable tbody tr")].filter(
    (row) => row.getBoundingClientRect().bottom <= bottom + 1).map((row) => row.textContent);
}"""
CUT = """tree => {
  const { bottom } = tree.getBoundingClientRect();
  return [...tree.querySelectorAll("g.node[data-id]")].filter(
    (node) => node.getBoundingClientRect().bottom > bottom + 1).map((node) => node.dataset.id);
}"""


def test_twenty_fast_clicks_lose_none(server: str, visitor: Visitor) -> None:
    page = opened(visitor, server, "data=playtennis&recipe=id3&step=8", 8)
    names = ["root", "0", "1", "2", "0.0", "0.1", "2.0", "2.1"]
    marked = asked(
        page,
        """({ root }, names) => {
          const seen = [];
          for (let k = 0; k < 20; k++) {
            const id = names[(k * 3 + 1) % 8];
            const box = root.querySelector(`g.node[data-id="${id}"] .touch`);
            box.dispatchEvent(new MouseEvent('click', { bubbles: true }));
            seen.push(root.querySelector('.node.selected').dataset.id === id);
          }
          return seen;
        }""",
        names,
    )
    assert marked == [True] * 20
    last = names[(19 * 3 + 1) % 8]
    expect(node(page, last)).to_have_attribute("aria-selected", "true")
    expect(rows(page)).to_contain_text("4 rows · Outlook = Overcast")
    at_rest(page)
    assert asked(page, "({ acts: { told, queue } }) => [told.done, queue.length]") == [20, 0]
