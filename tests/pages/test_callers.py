"""Whose an address is: what limits count by."""

import json
import time
import urllib.error
import urllib.request
from ipaddress import ip_address
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.types import Receive, Scope, Send

from pages.serving.callers import Callers, caller
from tests import haproxy
from tests.browser.processes import free_port
from tests.pages.answers import sent
from tests.pages.served import served
from tests.strategies import law

BITS = 2**64


@law
@given(st.integers(2**32, 2**64 - 1), st.integers(0, BITS - 1), st.integers(0, BITS - 1))
def test_all_of_a_network_of_ipv6_are_one(network: int, one: int, other: int) -> None:
    mine = {caller(str(ip_address(network * BITS + host))) for host in (one, other)}
    assert len(mine) == 1
    assert caller(str(ip_address((network ^ 1) * BITS + one))) not in mine
    assert caller(*mine) in mine


@law
@given(st.ip_addresses(v=4).map(str))
def test_an_address_of_ipv4_is_itself_however_it_comes(address: str) -> None:
    assert caller(address) == caller(f"::ffff:{address}") == address


def test_this_machine_and_what_is_no_address_stay() -> None:
    for said in ("127.0.0.1", "::1", "", "testclient", "/run/app.sock", "2001:db8::x"):
        assert caller(said) == said


def test_whoever_asks_is_seen_so_by_all_behind() -> None:
    seen = list[Any]()

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        seen.append(scope.get("client"))

    for client in (("2001:db8:0:1:2:3:4:5", 7), ("2001:db8:0:1::9", 8), None):
        for kind in ("http", "websocket"):
            sent(Callers(app), {"type": kind, "client": client})
    assert seen == [("2001:db8:0:1::", 7)] * 2 + [("2001:db8:0:1::", 8)] * 2 + [None] * 2


async def who_asks(scope: Scope, receive: Receive, send: Send) -> None:
    """As the app sees it."""
    request = Request(scope)
    told = (request.client.host if request.client else "", request.url.scheme)
    await JSONResponse(told)(scope, receive, send)


def told(port: int, headers: dict[str, str]) -> Any:
    request = urllib.request.Request(f"http://127.0.0.1:{port}/", headers=headers)
    for _ in range(100):
        try:
            with urllib.request.urlopen(request, timeout=5) as answer:
                return json.load(answer)
        except OSError:
            time.sleep(0.1)
    raise AssertionError("nobody answered")


@haproxy.installed
@pytest.mark.parametrize("trusted", ["*", "127.0.0.1"])  # of FORWARDED_ALLOW_IPS
def test_the_proxy_says_whence_a_reader_comes_and_not_she(trusted: str, tmp_path: Path) -> None:
    port, ports = free_port(), [free_port(), free_port()]
    with (
        served(Callers(who_asks), ports[0], forwarded_allow_ips=trusted),
        served(Callers(who_asks), ports[1], forwarded_allow_ips=trusted),
        haproxy.before(ports, port, tmp_path),
    ):
        assert told(port, {}) == ["127.0.0.1", "http"]
        for forged in ("203.0.113.7", "203.0.113.7, 198.51.100.9", "2001:db8::1", "", "x"):
            headers = {"X-Forwarded-For": forged, "X-Forwarded-Proto": "https"}
            assert told(port, headers) == ["127.0.0.1", "http"]
