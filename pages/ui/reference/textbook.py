"""The Textbook tab: the numbers that were asked for, the wrong ones first, and below them the
programs that our trees were compared with (``tools.json``, a count of the recorded trees).

A test counts the records and the comparisons again, so that the file cannot say anything else.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Final

import streamlit as st

from dtshow.lesson import narration
from dtshow.lesson.lesson import Lesson
from dtshow.tables.catalogue import catalogue
from dtshow.words.language import _, joined, ngettext
from dtshow.words.markdown import literal
from pages.ui.components.controls import switch
from pages.ui.reference.reference_view import ReferenceView
from pages.ui.shell import session
from pages.ui.textbook import working
from pages.ui.textbook.cells import formula, table
from pages.ui.textbook.marks import MARKS, SIGNS, Mark, mark
from pages.ui.textbook.printed import (
    Misprint,
    Printed,
    Step,
    address,
    lesson,
    misprints,
    numbers,
)
from pages.ui.textbook.sentences import (
    TEXTS,
    counted,
    name,
    of_misprint,
    of_number,
    ours,
    title,
    where,
)
from pages.ui.textbook.working import WorkingView

FILE: Final = Path(__file__).with_name("tools.json")


@dataclass(frozen=True)
class Compared:
    """How many ``trees`` of a program stand beside ours; ``same`` of them are equal throughout,
    None where ties may part them."""

    trees: int
    same: int | None = None


@cache
def compared() -> Mapping[str, Compared]:
    return {tool: Compared(**said) for tool, said in json.loads(FILE.read_text("utf-8")).items()}


def _compared() -> None:
    st.header(_("Compared with other programs"), anchor=False)
    st.markdown(
        _(
            "Books print few trees in full, so whole trees were also compared, node by "
            "node, with programs written by others:"
        )
    )
    lines = []
    for tool, found in compared().items():
        name, how = _programs()[tool]
        lines.append(f"- **{literal(name)}**{_(': ')}{joined(_line(found), how)}")
    with st.container(key="textbook_tools"):
        st.markdown("\n".join(lines))


def _line(found: Compared) -> str:
    trees = ngettext("{n} tree", "{n} trees", found.trees)
    if found.same is None:
        return _("{trees}.").format(trees=trees)
    if found.same == found.trees:
        return _("{trees}, all the same as ours.").format(trees=trees)
    return _("{trees}, {same} of them the same as ours.").format(trees=trees, same=found.same)


def _programs() -> dict[str, tuple[str, str]]:
    """By program its name, and what was compared."""
    return {
        "c45": (
            _("C4.5 Release 8 (Quinlan)"),
            joined(
                _("Every split, and the rows and errors of every leaf to the decimals printed."),
                _(
                    "Where a tree differs, a branch holds exactly the required number of "
                    "rows; Release 8 adds in single precision and falls just short of it."
                ),
            ),
        ),
        "j48": (
            _("J48 (Weka)"),
            _("Every split, the tree after pruning, and the class shares that it predicts."),
        ),
        "scikit_learn": (
            "scikit-learn",
            _(
                "Every split, its decrease and every prediction, up to the first tie: "
                "scikit-learn breaks ties at random."
            ),
        ),
        "id3": (
            _("ID3 by brute force"),
            _("Every split, and the gain of every column at every node."),
        ),
        "cart": (
            _("CART by brute force"),
            _("Every cut, its decrease, and the sequence of cost-complexity pruning."),
        ),
    }


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
        _compared()
    working.over_the_page(_chosen_step)


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
        working.opener()


def _chosen_step() -> Lesson:
    """The step that a working is checked against, with the choice of it."""
    steps = list(dict.fromkeys(replace(one.step, split=None) for one in numbers()))
    names = {k: _step_name(step) for k, step in enumerate(steps)}
    at = min(session.view(WorkingView).step, len(steps) - 1)
    control = session.bind(WorkingView, step=at)
    st.selectbox(_("Step"), list(names), format_func=names.__getitem__, **control)
    return lesson(steps[at])


def _step_name(step: Step) -> str:
    """Who prints numbers of it, of which table, and where."""
    texts = {name(one.text): None for one in numbers() if replace(one.step, split=None) == step}
    table = catalogue()[step.table].text("title", session.language())
    way = _(", ").join(f"{column} {level}" for column, level in step.path)
    by = narration.recipe_name(step.recipe)
    return " · ".join(filter(None, (_(", ").join(texts), table, by, way)))


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
            formula(one.quantity),
            one.printed,
            _opening(ours(one, 6), one.step),
            *(of_number(one) for _head in _why(kind)),
        ]
        for one in listed
    ]
    with st.container(key=f"textbook_{kind}"):
        st.markdown(table(heads, rows))


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
            formula(one.printed),
            formula(one.right),
            of_misprint(one),
            _opening(_("Open the step"), one.step),
        ]
        for one in listed
    ]
    heads = [_("Where"), _("Printed"), _("Right"), _("Why"), _("Step")]
    with st.container(key="textbook_misprints"):
        st.markdown(table(heads, rows))


def _opening(text: str, step: Step) -> str:
    """A link to a step, which opens beside this page."""
    return f"[{text}]({address(step)}&lang={session.language()})"


def _texts(chosen: str) -> None:
    """What the short names stand for."""
    st.header(_("The texts"), anchor=False)
    lines = [
        f"- **{literal(name(text))}**{_(': ')}{literal(title(text), 200)}"
        for text in TEXTS
        if chosen in ("", text)
    ]
    st.markdown("\n".join(lines))
