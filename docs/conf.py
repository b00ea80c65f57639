"""The documentation site, by Sphinx: ``python3 tasks.py docs`` builds it into ``build/docs``.

It reads what ``generate.py`` writes into ``build/source``. A warning, a broken link within the
site or a missing image fails the build. Not done here: links to other sites are listed
(``build/docs/elsewhere.txt``), not followed.
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
    """The links and the anchors of a page of the site."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.links: list[str] = []
        self.anchors: set[str] = set()
        self.feed(path.read_text("utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.anchors |= {value for key in ("id", "name") if (value := given.get(key))}
        self.links += [value for key in ("href", "src") if (value := given.get(key))]


def check_links(app: Any, failure: Exception | None) -> None:
    """Raises ValueError that lists all broken links."""
    if failure or app.builder.name != "html":
        return
    folder = Path(app.outdir).resolve()
    site = {path: Page(path) for path in folder.rglob("*.html")}
    elsewhere, broken = set(), []
    for path, page in site.items():
        for link in page.links:
            address = urlsplit(link)
            to = (path.parent / unquote(address.path)).resolve() if address.path else path
            anchor = unquote(address.fragment)
            if address.scheme or address.netloc:
                elsewhere.add(link)
            elif not to.exists() or (anchor and (to not in site or anchor not in site[to].anchors)):
                broken.append(f"{path.relative_to(folder)}: {link}")
    (folder / "elsewhere.txt").write_text("\n".join(sorted(elsewhere)), "utf-8")
    if broken:
        raise ValueError("Broken links:\n" + "\n".join(sorted(broken)))


def setup(app: Any) -> None:
    app.connect("autodoc-process-docstring", as_plain_text)
    app.connect("build-finished", check_links)
