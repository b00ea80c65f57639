"""The only file that names the address bar: what it said at first, and what it is to say.

An address begins with the language, so which language that is stands here too.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Final

import streamlit as st

from dtshow.words.language import LANGUAGES, asked_of, spoken_here
from pages.ui.shell.session.values import Key

STAYING: Final = ("lecture", "stage")
"""What an address says of how all is shown, and not of what."""

_LANGUAGE: Final = Key[str | None]("language", None)
_ADDRESS: Final = Key[dict[str, str] | None]("opened_with", None)
_ALONG: Final = Key[Mapping[str, str]]("along", {})
_WRITTEN: Final = Key[Mapping[str, str]]("written", {})


def language() -> str:
    """The session's language: chosen by hand, else by the address, else the browser's; where
    another one is ``spoken``, that."""
    if here := spoken_here():
        return here
    known = _LANGUAGE.value  # asked for each sentence: one look
    if known is None:
        asked = opened_with().get("lang", "")
        spoken = (st.context.locale or "").partition("-")[0].lower()
        known = next((code for code in (asked, spoken) if code in LANGUAGES), "en")
        _LANGUAGE.set(known)
    return known


def speak(code: str) -> None:
    """Speak another language from now on."""
    _LANGUAGE.set(code)


asked_of(language)


def opened_with() -> dict[str, str]:
    """The address that the session was opened with; choosing a page empties the address bar."""
    address = _ADDRESS.value
    if address is None:
        address = st.query_params.to_dict()
        _ADDRESS.set(address)
    return address


def open_with(params: Mapping[str, str]) -> None:
    """Go on as if the session had been opened with this address."""
    _ADDRESS.set({**params, "lang": language()})


def stay_at(names: Collection[str]) -> None:
    """Go on as if the address had said no more than these."""
    _ADDRESS.set({name: said for name, said in opened_with().items() if name in names})


def forget_address() -> None:
    """Go on as if the session had been opened without a lesson."""
    lang = opened_with().get("lang")
    _ADDRESS.set({"lang": lang} if lang else {})


def take_along(params: Mapping[str, str]) -> None:
    """What every page's address says from now on, beside what the page writes."""
    _ALONG.set(params)


def write_address(params: Mapping[str, str] | None = None) -> None:
    """Make the address bar say where we are; nothing is sent if it says so already.

    What the browser tells of it may be older than what was written last, and still on its way.
    """
    wanted = {**(params or {}), **_ALONG.value, "lang": language()}
    if st.query_params.to_dict() != wanted or _WRITTEN.value != wanted:
        st.query_params.from_dict(wanted)
    _WRITTEN.set(wanted)


def address() -> dict[str, str]:
    """What the address bar says."""
    return st.query_params.to_dict()
