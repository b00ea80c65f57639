"""What has gone is dropped and given back, once, when most have gone."""

import asyncio
import gc
import platform
import subprocess
import sys
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


HEAPS = """
import ctypes, sys, threading
from pages.ui.server.memory_cleanup import share_heap
c = ctypes.CDLL(None)
c.fdopen.restype = ctypes.c_void_p
out = ctypes.c_void_p(c.fdopen(1, b"w"))
c.malloc_info(0, out)
share_heap()
held, all_hold = [], threading.Barrier(9)
def hold():
    held.append(bytearray(50_000))
    all_hold.wait()
for _ in range(8):
    threading.Thread(target=hold).start()
all_hold.wait()
c.malloc_info(0, out)
c.fflush(out)
"""


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="another library of C")
def test_threads_get_no_heaps_of_their_own() -> None:
    run = subprocess.run([sys.executable, "-c", HEAPS], capture_output=True, check=True)
    before, after = run.stdout.split(b"</malloc>")[:2]
    assert after.count(b"<heap ") == before.count(b"<heap ") > 0
