"""The head of Home: what the app is for, the black button, and the tree that grows by itself."""

from __future__ import annotations

import json

import streamlit as st

from dtshow.lesson import link
from dtshow.words.language import _
from dtshow.words.markdown import literal
from pages.ui.components.home import part
from pages.ui.home import hero
from pages.ui.home.course import begin
from pages.ui.home.upload import way_there
from pages.ui.shell import cache, session
from pages.ui.shell.frame import heading
from pages.ui.shell.places import go_to, title_of


def welcome() -> None:
    left, right = st.columns([5, 6], gap="large", vertical_alignment="center")
    with left:
        heading(
            _("Grow a tree, one question at a time."),
            _(
                "See why a decision tree asks what it asks. Every number opens into "
                "its arithmetic, and the arithmetic into the rows it counts."
            ),
        )
        with st.container(key="home_begin", horizontal=True, vertical_alignment="center"):
            _first()
        way_there()
    with right:
        part("home_hero", _tree(session.language()))


def _first() -> None:
    if session.has_lesson():
        _go_on()
        return
    st.button(_("Grow your first tree"), key="home_first", type="primary", on_click=begin)
    st.caption(_("Fourteen days of tennis.  \nAbout ten minutes."), width="content")


def _go_on() -> None:
    lesson = session.lesson()
    text = _("Go on with {title}, step {step}") if lesson.timeline.cursor else _("Grow {title}")
    label = text.format(title=literal(title_of(lesson.choice), 40), step=lesson.timeline.cursor)
    st.button(label, key="home_go_on", type="primary", on_click=go_to, args=("grow",))


@cache.shared(cache.PICTURES)
def _tree(language: str) -> bytes:
    dataset = cache.dataset(link.choice_of(hero.TABLE), language)
    return json.dumps(hero.scene(dataset), ensure_ascii=False).encode()
