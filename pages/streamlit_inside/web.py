"""Files that Streamlit serves: its page, what lies beside it, and the fonts it brings.

What they bring: the page's own scripts are named to the browser by their digests, an address where
nothing is gets a page that says so, and a class is set in the fonts of the app.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from pages.streamlit_inside import has_no, inside

FOLDER: Final = "streamlit.file_util.get_static_dir"
LOST: Final = (
    "a class has the system's fonts, and the browser is told of none of Streamlit's scripts"
)
FONTS: Final = {"sans.woff2": "SourceSansVF-Upright*", "serif.woff2": "SourceSerifVariable-Roman*"}
"""Their names change with each version."""


def page() -> bytes:
    """Streamlit's page as it is on the disk; empty if it is not there."""
    file = _folder() / "index.html"
    if file.is_file():
        return file.read_bytes()
    has_no(FOLDER, LOST)
    return b""


def names() -> set[str]:
    """What is served beside the page."""
    return {path.name for path in _folder().iterdir() if path.is_file()} if page() else set()


def font(name: str) -> Path | None:
    """The file of a font that a class asks for."""
    known = FONTS.get(name)
    return next((_folder() / "static" / "media").glob(known), None) if known else None


def _folder() -> Path:
    """A folder that is not there where Streamlit does not say which it is."""
    folder = inside(FOLDER, LOST)
    return Path(folder()) if folder else Path(__file__).parent / "none"
