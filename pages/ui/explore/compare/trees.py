"""The trees side by side: a node touched in one lights where its rows pass in all."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

import streamlit as st

from dtcore.model import NodeId
from dtshow.lesson import narration
from dtshow.lesson.lesson import Lesson
from dtshow.scene.tree.folding import Folding
from dtshow.scene.tree.records import node_of
from dtshow.scene.tree.section import Overlay, TreePart
from dtshow.words import number_format
from dtshow.words.language import _, joined
from dtshow.words.markdown import literal
from dttools.printing import Digits
from dttools.study.compare import compare
from pages.ui.components.stage import stage
from pages.ui.components.stage.tree_view import tree_look
from pages.ui.explore.compare.compare_view import CompareView
from pages.ui.explore.compare.facts import facts
from pages.ui.explore.compare.landed import linked, passed
from pages.ui.explore.compare.rows import changed
from pages.ui.shell import session
from pages.ui.trees.asked import written

WHOLE: Final = Folding()


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
