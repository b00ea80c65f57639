"""Components of ours on a page: each is a folder with its markup, styles and scripts.

Not done here: what a component gets from the server (``pages.ui.components.payload``), and what
it reports, which its own folder says.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import streamlit as st

from pages.ui.components.payload import READ, payload


def mount(folder: Path, key: str, data: Mapping[str, Any], **on: Callable[[], None]) -> Any:
    """Draw the component of ``folder`` with ``data``; ``on_<name>_change`` hear what it reports."""
    return _declared(folder)(key=key, data=payload(data), height="content", **on)


@cache
def _declared(folder: Path) -> Any:
    """The component, known to Streamlit from now on. Its own script comes last, after those
    that it calls; its own styles come first."""
    html = (folder / f"{folder.name}.html").read_text("utf-8")
    css = "\n".join([*_texts(folder, "css")][::-1])
    js = READ + "\n".join(_texts(folder, "js"))
    return st.components.v2.component(f"nbn_{folder.name}", html=html, css=css, js=js)


def _texts(folder: Path, ending: str) -> Iterator[str]:
    own = folder / f"{folder.name}.{ending}"
    for path in sorted(folder.glob(f"*.{ending}"), key=lambda path: (path == own, path.name)):
        yield path.read_text("utf-8")
