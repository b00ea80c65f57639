"""What tests of pages share: what Streamlit makes anew for each run of a page made once, a process
with nothing in memory."""

import gc
from collections.abc import Iterator
from functools import cache
from math import inf
from unittest.mock import MagicMock

import pytest
from streamlit.components.v2 import manifest_scanner
from streamlit.runtime.scriptrunner.script_cache import ScriptCache
from streamlit.testing.v1 import app_test, local_script_runner
from streamlit.testing.v1.local_script_runner import LocalScriptRunner

from pages.work.jobs import works


@pytest.fixture(autouse=True, scope="session")
def packages_searched_once() -> Iterator[None]:
    """Each AppTest would search all installed packages for components, the same each time."""
    with pytest.MonkeyPatch.context() as patch:
        name = "scan_component_manifests"
        patch.setattr(manifest_scanner, name, cache(getattr(manifest_scanner, name)))
        yield


def ended(runner: LocalScriptRunner, timeout: float = 3) -> None:
    """Waits for a page as a whole, where Streamlit looks a thousand times a second."""
    thread = runner._script_thread
    assert thread
    thread.join(timeout)
    if thread.is_alive():
        runner.request_stop()
        raise RuntimeError(f"a page took more than {timeout} s")


@pytest.fixture(autouse=True, scope="session")
def runs_made_once() -> Iterator[None]:
    """A stand-in for the server costs 6 ms and the pages' own code 4 ms, at each run."""
    pages = ScriptCache()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(app_test, "MagicMock", cache(MagicMock))
        patch.setattr(app_test, "ScriptCache", lambda: pages)
        patch.setattr(local_script_runner, "ScriptCache", lambda: pages)
        patch.setattr(local_script_runner, "require_widgets_deltas", ended)
        yield


@pytest.fixture
def empty_store() -> Iterator[None]:
    """What other tests left in memory is gone, and what still worked for them has ended, which
    holds their tables: so large ones are made in sight."""
    for work in [*works._going.values()]:
        work._looked = -inf
        assert work._ended.wait(60)
    gc.collect()
    yield
    gc.collect()
