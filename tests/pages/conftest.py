"""What tests of pages share: a process with nothing left in memory."""

import gc
from collections.abc import Iterator

import pytest


@pytest.fixture
def empty_store() -> Iterator[None]:
    """What other tests left in memory is gone, so that large tables are made in sight."""
    gc.collect()
    yield
    gc.collect()
