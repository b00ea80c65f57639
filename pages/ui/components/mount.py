"""Components of ours on a page: each is a folder with its styles and modules.

The files are served as they are, so that modules import each other, and a message to the browser
names them instead of carrying them. Not done here: what a component gets from the server, and
what it reports, which its own folder says.
"""

from collections.abc import Callable
from functools import cache
from pathlib import Path
from threading import Lock
from typing import Any, Final

import streamlit as st
from streamlit.components.v2.get_bidi_component_manager import get_bidi_component_manager
from streamlit.components.v2.manifest_scanner import ComponentConfig, ComponentManifest

NAMES: Final = ("formula", "home", "noted", "stage", "story")
HERE: Final = Path(__file__).parent
MANIFEST: Final = ComponentManifest("nbn", "1", [ComponentConfig(n, HERE.name) for n in NAMES])
_REGISTERING: Final = Lock()


def mount(name: str, key: str, data: bytes, **on: Callable[[], None]) -> Any:
    """Draw the component ``name`` with ``data``; ``on_<event>_change`` hear what it reports.

    Streamlit writes a dictionary twice, once to send it and once to name it, and looks into each
    value for a table; bytes it passes on.
    """
    register()
    return _declared(name)(key=key, data=data, height="content", **on)


def register() -> None:
    """Tell Streamlit where the files are, before a page asks for them (``early_script``); each
    server that runs has a list of its own."""
    manager = get_bidi_component_manager()
    with _REGISTERING:
        if manager.get_component_asset_root(f"{MANIFEST.name}.{NAMES[-1]}") is None:
            manager.register_from_manifest(MANIFEST, HERE.parent)


@cache
def _declared(name: str) -> Any:
    full, html = f"{MANIFEST.name}.{name}", f'<div class="{name}"></div>'
    css, script = f"{name}/{name}.css", f"{name}/streamlit.js"
    return st.components.v2.component(full, html=html, css=css, js=script)
