"""What the tree on show gets wrong, on the rows that grew it and on those held out; row by row.

Of classes, errors are counted by the class told in place of another. Not done here: sentences
above the tree (``words``), and how errors change as the tree grows (``growth``).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import numpy as np
import streamlit as st

import dtcore as dt
from dtcore.formula import Count, Named, Over, Query, Sum, Symbol
from dtcore.model import number
from dtshow.scene.sums import Counts, Line
from dtshow.words.language import _
from dtshow.words.markdown import literal
from dttools.evaluation import confusion, loss
from dttools.printing import Digits
from pages.ui.components.formula import formula_view
from pages.ui.pruning.rows import Counted, listed, press
from pages.ui.shell import cache, session
from pages.ui.trees.pruning_session import PruningSession
from pages.ui.trees.pruning_view import PruningView

MARK: Final = 10**6 + 1
"""Before the numbers of two classes, in a query: no node has so many branches."""


@cache.shared(by=lambda pruning: (*pruning.rows, pruning.pruner, pruning.moves))
def lost(pruning_session: PruningSession) -> tuple[float, ...]:
    """What the tree on show loses in all, on the training rows and on those held out: errors,
    what they cost, or squares."""
    tree = pruning_session.lesson.tree
    return tuple(round(loss(tree, rows) * rows.weight, 9) for rows in _sets(pruning_session))


def _sets(pruning_session: PruningSession) -> list[dt.Dataset]:
    grown = pruning_session.grown
    return [rows for rows in (grown.training, grown.held_out) if rows is not None]


def mistakes(pruning_session: PruningSession) -> None:
    """Each error is of a class that is told in place of another: their sum, and their rows."""
    held_out = pruning_session.grown.held_out
    for which, rows in enumerate(_sets(pruning_session)):
        said = (
            _("Held out: **{n}** of {rows} rows wrong.")
            if rows is held_out
            else _("Training: **{n}** of {rows} rows wrong.")
        )
        count = round(lost(pruning_session)[which], 3)
        with st.container(key=f"lab_say_{which}"):
            st.markdown(said.format(n=number(count), rows=number(rows.weight)))
            if rows.fractional:
                st.caption(_("Errors and rows are counted by their weight."))
        _sum(pruning_session, which, rows)


def _sum(pruning_session: PruningSession, which: int, rows: dt.Dataset) -> None:
    tree, key = pruning_session.lesson.tree, f"lab_errors_{which}"
    lines = list(_lines(tree, which, rows))
    if not lines:
        return
    query = session.view(PruningView).highlighted
    counts = Counts(
        describe=lambda query: _kind(tree, query),
        pressed=query,
        on_press=lambda: press(key, lines),
    )
    formula_view(lines, Digits(0), key, _("Working"), counts)
    if query is not None and query.node[:2] == (MARK, which):
        listed(pruning_session, rows_of(pruning_session, query), [_kind(tree, query)])


def rows_of(pruning_session: PruningSession, query: Query) -> Counted:
    """Those of one class that are told as another, as a query of ``_lines`` names them."""
    tree, (_mark, which, actual, told) = pruning_session.lesson.tree, query.node
    rows, classes = _sets(pruning_session)[which].at_hand, tree.schema.classes
    names = np.array(rows.schema.classes, object)[rows.target.values]
    wrong = (names == classes[actual]) & (dt.predict(tree, rows) == classes[told])
    places = np.flatnonzero(wrong)
    weight = confusion(tree, _sets(pruning_session)[which])[actual, told]
    return Counted(rows, places, float(weight))


def _lines(tree: dt.Tree, which: int, rows: dt.Dataset) -> Iterator[Line]:
    """A line for each class that is told in place of another, and their sum."""
    table = confusion(tree, rows)
    pairs = [(i, j) for i, j in np.argwhere(table > 0).tolist() if i != j]
    e = "e\u2032" if which else "e"  # of other rows, another number
    parts = [
        Named(f"{e}_{{{k}}}", Symbol("n"), Count(float(table[i, j]), Query((MARK, which, i, j))))
        for k, (i, j) in enumerate(pairs, 1)
    ]
    for part, pair in zip(parts, pairs, strict=True):
        yield Line(part, _kind(tree, Query((MARK, which, *pair))))
    if parts:
        total = Sum(tuple((1, part) for part in parts))
        yield Line(Named(f"{e}(T)", Over("k", Symbol(f"{e}_k")), total), result=True)


def _kind(tree: dt.Tree, query: Query) -> str:
    actual, told = (tree.schema.classes[place] for place in query.node[-2:])
    return _("{actual}, predicted {told}").format(actual=literal(actual), told=literal(told))
