"""The Glossary tab: each word of the field with its synonyms, its formula, a sentence and a link to
where it is seen. Any of its words finds it, in either language.
"""

from __future__ import annotations

from itertools import groupby
from operator import attrgetter

import streamlit as st

from dtshow.words.glossary import Term, find
from dtshow.words.language import _, ngettext
from dtshow.words.markdown import literal
from pages.ui.reference.reference_view import ReferenceView
from pages.ui.shell import session
from pages.ui.textbook.cells import formula, table


def panel() -> None:
    with st.container(key="glossary"):
        asked = session.view(ReferenceView).find
        st.text_input(
            _("Find a word"),
            placeholder=_("Type a word, such as {word}").format(word=_("information gain ratio")),
            icon=":material/search:",
            **session.bind(ReferenceView, find=asked),
        )
        found = find(asked)
        if not asked:
            _groups(found)
        elif found:
            st.caption(ngettext("{n} word", "{n} words", len(found)))
            st.markdown(_listed(found))
        else:
            st.info(_("No word here is called “{asked}”.").format(asked=literal(asked)))


def _groups(found: list[Term]) -> None:
    for group, members in groupby(found, attrgetter("group")):
        st.header(_names()[group], anchor=False)
        st.markdown(_listed(list(members)))


def _names() -> dict[str, str]:
    return {
        "tree": _("The tree"),
        "data": _("The table"),
        "measures": _("Measures of impurity"),
        "search": _("The search"),
        "pruning": _("Pruning"),
        "use": _("Evaluation"),
    }


def _listed(found: list[Term]) -> str:
    heads = [_("Word"), _("Also called"), _("Formula"), _("Meaning")]
    return table(heads, map(_row, found))


def _row(one: Term) -> list[str]:
    """What it is called; what it means, with the way to a page that shows it."""
    word, also = one.word, _(", ").join(map(literal, one.word.also))
    shown = _("See it on {page}").format(page=_pages()[one.see[1 : one.see.index("?")]])
    means = f"{literal(word.says, 400)} [{shown}]({one.see}&lang={session.language()})"
    return [f"**{literal(word.name)}**", also, formula(one.formula), means]


def _pages() -> dict[str, str]:
    return {
        "data": _("Data"),
        "explore": _("Explore"),
        "grow": _("Grow"),
        "impurity": _("Impurity"),
        "pruning": _("Pruning"),
        "reference": _("Reference"),
        "use": _("Use"),
    }
