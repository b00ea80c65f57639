"""A phone: counted rows come into sight and go again, and nothing is out of reach."""

from __future__ import annotations

import json
import re
from itertools import pairwise

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.alone import alone, scene_at
from tests.browser.rest import at_rest
from tests.browser.stage import asked, do, more, opened, panel, ranking, rows
from tests.browser.visitor import Visitor

pytestmark = pytest.mark.browser
PHONE = {"width": 390, "height": 844}
SEEN = """all => all.every(one => {
  const { top, bottom } = one.getBoundingClientRect();
  return top >= 0 && bottom <= innerHeight - 60;
})"""


def tapped(page: Page) -> None:
    line = page.locator(".stage .formula .line", has=page.locator("[data-opens='H(D_{2})']"))
    line.locator(".count").first.click()
    expect(page.locator(".stage.sheeted")).to_be_visible()
    at_rest(page)


def test_counted_rows_come_from_below(server: str, visitor: Visitor) -> None:
    visitor.page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    page = opened(visitor, server, "data=playtennis&recipe=id3&step=0&weigh=root", 4)
    expect(page.locator(".stage [data-kind=first]")).to_be_visible()
    tapped(page)
    expect(rows(page).locator("p.why")).to_have_text("4 rows · Outlook = Overcast ∧ Play = Yes")
    lit = rows(page).locator("tbody tr.lit")
    expect(lit).to_have_count(4)
    assert lit.evaluate_all(SEEN)
    pressed = page.locator(".stage .count[aria-pressed=true]")
    top = rows(page).bounding_box()
    box = pressed.bounding_box()
    assert top is not None
    assert box is not None
    assert box["y"] + box["height"] <= top["y"]  # what was tapped is still seen
    page.keyboard.press("Escape")
    expect(page.locator(".stage.sheeted")).to_have_count(0)
    expect(pressed).to_have_count(0)
    at_rest(page)
    tapped(page)
    page.get_by_role("button", name="Close").click()
    expect(page.locator(".stage.sheeted")).to_have_count(0)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.nightly
def test_the_tree_has_the_height_that_it_needs_up_to_half_of_the_screen(
    server: str, visitor: Visitor
) -> None:
    """What it once had it keeps: what stands below does not jump up again."""

    def high() -> float:
        at_rest(page)
        return float(page.locator(".stage .tree-part").evaluate("one => one.offsetHeight"))

    visitor.page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    page = opened(visitor, server, "data=playtennis&recipe=id3&step=0", 1)
    one_node = high()
    assert one_node < PHONE["height"] / 3
    page.locator(".stage [data-kind=next]").click()
    expect(page.locator("g.node")).to_have_count(4)
    weighed = high()
    assert one_node < weighed < PHONE["height"] / 2
    page.locator(".stage [data-kind=back]").click()
    expect(page.locator("g.node")).to_have_count(1)
    assert high() == weighed
    opened(visitor, server, "data=iris&recipe=cart&step=17", 17)
    assert high() == pytest.approx(PHONE["height"] / 2, abs=2)


@pytest.mark.nightly
def test_whether_a_guess_was_right_comes_into_sight(server: str, visitor: Visitor) -> None:
    visitor.page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    page = opened(visitor, server, "data=golf&recipe=c45&step=0", 1)
    more(page, "Practise")
    page.get_by_text("Hide answers").click()
    at_rest(page)
    page.keyboard.press("Escape")
    panel(page).get_by_text("outlook", exact=True).click()  # is the guess
    verdict = page.locator(".stage .say[data-tone=good]")
    expect(verdict).to_be_in_viewport(ratio=1)
    at_rest(page)
    page.locator(".stage [data-kind=next]").click()  # and then, what was done
    said = page.locator(".stage .said")
    expect(said).to_contain_text("Split on outlook")
    at_rest(page)
    expect(said).to_be_in_viewport(ratio=1)
    box = said.bounding_box()
    assert box
    assert box["y"] > 60  # below the page's head


def test_the_step_is_told_whole_and_its_slider_is_on_the_screen(
    server: str, visitor: Visitor
) -> None:
    """Also with the buttons that undo and redo beside them."""
    visitor.page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    page = opened(visitor, server, "data=playtennis&recipe=id3&step=0&weigh=root&lang=zh", 4)
    the_step_is_within_reach(page)
    ranking(page).get_by_text("风力", exact=True).click()
    step = ("first", "back", "next", "share")
    row = [page.locator(f".stage [data-kind={kind}]") for kind in step]
    where = [one.bounding_box() for one in row]
    do(page, "take")
    expect(page.locator(".stage [data-kind=undo]")).to_be_visible()
    the_step_is_within_reach(page)
    assert [one.bounding_box() for one in row] == where  # one row, as it was


def the_step_is_within_reach(page: Page) -> None:
    at_rest(page)
    place, fold = page.locator(".stage button.place"), page.locator(".stage .fold")
    assert place.evaluate("one => one.scrollWidth <= one.clientWidth")
    place.click()
    expect(fold).to_be_visible()
    box = fold.bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= PHONE["width"]
    place.click()
    expect(fold).to_be_hidden()


@pytest.mark.nightly
def test_the_menu_is_under_nothing(server: str, visitor: Visitor) -> None:
    visitor.page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    page = opened(visitor, server, "data=playtennis&recipe=id3&step=0", 1)
    page.get_by_test_id("stExpandSidebarButton").click()
    expect(page.get_by_test_id("stSidebar").get_by_text("Pruning")).to_be_visible()
    expect(page.locator(".st-key-language")).to_be_hidden()


@pytest.mark.nightly
def test_the_menu_of_pages_goes_when_it_has_been_used(server: str, visitor: Visitor) -> None:
    visitor.page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    page = opened(visitor, server, "data=golf&recipe=c45&step=2&lang=zh", 6)
    menu = page.get_by_test_id("stSidebar")
    for leave in (
        lambda: menu.get_by_role("link", name="生长").click(),
        lambda: page.keyboard.press("Escape"),
        lambda: page.mouse.click(370, 500),
        lambda: menu.get_by_role("link", name="剪枝").click(),
    ):
        page.get_by_role("button", name="打开页面菜单").click()
        expect(menu).to_have_attribute("data-collapsed", "false")
        box = menu.get_by_role("link", name="首页").bounding_box()
        assert box is not None
        assert box["height"] >= 44
        at_rest(page)
        leave()
        expect(menu).to_have_attribute("data-collapsed", "true")
    expect(page).to_have_url(re.compile("/pruning"))


def test_a_lesson_shows_what_its_sentence_is_about(server: str, visitor: Visitor) -> None:
    visitor.page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    page = opened(visitor, server, "lesson=play_tennis&at=2", 1)
    expect(page.locator(".stage.sheeted")).to_be_visible()
    at_rest(page)
    node, sheet = page.locator(".stage .node").first.bounding_box(), rows(page).bounding_box()
    assert node is not None
    assert sheet is not None
    assert node["y"] + node["height"] <= sheet["y"]
    page.keyboard.press("Escape")
    for _ in range(4):
        page.keyboard.press("PageDown")
    expect(page.locator(".story .place")).to_have_text("6 of 15")
    winner = page.locator(".ranking .best")
    expect(winner).to_contain_text("0.2467")
    at_rest(page)
    assert winner.evaluate_all(SEEN)


def test_the_buttons_of_a_lesson_stay_while_one_reads_on(server: str, visitor: Visitor) -> None:
    visitor.page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    page = visitor.page
    page.goto(f"{server}/?lesson=play_tennis&at=6")
    onward = page.locator(".story .next")
    expect(onward).to_be_visible()
    at_rest(page)
    page.locator("[data-testid=stMain]").evaluate("main => main.scrollTo(0, 600)")
    sentence, button = (
        page.locator(f".story .{one}").bounding_box() for one in ("sentence", "next")
    )
    assert sentence is not None
    assert button is not None
    assert sentence["y"] + sentence["height"] < 66 < button["y"] + 8  # it makes room
    onward.click()  # nothing lies over it
    expect(page.locator(".story .place")).to_have_text("7 of 15")


@pytest.mark.nightly
@pytest.mark.parametrize(("at", "last"), [(3, "tools"), (15, "lab_bar")])
def test_what_a_page_ends_with_stands_above_the_buttons_of_a_lesson(
    server: str, visitor: Visitor, at: int, last: str
) -> None:
    visitor.page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    page = visitor.page
    page.goto(f"{server}/?lesson=play_tennis&at={at}&lang=zh")
    expect(page.locator(f".st-key-{last}")).to_be_visible()
    at_rest(page)
    page.locator("[data-testid=stMain]").evaluate("main => main.scrollTo(0, 1e5)")
    end = page.locator(f".st-key-{last}").bounding_box()
    button = page.locator(".story .next").bounding_box()
    assert end
    assert button
    assert end["y"] + end["height"] < button["y"]


@pytest.mark.nightly
def test_the_buttons_of_a_table_lie_over_nothing(server: str, chromium: Browser) -> None:
    """On a screen that is touched they are always there."""
    page = chromium.new_context(viewport=PHONE, has_touch=True, is_mobile=True).new_page()  # type: ignore[arg-type]
    page.goto(f"{server}/data?data=playtennis&lang=en")
    edit = page.locator(".st-key-edit_open button")
    expect(edit).to_be_visible()
    at_rest(page)
    edit.tap()
    expect(page.get_by_text("Leave as it was")).to_be_visible()
    page.context.close()


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("query", "nodes", "said"),
    [
        ("lesson=play_tennis&at=8", 6, "设为叶结点"),
        ("data=playtennis&recipe=id3&step=8", 8, "去剪枝"),
    ],
)
def test_the_verb_of_a_step_is_read_whole(
    server: str, visitor: Visitor, query: str, nodes: int, said: str
) -> None:
    visitor.page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    page = opened(visitor, server, f"{query}&lang=zh", nodes)
    verb = page.locator(".stage .lead .verb")
    expect(verb).to_have_text(said)
    assert verb.evaluate("verb => verb.scrollWidth <= verb.clientWidth")
    assert verb.evaluate("verb => verb.offsetHeight < 24")  # one line


@pytest.mark.nightly
def test_no_link_of_home_breaks(server: str, visitor: Visitor) -> None:
    visitor.page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    visitor.page.goto(f"{server}/?lang=en")
    links = [visitor.page.get_by_role("link", name=f"{verb} a class") for verb in ("Join", "Open")]
    for link in links:
        expect(link).to_be_visible()
    at_rest(visitor.page)  # a link may stand before the sheet that keeps it whole
    for link in links:
        assert link.evaluate("link => link.getClientRects().length") == 1


APART = """() => {
  const box = (name) => document.querySelector(name).getBoundingClientRect();
  const told = box(".st-key-data_ask [data-testid=stCaptionContainer]");
  return box(".st-key-data_grow").top - told.bottom;
}"""
CUT = "name => name.scrollHeight > name.clientHeight + 1 || name.scrollWidth > name.clientWidth + 1"


@pytest.mark.nightly
def test_the_way_on_stands_next_to_its_question(server: str, visitor: Visitor) -> None:
    page = visitor.page
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"{server}/data?data=playtennis&recipe=id3")
    expect(page.locator(".st-key-data_grow")).to_be_visible()
    at_rest(page)
    assert 0 <= page.evaluate(APART) <= 32


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("width", "query"),
    [
        (390, "data=golf&recipe=c45&lang=zh"),
        (390, "data=xor&recipe=id3_lihang&lang=zh"),
        (1366, "data=xor&recipe=id3_lihang"),
    ],
)
def test_the_name_of_the_table_is_whole(
    server: str, visitor: Visitor, width: int, query: str
) -> None:
    page = visitor.page
    page.set_viewport_size({"width": width, "height": 844})
    page.goto(f"{server}/grow?{query}")
    name = page.locator(".st-key-tools h1")
    expect(name).to_be_visible()
    at_rest(page)
    assert not name.evaluate(CUT)
    assert name.get_attribute("title") == name.inner_text().replace("\u200b", "")
    wide = "main => main.scrollWidth <= main.clientWidth"
    assert page.locator("[data-testid=stMain]").evaluate(wide)


FOCUSED = """() => {
  let at = document.activeElement;
  while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
  at = at.closest("canvas") ?? at;  // a cell of a table has no place of its own
  const fixed = Boolean(at.closest(".story, header, .st-key-language")) || at.localName === "main";
  const { top, right } = at.getBoundingClientRect();
  const page = document.querySelector("[data-testid=stMain]").firstElementChild;
  return [at === document.body, fixed, top - page.getBoundingClientRect().top, right];
}"""


@pytest.mark.nightly
@pytest.mark.parametrize(
    "address",
    [
        "data?data=playtennis&lesson=play_tennis&at=1",
        "grow?lesson=play_tennis&at=6",
        "pruning?lesson=pruning&at=1",
    ],
)
def test_the_tab_key_goes_down_the_page_and_not_into_a_shut_menu(
    server: str, visitor: Visitor, address: str
) -> None:
    page = visitor.page
    page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    page.goto(f"{server}/{address}")
    expect(page.locator(".story .place")).to_be_visible()
    at_rest(page)
    tops = []
    for _ in range(20):
        page.keyboard.press("Tab")
        nothing, fixed, top, right = page.evaluate(FOCUSED)
        if nothing:
            break
        assert right > 0
        if not fixed:
            tops.append(top)
    assert len(tops) > 5
    assert all(after > before - 60 for before, after in pairwise(tops)), tops


@pytest.mark.nightly
@pytest.mark.parametrize("language", ["zh", "en"])
def test_the_topics_of_impurity_are_in_one_row(
    server: str, visitor: Visitor, language: str
) -> None:
    page = visitor.page
    page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    page.goto(f"{server}/impurity?lang={language}")
    topics = page.locator(".st-key-impurity_head [role=radio]")
    expect(topics).to_have_count(5)
    at_rest(page)
    tops = topics.evaluate_all("all => all.map(one => one.getBoundingClientRect().top)")
    assert len(set(tops)) == 1
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    unit = page.locator(".formula .line .legend").first
    same = "unit => unit.parentElement.querySelector('.result').getBoundingClientRect().toJSON()"
    number, beside = unit.evaluate(same), unit.bounding_box()
    assert beside is not None
    assert number["top"] < beside["y"] + beside["height"] / 2 < number["bottom"]


@pytest.mark.nightly
def test_the_name_of_a_part_stands_clear_of_the_button(server: str, visitor: Visitor) -> None:
    page = visitor.page
    page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    page.goto(f"{server}/impurity?lesson=play_tennis&at=4&lang=zh")
    expect(page.locator(".story .part")).to_have_text("一个问题值多少")
    at_rest(page)
    letters = """part => {
      const range = document.createRange();
      range.selectNodeContents(part);
      return [...range.getClientRects()].map(word => [word.left, word.bottom]);
    }"""
    words = page.locator(".story .part").evaluate(letters)
    button = page.locator(".story .next").bounding_box()
    assert button is not None
    assert len({round(bottom) for _left, bottom in words}) == 1  # in one line
    assert min(left for left, _bottom in words) - button["x"] - button["width"] >= 8


@pytest.mark.nightly
@pytest.mark.parametrize("language", ["zh", "en"])
def test_the_rules_of_two_algorithms_share_a_phone(
    server: str, visitor: Visitor, language: str
) -> None:
    page = visitor.page
    page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    page.goto(f"{server}/reference?lang={language}")
    cells = page.locator(".st-key-recipes tbody tr td")
    expect(cells.first).to_be_visible()
    at_rest(page)
    widths = cells.evaluate_all("all => all.map(one => one.getBoundingClientRect().width)")
    assert min(widths) > 0.45 * PHONE["width"]
    every = page.locator(".st-key-all_recipes [data-testid=stMarkdownContainer]")
    expect(every).to_have_css("background-image", re.compile("gradient"))  # it goes on
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.nightly
def test_after_the_last_cut_the_choice_of_a_tree_comes_into_sight(
    server: str, visitor: Visitor
) -> None:
    page = visitor.page
    page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    page.goto(f"{server}/pruning?data=kyphosis&recipe=cart&lab_share=0&cuts=7&lab_view=table")
    page.get_by_role("button", name="Choose a tree").click()
    expect(page.get_by_text("Least error in cross-validation")).to_be_in_viewport(ratio=1)


@pytest.mark.on_push("loan")
@pytest.mark.parametrize("data", ["loan", "playtennis"])
def test_a_tree_stands_in_the_middle_and_not_beside_the_legend(visitor: Visitor, data: str) -> None:
    visitor.page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    page = alone(visitor, f"grow?data={data}&recipe=id3&step=0&weigh=root&lang=zh")
    boxes = page.locator(".stage .node > .touch").evaluate_all(
        "all => all.map((one) => { const { left, right } = one.getBoundingClientRect();"
        " return [left, right]; })"
    )
    left, right = min(one[0] for one in boxes), max(one[1] for one in boxes)
    assert abs(left + right - PHONE["width"]) < 0.1 * PHONE["width"]


def test_twenty_rows_are_whole_and_what_is_predicted_stays_in_sight(visitor: Visitor) -> None:
    """The table scrolls across alone, and its last column stands at the right edge."""
    visitor.page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    page = alone(visitor, "grow?data=loan&recipe=id3&step=0&weigh=root")
    table = page.locator(".stage .rowtable .scroll")
    assert table.evaluate("one => [one.scrollHeight - one.clientHeight, one.scrollTop]") == [0, 0]
    assert table.locator("tbody tr").count() == 15
    table.scroll_into_view_if_needed()
    last = "all => all.map(one => [one.textContent, one.getBoundingClientRect().right <= 390])"
    for left, shade in ((0, re.compile("^(?!none)")), (500, "none")):  # while more is behind it
        table.evaluate("(one, left) => { one.scrollLeft = left; }", left)
        expect(table.locator("tbody td:last-child").first).to_have_css("box-shadow", shade)
        head = table.locator("thead th:last-child")
        assert head.evaluate_all(last) == [["loan approved", True]]
        assert all(seen for _, seen in table.locator("tbody td:last-child").evaluate_all(last))


@pytest.mark.nightly
def test_a_lesson_keeps_no_room_for_the_sentence_of_a_step(server: str, visitor: Visitor) -> None:
    page = visitor.page
    page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    page.goto(f"{server}/?lesson=play_tennis&at=6")
    expect(page.locator("g.node").first).to_be_visible()
    at_rest(page)
    story, tree = (page.locator(one).bounding_box() for one in (".story", ".stage .tree-part"))
    assert story
    assert tree
    assert 0 <= tree["y"] - story["y"] - story["height"] < 40


def test_the_slider_says_its_ends_and_leads_to_the_last_step(visitor: Visitor) -> None:
    visitor.page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    page = alone(visitor, "grow?data=loan&recipe=id3&step=0")
    fold = page.locator(".stage .fold")
    end = fold.get_by_role("button", name="To the end")
    expect(end).to_be_hidden()
    page.locator(".stage button.place").click()
    expect(end).to_be_visible()
    box = end.bounding_box()
    assert box is not None
    assert box["height"] >= 44
    assert 0 <= box["x"] < box["x"] + box["width"] <= PHONE["width"]
    said = [
        fold.evaluate("(one, part) => getComputedStyle(one, part).content", part)
        for part in ("::before", "::after")
    ]
    assert said == ['"0" / ""', '"5" / ""']


@pytest.mark.nightly
def test_twelve_branches_side_by_side_say_what_their_leaves_answer(visitor: Visitor) -> None:
    visitor.page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    query = "data=titanic&recipe=c45&step=365&lang=zh"
    page = alone(visitor, f"grow?{query}")
    sent = json.loads(scene_at("grow", query))
    nodes = sent["scene"]["nodes"]
    leaf = next(node for node in nodes if node["kind"] == "leaf")
    said = {"up": "root", "edge": {"text": "= 3.5万", "share": 0.1}}
    fan = [leaf | said | {"id": str(at), "head": "是" if at % 3 else "否"} for at in range(12)]
    ask = next(node for node in nodes if node["kind"] == "ask" and node["up"])
    below = [leaf | {"id": f"1.{at}", "up": "1", "head": "否"} for at in range(2)]
    fan[1:2] = [ask | said | {"id": "1"}, *below]
    nodes[1:] = fan
    page.evaluate("scene => show(scene)", json.dumps(sent))
    at_rest(page)
    heads = page.locator(".stage .node.answers .head").all_text_contents()
    assert sorted(set(heads)) == ["否", "是"]
    assert len(heads) == 13


OPENED = """view => {
  const { tree, tree: { camera, canvas, place } } = view;
  const box = (one) => one.getBoundingClientRect();
  const folded = [...place.keys()].filter((id) => camera.folds(id)), { z } = camera;
  const id = folded.reduce((best, one) => (one.length > best.length ? one : best));
  tree.pick(id);
  const within = (inner, outer) => inner.left > outer.left && inner.right < outer.right
    && inner.top > outer.top && inner.bottom < outer.bottom;
  const family = [id, ...tree.laid.children.get(id)].map((one) => tree.nodes.get(one).group);
  const seen = family.every((one) => within(box(one.querySelector(".touch")), box(canvas)));
  const texts = [...canvas.querySelectorAll("text, .words")].filter((one) => one.checkVisibility(
    { visibilityProperty: true, opacityProperty: true }) && box(one).width);
  const cut = texts.filter((one) => !within(box(one), box(canvas))
    && box(one).right > box(canvas).left && box(one).left < box(canvas).right
    && box(one).bottom > box(canvas).top && box(one).top < box(canvas).bottom);
  return [seen && camera.z === z ? z : 0, [folded.includes(id), camera.folds(id)],
    cut.map((one) => one.textContent)];
}"""
"""How near one looks where a folded node and those below it are in sight once it is picked; whether
it was and is folded; the words that are cut."""


NEARER = """view => {
  const { camera, place, nodes, canvas } = view.tree, { z, high, told } = camera;
  Object.assign(camera, { z: 1, high: 1 });
  const before = camera.told, outer = canvas.getBoundingClientRect();
  Object.assign(camera, { z, high });
  const whole = (text) => {
    const { left, right, top, bottom } = text.getBoundingClientRect();
    return text.checkVisibility({ visibilityProperty: true }) && left >= outer.left
      && right <= outer.right && top >= outer.top && bottom <= outer.bottom;
  };
  const seen = [...place.values()].filter(({ id, up }) => {
    const { group, branch } = nodes.get(id);
    return whole(group.querySelector(".head")) && (!up || whole(branch.saying));
  });
  return [before, told, seen.map(({ depth }) => depth)];
}"""
"""How many levels have their words in the whole tree and in the enlarged one, and the levels of
which a node is in sight with its name and its condition."""


@pytest.mark.on_push("320")
@pytest.mark.parametrize("width", [390, 320])
def test_the_steps_and_share_are_one_row_of_a_tree_of_hundreds_of_steps(
    visitor: Visitor, width: int
) -> None:
    visitor.page.set_viewport_size({"width": width, "height": 844})
    titanic = "grow?data=titanic&complete=auto&recipe=cart&step=365&lang=zh"
    page = alone(visitor, titanic, every=True)
    places = ("[data-kind=back]", ".next", "[data-kind=share]", ".place")
    boxes = [page.locator(f".lead .go {place}").bounding_box() for place in places]
    seen = [box for box in boxes if box is not None]
    assert len(seen) == 4
    assert len({round(box["y"] + box["height"] / 2) for box in seen}) == 1
    assert all(box["x"] >= 0 and box["x"] + box["width"] <= width for box in seen)
    # what leads to another page moves nothing on this one
    page.emulate_media(reduced_motion="reduce")
    asked(page, "view => view.press('onward', null)")
    assert page.get_by_test_id("stMain").evaluate("one => one.scrollTop") == 0
    # a level more has its words, in sight below the root; the others come as one draws nearer
    before, told, seen = asked(page, NEARER)
    assert told > before
    assert set(range(told)) <= set(seen)
    assert all(page.locator(".stage g.node:not(.away) .head").all_text_contents())
    few = asked(page, "view => view.tree.place.size")
    nearer = "view => { view.tree.zoom(3, { x: 150, y: 60 }, false); return view.tree.place.size; }"
    assert asked(page, nearer) > few
    # what is folded away opens where it is pressed, and no word is cut by the panel's edge
    near, folds, cut = asked(page, OPENED)
    assert near > 1
    assert folds == [True, False]
    assert cut == []
    a_finger_moves_it(page)


def a_finger_moves_it(page: Page) -> None:
    """All the way, also one that comes down on a node."""
    box = page.locator(".stage .node:not([data-torn], .away) .touch").last.bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    pan = "({ tree: { camera } }) => camera.pan.y"
    before, hand = asked(page, pan), page.context.new_cdp_session(page)
    hand.send("Emulation.setTouchEmulationEnabled", {"enabled": True})
    for kind, far in (("Start", 0), ("Move", 10), ("Move", 20), ("Move", 30), ("End", None)):
        points = [] if far is None else [{"x": x, "y": y + far}]
        hand.send("Input.dispatchTouchEvent", {"type": f"touch{kind}", "touchPoints": points})
    assert asked(page, pan) - before == pytest.approx(30)


def test_what_is_partly_in_sight_keeps_its_name_and_the_edge_says_that_it_goes_on(
    visitor: Visitor,
) -> None:
    visitor.page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    page = alone(visitor, "grow?data=biopsy&recipe=cart&step=79&complete=auto&lang=zh", every=True)
    tree = page.locator(".stage .tree")
    expect(tree).to_have_attribute("data-on", re.compile("left|right"))
    asked(page, "({ tree }) => tree.zoom(2, { x: 150, y: 60 }, false)")
    at_rest(page)
    whole, lost, parts = asked(page, KEPT)
    assert whole > 5
    assert lost == []
    assert parts
    # a third of the panel at least is not left empty, however far it is pushed
    assert all(part > 1 / 3 - 0.01 for part in asked(page, PUSHED))
    # who has left the enlarged view sees the first levels, and the button offers all again
    left = """({ tree }) => {
      const told = [];
      tree.act = (...act) => told.push(act);
      tree.whole();
      return told;
    }"""
    assert asked(page, left) == [["levels", False]]
    expect(tree).to_have_attribute("data-on", "")


PUSHED = """({ tree }) => [[-1, -1], [1, 1]].flatMap(([right, down]) => {
  tree.slide(right * 9999, down * 9999, false);
  const { panel: { w, h }, camera: { pan } } = tree, all = [...tree.place.values()];
  return [["x", w], ["y", h]].map(([side, size]) => {
    const at = all.map((p) => p[side] + pan[side]);
    return (right < 0 ? Math.max(...at) : size - Math.min(...at)) / size;
  });
})"""
KEPT = """({ tree: { canvas, place, nodes } }) => {
  const { left, right, top, bottom } = canvas.getBoundingClientRect();
  const named = [...place.values()].map(({ id }) => nodes.get(id)).filter(({ words }) => words)
    .map(({ node, inner, words }) => {
      const bar = inner.getBoundingClientRect(), name = words.getBoundingClientRect();
      const told = words.checkVisibility({ visibilityProperty: true })
        && name.left >= left - 1 && name.right <= right + 1;
      const high = name.top >= top + 44 && name.bottom <= bottom, seen = Math.min(bar.right, right)
        - Math.max(bar.left, left);
      return { head: node.head, told, seen: high ? seen : 0, wide: bar.width };
    });
  const whole = named.filter(({ seen, wide }) => seen >= wide - 1);
  return [whole.length, whole.filter(({ told }) => !told).map(({ head }) => head),
    named.filter(({ told, seen, wide }) => told && seen > 0 && seen < wide - 1)
      .map(({ head }) => head)];
}"""
"""Of the nodes whose bar is in sight: how many of them are whole, which of these have no name, and
which of the others have one."""


@pytest.mark.parametrize(("width", "height"), [(195, 422), (683, 384)])
def test_at_twice_the_size_the_steps_are_one_slim_line(
    visitor: Visitor, width: int, height: int
) -> None:
    """Of a phone and of a laptop: the tree is in sight above them."""
    visitor.page.set_viewport_size({"width": width, "height": height})
    page = alone(visitor, "grow?data=golf&recipe=c45&step=0&weigh=root&lang=zh")
    bar, place = page.locator(".lead .go"), page.locator(".lead .place")
    box, root = bar.bounding_box(), page.locator(".stage g.node").first.bounding_box()
    assert box is not None
    assert root is not None
    assert box["height"] < height / 7
    assert root["y"] + root["height"] < box["y"]
    assert place.evaluate("one => one.offsetHeight <= 44 && one.scrollWidth <= one.clientWidth")
    assert bar.evaluate(
        "bar => [...bar.querySelectorAll('button')].filter((one) => one.checkVisibility())"
        ".every((one) => one.getBoundingClientRect().right <= innerWidth)"
    )
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    place.click()  # how good the tree is comes with the slider
    expect(page.locator(".lead .hold")).to_be_visible()
    expect(page.locator(".lead .next")).to_be_in_viewport(ratio=1)


@pytest.mark.nightly
@pytest.mark.parametrize("language", ["en", "zh"])
def test_at_twice_the_size_the_algorithm_is_named_whole(
    server: str, visitor: Visitor, language: str
) -> None:
    page = visitor.page
    page.set_viewport_size({"width": 195, "height": 422})
    page.goto(f"{server}/grow?data=playtennis&recipe=id3&step=1&lang={language}")
    name = page.locator(".st-key-recipe_settings button p")
    expect(name).to_contain_text("Mitchell")
    at_rest(page)
    assert name.evaluate("one => one.scrollWidth <= one.clientWidth")
    more = page.locator(".st-key-more button").bounding_box()
    assert more is not None
    assert more["x"] + more["width"] <= 195


@pytest.mark.nightly
def test_a_table_of_ones_own_is_told_of_in_sight(server: str, chromium: Browser) -> None:
    """What cannot be read is said where one presses, and what is left out is said whole."""
    page = chromium.new_context(viewport=PHONE, has_touch=True, is_mobile=True).new_page()  # type: ignore[arg-type]

    def paste(text: str) -> None:
        page.locator(".st-key-home_paste button").tap()
        page.locator(".st-key-bring_cells textarea").fill(text)
        page.locator(".st-key-bring_paste_read button").tap()

    page.goto(f"{server}/?lang=zh")
    page.locator(".st-key-home_paste button").evaluate("one => one.scrollIntoView({block: 'end'})")
    at_rest(page)
    paste("姓名\n甲\n乙\n丙\n")
    expect(page.get_by_role("dialog").get_by_role("button", name="关闭")).to_be_visible()
    expect(page.get_by_test_id("InputInstructions")).to_be_hidden()  # English, and of keys
    expect(page.get_by_role("alert")).to_be_in_viewport(ratio=1)
    rows = "".join(f"{name}，{age}，是\n" for age, name in enumerate("甲乙丙丁戊己", start=30))
    paste(f"某校某班贷款登记表\n姓名，年龄，批准\n{rows}合计，195，\n注：年龄为自报。\n")
    said = page.locator(".st-key-data_left_out button p")
    expect(said).to_contain_text("合计")
    assert said.evaluate("one => one.scrollWidth <= one.clientWidth")
    page.context.close()


@pytest.mark.on_push(1)
@pytest.mark.parametrize(
    ("address", "pressed", "least"),
    [
        ("grow?data=playtennis&recipe=id3&step=0", ".stage .list button", 4),
        ("use?data=golf&recipe=c45&step=8&complete=auto", ".st-key-use_tab button", 4),
        ("data?data=titanic", ".st-key-data_target button", 4),
        ("reference?data=playtennis&tab=textbook", ".st-key-textbook_wrong td a", 3),
    ],
)
def test_what_is_pressed_is_as_high_as_a_thumb(
    server: str, chromium: Browser, address: str, pressed: str, least: int
) -> None:
    page = chromium.new_context(viewport=PHONE, has_touch=True, is_mobile=True).new_page()  # type: ignore[arg-type]
    page.goto(f"{server}/{address}&lang=zh")
    expect(page.locator(pressed).nth(least - 1)).to_be_visible()
    at_rest(page)
    boxes = page.locator(pressed).evaluate_all("all => all.map(one => one.getBoundingClientRect())")
    assert min(box["height"] for box in boxes) >= 40
    for box, other in pairwise(boxes):
        assert box["bottom"] <= other["top"] or abs(box["left"] - other["left"]) >= box["width"] - 1
    page.context.close()


@pytest.mark.nightly
def test_what_to_take_away_is_chosen_with_a_thumb(server: str, chromium: Browser) -> None:
    page = chromium.new_context(viewport=PHONE, has_touch=True, is_mobile=True).new_page()  # type: ignore[arg-type]
    page.goto(f"{server}/use?data=golf&recipe=c45&step=8&complete=auto&tab=take&lang=zh")
    forms = page.get_by_test_id("stRadioOption")
    expect(forms).to_have_count(9)
    assert min(forms.evaluate_all("all => all.map(one => one.offsetHeight)")) >= 40
    page.context.close()
