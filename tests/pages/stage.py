"""The stage in memory: what the browser gets, and acts as it sends them back."""

from __future__ import annotations

import json
from typing import Any

from streamlit.components.v2.bidi_component.constants import EVENT_DELIM
from streamlit.proto.WidgetStates_pb2 import WidgetState
from streamlit.runtime.state.session_state import STREAMLIT_INTERNAL_KEY_PREFIX
from streamlit.testing.v1 import AppTest

from tests.pages import visit
from tests.pages.visit import checked, lesson

Scene = dict[str, Any]
STAGE = "nbn.stage"


def page(**params: str) -> AppTest:
    """The Grow page at an address."""
    return visit.opened("grow", **params)


def sent(at: AppTest, component: str) -> dict[str, Any]:
    """What a component of ours gets in the browser."""
    found: dict[str, Any] = json.loads(_proto(at, component).bytes)
    return found


def payload(at: AppTest) -> dict[str, Any]:
    """The scene, and what the next beat would change of it."""
    return sent(at, STAGE)


def staged(at: AppTest) -> bool:
    """Whether there is a stage on the page, and not only trees to look at."""
    parts = [part.proto for part in at.get("bidi_component")]
    return any(part.component_name == STAGE for part in parts) and "say" in scene(at)


def scene(at: AppTest) -> Scene:
    shown: Scene = payload(at)["scene"]
    return shown


def node_at(at: AppTest, name: str) -> dict[str, Any]:
    """A node of the tree on show."""
    found: dict[str, Any] = next(node for node in scene(at)["nodes"] if node["id"] == name)
    return found


def acted(at: AppTest, kind: str, value: object = None) -> AppTest:
    """As if the browser had sent an act."""
    return sending(at, [[payload(at)["done"] + 1, kind, value]])


def sending(at: AppTest, queue: object) -> AppTest:
    """As if the browser had sent this queue."""
    return reported(at, STAGE, "act", queue)


def reported(at: AppTest, component: str, event: str, value: object, place: int = 0) -> AppTest:
    """As if a component of ours, the one at this ``place``, had told of an event in the browser."""
    name = f"{STREAMLIT_INTERNAL_KEY_PREFIX}_{_proto(at, component, place).id}{EVENT_DELIM}events"
    state = WidgetState(id=name)
    state.json_trigger_value = json.dumps([{"event": event, "value": value}])
    states = at._tree.get_widget_states()
    states.widgets.append(state)
    return checked(at._run(states))


def stepped(at: AppTest, *kinds: str) -> AppTest:
    """By the step buttons, one after the other, each of which could be pressed."""
    for kind in kinds:
        step = scene(at)["step"]
        assert not step["end" if kind in ("next", "last") else "start"]
        at = acted(at, kind)
    return at


def guessing_at(at: AppTest, place: int) -> AppTest:
    """By a press on a question that may be guessed: the one at this place in the list."""
    return acted(at, "look", block(at, "guess")["columns"][place])


def looking_at(at: AppTest, column: int) -> AppTest:
    """By a press on the column's row."""
    name = lesson(at).dataset.columns[column].name
    assert name in [row["name"] for row in block(at, "candidates")["rows"]]
    return acted(at, "look", name)


def viewed(at: AppTest, view: str) -> AppTest:
    """By the choice of a view."""
    assert view in dict(block(at, "view")["options"])
    return acted(at, "view", view)


def row_chosen(at: AppTest, row: int) -> AppTest:
    """By a press on a row of the table, which stands somewhere among those on show."""
    numbers = [cells[0] for cells in scene(at)["rows"]["cells"]]
    return acted(at, "row", numbers.index(str(row + 1)))


def chosen_view(at: AppTest) -> str:
    """The one in force."""
    chosen: str = block(at, "view")["chosen"]
    return chosen


def history(at: AppTest, kind: str) -> AppTest:
    """By Undo or Redo, which can be pressed."""
    assert scene(at)["history"][kind == "redo"]
    return acted(at, kind)


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
    parts = []
    if staged(at):
        blocks = [one["text"] for one in scene(at)["panel"] if one["type"] == "say"]
        parts = [statement(at), *("**".join(pieces) for pieces in blocks)]
    return " ".join([*parts, *(part.value for part in (*at.markdown, *at.caption))])


def table(at: AppTest, key: str) -> dict[str, list[str]]:
    """The columns of a plain table of the panel, none if it is not there."""
    if key not in keys(at):
        return {}
    found = block(at, key)
    cells = zip(*found["rows"], strict=True)
    return {head: list(cell) for head, cell in zip(found["heads"], cells, strict=True)}


def lines(at: AppTest, key: str = "working") -> dict[str, dict[str, Any]]:
    """The lines of a sum of the panel, by name."""
    return {line["name"]: line for line in block(at, key)["lines"]}


def _proto(at: AppTest, component: str, place: int = 0) -> Any:
    parts = [element.proto for element in at.get("bidi_component")]
    return [part for part in parts if part.component_name == component][place]
