"""HAProxy with the settings that the project hands out, where it is installed."""

import os
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import pytest

HAPROXY: Final = shutil.which("haproxy", path=f"{os.environ.get('PATH', '')}:/usr/sbin")
SETTINGS: Final = Path(__file__).parents[1] / "deploy" / "haproxy.cfg"
installed: Final = pytest.mark.skipif(HAPROXY is None, reason="HAProxy is not installed")


@contextmanager
def before(ports: Sequence[int], port: int, folder: Path) -> Iterator[None]:
    """At ``port``, before two processes of this machine at ``ports``."""
    text = SETTINGS.read_text()
    for old, new in (
        ("bind :80 ", f"bind 127.0.0.1:{port} "),
        ("127.0.0.1:8501", f"127.0.0.1:{ports[0]}"),
        ("127.0.0.1:8502", f"127.0.0.1:{ports[1]}"),
        ("/run/haproxy/admin.sock", str(folder / "admin.sock")),
    ):
        assert old in text
        text = text.replace(old, new)
    (folder / "haproxy.cfg").write_text(text)
    assert HAPROXY is not None
    proxy = subprocess.Popen([HAPROXY, "-f", str(folder / "haproxy.cfg")])
    try:
        yield
    finally:
        proxy.kill()
        proxy.wait(20)
