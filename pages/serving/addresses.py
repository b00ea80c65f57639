"""Addresses where no page is get one that says so and leads home; ``/home`` is Home, and an address
of a class that is incomplete leads to where one joins.

Streamlit gives its page for every address. Two levels deep that finds none of its scripts and
stays white, and one level deep it says in English what is wrong with a folder.
"""

from __future__ import annotations

from html import escape
from typing import Final
from urllib.parse import urlencode

from starlette.datastructures import Headers, QueryParams
from starlette.responses import HTMLResponse, RedirectResponse
from starlette.types import ASGIApp, Receive, Scope, Send
from streamlit import config

from dtshow.web.script import FILES as OURS
from dtshow.words.language import LANGUAGES, _, spoken
from pages.store.rooms import LENGTH, LETTERS
from pages.streamlit_inside import web
from pages.ui.shell.places import NAMES

KNOWN: Final = {*NAMES, "algorithms", "glossary"}
"""Also an old address of Reference, and one of its tabs, which the menu leads to."""
ELSEWHERE: Final = ("_stcore", "media", "component")
"""Below these, Streamlit says what is there."""
FILES: Final = web.names()
"""What Streamlit serves beside its page."""
OF_CLASSES: Final = ("join", "open", "choices")
OF_A_CLASS: Final = (["board"], ["after"], ["afterwards"], ["picture"], ["qr"])
"""What a browser opens below the code of a class."""
LONGEST: Final = 20
"""Letters that the page for joining takes."""
TOKENS: Final = OURS / "tokens.css"
STYLE: Final = """
:root { color-scheme: light dark; }
body { margin: 0; padding: 16vh var(--s5); background: var(--paper); color: var(--ink); }
main { max-width: 36rem; margin: auto; font: var(--t-body)/1.6 var(--sans); }
h1 { font: 600 var(--t-page)/1.2 var(--serif); }
a { display: inline-block; margin-top: var(--s4); padding: var(--s3) var(--s5);
    border-radius: var(--r); background: var(--ink); color: var(--on-ink); text-decoration: none; }
"""


class Addresses:
    """Answers those who look for a page where none is."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if not _looks_for_a_page(scope):
            await self.app(scope, receive, send)
            return
        base = config.get_option("server.baseUrlPath").strip("/")
        home = f"/{base}/" if base else "/"
        parts = f"{scope['path']}/".removeprefix(home).strip("/").split("/")
        query = scope["query_string"].decode("latin-1")
        if parts in (["home"], ["index.html"]):
            answer = RedirectResponse(home + (query and f"?{query}"), 307)
            await answer(scope, receive, send)
        elif _is_to_join(parts):
            code = urlencode({"code": parts[1][:LONGEST]}) if parts[1:] else ""
            query = "&".join(filter(None, (code, query)))
            answer = RedirectResponse(f"{home}class/join" + (query and f"?{query}"), 307)
            await answer(scope, receive, send)
        elif _is_none(parts):
            page = HTMLResponse(no_page(_language(scope), home), 404)
            await page(scope, receive, send)
        else:
            await self.app(scope, receive, send)


def _looks_for_a_page(scope: Scope) -> bool:
    """As a browser does for its window, and not for what belongs to a page."""
    return (
        scope["type"] == "http"
        and scope["method"] == "GET"
        and "text/html" in Headers(scope=scope).get("accept", "")
    )


def _is_to_join(parts: list[str]) -> bool:
    """``/class``, or below it one word that is no code of a class; someone mistyped it."""
    return parts == ["class"] or (
        len(parts) == 2
        and parts[0] == "class"
        and parts[1] not in OF_CLASSES
        and not _is_code(parts[1])
    )


def _is_code(text: str) -> bool:
    return len(text) == LENGTH and all(sign in LETTERS for sign in text.upper())


def _is_none(parts: list[str]) -> bool:
    first, *more = parts
    if first in ELSEWHERE or first in FILES or (more and "." in more[-1]):
        return False
    if first == "class" and len(more) > 1:
        return not (_is_code(more[0]) and more[1:] in OF_A_CLASS)
    if first == "class":
        return False
    return bool(more) or (first != "" and first not in KNOWN)


def _language(scope: Scope) -> str:
    """As the address says, else the first that the browser prefers, else English."""
    asked = QueryParams(scope["query_string"]).get("lang", "")
    preferred = Headers(scope=scope).get("accept-language", "")[:2].lower()
    return next((code for code in (asked, preferred) if code in LANGUAGES), "en")


def no_page(language: str, home: str) -> str:
    with spoken(language):
        title, button = _("There is no page at this address"), _("Home")
        text = _("It may be mistyped or incomplete. You can reach every page from Home.")
    code = {"zh": "zh-Hans"}.get(language, language)
    return (
        f'<!doctype html><html lang="{code}"><head><meta charset="utf-8"><title>{title}</title>'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<style>{TOKENS.read_text('utf-8')}{STYLE}</style></head><body><main><h1>{title}</h1>"
        f'<p>{text}</p><a href="{escape(home)}?lang={language}">{button}</a></main></body></html>'
    )
