"""The tab: how the samples are drawn, then what a hundred trees on them have in common."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import streamlit as st

from dtshow.lesson.lesson import Lesson
from dtshow.words import number_format
from dtshow.words.language import _, joined, ngettext
from dtshow.words.markdown import literal
from dttools.evaluation import Stability, Votes
from pages.ui.explore.stability import nodes, rows, small_trees
from pages.ui.explore.stability.grown import TREES, grown, is_grown, of_recipe
from pages.ui.explore.stability.stability_view import (
    LAST_SEED,
    LEAST,
    MOST,
    StabilityView,
    Way,
)
from pages.ui.shell import session
from pages.ui.shell.progress import UnfinishedError
from pages.ui.shell.sheet import sheet


def show(lesson: Lesson) -> None:
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
            nodes.plain(own)
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
        st.markdown(_said(result))
    left, right = st.container(key="stability_nodes").columns([3, 2], gap="large")
    with left:
        nodes.numbered(own, result, rows.way(own))
    with right:
        nodes.bars(result)
    left, right = st.container(key="stability_rows_box").columns([3, 2], gap="large")
    with left:
        rows.changing(own, result)
    with right:
        rows.of_one(own, result)
    small_trees.small_trees(result)


def _said(result: Stability) -> str:
    """The root first, then the answers, then the sizes."""
    return joined(_root(result), _answers(result))


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
        st.segmented_control(
            _("How the samples are drawn"),
            list(names),
            format_func=names.__getitem__,
            required=True,
            wrap=True,
            width="content",
            **session.bind(StabilityView, way=view.way),
        )
        _numbers(view)
        st.button(
            _("Grow {n} trees").format(n=TREES),
            key="stability_run",
            type="primary",
            on_click=_run,
            args=(own,),
        )
    with st.container(key="stability_how"):
        st.caption(_how(view))


def _numbers(view: StabilityView) -> None:
    """How much of the table is changed, which a bootstrap leaves open, and by which seed."""
    if view.way != "bootstrap":
        _number(_("Per cent"), LEAST, MOST, session.bind(StabilityView, percent=view.percent))
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
    more = view.run and is_grown(own)
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
