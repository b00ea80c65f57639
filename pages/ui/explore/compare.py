"""Compare: what is put beside the lesson's tree, two to four trees on the same table, linked, and
where they part. Not done here: the comparison itself (``dttools.study.compare``)."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Final
from urllib.parse import parse_qsl

import streamlit as st

import dtcore as dt
from dtcore.errors import DataError, DtError
from dtcore.model import NodeId
from dtshow.lesson import narration
from dtshow.lesson.lesson import Lesson
from dtshow.scene.parts import lesson_key
from dtshow.scene.tree.section import Overlay, TreePart
from dtshow.scene.tree.tree_look import Folding, node_of
from dtshow.scene.tree.tree_look import name_of as id_of
from dtshow.words import number_format
from dtshow.words.language import _, joined, sentence
from dtshow.words.markdown import literal
from dttools.printing import Digits
from dttools.study.compare import compare, landings
from pages.ui.components.controls import switch
from pages.ui.components.stage import stage, tree_look
from pages.ui.explore.explore_view import MOST_BESIDE, CompareView
from pages.ui.explore.parting import parting
from pages.ui.explore.tree_lists import changed, facts, list_tried, name_of, overview
from pages.ui.shell import cache, session
from pages.ui.shell.links import watched
from pages.ui.shell.places import go_to_top
from pages.ui.trees import held_out, pruning_session, tried
from pages.ui.trees.asked import written
from pages.ui.trees.beside import of_recipe, partners, tree_of

WHOLE: Final = Folding()
MOST_NODES: Final = 1000
"""Nodes of all trees together that the browser is told of; beyond it asks the server."""


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
            _adding([word for word in words if word not in beside], len(beside) >= MOST_BESIDE)
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
        others = tuple(other for other in view.beside or () if other != word)[: MOST_BESIDE - 1]
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


@dataclass(frozen=True, eq=False)
class Stood:
    """A tree that stands on the page under a ``name``; ``word``: of those beside the lesson's own,
    what it is in the address."""

    name: str
    lesson: Lesson
    word: str = ""


@st.fragment
def draw(stood: Sequence[Stood], against: int, beside: tuple[str, ...]) -> None:
    """Alone drawn anew when a node is touched; marked, and at first lit, is where the lesson's
    tree parts from that of ``against``. ``beside``: those that the page was drawn for."""
    if session.view(CompareView).beside != beside:
        st.rerun()
    parts = _parting(stood, against)
    which, node = _touched(stood) or (0, parts.get(0, ()))
    mine = stood[which].lesson
    told = literal(narration.path_words(mine.tree, node))
    rows = number_format.rows_count(mine.tree.rows(node))
    if node:
        st.caption(_("Highlighted in every tree: {rows} with {path}.").format(rows=rows, path=told))
    else:
        st.caption(_("Select a node to highlight its rows in every tree."))
    with st.container(key=f"compared_{len(stood)}", horizontal=True):
        for k, one in enumerate(stood):
            with st.container(key=f"compared_tree_{k}"):
                _head(k, one)
                lit = passed(mine, node, one.lesson) if node else ()
                at = node if k == which else ()
                mark = Overlay(path=dict.fromkeys(lit, 1.0), parting=parts.get(k))
                _tree(k, [other.lesson for other in stood], mark, at)


def _touched(stood: Sequence[Stood]) -> tuple[int, NodeId] | None:
    """The node that was touched, and in which of the trees."""
    touched = session.view(CompareView).touched
    if touched and touched[0] < len(stood) and touched[1] in stood[touched[0]].lesson.tree:
        return touched
    return None


def _head(k: int, one: Stood) -> None:
    found = facts(one.lesson)
    with st.container(key=f"compared_head_{k}", horizontal=True, vertical_alignment="center"):
        st.markdown(f"**{literal(one.name)}**", width="content")
        if k:
            st.button(
                _("Remove"),
                key=f"compared_remove_{k}",
                help=_("Remove {tree}").format(tree=literal(one.name)),
                type="tertiary",
                on_click=remove,
                args=(one.word,),
            )
    told = _("{leaves} · {errors}.").format(leaves=found.size, errors=found.errors)
    st.caption(joined(told, literal(changed(one.lesson), 200)))


def _tree(k: int, lessons: Sequence[Lesson], overlay: Overlay, node: NodeId) -> None:
    """The tree of ``lessons[k]``, with ``node`` picked, unless that is the root."""
    lesson = lessons[k]
    digits = Digits.for_scale(lesson.tree.impurity(()))
    look = replace(tree_look(), folding=WHOLE)
    part = TreePart(lesson.select(node), digits, look, overlay)
    acts = {"pick": lambda value: _pick(k, lesson, value)}
    stage(written(part, bool(node)), acts, key=f"compared_{k}", linked=linked(k, lessons))


def _pick(k: int, lesson: Lesson, value: Any) -> None:
    node = node_of(value)
    if node is not None and node in lesson.tree:
        session.change(CompareView, touched=(k, node))


def remove(word: str) -> None:
    beside = session.view(CompareView).beside or ()
    session.change(CompareView, beside=tuple(other for other in beside if other != word))


def _parting(stood: Sequence[Stood], against: int) -> dict[int, NodeId]:
    """Where the lesson's tree and another part: of each of the two, the node."""
    if len(stood) < 2:
        return {}
    found = compare(stood[0].lesson.tree, stood[1 + against].lesson.tree).parting
    return {0: found.node, 1 + against: found.there} if found else {}


def passed(mine: Lesson, node: NodeId, theirs: Lesson) -> list[NodeId]:
    """The nodes through which the rows at ``node`` of ``mine`` pass in ``theirs``."""
    here = _landings(mine, theirs).items()
    rests = {there for at, found in here if at[: len(node)] == node for there in found}
    return sorted({there[:depth] for there in rests for depth in range(len(there) + 1)})


def linked(k: int, lessons: Sequence[Lesson]) -> str:
    """What tree ``k`` is told, as JSON: its ``place`` among them, and for each of them its nodes
    where rows rest, with the nodes of tree ``k`` where the same rows do; "null" if that is much."""
    if sum(len(one.tree) for one in lessons) > MOST_NODES:
        return "null"
    found = [_named(_landings(one, lessons[k])) for one in lessons]
    return json.dumps({"place": k, "landings": found}, separators=(",", ":"))


def _named(found: Mapping[NodeId, tuple[NodeId, ...]]) -> dict[str, list[str]]:
    return {id_of(node): [id_of(there) for there in rests] for node, rests in found.items()}


def _by(mine: Lesson, theirs: Lesson) -> tuple[object, ...]:
    return lesson_key(mine), lesson_key(theirs)


@cache.shared(by=_by)
def _landings(mine: Lesson, theirs: Lesson) -> dict[NodeId, tuple[NodeId, ...]]:
    """Of the rows of ``mine``, or of ``theirs`` where these have the columns that both ask for;
    nothing if each asks for one that the other leaves out."""
    for rows in (mine.dataset, theirs.dataset):
        try:
            return landings(mine.tree, theirs.tree, rows)
        except DataError:
            continue
    return {}
