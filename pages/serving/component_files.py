"""The modules of all components as one script, and the style sheets of each as one.

They are written as some sixty modules that import each other, and Streamlit serves each file by
itself, anew for every page. Here the script that Streamlit asks for of a component names one
script with all modules, whose address changes with what is in it, so that browsers need it once.
It is one for all components, since these share what a module remembers. A file that changes while
the server runs is served so from the next page on. Not done here: modules of a class, which are
few (``classroom``).
"""

from __future__ import annotations

import gzip
import re
from collections import defaultdict
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from posixpath import dirname, join, normpath
from typing import Final

from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from pages.ui.components.mount import FILES, NAMES, PACKAGE

PLACE: Final = re.compile(rf".*/_stcore/bidi-components/{PACKAGE}\.\w+/(?P<file>.+)")
SCRIPT: Final = re.compile(r"modules\.(?P<digest>\w+)\.js")
ENTRIES: Final = {f"{name}/streamlit.js" for name in NAMES}
SHEETS: Final = {f"{name}/{name}.css" for name in NAMES}
ENTRY: Final = 'import {{ need }} from "{place}";\nexport default need("{file}").entry;\n'
FOR_EVER: Final = {"cache-control": "public, immutable, max-age=31536000"}
ASK_AGAIN: Final = {"cache-control": "no-cache"}
PACKED: Final = {"content-encoding": "gzip", "vary": "Accept-Encoding"}

IMPORT: Final = re.compile(r'^import \{(?P<names>[^}]*)\} from "(?P<path>\.[^"]+)";', re.MULTILINE)
SHEET: Final = re.compile(r'^@import url\("(?P<path>[^"]+)"\);', re.MULTILINE)
DEFAULT: Final = "export default "
EXPORT: Final = re.compile(r"^export (?=const|(?:async )?function|class)", re.MULTILINE)


class ComponentFiles:
    """Answers for the files of components by which all others are found."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        asked = scope["type"] == "http" and PLACE.fullmatch(scope["path"])
        answer = _answer(asked["file"], Headers(scope=scope)) if asked else None
        await (answer or self.app)(scope, receive, send)


def _answer(file: str, headers: Headers) -> Response | None:
    if file in SHEETS:
        sheet = style_sheet(file).encode()
        return _sent(sheet, _packed(sheet), "text/css", ASK_AGAIN, headers)
    if file not in ENTRIES and not SCRIPT.fullmatch(file):
        return None
    text, packed, digest = _script(_changed())
    if file in ENTRIES:
        entry = ENTRY.format(place=f"../../{PACKAGE}.stage/modules.{digest}.js", file=file)
        return Response(entry, media_type="text/javascript", headers=ASK_AGAIN)
    kept = FOR_EVER if file == f"modules.{digest}.js" else ASK_AGAIN
    return _sent(text, packed, "text/javascript", kept, headers)


def _sent(
    text: bytes, packed: bytes, media_type: str, kept: dict[str, str], asked: Headers
) -> Response:
    if "gzip" in asked.get("accept-encoding", ""):
        return Response(packed, media_type=media_type, headers={**kept, **PACKED})
    return Response(text, media_type=media_type, headers=kept)


def _changed() -> tuple[tuple[str, int], ...]:
    """All modules, and when each was changed last."""
    files = sorted(FILES.rglob("*.js"))
    return tuple((file.relative_to(FILES).as_posix(), file.stat().st_mtime_ns) for file in files)


@lru_cache(maxsize=1)
def _script(changed: tuple[tuple[str, int], ...]) -> tuple[bytes, bytes, str]:
    """The script, the same packed, and its digest."""
    sources = {name: (FILES / name).read_text("utf-8") for name, _time in changed}
    text = one_script(sources).encode()
    return text, _packed(text), sha256(text).hexdigest()[:16]


@lru_cache(maxsize=16)
def _packed(text: bytes) -> bytes:
    return gzip.compress(text, mtime=0)


def one_script(sources: dict[str, str]) -> str:
    """Modules by their paths as one module: it exports ``need``, which gives what a module exports
    and runs it when it is first needed. A default export, which is a function, is ``entry``."""
    exports = defaultdict[str, set[str]](set)
    for name, source in sources.items():
        for found in IMPORT.finditer(source):
            exports[_beside(name, found["path"])] |= {*found["names"].replace(",", " ").split()}
    bodies = ",\n".join(
        _as_function(name, source, exports[name]) for name, source in sources.items()
    )
    return (
        f"const made = {{}}, modules = {{\n{bodies}\n}};\n"
        "export const need = (name) => made[name] ??= modules[name]();\n"
    )


def _as_function(name: str, source: str, exported: set[str]) -> str:
    def needed(found: re.Match[str]) -> str:
        return f'const {{{found["names"]}}} = need("{_beside(name, found["path"])}");'

    given = sorted(exported) + ["entry"] * (DEFAULT in source)
    body = IMPORT.sub(needed, source).replace(DEFAULT, "const entry = ")
    body = EXPORT.sub("", body).replace("import.meta.url", f'new URL("./{name}", import.meta.url)')
    return f'"{name}"() {{\n{body}\nreturn {{ {", ".join(given)} }};\n}}'


def style_sheet(file: str) -> str:
    """A style sheet with those that it imports in their places."""

    def imported(found: re.Match[str]) -> str:
        return style_sheet(_beside(file, found["path"]))

    return SHEET.sub(imported, (FILES / Path(file)).read_text("utf-8"))


def _beside(name: str, path: str) -> str:
    return normpath(join(dirname(name), path))
