"""The band of a guided lesson in memory: what was pressed, as the browser sends it."""

import json

from streamlit.components.v2.bidi_component.constants import EVENT_DELIM
from streamlit.proto.WidgetStates_pb2 import WidgetState
from streamlit.runtime.state.session_state import STREAMLIT_INTERNAL_KEY_PREFIX
from streamlit.testing.v1 import AppTest

from tests.pages.stage import _proto
from tests.pages.visit import checked


def sending(at: AppTest, component: str, value: object) -> AppTest:
    name = f"{STREAMLIT_INTERNAL_KEY_PREFIX}_{_proto(at, component).id}{EVENT_DELIM}events"
    state = WidgetState(id=name)
    state.json_trigger_value = json.dumps([{"event": "press", "value": value}])
    states = at._tree.get_widget_states()
    states.widgets.append(state)
    return checked(at._run(states))
