"""Stability: a hundred trees on samples of the table, and what stays the same in them, by node and
by row, and the trees as small multiples. Not done here: sampling, growing and counting
(``dttools.evaluation``)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import numpy as np
import pandas as pd
import plotly.graph_objects as go
import streamlit as st

import dtcore as dt
from dtcore.model import ROOT, NodeId, Schema, path
from dtcore.progress import Progress
from dtshow.figures.bars import ImportanceBars
from dtshow.figures.bars import bars as drawn
from dtshow.lesson.lesson import Lesson
from dtshow.scene.tree.section import Overlay, TreePart
from dtshow.scene.tree.small import OTHER, levels_of, records, signs
from dtshow.scene.tree.tree_look import Folding, TreeLook
from dtshow.words import number_format
from dtshow.words.language import _, joined, ngettext
from dtshow.words.markdown import literal, one_line
from dttools.evaluation import Position, Spread, Stability, Votes, resampled, stability
from dttools.printing import Digits
from pages.ui.components.controls import switch
from pages.ui.components.small import SmallTree, small
from pages.ui.components.stage import tree_look
from pages.ui.explore.explore_view import LAST_SEED, LEAST_PERCENT, MOST_PERCENT, StabilityView, Way
from pages.ui.shell import cache, session
from pages.ui.shell.frame import CONFIG, sheet, theme
from pages.ui.shell.progress import UnfinishedError, in_sight, of_trees
from pages.ui.trees.asked import draw
from pages.ui.trees.beside import whole
from pages.ui.trees.grown_on import chip, of_samples
from pages.ui.trees.rows import RowList, rows

TREES: Final = 100
ENOUGH: Final = 12
"""Nodes that are seen before anything is opened."""
MOST_COLUMNS: Final = 7
"""Columns with a bar."""
MOST_CUTS: Final = 3
"""Columns whose cuts are told."""
LIST: Final = RowList(session.RowsWidget("stability_rows"), in_sight=9)
MOST_ROWS: Final = 400


def stability_tab(lesson: Lesson) -> None:
    """Draw it for the table and the recipe of ``lesson``. Raises DtError, and UnfinishedError while
    the tree of all rows is being grown."""
    sheet(Path(__file__).with_name("stability.css"))
    own = of_recipe(lesson)
    with st.container(key="stability"):
        _controls(own)
        if own.tree != lesson.tree:
            text = _(
                "The samples are compared with the algorithm's own whole tree, without "
                "moves by hand or pruning."
            )
            st.caption(text)
        result = _result(own)
        if result is None:
            _draw(own, Overlay(), tree_look())
        else:
            _found(own, result)
        _why()


def _result(own: Lesson) -> Stability | None:
    """None as long as there is none; what there is to know meanwhile is said."""
    if not session.view(StabilityView).run:
        with st.container(key="stability_said"):
            st.markdown(_("Would other rows from the same source have grown the same tree?"))
        return None
    try:
        return grown(own)
    except UnfinishedError:  # the bar is drawn, and the page answers
        return None


def _found(own: Lesson, result: Stability) -> None:
    with st.container(key="stability_said"):
        st.markdown(joined(_root(result), _answers(result)))
    left, right = st.container(key="stability_nodes").columns([3, 2], gap="large")
    with left:
        numbered(own, result, way(own))
    with right:
        bars(result)
    left, right = st.container(key="stability_rows_box").columns([3, 2], gap="large")
    with left:
        changing(own, result)
    with right:
        of_one(own, result)
    small_trees(result, own.dataset)


def _root(result: Stability) -> str:
    root = result.positions[0]
    how = {"same": root.same, "trees": len(result)}
    if root.column is None:
        text = _("The whole table grows a single leaf; so do **{same} of {trees}** samples.")
        return text.format(**how)
    name = literal(result.original.schema.columns[root.column].name, 40)
    text = _("The root asks about {column}, as it does in **{same} of {trees}** trees.")
    return text.format(column=name, **how)


def _answers(result: Stability) -> str:
    if isinstance(result.rows, Votes):
        n = result.rows.unsteady
        if n == len(result.rows.told):
            text = _("**Each of the {n} rows** gets a different answer from some of the trees.")
            return text.format(n=f"{n:,}")
        text = ngettext(
            "**{n} of {{all}}** rows gets a different answer from some of the trees.",
            "**{n} of {{all}}** rows get a different answer from some of the trees.",
            n,
        )
        return text.format(all=f"{len(result.rows.told):,}")
    usual = number_format.mean(result.original, result.rows.usual)
    text = _("Their predictions for a row differ by **{usual}** (standard deviation, median row).")
    return text.format(usual=usual)


def _controls(own: Lesson) -> None:
    view = session.view(StabilityView)
    names: dict[Way, str] = {
        "bootstrap": _("Bootstrap"),
        "leave": _("Leave rows out"),
        "shake": _("Shake cells"),
    }
    with st.container(key="stability_controls", horizontal=True, vertical_alignment="bottom"):
        control = session.bind(StabilityView, way=view.way)
        switch(_("How the samples are drawn"), names, control, named=True)
        _numbers(view)
        label = _("Grow {n} trees").format(n=TREES)
        st.button(label, key="stability_run", type="primary", on_click=_run, args=(own,))
    with st.container(key="stability_how"):
        st.caption(_how(view))


def _numbers(view: StabilityView) -> None:
    """How much of the table is changed, which a bootstrap leaves open, and by which seed."""
    if view.way != "bootstrap":
        _number(
            _("Per cent"),
            LEAST_PERCENT,
            MOST_PERCENT,
            session.bind(StabilityView, percent=view.percent),
        )
    _number(_("Seed"), 0, LAST_SEED, session.bind(StabilityView, seed=view.seed))


def _number(label: str, least: int, most: int, control: dict[str, Any]) -> None:
    st.number_input(label, least, most, step=1, width=120, **control)


def _how(view: StabilityView) -> str:
    if view.way == "bootstrap":
        return _("Each tree gets as many rows as the table has, drawn with replacement.")
    if view.way == "leave":
        text = _("For each tree, {share} of the rows are left out, different ones each time.")
    else:
        text = _(
            "For each tree, in every column {share} of the cells get the value of another row."
        )
    return text.format(share=f"{view.percent}%")


def _run(own: Lesson) -> None:
    """Once the trees are there, a hundred others: a button that is disabled loses the focus."""
    view = session.view(StabilityView)
    more = view.run and bool(_slot(own))
    session.change(StabilityView, seed=(view.seed + more) % (LAST_SEED + 1), run=True)


def _why() -> None:
    with st.container(key="stability_why"):
        st.markdown("## " + _("Why forests?"))
        st.markdown(
            _(
                "A tree commits itself at its root, so changing a few rows can change "
                "everything below. A forest lets many such trees vote, and what each "
                "of them owes to chance in its own rows largely cancels out."
            )
        )


def of_recipe(lesson: Lesson) -> Lesson:
    """The whole tree that the recipe grows on the table of ``lesson``, whatever has been made of it
    by hand or by pruning: the samples have the recipe alone."""
    return whole(Lesson.begin(lesson.choice, lesson.recipe_choice, lesson.dataset, cache.start))


def grown(lesson: Lesson) -> Stability:
    """Raises UnfinishedError until they are there; then the bar has been drawn."""
    view, recipe, data = session.view(StabilityView), lesson.recipe, lesson.dataset
    original, sampling, seed = lesson.tree, view.sampling, view.seed

    def make(tell: Progress) -> Stability:
        trees = resampled(data, recipe, sampling, trees=TREES, seed=seed, progress=tell)
        return stability(original, data, trees)

    kept = _slot(lesson)
    if not kept:
        in_sight(_key(lesson), lambda tell: kept.append(make(tell)), of_trees(TREES), stop)
    found: Stability = kept[0]
    return found


def _slot(lesson: Lesson) -> list[Any]:
    return cache.slot(_key(lesson), cache.large(lesson.dataset))


def _key(lesson: Lesson) -> tuple[object, ...]:
    view = session.view(StabilityView)
    return ("stability", lesson.recipe, lesson.dataset, view.sampling, view.seed)


def stop() -> None:
    """For callbacks: the trees are not asked for any more."""
    session.change(StabilityView, run=False)


def numbered(own: Lesson, result: Stability, path: Mapping[NodeId, float]) -> None:
    """The tree of all rows; in each node, how many of the trees that come there do the same."""
    counts = {at.node: _count(at.same, at.reached) for at in result.positions}
    look = replace(tree_look(), folding=_folded(own.tree, tree_look().folding))
    _draw(own, Overlay(path=path, counts=counts), look)
    st.caption(
        _(
            "“12 of 38”: 38 trees come here by the same questions, and 12 of them go on as this "
            "one does."
        )
    )


def _draw(own: Lesson, overlay: Overlay, look: TreeLook) -> None:
    node, digits = session.view(StabilityView).node, Digits.for_scale(own.tree.impurity(()))
    picked = node is not None and node in own.tree
    at = own.select(node if node is not None and picked else ROOT)
    part = TreePart(at, digits, look, overlay)
    draw(part, picked, lambda node: session.change(StabilityView, node=node))


def _folded(grown: dt.Tree, folding: Folding) -> Folding:
    """Open to the depth at which the nodes have room for their counts; deeper, few trees agree."""
    depths = grown.depths
    deep = max(d for d in range(int(depths.max()) + 1) if d < 2 or (depths <= d).sum() <= ENOUGH)
    return replace(folding, depth=deep) if folding.depth is None else folding


def bars(result: Stability) -> None:
    """The columns at the root, and below it those at the node that was touched."""
    node = session.view(StabilityView).node
    touched = node if node is not None and node in result.original else ROOT
    _of_node(result, result.at(ROOT), "root")
    if touched == ROOT:
        st.caption(_("Select a node of the tree to see what the trees ask there."))
    else:
        _of_node(result, result.at(touched), "node")


def _of_node(result: Stability, at: Position, key: str) -> None:
    st.markdown("## " + (_("At the root") if key == "root" else _("At the selected node")))
    if not at.reached:
        st.caption(_("None of the trees reaches this node by the same columns."))
        return
    if key != "root":
        text = ngettext(
            "{n} of {{trees}} trees reaches this node by the same columns.",
            "{n} of {{trees}} trees reach this node by the same columns.",
            at.reached,
        )
        st.caption(text.format(trees=len(result)))
    st.plotly_chart(
        _figure(result, at),
        key=f"stability_bars_{key}",
        alt=_("How many trees ask each column"),
        theme=None,
        config=CONFIG,
    )
    if said := _cuts(result, at):
        st.caption(said)


def _figure(result: Stability, at: Position) -> go.Figure:
    shown = list(at.columns.items())[:MOST_COLUMNS]
    names = [one_line(_name(result, column), 24) for column, _count in shown]
    chosen = [column for column, _count in shown]
    of = ImportanceBars(
        names,
        [count for _column, count in shown],
        chosen.index(at.column) if at.column in chosen else None,
        [_count(count, at.reached) for _column, count in shown],
        at.reached,
    )
    return drawn(of, theme=theme())


def _name(result: Stability, column: int | None) -> str:
    return _("a leaf") if column is None else result.original.schema.columns[column].name


def _cuts(result: Stability, at: Position) -> str:
    """The quartiles of the cuts of the columns that are asked most."""
    asked = [column for column in at.columns if column is not None and column in at.cuts]
    text = _(
        "Cuts of {column}: a quarter of them at {low} or below, half at {middle} or below, three "
        "quarters at {high} or below."
    )
    lines = []
    for column in asked[:MOST_CUTS]:
        low, middle, high = map(number_format.shown, at.quartiles(column))
        name = literal(_name(result, column), 40)
        lines.append(text.format(column=name, low=low, middle=middle, high=high))
    return "  \n".join(lines)


def _count(count: int, trees: int) -> str:
    return _("{n} of {trees}").format(n=count, trees=trees)


def way(own: Lesson) -> Mapping[NodeId, float]:
    """The path of the chosen row through the tree of all rows."""
    row = _row(own)
    return {} if row is None else path(own.tree, own.dataset, row)


def changing(own: Lesson, result: Stability) -> None:
    st.markdown("## " + _("How stable is the answer for each row?"))
    first = result.rows.order[:MOST_ROWS]
    table = _table(own.dataset, result, first)
    LIST.draw(table, first, _row(own), lambda row: session.change(StabilityView, row=row))
    if len(result.rows.told) > MOST_ROWS:
        st.caption(_("The {n} least stable rows are listed.").format(n=f"{MOST_ROWS:,}"))


def of_one(own: Lesson, result: Stability) -> None:
    row = _row(own)
    if row is None:
        st.caption(_("Choose a row to see what the trees predict for it, and its path."))
        return
    number = int(own.dataset.origin[row]) + 1
    st.markdown(_told(own, result, row))
    rows(own, own.dataset, np.array([row]), _("row {row}").format(row=f"{number:,}"))


def _told(own: Lesson, result: Stability, row: int) -> str:
    """All answers to a row, each with its count."""
    found = result.rows
    if isinstance(found, Spread):
        text = _("All rows: {told}. The trees: mean {mean}, standard deviation {deviation}.")
        values = found.told[row], found.mean[row], found.deviation[row]
        told, mean, deviation = (number_format.mean(own.tree, float(value)) for value in values)
        return text.format(told=told, mean=mean, deviation=deviation)
    classes, counts = own.tree.schema.classes, found.counts[row].tolist()
    most = sorted(range(len(classes)), key=lambda k: -counts[k])
    text = _("{class_name}: {n} of {trees} trees")
    lines = [
        text.format(class_name=literal(classes[k], 40), n=counts[k], trees=len(result))
        for k in most
        if counts[k]
    ]
    return "  \n".join(lines)


def _table(data: dt.Dataset, result: Stability, first: np.ndarray) -> pd.DataFrame:
    """Of ``first``: number, true answer, that of the tree of all rows, and how steady it is."""
    tree, found = result.original, result.rows
    columns: dict[str, list[object]] = {
        _("row"): [int(number) + 1 for number in data.origin[first]],
        _("true"): [],
        _("predicted"): [],
    }
    true = data.target.values[first].tolist()
    if isinstance(found, Votes):
        classes = tree.schema.classes
        columns[_("true")] = [classes[int(code)] for code in true]
        columns[_("predicted")] = [classes[code] for code in found.told[first].tolist()]
        changed, text = found.changed[first].tolist(), _("{n} of {trees} trees")
        columns[_("different answer")] = [text.format(n=n, trees=len(result)) for n in changed]
        return pd.DataFrame(columns)
    columns[_("true")] = [number_format.shown(value) for value in true]
    for name, values in (
        (_("predicted"), found.told),
        (_("mean of the trees"), found.mean),
        (_("standard deviation"), found.deviation),
    ):
        columns[name] = [number_format.mean(tree, value) for value in values[first].tolist()]
    return pd.DataFrame(columns)


def _row(own: Lesson) -> int | None:
    """Of the table as it is now."""
    row = session.view(StabilityView).row
    return row if row is not None and row < len(own.dataset) else None


MOST: Final = 24
"""Drawings."""


def small_trees(result: Stability, dataset: dt.Dataset) -> None:
    trees = [result.original, *result.examples][:MOST]
    levels = levels_of(trees)
    st.markdown("## " + _("Trees side by side"))
    if session.view(StabilityView).way != "shake":  # all rows grow those trees
        chip(of_samples(int(result.examples[0].rows(ROOT)), len(dataset)), "samples")
    st.caption(_how_many(result, len(trees) - 1, levels))
    own = signs(trees, levels)
    drawn = [
        SmallTree(records(tree, dataset, levels, own), *_said(tree, number), not number)
        for number, tree in enumerate(trees)
    ]
    small("small_trees", drawn, result.original.schema, _named(result.original.schema, own))


def _how_many(result: Stability, drawn: int, levels: int) -> str:
    text = _(
        "The tree of all rows, with {own} leaves, and the first {n} of {trees} trees. "
        "The {trees} trees have {least} to {most} leaves."
    )
    said = text.format(
        n=drawn,
        trees=len(result),
        least=int(result.leaves.min()),
        most=int(result.leaves.max()),
        own=result.original.leaves,
    )
    deepest = max(int(result.original.depths.max()), int(result.depths.max()))
    if levels > deepest:
        return said
    return joined(said, _("Only the first {n} levels are drawn.").format(n=levels))


def _named(schema: Schema, own: Mapping[int, int]) -> list[tuple[str, int]]:
    """The legend: each column with its sign; those without one of their own in one word."""
    named = [
        (one_line(schema.columns[column].name, 30), sign)
        for column, sign in own.items()
        if sign != OTHER
    ]
    return [*named, (_("other columns"), OTHER)] if len(named) < len(own) else named


def _said(tree: dt.Tree, number: int) -> tuple[str, str]:
    """What a drawing shows, for those who hear it; which tree it is, and how many leaves it has."""
    name = f"{number}" if number else _("all rows")
    leaves = number_format.leaves(tree.leaves)
    root = tree.splits[0]
    asks = _("a leaf") if root is None else tree.schema.columns[root.column].name
    return f"{name}{_(': ')}{one_line(asks, 40)}{_(', ')}{leaves}", f"{name} · {leaves}"
