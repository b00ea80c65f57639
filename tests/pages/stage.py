"""The stage in memory: what the browser gets, and acts as it sends them back."""

from __future__ import annotations

import json
from typing import Any

from streamlit.components.v2.bidi_component.constants import EVENT_DELIM
from streamlit.proto.WidgetStates_pb2 import WidgetState
from streamlit.runtime.state.session_state import STREAMLIT_INTERNAL_KEY_PREFIX
from streamlit.testing.v1 import AppTest

from tests.pages.visit import checked

Scene = dict[str, Any]


def sent(at: AppTest, component: str) -> dict[str, Any]:
    """What a component of ours gets in the browser."""
    return json.loads(_proto(at, component).bytes)


def payload(at: AppTest) -> dict[str, Any]:
    """The scene, and what the next beat would change of it."""
    return sent(at, "nbn.stage")


def scene(at: AppTest) -> Scene:
    shown: Scene = payload(at)["scene"]
    return shown


def acted(at: AppTest, kind: str, value: object = None) -> AppTest:
    """As if the browser had sent an act."""
    return sending(at, [[payload(at)["done"] + 1, kind, value]])


def sending(at: AppTest, queue: object) -> AppTest:
    """As if the browser had sent this queue."""
    state = WidgetState(id=f"{STREAMLIT_INTERNAL_KEY_PREFIX}_{_proto(at, 'nbn.stage').id}{EVENT_DELIM}events")
    state.json_trigger_value = json.dumps([{"event": "act", "value": queue}])
    states = at._tree.get_widget_states()
    states.widgets.append(state)
    return checked(at._run(states))


def pressed(at: AppTest, button: str) -> AppTest:
    """A button or a switch of the panel."""
    assert button in buttons(at)
    return acted(at, "do", button)


def buttons(at: AppTest) -> dict[str, dict[str, Any]]:
    """The buttons and switches of the panel that can be pressed, by what they do."""
    blocks = scene(at)["panel"]
    items = [item for block in blocks if block["type"] == "buttons" for item in block["items"]]
    switches = [block for block in blocks if block["type"] == "switch"]
    return {one["do"]: one for one in [*items, *switches] if not one.get("off")}


def block(at: AppTest, key: str) -> dict[str, Any]:
    """A part of the panel. Raises StopIteration if it is not there."""
    found: dict[str, Any] = next(one for one in scene(at)["panel"] if one["key"] == key)
    return found


def keys(at: AppTest) -> list[str]:
    """Of the parts of the panel."""
    return [one["key"] for one in scene(at)["panel"]]


def statement(at: AppTest) -> str:
    """The sentence above the tree, with what is bold between asterisks."""
    return "**".join(scene(at)["say"])


def said(at: AppTest) -> str:
    """All sentences of the scene and of the page around it."""
    blocks = [one for one in scene(at)["panel"] if one["type"] == "say"]
    parts = ["**".join(one["text"]) for one in blocks]
    return " ".join([statement(at), *parts, *(m.value for m in at.markdown)])


def _proto(at: AppTest, component: str) -> Any:
    parts = [element.proto for element in at.get("bidi_component")]
    return next(part for part in parts if part.component_name == component)
