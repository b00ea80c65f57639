"""The documentation site, by Sphinx: ``python3 tasks.py docs`` builds it into ``build/docs``.

It reads what ``generate.py`` lays into ``build/source``. Strict: a warning, a link that leads
nowhere on the site, or an image that is not there fails the build. Not done here: links to other
sites are listed (``build/docs/elsewhere.txt``), not followed.
"""

import re
import sys
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

import dtcore  # noqa: E402 - the path first

project = "Node by Node"
author = "Node by Node contributors"
copyright = author
version = release = dtcore.__version__
extensions = ["myst_parser", "sphinx.ext.autodoc"]
html_theme = "furo"
html_title = f"Node by Node {version}"
html_show_sourcelink = False
html_copy_source = False
exclude_patterns = ["need.md"]
myst_heading_anchors = 3
myst_enable_extensions = ["deflist"]
autodoc_member_order = "bysource"
autodoc_typehints_format = "short"
autodoc_preserve_defaults = True
python_maximum_signature_line_length = 90


def as_plain_text(
    _app: Any, _what: str, _name: str, _thing: Any, _how: Any, lines: list[str]
) -> None:
    """Docstrings are plain text with ``code``: |T|, x* and y_ mean themselves."""
    for at, line in enumerate(lines):
        pieces = re.split(r"(``.*?``)", line)
        lines[at] = "".join(
            piece if piece.startswith("``") else re.sub(r"([|*\\]|_(?!\w)|`)", r"\\\1", piece)
            for piece in pieces
        )


class Page(HTMLParser):
    """What a page of the site links to, and what can be linked to in it."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.links: list[str] = []
        self.anchors: set[str] = set()
        self.feed(path.read_text("utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.anchors |= {value for key in ("id", "name") if (value := given.get(key))}
        self.links += [value for key in ("href", "src") if (value := given.get(key))]


def leads(anchor: str, page: Page | None) -> bool:
    return not anchor or (page is not None and anchor in page.anchors)


def check_links(app: Any, failure: Exception | None) -> None:
    """Raises ValueError with all links that lead nowhere."""
    if failure or app.builder.name != "html":
        return
    folder = Path(app.outdir).resolve()
    site = {path: Page(path) for path in folder.rglob("*.html")}
    elsewhere, broken = set(), []
    for path, page in site.items():
        for link in page.links:
            address = urlsplit(link)
            to = (path.parent / unquote(address.path)).resolve() if address.path else path
            if address.scheme or address.netloc:
                elsewhere.add(link)
            elif not to.exists() or not leads(unquote(address.fragment), site.get(to)):
                broken.append(f"{path.relative_to(folder)}: {link}")
    (folder / "elsewhere.txt").write_text("\n".join(sorted(elsewhere)), "utf-8")
    if broken:
        raise ValueError("These links lead nowhere:\n" + "\n".join(sorted(broken)))


def setup(app: Any) -> None:
    app.connect("autodoc-process-docstring", as_plain_text)
    app.connect("build-finished", check_links)
