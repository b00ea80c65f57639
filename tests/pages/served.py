"""An ASGI app behind Uvicorn, as Streamlit runs it, for as long as a test needs it."""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import uvicorn
from starlette.types import ASGIApp


@contextmanager
def served(app: ASGIApp, port: int, **settings: Any) -> Iterator[None]:
    usual = {"ws": "websockets-sansio", "lifespan": "off", "log_level": "error"}
    server = uvicorn.Server(uvicorn.Config(app, port=port, **{**usual, **settings}))
    thread = threading.Thread(target=server.run)
    thread.start()
    try:
        while not server.started:
            assert thread.is_alive()
            time.sleep(0.01)
        yield
    finally:
        server.should_exit = True
        thread.join()
