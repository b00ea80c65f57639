"""Takes the pictures of the guides from the app as it is: ``python3 tasks.py docs --pictures``.

A class of four phones is held in each language, as ``first_class.md`` tells it. Not done here:
whether the app does what it should; ``tests/browser`` proves that.
"""

import os
import re
import sys
import tempfile
from base64 import b64encode
from pathlib import Path

from playwright.sync_api import Browser, Page, expect, sync_playwright

from dtshow.words.language import _, spoken
from tests.browser.classroom import LESSON, Class, OwnServer, lead, scene
from tests.browser.processes import end, until_it_answers
from tests.browser.rest import at_rest
from tests.browser.stage import press, said
from tests.browser.visitor import LAPTOP

DOCS = Path(__file__).parent
BOARD, PHONE, HIGH = {"width": 1366, "height": 768}, {"width": 390, "height": 692}, 462
HOST = "trees.example.org"
"""Where the browser takes the app to be: at localhost, the board has no QR code for phones."""
LOCALES = {"en": "en", "zh": "zh-CN"}
VOTES, LATER = (0, 1, 2, 2), (1, 1, 1, 2)
"""What the four choose among Temperature, Humidity and Wind, and what after they have talked."""


def main(languages: list[str]) -> None:
    expect.set_options(timeout=300_000)  # a machine may be busy: nothing here is a test
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        held = OwnServer(None, f"sqlite:///{folder}/store.db")
        here = f"--host-resolver-rules=MAP {HOST}:80 127.0.0.1:{held.port}"
        path = os.environ.get("NBN_CHROMIUM")
        chromium = playwright.chromium.launch(executable_path=path, args=["--no-sandbox", here])
        try:
            until_it_answers(held.address, held.process)
            held.chromium, held.address = chromium, f"http://{HOST}"
            for language in languages:
                with spoken(language):
                    a_class(held, language)
            grow(held)
        finally:
            end(held.process)
            chromium.close()


def patient(page: Page) -> Page:
    """One who waits as long as a busy machine needs."""
    page.context.set_default_timeout(300_000)
    return page


def grow(held: Class) -> None:
    page = patient(held.person(LAPTOP))
    page.goto(f"{held.address}/grow?data=iris&recipe=cart&step=4")
    expect(said(page)).not_to_be_empty()
    at_rest(page)
    page.screenshot(path=DOCS / "grow.png")


def a_class(held: Class, language: str) -> None:
    board, phones = begun(held, language)
    save(held.chromium, f"join{ending(language)}", board)
    lead(board, "ArrowRight", "lesson")
    board.keyboard.press("e")
    board.get_by_role("button", name=_("Which column?")).first.click()
    expect(scene(board, "vote")).to_be_visible()
    for phone, choice in zip(phones, VOTES, strict=True):
        choose(phone, choice)
        if phone is not phones[-1]:
            send(phone)
    expect(board.locator(".n")).to_have_text(re.compile("^3"))
    save(held.chromium, f"vote{ending(language)}", board, phones[-1])
    send(phones[-1])
    expect(board.locator(".n")).to_have_text(re.compile("^4"))
    lead(board, "PageDown", "shown")
    lead(board, "PageDown", "vote")
    for phone, choice in zip(phones, LATER, strict=True):
        choose(phone, choice)
        send(phone)
    expect(board.locator(".n")).to_have_text(re.compile("^4"))
    lead(board, "PageDown", "flow")
    save(held.chromium, f"moved{ending(language)}", board)
    lead(board, "PageDown", "revealed")
    save(held.chromium, f"sums{ending(language)}", board, phones[-1])
    lead(board, "PageDown", "lesson")
    a_table(board, phones)
    save(held.chromium, f"table{ending(language)}", board, phones[1])


def begun(held: Class, language: str) -> tuple[Page, list[Page]]:
    """The board, opened from a step, and four who have joined."""
    locale = LOCALES[language]
    page = patient(held.person(LAPTOP, locale))
    page.goto(f"{held.address}{LESSON}&lang={language}")
    expect(said(page)).not_to_be_empty()
    at_rest(page)
    press(page, "share")
    with page.context.expect_page() as opened:
        page.get_by_role("button", name=_("Open a class")).click()
    board = opened.value
    board.set_viewport_size(BOARD)
    code = board.locator("main .large-code").inner_text()
    phones = [patient(held.person(PHONE, locale, touch=True)) for _number in VOTES]
    for phone in phones:
        phone.goto(f"{held.address}/class/{code}")
        expect(phone.locator("figure.tree g.node >> nth=0")).to_be_visible()
    expect(board.locator(".n b")).to_have_text("4")
    return board, phones


def choose(phone: Page, choice: int) -> None:
    phone.locator(".opt").nth(choice).click()
    phone.locator(".opt", has_text=_("Sure")).click()


def send(phone: Page) -> None:
    phone.locator("[data-name=send]").click()
    expect(phone.locator("[data-name=send]")).to_have_text(_("Sent"))


def a_table(board: Page, phones: list[Page]) -> None:
    """The class is the table: two early birds and two night owls."""
    board.keyboard.press("c")
    board.get_by_role("button", name=_("Early bird or night owl")).click()
    expect(scene(board, "survey")).to_be_visible()
    for place, phone in enumerate(phones):
        fields = phone.locator("section.field")
        fields.nth(0).locator("input").fill("9" if place % 2 else "6.5")
        fields.nth(5).locator(".opt").nth(place % 2).click()
        send(phone)
    lead(board, "PageDown", "grown")
    expect(phones[1].locator("figure.tree g.node >> nth=0")).to_be_visible()


def ending(language: str) -> str:
    return "" if language == "en" else f"_{language}"


def save(chromium: Browser, name: str, *pages: Page) -> None:
    """The pages side by side, each in a frame, as a picture of ``docs``."""
    for one in pages:
        one.mouse.move(0, 0)
        one.evaluate("() => document.fonts.ready")
        one.wait_for_function("() => document.getAnimations().length === 0")
    shots = [b64encode(one.screenshot()).decode() for one in pages]
    images = "".join(f'<img src="data:image/png;base64,{shot}">' for shot in shots)
    look = f"body{{margin:0;display:flex;gap:16px}}img{{height:{HIGH - 2}px;border:1px solid}}"
    context = chromium.new_context(viewport={"width": 1200, "height": HIGH})
    sheet = context.new_page()
    sheet.set_content(f"<style>{look}</style>{images}")
    box = sheet.locator("img").last.bounding_box()
    assert box is not None
    clip = {"x": 0, "y": 0, "width": round(box["x"] + box["width"]), "height": HIGH}
    sheet.screenshot(path=DOCS / f"class_{name}.png", clip=clip)
    context.close()


if __name__ == "__main__":
    main(sys.argv[1:] or [*LOCALES])
