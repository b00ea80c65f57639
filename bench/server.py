"""The app in a process of its own, to be measured from outside."""

import os
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import psutil

ROOT = Path(__file__).resolve().parents[1]
AS_DEPLOYED = {"MALLOC_ARENA_MAX": "1"}
"""As ``deploy/nbn@.service`` starts it."""


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Server:
    """The app in a process of its own, with the processes it starts. ``variables``: of its
    environment; what it says goes into ``log``."""

    def __init__(
        self,
        *options: str,
        script: str = "app.py",
        module: str = "streamlit",
        variables: Mapping[str, str] | None = None,
        log: Path | None = None,
    ) -> None:
        self.address = f"127.0.0.1:{free_port()}"
        host, port = self.address.split(":")
        self.command = [sys.executable, "-m", module, "run", script, "--server.headless=true"]
        self.command += [f"--server.address={host}", f"--server.port={port}", *options]
        self.command += ["--server.fileWatcherType=none"]
        self.variables = {**os.environ, **AS_DEPLOYED, **(variables or {})}
        self.log = log
        self.start()

    def start(self) -> None:
        """Begin, or begin again at the same address, and wait until it answers."""
        with open(self.log or os.devnull, "ab") as out:
            self.child = subprocess.Popen(
                self.command, cwd=ROOT, env=self.variables, stdout=out, stderr=out
            )
        self.process = psutil.Process(self.child.pid)
        self.wait()

    def wait(self) -> None:
        for _ in range(240):
            try:
                urllib.request.urlopen(f"http://{self.address}/_stcore/health", timeout=2)
                return
            except (urllib.error.URLError, OSError):
                time.sleep(0.25)
        raise RuntimeError("the server did not answer")

    def kill(self) -> None:
        """At once, as a crash does."""
        self.child.kill()
        self.child.wait(20)

    def cpu(self) -> float:
        """Seconds of CPU so far, those of its children and of such as have ended included."""
        ended = self.process.cpu_times()
        used = ended.children_user + ended.children_system  # on Linux
        for process in self._family():
            with suppress(psutil.NoSuchProcess):  # it has ended since
                times = process.cpu_times()
                used += times.user + times.system
        return used

    def megabytes(self) -> float:
        """Resident memory, that of the processes it starts included."""
        held = 0
        for process in self._family():
            with suppress(psutil.NoSuchProcess):  # it has ended since
                held += process.memory_info().rss
        return held / 2**20

    def _family(self) -> list[psutil.Process]:
        return [self.process, *self.process.children(recursive=True)]


@contextmanager
def serving(*options: str, **more: Any) -> Iterator[Server]:
    """A server with further ``options`` of Streamlit's, ended on the way out."""
    server = Server(*options, **more)
    try:
        yield server
    finally:
        server.child.terminate()
        server.child.wait(20)


def load() -> str:
    """How busy the machine is, as far as the system tells."""
    return f"{os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else "unknown"
