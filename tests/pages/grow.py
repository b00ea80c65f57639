"""The Grow page in memory, what it says, and what its components get."""

import json
from typing import Any

from streamlit.testing.v1 import AppTest

from tests.pages import visit
from tests.pages.visit import checked, lesson


def page(**params: str) -> AppTest:
    return visit.opened("grow", **params)


def looking_at(at: AppTest, column: int) -> AppTest:
    """As by a press on the column's row, which a browser test shows."""
    at.session_state["lesson"] = lesson(at).look_at(column)
    return checked(at.run())


def said(at: AppTest) -> str:
    return " ".join(m.value for m in at.markdown)


def sent(at: AppTest, component: str) -> dict[str, Any]:
    """What a component of ours gets in the browser."""
    parts = [element.proto for element in at.get("bidi_component")]
    found: dict[str, Any] = json.loads(
        next(part.bytes for part in parts if part.component_name == component)
    )
    return found


def rows_sent(at: AppTest) -> dict[str, Any]:
    return sent(at, "nbn_rows")
