"""Grow: step through a tree, and see the arithmetic of every candidate split."""

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from dtcore.errors import DtError
from dtshow.lesson.lesson import Lesson
from dtshow.scene.grow.look import digits_of
from dtshow.scene.tree.section import TreePart
from dtshow.words.language import spoken
from pages.ui.bring import draft
from pages.ui.components import graphviz
from pages.ui.components.stage import stage
from pages.ui.grow import acts, background
from pages.ui.grow.host import host, stage_off, way_out, without_stage
from pages.ui.grow.looking import address, arrive, look_of, written
from pages.ui.grow.tools import tools
from pages.ui.share.sharing import with_lecture
from pages.ui.shell import session
from pages.ui.shell.frame import show_problem
from pages.ui.shell.places import depart, open_page
from pages.ui.shell.progress import UnfinishedError
from pages.ui.trees import tried
from pages.work.draw_limit import drawing


def page() -> None:
    """The tools stand outside of what is drawn anew at each act of the stage."""
    if not draft.ready_to_grow():  # what to predict is asked first
        open_page("data")
    arrive()
    lesson = session.lesson()
    with st.container(key="grow"):
        tools(lesson)
        if not stage_off():
            way_out()
        _lesson(lesson.choice, lesson.recipe_choice)


@st.fragment
def _lesson(*drawn: object) -> None:
    """All that an act of the stage runs: what the act was, ``acts`` has done by now. ``drawn``: the
    table and the recipe that the tools were drawn for."""
    depart()
    lesson = session.lesson()
    if drawn != (lesson.choice, lesson.recipe_choice):
        st.rerun()
    try:
        background.propose(lesson)
        # the language is asked of the session once, and not for each sentence
        with drawing.turn(), spoken(session.language()):
            place = _drawn(lesson)
        if place is not None:
            with place:
                background.work_on(lesson)
    except UnfinishedError:  # a large table is being sorted
        return
    except DtError as problem:  # whoever counts the rows cannot do so any more
        show_problem(problem)


def _drawn(lesson: Lesson) -> DeltaGenerator | None:
    """Draws the lesson; where to say how far work is that has been asked for, if any is."""
    session.write_address(with_lecture(address()))
    tried.note(lesson)
    if problem := session.trouble():
        show_problem(problem)
    place = st.container(key="ahead") if background.awaited(lesson) else None
    look = look_of(lesson)
    digits = digits_of(lesson, look)
    if stage_off():
        without_stage(lesson, look, digits)
    else:
        with st.container(key="staged"):
            stage(written(lesson, look), acts.ACTS)
            graphviz.over_the_page(TreePart(lesson, digits, look.tree))
            host(lesson, look, digits)
    return place


page()
