"""No word of Chinese is cut at a line's end, on any page, on a phone and on a laptop."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from dtshow.page.package import package
from dtshow.words.glossary import terms
from pages.ui.story.saved import pages
from tests.browser.classroom import PHONE, Class, scene
from tests.browser.rest import at_rest
from tests.browser.torn import WORDS, torn
from tests.browser.visitor import Visitor

pytestmark = pytest.mark.browser
LAPTOP: ViewportSize = {"width": 1366, "height": 640}
PAGES = (
    "/",
    "/data?data=titanic",
    "/data?bring=open",
    "/grow?data=playtennis&recipe=id3&step=0&weigh=root",
    "/grow?data=gender&recipe=c45&step=0&weigh=root",
    "/grow?data=biopsy&recipe=cart_rpart&complete=auto&step=5",
    "/grow?lesson=play_tennis&at=3",
    "/pruning?data=kyphosis&recipe=cart&lab_share=0.3&lab_seed=0&view=errors",
    "/pruning?data=kyphosis&recipe=cart&lab_method=early&lab_share=0.3&lab_seed=0",
    "/pruning?data=heart&recipe=cart&lab_method=reduced",
    "/pruning?data=kyphosis&recipe=cart&lab_method=rules&lab_share=0.3&lab_seed=0",
    "/use?data=golf&recipe=c45&step=9",
    "/use?data=golf&recipe=c45&step=9&tab=evaluate&lab_share=0.3",
    "/use?data=golf&recipe=c45&step=9&tab=rules",
    "/use?data=titanic&recipe=c45&complete=auto&tab=rules",
    "/impurity",
    "/impurity?topic=criteria",
    "/impurity?topic=two_way",
    "/explore?data=playtennis&recipe=id3",
    "/explore?data=playtennis&recipe=id3&tab=space",
    "/reference?data=golf&recipe=c45",
    "/reference?tab=glossary",
    "/reference?tab=textbook",
    "/lessons",
    "/lessons?text=fang",
    "/?lesson=mitchell&at=31",
    "/?lesson=play_tennis&at=5",
)
CASES = [(address, size) for address in PAGES for size in (PHONE, LAPTOP)]


@pytest.mark.on_push(2)
@pytest.mark.parametrize(("address", "size"), CASES, ids=lambda one: str(one))
def test_no_word_is_cut(server: str, visitor: Visitor, address: str, size: ViewportSize) -> None:
    page = visitor.page
    page.set_viewport_size(size)
    page.goto(f"{server}{address}{'&' if '?' in address else '?'}lang=zh")
    expect(page.locator("h1").first).to_be_attached()
    at_rest(page)
    assert torn(page) == []


def whole(pages: dict[str, Page]) -> dict[str, list[str]]:
    return {name: cut for name, page in pages.items() if (cut := torn(page))}


@pytest.mark.nightly
def test_no_word_is_cut_in_class(held: Class) -> None:
    board = held.board()
    code = board.locator(".large-code").inner_text()
    board.goto(f"{board.url.split('?')[0]}?lang=zh")
    expect(board.locator(".large-code")).to_be_visible()
    phone = held.person(PHONE, "zh-CN", touch=True)
    door = held.person(PHONE, "zh-CN", touch=True)
    door.goto(f"{held.address}/class/join")
    expect(door.locator("h1")).to_be_visible()
    assert whole({"the door": door}) == {}
    opens = held.person(LAPTOP, "zh-CN")
    opens.goto(f"{held.address}/class/open")
    expect(opens.locator("h1")).to_be_visible()
    assert whole({"opening": opens}) == {}
    phone.goto(f"{held.address}/class/{code}")
    expect(phone.locator("h1")).to_be_visible()
    pages = {"board": board, "phone": phone}
    assert whole(pages) == {}
    board.keyboard.press("PageDown")
    expect(scene(board, "lesson")).to_be_visible()
    assert whole(pages) == {}
    board.keyboard.press("e")
    board.get_by_role("button", name="选哪个特征？").first.click()
    expect(scene(board, "vote")).to_be_visible()
    expect(phone.locator(".opt").first).to_be_visible()
    assert whole(pages) == {}


def test_a_word_that_is_cut_is_found(visitor: Visitor) -> None:
    page = visitor.page
    page.set_content('<p lang="zh" style="width: 3.2em; word-break: break-all">看一看信息增益</p>')
    assert torn(page) == ["信息增益 in 看一看信息增益"]
    page.set_content('<p lang="zh" style="width: 8em">看一看信息增益</p>')
    assert torn(page) == []
    begins = '<p lang="zh" style="width: 4em; word-break: keep-all; overflow-wrap: anywhere">'
    page.set_content(f"{begins}都不增加，就剪掉</p>")
    assert torn(page) == ["加，就剪掉"]


RIGHT = "one => one.getBoundingClientRect().right"


def test_no_word_of_the_keys_is_cut(server: str, visitor: Visitor) -> None:
    page = visitor.page
    page.goto(f"{server}/grow?data=playtennis&recipe=id3&lang=zh")
    expect(page.locator(".stage g.node").first).to_be_visible()
    at_rest(page)
    page.keyboard.press("?")
    expect(page.locator(".window.keys")).to_be_visible()
    for width in range(810, 1400, 60):
        page.set_viewport_size({"width": width, "height": 640})
        assert torn(page) == []
    expect(page.locator(".keylist dt").first).to_have_text("Page Down→")
    last, room = page.locator(".keylist kbd").nth(1), page.locator(".keylist dt").first
    assert last.evaluate(RIGHT) <= room.evaluate(RIGHT)


def test_no_word_of_a_lesson_as_a_page_is_cut(visitor: Visitor, tmp_path: Path) -> None:
    file, page = tmp_path / "lesson.html", visitor.page
    file.write_bytes(package("lesson", pages("play_tennis", ("zh",), "http://localhost:8501")))
    page.set_viewport_size(PHONE)
    page.goto(file.as_uri())
    sentence = page.locator(".story .sentence")
    for _stop in range(page.locator(".story .contents li").count() - 1):
        expect(sentence).not_to_be_empty()
        assert torn(page) == []
        before = sentence.inner_text()
        page.keyboard.press("PageDown")
        expect(sentence).not_to_have_text(before)
    visitor.elsewhere.clear()  # its own file is all that it opens


TAKEN_APART = {
    "以比特计（对数以 2 为底）": "对数",
    "它在别的书里的叫法": "叫法",
    "训练样例": "样例",
    "问哪一个，不确定性减少得最多？": "哪一个",
    "熵是 0.9403。": "熵是",
    "5 个“否”，熵是 0.9403": "熵是",  # as a piece of its own: the sign before it belongs to no word
    "先试试：风强的 6 天": "风强的",
    "对这 205 位最好：只错 10 位": "只错",
    "那么是否生还 = 生还": "生还",  # names of columns stand in no dictionary
}


def test_what_a_dictionary_takes_apart_is_one_word(visitor: Visitor) -> None:
    apart = f"text => {{ {WORDS.replace('export ', '')} return wordsOf(text); }}"
    for text, whole in TAKEN_APART.items():
        words = visitor.page.evaluate(apart, text)
        assert any(re.fullmatch(f"[\u4e00-\u9fff]*{whole}[\u4e00-\u9fff]*", one) for one in words)


def test_no_term_of_the_glossary_is_taken_apart_into_letters(visitor: Visitor) -> None:
    words = [one.words["zh"] for one in terms()]
    names = [name.replace(" ", "") for one in words for name in (one.name, *one.also)]
    apart = f"all => {{ {WORDS.replace('export ', '')} return all.map(wordsOf); }}"
    for some in visitor.page.evaluate(apart, names):
        letters = {word for word in some if re.fullmatch("[\u4e00-\u9fff]", word)}
        assert len(some) == 1 or letters <= {"把", "对", "和"}, some
