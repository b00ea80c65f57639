"""Check my working: lines that somebody wrote, each with its mark, the first wrong one named above.

It lies over the page, of a lesson's node or of a step of a text. Not done here: what a number is
(``dttools.teach.working``), and nothing is kept but the text.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from html import escape
from itertools import groupby
from pathlib import Path
from typing import Final

import streamlit as st

from dtshow.lesson import narration
from dtshow.lesson.diagnosis import judged_words
from dtshow.lesson.lesson import Lesson
from dtshow.lesson.state import kept
from dtshow.scene.grow.look import digits_at_root
from dtshow.tables.catalogue import called
from dtshow.words.language import _, joined, ngettext
from dtshow.words.markdown import literal
from dttools.teach.exercise import exercises
from dttools.teach.working import LONGEST, STEPS, Judged, Mark, Marks, Solution, units
from pages.ui.components.stage import tree_look
from pages.ui.shell import cache, session
from pages.ui.shell.frame import sheet
from pages.ui.textbook.marks import SIGNS

FILE: Final = Path(__file__).with_name("working.css")
TEXT: Final = session.Widget("working_text", "")


@dataclass(frozen=True)
class WorkingView:
    """``open``: it lies over the page; ``text``: what is checked, "" nothing yet; ``step``: which
    of the texts' steps it is about, by its place among them."""

    open: bool = kept(False)
    text: str = kept("", lasts=True)
    step: int = kept(0, widget="working_step", lasts=True)


def opener(menu: session.Widget[bool] | None = None) -> None:
    """The button that opens it, and closes the ``menu`` that it is in; whoever draws it draws
    ``over_the_page`` too."""
    st.button(
        _("Check my working"),
        key="working_open",
        icon=":material/fact_check:",
        help=_("Paste or type a calculation: the first wrong line is found, and why."),
        on_click=_set,
        args=(True, menu),
    )


def _set(open_: bool, menu: session.Widget[bool] | None = None) -> None:
    if menu is not None:
        menu.set(False)
    session.change(WorkingView, open=open_)


def over_the_page(lesson: Callable[[], Lesson]) -> None:
    """If somebody asked for it. ``lesson`` gives that of the node, with whatever chooses it."""
    if session.view(WorkingView).open:
        title = _("Check my working")
        show = partial(_panel, lesson)
        st.dialog(title, width="large", on_dismiss=partial(_set, False))(show)()


def _panel(lesson: Callable[[], Lesson]) -> None:
    sheet(FILE)
    with st.container(key="working"):
        at = lesson()
        if all(candidate.split is None for candidate in at.evidence.candidates):
            st.info(_("There is nothing to work out at this node. Choose one that can be split."))
            return
        st.caption(_about(at))
        with st.form("working_form", border=False):  # which Ctrl+Enter sends
            text = st.text_area(
                _("Working"),
                session.view(WorkingView).text,
                height=180,
                key=TEXT.key,
                placeholder="H(D) = −9/14·log₂(9/14) − 5/14·log₂(5/14) = 0.940",
                label_visibility="collapsed",
            )
            if st.form_submit_button(_("Check"), type="primary", key="working_check"):
                session.change(WorkingView, text=text)
        if text := session.view(WorkingView).text:
            _marked(at, text)
        else:
            st.caption(
                _("Paste or type lines of a calculation, or the whole answer of an assistant.")
            )


def _about(at: Lesson) -> str:
    where = literal(narration.path_words(at.tree, at.node)) if at.node else _("the root")
    name = literal(narration.recipe_name(at.recipe_choice.name))
    return _("Checked against the numbers of {node}, by {algorithm}.").format(
        node=where, algorithm=name
    )


def _marked(at: Lesson, text: str) -> None:
    text = text.replace("\r\n", "\n")[:LONGEST]
    # what an answer may tell of, too
    steps = () if cache.large(at.dataset) else exercises(at.timeline, STEPS)
    others = [one.weighed for one in steps if one.weighed is not None]
    given = at.recipe, at.dataset.schema, at.evidence
    solution = Solution(*given, called(at.choice.key), others)
    judged, left = solution.read(text)
    st.markdown(f"**{_summary(judged, len(left))}**")
    if len(units(at.recipe, text)) > 1:
        unit = _("Right in another unit is right here, too; this algorithm counts in {unit}.")
        st.caption(unit.format(unit=narration.unit_name(at.recipe)))
    digits, hidden = digits_at_root(at), tree_look().asks
    at_sign, lines = 0, []
    for number, line in enumerate(text.split("\n"), 1):
        here = [one for one in judged if one.line == number]
        told = [words for one in here if (words := judged_words(one, digits, hidden))]
        html = _line(number, line, at_sign, here, number in left)
        lines.append((number, html, told))
        at_sign += len(line) + 1
    for said, group in groupby(lines, lambda one: one[0] if one[2] else 0):
        block = list(group)
        st.html(f"<ol>{''.join(html for _number, html, _told in block)}</ol>")
        if said:
            with st.container(key=f"working_told_{said}"):
                st.markdown("\n\n".join(dict.fromkeys(block[0][2])))
    marked = {one.line for one in judged}
    if left or any(line.strip() and k not in marked for k, line in enumerate(text.split("\n"), 1)):
        st.caption(_("Only what is underlined was judged."))


def _summary(judged: Sequence[Judged], left: int) -> str:
    """``left``: how many numbers and orders are not judged."""
    if not judged:
        return _("No number here belongs to this step, as far as can be told.")
    marks = Marks.of(judged)
    n = marks.all
    first = _("What is underlined has no error.") if left else _("No error found.")
    if marks.first is not None:
        first = _("The first error is in line {line}.").format(line=marks.first.line)
    counted = ngettext("{n} number checked.", "{n} numbers checked.", n) if n else ""
    if left:
        counted = _("Checked: {n}. Not judged: {left}.").format(n=len(judged), left=left)
    return joined(first, counted)


def _line(number: int, line: str, start: int, judged: Sequence[Judged], left: bool) -> str:
    """A line as HTML: its sign, its number, and what is written with the numbers marked. ``left``:
    not all of it is judged, so that it is not called right."""
    names = {Mark.WRONG: _("Wrong"), Mark.CARRIED: _("Carried on"), Mark.RIGHT: _("Right")}
    signs = {Mark.WRONG: SIGNS["wrong"], Mark.CARRIED: "↷", Mark.RIGHT: SIGNS["right"]}
    worst = next((mark for mark in names if mark in {one.mark for one in judged}), None)
    html, at = "", 0
    for one in judged:
        first, end = one.start - start, one.end - start
        html += _broken(line[at:first])
        html += f'<mark class="{one.mark}">{escape(line[first:end])}</mark>'
        at = end
    worst = None if left and worst is Mark.RIGHT else worst
    sign = f'<span title="{names[worst]}">{signs[worst]}</span>' if worst else "<span></span>"
    html += _broken(line[at:])
    return f'<li class="{worst or ""}">{sign}<i>{number}</i><div>{html}</div></li>'


def _broken(text: str) -> str:
    """As HTML, where a long sum breaks before its signs, not within a number."""
    return re.sub("([=+×·*−≈])", r"<wbr>\1", escape(text))
