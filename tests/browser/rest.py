"""When a page is at rest, however slow the machine: no test waits for a while and hopes."""

from playwright.sync_api import Page

QUIET = 400
"""Milliseconds for which nothing may change: a run begins a little after what asked for it."""
AT_REST = """quiet => {
  const parts = root => [...root.querySelectorAll("*")].flatMap(
    part => part.shadowRoot ? [part, ...parts(part.shadowRoot)] : [part]);
  const box = part => {
    const at = part.getBoundingClientRect();
    return [at.x, at.y, at.width, at.height].map(Math.round).join();
  };
  const app = document.querySelector("[data-testid=stApp]");
  const rests = app?.dataset.testScriptState === "notRunning";
  const look = rests && document.body.innerText + parts(document.body).map(box).join(";");
  const now = performance.now(), last = window.lastLook;
  if (!rests || !last || last.look !== look) window.lastLook = {look, since: now};
  return rests && now - window.lastLook.since >= quiet;
}"""


def at_rest(page: Page) -> None:
    """No run goes on, and nothing on the page is written anew or moves."""
    page.evaluate("delete window.lastLook")
    page.wait_for_function(AT_REST, arg=QUIET, polling=80)
