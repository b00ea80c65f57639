"""The pages of a class and their files: plain HTML, a style and modules, which no build step made.

All that is said on them stands in the page as JSON in both languages; they call no third party.
Not done here: routes, and what is told of a class (``routes``).
"""

from __future__ import annotations

import json
from functools import cache
from html import escape
from pathlib import Path
from typing import Final

from pages.streamlit_inside import web
from pages.ui.classroom.words import words

UI: Final = Path(__file__).parents[1]
WEB: Final = Path(__file__).parent / "web"
STAGE: Final = UI.parents[1] / "dtshow" / "web" / "stage"
PAGES: Final = {"join": "web", "phone": "web", "board": "../web", "after": "../web"}
"""The pages, and where their files are from their addresses."""
TYPES: Final = {".js": "text/javascript", ".css": "text/css", ".woff2": "font/woff2"}
FILES: Final = {
    **{path.name: path for path in WEB.iterdir() if path.suffix in TYPES},
    "tokens.css": UI / "shell" / "tokens.css",
    "dom.js": STAGE / "dom.js",
    "glyphs.js": STAGE / "glyphs.js",
    "words.js": STAGE / "words.js",
    "mathml.js": STAGE / "mathml.js",
    "math.woff2": STAGE / "fonts" / "noto-sans-math.woff2",
}


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


@cache
def served(name: str) -> tuple[bytes, str] | None:
    """A file of the pages and its type; None if there is none of this name."""
    path = FILES.get(name) or web.font(name)
    return (path.read_bytes(), TYPES[Path(name).suffix]) if path else None
