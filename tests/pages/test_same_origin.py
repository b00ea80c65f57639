"""Whose pages may open a socket; Streamlit is never left to look up its own address."""

from types import SimpleNamespace
from typing import Any, Final

import pytest
from starlette.applications import Starlette
from starlette.datastructures import Headers
from starlette.types import ASGIApp
from streamlit import net_util
from streamlit.web.server.starlette.starlette_websocket import create_websocket_routes

from pages.serving.same_origin import SameOrigin
from tests.pages.answers import sent

OTHERS: Final = "https://Moodle.example.org http://10.0.0.5:8080"
STREAM: Final = "/_stcore/stream"


@pytest.fixture
def looked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """How often Streamlit asked for its own address: a look-up that would hang."""
    asked: list[str] = []
    for name in ("get_external_ip", "get_internal_ip"):
        monkeypatch.setattr(net_util, name, lambda name=name: asked.append(name))
    return asked


def served() -> ASGIApp:
    """Streamlit's own route for sockets behind ours."""
    runtime: Any = SimpleNamespace(
        connect_session=lambda **_about: "one", disconnect_session=lambda *_args, **_more: None
    )
    app: ASGIApp = SameOrigin(Starlette(routes=create_websocket_routes(runtime, None)), OTHERS)
    return app


def opens(origin: str | None) -> bool:
    """Whether a socket is opened; it is closed as soon as it is."""
    said = {"host": "class.example.org", "sec-websocket-protocol": "streamlit"}
    headers = Headers(said if origin is None else {**said, "origin": origin}).raw
    scope = {"type": "websocket", "path": STREAM, "headers": headers, "query_string": b""}
    coming = ({"type": "websocket.connect"}, {"type": "websocket.disconnect", "code": 1000})
    told = sent(served(), scope, coming)
    if told[0]["type"] == "websocket.accept":
        return True
    assert told == [{"type": "websocket.close", "code": 1008}]
    return False


def test_ten_foreign_handshakes_are_refused_without_a_look_up(
    looked: list[str],
) -> None:
    assert not any(opens(f"https://evil{k}.example.com") for k in range(10))
    assert looked == []


@pytest.mark.parametrize(
    ("origin", "let_in"),
    [
        (None, True),  # no browser
        ("http://class.example.org", True),
        ("https://CLASS.example.org", True),  # a proxy speaks HTTPS
        ("https://moodle.example.org", True),
        ("http://10.0.0.5:8080", True),
        ("http://10.0.0.5", False),
        ("http://class.example.org:8080", False),
        ("https://class.example.org.evil.com", False),
        ("http://localhost", False),
        ("null", False),
        ("http://[", False),
        ("", False),
    ],
)
def test_whose_sockets_are_opened(looked: list[str], origin: str | None, let_in: bool) -> None:
    assert opens(origin) == let_in
    assert looked == []
