"""BFS-ID3: a smallest tree with the fewest possible errors, replayed as moves by hand."""

from __future__ import annotations

import streamlit as st

import dttools as dt
from dtcore.errors import DtError
from dtshow.lesson.choice import RecipeChoice, fits
from dtshow.lesson.lesson import Lesson
from dtshow.words.language import _
from pages.ui.grow.grow_view import PanelView, SearchReport
from pages.ui.shell import cache, session

PLAN = RecipeChoice("id3")


def search(lesson: Lesson) -> None:
    """The offer, where ID3 can take the table, and what the last search on it has found."""
    if lesson.recipe_choice.name != PLAN.name or not fits(PLAN, lesson.dataset):
        return
    st.button(
        _("Search all trees (BFS-ID3)"),
        key="bfs",
        icon=":material/travel_explore:",
        help=_(
            "ID3 takes the best split at each node and never looks back. Mitchell's BFS-ID3 "
            "looks at all trees, the simple ones first, and gives a smallest one with the fewest "
            "possible training errors. Only for small tables."
        ),
        on_click=_replay,
        args=(lesson,),
    )
    report = session.view(PanelView).searched
    if report is not None:
        st.caption(
            _(
                "{trees} trees searched. None misclassifies fewer than {errors} rows; the smallest "
                "of the best has {questions} splits, and ID3's own tree has {own}."
            ).format(
                trees=f"{report.looked_at:,}",
                errors=f"{report.errors:g}",
                questions=report.splits,
                own=dt.search.questions(cache.grown(lesson.dataset, PLAN.recipe)),
            )
        )


def _replay(lesson: Lesson) -> None:
    """The found tree, every node of it a move, so that it can be stepped through and undone."""
    data = lesson.dataset
    try:
        result = _smallest_tree(data)
    except DtError as problem:
        session.say_trouble(problem)
        return
    splits = dt.search.questions(result.tree)
    report = SearchReport(result.looked_at, result.errors, splits)
    session.change(PanelView, searched=report)
    session.edit(lambda now: _played(now, result.tree))


@cache.shared()
def _smallest_tree(data: dt.Dataset) -> dt.search.SearchResult:
    return dt.search.bfs_id3(data)


def _played(lesson: Lesson, tree: dt.Tree) -> Lesson:
    lesson = lesson.jump(0)
    for move in dt.search.moves(tree):
        lesson = lesson.do(move)
    return lesson.select(())
