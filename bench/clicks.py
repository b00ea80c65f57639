"""How long a click on a node takes until the panels beside the tree show that node, and until the
node's rows are lit in three trees beside its own.

A live server, a real Chromium and real clicks of a mouse, from the release of the button until
a picture is painted in which the conditions, the rows, the candidates and the arithmetic are all
those of the node; or in which all four trees are lit otherwise. Server and browser share the
machine. Not done here: any judgement of the figures.
"""

import os
import shutil
import statistics
from urllib.parse import quote

from playwright.sync_api import Locator, Page, sync_playwright

from bench.server import serving

CLICKS = 50
TREES = {
    15: "data=contact_lenses&recipe=id3&step=15",
    63: "data=biopsy&recipe=cart&step=63",
    255: "data=titanic&recipe=cart&step=249",
}
"""Queries of lessons, by how many nodes their trees have."""

BESIDE = ("recipe=cart&impurity=entropy", "recipe=cart_sklearn", "recipe=c45")
FOUR = "data=biopsy&complete=1&recipe=cart" + "".join(
    f"&beside{k}={quote(recipe)}" for k, recipe in enumerate(BESIDE, 1)
)
"""Four trees side by side; the first three have about 63 nodes."""

WATCH_LIT = """() => {
  const roots = [...document.querySelectorAll("[class*=st-key-compared_tree] *")]
    .map(one => one.shadowRoot).filter(Boolean);
  const seen = () => roots.map(root =>
    [...root.querySelectorAll("g.node.lit")].map(node => node.dataset.id).join());
  addEventListener("pointerup", () => {
    const start = performance.now();
    let shown = seen().join(";"), last = null;
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => { last = performance.now() - start; };
    const look = () => {
      const now = seen().join(";");
      if (now !== shown) port2.postMessage(0);
      shown = now;
      if (performance.now() - start > 1500) window.took = last;
      else requestAnimationFrame(look);
    };
    window.took = null;
    requestAnimationFrame(look);
  }, true);
}"""
"""When the last change of what is lit in any of the trees was painted, within 1.5 s."""

WATCH = """() => {
  const hosts = [...document.querySelectorAll(".st-key-stage *")];
  const root = hosts.map(one => one.shadowRoot).find(Boolean);
  const drawn = (part) => root.querySelector(part)?.innerHTML;
  const parts = [".rows-part .top", ".rows-part tbody", ".panel-part tbody", ".panel-part .lines"];
  const seen = () => parts.map(drawn);
  addEventListener("pointerup", () => {
    const start = performance.now(), before = seen();
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => { window.took = performance.now() - start; };
    const look = () => {
      if (seen().every((part, k) => part !== before[k])) port2.postMessage(0);
      else requestAnimationFrame(look);
    };
    window.took = null;
    requestAnimationFrame(look);
  }, true);
}"""
"""Before each picture it looks whether every part has changed; a message comes when that
picture has been painted."""


REST = "[data-testid=stApp][data-test-script-state=notRunning]"


def measure(page: Page, address: str, query: str, nodes: int) -> list[float]:
    """Milliseconds of ``CLICKS`` clicks on inner nodes, each another one than before."""
    page.goto(f"{address}/grow?{query}")
    page.wait_for_function(
        "n => [...document.querySelectorAll('.st-key-stage *')]"
        ".some(e => e.shadowRoot?.querySelectorAll('g.node').length >= n)",
        arg=nodes,
    )
    return clicked(page, page.locator("g.node.ask"), WATCH)


def measure_lit(page: Page, address: str) -> tuple[list[int], list[float]]:
    """How many nodes the trees have, and the milliseconds of clicks in the first."""
    page.goto(f"{address}/explore?{FOUR}")
    trees = [page.locator(f".st-key-compared_tree_{k} g.node") for k in range(4)]
    for tree in trees:
        tree.first.wait_for(state="attached")
    inner = page.locator(".st-key-compared_tree_0 g.node.ask:not([data-id=root])")
    took = clicked(page, inner, WATCH_LIT)
    return [tree.count() for tree in trees], took


def clicked(page: Page, nodes: Locator, watch: str) -> list[float]:
    page.wait_for_selector(REST)
    page.wait_for_timeout(2500)
    names = nodes.evaluate_all("all => all.map(one => one.dataset.id)")
    order = [names[k * 7919 % len(names)] for k in range(1, CLICKS * 4)]
    page.evaluate(watch)
    took: list[float] = []
    before = ""
    for name in order:
        if name == before or len(took) == CLICKS:
            continue
        before = name
        node = nodes.and_(page.locator(f"[data-id='{name}']"))
        node.dispatch_event("pointerup")
        node.dispatch_event("click")
        page.wait_for_function("() => window.took", timeout=20_000)
        took.append(page.evaluate("() => window.took"))
        page.wait_for_selector(REST)
        page.wait_for_timeout(150)
    return took


def main() -> None:
    path = os.environ.get("NBN_CHROMIUM") or shutil.which("chromium") or None
    print("| nodes | clicks | median, ms | p95, ms |\n|---:|---:|---:|---:|")
    with serving() as server, sync_playwright() as playwright:
        arguments = ["--no-sandbox", "--disable-gpu"]
        browser = playwright.chromium.launch(executable_path=path, args=arguments)
        for nodes, query in TREES.items():
            page = browser.new_page(viewport={"width": 1366, "height": 768})
            took = measure(page, f"http://{server.address}", query, nodes)
            late = statistics.quantiles(took, n=20)[-1]
            print(f"| {nodes} | {len(took)} | {statistics.median(took):.0f} | {late:.0f} |")
            page.close()
        page = browser.new_page(viewport={"width": 1366, "height": 768})
        sizes, took = measure_lit(page, f"http://{server.address}")
        late = statistics.quantiles(took, n=20)[-1]
        print(
            f"\nLit in four trees of {', '.join(map(str, sizes))} nodes, {len(took)} clicks:",
            end=" ",
        )
        print(f"median {statistics.median(took):.0f}, p95 {late:.0f} ms")
        browser.close()


if __name__ == "__main__":
    main()
