"""The line from the server to a page, as a test cuts it or makes it slow.

Answers wait in the browser: what the page shows meanwhile is its own doing. What the page sends
reaches the server at once.
"""

from playwright.sync_api import Page

SCRIPT = """(() => {
  const hear = WebSocket.prototype.addEventListener, waiting = [];
  const line = window.line = {
    delay: 0, shut: false, answers: 0,
    open() { line.shut = false; for (const answer of waiting.splice(0)) answer(); },
  };
  const tell = (how) => {
    line.answers++;
    if (line.shut || waiting.length) waiting.push(how);
    else if (line.delay) setTimeout(how, line.delay);
    else how();
  };
  WebSocket.prototype.addEventListener = function (kind, listener, ...more) {
    if (kind !== "message") return hear.call(this, kind, listener, ...more);
    return hear.call(this, kind, (event) => tell(() => listener.call(this, event)), ...more);
  };
})()"""


class Line:
    """To be made before the page is opened."""

    def __init__(self, page: Page) -> None:
        self.page = page
        page.add_init_script(SCRIPT)

    def shut(self) -> None:
        """No answer gets through any more."""
        self.page.evaluate("line.shut = true")

    def open(self) -> None:
        self.page.evaluate("line.open()")

    def delay(self, ms: int) -> None:
        """Every answer comes so much later."""
        self.page.evaluate("ms => { line.delay = ms }", ms)
