"""The pages of a class and their files: plain HTML, a style, and modules, which are one script with
those of the stage (``dtshow.web.script``).

All that is said on them stands in the page as JSON in both languages; they call no third party.
Not done here: routes, and what is told of a class (``routes``).
"""

from __future__ import annotations

import json
from functools import cache
from html import escape
from pathlib import Path
from typing import Final

from dtshow.web import script
from pages.streamlit_inside import web
from pages.ui.classroom.words import words

WEB: Final = Path(__file__).parent / "web"
MODULES: Final = {"": script.FILES, "class/": WEB}
PAGES: Final = {"join": "web", "open": "web", "phone": "web", "board": "../web", "after": "../web"}
"""The pages, and where their files are from their addresses."""
TYPES: Final = {".js": "text/javascript", ".css": "text/css", ".woff2": "font/woff2"}
FILES: Final = {
    "class.css": WEB / "class.css",
    "tokens.css": script.FILES / "tokens.css",
    "math.woff2": script.FILES / "stage" / "fonts" / "noto-sans-math.woff2",
}
ENTRY: Final = 'import {{ need }} from "./{script}";\nneed("class/{page}.js");\n'


def page(name: str, code: str = "") -> bytes:
    """The page called ``name``, of the class with a code."""
    text = (WEB / "shell.html").read_text("utf-8")
    fields = {"page": name, "web": PAGES[name], "code": escape(code), "words": _json()}
    for field, value in fields.items():
        text = text.replace(f"{{{field}}}", value)
    return text.encode()


@cache
def _json() -> str:
    """In a page no text may end the element that it stands in."""
    return json.dumps(words(), ensure_ascii=False).replace("<", "\\u003c")


def served(name: str) -> tuple[bytes, str] | None:
    """A file of the pages and its type, but for the script; None if there is none of this name."""
    stem, _dot, kind = name.rpartition(".")
    if name == "stage.css":
        return script.style_sheet("stage/stage.css").encode(), TYPES[".css"]
    if kind == "js" and stem in PAGES:
        entry = ENTRY.format(script=script.script(MODULES).name, page=stem)
        return entry.encode(), TYPES[".js"]
    path = FILES.get(name) or web.font(name)
    return (path.read_bytes(), TYPES[path.suffix]) if path else None
