"""A live server on a free port, and a real Chromium that may talk to nothing else."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.browser.classroom import Class, OwnServer
from tests.browser.gate import Gate
from tests.browser.processes import free_port, until_it_answers
from tests.browser.visitor import LAPTOP, Visitor
from tests.pages.conftest import packages_searched_once  # noqa: F401 (a fixture)

expect.set_options(timeout=60_000)  # a busy machine is slow, not wrong

ROOT = Path(__file__).resolve().parents[2]
QUIET = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--process-per-site",  # a page finds the app's scripts compiled by those before it
]


@pytest.fixture(scope="session")
def gate_of_server(tmp_path_factory: pytest.TempPathFactory) -> Gate:
    return Gate(tmp_path_factory.mktemp("server") / "shut")


@pytest.fixture
def gate(gate_of_server: Gate) -> Iterator[Gate]:
    """Open, unless the test shuts it."""
    yield gate_of_server
    gate_of_server.open()


@pytest.fixture(scope="session")
def server(gate_of_server: Gate) -> Iterator[str]:
    port = free_port()
    command = [sys.executable, "-m", "tests.browser.serve", "run", "app.py"]
    options = ["--server.headless=true", f"--server.port={port}", "--server.address=127.0.0.1"]
    process = subprocess.Popen(
        [*command, *options],
        cwd=ROOT,
        env={**os.environ, "NBN_GATE": str(gate_of_server.path)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    address = f"http://127.0.0.1:{port}"
    try:
        until_it_answers(address, process)
        yield address
    finally:
        process.terminate()
        process.wait(20)


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        path = os.environ.get("NBN_CHROMIUM") or shutil.which("chromium") or None
        browser = playwright.chromium.launch(executable_path=path, args=QUIET)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def warm(chromium: Browser, server: str) -> Iterator[Page]:
    """A page that stays open, so that the process with the compiled scripts does."""
    context = chromium.new_context(viewport=LAPTOP)
    page = context.new_page()
    page.goto(f"{server}/_stcore/health")
    yield page
    context.close()


@pytest.fixture
def visitor(warm: Page) -> Iterator[Visitor]:
    """A new reader with a laptop's screen; complains at the end if the console did."""
    context = warm.context
    reader = Visitor(context.new_page())
    yield reader
    for page in context.pages:
        if page is not warm:
            page.goto("about:blank")  # else to close it drops what the browser holds in memory
            page.close()
    context.clear_cookies()
    context.clear_permissions()
    warm.evaluate("localStorage.clear()")
    assert reader.errors == []
    assert reader.elsewhere == []


@pytest.fixture
def held(chromium: Browser, server: str) -> Iterator[Class]:
    """A class on the server that all tests share."""
    held = Class(chromium, server)
    yield held
    held.shut()


@pytest.fixture
def own(chromium: Browser, tmp_path: Path) -> Iterator[OwnServer]:
    """A class on a server that the test may kill."""
    own = OwnServer(chromium, f"sqlite:///{tmp_path}/store.db")
    try:
        until_it_answers(own.address, own.process)
        yield own
    finally:
        own.shut()
