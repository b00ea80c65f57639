"""What has gone is dropped and given back, once, when most have gone."""

import asyncio
import gc
import weakref
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace

import pytest
from streamlit.runtime.memory_session_storage import MemorySessionStorage
from streamlit.runtime.session_manager import SessionInfo
from streamlit.runtime.websocket_session_manager import WebsocketSessionManager

from pages.ui.server import memory_cleanup


class Session:
    """As much of a session as its storage asks for."""

    id = "one"


def serve(monkeypatch: pytest.MonkeyPatch, manager: object) -> None:
    monkeypatch.setattr(memory_cleanup, "exists", lambda: True)
    runtime = SimpleNamespace(_session_mgr=manager)
    monkeypatch.setattr(memory_cleanup, "Runtime", SimpleNamespace(instance=lambda: runtime))


@pytest.mark.parametrize(("seconds", "kept"), [(0, 0), (60, 1)])
def test_counting_drops_the_sessions_whose_time_is_up(
    monkeypatch: pytest.MonkeyPatch, seconds: int, kept: int
) -> None:
    """With Streamlit's own storage and manager, whose insides are meant here."""
    storage = MemorySessionStorage(ttl_seconds=seconds)
    session = Session()
    gone = weakref.ref(session)
    storage.save(SessionInfo(client=None, session=session))  # type: ignore[arg-type]
    del session
    serve(monkeypatch, WebsocketSessionManager(storage, None, None, None))  # type: ignore[arg-type]
    assert memory_cleanup.sessions() == kept
    gc.collect()
    assert (gone() is not None) == bool(kept)


def test_a_streamlit_that_is_built_otherwise_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    assert memory_cleanup.sessions() == 0  # no server runs here
    serve(monkeypatch, object())
    assert memory_cleanup.sessions() == 0


def test_it_is_tidied_up_once_when_half_have_gone(monkeypatch: pytest.MonkeyPatch) -> None:
    there, told = iter([0, 1, 100, 100, 60, 50, 50, 30, 25, 100]), list[int]()

    def sessions() -> int:
        told.append(next(there))
        return told[-1]

    monkeypatch.setattr(memory_cleanup, "EVERY", 0.0)
    monkeypatch.setattr(memory_cleanup, "sessions", sessions)
    tidied: list[int] = []
    monkeypatch.setattr(memory_cleanup, "give_back", lambda: tidied.append(told[-1]))
    with ThreadPoolExecutor() as beside, pytest.raises(RuntimeError, match="StopIteration"):
        beside.submit(
            lambda: asyncio.run(memory_cleanup._tidy())
        ).result()  # a browser may have a loop
    assert tidied == [50, 25]


def test_what_can_be_given_back_is() -> None:
    class Knot:
        def __init__(self) -> None:
            self.itself = self

    knot = weakref.ref(Knot())
    memory_cleanup.give_back()
    assert knot() is None
