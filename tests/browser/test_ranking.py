"""The ranking of candidates: its rows open columns by mouse and keys, and it can be sorted."""

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.alone import alone, scene_at
from tests.browser.rest import at_rest
from tests.browser.stage import RESULT, do, panel, press, ranking, said
from tests.browser.visitor import Visitor

pytestmark = pytest.mark.browser

INSIDE = """() => {
  let at = document.activeElement;
  while (at?.shadowRoot) at = at.shadowRoot.activeElement;
  return at?.textContent;
}"""
"""The text of what has the focus."""


def opened(visitor: Visitor, server: str, query: str) -> tuple[Page, Locator]:
    page = visitor.page
    page.goto(f"{server}/grow?{query}&step=0&weigh=root")
    candidates = ranking(page)
    expect(candidates.locator("tbody tr").first).to_be_visible()
    at_rest(page)
    return page, candidates


def looked_at(visitor: Visitor, query: str) -> Locator:
    """Where no row is opened."""
    return ranking(alone(visitor, f"grow?{query}&step=0&weigh=root"))


def questions(candidates: Locator) -> list[str]:
    return candidates.locator("tbody th").all_inner_texts()


def chosen(candidates: Locator) -> Locator:
    return candidates.locator("[aria-selected=true]")


HIGHLIGHTED = """([ranking, tree]) => {
  const row = ranking.querySelector("[aria-selected=true] span");
  const probe = row.appendChild(Object.assign(document.createElement("i"), { hidden: true }));
  probe.style.color = "var(--marker)";
  const marker = getComputedStyle(probe).color, node = tree.querySelector(".weighed .marker");
  probe.remove();
  const worn = [getComputedStyle(row).backgroundColor, node && getComputedStyle(node).fill];
  return worn.map((colour) => colour === marker);
}"""
"""Whether the chosen question wears the highlight: in the ranking, and in the tree."""


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("query", "wins"),
    [("data=playtennis&recipe=id3", True), ("data=xor&recipe=id3_lihang", False)],
)
def test_a_split_that_is_refused_does_not_wear_the_highlight(
    server: str, visitor: Visitor, query: str, wins: bool
) -> None:
    page, candidates = opened(visitor, server, query)
    parts = [candidates.element_handle(), page.locator(".stage .tree").element_handle()]
    assert page.evaluate(HIGHLIGHTED, parts) == [wins, wins]
    candidates.locator("tbody tr").nth(1).click()
    at_rest(page)
    assert page.evaluate(HIGHLIGHTED, parts) == [False, False]  # looked at, not the best


@pytest.mark.nightly
def test_a_click_on_a_row_or_its_bar_opens_the_column(server: str, visitor: Visitor) -> None:
    page, candidates = opened(visitor, server, "data=playtennis&recipe=id3")
    row, result = candidates.locator("tbody tr"), page.locator(RESULT)
    expect(row).to_have_count(4)
    expect(row.nth(0)).to_contain_text("0.2467")
    expect(chosen(candidates)).to_contain_text("Outlook")
    row.nth(1).locator("i").click()
    expect(chosen(candidates)).to_contain_text("Humidity")
    expect(result).to_have_text("0.1518")
    row.nth(2).locator(".verdict").click()
    expect(chosen(candidates)).to_contain_text("Wind")
    expect(result).to_have_text("0.0481")


def test_bars_are_as_long_as_the_scores(visitor: Visitor) -> None:
    candidates = looked_at(visitor, "data=biopsy&recipe=cart&complete=auto")
    long = candidates.locator("i").evaluate_all(
        "all => all.map(e => e.getBoundingClientRect().width)"
    )
    scores = [float(text) for text in candidates.locator("tbody .number").all_inner_texts()]
    assert len(long) == len(scores) == 9
    for length, score in zip(long, scores, strict=True):
        assert length / long[0] == pytest.approx(score / scores[0], abs=0.01)


def test_arrows_walk_enter_opens_and_the_focus_stays(server: str, visitor: Visitor) -> None:
    page, candidates = opened(visitor, server, "data=playtennis&recipe=id3")
    expect(candidates.locator("[tabindex='0']")).to_have_count(1)
    candidates.locator("[tabindex='0']").focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    assert "Wind" in page.evaluate(INSIDE)
    expect(chosen(candidates)).to_contain_text("Outlook")
    page.keyboard.press("Enter")
    expect(chosen(candidates)).to_contain_text("Wind")
    at_rest(page)
    assert "Wind" in page.evaluate(INSIDE)
    page.keyboard.press("End")
    page.keyboard.press("Space")
    expect(chosen(candidates)).to_contain_text("Temperature")
    at_rest(page)
    page.keyboard.press("Home")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    head = candidates.locator("thead th").nth(1)
    expect(head).to_have_attribute("aria-sort", "ascending")
    assert questions(candidates)[0] == "Temperature"
    expect(candidates.locator("[tabindex='0']")).to_have_count(1)
    page.keyboard.press("Tab")
    expect(candidates.locator(":focus")).to_have_count(0)


def test_a_head_sorts_one_way_the_other_and_not_at_all(server: str, visitor: Visitor) -> None:
    page, candidates = opened(visitor, server, "data=biopsy&recipe=cart&complete=auto")
    ranked, name = questions(candidates), candidates.locator("thead button").first
    for order, way in ((sorted(ranked), "ascending"), (sorted(ranked)[::-1], "descending")):
        name.click()
        expect(candidates.locator("thead th").first).to_have_attribute("aria-sort", way)
        assert questions(candidates) == order
    name.click()
    expect(candidates.locator("thead th[aria-sort=none]")).to_have_count(3)
    assert questions(candidates) == ranked
    name.click()
    page.keyboard.press("PageDown")
    page.locator("g.node[data-id='0']").click()  # not weighed yet: there is no ranking
    press(page, "next")
    expect(candidates.locator("tbody tr")).to_have_count(9)
    expect(candidates.locator("thead th").first).to_have_attribute("aria-sort", "ascending")
    names = [column.rpartition(" ≤")[0] for column in questions(candidates)]
    assert names == sorted(names)


@pytest.mark.nightly
def test_the_chosen_row_of_many_is_in_sight_and_the_page_stays(
    server: str, visitor: Visitor
) -> None:
    page, candidates = opened(visitor, server, "data=biopsy&recipe=cart&complete=auto")
    row = candidates.locator("tbody tr")
    expect(row.nth(8)).not_to_be_in_viewport()
    candidates.locator("[tabindex='0']").focus()
    page.keyboard.press("End")
    page.keyboard.press("Enter")
    expect(chosen(candidates)).to_contain_text("Mitoses")
    do(page, "take")
    expect(said(page)).to_contain_text("By hand")
    page.locator("g.node[data-id='0']").click()  # not weighed yet: no ranking
    expect(candidates).to_have_count(0)
    page.locator("g.node[data-id=root]").click()
    expect(chosen(candidates)).to_contain_text("Mitoses")
    expect(row.nth(8)).to_be_in_viewport(ratio=0.99)
    assert panel(page).evaluate("part => part.scrollTop") == 0


@pytest.mark.on_push("390")
@pytest.mark.parametrize("width", [1366, 390])
def test_nothing_is_cut_and_each_bar_is_in_its_row(visitor: Visitor, width: int) -> None:
    visitor.page.set_viewport_size({"width": width, "height": 640})
    candidates = looked_at(visitor, "data=golf&recipe=c45")
    cut = """all => all.filter(
      e => e.scrollWidth > e.clientWidth || e.scrollHeight > e.clientHeight + 4)
      .map(e => e.textContent)"""  # 4: a line is more, what hangs below a letter is less
    assert candidates.locator("th, td, span, button, .frame").evaluate_all(cut) == []
    out = """all => all.filter(row => {
      const bar = row.querySelector("i").getBoundingClientRect(), box = row.getBoundingClientRect();
      return bar.top < box.top || bar.bottom > box.bottom || bar.right > box.right;
    }).length"""
    assert candidates.locator("tbody tr").evaluate_all(out) == 0
    heights = candidates.locator("tbody tr").evaluate_all("all => all.map(e => e.offsetHeight)")
    assert len(set(heights)) == 1


@pytest.mark.on_push("1366-640-5")
@pytest.mark.parametrize(
    ("width", "high", "whole"), [(1366, 640, 5), (1366, 900, 7), (390, 844, 7)]
)
def test_the_last_row_in_sight_is_whole(
    visitor: Visitor, width: int, high: int, whole: int
) -> None:
    visitor.page.set_viewport_size({"width": width, "height": high})
    candidates = looked_at(visitor, "data=heart&recipe=c45")
    seen = candidates.locator(".frame").evaluate(
        """frame => {
          const { bottom } = frame.getBoundingClientRect();
          const rows = [...frame.querySelectorAll("tbody tr")].map(e => e.getBoundingClientRect());
          return [rows.filter(e => e.bottom < bottom + 0.5), rows.filter(e => e.top < bottom - 0.5)]
            .map(some => some.length);
        }"""
    )
    assert seen == [whole, whole]


@pytest.mark.nightly
def test_the_columns_are_as_wide_however_one_came_to_a_node(visitor: Visitor) -> None:
    """On, back, or by its address: a node before, whose verdicts are longer, leaves no trace."""
    query, wide = "data=titanic&recipe=c45", "all => all.map((e) => e.offsetWidth)"
    page = alone(visitor, f"grow?{query}&step=2&weigh=1")
    head = ranking(page).locator("thead th")
    there = head.evaluate_all(wide)
    page = alone(visitor, f"grow?{query}&step=0&weigh=root")
    assert head.evaluate_all(wide) != there
    page.evaluate("scene => window.show(scene)", scene_at("grow", f"{query}&step=2&weigh=1"))
    expect(ranking(page)).to_contain_text("used above")
    at_rest(page)
    assert head.evaluate_all(wide) == there


@pytest.mark.nightly
def test_a_row_without_a_split_cannot_be_chosen(server: str, visitor: Visitor) -> None:
    """Of a column that was asked above, by ID3, nothing is left to look into."""
    page = visitor.page
    page.goto(f"{server}/grow?data=playtennis&recipe=id3&step=1&weigh=0")
    candidates = ranking(page)
    dead = candidates.locator("[aria-disabled=true]")
    expect(dead.first).to_contain_text("Outlook")
    at_rest(page)
    before = chosen(candidates).inner_text()
    dead.first.click(force=True)
    at_rest(page)
    assert chosen(candidates).inner_text() == before


@pytest.mark.nightly
def test_no_line_of_a_chinese_candidate_begins_with_its_colon(visitor: Visitor) -> None:
    visitor.page.set_viewport_size({"width": 390, "height": 844})
    query = "data=carseats&recipe=regression&depth=4&lang=zh"
    candidates = looked_at(visitor, query)
    best = candidates.locator("tbody th").first
    cut = best.locator("> * > *").last
    expect(best).to_have_attribute("title", "货架位置：差、中 | 好")
    expect(cut).to_have_text("差、中 | 好")


GAPS = """(names) => names.map((front) => {
  const text = document.createRange();
  text.selectNodeContents(front);
  const { right } = text.getBoundingClientRect();
  return front.getBoundingClientRect().right - right;
})"""
"""How much room is left behind the letters of each beginning of a name."""


@pytest.mark.nightly
@pytest.mark.parametrize("query", ["data=vote&recipe=cart", "data=hitters&recipe=regression"])
def test_no_name_has_blanks_in_its_middle(visitor: Visitor, query: str) -> None:
    """el-salvador-aid has a beginning of seven narrow letters."""
    candidates = looked_at(visitor, query)
    gaps = candidates.locator("tbody .front").evaluate_all(GAPS)
    assert gaps
    assert max(gaps) < 1.5
