"""Explore: what else could have grown on the same table."""

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Final

import streamlit as st

from dtcore.errors import DtError
from dtshow.lesson.lesson import Lesson
from dtshow.scene.tree.tree_look import TreeLook
from dtshow.words.language import _
from dtshow.words.markdown import literal
from pages.ui import explore
from pages.ui.bring import draft
from pages.ui.bring.draft import offer_sample
from pages.ui.components.controls import switch
from pages.ui.explore.compare import panel as compare
from pages.ui.explore.explore_view import CompareView, ExploreView, SpaceView, StabilityView, Tab
from pages.ui.explore.space import space_tab as space
from pages.ui.explore.stability import stability_tab as stability
from pages.ui.shell import session
from pages.ui.shell.frame import heading, next_step, sheet, show_problem
from pages.ui.shell.places import depart, open_page, title_of
from pages.ui.shell.progress import UnfinishedError
from pages.ui.trees.beside import whole

PANELS: Final[dict[Tab, tuple[Callable[[Lesson], None], type]]] = {
    "compare": (compare, CompareView),
    "stability": (stability, StabilityView),
    "space": (space, SpaceView),
}


@st.fragment
def page() -> None:
    depart()
    with suppress(UnfinishedError):  # a large tree is being grown
        _page()


def _page() -> None:
    sheet(Path(explore.__file__).with_name("explore.css"))
    panel, of_tab = PANELS[session.view(ExploreView).tab]
    with st.container(key="explore"):
        _head()
        if trouble := session.trouble():
            show_problem(trouble)
        try:
            lesson = session.lesson()
            lesson.dataset.need_rows()
            own = lesson if lesson.timeline.cursor else whole(lesson)
            panel(own)
        except DtError as problem:
            show_problem(problem)
            offer_sample()
        finally:  # what stands beside is chosen as the trees are grown
            session.write_address(session.lesson_address(TreeLook, ExploreView, of_tab))


def _head() -> None:
    names: dict[Tab, tuple[str, str]] = {
        "compare": (
            _("Compare"),
            _("{table}: other trees for the same rows, where they differ, and why."),
        ),
        "stability": (
            _("Stability"),
            _("{table}: the same algorithm on slightly different rows, a hundred times."),
        ),
        "space": (
            _("Space of trees"),
            _("{table}: all possible trees, and the few that the algorithm looked at."),
        ),
    }
    table = literal(title_of(session.lesson().choice), 40)
    now = session.view(ExploreView).tab
    with st.container(key="explore_head", horizontal=True, vertical_alignment="bottom"):
        heading(_("What else could have grown?"), names[now][1].format(table=table))
        tabs = {tab: name for tab, (name, _purpose) in names.items()}
        switch(_("What to explore"), tabs, session.bind(ExploreView, tab=now))


if not draft.ready_to_grow():  # what to predict is asked first
    open_page("data")
page()
next_step(_("What does each algorithm do, rule by rule?"), _("Read the reference"), "reference")
