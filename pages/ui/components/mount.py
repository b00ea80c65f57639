"""Components of ours on a page: each is a folder with its markup, styles and modules.

The files are served as they are, so that modules import each other, and a message to the browser
names them instead of carrying them. Not done here: what a component gets from the server, and
what it reports, which its own folder says.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import streamlit as st
from streamlit.components.v2.get_bidi_component_manager import get_bidi_component_manager
from streamlit.components.v2.manifest_scanner import ComponentConfig, ComponentManifest

HERE: Final = Path(__file__).parent
FAMILY: Final = "nbn"


def mount(name: str, key: str, data: bytes, **on: Callable[[], None]) -> Any:
    """Draw the component ``name`` with ``data``; ``on_<event>_change`` hear what it reports."""
    return _declared(name)(key=key, data=data, height="content", **on)


_known: dict[tuple[int, str], Any] = {}


def _declared(name: str) -> Any:
    """The component, known from now on to the server that runs."""
    manager = get_bidi_component_manager()
    known = _known.get((id(manager), name))
    if known is None:
        config = ComponentConfig(name, HERE.name)
        manager.register_from_manifest(ComponentManifest(FAMILY, "1", [config]), HERE.parent)
        html = (HERE / name / f"{name}.html").read_text("utf-8")
        known = st.components.v2.component(
            f"{FAMILY}.{name}", html=html, css=f"{name}/{name}.css", js=f"{name}/streamlit.js"
        )
        _known[id(manager), name] = known
    return known
