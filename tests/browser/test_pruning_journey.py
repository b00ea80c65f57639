"""What a student does in the pruning lab, in a real browser."""

import re
from typing import Literal

import pytest
from playwright.sync_api import Page, expect

from tests.browser.rest import at_rest
from tests.browser.stage import asked, press, said, where
from tests.browser.visitor import LAPTOP, Visitor

pytestmark = pytest.mark.browser
ROWS = 130
"""The head of the table and three of its rows, in pixels: the others come by scrolling."""
NAMELESS = """({ tree: { place } }) => [...place.values()]
  .filter(({ node, said }) => node.marks.includes("fallen") && said !== node.head)
  .map(({ id }) => id)"""
"""What has fallen and cannot be read."""
WORDS = """({ tree: { place } }) => Object.fromEntries([...place.values()]
  .map(({ id, node: { marks }, said, beside }) => [id, [marks.join(), said, beside]]))"""
"""Of each node: how it is marked, and what is read in it."""
KYPHOSIS = "/pruning?data=kyphosis&recipe=cart&lab_share=0.3"
LEAST_CONTRAST = """(tree) => {
  const parts = (colour) => colour.match(/[0-9.]+/g).map(Number);
  const page = document.querySelector("[data-testid=stApp]");
  const ground = parts(getComputedStyle(page).backgroundColor);
  const light = ([r, g, b]) => [r, g, b].map((v) => v / 255)
    .map((v) => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
    .reduce((sum, v, k) => sum + v * [0.2126, 0.7152, 0.0722][k], 0);
  const contrast = (text) => {
    const [a, b] = [light(ground), light(parts(getComputedStyle(text).fill))];
    return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
  };
  return Math.min(...[...tree.querySelectorAll(".node text")].map(contrast));
}"""
"""Of the words of nodes on the page."""
TABLE = f"{KYPHOSIS}&lab_view=table"
GROUND = "app => getComputedStyle(app).backgroundColor"


def opened(visitor: Visitor, address: str) -> Page:
    page = visitor.page
    page.goto(address)
    expect(said(page)).to_contain_text("is cut")
    expect(page.locator(".stage g.node").first).to_be_visible()
    at_rest(page)
    return page


def standing(page: Page) -> int:
    return page.locator(".stage g.node:not(.fallen)").count()


@pytest.mark.nightly
@pytest.mark.parametrize("data", ["kyphosis", "iris"])
def test_a_cut_changes_nothing_but_what_falls(data: str, server: str, visitor: Visitor) -> None:
    visitor.page.set_viewport_size(LAPTOP)
    page = opened(visitor, f"{server}/pruning?data={data}")
    for _cut in range(2):
        before, at = asked(page, WORDS), where(page).inner_text()
        press(page, "next")
        expect(where(page)).not_to_have_text(at)
        at_rest(page)
        after = asked(page, WORDS)
        stay = after.keys() & before.keys()  # where a branch falls, there is room to draw others
        changed = {node for node in stay if after[node] != before[node]}
        cut = {node for node in stay if after[node][0] != before[node][0]}
        assert cut
        assert changed == cut


def test_a_deep_tree_is_cut_and_comes_back_by_its_link(server: str, visitor: Visitor) -> None:
    """Its deepest nodes are dots, which have no frame to be kept in sight."""
    page = opened(visitor, f"{server}/pruning?data=biopsy&recipe=cart")
    page.get_by_role("button", name="Cut to the best").click()
    for _once in range(2):
        expect(where(page)).not_to_contain_text("step 0")
        expect(page.locator(".stage g.node").first).to_be_visible()
        at_rest(page)
        page.reload()


@pytest.mark.nightly
def test_every_tree_of_a_short_path_is_named_on_the_ruler(server: str, visitor: Visitor) -> None:
    visitor.page.set_viewport_size(LAPTOP)
    page = opened(visitor, f"{server}/pruning?data=kyphosis")
    ruler = page.locator(".ruler-line").filter(visible=True)
    trees = int(ruler.get_attribute("aria-valuemax") or "") + 1
    expect(ruler.locator("text[y='14']").filter(has_text=re.compile(r"\d"))).to_have_count(trees)


def test_alpha_is_dragged_and_the_tree_shrinks(server: str, visitor: Visitor) -> None:
    page = opened(visitor, server + KYPHOSIS)
    whole = standing(page)
    assert whole == 27
    root = page.locator(".stage g.node[data-id=root] .head").bounding_box()
    page.locator(".ruler-line").filter(visible=True).focus()
    sizes = [whole]
    for _press in range(3):
        before = where(page).inner_text()
        page.keyboard.press("ArrowRight")
        expect(where(page)).not_to_have_text(before)
        at_rest(page)
        sizes.append(standing(page))
        # those who hear the page are told how well the tree does now, as its head says it
        score = page.locator(".stage .statement [aria-live].unseen")
        expect(score).to_contain_text("held out")
        told = re.sub(r"\s+", " ", page.locator(".st-key-heading p").inner_text())
        expect(score).to_have_text(told)
    assert sizes == sorted(set(sizes), reverse=True)
    # what has been cut is still there, and can be read
    assert page.locator(".stage g.node").count() == whole
    assert page.locator(".stage g.node.fallen").count() == whole - sizes[-1]
    moved = page.locator(".stage g.node[data-id=root] .head").bounding_box()
    assert root is not None
    assert moved is not None
    assert abs(root["y"] - moved["y"]) < 40
    assert asked(page, NAMELESS) == []
    weak = page.locator(".stage g.node.weak.current > .scissors")
    expect(weak).to_have_count(1)
    expect(page).to_have_url(re.compile(r"cuts=\d"))


@pytest.mark.nightly
def test_the_tree_follows_a_hand_that_still_holds_alpha(server: str, visitor: Visitor) -> None:
    page = opened(visitor, server + KYPHOSIS)
    whole, box = standing(page), page.locator(".ruler-line").filter(visible=True).bounding_box()
    assert box is not None
    y = box["y"] + box["height"] / 2
    page.mouse.move(box["x"] + 14, y)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] - 14, y, steps=6)
    expect(where(page)).to_have_text("step 6 of 6")
    at_rest(page)
    assert standing(page) == 1 < whole
    page.mouse.move(box["x"] + 14, y, steps=6)
    page.mouse.up()
    at_rest(page)
    assert standing(page) == whole


def test_a_weakest_link_is_stepped_and_undone_on_one_laptop_screen(
    server: str, visitor: Visitor
) -> None:
    page = opened(visitor, server + TABLE)
    all_is_on_the_screen(page)
    sentence, whole = said(page), standing(page)
    page.keyboard.press("PageDown")
    expect(sentence).to_contain_text("the weakest link: α = g =")
    at_rest(page)
    assert standing(page) < whole
    page.keyboard.press("PageUp")
    expect(sentence).to_contain_text("is cut first")
    at_rest(page)
    assert standing(page) == whole
    page.locator(".stage g.node[data-id='0']").click()
    page.locator(".st-key-make_leaf button").first.click()
    expect(sentence).to_contain_text("By hand: cut at")
    press(page, "undo")
    expect(sentence).to_contain_text("is cut first")


@pytest.mark.nightly
def test_a_node_that_is_touched_shows_its_sum(server: str, visitor: Visitor) -> None:
    page = opened(visitor, server + TABLE)
    page.locator(".stage g.node[data-id=root]").click()
    expect(page.locator(".st-key-lab_working")).to_contain_text("57 rows")
    said = page.locator(".stage g.node[data-id=root]").text_content()
    g = re.search(r"g = (\d\.\d+)", said or "")
    assert g is not None
    expect(page.locator(".st-key-lab_g .result").last).to_have_text(g[1])


@pytest.mark.nightly  # on a push: alpha is dragged on the same ruler
def test_the_curves_of_the_path_are_on_the_first_screen_and_cut(
    server: str, visitor: Visitor
) -> None:
    """Each tree stands below its stretch of the ruler, which is their axis."""
    visitor.page.set_viewport_size(LAPTOP)
    page = opened(visitor, server + KYPHOSIS)
    plot = page.locator(".st-key-path .nsewdrag")
    expect(plot).to_be_visible()
    box = plot.bounding_box()
    assert box is not None
    assert 0 < box["y"] < box["y"] + box["height"] < LAPTOP["height"]
    stretches = (
        page.locator(".ruler-line")
        .filter(visible=True)
        .evaluate(
            "ruler => [...ruler.querySelectorAll('.stretch')]"
            ".map(one => one.getBoundingClientRect())"
            ".map(({ left, right }) => (left + right) / 2)"
        )
    )
    wide = box["width"] / len(stretches)
    for k, middle in enumerate(stretches):
        assert abs(middle - (box["x"] + (k + 0.5) * wide)) < 1.5
    for k in (3, 1, 3):
        page.mouse.move(stretches[k], box["y"] + 40)
        page.mouse.click(stretches[k] + 4, box["y"] + 40)
        expect(where(page)).to_have_text(f"step {k} of 6")
        at_rest(page)


def all_is_on_the_screen(page: Page) -> None:
    """Stepper, tree and table."""
    parts = [f".stage .{name}-part" for name in ("bar", "tree", "panel")]
    for part in (*parts, ".ruler-line", ".st-key-lab_g", ".st-key-links"):
        box = page.locator(part).first.bounding_box()
        assert box is not None
        assert box["y"] >= 0
        least = min(box["height"], ROWS) if "links" in part else box["height"]
        assert box["y"] + least <= LAPTOP["height"]


@pytest.mark.nightly
def test_a_link_opens_the_lab_where_it_was(server: str, visitor: Visitor) -> None:
    page = visitor.page
    page.goto(server + KYPHOSIS + "&lab_method=reduced&cuts=2")
    expect(where(page)).to_contain_text("step 2 of")
    expect(said(page)).to_contain_text("on the held-out rows")


@pytest.mark.nightly
def test_a_count_opens_its_rows(server: str, visitor: Visitor) -> None:
    page = opened(visitor, server + TABLE)
    page.locator(".formula button[data-count]").first.click()
    expect(page.locator(".st-key-host")).to_contain_text("Kyphosis = absent")


@pytest.mark.nightly
def test_trees_to_compare_are_drawn_like_the_one_that_grows(server: str, visitor: Visitor) -> None:
    page = visitor.page
    page.goto(server + KYPHOSIS + "&lab_method=early")
    trees = page.locator(".stage[data-page=still], .stage[data-page=pruning]")
    expect(trees).to_have_count(2)
    at_rest(page)
    for k, key in enumerate(("early", "late")):  # it is the tree of which the page tells
        told = page.locator(f".st-key-lab_{key}").get_by_text(re.compile("[0-9]+ lea.* training"))
        leaves = int(re.search(r"(\d+) lea", told.first.inner_text())[1])  # type: ignore[index]
        standing = trees.nth(k).locator("g.node:not(.ask, .fallen)")
        expect(standing).to_have_count(leaves)
    schemes: tuple[Literal["light", "dark"], ...] = ("light", "dark")
    grounds = set()
    for scheme in schemes:
        page.emulate_media(color_scheme=scheme)
        at_rest(page)
        grounds.add(page.get_by_test_id("stApp").evaluate(GROUND))
        for k in range(2):
            expect(trees.nth(k).locator(".node .head").first).to_be_visible()
            assert trees.nth(k).evaluate(LEAST_CONTRAST) >= 4.5
    assert len(grounds) == len(schemes)
    before = page.url
    assert trees.last.locator(".folder").count() == 0
    trees.last.locator(".node").first.click()  # it tells nobody
    at_rest(page)
    assert page.url == before
    expect(page.locator("[data-testid=stException]")).to_have_count(0)


@pytest.mark.nightly
@pytest.mark.parametrize("method", ["pessimistic", "rules"])
def test_a_long_sum_scrolls_on_a_phone_and_not_the_page(
    server: str, visitor: Visitor, method: str
) -> None:
    page = visitor.page
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"{server}/pruning?data=biopsy&recipe=cart&lab_method={method}")
    sums = page.locator(".formula").filter(visible=True)
    expect(sums.first).to_be_visible()
    assert any(sums.evaluate_all("all => all.map(e => e.scrollWidth > e.clientWidth)"))
    main = page.locator("[data-testid=stMain]")
    assert main.evaluate("e => e.scrollWidth === e.clientWidth")


@pytest.mark.nightly  # on a push: test_print
def test_on_paper_the_tree_is_whole_and_what_is_said_of_it_stands_below(
    server: str, visitor: Visitor
) -> None:
    page = opened(visitor, f"{server}/pruning?data=biopsy&recipe=cart")
    expect(page.locator(".st-key-take_best")).to_be_visible()
    at_rest(page)
    page.emulate_media(media="print")
    host = page.locator(".st-key-host").bounding_box()
    assert host is not None
    ends = page.locator("g.node").evaluate_all(
        "all => all.map((one) => one.getBoundingClientRect().bottom)"
    )
    assert max(ends) <= host["y"]
