"""The stage's bar, panel and rows alone on a page, drawing scenes that a test wrote by hand; and a
page with nothing on it, for what a test draws with a module of its own choice."""

from __future__ import annotations

import copy
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Page, Route

from tests.browser.visitor import Visitor

Scene = dict[str, Any]
APP: Final = Path(__file__).resolve().parents[2]
FOLDER: Final = APP / "dtshow" / "web" / "stage"
SHELL: Final = APP / "pages" / "ui" / "shell"
HOME: Final = "http://127.0.0.1/"  # nobody listens there: the files are handed out below
KINDS: Final = {".js": "text/javascript", ".css": "text/css", ".woff2": "font/woff2"}
BLANK: Final = """<!doctype html><html lang="en"><title>Blank</title>
<link rel="icon" href="data:,"><link rel="stylesheet" href="./tokens.css"></html>"""
PAGE: Final = """<!doctype html><html lang="en"><title>Parts</title>
<link rel="icon" href="data:,"><link rel="stylesheet" href="./tokens.css">
<div id="root"></div><script type="module">
import { Bar } from "./bar.js";
import { Panel } from "./panel.js";
import { Rows } from "./rows.js";
const root = document.getElementById("root").attachShadow({ mode: "open" });
const names = ["bar", "panel", "ranking", "question", "rows", "menu"];
root.innerHTML = names.map((name) => `<link rel="stylesheet" href="./${name}.css">`).join("") +
  `<main class="stage"><div></div><div style="max-width: 560px"></div>` +
  `<div style="height: 220px"></div></main>`;
const told = window.told = [], act = (kind, value) => told.push([kind, value]);
const [bar, panel, rows] = root.querySelectorAll("main > div");
const look = (name) => told.push(["point", name]);
const hole = (rect) => told.push(["hole", rect && rect.height]);
const views = [new Bar(bar, act), new Panel(panel, { act, look, hole }), new Rows(rows, act)];
views[2].onpoint = (row) => told.push(["row under", row]);
Object.assign(window, { show: (scene) => views.forEach((view) => view.show(scene)), rows: views[2],
  focused: () => root.activeElement, ready: true });
</script></html>"""
SUM: Final = "export class Sum { constructor() {} show() {} }"  # has tests of its own


def parts(visitor: Visitor, width: int = 1366) -> Page:
    page = visitor.page
    page.set_viewport_size({"width": width, "height": 768})
    page.route(f"{HOME}**", _hand_out)
    page.goto(HOME)
    page.wait_for_function("window.ready")
    return page


def blank(visitor: Visitor) -> Page:
    """Nothing but the tokens of the style; the stage's files lie below ``stage``."""
    page = visitor.page
    page.route(f"{HOME}**", _hand_out)
    page.goto(f"{HOME}blank")
    return page


def _hand_out(route: Route) -> None:
    name = route.request.url.removeprefix(HOME)
    if name == "":
        route.fulfill(body=PAGE, content_type="text/html")
    elif name == "blank":
        route.fulfill(body=BLANK, content_type="text/html")
    elif name.startswith("stage/"):
        route.fulfill(path=FOLDER.parent / name, content_type=KINDS[Path(name).suffix])
    elif name == "sum.js":
        route.fulfill(body=SUM, content_type=KINDS[".js"])
    else:
        folder = FOLDER.parent if name == "tokens.css" else FOLDER
        route.fulfill(path=folder / name, content_type=KINDS[Path(name).suffix])


def show(page: Page, scene: Scene) -> None:
    page.evaluate("scene => show(scene)", scene)


def told(page: Page) -> list[Any]:
    """What the parts reported since the last time; an act is its kind and its value."""
    result: list[Any] = page.evaluate("told.splice(0)")
    return result


def candidate(name: str, place: int, able: bool = True) -> dict[str, Any]:
    score = round(0.9 - place / 1000, 4)
    cells = [name, f"{score:.4f}", "lower" if place else "★ wins"]
    by = [name, score, min(place, 1)]
    return {
        "name": name,
        "cells": cells,
        "by": by,
        "share": score,
        "best": not place,
        "able": able,
    }


def ranking(names: list[str], chosen: str) -> dict[str, Any]:
    rows = [candidate(name, i) for i, name in enumerate(names)]
    heads = ["Question", "Gain", "Verdict"]
    more = {"heads": heads, "rows": rows, "chosen": chosen, "label": "Candidates"}
    return {"type": "ranking", "key": "candidates", **more}


def say(key: str, text: str) -> dict[str, Any]:
    return {"type": "say", "key": key, "tone": "plain", "text": [text]}


VIEWS: Final = {
    "type": "views",
    "key": "view",
    "label": "View",
    "options": [["working", "Arithmetic"], ["node", "Node"]],
    "chosen": "working",
}


def scene(*panel: dict[str, Any], n_rows: int = 14, column: str = "Wind") -> Scene:
    step = {"at": 3, "of": 8, "far": 8, "label": "step 3 of 8", "next": "Split", "icon": "split"}
    names = ["first", "back", "next", "last", "undo", "redo", "where"]
    cells = [[str(i + 1), "Weak" if i % 2 else "Strong"] for i in range(n_rows)]
    return {
        "say": ["", column, " is best."],
        "opens": "",
        "step": {**step, "start": False, "end": False, "busy": False},
        "history": [False, False],
        "words": {name: name for name in names},
        "panel": copy.deepcopy(list(panel)),
        "rows": {
            "columns": [column],
            "cells": cells,
            "lit": n_rows // 2,
            "all": str(n_rows),
            "here": str(n_rows // 2),
            "tested": [0],
            "chosen": -1,
            "asked": [0],
            "spared": [],
            "aside": [],
            "weighed": [],
            "head": ["", f"{n_rows} rows"],
            "opens": "",
            "about": "",
            "said": [],
            "label": "Rows",
            "says": "Row {row}",
        },
    }
