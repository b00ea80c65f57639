"""How often a law is tried, and on which cases a test: here, for all.

``python3 tasks.py test`` tries ``EXAMPLES`` random tables or seeds of each law, always the same
ones: what fails was broken by the last change, and fails again for whoever looks. At night
(``--nightly``) ``AT_NIGHT`` are drawn anew each time, so that over the weeks a law meets
tables that nobody has seen; a failing example is printed with the line that repeats it.
``--quick`` tries a few. Tables are kept in a store of this run's own.
"""

import gc
import os
import sys
import tempfile
from collections.abc import Iterator

import pytest
from hypothesis import settings

import tasks
from tests import on_push

EXAMPLES = 6
AT_NIGHT = 40

PATIENT = settings(deadline=None)  # a busy machine is not wrong
settings.register_profile("push", PATIENT, max_examples=EXAMPLES, derandomize=True)
settings.register_profile("quick", settings.get_profile("push"), max_examples=4)
settings.register_profile("nightly", PATIENT, max_examples=AT_NIGHT, print_blob=True)
settings.load_profile("push")

os.environ["NBN_STORE"] = f"sqlite:///{tempfile.mkdtemp(prefix='nbn-store-')}/store.db"


def pytest_configure(config: pytest.Config) -> None:
    if not hasattr(config, "workerinput"):  # once, before there are several processes
        tasks.compile_messages(sys.executable)


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Iterator[None]:
    """Ten thousand tests stay to the end: no collection of garbage need look at them again, and
    none is made for each handful of objects."""
    gc.disable()
    yield
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)
    gc.enable()


@pytest.hookimpl(tryfirst=True)  # before marks are asked for
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    whole_files = not any("::" in path for path in config.args)
    for cases in on_push.tests_with_a_choice(items):
        if whole_files and (names := on_push.misnamed(cases)):
            told = f"on_push names {sorted(names)}, which are not there or nightly by themselves"
            raise pytest.UsageError(f"{cases[0].nodeid}: {told}")
        for case in on_push.left_to_the_night(cases):
            case.add_marker("nightly")
