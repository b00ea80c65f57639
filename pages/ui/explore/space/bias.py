"""Preference and restriction bias: what they are, what one conjunction could say of this table,
and tables on which they show."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

import streamlit as st

from dtshow.lesson.lesson import Lesson
from dtshow.lesson.link import choice_of
from dtshow.words.language import _, explanation
from dtshow.words.markdown import literal
from dttools.space import Conjunctions
from pages.ui.explore.space import words
from pages.ui.explore.space.counted import ID3, counted, rules
from pages.ui.shell import session
from pages.ui.shell.places import go_to, title_of

TABLES: Final = {
    "playtennis": "playtennis",
    "loan": "loan",
    "parity": "made:parity2-50-3-0-9",
}
"""By the name of the text about it: where the preference of small trees decides, where a
restriction fails, and where ID3's tree is not the smallest."""


RAISED: Final = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
LONGEST: Final = 15
"""Digits of a number that is still written in full."""


def bias(lesson: Lesson) -> None:
    with st.container(key="space_bias"):
        with st.container(key="space_text"):
            st.markdown("## " + _("What decides between trees that all fit?"))
            st.markdown(explanation("explore_space_bias"))
            for name, key in TABLES.items():
                if lesson.choice.key == key:
                    st.markdown(explanation(f"explore_space_{name}"))
            examples(lesson)
        with st.container(key="space_rules"):
            _rules(lesson)


def examples(lesson: Lesson) -> None:
    """The tables on which it shows, but the one that is open."""
    with st.container(horizontal=True, gap="small"):
        for name, key in TABLES.items():
            if lesson.choice.key != key:
                label = _("See it on {table}").format(table=literal(title_of(choice_of(key))))
                st.button(label, key=f"space_on_{name}", on_click=_open, args=(key,))


def _open(key: str) -> None:
    session.open_lesson(choice_of(key), ID3)
    go_to("explore")


def _rules(lesson: Lesson) -> None:
    """What a learner that knows single conjunctions only could say of each class."""
    found, space = rules(lesson.dataset), counted(lesson.dataset)
    classes = lesson.dataset.schema.classes
    st.markdown("## " + _("One conjunction for each class"))
    head = _("class"), _("all its rows have"), _("other rows that have it"), _("that fit")
    lines = [
        (
            literal(classes[one.label], 30),
            _required(lesson, one),
            f"{one.covered:,}",
            f"{one.fitting:,}",
        )
        for one in found
    ]
    st.markdown(_table(head, lines))
    text = _(
        "Conjunctions can express {hypotheses} different hypotheses about these "
        "columns. Trees can express all {functions} that are possible; {fit} trees fit "
        "best."
    )
    st.caption(
        text.format(
            hypotheses=f"{found[0].hypotheses:,}",
            functions=_functions(found[0], len(classes)),
            fit=f"{sum(space.fitting.values()):,}",
        )
    )


def _table(head: Sequence[str], lines: Sequence[Sequence[str]]) -> str:
    """In Markdown, whose cells wrap; the last two columns are numbers."""
    rule = ["---", "---", "--:", "--:"]
    return "\n".join(f"| {' | '.join(line)} |" for line in (head, rule, *lines))


def _required(lesson: Lesson, one: Conjunctions) -> str:
    """What all rows of the class have in common, as Markdown."""
    cells = [literal(words.cell(lesson.dataset.schema, *part)) for part in one.required]
    return " ∧ ".join(cells) or _("nothing in common")


def _functions(one: Conjunctions, classes: int) -> str:
    """How many functions of the columns there are: as a power, and in full if it can be read."""
    power = f"{classes}{str(one.possible).translate(RAISED)}"
    if one.possible * math.log10(classes) > LONGEST:
        return power
    return f"{power} = {classes**one.possible:,}"
