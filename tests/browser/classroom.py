"""A class in the browser: the teacher's board, and those who vote."""

import re

from playwright.sync_api import Browser, BrowserContext, Locator, Page, ViewportSize, expect

from tests.browser.processes import end, free_port, started
from tests.browser.rest import at_rest
from tests.browser.stage import press, said
from tests.browser.visitor import LAPTOP

LESSON = "/grow?data=playtennis&recipe=id3&step=1"
PHONE: ViewportSize = {"width": 390, "height": 844}


class Class:
    """The pages of those who are in a class on the server at ``address``."""

    def __init__(self, chromium: Browser, address: str) -> None:
        self.chromium, self.address = chromium, address
        self.contexts: list[BrowserContext] = []
        self.errors: list[str] = []

    def shut(self) -> None:
        for context in self.contexts:
            context.close()

    def person(self, size: ViewportSize, language: str = "en", touch: bool = False) -> Page:
        context = self.chromium.new_context(viewport=size, locale=language, has_touch=touch)
        context.on("console", lambda m: self.errors.append(m.text) if m.type == "error" else None)
        context.on("weberror", lambda problem: self.errors.append(str(problem.error)))
        context.set_default_timeout(60_000)
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


class OwnServer(Class):
    """On a server of its own, with its store, which may be killed."""

    def __init__(self, chromium: Browser, store: str, served: str = "", **more: str) -> None:
        self.port = free_port()
        super().__init__(chromium, f"http://127.0.0.1:{self.port}")
        self.store, self.served, self.environment = store, served, more
        self.start()

    def start(self) -> None:
        self.process = started(self.port, self.store, self.served, **self.environment)

    def shut(self) -> None:
        super().shut()
        end(self.process)


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
