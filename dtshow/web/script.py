"""The modules of the browser as one script, and a style sheet with those that it imports.

They are written as some sixty modules that import each other, and so they would be asked for one
by one, anew on every page. One script, whose name changes with what is in it, a browser needs
once. Who serves it, and under which address, is not known here.
"""

from __future__ import annotations

import gzip
import re
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from posixpath import dirname, join, normpath
from typing import Final

NAME: Final = re.compile(r"modules\.\w+\.js")
FOR_EVER: Final = "public, immutable, max-age=31536000"
ASK_AGAIN: Final = "no-cache"
FILES: Final = Path(__file__).parent
IMPORT: Final = re.compile(r'^import \{(?P<names>[^}]*)\} from "(?P<path>\.[^"]+)";', re.MULTILINE)
SHEET: Final = re.compile(r'^@import url\("(?P<path>[^"]+)"\);', re.MULTILINE)
DEFAULT: Final = "export default "
SPARE: Final = re.compile(r"^\s*//.*\n|^\s+|  // .*$", re.MULTILINE)
"""What a module can do without."""
EXPORT: Final = re.compile(r"^export (?=const|(?:async )?function|class)", re.MULTILINE)


@dataclass(frozen=True)
class Script:
    """``digest``: in its name, so that another script has another one."""

    text: bytes
    digest: str

    @property
    def name(self) -> str:
        return f"modules.{self.digest}.js"

    def sent(self, name: str, accepted: str) -> tuple[bytes, dict[str, str]]:
        """As ``sent``, to a browser that asks for ``name``, which may be that of another day's
        script."""
        return sent(self.text, accepted, FOR_EVER if name == self.name else ASK_AGAIN)


def sent(text: bytes, accepted: str, kept: str = ASK_AGAIN) -> tuple[bytes, dict[str, str]]:
    """What a browser gets that accepts these encodings, and the headers that say how long it may
    keep it."""
    headers = {"cache-control": kept}
    if "gzip" not in accepted:
        return text, headers
    return _packed(text), {**headers, "content-encoding": "gzip", "vary": "Accept-Encoding"}


@lru_cache(maxsize=16)
def _packed(text: bytes) -> bytes:
    return gzip.compress(text, mtime=0)


def script(folders: Mapping[str, Path]) -> Script:
    """All modules in the folders, each called by its folder's name and its path in it; a file that
    changes while the server runs is another script from then on."""
    files = {
        prefix + file.relative_to(folder).as_posix(): file
        for prefix, folder in folders.items()
        for file in sorted(folder.rglob("*.js"))
    }
    return _script(tuple((name, file, file.stat().st_mtime_ns) for name, file in files.items()))


@lru_cache(maxsize=2)
def _script(files: tuple[tuple[str, Path, int], ...]) -> Script:
    sources = {name: file.read_text("utf-8") for name, file, _changed in files}
    text = one_script(sources).encode()
    return Script(text, sha256(text).hexdigest()[:16])


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


def module_of(entry: str) -> str:
    """One of ours with all that it needs, as ``one_script``; without comments and indents."""
    sources, wanted = dict[str, str](), [entry]
    while wanted:
        name = wanted.pop()
        if name not in sources:
            sources[name] = SPARE.sub("", (FILES / Path(name)).read_text("utf-8"))
            wanted += [_beside(name, found["path"]) for found in IMPORT.finditer(sources[name])]
    return one_script(sources)


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
