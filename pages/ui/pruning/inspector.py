"""The right half of the lab: the method's numbers, every inner node with what it costs as a leaf
and as a subtree, the working of one, and the curves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

import pandas as pd
import streamlit as st

import dtcore as dt
from dtcore.errors import DtError
from dtcore.formula import Query
from dtcore.model import NodeId, number
from dtcore.pruning import Limit, rows_reaching
from dtshow.lesson import narration as spoken
from dtshow.scene.sums import Counts, Line
from dtshow.words import number_format
from dtshow.words.language import _, explanation
from dtshow.words.markdown import literal
from dttools.evaluation import exact_limit
from dttools.printing import Digits
from pages.ui.components.formula import formula_view
from pages.ui.components.stage import answering_the_stage
from pages.ui.pruning import alpha, mistakes, words
from pages.ui.pruning.curves import overfitting
from pages.ui.pruning.evidence import HEADINGS, SIZE, CostRow, Evidence, exact_beside, lines_of
from pages.ui.pruning.mistakes import HEAD, ROW, counted, press, pressed
from pages.ui.pruning.scale import per_row
from pages.ui.pruning.words import reason, statement
from pages.ui.shell import session
from pages.ui.trees import pruning_session as sessions
from pages.ui.trees.pruning_session import PruningSession
from pages.ui.trees.pruning_view import PruningView, View

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


def inspector(pruning_session: PruningSession, found: Evidence, digits: Digits) -> None:
    view = _views(pruning_session)
    if view == "prices":
        alpha.prices(pruning_session, digits)
    elif view == "risk":
        alpha.risk(pruning_session, Digits.for_scale(_scale(pruning_session)))
    elif view == "errors":
        mistakes.mistakes(pruning_session)
    elif view == "growth":
        overfitting(pruning_session)
    else:
        saying(pruning_session, found, digits)
        _controls(pruning_session)
        table(pruning_session, found, digits)
        working(pruning_session, found, digits)
        with st.expander(_("What this method does"), key="lab_about"):
            st.markdown(explanation(f"lab_{pruning_session.settings.method}"))
            if pruning_session.settings.method == "pessimistic":
                _limits(pruning_session)


def _limits(pruning_session: PruningSession) -> None:
    """Quinlan's own examples: C4.5's limit beside the exact one, at the CF and z that are set."""
    limit = Limit(pruning_session.settings.cf, pruning_session.settings.z)
    columns = {
        "U": [f"U({errors}, {rows})" for errors, rows in QUINLAN],
        "C4.5": [limit.of(errors, rows) for errors, rows in QUINLAN],
        _("exact"): [exact_limit(errors, rows, limit.confidence) for errors, rows in QUINLAN],
    }
    score = st.column_config.NumberColumn(format="%.4f")
    config = {"C4.5": score, _("exact"): score}
    st.dataframe(pd.DataFrame(columns), hide_index=True, row_height=30, column_config=config)


def _scale(pruning_session: PruningSession) -> float:
    """How large losses per row are: a share, or squares of the target's unit."""
    return float(pruning_session.lesson.tree.impurity(())) if pruning_session.numeric else 1.0


def _views(pruning_session: PruningSession) -> View:
    cost, counted = pruning_session.settings.method == "cost", _counted(pruning_session)
    named: dict[View, str | None] = {
        "table": _("Weakest link") if cost else _("Comparison"),
        "prices": _("Cost of a tree") if cost else None,
        "errors": _("Errors") if counted else None,
        "risk": _("Cross-validation") if cost else None,
        "growth": _("Overfitting"),
    }
    names = {view: name for view, name in named.items() if name}
    kept = session.view(PruningView).view
    now: View = kept if kept in names else "table"
    st.segmented_control(
        _("View"),
        list(names),
        format_func=names.__getitem__,
        label_visibility="collapsed",
        required=True,
        **session.bind(PruningView, view=now),
    )
    return now


def _counted(pruning_session: PruningSession) -> bool:
    """Whether what the tree gets wrong are errors, which have rows."""
    return not (pruning_session.numeric or words.charged(pruning_session))


def _controls(pruning_session: PruningSession) -> None:
    method = pruning_session.settings.method
    if method in ("reduced", "cost"):
        return
    with st.container(
        key="lab_controls", horizontal=True, gap="small", vertical_alignment="bottom"
    ):
        if method == "minimum":
            st.slider(
                _("m: rows added with the class shares of the whole table"),
                0.0,
                50.0,
                step=0.5,
                **sessions.bind(m=min(pruning_session.settings.m, 50.0)),
            )
        else:
            _pessimistic(pruning_session)


def _pessimistic(pruning_session: PruningSession) -> None:
    st.slider(
        _("Confidence CF"),
        0.01,
        0.5,
        step=0.01,
        width=170,
        **sessions.bind(cf=pruning_session.settings.cf),
    )
    kinds = {"interpolated": _("z as Release 8"), "exact": _("z exact (J48)")}
    st.segmented_control(
        "z",
        list(kinds),
        format_func=kinds.__getitem__,
        required=True,
        label_visibility="collapsed",
        **sessions.bind(z=pruning_session.settings.z),
    )
    st.toggle(_("Raise subtrees"), **sessions.bind(raising=pruning_session.settings.raising))


def _nothing_left(pruning_session: PruningSession) -> str:
    if not pruning_session.lesson.timeline.cursor:
        return _("The tree was grown as a single leaf. Try another algorithm or another table.")
    if pruning_session.settings.method == "cost":
        return _("Only the root is left. Cross-validation tells which of these trees to keep.")
    return _("Only the root is left. There is nothing more to cut.")


def table(pruning_session: PruningSession, found: Evidence, digits: Digits) -> None:
    """The rows; one that is chosen is selected in the tree, too."""
    if not found.rows:
        st.info(_nothing_left(pruning_session))
        return
    chosen = looked_at(pruning_session, found)
    at = next((i for i, row in enumerate(found.rows) if row.node == chosen), 0)
    method = pruning_session.settings.method
    most = LETTERS.get(method, 32)
    tree, signed = pruning_session.lesson.tree, method in SIGNED
    name = _("Node (✂ cut, ↑ raise)") if method == "pessimistic" else _("Node")
    columns: dict[str, list[object]] = {
        name: [
            (words.sign(row.follows) if signed else "") + words.short_place(tree, row.node, most)
            for row in found.rows
        ]
    }
    for i in _SHOWN_FIRST.get(method, range(len(HEADINGS[method]))):
        heading = HEADINGS[method][i]
        if any(len(_numbers(row)) > i for row in found.rows):
            columns[_(heading)] = [
                digits.rounded(_scaled(pruning_session, heading, _numbers(row)[i]))
                for row in found.rows
            ]
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


def looked_at(pruning_session: PruningSession, found: Evidence) -> NodeId | None:
    """The node whose working is shown: the one touched, else the one that comes next."""
    if pruning_session.picked is not None and found.of(pruning_session.picked):
        return pruning_session.picked
    return found.goes if found.goes is not None else (found.rows[0].node if found.rows else None)


def working(pruning_session: PruningSession, found: Evidence, digits: Digits) -> None:
    """The sums behind the numbers of the node looked at."""
    node = looked_at(pruning_session, found)
    if node is None or found.of(node) is None:
        return
    _whose(pruning_session, node, node == found.goes)
    lines = lines_of(pruning_session, node, per_row(pruning_session))
    if pruning_session.settings.method == "cost":  # g stands above the table
        lines = lines[: -_SHOWN[per_row(pruning_session)]]
    _sum(pruning_session, lines, digits, "lab_formula")
    counted(pruning_session)
    _exact(pruning_session, node)


def _sum(pruning_session: PruningSession, lines: Sequence[Line], digits: Digits, key: str) -> None:
    counts = Counts(
        describe=lambda query: _described(pruning_session, query),
        pressed=pressed(pruning_session),
        on_press=lambda: press(key, lines),
    )
    formula_view(lines, digits, key, _("Working"), counts)


def _described(pruning_session: PruningSession, query: Query) -> str:
    """What a count counts; reduced error counts held-out rows, and says so."""
    text = spoken.query_words(pruning_session.lesson.tree, query)
    if pruning_session.settings.method != "reduced":
        return text
    return _("held-out {rows}").format(rows=text)


def _whose(pruning_session: PruningSession, node: NodeId, goes: bool) -> None:
    """Whose numbers these are, and the cut there out of turn."""
    with st.container(key="lab_working", horizontal=True, vertical_alignment="center"):
        tree = pruning_session.lesson.tree
        st.markdown(
            _("**{node}** · {rows}").format(
                node=literal(words.place(tree, node)), rows=rows_at(pruning_session, node)
            ),
            width="content",
        )
        if not goes:
            st.button(
                _("Cut here instead"),
                key="make_leaf",
                icon=":material/content_cut:",
                type="tertiary",
                on_click=_cut,
                args=(node,),
            )


def rows_at(pruning_session: PruningSession, node: NodeId) -> str:
    """How many rows are there; where those held out decide, both kinds."""
    tree, unseen = pruning_session.lesson.tree, pruning_session.grown.held_out
    grew = number_format.rows_count(tree.rows(node))
    if pruning_session.settings.method != "reduced" or unseen is None:
        return grew
    held = float(unseen.row_counts[rows_reaching(tree, unseen, node)].sum())
    return _("grown on {rows} · {held} held out").format(rows=grew, held=number(round(held, 3)))


def saying(pruning_session: PruningSession, found: Evidence, digits: Digits) -> None:
    """What the numbers of the node looked at come to; for α the sum itself, too."""
    if weights := spoken.weights_decide(pruning_session.lesson.tree.schema):
        st.caption(literal(weights, 400))
    node = looked_at(pruning_session, found)
    if node is None or (row := found.of(node)) is None:
        return
    scaled = _row_scaled(pruning_session, row)
    goes = node == found.goes
    with st.container(key="lab_say"):
        st.markdown(statement(pruning_session, scaled, goes, digits))
    if pruning_session.settings.method == "cost":
        lines = lines_of(pruning_session, node, per_row(pruning_session))
        _sum(pruning_session, lines[-_SHOWN[per_row(pruning_session)] :], digits, "lab_g")
        st.caption(reason(pruning_session, scaled, digits))


def _row_scaled(pruning_session: PruningSession, row: CostRow) -> CostRow:
    """The row in the numbers that are shown."""
    headings = HEADINGS[pruning_session.settings.method]
    numbers = [
        _scaled(pruning_session, heading, value)
        for heading, value in zip(headings, _numbers(row), strict=False)
    ]
    return replace(row, leaf=numbers[0], subtree=numbers[1], others=tuple(numbers[2:]))


def _exact(pruning_session: PruningSession, node: NodeId) -> None:
    beside = exact_beside(pruning_session, node)
    if beside:
        st.caption(
            _(
                "As a leaf: C4.5 approximates U by {approximate}; the exact binomial limit is "
                "{exact}."
            ).format(approximate=f"{beside[0]:.4f}", exact=f"{beside[1]:.4f}")
        )


def _numbers(row: CostRow) -> tuple[float, ...]:
    return (row.leaf, row.subtree, *row.others)


def _scaled(pruning_session: PruningSession, heading: str, value: float) -> float:
    if per_row(pruning_session) and heading != SIZE:
        return value / pruning_session.grown.path.weight
    return value


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
    try:
        sessions.do(dt.Prune(node))
    except DtError as problem:
        session.say_trouble(problem)
