"""A session holds no more descriptors than its socket, and the limit is as high as may be."""

import asyncio
import os
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from streamlit.runtime import app_session
from streamlit.runtime.app_session import AppSession, _close_script_event_loop

from pages.ui.server import descriptors
from pages.ui.server.descriptors import LoopOnDemand, make_loops_on_demand, raise_limit

OPEN = Path("/proc/self/fd")


async def double(number: int) -> int:
    await asyncio.sleep(0)
    return 2 * number


def aside(work: object) -> object:
    """In a thread without a loop: a browser test may have one that runs in this."""
    assert callable(work)
    with ThreadPoolExecutor() as beside:
        return beside.submit(work).result()


@pytest.mark.skipif(not OPEN.exists(), reason="no list of what is open")
def test_the_loop_of_a_session_opens_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(app_session, "asyncio", asyncio)
    make_loops_on_demand()
    before = len(os.listdir(OPEN))
    loops = [app_session.asyncio.new_event_loop() for _ in range(20)]  # type: ignore[attr-defined]
    assert len(os.listdir(OPEN)) == before
    for loop in loops:
        aside(lambda loop=loop: asyncio.set_event_loop(loop))
        assert not loop.is_closed()
        loop.close()
        assert loop.is_closed()


def test_a_loop_that_is_used_works() -> None:
    loop = LoopOnDemand()
    heard: list[int] = []
    loop.call_soon(heard.append, 1)
    assert aside(lambda: loop.run_until_complete(double(4))) == 8
    assert (heard, loop.is_running(), loop.is_closed()) == ([1], False, False)
    aside(lambda: _close_script_event_loop(loop))
    assert loop.is_closed()
    with pytest.raises(RuntimeError, match="closed"):
        loop.call_soon(heard.append, 2)


def test_streamlit_still_makes_loops_in_the_way_we_know() -> None:
    """Else a student has four descriptors again, and ``descriptors`` should be looked at."""
    assert "new_event_loop" in AppSession.__init__.__code__.co_names


@pytest.mark.skipif(sys.platform == "win32", reason="no such limit")
def test_the_limit_is_as_high_as_the_system_lets_it_be() -> None:
    import resource

    before = soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(soft, 512), hard))
        raise_limit()
        assert resource.getrlimit(resource.RLIMIT_NOFILE) == (hard, hard)
        assert descriptors.limit() in (hard, None)
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)
