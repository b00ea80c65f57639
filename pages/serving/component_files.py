"""The script and the style sheets of our components, as few files that browsers keep.

Streamlit serves each file by itself, anew for every page. Here the script that it asks for of a
component names one script with all modules (``dtshow.web.script``), so that browsers need it once.
It is one for all components, since these share what a module remembers.
"""

from __future__ import annotations

import re
from typing import Final

from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from dtshow.web.script import ASK_AGAIN, FILES, NAME, script, sent, style_sheet
from pages.ui.components.mount import NAMES, PACKAGE

PLACE: Final = re.compile(rf".*/_stcore/bidi-components/{PACKAGE}\.\w+/(?P<file>.+)")
ENTRIES: Final = {f"{name}/streamlit.js" for name in NAMES}
SHEETS: Final = {f"{name}/{name}.css" for name in NAMES}
ENTRY: Final = 'import {{ need }} from "{place}";\nexport default need("{file}").entry;\n'


class ComponentFiles:
    """Answers for the files of components by which all others are found."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        asked = scope["type"] == "http" and PLACE.fullmatch(scope["path"])
        answer = _answer(asked["file"], Headers(scope=scope)) if asked else None
        await (answer or self.app)(scope, receive, send)


def _answer(file: str, headers: Headers) -> Response | None:
    accepted = headers.get("accept-encoding", "")
    if file in SHEETS:
        content, kept = sent(style_sheet(file).encode(), accepted)
        return Response(content, media_type="text/css", headers=kept)
    if file not in ENTRIES and not NAME.fullmatch(file):
        return None
    made = script({"": FILES})
    if file in ENTRIES:
        entry = ENTRY.format(place=f"../../{PACKAGE}.stage/{made.name}", file=file)
        again = {"cache-control": ASK_AGAIN}
        return Response(entry, media_type="text/javascript", headers=again)
    content, kept = made.sent(file, accepted)
    return Response(content, media_type="text/javascript", headers=kept)
