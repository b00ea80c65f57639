"""The top of Home: what the app is for, the black button, a tree that grows by itself, the course.

The tree is of fourteen days of tennis, as the engine splits them; the course's lessons stand in
order, each a link to its first sentence; those followed to their end in this browser are marked.

Its moments are those of a lesson, as the stage draws them; only the sentences are written here. Not
done here: how it goes from one to the next (``dtshow/web/home/hero.js``).
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlencode

import streamlit as st

import dtcore as dt
from dtcore.model import ROOT, NodeId
from dtshow.lesson import link
from dtshow.lesson.choice import RecipeChoice
from dtshow.lesson.lesson import Lesson
from dtshow.scene.tree.section import TreePart
from dtshow.scene.tree.tree_look import TreeLook
from dtshow.scene.trees import picture
from dtshow.words.language import _, ngettext
from dtshow.words.markdown import literal
from dttools.printing import Digits
from pages.ui.components.home import part
from pages.ui.home.own import way_there
from pages.ui.shell import cache, session
from pages.ui.shell.frame import heading, sheet
from pages.ui.shell.places import go_to, title_of
from pages.ui.story import runner, shelf

TABLE: Final = "playtennis"
LESSON: Final = "play_tennis"
"""The first guided lesson: what the black button opens."""
SHELF: Final = "lessons"
"""The page of all guided lessons."""


def scene(dataset: dt.Dataset) -> dict[str, Any]:
    """What the browser draws: the rows, the root, the first question, the whole tree, each with
    its sentence."""
    begun = Lesson.begin(link.choice_of(TABLE), RecipeChoice("id3"), dataset)
    whole = begun.finish()
    lessons = (begun, begun, begun.next(both_beats=True), whole)
    label, told = spoken(whole.tree), sentences(whole.tree)
    scenes = [_drawn(lesson, label, counts=place == 1) for place, lesson in enumerate(lessons)]
    moments = [{"scene": one, "says": says} for one, says in zip(scenes, told, strict=True)]
    return {"part": "hero", "again": _("Play again"), "moments": moments}


def _drawn(lesson: Lesson, label: str, counts: bool) -> dict[str, Any]:
    """As the stage draws it. ``counts``: nodes say how many rows of each class they have."""
    drawn = picture(TreePart(lesson, Digits(), TreeLook(scores=False)))
    nodes = drawn["tree"]["nodes"]
    shown = {"label": label, "nodes": nodes if counts else [node | {"lines": []} for node in nodes]}
    return drawn | {"tree": drawn["tree"] | shown}


def sentences(tree: dt.Tree) -> list[str]:
    """Of each of the moments."""
    first, second = (int(count) for count in next(iter(tree)).stats)
    questions = len([node for node in tree if not node.leaf])
    days = int(tree.weight(ROOT))
    return [
        ngettext("{n} day, and the weather on it.", "{n} days, and the weather on each.", days),
        _("Tennis on {yes} days, none on {no}: a mixture.").format(yes=first, no=second),
        _("{column} tells most, so it is asked first.").format(column=_asked(tree, ROOT)),
        _("{n} questions sort all {days} days.").format(n=questions, days=days),
    ]


def spoken(tree: dt.Tree) -> str:
    """The finished picture, for those who hear it."""
    return _("A decision tree with {leaves} leaves. Its first question is {column}.").format(
        leaves=tree.leaves, column=_asked(tree, ROOT)
    )


def _asked(tree: dt.Tree, node: NodeId) -> str:
    split = tree[node].split
    assert split is not None  # an inner node
    return str(tree.schema.columns[split.column].name)


def course() -> None:
    all_of_them = {
        "to": SHELF,
        "href": f"{SHELF}?{urlencode({'lang': session.language()})}",
        "title": _("Lessons"),
        "sentence": _("all, and your own"),
        "state": "all",
    }
    stops = [*map(shelf.stop, runner.COURSE), all_of_them]
    shown = {"part": "course", "label": _("The course"), "stops": stops}
    part("home_course", json.dumps(shown, ensure_ascii=False).encode(), _follow)


def _follow(to: object) -> None:
    if to == SHELF:
        go_to(SHELF)
    else:
        shelf.follow(to)


def style() -> None:
    """The style sheet of what Streamlit draws on Home."""
    sheet(Path(__file__).with_name("home.css"))


def welcome() -> None:
    left, right = st.columns([5, 6], gap="large", vertical_alignment="center")
    with left:
        heading(
            _("Grow a tree, one question at a time."),
            _(
                "See why a decision tree asks what it asks. Every number opens into "
                "its arithmetic, and the arithmetic into the rows it counts."
            ),
        )
        with st.container(key="home_begin", horizontal=True, vertical_alignment="center"):
            _first()
        way_there()
    with right:
        part("home_hero", _tree(session.language()))


def _first() -> None:
    if not session.has_lesson():
        st.button(
            _("Grow your first tree"),
            key="home_first",
            type="primary",
            on_click=shelf.follow,
            args=(LESSON,),
        )
        st.caption(_("Fourteen days of tennis.  \nAbout ten minutes."), width="content")
        return
    lesson = session.lesson()
    text = _("Go on with {title}, step {step}") if lesson.timeline.cursor else _("Grow {title}")
    label = text.format(title=literal(title_of(lesson.choice), 40), step=lesson.timeline.cursor)
    st.button(label, key="home_go_on", type="primary", on_click=go_to, args=("grow",))


@cache.shared(cache.PICTURES)
def _tree(language: str) -> bytes:
    dataset = cache.dataset(link.choice_of(TABLE), language)
    return json.dumps(scene(dataset), ensure_ascii=False).encode()
