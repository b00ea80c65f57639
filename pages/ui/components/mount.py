"""Components of ours on a page: each is a folder of ``dtshow/web`` with its styles and modules.

The files are served as they are, so that modules import each other, and a message to the browser
names them instead of carrying them. Not done here: what a component gets from the server, and
what it reports, which a file beside this one says.
"""

from collections.abc import Callable
from functools import cache
from typing import Any, Final

import streamlit as st

from dtshow.web.script import FILES
from pages.streamlit_inside import components

PACKAGE: Final = "nbn"
NAMES: Final = ("formula", "graphviz", "home", "noted", "small", "stage", "story")


def mount(name: str, key: str, data: bytes, **on: Callable[[], None]) -> Any:
    """Draw the component ``name`` with ``data``; ``on_<event>_change`` hear what it reports.

    Streamlit writes a dictionary twice, once to send it and once to name it, and looks into each
    value for a table; bytes it passes on. Nothing is drawn where files cannot be served.
    """
    return _declared(name)(key=key, data=data, height="content", **on) if served() else None


def served() -> bool:
    """Whether Streamlit serves the files. It is told where they are, also before a page asks for
    them (``early_script``)."""
    return components.register(PACKAGE, FILES, NAMES)


@cache
def _declared(name: str) -> Any:
    full, html = f"{PACKAGE}.{name}", f'<div class="{name}"></div>'
    css, script = f"{name}/{name}.css", f"{name}/streamlit.js"
    return st.components.v2.component(full, html=html, css=css, js=script)
