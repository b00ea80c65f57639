"""The list of trees tried: a row each, to put side by side, to open or to drop."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import streamlit as st

import dtcore as dt
from dtcore.errors import DtError
from dtshow.lesson import narration, setting_names
from dtshow.lesson.lesson import Lesson
from dtshow.words.language import _, joined, ngettext
from dtshow.words.markdown import literal
from pages.ui.explore import outline
from pages.ui.explore.compare.facts import facts
from pages.ui.shell import cache, session
from pages.ui.shell.places import go_to
from pages.ui.trees import tried
from pages.ui.trees.beside import tree_of
from pages.ui.trees.tried import Tried


def name_of(lesson: Lesson) -> str:
    """The algorithm, and whether a person had a hand in it; plain text."""
    name = narration.recipe_name(lesson.recipe_choice.name)
    if gone := len(lesson.choice.without):
        out = ngettext("{n} row removed", "{n} rows removed", gone)
        name = _("{name}, {what}").format(name=name, what=out)
    moves = [step.move for step in lesson.timeline.done if step.by_hand]
    if any(isinstance(move, dt.Prune) for move in moves):
        return _("{name}, pruned").format(name=name)
    return _("{name}, by hand").format(name=name) if moves else name


def changed(lesson: Lesson) -> str:
    """What is not as the algorithm has it."""
    by_hand = sum(step.by_hand for step in lesson.timeline.done)
    steps = ngettext("{n} step by hand.", "{n} steps by hand.", by_hand) if by_hand else ""
    hold = _("Grown on the training rows.") if lesson.choice.hold else ""
    return joined(setting_names.changes(lesson.recipe_choice), steps, hold)


def list_tried(on_show: Sequence[Lesson], put: Callable[[str], None]) -> None:
    """Those of the open table, the latest first; large trees are not grown again for it.
    ``on_show``: those that stand above."""
    if cache.large(session.lesson().dataset):
        return
    kept = session.view(Tried)
    found, dropped = _readable(kept.words), _readable(kept.dropped)
    if not found and not dropped:
        return
    st.header(_("Trees tried"), anchor=False)
    for k, (word, lesson) in enumerate(found):
        able = not any(_same(lesson, other) for other in on_show)
        _row(k, word, lesson, put if able else None)
    for word, lesson in dropped[:1]:
        text = _("Bring back {tree}").format(tree=literal(name_of(lesson)))
        st.button(text, key="tried_back", type="tertiary", on_click=tried.bring_back, args=(word,))


def _readable(words: Sequence[str]) -> list[tuple[str, Lesson]]:
    found = []
    for word in words:
        try:
            found.append((word, tree_of(word)))
        except DtError:  # of another table, or long to read
            continue
    return found


def _same(one: Lesson, other: Lesson) -> bool:
    """Whether two rows of the list, or trees on show, would look the same throughout."""
    same_rows = one.choice == other.choice
    return same_rows and one.tree == other.tree and name_of(one) == name_of(other)


def _row(k: int, word: str, lesson: Lesson, put: Callable[[str], None] | None) -> None:
    """``put``: None if the tree stands above already."""
    counted = facts(lesson)
    of = f"*{literal(name_of(lesson))} · {counted.size}*"  # heard, where the row is not seen
    with st.container(key=f"tried_{k}", horizontal=True, vertical_alignment="center"):
        st.image(outline.answers(lesson.tree), width=96, alt=_("Outline of the tree"))
        with st.container(key=f"tried_said_{k}", gap=None):
            st.markdown(f"**{literal(name_of(lesson))}** · {counted.size}")
            st.caption(" · ".join(filter(None, (counted.errors, literal(changed(lesson))))))
        label = _("Shown above") if put is None else _("Put beside")
        open_, drop = _("Open"), _("Remove from list")
        st.button(
            f"{label} {of}",
            key=f"tried_put_{k}",
            on_click=put,
            args=(word,),
            disabled=put is None,
        )
        st.button(
            f"{open_} {of}",
            key=f"tried_open_{k}",
            type="tertiary",
            on_click=_open,
            args=(lesson,),
        )
        st.button(
            f"{drop} {of}",
            key=f"tried_drop_{k}",
            type="tertiary",
            on_click=tried.drop,
            args=(word,),
        )


def _open(lesson: Lesson) -> None:
    session.edit(lambda _now: lesson)
    go_to("grow")
