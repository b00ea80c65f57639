"""Whether one lectures, opened so by ``lecture=on`` in the address or by a key of the stage; and
the present step as a link and as a QR code, which the stage shows when it is asked to.

The link is the address that the page has written, without what is only of this screen.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final
from urllib.parse import urlencode, urlsplit

import streamlit as st

from dtshow.figures.qr_code import qr_code
from dtshow.tables.table_choice import UPLOAD
from dtshow.words.language import _, ngettext
from pages.store import kept_tables
from pages.ui.classroom.opening import opened_class
from pages.ui.shell import session
from pages.ui.shell.links import before_it_is_brought
from pages.ui.shell.places import OWN, StoryView, go_on

PARAMETER: Final = ("lecture", "on")
OWN_MACHINE: Final = ("localhost", "127.0.0.1", "::1", "0.0.0.0")
KEEP: Final = "keep"
SAVE: Final = "save"
OPEN_CLASS: Final = "class"
TAKE: Final = {"tab": "take", "take": "lesson"}
"""The address, on Use, of the place where a lesson is taken away."""
WITHDRAW: Final = "withdraw"
"""In an address: the name of a shared table and its secret, with a point between."""


@dataclass(frozen=True)
class LectureView:
    """``on``: None until someone has chosen, and the address counts."""

    on: bool | None = None


def lecturing() -> bool:
    chosen = session.view(LectureView).on
    name, value = PARAMETER
    return session.opened_with().get(name) == value if chosen is None else chosen


def turn_lecture(on: object) -> None:
    """For acts: begin to lecture, or end it."""
    session.keep(LectureView(on is True))


def with_lecture(address: Mapping[str, str]) -> dict[str, str]:
    """The address, which opens as it is left."""
    name, value = PARAMETER
    return {**address, name: value} if lecturing() else dict(address)


@dataclass(frozen=True)
class ShareView:
    """``open``: the link is on show, on this ``page`` alone. ``code`` and ``secret`` are of the
    class that was opened here."""

    open: bool = False
    page: str = ""
    code: str = ""
    secret: str = ""


def share(on: object) -> None:
    """For acts: show the link, or put it away; keep its table for others, open a class, or go where
    the lesson is saved as a page."""
    if on == SAVE:
        guided = bool(session.view(StoryView).key)
        go_on("lessons", {"save": "open"}) if guided else go_on("use", TAKE)
        return
    if on in (KEEP, OPEN_CLASS):
        with session.trouble_told():
            session.share_table(session.lesson().choice) if on == KEEP else _open_class()
        return
    session.keep(replace(session.view(ShareView), open=on is True))


def _open_class() -> None:
    """At this step, or in the guided lesson that runs. A table of one's own is shared first: the
    class is to have it. Raises DtError."""
    choice = session.lesson().choice
    if choice.uploaded:
        session.share_table(choice)
    said = st.context.ip_address
    sender = said if isinstance(said, str) else ""
    story = session.view(StoryView)
    address = f"/grow?{urlencode(_params())}"
    code, secret = opened_class(address, sender, story.key, story.at)
    session.keep(replace(session.view(ShareView), code=code, secret=secret))


def arrive(page: str) -> None:
    """Whoever leaves a page leaves its link."""
    if session.view(ShareView).page != page:
        session.keep(ShareView(page=page))


def shared() -> dict[str, Any] | None:
    """What the stage shows: the link, its code as the path of an SVG, and what to know of it."""
    if not session.view(ShareView).open:
        return None
    address, params = session.address(), _params()
    page = st.context.url or ""
    as_kept = session.kept_as(session.lesson().choice) if params.get("data") else session.Kept()
    link = f"{page}?{urlencode(params)}"
    size, path = qr_code(link)
    said = remarks(page, address.get("data"), address.get("lesson"))
    said += [] if path else [_too_long()]
    days = kept_tables.retention().days
    said += _of_own(page, as_kept) if params.get("data", "").startswith(session.KEPT) else []
    able = days and as_kept.name and as_kept.shared is None
    keep = ngettext("Keep it for {n} day", "Keep it for {n} days", days) if able else ""
    shown = {"link": link, "size": size, "path": path, "said": said}
    guided = bool(session.view(StoryView).key)
    save = _("Save as a page: on Lessons") if guided else _("Save as a page: on Use")
    return {**shown, "keep": keep, "save": save, "class": _class(), "words": _words()}


def _params() -> dict[str, str]:
    """The address of the step, without what is only of this screen; a table that is shared goes by
    the name that others know."""
    address = session.address()
    left_out = (PARAMETER[0], *(("lesson", "at") if address.get("lesson") == OWN else ()))
    params = {k: v for k, v in address.items() if k not in left_out}
    as_kept = session.kept_as(session.lesson().choice) if params.get("data") else session.Kept()
    if as_kept.shared is not None and params.get("data", "").startswith(session.KEPT):
        params["data"] = session.KEPT + as_kept.shared.name
    return params


def _class() -> dict[str, str] | None:
    """The class that was opened here, or the button that opens one; none but on Grow, and on all
    pages of a guided lesson."""
    view = session.view(ShareView)
    if view.page != "grow" and not session.view(StoryView).key:
        return None
    if not view.code:
        return {"open": _("Open a class"), "code": "", "board": "", "said": ""}
    said = _("Class {code} is open. Students join it by its code or QR code on the board.")
    return {
        "open": _("To the board"),
        "code": view.code,
        "board": f"class/{view.code}/board#{view.secret}",
        "said": said.format(code=view.code),
    }


def _of_own(page: str, as_kept: session.Kept) -> list[str]:
    """For how long one's own table is in the link, and how it is taken back."""
    shared = as_kept.shared
    if shared is None:
        return [before_it_is_brought()]
    scheme, host = urlsplit(page)[:2]
    link = f"{scheme}://{host}/?{urlencode({WITHDRAW: f'{shared.name}.{shared.secret}'})}"
    days = kept_tables.retention().days
    return [
        ngettext(
            "The link holds your table as it is now, until {n} day after its last use.",
            "The link holds your table as it is now, until {n} days after its last use.",
            days,
        ),
        _("To delete the table, open this address, which only you have: {link}").format(link=link),
    ]


def _words() -> dict[str, str]:
    return {
        "share": _("Share this step"),
        "code": _("QR code (Q)"),
        "link": _("Link to this step"),
        "copy": _("Copy link"),
        "copied": _("Copied."),
        "uncopied": _("The browser did not allow copying. Select the link and copy it."),
        "close": _("Close"),
    }


def remarks(page: str, table: str | None, lesson: str | None = None) -> list[str]:
    """Sentences about a link that does not open everywhere as one may think."""
    local = _(
        "This app runs on your own computer, so others cannot open the link. "
        "Start it under an address that they can reach."
    )
    own = _("Your own table is not in the link. Whoever opens it has to upload the file first.")
    file = _("Your own lesson is not in the link, which opens this step without it.")
    here = urlsplit(page).hostname in OWN_MACHINE
    told = {local: here, own: table == UPLOAD, file: lesson == OWN}
    return [remark for remark, holds in told.items() if holds]


def _too_long() -> str:
    return _("This link is too long for a QR code. Copy it instead.")
