"""What the owner of a server may ask it, at ``/_stcore/metrics``: Streamlit's figures and ours.

Who has the token of ``settings.toml`` may ask; without one in it, whoever asks on this machine
and not through a proxy. To all others there is no such address. As OpenMetrics writes it, which
Prometheus reads.
"""

from __future__ import annotations

import hmac
import os
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from ipaddress import ip_address
from pathlib import Path
from typing import Final

from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from pages.serving import tuning
from pages.streamlit_inside import sessions
from pages.ui.classroom.served import HUB
from pages.work.jobs import works

ADDRESS: Final = "/_stcore/metrics"
OF_A_PROXY: Final = ("forwarded", "x-forwarded-for", "x-forwarded-host", "x-real-ip", "via")
END: Final = b"# EOF\n"
KIND: Final = "application/openmetrics-text; version=1.0.0; charset=utf-8"
PROCESS: Final = Path("/proc/self")


@dataclass(frozen=True)
class Gauge:
    """A figure that goes up and down; ``read`` gives None where this system cannot tell."""

    about: str
    read: Callable[[], float | None]


def _memory() -> int | None:
    with suppress(OSError):
        return int((PROCESS / "statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    return None


def _descriptors() -> int | None:
    with suppress(OSError):
        return len(os.listdir(PROCESS / "fd"))
    return None


GAUGES: Final[Mapping[str, Gauge]] = {
    "nbn_sessions": Gauge("Students here, or gone for less than two minutes", sessions.count),
    "nbn_memory_bytes": Gauge("Memory of the process (resident)", _memory),
    "nbn_descriptors": Gauge("Open files and sockets", _descriptors),
    "nbn_descriptors_limit": Gauge("How many may be open", tuning.descriptor_limit),
    "nbn_class_streams": Gauge("Phones and boards that follow a live class", HUB.listening),
    "nbn_jobs": Gauge("Long work that goes on or waits", works.count),
}


def told(gauges: Mapping[str, Gauge] = GAUGES) -> bytes:
    """Each with its kind and what it is about."""
    lines = []
    for name, gauge in gauges.items():
        if (value := gauge.read()) is not None:
            lines += [f"# TYPE {name} gauge", f"# HELP {name} {gauge.about}", f"{name} {value}"]
    return "".join(f"{line}\n" for line in lines).encode()


class Metrics:
    """Lets the owner ask, and adds our figures to Streamlit's."""

    def __init__(self, app: ASGIApp, token: str) -> None:
        self.app, self.token = app, token

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or not scope["path"].endswith(ADDRESS):
            await self.app(scope, receive, send)
        elif scope["method"] == "GET" and self._is_owner(scope):
            body = (await _of_streamlit(self.app, scope, receive)).removesuffix(END) + told() + END
            await PlainTextResponse(body, media_type=KIND)(scope, receive, send)
        else:
            await PlainTextResponse("Not Found", 404)(scope, receive, send)

    def _is_owner(self, scope: Scope) -> bool:
        headers = Headers(scope=scope)
        if self.token:
            said = headers.get("authorization", "").encode()
            return hmac.compare_digest(said, f"Bearer {self.token}".encode())
        return _is_here(scope) and not any(name in headers for name in OF_A_PROXY)


def _is_here(scope: Scope) -> bool:
    """Whether a program on this machine asks; a socket that is a file has no address."""
    host, _port = scope.get("client") or ("", 0)
    with suppress(ValueError):
        return ip_address(host).is_loopback
    return False


async def _of_streamlit(app: ASGIApp, scope: Scope, receive: Receive) -> bytes:
    """Its figures as text, or nothing if it has none."""
    body, status = b"", 0

    async def keep(message: Message) -> None:
        nonlocal body, status
        status = message.get("status", status)
        body += message.get("body", b"")

    await app({**scope, "headers": []}, receive, keep)
    return body if status == 200 else b""
