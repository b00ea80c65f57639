"""Open files and sockets: as many as the system allows. A student has four: a socket, and the three
of a loop of asyncio that Streamlit makes for each session."""

from __future__ import annotations

import sys
from contextlib import suppress

if sys.platform != "win32":
    import resource


def raise_limit() -> None:
    """As many as the system lets this process have. Windows has no such limit."""
    if sys.platform != "win32":
        _soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        with suppress(ValueError, OSError):  # macOS names a limit that it does not take
            resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


def limit() -> int | None:
    """How many this process may have, if there is a limit."""
    if sys.platform == "win32":
        return None
    soft, _hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    return None if soft == resource.RLIM_INFINITY else soft
