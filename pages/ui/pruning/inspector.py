"""The right half of the lab: the method's numbers, every inner node with what it costs as a leaf
and as a subtree, the working of one, and the curves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import pandas as pd
import streamlit as st

import dtcore as dt
from dtcore.formula import Query
from dtcore.model import NodeId, weight_text
from dtcore.pruning import Limit, rows_reaching
from dtshow.lesson import narration as spoken
from dtshow.scene.sums import Counts, Line
from dtshow.words import number_format
from dtshow.words.language import _, explanation
from dtshow.words.markdown import literal
from dttools.evaluation import exact_limit
from dttools.printing import Digits
from pages.ui.components.controls import quiet, switch
from pages.ui.components.formula import formula_view
from pages.ui.components.stage import answering_the_stage
from pages.ui.pruning import mistakes, views, words
from pages.ui.pruning.curves import overfitting, path, prices
from pages.ui.pruning.evidence import (
    HEADINGS,
    SIZE,
    Evidence,
    exact_beside,
    lines_of,
    per_row,
    priced,
    scale,
    scaled,
)
from pages.ui.pruning.mistakes import HEAD, ROW, counted, pressed
from pages.ui.pruning.words import reason, statement
from pages.ui.shell import session
from pages.ui.trees import pruning_session as sessions
from pages.ui.trees.pruning_session import PruningSession
from pages.ui.trees.pruning_settings import highlight

QUINLAN: Final = ((0, 6), (0, 9), (0, 1), (1, 16))
"""(errors, rows) of the leaves in Quinlan 1993, §4.2."""
LINKS: Final = session.RowsWidget("links")
MOST_ROWS = 4
LETTERS: Final = {"cost": 27, "pessimistic": 27}
"""So many letters of a node are in sight beside the method's numbers; if there are but two, 32."""
SIGNED: Final = ("cost", "pessimistic")
"""Methods with so many numbers that a sign before the node says the verdict."""
LETTER, PADDING = 7.1, 17
"""How wide a letter of a cell is, and what stands beside it, in pixels."""
_SHOWN_FIRST: Final = {"cost": (3, 0, 1, 2)}
"""The numbers in another order than they are found in: the one that decides is never cut off."""
_SHOWN: Final = {False: 1, True: 2}
"""So many lines say g(t): one, and another one per row."""


def inspector(now: PruningSession, found: Evidence, digits: Digits) -> None:
    view = views.chosen(now)
    if view == "path":
        whole = float(now.lesson.tree.impurity(())) if now.numeric else 1.0  # squares, or a share
        path(now, Digits.for_scale(whole))
    elif view == "prices":
        prices(now, digits)
    elif view == "errors":
        mistakes.mistakes(now)
    elif view == "growth":
        overfitting(now)
    else:
        saying(now, found, digits)
        _controls(now)
        table(now, found, digits)
        working(now, found, digits)
    if priced(now) and view in ("path", "table", "prices"):
        scale(now)
    if view in ("path", "table"):
        with st.expander(_("What this method does"), key="lab_about"):
            st.markdown(explanation(f"lab_{now.settings.method}"))
            if now.settings.method == "pessimistic":
                _limits(now)


def _limits(now: PruningSession) -> None:
    """Quinlan's own examples: C4.5's limit beside the exact one, at the CF and z that are set."""
    limit = Limit(now.settings.cf, now.settings.z)
    columns = {
        "U": [f"U({errors}, {rows})" for errors, rows in QUINLAN],
        "C4.5": [limit.of(errors, rows) for errors, rows in QUINLAN],
        _("exact"): [exact_limit(errors, rows, limit.confidence) for errors, rows in QUINLAN],
    }
    score = st.column_config.NumberColumn(format="%.4f")
    config = {"C4.5": score, _("exact"): score}
    st.dataframe(pd.DataFrame(columns), hide_index=True, row_height=30, column_config=config)


def _controls(now: PruningSession) -> None:
    method = now.settings.method
    if method in ("reduced", "cost"):
        return
    with st.container(
        key="lab_controls", horizontal=True, gap="small", vertical_alignment="bottom"
    ):
        if method == "minimum":
            label = _("m: rows added with the class shares of the whole table")
            shown = sessions.bind(now, "m", min(now.settings.m, 50.0))
            st.slider(label, 0.0, 50.0, step=0.5, **shown)
        else:
            _pessimistic(now)


def _pessimistic(now: PruningSession) -> None:
    st.slider(_("Confidence CF"), 0.01, 0.5, step=0.01, width=170, **sessions.bind(now, "cf"))
    kinds = {"interpolated": _("z as Release 8"), "exact": _("z exact (J48)")}
    switch("z", kinds, sessions.bind(now, "z"))
    st.toggle(_("Raise subtrees"), **sessions.bind(now, "raising"))


def _nothing_left(now: PruningSession) -> str:
    if not now.lesson.timeline.cursor:
        return _("The tree was grown as a single leaf. Try another algorithm or another table.")
    if now.settings.method == "cost":
        return _("Only the root is left. Cross-validation tells which of these trees to keep.")
    return _("Only the root is left. There is nothing more to cut.")


def table(now: PruningSession, found: Evidence, digits: Digits) -> None:
    """The rows; one that is chosen is selected in the tree, too."""
    if not found.rows:
        st.info(_nothing_left(now))
        return
    chosen = looked_at(now, found)
    at = next((i for i, row in enumerate(found.rows) if row.node == chosen), 0)
    method = now.settings.method
    most = LETTERS.get(method, 32)
    tree, signed = now.lesson.tree, method in SIGNED
    name = _("Node (✂ cut, ↑ raise)") if method == "pessimistic" else _("Node")
    columns: dict[str, list[object]] = {
        name: [
            (words.sign(row.follows) if signed else "") + words.short_place(tree, row.node, most)
            for row in found.rows
        ]
    }
    rows = [scaled(now, row).numbers for row in found.rows]
    for i in _SHOWN_FIRST.get(method, range(len(rows[0]))):
        columns[_(HEADINGS[method][i])] = [digits.rounded(row[i]) for row in rows]
    if not signed:
        columns[_("Verdict")] = [words.follows(row.follows) for row in found.rows]
    st.dataframe(
        pd.DataFrame(columns),
        hide_index=True,
        row_height=ROW,
        height=HEAD + ROW * min(len(found.rows), MOST_ROWS),
        selection_mode=["single-row-required", "single-cell"],
        on_select=lambda: _pick([row.node for row in found.rows], at),
        key=LINKS.choosing([at]),
        column_config=_config(columns, digits, signed),
    )


def looked_at(now: PruningSession, found: Evidence) -> NodeId | None:
    """The node whose working is shown: the one touched, else the one that comes next."""
    if now.picked is not None and found.of(now.picked):
        return now.picked
    return found.goes if found.goes is not None else (found.rows[0].node if found.rows else None)


def working(now: PruningSession, found: Evidence, digits: Digits) -> None:
    """The sums behind the numbers of the node looked at."""
    node = looked_at(now, found)
    if node is None or found.of(node) is None:
        return
    _whose(now, node, node == found.goes)
    lines = lines_of(now, node, per_row(now))
    if now.settings.method == "cost":  # g stands above the table
        lines = lines[: -_SHOWN[per_row(now)]]
    _sum(now, lines, digits, "lab_formula")
    counted(now)
    _exact(now, node)


def _sum(now: PruningSession, lines: Sequence[Line], digits: Digits, key: str) -> None:
    counts = Counts(lambda query: _described(now, query), pressed(now), highlight)
    formula_view(lines, digits, key, counts)


def _described(now: PruningSession, query: Query) -> str:
    """What a count counts; reduced error counts held-out rows, and says so."""
    text = spoken.query_words(now.lesson.tree, query)
    if now.settings.method != "reduced":
        return text
    return _("held-out {rows}").format(rows=text)


def _whose(now: PruningSession, node: NodeId, goes: bool) -> None:
    """Whose numbers these are, and the cut there out of turn."""
    with st.container(key="lab_working", horizontal=True, vertical_alignment="center"):
        tree = now.lesson.tree
        st.markdown(
            _("**{node}** · {rows}").format(
                node=literal(words.place(tree, node)), rows=rows_at(now, node)
            ),
            width="content",
        )
        if not goes:
            quiet(_("Cut here instead"), "make_leaf", _cut, node, icon=":material/content_cut:")


def rows_at(now: PruningSession, node: NodeId) -> str:
    """How many rows are there; where those held out decide, both kinds."""
    tree, unseen = now.lesson.tree, now.grown.held_out
    grew = number_format.rows_count(tree.rows(node))
    if now.settings.method != "reduced" or unseen is None:
        return grew
    held = float(unseen.row_counts[rows_reaching(tree, unseen, node)].sum())
    return _("grown on {rows} · {held} held out").format(rows=grew, held=weight_text(held))


def saying(now: PruningSession, found: Evidence, digits: Digits) -> None:
    """What the numbers of the node looked at come to; for α the sum itself, too."""
    if weights := spoken.weights_decide(now.lesson.tree.schema):
        st.caption(literal(weights, 400))
    node = looked_at(now, found)
    if node is None or (row := found.of(node)) is None:
        return
    row = scaled(now, row)
    goes = node == found.goes
    with st.container(key="lab_say"):
        st.markdown(statement(now, row, goes, digits))
    if now.settings.method == "cost":
        lines = lines_of(now, node, per_row(now))
        _sum(now, lines[-_SHOWN[per_row(now)] :], digits, "lab_g")
        st.caption(reason(now, row, digits))


def _exact(now: PruningSession, node: NodeId) -> None:
    beside = exact_beside(now, node)
    if beside:
        st.caption(
            _(
                "As a leaf: C4.5 approximates U by {approximate}; the exact binomial limit is "
                "{exact}."
            ).format(approximate=f"{beside[0]:.4f}", exact=f"{beside[1]:.4f}")
        )


def _config(columns: Mapping[str, list[Any]], digits: Digits, signed: bool) -> dict[str, Any]:
    """A verdict stands last, unless a sign before the node says it; the node has what is left."""
    names = list(columns)
    config: dict[str, Any] = {}
    for name in names[1:] if signed else names[1:-1]:
        shown = "%d" if name == SIZE else f"%.{digits.result}f"
        most = max(len(name), *(len(shown % value) for value in columns[name]))
        wide = int(LETTER * most) + PADDING
        config[name] = st.column_config.NumberColumn(format=shown, width=wide)
    return config if signed else config | {names[-1]: st.column_config.Column(width=98)}


def _pick(nodes: list[NodeId], before: int) -> None:
    if answering_the_stage():
        return
    cells = [row for row, _column in LINKS.cells]
    place = cells[0] if cells and cells[0] != before else (LINKS.chosen or [before])[0]
    sessions.select(nodes[place])


def _cut(node: NodeId) -> None:
    with session.trouble_told():
        sessions.do(dt.Prune(node))
