"""How long a click on a node takes until the panels beside the tree show that node.

A live server, a real Chromium and real clicks of a mouse, from the release of the button until
a picture is painted in which the conditions, the rows, the candidates and the arithmetic are all
those of the node. Server and browser share the machine. Not done here: any judgement of the
figures.
"""

import os
import shutil
import statistics

from playwright.sync_api import Page, sync_playwright

from bench.server import serving

CLICKS = 50
TREES = {
    15: "data=contact_lenses&recipe=id3&step=15",
    63: "data=biopsy&recipe=cart&step=63",
    255: "data=titanic&recipe=cart&step=249",
}
"""Queries of lessons, by how many nodes their trees have."""

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


def measure(page: Page, address: str, query: str, nodes: int) -> list[float]:
    """Milliseconds of ``CLICKS`` clicks on inner nodes, each another one than before."""
    page.goto(f"{address}/grow?{query}")
    page.wait_for_function(
        "n => [...document.querySelectorAll('.st-key-stage *')]"
        ".some(e => e.shadowRoot?.querySelectorAll('g.node').length >= n)",
        arg=nodes,
    )
    rest = "[data-testid=stApp][data-test-script-state=notRunning]"
    page.wait_for_selector(rest)
    page.wait_for_timeout(2500)
    names = page.locator("g.node.ask").evaluate_all("all => all.map(one => one.dataset.id)")
    order = [names[k * 7919 % len(names)] for k in range(1, CLICKS * 4)]
    page.evaluate(WATCH)
    took: list[float] = []
    before = ""
    for name in order:
        if name == before or len(took) == CLICKS:
            continue
        before = name
        page.locator(f"g.node[data-id='{name}']").dispatch_event("pointerup")
        page.locator(f"g.node[data-id='{name}']").dispatch_event("click")
        page.wait_for_function("() => window.took", timeout=20_000)
        took.append(page.evaluate("() => window.took"))
        page.wait_for_selector(rest)
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
        browser.close()


if __name__ == "__main__":
    main()
