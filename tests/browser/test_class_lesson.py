"""A guided lesson as a class, opened from Home and led by a clicker alone, through two votes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.browser.classroom import Class, scene, vote
from tests.browser.processes import end, until_it_answers
from tests.browser.rest import at_rest
from tests.browser.stage import said
from tests.browser.visitor import LAPTOP

pytestmark = pytest.mark.browser
SMALL: ViewportSize = {"width": 360, "height": 640}


@pytest.fixture
def held(chromium: Browser, tmp_path: Path) -> Iterator[Class]:
    held = Class(chromium, f"sqlite:///{tmp_path}/store.db")
    try:
        until_it_answers(held.address, held.process)
        yield held
    finally:
        for context in held.contexts:
            context.close()
        end(held.process)


@pytest.mark.nightly  # on a push: test_classroom
def test_a_lesson_of_fifteen_sentences_with_two_votes_by_clicker_alone(held: Class) -> None:
    board = opened_from_home(held)
    code = board.locator(".large-code").inner_text()
    first, second = held.person(SMALL, touch=True), held.person(SMALL, "zh-CN", touch=True)
    for phone in (first, second):
        phone.goto(f"{held.address}/class/{code}")
        expect(phone.locator("h1")).to_contain_text("14")
    expect(board.locator(".n b")).to_have_text("2")
    for reached in ("lesson", "lesson", "lesson", "sentence", "sentence", "lesson"):
        clicked(board, reached)
    expect(said(board)).to_have_text("Which question is best?")
    expect(first.locator("h1")).to_have_text("14 rows: which column splits them best?")
    clicked(board, "vote")
    vote(first, "Outlook")
    vote(second, "湿度", "很确定")
    for reached in ("shown", "vote"):
        clicked(board, reached)
    vote(first, "Outlook")
    vote(second, "天气", "很确定")
    for reached in ("flow", "revealed", "lesson"):
        clicked(board, reached)
    expect(said(board)).to_contain_text("Outlook gains most: 0.2467 bits.")
    expect(second.locator("h1")).to_contain_text("“天气”最大：0.2467 比特。")
    clicked(board, "lesson")
    clicked(board, "vote")
    vote(first, "Humidity")
    vote(second, "湿度", "很确定")
    for reached in ("shown", "revealed", "lesson"):  # all alike: there is nobody to convince
        clicked(board, reached)
    expect(first.locator("h1")).to_contain_text("Humidity gains most.")
    assert held.errors == []


def opened_from_home(held: Class) -> Page:
    """With one click on Home, and one more."""
    page = held.person(LAPTOP)
    page.goto(held.address)
    at_rest(page)
    with page.context.expect_page() as opened:
        page.get_by_role("link", name="Open a class").click()
    page = opened.value
    page.get_by_role("button", name=re.compile("^Play tennis in fifteen")).click()
    expect(page.locator("main .large-code")).to_be_visible()
    assert "#" not in page.url
    return page


def clicked(board: Page, reached: str) -> None:
    board.wait_for_timeout(300)  # nobody is quicker, and what one sees is what one presses for
    board.keyboard.press("PageDown")
    expect(scene(board, reached)).to_be_visible()
