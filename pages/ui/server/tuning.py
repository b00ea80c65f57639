"""What lets one process serve a class, where Streamlit alone would serve a few.

All students share one thread's worth of Python, so what is done anew at each click, or looked
at again and again, is done once. Not done here: who draws when (``draw_limit``), and what is given
back when students have gone (``memory_cleanup``).
"""

from __future__ import annotations

import gc
import socket
import sys
from collections.abc import Callable
from functools import cache, wraps
from importlib import import_module
from threading import RLock, local
from typing import Any, Final, cast

import streamlit as st
from starlette.formparsers import MultiPartParser
from starlette.types import ASGIApp, Receive, Scope, Send
from streamlit.proto.NewSession_pb2 import CustomThemeConfig
from streamlit.proto.WidgetStates_pb2 import WidgetStates
from streamlit.runtime import app_session, state
from streamlit.runtime.scriptrunner import get_script_run_ctx
from streamlit.runtime.state.safe_session_state import SafeSessionState

from pages.ui.server.descriptors import make_loops_on_demand, raise_limit
from pages.ui.server.settings import settings
from pages.ui.wording.recipe_texts import check_recipe_texts

TURN: Final = 0.001
"""Seconds after which threads take turns, a fifth of Python's own: while one student's large file
is read, the clicks of the others wait less."""
YOUNG: Final = (5_000, 20, 50)
"""A click makes some thousand objects. With the 700 of older Pythons each click is held up once or
twice, and about each hundredth until all objects of all students have been looked at."""
PRESSES: Final = ("trigger_value", "json_trigger_value", "string_trigger_value")
"""Of what the browser tells of a widget, what happens once and is no value that it keeps."""
_RUNNING: Final = local()
"""``pressed``: whether the message that this thread answers told of a press."""
LATER: Final = (
    "grow.acts",
    "grow.host",
    "grow.tools",
    "grow.written",
    "pruning.stage",
)
"""Modules which bring along all that pages need: libraries with 140,000 objects, that stay."""


def ready_for_many() -> None:
    """To be called once, before the first student comes. Raises SettingsError."""
    allow_uploads(settings().limits.megabytes)
    sys.setswitchinterval(TURN)
    raise_limit()
    make_loops_on_demand()
    read_theme_once()
    finish_callbacks()
    check_recipe_texts()
    for name in LATER:
        import_module(f"pages.ui.{name}")
    gc.collect()
    gc.freeze()  # the collector need not look at these again
    gc.set_threshold(*YOUNG)


def allow_uploads(megabytes: int) -> None:
    """Streamlit's server refuses what is larger, whatever the place for a file says. It keeps in
    memory what has come, so on its way a file lies there, too: a file on the disk is written to by
    another thread for each piece, at the cost of the one that answers all."""
    st.config.set_option("server.maxUploadSize", megabytes)
    MultiPartParser.spool_max_size = (megabytes + 1) * 2**20


def read_theme_once() -> None:
    """Streamlit reads its theme from 300 settings, six times a click: a tenth of a redraw.

    It has no public way to this. Nothing is changed if there is no such function.
    """
    read: Callable[..., Any] | None = getattr(app_session, "_populate_theme_msg", None)
    if read is None:
        return

    @cache
    def theme(section: str) -> CustomThemeConfig:
        read((holder := CustomThemeConfig()).light, section)
        return holder

    def fill(msg: CustomThemeConfig, section: str = "theme") -> None:
        if theme(section).HasField("light"):  # else there is nothing to say of this part
            msg.SetInParent()
            msg.MergeFrom(theme(section).light)

    app_session._populate_theme_msg = fill


class RunsInTurn(state.SessionState):
    """A session whose runs do what was clicked one after the other, in the order of the clicks.

    ``made``: how many runs there have been, each on a thread of its own; ``begun``: the number of
    the last that has done its clicks.
    """

    def __init__(self) -> None:
        super().__init__()
        self.turn, self.made, self.begun = RLock(), 0, 0


def finish_callbacks() -> None:
    """What a click does is done whole, and before what a later click does.

    Streamlit stops a run for a newer one at each access to the session: of a key press half was
    kept, such as that it was heard, or nothing; and the newer run does not wait until the older one
    has stopped, so that the stop of a lesson that was opened last was not the last. It has no
    public way to this.
    """
    state.SessionState = RunsInTurn  # type: ignore[misc, assignment]
    make, begin = SafeSessionState.__init__, SafeSessionState.on_script_will_rerun

    @wraps(make)
    def numbered(
        run: SafeSessionState, session: state.SessionState, yield_callback: Callable[[], None]
    ) -> None:
        make(run, session, yield_callback)
        if isinstance(session, RunsInTurn):  # others serve no browser
            session.made += 1
            object.__setattr__(run, "number", session.made)

    @wraps(begin)
    def whole(
        run: SafeSessionState, fresh_widget_states: WidgetStates | None, *given: Any, **more: Any
    ) -> None:
        session, give_way = cast(RunsInTurn, run._state), run._yield_callback
        with session.turn:
            if run.number < session.begun:  # what is set now would undo what a newer one has
                give_way()
            session.begun = run.number
            _RUNNING.pressed = has_press(fresh_widget_states)
            object.__setattr__(run, "_yield_callback", lambda: None)
            try:
                begin(run, fresh_widget_states, *given, **more)
            finally:
                object.__setattr__(run, "_yield_callback", give_way)

    SafeSessionState.__init__ = numbered  # type: ignore[assignment,method-assign]
    SafeSessionState.on_script_will_rerun = whole  # type: ignore[assignment,method-assign]


def has_press(states: WidgetStates | None) -> bool:
    """Whether what the browser tells of the widgets is more than their values."""
    told = states.widgets if isinstance(states, WidgetStates) else []
    return any(widget.WhichOneof("value") in PRESSES for widget in told)


def pressed() -> bool:
    """Whether this run was asked for by a press on a page, and not to open one. Who opens a page
    from the menu tells no address; who comes to one by Back presses nothing."""
    run = get_script_run_ctx()
    return bool(run and run.query_string and getattr(_RUNNING, "pressed", False))


class NoDelay:
    """Sends what a click brings as it comes. For asyncio's own loop; uvloop does so itself.

    Streamlit's socket keeps small messages back until the browser has acknowledged the one
    before (Nagle's algorithm), and browsers put that off by 40 ms: 40 ms more for each click.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            transport = getattr(getattr(receive, "__self__", None), "transport", None)
            connection = transport and transport.get_extra_info("socket")
            if connection and connection.family != getattr(socket, "AF_UNIX", None):
                connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        await self.app(scope, receive, send)
