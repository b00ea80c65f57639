"""The picture of a pattern, the controls of its recipe, and the buttons that make the table."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

import plotly.graph_objects as go
import streamlit as st

from dtshow.figures import pattern as figure
from dtshow.figures.palette import Theme
from dtshow.tables.catalogue import in_words
from dtshow.tables.generated import entry_for, pattern_text
from dtshow.words.language import _, ngettext
from dttools.teach import EXTRA, PATTERNS, ROWS, SEEDS, Practice
from pages.ui.practice import generating
from pages.ui.practice.generating import PracticeView
from pages.ui.shell import cache, session
from pages.ui.shell.frame import theme
from pages.ui.shell.places import Place
from pages.work.byte_cache import BYTES, MEGABYTE

Turn = Callable[[Practice], None]

SHOWN: Final = 1000
"""Rows of the picture."""


def generator(where: Place, start: Practice) -> None:
    """``where``: the page it stands on; ``start``: the recipe that it begins with there."""
    begun, now = session.view(PracticeView).recipes.get(where, (start, start))
    now = now if begun == start else start

    def turn(changed: Practice) -> None:
        view = session.view(PracticeView)
        session.keep(replace(view, recipes={**view.recipes, where: (start, changed)}))

    left, right = st.columns([1, 1.9], gap="medium")
    with left:
        _picture(now)
    with right:
        _pattern(where, now, turn)
        st.caption(pattern_text(now.pattern, "teaches", session.language()))
        _numbers(where, now, turn)
        _size(now)
        if generating.asked():
            generating.in_sight()
        else:
            _buttons(where, now, turn)


def _picture(now: Practice) -> None:
    """The first rows, of the columns that count."""
    shown = replace(now, rows=min(now.rows, SHOWN), extra=0)
    language = session.language()
    st.plotly_chart(
        _drawn(shown, language, theme()),
        key="practice_picture",
        theme=None,
        config={"displayModeBar": False, "staticPlot": True},
        alt=entry_for(shown).text("about", language),
    )


@cache.figure()
def _drawn(shown: Practice, language: str, look: Theme) -> go.Figure:
    entry = entry_for(shown)
    words = in_words(entry.read(), entry.labels(language))
    return figure.pattern(words, theme=look, height=340)


def _pattern(where: str, now: Practice, turn: Turn) -> None:
    language = session.language()
    st.pills(
        _("Pattern"),
        list(PATTERNS),
        format_func=lambda name: pattern_text(name, "title", language),
        wrap=True,
        required=True,
        **session.control(
            f"practice_{where}_pattern",
            now.pattern,
            lambda name: turn(Practice(name, now.rows, now.extra, seed=now.seed)),
        ),
    )


def _numbers(where: str, now: Practice, turn: Turn) -> None:
    low, _usual, high = now.kind.sizes
    columns = st.columns(4 if high else 3, gap="small")
    parts = {
        "rows": (_("Rows"), *ROWS, 100),
        "extra": (_("Irrelevant columns"), *EXTRA, 1),
        "seed": (_("Seed"), *SEEDS, 1),
    }
    if high:
        parts["size"] = (pattern_text(now.pattern, "size", session.language()), low, high, 1)

    def control(name: str) -> dict[str, Any]:
        """Of a field of the recipe; an empty one changes nothing."""

        def take(value: int | None) -> None:
            if value is not None:
                changed: dict[str, Any] = {name: value}
                turn(replace(now, **changed))

        return session.control(f"practice_{where}_{name}", getattr(now, name), take)

    for place, (name, (label, least, most, step)) in zip(columns, parts.items(), strict=True):
        place.number_input(label, least, most, step=step, **control(name))
    low, _usual, high = now.kind.noise
    st.slider(
        _("Noise") if now.kind.numeric else _("Noise: share of rows with the class switched"),
        0,
        50,
        format="%d%%",
        disabled=low == high,
        help=_("Its standard deviation, as a part of the range of y.")
        if now.kind.numeric
        else None,
        **control("noise"),
    )


def _size(now: Practice) -> None:
    text = _("{rows} × {columns}").format(
        rows=ngettext("{n} row", "{n} rows", now.rows),
        columns=ngettext("{n} column", "{n} columns", len(now.columns)),
    )
    if entry_for(now).large:
        more = _("{size}: takes some seconds to generate, and about {mb} MB of memory")
        text = more.format(size=text, mb=max(1, round(BYTES * now.cells / MEGABYTE)))
    st.caption(text)


def _buttons(where: Place, now: Practice, turn: Turn) -> None:
    key, on_table = entry_for(now).key, where == "data"
    another = entry_for(now.again()).key
    with st.container(horizontal=True, gap="small"):
        st.button(
            _("Grow"),
            key=f"practice_{where}_grow",
            type="primary" if on_table else "secondary",  # Home has its black button
            on_click=generating.ask,
            args=(key, "grow", where),
        )
        st.button(
            _("Generate this table") if on_table else _("Look at the data"),
            key=f"practice_{where}_look",
            on_click=generating.ask,
            args=(key, "data", where),
        )
        st.button(
            _("Another sample"),
            key=f"practice_{where}_again",
            type="tertiary",
            icon=":material/casino:",
            help=_("The same settings with the next seed"),
            on_click=generating.ask if on_table else turn,
            args=(another, "data", where) if on_table else (now.again(),),
        )
