"""The tree one touches, in a real browser: mouse, keys, folding, and trees of any size."""

import random
import re

import pytest
from playwright.sync_api import expect

from tests.browser.rest import at_rest
from tests.browser.stage import RESULT, asked, more, node, opened, press, rows, tool
from tests.browser.visitor import Visitor

pytestmark = pytest.mark.browser


def test_a_click_selects_a_node_a_branch_is_folded_and_the_outline_selects(
    server: str, visitor: Visitor
) -> None:
    page = opened(visitor, server, "data=playtennis&recipe=id3&step=8", 8)
    node(page, "2").click()
    expect(rows(page)).to_contain_text("Outlook = Rain")
    expect(node(page, "2")).to_have_attribute("aria-selected", "true")
    expect(page.locator(RESULT)).to_have_text("0.9710")
    node(page, "0.1").click()
    expect(rows(page)).to_contain_text("Outlook = Sunny ∧ Humidity = Normal")
    node(page, "2").click()
    expect(rows(page)).to_contain_text("Outlook = Rain")
    page.keyboard.press("f")
    expect(page.locator("g.node")).to_have_count(6)
    expect(node(page, "2").locator(".folder text")).to_have_text("+2 below")
    node(page, "2").locator(".folder").click()
    expect(page.locator("g.node")).to_have_count(8)
    tool(page, "Tree as text")
    page.locator(".outline button", has_text="Wind = Strong").click()
    expect(rows(page)).to_contain_text("Outlook = Rain ∧ Wind = Strong")


def test_arrows_walk_and_enter_selects(server: str, visitor: Visitor) -> None:
    page = opened(visitor, server, "data=playtennis&recipe=id3&step=8", 8)
    node(page, "root").click()
    expect(rows(page)).to_contain_text("14 rows")
    walk = {"ArrowDown": "0", "ArrowRight": "1", "ArrowLeft": "0", "ArrowUp": "root", "End": "root"}
    for key, name in walk.items():
        page.keyboard.press(key)
        expect(node(page, name)).to_be_focused()
    for key in ("ArrowDown", "ArrowRight", "ArrowRight", "ArrowDown", "Enter"):
        page.keyboard.press(key)
    expect(rows(page)).to_contain_text("Outlook = Rain ∧ Wind = Weak")
    at_rest(page)
    expect(node(page, "2.0")).to_be_focused()
    page.keyboard.press("Home")
    expect(node(page, "root")).to_be_focused()


@pytest.mark.nightly  # on a push: test_screens
def test_large_trees_are_first_shown_readable_with_the_selected_node_in_view(
    server: str, visitor: Visitor
) -> None:
    for query, nodes in (
        ("data=vote&recipe=cart&complete=1&step=31", 31),
        ("data=biopsy&recipe=cart&complete=1&step=63", 15),
    ):
        page = opened(visitor, server, query, nodes)
        panel = page.locator("svg.canvas").bounding_box()
        selected = page.locator(".node.selected .touch")
        expect(selected).to_be_visible()
        at_rest(page)
        box = selected.bounding_box()
        assert panel is not None
        assert box is not None
        assert panel["x"] <= box["x"]
        assert box["x"] + box["width"] <= panel["x"] + panel["width"]
        assert panel["y"] <= box["y"]
        assert box["y"] + box["height"] <= panel["y"] + panel["height"]
        size = page.locator(".node.selected .line").first.evaluate(
            "(e) => parseFloat(getComputedStyle(e).fontSize) * e.getCTM().a"
        )
        assert size >= 12


def test_a_deep_tree_grows_under_the_finger_and_all_of_it_is_one_key_away(
    server: str, visitor: Visitor
) -> None:
    page = opened(visitor, server, "data=biopsy&recipe=cart&complete=1&step=63", 15)
    nodes, pill = page.locator("g.node"), node(page, "1.1.0").locator(".folder text")
    expect(pill).to_have_text("+26 below")
    node(page, "1.1.0").focus()
    page.keyboard.press("Enter")
    expect(node(page, "1.1.0.0")).to_be_visible()
    expect(node(page, "1.1.0")).to_have_attribute("aria-expanded", "true")
    node(page, "0.0.0").locator(".folder").click()
    expect(node(page, "0.0.0.1")).to_be_visible()
    press(page, "back")  # what was opened stays so, and the way to another node is open
    expect(page.locator(".stage .where .label")).to_have_text("step 62 of 63")
    for name in ("1.1.0.0", "0.0.0.1"):
        expect(node(page, name)).to_be_visible()
    press(page, "last")
    page.get_by_role("button", name="All 63 nodes (A)").click()
    expect(nodes).to_have_count(63)
    page.keyboard.press("a")
    expect(nodes).to_have_count(15)


FOLDED = """stage => {
  const canvas = stage.querySelector(".canvas"), pill = canvas.querySelector(".folded rect");
  const mine = pill.getBoundingClientRect();
  const texts = [...canvas.querySelectorAll("text, .inner")];
  const others = texts.filter((one) => one.closest(".folder") === null
    && one.checkVisibility({ opacityProperty: true, visibilityProperty: true }));
  const meets = (one) => {
    const box = one.getBoundingClientRect();
    return Math.min(box.right, mine.right) - Math.max(box.left, mine.left) > 1
      && Math.min(box.bottom, mine.bottom) - Math.max(box.top, mine.top) > 1;
  };
  return others.filter(meets).length;
}"""


@pytest.mark.nightly
@pytest.mark.parametrize("size", [(1366, 640), (390, 844)])
def test_a_folded_node_keeps_its_cut_and_its_button_lies_on_nothing(
    server: str, visitor: Visitor, size: tuple[int, int]
) -> None:
    visitor.page.set_viewport_size({"width": size[0], "height": size[1]})
    page = opened(visitor, server, "data=biopsy&recipe=cart&complete=1&step=63", 15)
    page.keyboard.press("a")
    expect(page.locator("g.node")).to_have_count(63)
    for name in ("0", "1.0", "1.1.0"):
        node(page, name).focus()
        folds = asked(page, "({ tree }, id) => tree.camera.folds(id)", name)
        page.keyboard.press("f")
        if folds:  # for want of room: it opens where it is
            assert not asked(page, "({ tree }, id) => tree.camera.folds(id)", name)
            continue
        expect(node(page, name).locator(".folder text")).to_have_text(re.compile(r"\+\d+"))
        at_rest(page)
        assert page.locator(".stage").evaluate(FOLDED) == 0, name
        if size[0] == 1366:
            assert asked(page, "({ tree }, id) => Boolean(tree.place.get(id).label)", name)
        page.keyboard.press("f")
        expect(page.locator(".folded")).to_have_count(0)


@pytest.mark.nightly
def test_of_a_large_tree_what_is_in_sight_is_displayed_and_can_be_walked(
    server: str, visitor: Visitor
) -> None:
    draw = random.Random(3)
    lines = [f"{draw.random()},{draw.random()},{draw.choice('ab')}" for _ in range(1100)]
    page = visitor.page
    page.goto(server)
    page.locator("input[type=file]").set_input_files(
        {
            "name": "noise.csv",
            "mimeType": "text/csv",
            "buffer": "\n".join(["u,v,z", *lines]).encode(),
        }
    )
    page.get_by_role("button", name="Yes, predict").click()
    press(page, "last")
    more(page, "Tree")
    at_rest(page)
    page.locator("[data-testid=stPopoverBody]").get_by_role("slider").press("End")
    nodes = page.locator("g.node")
    expect(nodes).to_have_count(825)
    page.keyboard.press("Escape")
    at_rest(page)
    shown = page.locator("g.node:not(.away)")
    expect(shown).to_have_count(825)  # all of it fits
    node(page, "root").focus()
    for key in ("ArrowDown", "ArrowDown", "ArrowRight"):
        page.keyboard.press(key)
    expect(node(page, "0.1")).to_be_focused()
    expect(node(page, "0.1").locator(".touch")).to_be_in_viewport()
    page.keyboard.press("Enter")
    expect(node(page, "0.1")).to_have_attribute("aria-selected", "true")
    expect(rows(page).locator(".why").first).to_contain_text("∧")
    at_rest(page)
    page.keyboard.press("0")  # as near as one reads
    expect(shown).not_to_have_count(825)
    assert 0 < shown.count() < 200
    expect(node(page, "0.1")).to_be_focused()
    expect(node(page, "0.1").locator(".touch")).to_be_in_viewport()
    expect(node(page, "0.1").locator(".head")).to_be_visible()
    page.keyboard.press("0")
    expect(shown).to_have_count(825)


def test_rows_are_drawn_as_one_comes_to_them(server: str, visitor: Visitor) -> None:
    page = opened(visitor, server, "data=biopsy&recipe=cart&complete=1&step=63", 15)
    drawn = rows(page).locator("tbody tr")
    assert 5 < drawn.count() < 100
    drawn.first.locator("button").focus()
    widths = rows(page).locator("thead th").evaluate_all("all => all.map(e => e.offsetWidth)")
    page.keyboard.press("End")
    expect(drawn).to_have_count(400)
    expect(drawn.last.locator("button")).to_be_focused()
    expect(drawn.last).to_be_in_viewport()
    assert widths == rows(page).locator("thead th").evaluate_all("a => a.map(e => e.offsetWidth)")
    page.keyboard.press("Enter")
    expect(drawn.nth(399).locator("button")).to_have_attribute("aria-pressed", "true")
    expect(page.locator("g.node.lit")).not_to_have_count(0)
