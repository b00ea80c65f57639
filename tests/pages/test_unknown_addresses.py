"""Where no page is, a reader is told so in their language, and led home."""

import re
from pathlib import Path

import pytest
from starlette.types import Receive, Scope, Send
from streamlit import config

from pages.serving.addresses import KNOWN, Addresses
from tests.pages.answers import Answer, answered

NAVIGATION = Path(__file__).resolve().parents[2] / "pages" / "serving" / "navigation.py"


async def streamlit(_scope: Scope, _receive: Receive, send: Send) -> None:
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": b"Streamlit"})


def asked(path: str, query: str = "", **headers: str) -> Answer:
    return answered(Addresses(streamlit), path, query, {"accept": "text/html,*/*", **headers})


@pytest.mark.parametrize(
    "path",
    [
        "/grow/x",
        "/nothing",
        "/grow/x/y/",
        "/home/grow",
        "/GROW",
        "/index.php",
        "/robots.txt",
        "/static/x",
        "/class/join/x",
        "/class/BCDFGH/x",
        "/class/BCDFGH/board/x",
        "/class/short/board",
    ],
)
def test_no_page_is_a_page_with_a_way_home(path: str) -> None:
    answer = asked(path)
    assert answer.status == 404
    assert answer.headers["content-type"].startswith("text/html")
    assert b"There is no page at this address" in answer.body
    assert b'href="/?lang=en"' in answer.body


def test_home_is_home_and_keeps_what_it_is_asked() -> None:
    answer = asked("/home", "lang=zh&lesson=iris")
    assert (answer.status, answer.headers["location"]) == (307, "/?lang=zh&lesson=iris")
    assert asked("/home").headers["location"] == asked("/index.html").headers["location"] == "/"


@pytest.mark.parametrize(
    ("path", "query", "leads_to"),
    [
        ("/class", "", "/class/join"),
        ("/class/", "lang=zh", "/class/join?lang=zh"),
        ("/class/short", "", "/class/join?code=short"),
        ("/class/ABCDEF", "lang=zh", "/class/join?code=ABCDEF&lang=zh"),
        ("/class/bcd fgh", "", "/class/join?code=bcd+fgh"),
        ("/class/课堂", "", "/class/join?code=%E8%AF%BE%E5%A0%82"),
        ("/class/" + "x" * 99, "", "/class/join?code=" + "x" * 20),
    ],
)
def test_what_is_no_code_of_a_class_leads_to_where_one_joins(
    path: str, query: str, leads_to: str
) -> None:
    answer = asked(path, query)
    assert (answer.status, answer.headers["location"]) == (307, leads_to)


@pytest.mark.parametrize(
    ("path", "accept"),
    [
        *((f"/{page}", "text/html") for page in sorted(KNOWN - {"home"})),
        ("/", "text/html"),
        ("/grow/", "text/html"),  # Streamlit leads to /grow
        ("/media/a1b2.png", "text/html"),
        ("/favicon.png", "text/html"),
        ("/class/join", "text/html"),
        ("/class/open", "text/html"),
        *((f"/class/{code}", "text/html") for code in ("BCDFGH", "bcdf23")),
        *((f"/class/BCDFGH/{page}", "text/html") for page in ("board", "after", "qr", "picture")),
        ("/class/web/class.css", "text/html"),
        ("/static/js/index.js", "text/html"),
        ("/_stcore/health", "text/html"),
        ("/grow/_stcore/health", "application/json"),
        ("/grow/static/js/index.js", "*/*"),
        ("/nothing", "*/*"),
    ],
)
def test_all_else_is_answered_as_before(path: str, accept: str) -> None:
    assert asked(path, accept=accept).body == b"Streamlit"


def test_every_page_is_known() -> None:
    named = set(re.findall(r'url_path="(.+?)"', NAVIGATION.read_text("utf-8")))
    assert named == KNOWN


def test_it_is_told_in_the_language_of_the_address_or_of_the_browser() -> None:
    assert b'lang="zh-Hans"' in asked("/x", "lang=zh").body
    assert b'lang="zh-Hans"' in asked("/x", **{"accept-language": "zh-CN,en;q=0.8"}).body
    assert b'lang="en"' in asked("/x", "lang=en", **{"accept-language": "zh-CN"}).body
    assert b'lang="en"' in asked("/x", "lang=fr").body
    assert b"<script" not in asked("/x", 'lang="><script>').body


def test_the_app_may_stand_below_an_address(monkeypatch: pytest.MonkeyPatch) -> None:
    said = {"server.baseUrlPath": "trees"}
    monkeypatch.setattr(config, "get_option", said.__getitem__)
    assert b'href="/trees/?lang=en"' in asked("/trees/grow/x").body
    assert asked("/trees/home").headers["location"] == "/trees/"
    for page in ("/trees", "/trees/", "/trees/grow"):
        assert asked(page).body == b"Streamlit"
