"""The limit of open files is as high as may be."""

import sys

import pytest

from pages.serving import tuning
from pages.serving.tuning import raise_limit


@pytest.mark.skipif(sys.platform == "win32", reason="no such limit")
def test_the_limit_is_as_high_as_the_system_lets_it_be() -> None:
    import resource

    before = soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(soft, 512), hard))
        raise_limit()
        assert resource.getrlimit(resource.RLIMIT_NOFILE) == (hard, hard)
        assert tuning.descriptor_limit() in (hard, None)
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)
