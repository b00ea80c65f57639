"""Which rows a tree grew on, where they are others than those of the tree on Grow: one chip on all
pages, in the corner of the tree, and what makes them alike."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import numpy as np
import streamlit as st

import dtcore as dt
from dtshow.lesson.lesson import Lesson
from dtshow.words.language import _
from pages.ui.components.stage import OtherRows
from pages.ui.shell import session
from pages.ui.trees.held_out import turn_on_grow

Alike = tuple[str, Callable[[], None]]


def same_rows(one: dt.Dataset, other: dt.Dataset) -> bool:
    """Whether both have the same rows of their table, in whatever order."""
    if one is other:
        return True
    if one.counted or other.counted:
        return one.digest == other.digest
    alike = len(one) == len(other)
    return alike and np.array_equal(np.sort(one.origin), np.sort(other.origin))


def other_rows(lesson: Lesson, alike: Alike | None = None) -> OtherRows | None:
    """What the tree of ``lesson`` says of its rows; None where Grow's tree grew on the same.
    ``alike``: what makes them so."""
    mine, own, unseen = lesson.dataset, session.lesson().dataset, _unseen(lesson)
    if same_rows(mine, own):
        return None
    own_unseen = session.held_out(session.lesson().choice)
    parts = [part.origin for part in (mine, own, unseen, own_unseen) if part is not None]
    n, whole = f"{len(mine):,}", len(np.unique(np.concatenate(parts)))
    text = _("grown on {n} of {all} rows") if len(mine) < whole else _("grown on all {n} rows")
    if len(mine) == len(own):
        text = _("grown on another {n} of {all} rows")
    label = text.format(n=n, all=f"{whole:,}")
    if unseen is not None:
        label = _("{grown} · {n} held out").format(grown=label, n=f"{len(unseen):,}")
    why = _("The tree on Grow grew on {own} rows, this one on {n}, so the two may differ.")
    if len(mine) == len(own):
        why = _("The tree on Grow grew on {own} other rows, so the two may differ.")
    return OtherRows(label, why.format(n=n, own=f"{len(own):,}"), alike)


def as_pruning_holds(lesson: Lesson) -> OtherRows | None:
    """The same of a tree that was grown on the rows that Pruning leaves it: Grow can take them."""
    held = lesson.timeline.problem.held_out is not None
    return other_rows(lesson, (_("Use these rows on Grow too"), partial(turn_on_grow, held)))


def of_samples(rows: int, table: int) -> OtherRows:
    """Of trees that each grew on a sample of the rows, as many or fewer."""
    text = _("grown on another sample of {n} rows")
    if rows < table:
        text = _("grown on {n} of {all} rows")
    why = _("Each tree drew its own rows, so it may differ from the tree on Grow.")
    return OtherRows(text.format(n=f"{rows:,}", all=f"{table:,}"), why)


def chip(said: OtherRows | None, key: str) -> None:
    """Where the tree is a picture: as in the corner of a tree that can be touched."""
    if said is None:
        return
    with st.popover(said.label, key=f"grown_on_{key}"):
        st.markdown(said.why)
        if said.alike is not None:
            st.button(said.alike[0], key=f"alike_{key}", on_click=said.alike[1])


def _unseen(lesson: Lesson) -> dt.Dataset | None:
    """The rows that are held out from the tree."""
    return lesson.timeline.problem.held_out or session.held_out(lesson.choice)
