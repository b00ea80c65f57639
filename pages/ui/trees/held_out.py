"""What comes to each node of the rows held out, beside its own counts: the switch and the lines."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial

import streamlit as st

from dtcore.errors import DtError
from dtcore.model import NodeId
from dtshow.lesson.lesson import Lesson
from dtshow.scene.grow.fit import grown_on
from dtshow.scene.tree.sketch import held_out_lines
from dtshow.scene.tree.tree_look import TreeLook
from dtshow.words.language import _
from pages.ui.components.stage import tree_look
from pages.ui.shell import cache, session
from pages.ui.trees import pruning_session as sessions
from pages.ui.trees.pruning_session import PruningSession
from pages.ui.trees.pruning_settings import USUAL


@cache.shared(by=lambda now: (*now.rows, now.moves, session.language()))
def lines(now: PruningSession) -> Mapping[NodeId, tuple[str, ...]]:
    """Of the nodes on show, and of those that were cut away."""
    unseen = now.grown.unseen
    return held_out_lines(now.start.tree, unseen) | held_out_lines(now.lesson.tree, unseen)


def toggle() -> bool:
    on = tree_look().held_out
    st.toggle(_("Held-out counts"), **session.bind(TreeLook, held_out=on))
    return on


def switch(now: PruningSession) -> None:
    """The switch, and which count is which; or what to do where all rows grew the tree."""
    if not toggle():
        return
    if now.grown.held_out is not None:
        st.caption(which())
        return
    st.caption(_("This tree was grown on all rows. Hold some out, and each node counts them too."))
    hold = partial(sessions.turn, share=USUAL.share)
    st.button(hold_out_label(), key="nodes_hold_out", on_click=hold)


def hold_out_label(share: float = USUAL.share) -> str:
    return _("Hold out {share}").format(share=f"{share:.0%}")


def holds(lesson: Lesson) -> str:
    """What the switch on Grow is called; empty where no rows are here to be held out."""
    if lesson.dataset.counted:
        return ""
    share, _seed, _stratified = lesson.choice.hold or sessions.split_in_use()
    return hold_out_label(share)


def which() -> str:
    return _(
        "A node counts the training rows first; the line “out”, where nodes have room "
        "for it, counts the held-out rows, on which the tree was not grown. Select a "
        "node to read its counts. A row with a missing value may count in part."
    )


def hold_some(lesson: Lesson) -> None:
    """For callbacks: on Pruning some rows are held out; any share that somebody chose is good."""
    _hold(lesson, USUAL.share)


def give_back(lesson: Lesson) -> None:
    """For callbacks: on Pruning all rows grow the tree."""
    _hold(lesson, 0.0)


def _hold(lesson: Lesson, share: float) -> None:
    if cache.large(lesson.dataset):  # its tree would have to be waited for here
        return
    try:
        if bool(sessions.current().settings.share) != bool(share):
            sessions.turn(share=share)
    except DtError as problem:
        session.say_trouble(problem)


def told(lesson: Lesson) -> str:
    return grown_on(*counts(lesson))


def counts(lesson: Lesson) -> tuple[int, int]:
    unseen = session.held_out(lesson.choice)
    return len(lesson.dataset), 0 if unseen is None else len(unseen)


def turn_on_grow(on: bool) -> None:
    """For callbacks: grow on the training rows of Pruning and Use, or on all rows again."""
    hold = sessions.split_in_use() if on else None
    try:
        if hold != session.lesson().choice.hold:
            session.edit(lambda lesson: _grown_on(lesson, hold))
    except DtError as problem:
        session.say_trouble(problem)
        return
    session.change(TreeLook, held_out=on)


def _grown_on(lesson: Lesson, hold: tuple[float, int, bool] | None) -> Lesson:
    """The lesson on other rows, at the beat where it was: who has just weighed a node goes on to
    its split. Of a large table, at its beginning."""
    choice = replace(lesson.choice, hold=hold)
    begun = Lesson.begin(choice, lesson.recipe_choice, session.dataset(choice), cache.start)
    if cache.large(begun.dataset):
        return begun
    if lesson.finished:
        return begun.finish()
    there = begun.jump(lesson.timeline.cursor)
    weighed = there if lesson.weighed is None else there.next()
    return weighed if weighed.coming else there  # a node that is closed as it stands is not weighed
