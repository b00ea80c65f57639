"""The script that keeps early page keys: in Streamlit's page, and in nothing else served."""

from __future__ import annotations

from typing import Final

import pytest
from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from pages.streamlit_inside.early_script import SCRIPT, EarlyScript, with_script
from tests.pages.answers import answered, sent

SHEET: Final = b'<link rel="stylesheet" crossorigin href="./x.css">'
PAGE: Final = (
    b"<!doctype html><head><title>x</title>" + SHEET + b'</head><body><div id="root"></div></body>'
)
OTHER: Final = b"<head></head>a worksheet"


def served(
    body: bytes, kind: str = "text/html; charset=utf-8", seen: list[Scope] | None = None
) -> ASGIApp:
    """An app that answers with a body in two parts, and to HEAD with its length alone."""

    async def app(scope: Scope, _receive: Receive, send: Send) -> None:
        if seen is not None:
            seen.append(scope)
        headers = {"content-type": kind, "content-length": str(len(body)), "etag": "x"}
        raw = Headers(headers).raw
        await send({"type": "http.response.start", "status": 200, "headers": raw})
        parts = (b"", b"") if scope["method"] == "HEAD" else (body[:20], body[20:])
        for part, more in zip(parts, (True, False), strict=True):
            await send({"type": "http.response.body", "body": part, "more_body": more})

    return app


def answer(
    app: ASGIApp, method: str = "GET", accept: str = "text/html,*/*"
) -> tuple[Headers, bytes]:
    asked = {"accept": accept, "accept-encoding": "gzip", "if-none-match": "x"}
    found = answered(EarlyScript(app), "/", headers=asked, method=method)
    return found.headers, found.body


def test_only_the_apps_page_gets_a_script() -> None:
    assert with_script(PAGE).count(b"<script>") == 1
    assert with_script(PAGE).index(SCRIPT) < with_script(PAGE).index(b"<title>")
    assert with_script(OTHER) == OTHER


def test_the_page_paints_a_word_before_its_style_sheet_is_there() -> None:
    """What is pressed before a page has painted something a browser gives to nobody."""
    page = with_script(PAGE)
    assert page.count(SHEET) == 1
    assert page.index(b'<div id="root">') < page.index(b"Node by Node") < page.index(SHEET)


def test_the_page_is_sent_whole_with_its_new_length_and_no_tag_of_the_old_one() -> None:
    headers, body = answer(served(PAGE))
    assert body == with_script(PAGE)
    assert headers["content-length"] == str(len(body))
    assert SCRIPT in body
    assert "etag" not in headers


def test_a_question_for_the_page_asks_for_all_of_it_in_plain_bytes() -> None:
    seen: list[Scope] = []
    answer(served(PAGE, seen=seen))
    assert Headers(scope=seen[0]).keys() == ["accept"]


@pytest.mark.parametrize(
    ("body", "kind", "accept"),
    [
        (OTHER, "text/html", "text/html"),
        (PAGE, "text/plain", "text/html"),
        (PAGE, "text/html", "*/*"),
    ],
)
def test_all_else_is_as_it_was(body: bytes, kind: str, accept: str) -> None:
    headers, sent = answer(served(body, kind), accept=accept)
    assert sent == body
    assert (headers["content-length"], headers["etag"]) == (str(len(body)), "x")


def test_head_tells_the_length_that_the_app_tells() -> None:
    headers, body = answer(served(PAGE), "HEAD")
    assert (headers["content-length"], body) == (str(len(PAGE)), b"")
    assert headers["etag"] == "x"


def test_a_socket_is_passed_on() -> None:
    seen: list[str] = []

    async def app(scope: Scope, _receive: Receive, _send: Send) -> None:
        seen.append(scope["type"])

    assert sent(EarlyScript(app), {"type": "websocket", "headers": []}) == []
    assert seen == ["websocket"]
