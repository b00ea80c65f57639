"""What tests of pages share: Streamlit's search made once, a process with nothing in memory."""

import gc
from collections.abc import Iterator
from functools import cache

import pytest
from streamlit.components.v2 import manifest_scanner


@pytest.fixture(autouse=True, scope="session")
def packages_searched_once() -> Iterator[None]:
    """Each AppTest would search all installed packages for components, the same each time."""
    with pytest.MonkeyPatch.context() as patch:
        name = "scan_component_manifests"
        patch.setattr(manifest_scanner, name, cache(getattr(manifest_scanner, name)))
        yield


@pytest.fixture
def empty_store() -> Iterator[None]:
    """What other tests left in memory is gone, so that large tables are made in sight."""
    gc.collect()
    yield
    gc.collect()
