"""The top of Home: what the app is for, the black button, a tree that grows by itself, the course.

The tree is of fourteen days of tennis, as the engine splits them; the course's lessons stand in
order, each a link to its first sentence; those followed to their end in this browser are marked.

Rows, counts, questions and the order of the branches come from the tree; only the sentences are
written here. Not done here: the drawing and its moments (``dtshow/web/home/hero.js``).
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlencode

import streamlit as st

import dtcore as dt
from dtcore.model import ROOT, NodeId
from dtshow.lesson import link
from dtshow.words.language import _, ngettext
from dtshow.words.markdown import literal
from pages.ui.components.home import part
from pages.ui.home.own import way_there
from pages.ui.shell import cache, session
from pages.ui.shell.frame import heading, sheet
from pages.ui.shell.places import StoryView, go_to, title_of
from pages.ui.story import runner
from pages.ui.story.guide import read

TABLE: Final = "playtennis"
LESSON: Final = "play_tennis"
"""The first guided lesson: what the black button opens."""
SHELF: Final = "lessons"
"""The page of all guided lessons."""


def scene(dataset: dt.Dataset) -> dict[str, Any]:
    """What the browser draws of the whole tree: its nodes, its rows, a sentence for a moment."""
    tree = dt.grow(dataset, dt.recipe("id3"))
    return {
        "part": "hero",
        "label": spoken(tree),
        "again": _("Play again"),
        "rows": dataset.target.values.tolist(),
        "nodes": list(_nodes(tree, dt.leaf_ids(tree, dataset))),
        "moments": moments(tree),
    }


def moments(tree: dt.Tree) -> list[str]:
    """A heap of rows, the root, the first question, the whole tree."""
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


def _nodes(tree: dt.Tree, rests: list[NodeId]) -> Iterator[dict[str, Any]]:
    """``rows``: those in the node by their number; ``answer``: the class of a leaf."""
    names = tree.schema.target.levels or ()
    for node in tree:
        answer = int(node.stats.argmax()) if node.leaf else None
        condition = tree.conditions(node.id)[-1] if node.id else None
        yield {
            "id": ".".join(map(str, node.id)),
            "words": _asked(tree, node.id) if answer is None else str(names[answer]),
            "edge": ", ".join(condition.values) if condition else "",
            "answer": answer,
            "counts": node.stats.astype(int).tolist(),
            "rows": [row for row, leaf in enumerate(rests) if leaf[: len(node.id)] == node.id],
        }


def _asked(tree: dt.Tree, node: NodeId) -> str:
    split = tree[node].split
    assert split is not None  # an inner node
    return str(tree.schema.columns[split.column].name)


def course() -> None:
    shelf = {
        "to": SHELF,
        "href": f"{SHELF}?{urlencode({'lang': session.language()})}",
        "title": _("Guided lessons"),
        "sentence": _("all, and your own"),
    }
    done = session.view(StoryView).done
    coming = next((key for key in runner.COURSE if key not in done), "")
    states = {key: "done" if key in done else "" for key in runner.COURSE} | {coming: "next"}
    stops = [_stop(key, states[key]) for key in runner.COURSE]
    shown = {"part": "course", "shelf": shelf, "label": _("The course"), "stops": stops}
    part("home_course", json.dumps(shown, ensure_ascii=False).encode(), _follow)


def begin(key: str = LESSON) -> None:
    """For callbacks: a guided lesson, from its first sentence on."""
    try:
        runner.begin(key)
    except dt.DtError as problem:
        session.say_trouble(problem)


def _stop(key: str, state: str) -> dict[str, str]:
    """As its file says it: the numbers in its sentences, which take a while, are not needed."""
    guide = read(runner.text_of(key))
    title, sentence = guide.subject
    query = urlencode({"lesson": key, "at": 1, "lang": session.language()})
    said = {"done": _("Done"), "next": _("Next lesson"), "": ""}[state]
    href = f"{guide.stops[0].page}?{query}"
    shown = {"to": key, "href": href, "title": title, "sentence": sentence}
    return shown | {"state": state, "said": said}


def _follow(to: object) -> None:
    if to == SHELF:
        go_to(SHELF)
    elif to in runner.COURSE:
        begin(str(to))


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
        st.button(_("Grow your first tree"), key="home_first", type="primary", on_click=begin)
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
