"""A reader's page in the browser, with what went wrong on it."""

from typing import Final

from playwright.sync_api import Page, ViewportSize

LAPTOP: Final[ViewportSize] = {"width": 1366, "height": 640}
"""What a browser's own bars leave of a laptop's screen."""


class Visitor:
    """A page with what it said and where it went, so that a test can ask at its end."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.errors: list[str] = []
        self.elsewhere: list[str] = []
        page.set_default_timeout(60_000)
        page.on("console", lambda m: self.errors.append(m.text) if m.type == "error" else None)
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("request", lambda request: self._note(request.url))

    def _note(self, url: str) -> None:
        local = ("http://127.0.0.1", "ws://127.0.0.1", "data:", "blob:")
        if not url.startswith(local):
            self.elsewhere.append(url)
