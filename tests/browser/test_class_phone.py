"""A phone at 360 by 640: what one reads to vote, and all that one presses, is in sight at once."""

from __future__ import annotations

import json
import os
import urllib.request
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, ViewportSize, expect

from pages.store.rooms import Rooms
from pages.store.schema import engine_of
from pages.ui.classroom.class_state import begun
from tests.browser.classroom import Class, choose, vote

pytestmark = pytest.mark.browser
SMALL: ViewportSize = {"width": 360, "height": 640}
ROOT = "/grow?data=playtennis&recipe=id3&step=0&weigh=root"
ASKED = [
    ("column", ROOT),
    ("column", "/grow?data=playtennis&recipe=id3&step=1&weigh=0"),
    ("column", "/grow?data=loan&recipe=id3&step=0&weigh=root"),
    ("cut", "/grow?data=iris&recipe=cart&step=2"),
    ("score", "/grow?data=playtennis&recipe=id3&step=1"),
    ("class", "/grow?data=playtennis&recipe=id3&step=3"),
    ("leaf", "/grow?data=playtennis&recipe=id3&step=1"),
]
OUT_OF_SIGHT = """() => {
  const low = document.querySelector("footer").getBoundingClientRect().top + 1;
  const needed = "h1, tr, dd, .opt, .ruler, .step, input[type=text]";
  return [...document.querySelectorAll(`main :is(${needed})`)]
    .filter((one) => one.getBoundingClientRect().bottom > low).map((one) => one.outerHTML);
}"""
ROWS = [15, 6, 0, 0, 5, 0, 6]
"""Of the table that is seen on the phone, with its head; of 15 it is on the board alone."""
BESIDE = "() => document.documentElement.scrollWidth > innerWidth"


class Led(Class):
    """A class that is led by what is posted, without a board."""

    def open(self, address: str) -> None:
        rooms = Rooms(engine_of(os.environ["NBN_STORE"]))  # of the shared server
        self.code, self.secret = rooms.open(begun(address).standing)

    def lead(self, act: str, **given: object) -> None:
        path = f"{self.address}/class/{self.code}/lead"
        data, headers = json.dumps({"act": act, **given}).encode(), {"authorization": ""}
        headers["authorization"] = f"Bearer {self.secret}"
        with urllib.request.urlopen(urllib.request.Request(path, data, headers)) as answer:
            assert answer.status == 200


@pytest.fixture
def led(chromium: Browser, server: str) -> Iterator[Led]:
    led = Led(chromium, server)
    led.open(ROOT)
    yield led
    led.shut()


def test_a_vote_needs_no_scrolling_on_a_small_phone(led: Led) -> None:
    phones = [led.person(SMALL, language, touch=True) for language in ("en", "zh-CN")]
    for phone in phones:
        phone.goto(f"{led.address}/class/{led.code}")
    for number, (kind, address) in enumerate(ASKED):
        led.lead("dismiss")
        led.lead("go", address=address)
        led.lead("ask", kind=kind)
        for phone in phones:
            expect(phone.locator("main.voting h1")).to_be_visible()
            expect(phone.locator("main")).to_have_attribute("data-question", str(number + 1))
            assert phone.evaluate(OUT_OF_SIGHT) == [], kind
            assert not phone.evaluate(BESIDE)
            assert phone.locator("main tr:visible").count() == ROWS[number]
    assert led.errors == []


SEEN = """act => {
  const seen = {
    "": "哪个特征最好", tell: "0.2467", ask: "个样本：哪个特征最好", show: "投票", reveal: "答案",
    dismiss: "0.2467", survey: "早起",
  };
  return document.querySelector("main").textContent.includes(seen[act]);
}"""
CUT = """() => [...document.querySelectorAll(".word")]
  .filter((word) => word.getClientRects().length > 1).map((word) => word.textContent)"""
LOOSE = """() => {
  const words = new Intl.Segmenter("zh", { granularity: "word" });
  const texts = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
  const loose = [];
  while (texts.nextNode()) {
    const { data, parentNode } = texts.currentNode;
    if (parentNode.closest("svg, math, output, .word")) continue;
    for (const { segment } of words.segment(data))
      if (/^\\p{Script=Han}{2,}$/u.test(segment)) loose.push(segment);
  }
  return loose;
}"""


def test_no_step_is_opened_while_it_holds_something_back(led: Led) -> None:
    """The lesson behind the link says what the class is still to guess."""
    phone = led.person(SMALL, touch=True)
    phone.goto(f"{led.address}/class/{led.code}")
    link = phone.get_by_role("link", name="Open this step on its full page")
    expect(phone.locator("h1")).to_have_text("Which question is best?")
    expect(link).to_have_count(0)
    led.lead("tell", on=True)
    expect(phone.locator("h1")).to_contain_text("Outlook is best")
    expect(link).to_be_visible()


@pytest.mark.nightly  # on a push: test_chinese_lines
def test_no_line_on_a_chinese_phone_ends_within_a_word(led: Led) -> None:
    phone = led.person(SMALL, "zh-CN", touch=True)
    phone.goto(f"{led.address}/class/{led.code}")
    for act in ("", "tell", "ask", "show", "reveal", "dismiss", "survey"):
        if act:
            led.lead(act, kind="column", ready="lark", on=True)
        expect(phone.locator("main")).not_to_be_empty()
        phone.wait_for_function(SEEN, arg=act)
        assert phone.locator("main .word").count() > 3, act
        assert (phone.evaluate(CUT), phone.evaluate(LOOSE)) == ([], []), act
    assert led.errors == []


def test_the_field_that_was_not_understood_is_in_sight_to_be_typed_again(led: Led) -> None:
    phone = led.person(SMALL, touch=True)
    phone.goto(f"{led.address}/class/{led.code}")
    led.lead("survey", ready="lark")
    up, slept = phone.locator("input[type=text]").nth(0), phone.locator("input[type=text]").nth(1)
    up.fill("九点")
    slept.fill("8 kg")
    choose(phone, "a night owl")
    phone.locator("[data-name=send]").click()
    expect(phone.locator("#sent.problem")).to_contain_text("Slept")
    expect(slept).to_be_focused()
    expect(slept).to_be_in_viewport(ratio=1)
    slept.fill("8小时")
    phone.locator("[data-name=send]").click()
    expect(phone.locator("[data-name=send]")).to_have_text("Sent")


def test_who_was_wrong_reads_once_by_how_much(led: Led) -> None:
    phone = led.person(SMALL, touch=True)
    phone.goto(f"{led.address}/class/{led.code}")
    led.lead("ask", kind="column")
    vote(phone, "Wind")
    for act in ("show", "reveal"):
        led.lead(act)
    expect(phone.locator(".because")).to_contain_text("Outlook scores more: 0.2467")
    expect(phone.locator("main").get_by_text("0.2467 bits")).to_have_count(0)


def test_a_phone_looks_back_where_there_is_something_to_look_back_to(led: Led) -> None:
    phone = led.person(SMALL)
    phone.goto(f"{led.address}/class/{led.code}")
    led.lead("go", address="/grow?data=playtennis&recipe=id3&step=2")
    back = phone.locator("[data-name=back]")
    expect(back).to_have_attribute("aria-disabled", "false")
    expect(phone.get_by_text("You can look back.")).to_be_visible()
    led.lead("go", address="/grow?data=playtennis&recipe=id3&step=0")
    expect(phone.get_by_text("this page follows.")).to_be_visible()
    expect(phone.get_by_text("You can look back.")).to_be_hidden()
    expect(phone.locator("footer")).to_be_hidden()  # no button that can do nothing
