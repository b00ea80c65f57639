"""A crowded tree can be read: names, links, what was cut, leaves, and the rows beside it."""

import re
from typing import Literal

import pytest
from playwright.sync_api import expect

from tests.browser.alone import alone
from tests.browser.letters import smallest
from tests.browser.rest import at_rest
from tests.browser.stage import asked
from tests.browser.visitor import Visitor
from tests.contrast import SHAPE, contrast

pytestmark = pytest.mark.browser

BIOPSY = "pruning?data=biopsy&recipe=cart&complete=1&lab_share=0.3"
PLAYTENNIS = "data=playtennis&recipe=id3"

PARTS = """({ tree }) => [...tree.place.values()].map(({ node, depth, said, beside, lined }) =>
  ({ id: node.id, kind: node.kind, head: node.head, depth, said, beside,
     shown: lined?.map((line) => line.head).join(" ").trim() }))"""
"""What of each node is seen."""

WHOLE = ("root", "1.1.0.1")
"""What is selected, and the weakest link, which comes next."""
SIZES = [(1920, 1080, True), (1280, 720, True), (1366, 640, False), (390, 844, False)]


@pytest.mark.on_push("390-844-False")
@pytest.mark.parametrize(("width", "height", "lecture"), SIZES)
def test_no_name_is_cut_and_what_is_left_out_is_so_for_a_whole_level(
    server: str, visitor: Visitor, width: int, height: int, lecture: bool
) -> None:
    page = visitor.page
    page.set_viewport_size({"width": width, "height": height})
    if lecture:
        alone(visitor, f"{BIOPSY}&lecture=on")
    else:  # letters of the page, too
        page.goto(f"{server}/{BIOPSY}")
    expect(page.locator("g.node")).to_have_count(17)  # the way to the weakest link is open
    least, text = smallest(page)
    assert least >= (24 if lecture else 11.9), text
    parts = asked(page, PARTS)
    questions = [one for one in parts if one["kind"] == "ask"]
    for one in questions:
        assert one["said"] == one["shown"]
        if one["depth"] < 3 or one["id"] in WHOLE:  # the lowest levels give way
            assert one["said"] == one["head"]
    for depth in {one["depth"] for one in parts}:
        level = [one for one in parts if one["depth"] == depth and one["id"] not in WHOLE]
        for kind in ("ask", "leaf"):
            alike = [one for one in level if one["kind"] == kind]
            told = {(bool(one["said"]), bool(one["beside"])) for one in alike}
            assert len(told) <= 1, (depth, kind)


TITANIC = "pruning?data=titanic&recipe=cart&complete=1"
FAR = """({ tree }) => [...tree.place.values()].map(({ depth, node: { edge, far } }) =>
  ({ depth, far: far ? edge.text : "" }))"""
"""How deep a node is drawn, and what is said where nodes are folded away above it."""


@pytest.mark.on_push(1)
@pytest.mark.parametrize("cuts", [0, 1])
def test_a_long_way_to_the_next_cut_is_folded_until_a_hand_opens_it(
    visitor: Visitor, cuts: int
) -> None:
    visitor.page.set_viewport_size({"width": 1920, "height": 1080})
    page = alone(visitor, f"{TITANIC}&cuts={cuts}")
    parts = asked(page, FAR)
    ends = [one["far"] for one in parts if one["far"]]
    assert len(ends) == 1 + cuts  # the next cut, and the last one
    assert all(re.match(r"… \w+ [≤>=∈]", one) for one in ends)
    assert max(one["depth"] for one in parts) == 5
    cut = [one for one in asked(page, PARTS) if one["head"] and one["said"] != one["head"]]
    assert cut == []
    assert smallest(page)[0] >= 12
    weak = asked(page, "({ tree }) => tree.tree.current")
    page.locator(f'g.node[data-id="{weak}"] .touch').click()
    expect(page.locator("g.node.selected")).to_have_attribute("data-id", weak)
    assert len(asked(page, FAR)) == len(parts)
    page.keyboard.press("ArrowUp")
    page.keyboard.press("f")
    expect(page.locator(f'g.node[data-id="{weak[:-2]}"] .touch')).to_be_visible()


LINKS = """({ tree }) => {
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const probe = tree.host.appendChild(document.createElement("i"));
  probe.style.color = "var(--paper)";
  const paper = getComputedStyle(probe).color;
  probe.remove();
  const drawn = (...layers) => {  // one over the other, as the screen has them
    for (const colour of layers) {
      canvas.fillStyle = colour;
      canvas.fillRect(0, 0, 1, 1);
    }
    const [r, g, b] = canvas.getImageData(0, 0, 1, 1).data;
    return "#" + [r, g, b].map((part) => part.toString(16).padStart(2, "0")).join("");
  };
  return [...tree.canvas.querySelectorAll(".branch .way")].map((way) => {
    const { stroke, strokeOpacity, strokeWidth } = getComputedStyle(way);
    const seen = `color-mix(in srgb, ${stroke} ${strokeOpacity * 100}%, ${paper})`;
    const names = way.parentNode.className.baseVal;
    return [drawn(paper, seen), drawn(paper), parseFloat(strokeWidth), names];
  });
}"""
"""Of each link its colour, that of its ground, how wide it is, and what it is."""
THEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")


@pytest.mark.on_push(1)
@pytest.mark.parametrize(
    ("query", "kind"),
    [
        (f"grow?{PLAYTENNIS}&step=0&weigh=root", "ghost"),
        (f"pruning?{PLAYTENNIS}&step=8&cuts=1", "fallen"),
        (f"pruning?{PLAYTENNIS}&step=8", "weak"),
        (BIOPSY, "branch"),
    ],
)
def test_each_link_stands_out_and_is_a_line(visitor: Visitor, query: str, kind: str) -> None:
    page, grounds = alone(visitor, query), set()
    expect(page.locator(f".branch.{kind} .way, .{kind} .way").first).to_be_attached()
    for theme in THEMES:
        page.emulate_media(color_scheme=theme)
        at_rest(page)
        links = asked(page, LINKS)
        assert any(kind in names for *_, names in links)
        for colour, ground, width, names in links:
            grounds.add(ground)
            assert contrast(colour, ground) >= SHAPE, (colour, ground, names)
            assert 1 <= width <= 8, names
    assert len(grounds) == len(THEMES)


def test_what_was_cut_keeps_its_size(visitor: Visitor) -> None:
    page = alone(visitor, f"pruning?{PLAYTENNIS}&step=8&cuts=1")
    expect(page.locator("g.node.fallen").first).to_be_attached()
    for one in asked(page, PARTS):
        assert one["said"] == one["head"] != "", one["id"]


LEAVES = """({ tree }) => tree.tree.nodes.filter(({ kind }) => kind === "leaf").map(({ id }) => {
  const { inner } = tree.nodes.get(id), { said, beside } = tree.place.get(id);
  const mark = inner.querySelector(".mean").getBoundingClientRect();
  return [Math.min(mark.width, mark.height), said + beside];
})"""


def test_each_leaf_of_a_regression_has_a_mark_and_its_mean(visitor: Visitor) -> None:
    page = alone(visitor, "grow?data=mtcars&recipe=regression&step=99", every=True)
    expect(page.locator("g.node")).to_have_count(53)
    leaves = asked(page, LEAVES)
    assert len(leaves) == 27
    for size, text in leaves:
        assert size >= 5, text
        assert re.match(r"(\d+(\.\d+)?( \(\d+\))?)?$", text), text
    assert sum(bool(text) for _size, text in leaves) > 13  # the lowest levels give way


ROWS = """({ rows, rowsHost }) => {
  const { left, right, bottom } = rows.root.getBoundingClientRect();
  const all = [...rows.body.rows].map((row) => row.firstChild.getBoundingClientRect());
  const seen = all.filter((one) => one.left < right && one.top < bottom);
  return [seen.length, seen.every((one) => one.bottom <= bottom + 1)];
}"""


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("width", "height", "query", "shown"),
    [
        (1920, 1080, "step=0&weigh=root", 14),
        (1920, 1080, "step=1&weigh=0", 14),
        (1280, 480, "step=0", 14),
        (1280, 400, "step=0", 0),
    ],
)
def test_rows_in_a_lecture_are_all_there_and_whole_or_none_is(
    visitor: Visitor, width: int, height: int, query: str, shown: int
) -> None:
    visitor.page.set_viewport_size({"width": width, "height": height})
    page = alone(visitor, f"grow?{PLAYTENNIS}&{query}&lecture=on")
    if "weigh" in query:
        page.keyboard.press("PageDown")
    at_rest(page)
    assert asked(page, ROWS) == [shown, True]


def test_the_numbers_of_a_sum_are_in_the_picture_beside_it(visitor: Visitor) -> None:
    """The counts, at any height; the entropies where all rows leave them room."""
    page = alone(visitor, f"grow?{PLAYTENNIS}&step=0&weigh=root&lecture=on")
    page.keyboard.press("PageDown")
    for width, height, entropies in ((1280, 720, False), (1280, 1024, True)):
        page.set_viewport_size({"width": width, "height": height})
        at_rest(page)
        shown = page.locator("g.node text.line:not([hidden])").all_text_contents()
        assert sum("Yes" in line for line in shown) == 4  # the node and its three groups
        assert any("H" in line for line in shown) == entropies
        assert smallest(page)[0] >= 24


LIES_OVER = """(svg) => {
  const seen = (one) => one.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  const texts = [...svg.querySelectorAll("text")]
    .filter((one) => one.textContent.trim() && seen(one))
    .map((one) => [one.textContent, one.getBoundingClientRect()]);
  const wide = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left);
  const high = (a, b) => Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  const covers = (a, b) => wide(a, b) > 2 && high(a, b) > Math.min(a.height, b.height) / 3;
  return texts.flatMap(([text, a], k) => texts.slice(k + 1)
    .filter(([, b]) => covers(a, b)).map(([other]) => `${text} / ${other}`));
}"""
"""Texts of a tree that lie over one another; their boxes are a little higher than their letters."""


@pytest.mark.nightly
def test_what_a_tall_leaf_says_lies_over_nothing_below_it(server: str, visitor: Visitor) -> None:
    page = visitor.page
    page.goto(f"{server}/use?data=iris&recipe=cart&step=99&tab=rules")
    expect(page.locator("g.node")).to_have_count(17)
    for height in (640, 820, 1000):
        page.set_viewport_size({"width": 1366, "height": height})
        at_rest(page)
        assert page.locator("svg:has(g.node)").evaluate(LIES_OVER) == []
