"""Home in memory: what its parts show, and links as a plain click follows them."""

from __future__ import annotations

import json
from typing import Any

from streamlit.components.v2.bidi_component.constants import EVENT_DELIM
from streamlit.proto.WidgetStates_pb2 import WidgetState
from streamlit.runtime.state.session_state import STREAMLIT_INTERNAL_KEY_PREFIX
from streamlit.testing.v1 import AppTest

from tests.pages.visit import checked

HOME = "nbn.home"


def shown(at: AppTest, part: str) -> dict[str, Any]:
    """What the browser gets of a part: "hero", "course" or "gallery"."""
    return _part(at, part)[1]


def tiles(at: AppTest) -> dict[str, dict[str, Any]]:
    """The gallery's pictures by what they lead to, in their order."""
    groups = shown(at, "gallery")["groups"]
    return {tile["to"]: tile for group in groups for tile in group["tiles"]}


def followed(at: AppTest, part: str, to: object, place: int = 0) -> AppTest:
    """After a plain click on a link of a part, of several of its kind the one at its ``place``."""
    proto, _sent = _part(at, part, place)
    state = WidgetState(id=f"{STREAMLIT_INTERNAL_KEY_PREFIX}_{proto.id}{EVENT_DELIM}events")
    state.json_trigger_value = json.dumps([{"event": "go", "value": to}])
    states = at._tree.get_widget_states()
    states.widgets.append(state)
    return checked(at._run(states))


def picked(at: AppTest, table: str) -> AppTest:
    """After a click on the picture of a table."""
    return followed(at, "gallery", table)


def _part(at: AppTest, part: str, place: int = 0) -> tuple[Any, dict[str, Any]]:
    protos = [found.proto for found in at.get("bidi_component")]
    sent = [(one, json.loads(one.bytes)) for one in protos if one.component_name == HOME]
    return [(one, data) for one, data in sent if data["part"] == part][place]
