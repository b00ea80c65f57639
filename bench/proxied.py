"""Several processes of the app behind HAProxy, with the settings that the project hands out."""

import os
import shutil
import subprocess
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psutil

from bench.server import ROOT, Server, free_port

HAPROXY = shutil.which("haproxy", path=f"{os.environ.get('PATH', '')}:/usr/sbin")


class Deployment:
    """``servers`` by the cookie that leads to each; ``address`` is the proxy's."""

    def __init__(self, many: int, folder: Path) -> None:
        self.folder, self.url = folder, f"sqlite:///{folder}/store.db"
        variables = {"NBN_STORE": self.url, "FORWARDED_ALLOW_IPS": "*"}  # as compose.yaml
        self.servers = {f"p{k + 1}": Server(variables=variables) for k in range(many)}
        self.address = f"127.0.0.1:{free_port()}"
        assert HAPROXY is not None, "HAProxy is not installed"
        place = folder / "haproxy.cfg"
        place.write_text(self._settings())
        self.proxy = subprocess.Popen([HAPROXY, "-f", str(place)])
        for name in self.servers:
            self.wait(name)

    def _settings(self) -> str:
        text = (ROOT / "deploy" / "haproxy.cfg").read_text()
        text = text.replace("bind :80 ", f"bind {self.address} ")
        text = text.replace("/run/haproxy/admin.sock", str(self.folder / "admin.sock"))
        lines = [line for line in text.splitlines() if not line.startswith("    server ")]
        named = self.servers.items()
        lines += [f"    server {name} {one.address} cookie {name}" for name, one in named]
        return "\n".join(lines) + "\n"

    def wait(self, name: str) -> None:
        """Until the proxy leads the cookie of this process to it."""
        for _ in range(240):
            try:
                if self.came_to(name) is None:
                    return
            except (urllib.error.URLError, OSError):
                pass
            time.sleep(0.25)
        raise RuntimeError(f"{name} did not come up")

    def came_to(self, cookie: str = "") -> str | None:
        """The cookie that a visitor is given; None for one who keeps the one she has."""
        request = urllib.request.Request(f"http://{self.address}/_stcore/health")
        if cookie:
            request.add_header("Cookie", f"NBN={cookie}")
        with urllib.request.urlopen(request, timeout=5) as answer:
            return given(answer.headers.get_all("Set-Cookie", []))

    def cpu(self) -> float:
        """Seconds of CPU of all processes and the proxy."""
        proxy = psutil.Process(self.proxy.pid)
        family = [proxy, *proxy.children(recursive=True)]
        own = sum(times.user + times.system for times in (one.cpu_times() for one in family))
        return own + sum(server.cpu() for server in self.servers.values())

    def end(self) -> None:
        self.proxy.terminate()
        self.proxy.wait(20)
        for server in self.servers.values():
            server.kill()


def given(cookies: list[str]) -> str | None:
    """Which process a proxy's cookie leads to, if it has given one."""
    names = [text.split(";")[0].partition("=") for text in cookies]
    return next((value for name, _, value in names if name == "NBN"), None)


@contextmanager
def deployed(many: int) -> Iterator[Deployment]:
    with tempfile.TemporaryDirectory() as folder:
        made = Deployment(many, Path(folder))
        try:
            yield made
        finally:
            made.end()
