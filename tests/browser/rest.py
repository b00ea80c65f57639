"""When a page is at rest, however slow the machine: no test waits for a while and hopes."""

from playwright.sync_api import Page

QUIET = 400
"""Milliseconds for which nothing may change: a run begins a little after what asked for it."""
AT_REST = """quiet => {
  const within = root => [...root.querySelectorAll("*")];
  const roots = root => [root, ...within(root).flatMap(
    part => part.shadowRoot ? roots(part.shadowRoot) : [])];
  const parts = roots(document).flatMap(within);
  const box = part => {
    const at = part.getBoundingClientRect();
    return [at.x, at.y, at.width, at.height].map(Math.round).join();
  };
  const stages = parts.filter(part => part.classList.contains("stage"));
  const acts = stages.some(stage => stage.matches("[data-busy]"));
  const moves = roots(document).slice(1).some(root => root.getAnimations().length)
    || stages.some(stage => stage.view?.marks.still === false);
  const app = document.querySelector("[data-testid=stApp]");
  const comes = document.querySelector("[data-testid=stSkeleton]");
  const rests = app?.dataset.testScriptState === "notRunning" && !comes && !acts && !moves;
  const words = () => stages.map(stage => stage.innerText).join();
  const look = rests && document.body.innerText + words() + parts.map(box).join(";");
  const now = performance.now(), last = window.lastLook;
  if (!rests || !last || last.look !== look) window.lastLook = {look, since: now};
  return rests && now - window.lastLook.since >= quiet;
}"""
"""Of the stage: no act that the server has not answered, no animation, no mark on its way."""


def at_rest(page: Page) -> None:
    """No run goes on, and nothing on the page is written anew or moves."""
    page.evaluate("delete window.lastLook")
    page.wait_for_function(AT_REST, arg=QUIET, polling=80)
