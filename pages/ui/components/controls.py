"""Small controls that several pages have: one of a few options side by side or in a menu, a button
that reads as a word and one that downloads, the classes with their colours, and the words on
Streamlit's place for files."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, TypeVar

import streamlit as st

from dtshow.figures.regions import key
from dtshow.page.package import Pages, package
from dtshow.words.language import _
from pages.ui.shell.frame import theme

T = TypeVar("T")
ZIP: Final = "application/zip"


def class_key(classes: Sequence[str]) -> None:
    if text := key(classes, theme()):
        st.html(text)


def name_its_button(place: str, name: str, hint: str) -> None:
    """Streamlit's own words are English only."""
    text = "".join(
        f'.st-key-bring_row_{place} {part}::after {{ content: "{_quoted(words)}"; }}'
        for part, words in (("section button p", name), ("section", hint))
    )
    st.html(f"<style>{text}</style>")


def _quoted(words: str) -> str:
    return words.replace("\\", "").replace('"', "")


def switch(
    label: str, names: Mapping[T, str], control: dict[str, Any], named: bool = False
) -> None:
    """``control``: of ``session.bind``. The ``label`` is for readers of the screen, unless it is to
    be ``named``: mostly the options speak for themselves."""
    st.segmented_control(
        label,
        list(names),
        format_func=names.__getitem__,
        required=True,
        label_visibility="visible" if named else "collapsed",
        wrap=True,
        **control,
    )


def menu(label: str, names: Mapping[T, str], control: dict[str, Any]) -> None:
    """One of a few below the page's tabs, of which there is one storey. ``control``: of
    ``session.bind``; the ``label`` is for readers of the screen."""
    st.selectbox(
        label,
        list(names),
        format_func=names.__getitem__,
        label_visibility="collapsed",
        width=230,
        **control,
    )


def quiet(label: str, key: str, press: Callable[..., None], *args: object, **look: Any) -> None:
    """``press`` is called with ``args``; ``look``: what else Streamlit may be told of a button."""
    st.button(label, key=key, type="tertiary", on_click=press, args=args, **look)


def download(
    label: str,
    content: str | bytes | Callable[[], Any],
    file: tuple[str, str],
    key: str,
    **look: Any,
) -> None:
    """``content``, or what makes it once it is asked for; ``file``: its name and its type."""
    icon = ":material/download:"
    st.download_button(label, content, *file, key=key, icon=icon, on_click="ignore", **look)


def as_page_or_scorm(name: str, pages: Callable[[], Pages], key: str, folder: bool = False) -> None:
    """Two buttons that save ``pages``: one, or a ``folder`` of them; and a package for an LMS."""
    whole = _("Save the course as a folder of pages")
    label = whole if folder else _("Save this lesson as a page")
    page = (f"{name}.zip", ZIP) if folder else (f"{name}.html", "text/html")
    with st.container(horizontal=True, gap="small"):
        download(label, lambda: package(name, pages()), page, key, type="primary")
        scorm, file = _("For Moodle and the like (SCORM 1.2)"), (f"{name}.scorm.zip", ZIP)
        download(scorm, lambda: package(name, pages(), scorm=True), file, f"{key}_scorm")
