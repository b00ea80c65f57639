"""When a page is at rest, however slow the machine: no test waits for a while and hopes."""

from playwright.sync_api import Page

QUIET = 400
"""Milliseconds for which nothing may change: a run begins a little after what asked for it."""
WATCH = """() => {
  const watch = window.watch ??= {roots: new Set()};
  const changed = () => { watch.since = performance.now(); };
  const all = {subtree: true, childList: true, attributes: true, characterData: true};
  const within = root => [root, ...[...root.querySelectorAll("*")].flatMap(
    part => part.shadowRoot ? within(part.shadowRoot) : [])];
  watch.look = () => {
    const roots = within(document);
    for (const root of roots.filter(root => !watch.roots.has(root))) {
      watch.roots.add(root);
      watch.seen.observe(root, all);
      ["scroll", "load"].forEach(what => root.addEventListener(what, changed, true));
      changed();
    }
    return roots;
  };
  watch.seen ??= new MutationObserver(changed);
  changed();
}"""
"""Whatever is written, scrolled or loaded from now on is noticed, in the stage and around it."""
AT_REST = """quiet => {
  const watch = window.watch, roots = watch.look();
  const stages = roots.flatMap(root => [...root.querySelectorAll(".stage")]);
  const acts = stages.some(stage => stage.matches("[data-busy]"));
  const moves = roots.slice(1).some(root => root.getAnimations().length)
    || document.getAnimations().some(one => one instanceof CSSTransition)
    || stages.some(stage => stage.view?.marks.still === false);
  const app = document.querySelector("[data-testid=stApp]");
  const comes = document.querySelector("[data-testid=stSkeleton]");
  const rests = app?.dataset.testScriptState === "notRunning" && !comes && !acts && !moves;
  const now = performance.now();
  if (!rests || document.fonts.status !== "loaded") watch.since = now;
  return rests && now - watch.since >= quiet;
}"""
"""Of the stage: no act that the server has not answered, no animation, no mark on its way."""


def at_rest(page: Page) -> None:
    """No run goes on, and nothing on the page is written anew or moves."""
    page.evaluate(WATCH)
    page.wait_for_function(AT_REST, arg=QUIET, polling=80)
