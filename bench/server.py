"""The app in a process of its own, to be measured from outside."""

import os
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psutil

ROOT = Path(__file__).resolve().parents[1]


class Server:
    """The app in a process of its own, with the processes it starts."""

    def __init__(self, *options: str, script: str = "app.py") -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.address = f"127.0.0.1:{probe.getsockname()[1]}"
        host, port = self.address.split(":")
        command = [sys.executable, "-m", "streamlit", "run", script, "--server.headless=true"]
        command += [f"--server.address={host}", f"--server.port={port}", *options]
        command += ["--server.fileWatcherType=none"]
        quiet = subprocess.DEVNULL
        self.child = subprocess.Popen(command, cwd=ROOT, stdout=quiet, stderr=quiet)
        self.process = psutil.Process(self.child.pid)
        self._wait()

    def _wait(self) -> None:
        for _ in range(240):
            try:
                urllib.request.urlopen(f"http://{self.address}/_stcore/health", timeout=2)
                return
            except (urllib.error.URLError, OSError):
                time.sleep(0.25)
        raise RuntimeError("the server did not answer")

    def cpu(self) -> float:
        """Seconds of CPU so far, its children's included."""
        family = [self.process, *self.process.children(recursive=True)]
        return sum(times.user + times.system for times in (p.cpu_times() for p in family))

    def megabytes(self) -> float:
        """Resident memory of the process itself."""
        return self.process.memory_info().rss / 2**20


@contextmanager
def serving(*options: str, script: str = "app.py") -> Iterator[Server]:
    """A server with further ``options`` of Streamlit's, ended on the way out."""
    server = Server(*options, script=script)
    try:
        yield server
    finally:
        server.child.terminate()
        server.child.wait(20)


def load() -> str:
    """How busy the machine is, as far as the system tells."""
    return f"{os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else "unknown"
