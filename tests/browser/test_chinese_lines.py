"""Lines of Chinese on a phone: they end between words, and what is copied has nothing added."""

import pytest
from playwright.sync_api import expect

from tests.browser.rest import at_rest
from tests.browser.visitor import Visitor

pytestmark = pytest.mark.browser
PHONE = {"width": 390, "height": 844}
PAGES = ("data?data=playtennis", "impurity", "use?data=golf&recipe=c45", "reference", "pruning")
TORN = """words => {
  const texts = document.createTreeWalker(
    document.querySelector("[data-testid=stMain]"), NodeFilter.SHOW_TEXT);
  const torn = [];
  let count = 0;
  while (texts.nextNode()) {
    const node = texts.currentNode;
    if (!node.parentElement.closest("p, li, td, th") || !node.parentElement.checkVisibility())
      continue;
    for (const { index, 0: word } of node.nodeValue.matchAll(new RegExp(words, "gu"))) {
      const range = document.createRange();
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      const lines = [...range.getClientRects()].filter(({ width }) => width > 1);
      count += 1;
      if (new Set(lines.map(({ top }) => Math.round(top))).size > 1)
        torn.push(node.nodeValue.slice(Math.max(0, index - 8), index + 8));
    }
  }
  return { torn, count };
}"""
WORDS = r"\p{Script=Han}[的吗]|叶结点|信息增益|增益率|基尼指数|不纯度|剪枝|样本|特征|分支|取值"
"""Also what leans on the word before it: no line begins with 的."""
COPIED = """() => {
  getSelection().selectAllChildren(document.querySelector("[data-testid=stMain]"));
  const clipboardData = new DataTransfer();
  document.dispatchEvent(new ClipboardEvent("copy", { clipboardData, cancelable: true }));
  return ["text/plain", "text/html"].map(kind => clipboardData.getData(kind));
}"""


@pytest.mark.nightly  # on a push: test_words_whole
@pytest.mark.parametrize("address", PAGES)
def test_no_word_is_torn(server: str, visitor: Visitor, address: str) -> None:
    page = visitor.page
    page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    page.goto(f"{server}/{address}{'&' if '?' in address else '?'}lang=zh")
    expect(page.locator("html[data-words]")).to_have_count(1)
    expect(page.locator("h1").first).to_be_attached()
    at_rest(page)
    found = page.evaluate(TORN, WORDS)
    assert found["count"] > 0
    assert found["torn"] == []


def test_what_is_copied_is_what_was_written(server: str, visitor: Visitor) -> None:
    page = visitor.page
    page.goto(f"{server}/reference?lang=zh")
    expect(page.locator("table").first).to_be_visible()
    at_rest(page)
    for text in page.evaluate(COPIED):
        assert "信息增益最大的特征" in text
        assert "\u200b" not in text


@pytest.mark.nightly
def test_the_menu_of_themes_is_in_the_language(server: str, visitor: Visitor) -> None:
    page = visitor.page
    page.goto(f"{server}/lessons?lang=zh")
    expect(page.locator("h1")).to_be_visible()
    at_rest(page)
    page.get_by_test_id("stMainMenuButton").click()
    for name in ("系统", "浅色", "深色"):
        expect(page.get_by_role("menuitemradio", name=name)).to_be_visible()
    expect(page.get_by_role("menuitem")).to_have_text(["打印"])


@pytest.mark.nightly
def test_the_buttons_above_a_table_are_in_the_language(server: str, visitor: Visitor) -> None:
    page = visitor.page
    page.goto(f"{server}/data?data=golf&lang=zh")
    expect(page.get_by_test_id("stDataFrame").last).to_be_visible()
    buttons = page.get_by_test_id("stElementToolbar").last.get_by_role("button")
    for name in ("显示或隐藏列", "搜索", "全屏"):
        expect(buttons.and_(page.get_by_label(f"{name}：表格的前几行"))).to_have_count(1)


@pytest.mark.nightly  # on a push: test_words_whole
def test_no_line_of_a_panel_ends_within_a_word(server: str, visitor: Visitor) -> None:
    page = visitor.page
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"{server}/grow?data=golf&recipe=c45&step=0&lang=zh")
    said = page.locator(".panel .say").first
    expect(said).to_contain_text("选一个")
    words = said.locator(".word").evaluate_all(
        "all => all.map(one => [one.textContent, one.getClientRects().length])"
    )
    assert "特征" in [word for word, _ in words]
    assert all(pieces == 1 for _, pieces in words)


THEIRS = "Open|Increment|Decrement|Help for|Link to|file upload|Copy to|Download"
ENGLISH = f"""() => [...document.querySelectorAll("[data-testid=stMain] [aria-label]")]
  .map(one => one.ariaLabel).filter(name => /^({THEIRS})/.test(name))"""


@pytest.mark.nightly
@pytest.mark.parametrize("address", ["data?data=titanic", "pruning?data=golf&lab_method=early", ""])
def test_no_button_within_a_widget_is_named_in_english(
    server: str, visitor: Visitor, address: str
) -> None:
    page = visitor.page
    page.goto(f"{server}/{address}{'&' if '?' in address else '?'}lang=zh")
    expect(page.locator("html[data-words]")).to_have_count(1)
    at_rest(page)
    page.wait_for_function(f"!({ENGLISH})().length")
    if address.startswith("data"):
        expect(page.get_by_label("说明：类型")).to_have_count(1)
