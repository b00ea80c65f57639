"""Who asks, as limits count them: an address of IPv4, or a network of IPv6.

A household or a school has at least 2**64 addresses of IPv6 of its own (RFC 6177), and whoever is
counted by address could take another one each time. Not done here: behind a proxy the address
is the one that the proxy tells (``deploy/``).
"""

from __future__ import annotations

from contextlib import suppress
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from typing import Final

from starlette.types import ASGIApp, Receive, Scope, Send

NETWORK: Final = 64
"""Bits of an address of IPv6 that tell whose it is."""


class Callers:
    """Lets nothing behind it see more of an address than whose it is."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if client := scope.get("client"):
            scope = {**scope, "client": (caller(client[0]), client[1])}
        await self.app(scope, receive, send)


def caller(address: str) -> str:
    """``2001:db8::`` for all of ``2001:db8::/64``; what is no address of IPv6 stays."""
    said: IPv4Address | IPv6Address | None = None
    with suppress(ValueError):
        said = ip_address(address)
    if not isinstance(said, IPv6Address) or said.is_loopback:
        return address
    if said.ipv4_mapped:  # a socket for both kinds says so of IPv4
        return str(said.ipv4_mapped)
    return str(IPv6Network((int(said), NETWORK), strict=False).network_address)
