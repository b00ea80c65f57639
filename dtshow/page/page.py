"""A lesson as the text of one HTML file: the stage's modules and styles, the math font, and the
recording. Its content security policy forbids any connection."""

from __future__ import annotations

import json
import re
from base64 import b64encode
from collections.abc import Hashable, Mapping
from functools import cache
from hashlib import sha256
from html import escape
from typing import Any, Final
from zlib import compress

import numpy as np

from dtshow.lesson import link, narration
from dtshow.page.recording import Json, record
from dtshow.scene.grow.scene import GrowScene
from dtshow.scene.tree.rows import MOST
from dtshow.tables.find import find
from dtshow.web.script import FILES, SPARE, module_of, style_sheet
from dtshow.words.language import LANGUAGES, _, speaking, spoken

POLICY: Final = (
    "default-src 'none'; script-src {scripts}; style-src 'unsafe-inline'; "
    "font-src data:; img-src data:; base-uri 'none'; form-action 'none'"
)
REFERENCE: Final = "~"
SHORTEST: Final = 10
"""Characters; a shorter value is written out each time."""
FONT: Final = "fonts/noto-sans-math.woff2"
PAGE: Final = """<!doctype html>
<html lang="{lang}">
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>{title}</title>
<link rel="icon" href="data:,">
<header class="head"><h1>{title}</h1><a class="onward"></a><span class="languages"></span></header>
{body}
<script type="text/plain" id="styles">{styles}</script>
<script type="text/plain" id="modules">{modules}</script>
<script type="module">{script}</script>
</html>
"""
LESSON: Final = """<div class="story" hidden></div>
<main><div class="stage"></div><div class="paper" hidden></div></main>
<noscript>{noscript}</noscript>
<script type="text/plain" id="lesson">{lesson}</script>"""
LISTED: Final = (
    '<li><a data-key="{key}" href="{key}.html">{title}</a> <b class="done" hidden>✓ {done}</b>'
    "<p>{says}</p></li>"
)


def lesson_page(lessons: Mapping[str, Json], home: str) -> tuple[str, str]:
    """What the page of a lesson is called, and its text. ``lessons``: its document by language, the
    one to begin with first; ``home``: the address of the app that the page links to."""
    first = next(iter(lessons))
    with spoken(first):
        noscript = escape(_("This page needs JavaScript."))
    lesson = _packed(deduplicated({"home": home.rstrip("/"), "lessons": lessons}))
    body = LESSON.format(noscript=noscript, lesson=lesson)
    return _page("page/page.js", first, lessons[first]["title"], body)


def index_page(courses: Mapping[str, Json]) -> tuple[str, str]:
    """As ``lesson_page``, one that leads to the files of a folder. ``courses``: by language its
    ``title``, what stands ``above`` them, and of each of the ``lessons`` its ``key``, its
    ``title``, and what it ``says``."""
    body = "".join(_section(language, course) for language, course in courses.items())
    first, course = next(iter(courses.items()))
    return _page("page/contents.js", first, course["title"], f"<main>{body}</main>")


def _section(language: str, course: Json) -> str:
    with spoken(language):
        done = _("Done")
    lines = (
        LISTED.format(done=done, **{name: escape(text) for name, text in lesson.items()})
        for lesson in course["lessons"]
    )
    return (
        f'<section lang="{language}" data-title="{escape(course["title"])}" '
        f'data-language="{LANGUAGES[language]}"><p>{escape(course["above"])}</p>'
        f"<ol>{''.join(lines)}</ol></section>"
    )


def _page(module: str, language: str, title: str, body: str) -> tuple[str, str]:
    text = PAGE.format(lang=language, title=escape(title), body=body, **_parts(module))
    return title, text


@cache
def _parts(module: str) -> dict[str, str]:
    """``module``: the one that is run; it and the styles are packed, and ``unpack.js`` begins."""
    first = SPARE.sub("", (FILES / "page" / "unpack.js").read_text("utf-8"))
    modules = module_of(module) + f'need("{module}").entry(document);\n'
    policy = POLICY.format(scripts=" ".join(map(_hash, (first, modules))))
    packed = {"styles": _packed(_style()), "modules": _packed(modules)}
    return {"policy": policy, "script": first, **packed}


def _hash(script: str) -> str:
    return f"'sha256-{b64encode(sha256(script.encode()).digest()).decode()}'"


def document(scene: GrowScene, language: str, most: int | None = None) -> Json:
    """A lesson that grows a tree, or its steps up to ``most``. Raises DtError if it is too long."""
    lesson = scene.lesson
    with spoken(language):
        entry, name = find(lesson.choice.key), narration.recipe_name(lesson.recipe_choice.name)
        table = entry.text("title", language) if entry else ""
        said = None if lesson.choice.uploaded else link.write(lesson.jump(0))
        title = f"{table or lesson.dataset.target.name} · {name}"
        return record(scene, most) | head(title) | {"address": said}


def head(title: str) -> Json:
    """What stands above a lesson called ``title``, in the language that is spoken."""
    return {
        "title": title,
        "language": LANGUAGES[speaking()],
        "most": MOST,
        "onward": _("Go on in the app"),
        "why": _("This page holds one lesson. In the app you can change the tree and the table."),
    }


def _packed(text: str) -> str:
    """Deflated, in base64."""
    return b64encode(compress(text.encode(), 9)).decode()


def _style() -> str:
    font = b64encode((FILES / "stage" / FONT).read_bytes()).decode()
    face = f'@font-face {{ font-family: "NbN Math"; src: url("data:font/woff2;base64,{font}"); }}'
    sheets = map(style_sheet, ("tokens.css", "stage/stage.css", "story/story.css", "page/page.css"))
    return re.sub(r"/\*.*?\*/|^\s+", "", "\n".join([face, *sheets]), flags=re.DOTALL | re.MULTILINE)


def deduplicated(value: Any) -> str:
    """JSON in which no long value is written twice: a list of values, of which the last is the
    whole. The text ``~k`` refers to the earlier value at index ``k``, in base 36; a text that
    itself begins with ``~`` gets one more."""
    known = _Values()
    known.number(value)
    pool, shown = list[str](), list[str]()
    for content, uses in zip(known.contents, known.uses, strict=True):
        text = _json(content, shown)
        if uses > 1 and len(text) >= SHORTEST:
            shown.append(f'"{REFERENCE}{np.base_repr(len(pool), 36).lower()}"')
            pool.append(text)
        else:
            shown.append(text)
    return f"[{','.join([*pool, shown[-1]])}]"


class _Values:
    """Distinct values, each numbered after those that it contains; ``uses`` counts the distinct
    values that contain it, once for each place."""

    def __init__(self) -> None:
        self.contents: list[tuple[Any, ...]] = []
        self.uses: list[int] = []
        self._numbers: dict[Hashable, int] = {}
        self._seen: dict[int, tuple[int, Any]] = {}

    def number(self, value: Any) -> int:
        if id(value) in self._seen:
            return self._seen[id(value)][0]
        content = self._content(value)
        number = self._numbers.setdefault(content, len(self.contents))
        if number == len(self.contents):
            self.contents.append(content)
            self.uses.append(0)
            for inner in content[1]:
                self.uses[inner] += 1
        if isinstance(value, list | tuple | dict):
            self._seen[id(value)] = number, value  # held, so that no other value gets its id
        return number

    def _content(self, value: Any) -> tuple[Any, ...]:
        if isinstance(value, dict):
            return "{", tuple(map(self.number, value.values())), tuple(value)
        if isinstance(value, list | tuple):
            return "[", tuple(map(self.number, value))
        begins_so = isinstance(value, str) and value.startswith(REFERENCE)
        text = REFERENCE + value if begins_so else value
        return "", (), json.dumps(text, ensure_ascii=False, allow_nan=False)


def _json(content: tuple[Any, ...], shown: list[str]) -> str:
    """``shown``: the JSON of, or the reference to, each value before it."""
    match content:
        case ("[", inner):
            return f"[{','.join(shown[k] for k in inner)}]"
        case ("{", inner, names):
            keys = (json.dumps(name, ensure_ascii=False) for name in names)
            pairs = zip(keys, inner, strict=True)
            return "{" + ",".join(f"{key}:{shown[k]}" for key, k in pairs) + "}"
    return str(content[-1])
