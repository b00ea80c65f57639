"""A guided lesson as a class, opened from Home and led by a clicker alone, through two votes."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.browser.classroom import Class, OwnServer, scene, vote
from tests.browser.letters import SIZES
from tests.browser.processes import end, until_it_answers
from tests.browser.rest import at_rest
from tests.browser.stage import said
from tests.browser.visitor import LAPTOP

pytestmark = pytest.mark.browser
DOWN = re.compile(
    "ERR_|Failed to load resource|Client [Ee]rror|connected to the internet|Connection timed out"
)
"""What a browser, and a page in its frame, say by themselves of a server that is away."""
LATE = """() => {
  nbnEarly.heard = false;  // as while a page still comes
  const key = { key: "PageDown", bubbles: true, cancelable: true };
  document.body.dispatchEvent(new KeyboardEvent("keydown", key));
  nbnEarly.heard = true;
  return nbnEarly.take("page");
}"""
"""What the page in the frame keeps of a press that has led the class: it would come twice."""
SMALL: ViewportSize = {"width": 360, "height": 640}


@pytest.mark.nightly  # on a push: test_classroom
def test_a_lesson_of_fifteen_sentences_with_two_votes_by_clicker_alone(own: OwnServer) -> None:
    board = opened_from_home(own)
    code = board.locator(".large-code").inner_text()
    first, second = own.person(SMALL, touch=True), own.person(SMALL, "zh-CN", touch=True)
    third = own.person(LAPTOP)
    third.emulate_media(color_scheme="dark")
    for phone in (first, second, third):
        phone.goto(f"{own.address}/class/{code}")
        expect(phone.locator("h1")).to_contain_text("14")
    expect(board.locator(".n b")).to_have_text("3")
    clicked(board, "lesson")
    for shows in ("join", "lesson"):  # as the code of a step in a lecture: shown, and put away
        board.keyboard.press("q")
        expect(scene(board, shows)).to_be_visible()
    clicked(board, "lesson")
    expect(said(board)).to_have_text("Always answer Yes: wrong on 5 of the 14 days.")
    expect(board.locator(".rowtable tbody tr.lit")).to_have_count(5)
    for reached in ("lesson", "page", "page", "lesson"):
        clicked(board, reached)
    expect(said(board)).to_have_text("Which question is best?")
    expect(first.locator("h1")).to_have_text("14 rows: which question is best?")
    clicked(board, "vote")
    voted((first, "Outlook"), (second, "湿度"), (third, "Wind"))
    for reached in ("shown", "vote"):
        clicked(board, reached)
    voted((first, "Outlook"), (second, "天气"))
    again(own, board, first)
    voted((third, "Outlook"))
    for reached in ("flow", "revealed", "lesson"):
        clicked(board, reached)
    expect(said(board)).to_contain_text("Outlook gains most: 0.2467 bits.")
    expect(second.locator("h1")).to_contain_text("“天气”最大：0.2467 比特。")
    clicked(board, "lesson")
    clicked(board, "vote")
    voted((first, "Humidity"), (second, "湿度"))
    clicked(board, "shown")
    expect(board.locator(".talk .say")).to_have_text("2 of 3 answered")  # nothing of the third
    for reached in ("revealed", "lesson"):  # alike: there is nobody to convince
        clicked(board, reached)
    expect(first.locator("h1")).to_contain_text("Humidity gains most.")
    assert [text for text in own.errors if not DOWN.search(text)] == []


def voted(*given: tuple[Page, str]) -> None:
    for phone, choice in given:
        vote(phone, choice, "Sure" if choice.isascii() else "很确定")


def again(own: OwnServer, board: Page, phone: Page) -> None:
    """The server comes again in the middle of a vote, and board and phone are read anew."""
    end(own.process)
    own.start()
    until_it_answers(own.address, own.process)
    for page in (board, phone):
        page.reload()
    expect(board.locator(".n")).to_have_text(re.compile("^2 *of 3"))
    expect(phone.locator("[data-name=send]")).to_have_text("Sent")


def opened_from_home(own: OwnServer) -> Page:
    """With one click on Home, and one more."""
    home = own.person(LAPTOP)
    home.goto(own.address)
    at_rest(home)
    with home.context.expect_page() as opened:
        link = home.get_by_role("link", name="Open a class")
        expect(link).to_have_attribute("title", "(opens in a new tab)")
        link.click()
    page = opened.value
    home.close()
    page.get_by_role("button", name=re.compile("^Play tennis in fifteen")).click()
    expect(page.locator("main .large-code")).to_be_visible()
    assert "#" not in page.url
    return page


def clicked(board: Page, reached: str) -> None:
    board.wait_for_timeout(300)  # nobody is quicker, and what one sees is what one presses for
    board.keyboard.press("PageDown")
    expect(scene(board, reached)).to_be_visible()


@pytest.mark.nightly
def test_a_lesson_on_pruning_is_held_on_its_own_page(held: Class) -> None:
    """In a frame of the board, which hears the keys that are pressed there."""
    board, phone = held.person(LAPTOP), held.person(SMALL)
    board.goto(f"{held.address}/class/open")
    board.get_by_text("more lessons").click()
    board.get_by_role("button", name="Pruning: cut back").click()
    phone.goto(f"{held.address}/class/{board.locator('.large-code').inner_text()}")
    page = board.frame_locator("iframe.page")
    clicked(board, "page")
    expect(said(page)).to_contain_text("22 leaves, and 16 of 205 new patients misjudged.")
    expect(page.locator(".stage g.node").first).to_be_visible()
    for place, presses, sentence in ((1, ["PageDown"], "One cut"), (0, ["PageUp"], "Would fewer")):
        page.locator("svg.errors").first.click()
        for key in [*presses, "l", "Escape"]:  # nobody leaves the lecture
            board.keyboard.press(key)
        expect(said(page)).to_contain_text(sentence)
        expect(page.locator(".lecture-part .place")).to_have_text(f"{place + 1} of 6")
        expect(phone.locator("h1")).to_contain_text(sentence)
    assert board.frames[1].evaluate(LATE) == []
    expect(said(page)).to_contain_text("One cut")
    board.keyboard.press("PageUp")
    expect(said(page)).to_contain_text("Would fewer")
    with board.expect_popup() as opened:
        board.keyboard.press("n")
    expect(opened.value.locator(".note")).to_contain_text("which questions would you take out")
    board.reload()
    expect(said(page)).to_contain_text("Would fewer")
    sizes = board.frames[1].evaluate(SIZES)
    assert sizes[0][0] >= 24, sizes
    assert held.errors == []


@pytest.mark.nightly
def test_at_the_last_stop_the_page_key_asks_and_a_press_too_many_ends_no_class(held: Class) -> None:
    board = held.person(LAPTOP)
    board.goto(f"{held.address}/class/open")
    board.get_by_text("more lessons").click()
    board.get_by_role("button", name="Pruning: cut back").click()
    expect(board.locator(".large-code")).to_be_visible()
    for _stop in range(6):  # the first begins
        board.keyboard.press("PageDown")
    expect(board.locator("footer .primary")).to_contain_text("End the class")
    board.keyboard.press("PageDown")
    expect(board.get_by_role("button", name="Cancel")).to_be_focused()
    board.keyboard.press("PageDown")
    expect(board.locator("dialog")).to_have_count(0)
    expect(board.locator("footer .primary")).to_contain_text("End the class")
    board.keyboard.press("PageDown")
    board.locator("dialog").get_by_role("button", name="End the class").click()
    expect(scene(board, "ended")).to_be_visible()
    with board.expect_popup() as opened:
        board.keyboard.press("PageDown")
    after = opened.value
    after.get_by_role("button", name="Delete now").click()
    expect(after.get_by_role("button", name="Cancel")).to_be_focused()
    after.keyboard.press("Escape")
    expect(after.locator("dialog")).to_have_count(0)
    expect(after.get_by_role("heading", name="After the class")).to_be_visible()
