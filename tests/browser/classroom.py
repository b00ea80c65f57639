"""A class in the browser: a server of its own, the teacher's board, and those who vote."""

import re

from playwright.sync_api import Browser, BrowserContext, Locator, Page, ViewportSize, expect

from tests.browser.processes import free_port, started
from tests.browser.rest import at_rest
from tests.browser.stage import press, said
from tests.browser.visitor import LAPTOP

LESSON = "/grow?data=playtennis&recipe=id3&step=1"
PHONE: ViewportSize = {"width": 390, "height": 844}


class Class:
    """A server, and the pages of those who are in the class."""

    def __init__(self, chromium: Browser, store: str, served: str = "", **more: str) -> None:
        self.chromium, self.store, self.port = chromium, store, free_port()
        self.served, self.environment = served, more
        self.address = f"http://127.0.0.1:{self.port}"
        self.contexts: list[BrowserContext] = []
        self.errors: list[str] = []
        self.start()

    def start(self) -> None:
        self.process = started(self.port, self.store, self.served, **self.environment)

    def person(self, size: ViewportSize, language: str = "en", touch: bool = False) -> Page:
        context = self.chromium.new_context(viewport=size, locale=language, has_touch=touch)
        context.on("console", lambda m: self.errors.append(m.text) if m.type == "error" else None)
        context.on("weberror", lambda problem: self.errors.append(str(problem.error)))
        context.set_default_timeout(20_000)
        self.contexts.append(context)
        return context.new_page()

    def board(self, lesson: str = LESSON) -> Page:
        """Opened by the teacher from a lesson."""
        page = self.person(LAPTOP)
        page.goto(self.address + lesson)
        expect(said(page)).to_be_visible()
        at_rest(page)
        press(page, "share")
        with page.context.expect_page() as opened:
            page.get_by_role("button", name="Open a class").click()
        page.close()
        expect(opened.value.locator("main .large-code")).to_be_visible()
        assert "#" not in opened.value.url  # a secret has no place on a wall
        return opened.value


def scene(page: Page, name: str) -> Locator:
    return page.locator(f"main[data-scene={name}]")


def lead(board: Page, key: str, leads_to: str) -> None:
    board.keyboard.press(key)
    expect(scene(board, leads_to)).to_be_visible()


def choose(page: Page, text: str) -> None:
    page.locator(".opt", has_text=text).click()


def vote(page: Page, choice: str, sure: str = "Sure") -> None:
    choose(page, choice)
    choose(page, sure)
    page.locator("[data-name=send]").click()
    expect(page.locator("[data-name=send]")).to_have_text(re.compile("^(Sent|已提交)$"))


def ask(board: Page) -> None:
    board.keyboard.press("e")
    board.get_by_role("button", name="Which column?").first.click()
    expect(scene(board, "vote")).to_be_visible()
