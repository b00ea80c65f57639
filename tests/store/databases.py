"""A PostgreSQL for a test run, in a folder of its own; none where it is not installed."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import mkdtemp


def _programs() -> Path | None:
    """Where initdb and postgres stand, the newest of them."""
    found = shutil.which("initdb")
    places = [Path(found).resolve().parent] if found else []
    places += sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    return next((place for place in places if (place / "initdb").exists()), None)


def _as_who() -> list[str] | None:
    """PostgreSQL refuses to be run by root; None if there is nobody else to run it."""
    if os.name == "nt":
        return None
    if os.geteuid():
        return []
    able = shutil.which("runuser") and not subprocess.call(
        ["id", "postgres"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    return ["runuser", "-u", "postgres", "--"] if able else None


@contextmanager
def postgresql() -> Iterator[str | None]:
    """The URL of an empty database, as long as the block; None where there can be none."""
    programs, who = _programs(), _as_who()
    if programs is None or who is None:
        yield None
        return
    folder = Path(mkdtemp(prefix="nbn-pg-"))
    if who:
        shutil.chown(folder, "postgres")
    port = _free_port()
    options = f"-p {port} -c listen_addresses=127.0.0.1 -k {folder}"
    cluster = folder / "data"
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "cwd": "/"}
    init = [*who, str(programs / "initdb"), "-D", str(cluster), "-U", "nbn", "-A", "trust"]
    server = [*who, str(programs / "pg_ctl"), "-D", str(cluster), "-w"]
    try:
        subprocess.run([*init, "--no-sync"], check=True, **quiet)
        log = ["-l", str(folder / "log"), "-o", f"{options} -c fsync=off"]
        subprocess.run([*server, *log, "start"], check=True, **quiet)
        yield f"postgresql+psycopg://nbn@127.0.0.1:{port}/postgres"
    finally:
        subprocess.run([*server, "-m", "immediate", "stop"], check=False, **quiet)
        shutil.rmtree(folder, ignore_errors=True)


def _free_port() -> int:
    with socket.socket() as place:
        place.bind(("127.0.0.1", 0))
        port: int = place.getsockname()[1]
    return port
