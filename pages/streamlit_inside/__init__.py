"""What the app takes of Streamlit beside its public face: one file for each inside of it.

Each file says what its inside brings, as measured on Streamlit 1.67. Where Streamlit has it no
more, or has changed it, the app runs on without, which the log says once;
``tests/pages/test_streamlit_inside.py`` asks of each whether Streamlit still has it, and takes it
away. Names of Streamlit's page that style sheets and ``root.js`` use are held against its bundle by
``tests/pages/test_names_of_streamlits_page.py``.
"""

from __future__ import annotations

import logging
from functools import cache
from importlib import import_module
from typing import Any

import streamlit as st


def inside(place: str, without: str) -> Any:
    """What Streamlit has at the dotted ``place``; None if it has nothing there, and then the log
    says what ``without`` it is not done."""
    module, _, name = place.rpartition(".")
    try:
        return getattr(import_module(module), name)
    except (ImportError, AttributeError):
        has_no(place, without)
        return None


@cache
def has_no(place: str, without: str) -> None:
    """Say it in the log, once as long as the server lives."""
    logging.getLogger(__name__).warning(
        "Streamlit %s has no %s as we know it. The app runs on; %s.", st.__version__, place, without
    )
