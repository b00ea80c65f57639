"""The Textbook tab: the numbers that were asked for, the wrong ones first, and below them the
programs that our trees were compared with."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final

import streamlit as st

from dtshow.words.language import _, ngettext
from dtshow.words.markdown import literal
from pages.ui.components.controls import switch
from pages.ui.reference import tools
from pages.ui.reference.reference_view import ReferenceView
from pages.ui.shell import session
from pages.ui.textbook.marks import MARKS, Mark, mark
from pages.ui.textbook.printed import Misprint, Printed, Step, address, misprints, numbers, value
from pages.ui.textbook.sentences import TEXTS, counted, name, of_misprint, of_number, title, where

SIGNS: Final[dict[Mark, str]] = {"wrong": "✗", "rounded": "≈", "right": "✓"}


def panel() -> None:
    with st.container(key="textbook"):
        _filters()
        view = session.view(ReferenceView)
        listed = [one for one in numbers() if view.text in ("", one.text)]
        found = {one: mark(one) for one in listed}
        st.markdown(f"**{counted(Counter(found.values()))}**")
        st.caption(_explained())
        for kind in MARKS:
            if view.mark in ("", kind):
                _numbers(kind, [one for one in listed if found[one] == kind])
                if kind == "wrong":
                    _misprints([one for one in misprints() if view.text in ("", one.text)])
        _texts(view.text)
        tools.section()


def _filters() -> None:
    view = session.view(ReferenceView)
    names = {"": _("All texts")} | {text: name(text) for text in TEXTS}
    marks = {"": _("All")} | {kind: f"{SIGNS[kind]} {word}" for kind, word in _words().items()}
    with st.container(
        key="textbook_filters", horizontal=True, vertical_alignment="bottom", gap="small"
    ):
        st.selectbox(
            _("Course text"),
            list(names),
            format_func=names.__getitem__,
            width=240,
            **session.bind(ReferenceView, text=view.text),
        )
        switch(_("Mark"), marks, session.bind(ReferenceView, mark=view.mark), named=True)


def _words() -> dict[Mark, str]:
    return {"wrong": _("Wrong"), "rounded": _("Rounded"), "right": _("Right")}


def _explained() -> str:
    return _(
        "Right: our number, rounded to the digits printed. Rounded: one off in the last "
        "digit, most often since it was computed from numbers that were rounded first. Left "
        "out: counts, lists of values, and trees on rows drawn at random, since the "
        "slides do not say which rows."
    )


def _numbers(kind: Mark, listed: Sequence[Printed]) -> None:
    if not listed:
        return
    told = _("{level} ({count})").format(level=_words()[kind], count=len(listed))
    st.header(f"{SIGNS[kind]} {told}", anchor=False)
    heads = [_("Where"), _("Quantity"), _("Printed"), _("Ours"), *_why(kind)]
    rows = [
        [
            literal(where(one)),
            _formula(one.quantity),
            one.printed,
            _opening(f"{value(one):.6f}", one.step),
            *(of_number(one) for _head in _why(kind)),
        ]
        for one in listed
    ]
    with st.container(key=f"textbook_{kind}"):
        st.markdown(_table(heads, rows))


def _why(kind: Mark) -> list[str]:
    """What is right needs no reason."""
    return [] if kind == "right" else [_("Why")]


def _misprints(listed: Sequence[Misprint]) -> None:
    if not listed:
        return
    text = ngettext(
        "{n} wrong formula or statement", "{n} wrong formulas or statements", len(listed)
    )
    st.header(f"{SIGNS['wrong']} {text}", anchor=False)
    rows = [
        [
            literal(where(one)),
            _formula(one.printed),
            _formula(one.right),
            of_misprint(one),
            _opening(_("Open the step"), one.step),
        ]
        for one in listed
    ]
    heads = [_("Where"), _("Printed"), _("Right"), _("Why"), _("Step")]
    with st.container(key="textbook_misprints"):
        st.markdown(_table(heads, rows))


def _formula(tex: str) -> str:
    """As a cell of a table, where a bar would end the cell; nothing of nothing."""
    return "${}$".format(tex.replace("|", r"\vert ")) if tex else ""


def _opening(text: str, step: Step) -> str:
    """A link to a step, which opens beside this page."""
    return f"[{text}]({address(step)}&lang={session.language()})"


def _table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [heads, ["---"] * len(heads), *rows]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)


def _texts(chosen: str) -> None:
    """What the short names stand for."""
    st.header(_("The texts"), anchor=False)
    lines = [
        f"- **{literal(name(text))}**{_(': ')}{literal(title(text), 200)}"
        for text in TEXTS
        if chosen in ("", text)
    ]
    st.markdown("\n".join(lines))
