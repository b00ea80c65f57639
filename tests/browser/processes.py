"""The app as processes of a test's own, which may be killed."""

import os
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[2]
Process = subprocess.Popen[bytes]


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def started(port: int, store: str, served: str = "", **environment: str) -> Process:
    """The app at ``port`` of this machine, with its tables in ``store``, a URL; served by a module
    of this folder instead of Streamlit's."""
    module = f"tests.browser.{served}" if served else "streamlit"
    options = ["--server.headless=true", f"--server.port={port}", "--server.address=127.0.0.1"]
    return subprocess.Popen(
        [sys.executable, "-m", module, "run", "app.py", *options],
        cwd=ROOT,
        env={**os.environ, "NBN_STORE": store, **environment},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )


def until_it_answers(
    address: str, process: subprocess.Popen[bytes], path: str = "/_stcore/health"
) -> None:
    for _ in range(480):
        assert process.poll() is None, "the server did not start"
        try:
            urllib.request.urlopen(address + path, timeout=2)
            return
        except OSError:
            time.sleep(0.25)
    raise AssertionError("the server did not answer")


def end(process: Process) -> None:
    """At once, as a crash does."""
    process.kill()
    process.wait(20)
