"""What a click does is done whole, and before what a later click does.

Streamlit stops a run for a newer one at each access to the session: of a key press half was kept,
such as that it was heard, or nothing; and the newer run does not wait until the older one has
stopped, so that the stop of a lesson that was opened last was not the last.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import wraps
from inspect import signature
from itertools import count
from threading import Lock, RLock, local
from typing import Any, Final

from pages.streamlit_inside import has_no, inside

RUN: Final = "streamlit.runtime.state.safe_session_state.SafeSessionState"
BEGIN: Final = "on_script_will_rerun"
LOST: Final = "a click that a newer one overtakes may be done by half"
CONTEXT: Final = "streamlit.runtime.scriptrunner.get_script_run_ctx"
TURN: Final = "run in turn"
"""The key in a session of its turn."""
PRESSES: Final = ("trigger_value", "json_trigger_value", "string_trigger_value")
"""Of what the browser tells of a widget, what happens once and is no value that it keeps."""
_RUNNING: Final = local()
"""``pressed``: whether the message that this thread answers told of a press."""
_NUMBERS, _MAKING = count(1), Lock()


@dataclass(eq=False)
class Turn:
    """``begun``: the number of the last run of a session that has done its clicks."""

    lock: Any = field(default_factory=RLock)  # of a run that asks for another, too
    begun: int = 0


def finish_clicks() -> None:
    """To be called once, before the first session."""
    run = inside(RUN, LOST)
    if run is None:
        return
    make, begin = run.__init__, getattr(run, BEGIN, None)
    if begin is None or list(signature(make).parameters) != ["self", "state", "yield_callback"]:
        has_no(f"{RUN}.{BEGIN}", LOST)
        return

    @wraps(make)
    def numbered(self: Any, state: Any, yield_callback: Callable[[], None]) -> None:
        make(self, state, yield_callback)
        object.__setattr__(self, "number", next(_NUMBERS))

    @wraps(begin)
    def whole(self: Any, fresh_widget_states: Any, *given: Any, **more: Any) -> None:
        _RUNNING.pressed = has_press(fresh_widget_states)
        give_way, session = (vars(self).get(name) for name in ("_yield_callback", "_state"))
        if give_way is None or session is None:
            has_no(f"{RUN}._yield_callback", LOST)
            begin(self, fresh_widget_states, *given, **more)
            return
        turn = turn_of(session)
        with turn.lock:
            if self.number < turn.begun:  # what is set now would undo what a newer one has
                give_way()
            turn.begun = self.number
            object.__setattr__(self, "_yield_callback", lambda: None)
            try:
                begin(self, fresh_widget_states, *given, **more)
            finally:
                object.__setattr__(self, "_yield_callback", give_way)

    run.__init__, run.on_script_will_rerun = numbered, whole


def turn_of(session: Any) -> Turn:
    """The one turn of a session, which has no other place for it than among its values."""
    with _MAKING:
        try:
            turn = session[TURN]
        except KeyError:
            session[TURN] = turn = Turn()
    assert isinstance(turn, Turn)
    return turn


def has_press(states: Any) -> bool:
    """Whether what the browser tells of the widgets (``WidgetStates``) is
    more than their values."""
    told = getattr(states, "widgets", ())
    return any(widget.WhichOneof("value") in PRESSES for widget in told)


def pressed() -> bool:
    """Whether this run was asked for by a press on a page, and not to open one. Who opens a page
    from the menu tells no address; who comes to one by Back presses nothing."""
    context = inside(CONTEXT, "a press that comes late is not known from a page that is opened")
    run = context and context()
    return bool(run and run.query_string and getattr(_RUNNING, "pressed", False))
