"""The stage alone on a page, where it stands in the app, with the scene that the app makes for an
address. ``test_alone.py`` holds the one against the other.

A page of the app costs several times as much. Nobody answers here what the stage reports: it is for
tests that look, and that go no further than the stage goes by itself. Not done here: the band of a
guided lesson, whose style sheet makes the stage give way.
"""

from __future__ import annotations

import json
from functools import cache
from typing import Any, Final
from urllib.parse import parse_qsl, urlsplit

from playwright.sync_api import Page, Route, expect

from dtshow.web.script import FILES, script, style_sheet
from pages.streamlit_inside import web
from tests.browser.parts import KINDS, SHELL
from tests.browser.rest import at_rest
from tests.browser.visitor import Visitor
from tests.pages import visit
from tests.pages.stage import acted, payload

HOME: Final = "http://127.0.0.1/alone/"  # nobody listens there: the files are handed out below
KEYS: Final = {"grow": "grow", "pruning": "lab"}
"""Under which a page stands in the style sheets."""
HEADS: Final = {"grow": (73.59375, 135.984375), "pruning": (128.875, 247.5625)}
"""How much a page has above its stage, in pixels: on a laptop, and on a phone."""
PAGE: Final = """<!doctype html><html lang="%(lang)s"><title>Alone</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="tokens.css"><link rel="stylesheet" href="style.css"><style>
@font-face { font-family: "Source Sans"; src: url(sans.woff2); font-weight: 200 900; }
@font-face { font-family: "Source Serif"; src: url(serif.woff2); font-weight: 200 900; }
:root { color-scheme: light dark; }
* { box-sizing: border-box; }
body { margin: 0; }
.main { position: absolute; inset: 0; overflow: auto; background: var(--paper); }
.main > div { padding: %(above)spx 24px 0; }
@media (max-width: 799px) { .main > div { padding: %(above_narrow)spx 12px 0; } }
</style>
<div class="stApp" data-testid="stApp" data-test-script-state="notRunning">
<section class="main" data-testid="stMain"><div data-testid="stMainBlockContainer">
<div class="st-key-%(key)s"><div class="st-key-staged"><div id="host"></div></div></div>
</div></section></div>
<script type="module">
import { need } from "./modules.js";
const parentElement = document.getElementById("host").attachShadow({ mode: "open" });
const made = (tag, attrs) => Object.assign(document.createElement(tag), attrs);
const style = made("link", { rel: "stylesheet", href: "stage.css" });
parentElement.append(style, made("div", { className: "stage" }));
const { entry } = need("stage/streamlit.js"), setTriggerValue = () => {};
const fonts = ["Source Sans", "Source Serif"].map((name) => document.fonts.load(`16px "${name}"`));
await Promise.all([...fonts, new Promise((loaded) => { style.onload = loaded; })]);
window.show = (scene) => {
  entry({ data: new TextEncoder().encode(scene), parentElement, setTriggerValue });
};
</script></html>"""


def alone(visitor: Visitor, address: str, every: bool = False) -> Page:
    """The stage of ``page?query``, at rest; with ``every`` level of a deep tree."""
    page, (_, _, name, query, _) = visitor.page, urlsplit(address)
    wide, narrow = HEADS[name]
    lang = dict(parse_qsl(query)).get("lang", "en")
    more = {"key": KEYS[name], "above": wide, "above_narrow": narrow, "lang": lang}
    page.route(f"{HOME}**", lambda route: _hand_out(route, PAGE % more))
    page.goto(HOME)
    page.wait_for_function("Boolean(window.show)")
    page.evaluate("scene => show(scene)", scene_at(name, query, every))
    expect(page.locator(".stage g.node").first).to_be_visible()
    at_rest(page)
    return page


@cache
def scene_at(name: str, query: str, every: bool = False) -> str:
    """What the app sends to a stage at this address."""
    at = visit.waited(visit.opened(name, **dict(parse_qsl(query))))
    sent: dict[str, Any] = payload(acted(at, "levels", True) if every else at)
    return json.dumps(sent)


def _hand_out(route: Route, page: str) -> None:
    name = route.request.url.removeprefix(HOME)
    if name == "":
        route.fulfill(body=page, content_type="text/html")
    elif name == "modules.js":
        route.fulfill(body=script({"": FILES}).text, content_type=KINDS[".js"])
    elif name == "stage.css":
        route.fulfill(body=style_sheet("stage/stage.css"), content_type=KINDS[".css"])
    elif name.startswith("stage/"):
        route.fulfill(path=FILES / name)
    else:
        folder = FILES if name == "tokens.css" else SHELL
        route.fulfill(path=web.font(name) or folder / name)
