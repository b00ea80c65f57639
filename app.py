"""Node by Node: ``streamlit run app.py`` serves the app. Nothing else is done here."""

import sys
from pathlib import Path

import streamlit as st
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route

from pages.serving.addresses import Addresses
from pages.serving.callers import Callers
from pages.serving.component_files import ComponentFiles
from pages.serving.metrics import Metrics
from pages.serving.same_origin import SameOrigin
from pages.serving.security_headers import SecurityHeaders
from pages.serving.socket_limit import SocketLimit
from pages.serving.tuning import NoDelay, ready_for_many
from pages.serving.upload_limit import UploadLimit
from pages.serving.while_served import while_served
from pages.streamlit_inside.early_script import EarlyScript
from pages.ui.classroom.served import CLASSROOM
from pages.work.settings import SettingsError, settings


async def not_here(request: Request) -> JSONResponse:
    """No configuration: the browser goes on to look for the server at the root.

    On a deep link Streamlit's page first looks below its own address (/grow/_stcore/...), and
    a 404 there would stand as an error in the console of every student who opens a link.
    """
    return JSONResponse(None)


def excuse(error: Exception) -> bool:
    """What a reader sees of a fault of ours, in their language; the log has the rest."""
    from pages.ui.shell.frame import unexpected  # not before a session runs

    unexpected()
    return True


try:
    ready_for_many()
except SettingsError as problem:
    sys.exit(str(problem))

base = f"/{st.config.get_option('server.baseUrlPath').strip('/')}".rstrip("/")

# An App with its script elsewhere, and not a script: Streamlit takes a folder pages/ beside a
# script for pages of its own making, and passes by st.navigation on the first deep link.
app = st.App(
    Path(__file__).resolve().parent / "pages" / "serving" / "navigation.py",
    routes=[
        CLASSROOM.mounted(base),
        Route(base + "/{page}/_stcore/health", not_here),
        Route(base + "/{page}/_stcore/host-config", not_here),
    ],
    middleware=[
        Middleware(SecurityHeaders, settings().server.frame_ancestors),
        Middleware(Metrics, settings().server.metrics_token),
        Middleware(Callers),
        Middleware(Addresses),
        Middleware(SameOrigin, settings().server.origins),
        Middleware(UploadLimit, settings().limits.megabytes, settings().server.upload_megabytes),
        Middleware(NoDelay),
        Middleware(SocketLimit),
        Middleware(EarlyScript),
        Middleware(ComponentFiles),
    ],
    on_script_error=excuse,
    lifespan=while_served,
)
