"""The Compare tab: what is put beside the lesson's tree, the trees, and where they part."""

from __future__ import annotations

from functools import partial
from urllib.parse import parse_qsl

import streamlit as st

import dtcore as dt
from dtcore.errors import DtError
from dtshow.lesson import narration
from dtshow.lesson.lesson import Lesson
from dtshow.words.language import _, sentence
from dtshow.words.markdown import literal
from dttools.study.compare import compare
from pages.ui.components.switch import switch
from pages.ui.explore.compare.compare_view import MOST, CompareView
from pages.ui.explore.compare.overview import overview
from pages.ui.explore.compare.parting import parting
from pages.ui.explore.compare.rows import list_tried, name_of
from pages.ui.explore.compare.trees import Stood, draw, remove
from pages.ui.shell import cache, session
from pages.ui.shell.long_link import watched
from pages.ui.shell.places import go_to_top
from pages.ui.trees import held_out, pruning_session, tried
from pages.ui.trees.beside import of_recipe, partners, tree_of


def panel(own: Lesson) -> None:
    """``own``: the lesson's tree as far as it is grown, the whole of it if nobody has begun."""
    tried.note(own)
    if pruning_session.begun():
        tried.note_pruned(pruning_session.current())
    words = [of_recipe(name) for name in partners(own.choice, own.recipe_choice.name)]
    beside = _beside(own, words)
    stood = [Stood(name_of(own), own), *_stood(beside)]
    _controls(own, words, beside)
    against = min(session.view(CompareView).against, max(len(stood) - 2, 0))
    draw(stood, against, beside)
    if len(stood) > 1:
        against = _against(stood, against)
        pair = stood[0], stood[1 + against]
        parting((pair[0].lesson, pair[1].lesson), (pair[0].name, pair[1].name))
    list_tried([one.lesson for one in stood], put_above)
    tried.remember()
    overview()


def _beside(own: Lesson, words: list[str]) -> tuple[str, ...]:
    """Those chosen; at first an algorithm that grows another tree of the table, if that is small
    enough to find one."""
    chosen = session.view(CompareView).beside
    if chosen is None:
        words = [] if cache.large(own.dataset) else words
        others = (word for word in words if compare(own.tree, tree_of(word).tree).parting)
        chosen = (next(others, words[0]),) if words else ()
        session.change(CompareView, beside=chosen)
    return chosen


def _stood(beside: tuple[str, ...]) -> list[Stood]:
    """Those that can be shown; of the others it is said why not."""
    found = []
    for word in beside:
        try:
            lesson = tree_of(word, watched(partial(remove, word)))
        except DtError as problem:
            _cannot(word, problem)
        else:
            found.append(Stood(name_of(lesson), lesson, word))
    return found


def _cannot(word: str, problem: DtError) -> None:
    text = _("{algorithm} cannot be shown here. {reason}")
    with st.container(key=f"cannot_{word}", horizontal=True, vertical_alignment="center"):
        st.warning(text.format(algorithm=literal(_algorithm(word)), reason=sentence(problem)))
        st.button(_("Remove"), key=f"cannot_remove_{word}", on_click=remove, args=(word,))


def _algorithm(word: str) -> str:
    recipe = dict(parse_qsl(word)).get("recipe", "")
    return narration.recipe_name(recipe) if recipe in dt.RECIPES else _("A tree from this link")


def _controls(own: Lesson, words: list[str], beside: tuple[str, ...]) -> None:
    with st.container(key="compare_controls", horizontal=True, vertical_alignment="center"):
        if words:
            _adding([word for word in words if word not in beside], len(beside) >= MOST)
        else:
            alone = _(
                "No other algorithm takes this table. Change a setting on Grow, or "
                "prune: each tree that you try is listed below, and you can put it "
                "beside this one."
            )
            st.caption(alone, width="content")
        held = own.choice.hold is not None
        st.toggle(
            _("Judge on held-out rows"),
            **session.control(
                "beside_held_out", own.choice.hold is not None, held_out.turn_on_grow
            ),
        )
        if held:
            st.caption(held_out.told(own), width="content")


def _adding(words: list[str], full: bool) -> None:
    st.selectbox(
        _("Put beside"),
        words,
        index=None,
        format_func=_algorithm,
        placeholder=_("Add another algorithm…"),
        disabled=full or not words,
        label_visibility="collapsed",
        width=320,
        **session.control("beside_added", None, put),
    )


def put(word: str | None) -> None:
    """For callbacks: stand a tree beside the others; the last gives way if there is no room."""
    view = session.view(CompareView)
    if word:
        others = tuple(other for other in view.beside or () if other != word)[: MOST - 1]
        session.change(CompareView, beside=(*others, word), against=len(others))


def put_above(word: str) -> None:
    """For callbacks: likewise, from further down the page, whose top then comes into sight."""
    put(word)
    go_to_top("explore")


def _against(stood: list[Stood], against: int) -> int:
    """Which of several the lesson's tree is compared with below."""
    if len(stood) == 2:
        return 0
    label = _("Compare {tree} with").format(tree=literal(stood[0].name))
    names = {k: one.name for k, one in enumerate(stood[1:])}
    switch(label, names, session.bind(CompareView, against=against), named=True)
    return against
