"""Components of ours that are served as files, so that their modules import each other and a
message to the browser names them instead of carrying them.

Streamlit has a public way for packages that are installed with their files, and none for an app.
"""

from __future__ import annotations

from pathlib import Path
from threading import Lock
from typing import Final

from pages.streamlit_inside import has_no, inside

MANAGER: Final = "streamlit.components.v2.get_bidi_component_manager"
SCANNER: Final = "streamlit.components.v2.manifest_scanner"
LOST: Final = "lessons are plain text, without the tree that is drawn and the sums that one touches"
_REGISTERING: Final = Lock()


def register(package: str, folder: Path, names: tuple[str, ...]) -> bool:
    """Tell Streamlit, once a server, where the files are of components that are called
    ``package.name``: all in ``folder``. Whether it knows them now."""
    places = (MANAGER, f"{SCANNER}.ComponentManifest", f"{SCANNER}.ComponentConfig")
    manager, manifest, config = (inside(place, LOST) for place in places)
    if None in (manager, manifest, config):
        return False
    try:
        with _REGISTERING:  # each server that runs has a list of its own
            if manager().get_component_asset_root(f"{package}.{names[-1]}") is None:
                parts = [config(name, folder.name) for name in names]
                manager().register_from_manifest(manifest(package, "1", parts), folder.parent)
    except (AttributeError, TypeError) as trouble:
        has_no(f"{MANAGER} ({trouble})", LOST)
        return False
    return True
