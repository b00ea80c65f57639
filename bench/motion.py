"""What a split looks like while it moves, and what its frames cost, in a real Chromium.

Film strips of twelve frames, by a clock that is moved by hand, and the main thread's work per
frame by Chromium's own tracing. Server and browser share the machine. Not done here: any
judgement of the figures.

    python3 -m bench.motion films FOLDER
    python3 -m bench.motion frames
"""

import bisect
import io
import json
import os
import shutil
import sys
from collections import defaultdict
from pathlib import Path
from typing import Any

from PIL import Image  # comes with Streamlit
from playwright.sync_api import Browser, Page, sync_playwright

from bench.server import serving

FILMED = {
    "playtennis": "data=playtennis&recipe=id3&step=0&weigh=root",
    "iris": "data=iris&recipe=cart&step=0&weigh=root",
    "carseats": "data=carseats&recipe=regression&step=0&weigh=root",
}
TIMED = FILMED | {
    "biopsy": "data=biopsy&recipe=cart&step=0&weigh=root",
    "255 nodes": "data=titanic&recipe=cart&step=248&weigh=1.1.1.1.1.0.0.0.0",
}
FRAMES, MOVE = 12, 600
BY_HAND = """() => {
  const real = requestAnimationFrame.bind(window), end = cancelAnimationFrame.bind(window);
  let queue = [], held = false;
  window.requestAnimationFrame = (draw) => held ? queue.push(draw) : real(draw);
  window.cancelAnimationFrame = (id) => { if (held) queue = []; else end(id); };
  window.hold = () => { held = true; };
  window.stepTo = (t) => {
    const shadows = [...document.querySelectorAll("*")].map(one => one.shadowRoot).filter(Boolean);
    for (const move of [document, ...shadows].flatMap(root => root.getAnimations())) {
      move.pause();
      move.currentTime = t;
    }
    const now = queue;
    queue = [];
    for (const draw of now) draw(1e6 + t);
  };
}"""
"""A clock that is moved by hand, for transitions and for what is drawn frame by frame."""
ROUNDS = 5
TRACED = ["toplevel", "devtools.timeline", "disabled-by-default-devtools.timeline"]
BEGINS = ("Commit", "BeginMainThreadFrame")
PARTS = ("RunTask", "ThreadControllerImpl::RunTask")


def weighed(browser: Browser, address: str, query: str, dark: bool) -> Page:
    """The Grow page at rest, with a split about to be made."""
    scheme: Any = "dark" if dark else "light"
    context = browser.new_context(viewport={"width": 1366, "height": 768}, color_scheme=scheme)
    page = context.new_page()
    page.add_init_script(f"({BY_HAND})()")
    page.goto(f"{address}/grow?{query}")
    page.locator("g.node").first.wait_for()
    page.wait_for_timeout(3000)
    return page


def film(browser: Browser, address: str, name: str, dark: bool) -> Image.Image:
    """One split in twelve pictures of the tree, four in a row."""
    page = weighed(browser, address, FILMED[name], dark)
    clip: Any = page.locator(".tree-part").bounding_box()
    page.evaluate("hold()")
    page.keyboard.press("PageDown")
    page.evaluate("stepTo(0)")
    shots = []
    for k in range(FRAMES):
        page.evaluate("t => stepTo(t)", k * MOVE / (FRAMES - 1))
        shots.append(Image.open(io.BytesIO(page.screenshot(clip=clip))))
    page.context.close()
    wide, high = shots[0].size
    strip = Image.new("RGB", (4 * wide, 3 * high))
    for i, shot in enumerate(shots):
        strip.paste(shot, (i % 4 * wide, i // 4 * high))
    return strip.resize((2 * wide, 3 * high // 2))


def films(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    with serving() as server, sync_playwright() as playwright:
        browser = _chromium(playwright)
        for name in FILMED:
            for dark in (False, True):
                strip = film(browser, f"http://{server.address}", name, dark)
                strip.save(folder / f"{name}_{'dark' if dark else 'light'}.png")
        browser.close()


def work_per_frame(events: list[dict[str, Any]]) -> list[float]:
    """Milliseconds of the main thread from the key to a frame, and from each frame to the next.

    Of the thread's own clock: on two cores that are shared with the server and with other
    programs, the wall's would tell of them.
    """
    main = {(e["pid"], e["tid"]) for e in events if _names(e) == "CrRendererMain"}
    styled = dict.fromkeys(main, 0)
    for event in events:
        if event.get("name") == "UpdateLayoutTree" and (at := _at(event)) in styled:
            styled[at] += 1
    thread = max(styled, key=styled.__getitem__)
    own = [e for e in events if _at(e) == thread]
    begins = sorted(e["ts"] for e in own if e.get("name") in BEGINS)
    spent: dict[int, float] = defaultdict(float)
    for event in own:
        if event.get("name") in PARTS and event.get("tdur"):
            spent[bisect.bisect(begins, event["ts"])] += event["tdur"] / 1000
    return [spent[k] for k in range(len(begins))]


def _names(event: dict[str, Any]) -> str:
    return event["args"]["name"] if event.get("name") == "thread_name" else ""


def _at(event: dict[str, Any]) -> tuple[int, int]:
    return event["pid"], event["tid"]


def frames() -> None:
    print("| split of | frames | median, ms | p95, ms | worst, ms |\n|---|---:|---:|---:|---:|")
    with serving() as server, sync_playwright() as playwright:
        browser = _chromium(playwright)
        for name, query in TIMED.items():
            spent: list[float] = []
            page = weighed(browser, f"http://{server.address}", query, dark=False)
            for _ in range(ROUNDS):
                browser.start_tracing(page=page, categories=TRACED)
                page.keyboard.press("PageDown")
                page.wait_for_timeout(900)
                spent += work_per_frame(json.loads(browser.stop_tracing())["traceEvents"])
                page.keyboard.press("PageUp")
                page.wait_for_timeout(1200)
            page.context.close()
            spent.sort()
            late = spent[min(len(spent) - 1, int(0.95 * len(spent)))]
            middle = spent[len(spent) // 2]
            print(f"| {name} | {len(spent)} | {middle:.1f} | {late:.1f} | {spent[-1]:.1f} |")
        browser.close()


def _chromium(playwright: Any) -> Browser:
    path = os.environ.get("NBN_CHROMIUM") or shutil.which("chromium") or None
    browser: Browser = playwright.chromium.launch(
        executable_path=path, args=["--no-sandbox", "--disable-gpu"]
    )
    return browser


if __name__ == "__main__":
    if sys.argv[1:2] == ["films"]:
        films(Path(sys.argv[2]))
    else:
        frames()
