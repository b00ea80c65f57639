"""A lesson as the text of one HTML file: the stage's modules and styles, the math font, and all
scenes that it can show. It asks for nothing: its policy forbids any connection."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Mapping
from functools import cache
from hashlib import sha256
from html import escape
from typing import Any, Final
from zlib import compress

from dtshow.lesson import link, narration
from dtshow.page.ahead import ahead
from dtshow.page.pool import pooled
from dtshow.scene.grow.scene import GrowScene
from dtshow.tables.find import find
from dtshow.web.script import FILES, module_of, style_sheet
from dtshow.words.language import _, speaking, spoken

LANGUAGES: Final = {"en": "English", "zh": "中文"}
FONT: Final = "fonts/noto-sans-math.woff2"
PAGE: Final = """<!doctype html>
<html lang="{lang}">
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>{title}</title>
<link rel="icon" href="data:,">
<style>
{style}
</style>
<header class="head"><h1>{title}</h1><a class="onward"></a><span class="tongues"></span></header>
<main><div class="stage"></div></main>
<noscript>{noscript}</noscript>
<script type="text/plain" id="lesson">{lesson}</script>
<script type="module">{script}</script>
</html>
"""


def lesson_page(scenes: Mapping[str, GrowScene], home: str) -> str:
    """The lesson of a scene, in each language that ``scenes`` name; the first is on show at first.
    ``home``: the address of the app, to go on in. Raises DtError if the lesson is too long."""
    lessons = {}
    for language, scene in scenes.items():
        with spoken(language):
            lessons[language] = _told(scene)
    first = next(iter(lessons))
    script = _script()
    with spoken(first):
        noscript = _("This page needs JavaScript.")
    return PAGE.format(
        lang=first,
        policy=_policy(script),
        title=escape(lessons[first]["title"]),
        style=_style(),
        noscript=escape(noscript),
        lesson=_packed({"home": home.rstrip("/"), "lessons": lessons}),
        script=script,
    )


def _told(scene: GrowScene) -> dict[str, Any]:
    lesson = scene.lesson
    entry, name = find(lesson.choice.key), narration.recipe_name(lesson.recipe_choice.name)
    table = entry.text("title", speaking()) if entry else ""
    said = None if lesson.choice.uploaded else link.write(lesson.jump(0))
    return ahead(scene) | {
        "title": f"{table or lesson.dataset.target.name} · {name}",
        "language": LANGUAGES[speaking()],
        "onward": _("Go on in the app"),
        "why": _("This page holds one lesson. In the app you can change the tree and the table."),
        "address": said,
    }


def _packed(told: dict[str, Any]) -> str:
    """As ``page.js`` unpacks it."""
    return b64encode(compress(pooled(told).encode(), 9)).decode()


def _policy(script: str) -> str:
    digest = b64encode(sha256(script.encode()).digest()).decode()
    return (
        f"default-src 'none'; script-src 'sha256-{digest}'; style-src 'unsafe-inline'; "
        "font-src data:; img-src data:; base-uri 'none'; form-action 'none'"
    )


@cache
def _script() -> str:
    return module_of("page/page.js") + 'need("page/page.js").entry(document);\n'


@cache
def _style() -> str:
    font = b64encode((FILES / "stage" / FONT).read_bytes()).decode()
    face = f'@font-face {{ font-family: "NbN Math"; src: url("data:font/woff2;base64,{font}"); }}'
    sheets = map(style_sheet, ("tokens.css", "stage/stage.css", "page/page.css"))
    return re.sub(r"/\*.*?\*/|^\s+", "", "\n".join([face, *sheets]), flags=re.DOTALL | re.MULTILINE)
