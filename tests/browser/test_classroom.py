"""A teacher and three students, one of them with a phone, through a whole class.

On a server of its own, which is killed and started again in the middle of a vote.
"""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.classroom import PHONE, OwnServer, ask, choose, lead, scene, vote
from tests.browser.processes import end, until_it_answers
from tests.browser.visitor import LAPTOP

pytestmark = pytest.mark.browser
DOWN = re.compile("ERR_|Failed to load resource")
"""What a browser says by itself of a server that is away for a moment."""


def test_a_class_from_joining_to_its_own_tree(own: OwnServer) -> None:
    board = own.board()
    students = joined(own, board)
    first, second, _third = students
    lead(board, "ArrowRight", "lesson")
    ask(board)
    for one, choice in ((first, "Temperature"), (second, "Humidity")):
        vote(one, choice)
    expect(board.locator(".n")).to_have_text(re.compile("^2"))
    assert hidden(first)
    lost_and_found(own, board, students)
    discussed(board, students)
    revealed(board, students)
    table(own, board, students)
    assert [text for text in own.errors if not DOWN.search(text)] == []


def joined(own: OwnServer, board: Page) -> list[Page]:
    """By the code as one types it, at first a wrong one, and by its address as a camera reads it;
    one in Chinese."""
    code = board.locator(".large-code").inner_text()
    phone = own.person(PHONE, touch=True)
    phone.goto(f"{own.address}/class/short")
    expect(phone.locator("#problem")).to_have_text("A code has six letters and digits.")
    phone.locator("#code").fill("BCDFGH")
    phone.get_by_role("button", name="Join").click()
    expect(phone.locator("#problem")).to_contain_text("There is no class with this code.")
    phone.locator("#code").fill(f" {code[:3].lower()} {code[3:].lower()}")
    phone.get_by_role("button", name="Join").click()
    others = [own.person(LAPTOP), own.person(LAPTOP, "zh-CN")]
    for page in others:
        page.goto(f"{own.address}/class/{code}")
    for page in (phone, *others):
        expect(page.locator("figure.tree g.node >> nth=0")).to_be_visible()
    expect(board.locator(".n b")).to_have_text("3")
    names = {page.locator(".me").inner_text() for page in (phone, *others)}
    assert len(names) == 3
    return [phone, *others]


def hidden(phone: Page) -> bool:
    """A phone has been sent no tally and no answer; its targets are large enough for a finger."""
    sizes = phone.evaluate(
        """() => [...document.querySelectorAll(".opt, button, summary")]
          .map((one) => one.getBoundingClientRect().height)"""
    )
    shown = phone.locator(".tally, .sums, .tag").count()
    return shown == 0 and len(sizes) > 5 and min(sizes) >= 44


def lost_and_found(own: OwnServer, board: Page, students: list[Page]) -> None:
    """The server goes, and comes again: no vote is lost, one that was sent meanwhile neither, and
    all pages go on by themselves."""
    first, second, third = students
    choose(third, "湿度")
    choose(second, "Wind")
    end(own.process)
    expect(first.locator(".connection")).to_be_visible()
    choose(third, "很确定")
    third.locator("[data-name=send]").click()
    expect(third.locator("#sent.problem")).to_be_visible()
    own.start()
    until_it_answers(own.address, own.process)
    for page in students:
        expect(page.locator(".connection")).to_be_hidden()
    expect(board.locator(".notice")).to_be_hidden()
    expect(board.locator(".n")).to_have_text(re.compile("^3 *of 3"))
    expect(third.locator("[data-name=send]")).to_have_text("已提交")
    expect(second.get_by_role("radio", name="Wind")).to_be_checked()  # what was chosen stays
    expect(second.locator("[data-name=send]")).to_have_text("Send the change")
    first.reload()
    expect(first.get_by_role("radio", name="Temperature")).to_be_checked()
    expect(first.locator("[data-name=send]")).to_have_text("Sent")


def whole(page: Page, places: str) -> None:
    """Wait until nothing of what stands there is out of sight."""
    page.wait_for_function(
        """places => {
          const all = [...document.querySelectorAll(places)];
          return all.length && all.every((one) => one.firstElementChild
            && one.scrollHeight <= one.clientHeight + 1 && one.scrollWidth <= one.clientWidth + 1);
        }""",
        arg=places,
    )


def discussed(board: Page, students: list[Page]) -> None:
    """The tally, whom to look for, the second vote, and who moved."""
    first, second, third = students
    expect(board.locator(".n")).to_have_text(re.compile("^3 *of 3"))
    lead(board, "PageDown", "shown")
    expect(board.locator(".tally li", has_text="Humidity").locator("b")).to_have_text("2")
    expect(board.locator(".tag")).to_have_count(0)
    expect(first.locator("h1")).to_have_text("Find someone who chose Humidity.")
    first.evaluate("() => scrollTo(0, document.body.scrollHeight)")
    lead(board, "v", "vote")  # as the black button
    expect(first.locator(".where").first).to_have_text("Second vote")
    assert first.evaluate("() => scrollY") == 0  # it is another page to read
    vote(first, "Humidity")
    vote(second, "Humidity")
    vote(third, "湿度", "很确定")
    lead(board, "PageDown", "flow")
    expect(board.locator("h1")).to_have_text("1 student changed the answer.")


def revealed(board: Page, students: list[Page]) -> None:
    """The sum and the verdict; then a like question, which page keys do not leave."""
    first, _second, third = students
    lead(board, "PageDown", "revealed")
    expect(board.locator("h1")).to_have_text("Humidity")
    expect(board.locator(".sum").first).to_contain_text("0.9710")
    whole(board, ".asked, .sum")
    whole(first, ".sum")
    expect(first.locator("h1")).to_have_text("You are right.")
    expect(third.locator("h1")).to_have_text("你答对了。")
    lead(board, "k", "vote")
    expect(first.locator(".where").first).to_have_text("A question")
    lead(board, "PageDown", "shown")
    lead(board, "PageUp", "vote")
    lead(board, "x", "lesson")


def table(own: OwnServer, board: Page, students: list[Page]) -> None:
    """Rows from all phones, one of which joins late; each sees the way of its own row. Three rows
    are too few for a tree, and leave the table open; so does one who wants to correct a row."""
    board.keyboard.press("c")
    board.get_by_role("button", name="Early bird or night owl").click()
    expect(scene(board, "survey")).to_be_visible()
    late = own.person(PHONE)
    late.goto(f"{own.address}/class/{board.locator('.code').inner_text()}")
    for place, page in enumerate([*students, late]):
        if page is late:
            expect(board.locator("#rows")).to_have_text("3 rows so far")
            expect(board.locator(".n")).to_have_text(re.compile("a tree needs 4$"))
            board.keyboard.press("PageDown")
            expect(board.locator(".notice")).to_contain_text("at least 4 rows")
        row(page, "9" if place % 2 else "6,5", place % 2)
    expect(board.locator("#rows")).to_have_text("4 rows so far")
    expect(board.locator(".n")).to_have_text(re.compile("sent a row$"))
    lead(board, "PageDown", "grown")
    lead(board, "z", "survey")
    row(late, "9,5", 1)
    lead(board, "PageDown", "grown")
    expect(board.locator("figure.tree g.node >> nth=0")).to_be_visible()
    whole(board, "figure.tree")
    for page in [*students, late]:
        expect(page.locator("figure.tree g.node >> nth=0")).to_be_visible()
        expect(page.locator("h1")).to_have_text(
            re.compile("^(The tree gets you right|决策树分对了)")
        )


def row(page: Page, up: str, owl: int) -> None:
    fields = page.locator("section.field")
    fields.nth(0).locator("input").fill(up)
    fields.nth(5).locator(".opt").nth(owl).click()
    page.locator("[data-name=send]").click()
    expect(page.locator("[data-name=send]")).to_have_text(re.compile("^(Sent|已提交)$"))
