"""One of a few options, side by side."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

import streamlit as st

T = TypeVar("T")


def switch(
    label: str, names: Mapping[T, str], control: dict[str, Any], named: bool = False
) -> None:
    """``control``: of ``session.bind``. The ``label`` is for readers of the screen, unless it is to
    be ``named``: mostly the options speak for themselves."""
    st.segmented_control(
        label,
        list(names),
        format_func=names.__getitem__,
        required=True,
        label_visibility="visible" if named else "collapsed",
        wrap=True,
        **control,
    )
