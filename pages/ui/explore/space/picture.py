"""The partial trees as a graph, and beside it the one that is looked at."""

from __future__ import annotations

from typing import Final

import plotly.graph_objects as go
import streamlit as st

import dtcore as dt
from dtshow.figures.palette import Theme
from dtshow.figures.space import SpacePicture, Spot
from dtshow.figures.space import space as figure
from dtshow.lesson.lesson import Lesson
from dtshow.words.language import _, explanation, joined, ngettext
from dttools.printing import Digits
from dttools.space import Map, PartialTree, SearchStanding, Space, SpaceLevel, partial_tree
from pages.ui.components.stage import still_tree
from pages.ui.explore.space import words
from pages.ui.explore.space.counted import as_lesson, counted, mapped
from pages.ui.explore.space.space_view import SpaceView
from pages.ui.shell import cache, session
from pages.ui.shell.theme import CONFIG, theme

GRAPH: Final = session.Chart("space_graph")


def picture(lesson: Lesson, space: Space) -> None:
    found = mapped(lesson.dataset)
    picked = _picked(found)
    with st.container(key="space_picture"):
        with st.container(key="space_left"):
            st.markdown(explanation("explore_space"))
            st.plotly_chart(
                _drawn(lesson.dataset, picked, theme(), session.language()),
                key=GRAPH.key,
                theme=None,
                on_select=_touch,
                selection_mode="points",
                config=CONFIG,
                alt=_("The partial trees by their number of splits, and ID3’s path through them"),
            )
            st.caption(_said(found))
        with st.container(key="space_right"):
            _list(lesson, space, found, picked)
            _partial(lesson, space, found.states[picked])


def _picked(found: Map) -> int:
    """The place of the tree that is looked at: at first the last one drawn that ID3 took."""
    picked = session.view(SpaceView).picked
    if picked is not None and picked < len(found.states):
        return picked
    return max(n for n, one in enumerate(found.states) if one.standing is SearchStanding.TAKEN)


@cache.figure()
def _drawn(data: dt.Dataset, picked: int, look: Theme, language: str) -> go.Figure:
    space, found = counted(data), mapped(data)
    spots = [
        Spot(
            state.splits,
            state.standing is SearchStanding.TAKEN,
            state.standing is SearchStanding.WEIGHED,
            state.errors == space.fewest,
            [*words.splits(data.schema, state.sketch), errors(state.errors)],
        )
        for state in found.states
    ]
    names = _("ID3 took it"), _("weighed, not taken"), _("never looked at"), _("fits the rows")
    labels = [_label(level) for level in found.levels[: spots[-1].splits + 1]]
    return figure(SpacePicture(spots, found.edges, labels, picked, names), theme=look)


def _label(level: SpaceLevel) -> str:
    """Of a row: how many splits, and how many trees there are."""
    splits = ngettext("{n} split", "{n} splits", level.splits).format(n=level.splits)
    return f"<b>{splits}</b><br>{trees(level.trees)}"


def trees(count: int) -> str:
    return ngettext("{n} tree", "{n} trees", count).format(n=f"{count:,}")


def errors(count: int) -> str:
    return ngettext("{n} row wrong", "{n} rows wrong", count).format(n=f"{count:,}")


def _said(found: Map) -> str:
    """How much of the space ID3 has seen, and how much of it is drawn."""
    there = sum(level.trees for level in found.levels)
    looked = sum(level.taken + level.weighed for level in found.levels)
    return joined(
        _(
            "There are {all} with up to {most} splits. ID3 looked at **{looked}** of them and "
            "never at the other {never}."
        ).format(
            all=trees(there),
            most=found.levels[-1].splits,
            looked=f"{looked:,}",
            never=f"{there - looked:,}",
        ),
        _("{drawn} are drawn.").format(drawn=len(found.states)),
    )


def _list(lesson: Lesson, space: Space, found: Map, picked: int) -> None:
    """All that are drawn: what the graph is for the pointer, for the keyboard. How many rows are
    wrong comes first, for the end of a long line is cut."""
    lines = {
        n: " · ".join([errors(one.errors), *words.splits(lesson.dataset.schema, one.sketch)])
        for n, one in enumerate(found.states)
    }
    st.selectbox(
        _("Partial tree"),
        list(lines),
        format_func=lines.__getitem__,
        **session.bind(SpaceView, picked=picked),
    )


def _partial(lesson: Lesson, space: Space, state: PartialTree) -> None:
    said = {
        SearchStanding.TAKEN: _("ID3 was here."),
        SearchStanding.WEIGHED: _("ID3 weighed this split, took another, and never came back."),
        SearchStanding.NEVER: _("ID3 never looked at this tree."),
    }
    fits = _("No tree gets fewer rows wrong.") if state.errors == space.fewest else ""
    stopped = _("As it stands: {errors}.").format(errors=errors(state.errors))
    with st.container(key="space_said"):
        st.markdown(joined(said[state.standing], stopped, fits))
    tree = partial_tree(space, state)
    digits = Digits.for_scale(tree.impurity(()))
    with st.container(key="space_tree"):
        still_tree(as_lesson(lesson, tree), digits, "space_partial")


def _touch() -> None:
    points = GRAPH.points
    place = points[0].get("customdata") if points else None
    place = place[0] if isinstance(place, list) else place
    if isinstance(place, int):
        session.change(SpaceView, picked=place)
