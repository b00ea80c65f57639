"""Small trees say all in a small panel: each condition, name and count; no word is over another.

Nor does a branch run through the box or frame of a node that it does not belong to.
"""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.alone import alone
from tests.browser.rest import at_rest
from tests.browser.stage import asked, chosen
from tests.browser.visitor import Visitor

pytestmark = pytest.mark.browser

WORDS = """({ tree, marks }) => {
  const svg = tree.canvas, all = svg.getBoundingClientRect();
  const seen = (part) => part === svg || (getComputedStyle(part).display !== "none"
    && getComputedStyle(part).opacity !== "0" && seen(part.parentElement));
  const meets = (a, b) => a.left < b.right && a.right > b.left
    && a.top < b.bottom && a.bottom > b.top;
  const texts = [...svg.querySelectorAll("text")].filter((text) => text.textContent && seen(text));
  const boxes = texts.map((text) => {  // of the letters: without the room above and below
    const { left, right, top, bottom } = text.getBoundingClientRect();
    return { left: left + 0.5, right: right - 0.5, top: top + 2, bottom: bottom - 2, text };
  });
  const dots = marks.at.filter(({ r }) => r > 0).map(({ x, y, r }) => ({ left: all.left + x - r,
    right: all.left + x + r, top: all.top + y - r, bottom: all.top + y + r }));
  const told = ({ text }) => text.textContent, size = (text) =>
    parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a;
  const within = (id, name) => boxes.some(({ text }) => text.closest(`g.node[data-id="${id}"]`)
    && text.matches(name));
  const there = [...tree.nodes.values()].filter(({ node }) => tree.place.has(node.id));
  const bodies = there.flatMap(({ node: { id }, group, touch, inner }) =>
    [inner, group.querySelector(".ground"), group.matches(".selected:not(.small)") && touch]
      .filter(Boolean).map((part) => ({ id, box: part.getBoundingClientRect() })));
  const sayings = there.filter(({ branch }) => branch?.label?.checkVisibility())
    .map(({ node: { id }, branch: { label } }) => ({ id, box: label.getBoundingClientRect() }));
  const through = ({ node: { id, up }, branch: { line } }, bodies) => {
    const out = line.getScreenCTM(), long = line.getTotalLength();
    return Array.from({ length: Math.ceil(long) }, (_, at) => line.getPointAtLength(at)
      .matrixTransform(out)).some(({ x, y }) => bodies.some(({ id: other, box }) => other !== id
        && other !== up && meets({ left: x, right: x, top: y, bottom: y }, box)));
  };
  const shown = ({ id }) => tree.place.get(id).said;
  const nodes = tree.tree.nodes.filter(({ id }) => tree.place.has(id));
  const leaves = nodes.filter(({ kind }) => kind === "leaf");
  return {
    over: boxes.filter((a, i) => boxes.some((b, k) => k < i && meets(a, b))).map(told),
    marked: boxes.filter((a) => dots.some((b) => meets(a, b))).map(told),
    outside: boxes.filter((a) => a.left < all.left || a.right > all.right || a.top < all.top
      || a.bottom > all.bottom).map(told),
    crossed: there.filter((kept) => kept.branch && through(kept, bodies))
      .map(({ node }) => node.says),
    struck: there.filter((kept) => kept.branch && through(kept, sayings))
      .map(({ node }) => node.says),
    slabs: there.filter(({ branch }) => branch && branch.line.getBBox().height
      <= parseFloat(getComputedStyle(branch.line).strokeWidth)).map(({ node }) => node.says),
    small: texts.filter((text) => size(text) < 11.99).map((text) => text.textContent),
    nameless: nodes.filter(({ id }) => !within(id, ".head")).map(({ says }) => says),
    uncounted: leaves.map(({ id }) => id).filter((id) => !within(id, ".line, :has(.beside)")),
    conditions: texts.filter((text) => text.closest(".conditions")).length,
    least: Math.min(...texts.map(size)),
    unasked: nodes.filter(({ id, kind }) => kind === "ask" && !within(id, ".head"))
      .map(({ says }) => says),
    barred: boxes.filter(({ text, ...box }) => bodies.some(({ id, box: bar }) => meets(box, bar)
      && text.closest("g.node")?.dataset.id !== id)).map(told),
    alike: nodes.filter(({ kind }) => kind === "ask").flatMap((node, k, all) => all.slice(0, k)
      .filter((one) => !one.hidden && one.head !== node.head && shown(one) === shown(node))
      .map(shown)),
  };
}"""
"""What is wrong with the words of the tree, and how many conditions are seen."""
FOLDED = """({ tree }) => [...tree.place.values()].find(({ id, node }) =>
  node.hidden > tree.nodes.get(id).node.hidden).id"""
"""A node of which more is folded away than was sent so: for want of room."""
WRONG = ("over", "marked", "outside", "small", "nameless", "crossed", "struck", "slabs")


def legible(page: Page, uncounted: bool = False) -> int:
    """How many conditions are seen; no word lies over another or a mark, is cut or too small."""
    at_rest(page)
    words = asked(page, WORDS)
    wrong = {name: words[name] for name in WRONG}
    assert not any(wrong.values()), wrong
    assert uncounted or words["uncounted"] == []
    assert isinstance(words["conditions"], int)
    return words["conditions"]


def test_a_finished_iris_is_legible_on_a_low_screen_and_named_on_a_phone(visitor: Visitor) -> None:
    visitor.page.set_viewport_size({"width": 1366, "height": 640})
    page = alone(visitor, "grow?data=iris&recipe=cart&step=17")
    expect(page.locator("g.node")).to_have_count(17)
    assert legible(page) == 16
    page.set_viewport_size({"width": 390, "height": 844})
    assert legible(page, uncounted=True) >= 14
    page.set_viewport_size({"width": 1366, "height": 768})
    assert legible(page) == 16


@pytest.mark.parametrize(
    ("query", "nodes"),
    [
        ("data=titanic&recipe=c45&step=17&lang=zh", 11),
        ("data=biopsy&recipe=cart&step=79&lang=zh", 15),
        ("data=titanic&recipe=cart&step=400", 15),
    ],
)
@pytest.mark.parametrize("width", [390, 360])
def test_conditions_have_room_by_turns_higher_and_lower_on_a_phone(
    visitor: Visitor, query: str, nodes: int, width: int
) -> None:
    """Of Chinese values as wide as their branches are apart; of one much wider than the others."""
    visitor.page.set_viewport_size({"width": width, "height": 844})
    page = alone(visitor, f"grow?{query}&complete=auto")
    expect(page.locator(".stage g.node:not(.away)")).to_have_count(nodes)
    assert legible(page, uncounted=True) == nodes - 1


def asking(page: Page, least: int) -> None:
    """Each question of a tree that is drawn has its text, which no other column's could
    be, and which nothing lies over; no text is smaller than that many pixels."""
    at_rest(page)
    words = asked(page, WORDS)
    wrong = ("alike", "over", "barred", "outside", "crossed", "unasked")
    assert {name: words[name] for name in wrong if words[name]} == {}
    assert words["least"] >= least - 0.01


@pytest.mark.nightly
def test_each_question_of_22_leaves_has_a_text_in_a_lecture_too(visitor: Visitor) -> None:
    address = "pruning?data=biopsy&recipe=cart&complete=1&lab_share=0.3"
    visitor.page.set_viewport_size({"width": 1366, "height": 640})
    page = alone(visitor, address, every=True)
    expect(page.locator("g.node")).to_have_count(43)
    asking(page, 12)
    page.set_viewport_size({"width": 1280, "height": 720})
    alone(visitor, f"{address}&lecture=on")
    expect(page.locator(".stage.lecture")).to_have_count(1)
    expect(page.locator("g.node")).to_have_count(17)
    asking(page, 24)
    # what had no room is one press away
    name = asked(page, FOLDED)
    page.locator(f"g.node[data-id='{name}'] .folder").click()
    assert asked(
        page,
        "({ tree }, id) => tree.laid.children.get(id).every((one) => tree.place.has(one))",
        name,
    )
    expect(page.locator(".tree.enlarged")).to_have_count(0)


@pytest.mark.nightly
def test_a_finished_titanic_is_legible_on_a_low_screen(visitor: Visitor) -> None:
    visitor.page.set_viewport_size({"width": 1366, "height": 640})
    page = alone(visitor, "grow?data=titanic&recipe=c45&complete=auto&step=17")
    expect(page.locator("g.node")).to_have_count(11)
    assert legible(page) == 10


@pytest.mark.nightly
def test_counts_that_a_switch_asked_for_go_last_and_leave_the_pages_their_names(
    server: str, visitor: Visitor
) -> None:
    """In eleven nodes on a low screen: training counts and, beside them, those held out."""
    page = visitor.page
    page.set_viewport_size({"width": 1366, "height": 640})
    page.goto(f"{server}/grow?data=titanic&recipe=c45&step=99&hold=0.3~0&heldout=1")
    nodes = page.locator("g.node")
    expect(nodes).to_have_count(11)
    assert legible(page) == 10
    expect(nodes.filter(has_text="out ")).to_have_count(11)
    names = page.get_by_test_id("stTopNavSection").bounding_box()
    bar = page.locator(".st-key-tools").bounding_box()
    assert names is not None
    assert bar is not None
    assert names["x"] + names["width"] < bar["x"]


def test_counts_that_a_switch_asked_for_go_before_the_marks_of_rows(visitor: Visitor) -> None:
    """A tree of five levels with a mark for each row: the marks give their room."""
    visitor.page.set_viewport_size({"width": 1366, "height": 768})
    page = alone(visitor, "grow?data=iris&recipe=cart&step=99&hold=0.3~0&heldout=1")
    expect(page.locator("g.node")).to_have_count(13)
    assert legible(page) == 12
    lines = page.locator("g.node text.line:not([hidden])")
    expect(lines.filter(has_text="out ")).to_have_count(13)


def test_a_number_is_rounded_and_never_broken_on_a_phone(visitor: Visitor) -> None:
    """Eight leaves with means between four and eight, and how many rows there are."""
    visitor.page.set_viewport_size({"width": 390, "height": 844})
    page = alone(visitor, "grow?data=hitters&recipe=regression&depth=3&step=99")
    for width, digits in ((390, "3"), (360, "1,3")):
        page.set_viewport_size({"width": width, "height": 844})
        expect(page.locator("g.node.leaf")).to_have_count(8)
        at_rest(page)
        means = page.locator("g.node.leaf text.head > tspan:first-child").all_text_contents()
        assert all(re.fullmatch(rf"[4-8]\.\d{{{digits}}}", mean) for mean in means), means


@pytest.mark.nightly
def test_beside_errors_columns_and_counts_the_tree_is_in_sight(
    server: str, visitor: Visitor
) -> None:
    """Its lines lie over nothing, though tall leaves hang below the level of their own."""
    page = visitor.page
    page.set_viewport_size({"width": 1366, "height": 640})
    page.goto(f"{server}/use?data=iris&recipe=cart&step=99&tab=evaluate&look=wrong&lab_share=0.3")
    expect(page.locator("g.node")).to_have_count(13)
    at_rest(page)
    for look in ("Columns", ""):
        stage = page.locator(".stage").bounding_box()
        assert stage is not None
        assert stage["y"] + stage["height"] <= 640
        if look:
            chosen(page, "use_look", look)
            expect(page.locator(".st-key-use_columns .stage g.node")).to_have_count(13)
            at_rest(page)
    chosen(page, "use_look", "Nodes")
    lines = page.locator("g.node text.line:not([hidden])")
    expect(lines.filter(has_text="out ")).to_have_count(13)
    assert legible(page) == 12


OFF = """node => {
  const box = node.getBoundingClientRect();
  const panel = node.ownerSVGElement.parentElement.getBoundingClientRect();
  return Math.abs(box.x + box.width / 2 - panel.x - panel.width / 2);
}"""
"""How far a node stands from the middle of its panel."""


@pytest.mark.nightly
@pytest.mark.parametrize("query", ["data=playtennis&recipe=id3", "data=iris&recipe=cart"])
def test_a_root_alone_stands_in_the_middle_of_a_phone(visitor: Visitor, query: str) -> None:
    visitor.page.set_viewport_size({"width": 390, "height": 844})
    page = alone(visitor, f"grow?{query}&step=0&lang=zh")
    root = page.locator(".stage g.node")
    expect(root).to_have_count(1)
    assert root.evaluate(OFF) < 1
