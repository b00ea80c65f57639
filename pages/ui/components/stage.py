"""The stage: one component that draws scenes and sends back acts; how trees are drawn on it in this
session.

How a click goes and comes back stands in ``stage.js``. Not done here: what is in a scene
(``dtshow.scene``), and what an act does, which each page says.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Final

import streamlit as st

from dtcore.model import NodeId, Tree
from dtshow.lesson.lesson import Lesson
from dtshow.scene.parts import Act, lesson_key, new_acts, payload
from dtshow.scene.tree.section import TreePart
from dtshow.scene.tree.tree_look import (
    EVERY,
    HISTOGRAM,
    SHARES,
    At,
    Folding,
    TreeLook,
    after,
    limit,
)
from dtshow.scene.trees import still
from dtshow.words.language import _
from dttools.printing import Digits
from pages.ui.components.mount import mount
from pages.ui.share.sharing import share, shared, turn_lecture
from pages.ui.shell import cache, session

KEY: Final = "stage"
Acts = Mapping[str, Callable[[Any], None]]
"""What each kind of act does on a page, told the act's value."""


def tree_look() -> TreeLook:
    return session.view(TreeLook)


def fold_to(depth: int | None) -> None:
    """None: all levels, and those that a growing tree will have. A slider at its end must not
    mean a number: a browser that lags behind reports it once more when the tree is deeper."""
    session.change(TreeLook, folding=Folding(EVERY if depth is None else depth))


def show_in_nodes(what: object) -> None:
    """Class shares, or the histogram of the question."""
    if what in (SHARES, HISTOGRAM):
        session.change(TreeLook, shows=str(what))


def explain_signs(asked: object) -> None:
    """For acts: the sentences travel from the first time on that somebody asks for them."""
    if asked is True:
        session.change(TreeLook, signs=True)


def hide_answers(on: bool) -> None:
    """For callbacks: nodes say what they answer, and Grow what each question scores, or not."""
    session.change(TreeLook, asks=on)


def tree_acts(drawn: Callable[[], tuple[Tree, NodeId]], pick: Callable[[NodeId], None]) -> Acts:
    """What every tree hears: how it is looked at, and what is done to its nodes. ``drawn``: the
    tree as it is when somebody acts, with its selected node; ``pick`` selects another."""

    def hear(kind: str, value: object) -> None:
        tree, node = drawn()
        there = after(kind, value, tree, At(tree_look().folding, node))
        if there is not None:
            session.change(TreeLook, folding=there.folding)
            if kind == "pick" or there.node != node:
                pick(there.node)

    acts = {kind: partial(hear, kind) for kind in ("pick", "fold", "levels")}
    look = {"shows": show_in_nodes, "signs": explain_signs}
    return {**acts, **look, "hide": lambda _value: hide_answers(not tree_look().asks)}


@dataclass(frozen=True)
class StageView:
    """``done``: the number of the last act of the browser's that has been carried out. ``drawn``:
    the browser has drawn a tree in this session."""

    done: int = 0
    drawn: bool = False


def drawn() -> bool:
    """Whether a tree has been drawn: what loads for long on a cold page waits until then."""
    return session.view(StageView).drawn


def _note_drawn(_value: object) -> None:
    session.keep(replace(session.view(StageView), drawn=True))


OF_ALL: Final[Acts] = {"lecture": turn_lecture, "share": share, "drawn": _note_drawn}


@dataclass(frozen=True)
class OtherRows:
    """What is said in the corner of a tree that grew on other rows than that of Grow, and ``why``
    when it is pressed; the button that makes them ``alike``, if one does."""

    label: str
    why: str
    alike: tuple[str, Callable[[], None]] | None = None


@dataclass(frozen=True)
class Around:
    """What goes with a scene. ``tells``: the browser is to say when the first tree is ``drawn``.
    ``linked``: JSON of what is lit here when a node is touched in a stage beside this one
    (``linked.js``)."""

    tells: bool = False
    linked: str = "null"
    rows: OtherRows | None = None

    @property
    def acts(self) -> Acts:
        _label, press = (self.rows and self.rows.alike) or ("", None)
        return {"alike": lambda _value: press()} if press else {}

    def written(self, offered: bool) -> str:
        """``offered``: Graphviz is."""
        rows = self.rows
        said = rows and [rows.label, rows.why, rows.alike and rows.alike[0]]
        told = {"tells": self.tells and not drawn(), "graphviz": offered, "rows": said}
        return f'{json.dumps(told, ensure_ascii=False)[1:-1]},"linked":{self.linked}'


def stage(written: str, acts: Acts, key: str = KEY, around: Around | None = None) -> None:
    """Draw a payload of ``dtshow.scene.parts``; each act is carried out once, in order. Where
    "graphviz" is among the acts, its button is there."""
    done, link = session.view(StageView).done, json.dumps(shared(), ensure_ascii=False)
    around = around or Around()
    page = f'"done":{done},"share":{link},{around.written("graphviz" in acts)}'
    data = f"{{{page},{written[1:]}".encode()
    heard = {**acts, **around.acts, **OF_ALL}
    mount("stage", key, data, on_act_change=lambda: _hear(key, heard))


def answering_the_stage() -> bool:
    """Whether the stage has sent what is being answered. What a table beside it is said to have
    chosen is then what it had when it was drawn: acts may be sent twice, and the second sending
    knows nothing of the answer to the first."""
    return session.reported(KEY, "act") is not None


def _hear(key: str, acts: Acts) -> None:
    """Do what the browser has sent and what was not done yet."""
    for act in new_acts(session.reported(key, "act"), session.view(StageView).done):
        session.keep(replace(session.view(StageView), done=act.number))
        carry_out(acts, act)


def carry_out(acts: Acts, act: Act) -> None:
    """What is unknown does nothing; what cannot be done is said, and changes nothing."""
    hear = acts.get(act.kind)
    if hear is not None:
        with session.trouble_told():
            hear(act.value)


def still_tree(
    lesson: Lesson,
    digits: Digits,
    key: str,
    marked: NodeId | None = None,
    rows: OtherRows | None = None,
) -> None:
    """Draw the tree of ``lesson`` to be looked at, with one node outlined."""

    written = _still(lesson, digits, marked, tree_look().folding)
    acts = tree_acts(lambda: (lesson.tree, marked or ()), lambda _node: None)
    stage(written, acts, key, Around(rows=rows))


def _by(
    lesson: Lesson, digits: Digits, marked: NodeId | None, folding: Folding
) -> tuple[Hashable, ...]:
    return lesson_key(lesson), digits, marked, folding


@cache.shared(cache.PICTURES, by=_by)
def _still(lesson: Lesson, digits: Digits, marked: NodeId | None, folding: Folding) -> str:
    part = TreePart(lesson.select(marked or ()), digits, TreeLook(folding))
    return payload(still(part, marked), None)


def options(lesson: Lesson, more: Callable[[], None]) -> None:
    """A popover; what is in it is made when it is opened. ``more``: a control of the page's own."""
    name = _("Tree options")
    icon = ":material/account_tree:"
    popover = st.popover(name, icon=icon, key="tree_more", help=name, on_change="rerun")
    if popover.open:
        with popover:
            more()
            how(lesson)
            answers(hide_answers)


def how(lesson: Lesson) -> None:
    """What nodes and branches show, and how many levels are drawn."""
    st.toggle(
        _("Branch width shows the share of rows"),
        **session.bind(TreeLook, wide=tree_look().wide),
    )
    numeric = not lesson.tree.schema.classes
    names = {
        SHARES: _("Spread of the target") if numeric else _("Class shares"),
        HISTOGRAM: _("Target by tested column") if numeric else _("Histogram of the tested column"),
    }
    st.segmented_control(
        _("What nodes show"),
        list(names),
        format_func=names.__getitem__,
        required=True,
        wrap=True,
        **session.bind(TreeLook, shows=tree_look().shows),
    )
    in_files(lesson)


def in_files(lesson: Lesson) -> None:
    """How many levels are drawn and what nodes say, in pictures for download too."""
    st.toggle(
        _("Per cent beside counts"),
        **session.bind(TreeLook, percent=tree_look().percent),
    )
    deepest = int(lesson.tree.depths.max())
    if deepest > 1:
        st.slider(
            _("Levels shown"),
            1,
            deepest,
            **session.control(
                "levels",
                limit(lesson.tree, tree_look().folding),
                lambda level: fold_to(None if level == deepest else level),
            ),
        )


def answers(hide: Callable[[bool], None]) -> None:
    """The switch for a quiz, one for all pages."""
    st.toggle(
        _("Hide answers (H)"),
        help=_(
            "For a quiz: a leaf says its answer when you select it, and on Grow no scores or "
            "winner are shown before you choose a question."
        ),
        **session.control("asks_now", tree_look().asks, hide),
    )
