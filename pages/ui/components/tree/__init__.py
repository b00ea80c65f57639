"""The tree of a lesson, to be touched: laid out by Graphviz, drawn by a small component."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Set
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final

import streamlit as st

from dtcore import export
from dtcore.formula import Digits
from dtcore.model import NodeId, Tree
from pages.ui.components.mount import mount
from pages.ui.components.tree.options import HISTOGRAM, TreeView, options, shows
from pages.ui.figures.palette import CLASS_COLOURS
from pages.ui.lesson.lesson import Lesson
from pages.ui.scene.tree import drawing
from pages.ui.scene.tree.folding import below, visible
from pages.ui.scene.tree.layout import Layout, read_plain
from pages.ui.scene.tree.question import Questions
from pages.ui.scene.tree.records import name_of, new_acts, nodes, shares_by_name
from pages.ui.scene.tree.sketch import Box, Sketch
from pages.ui.scene.tree.worker import WORKER, PictureError
from pages.ui.shell import cache, session
from pages.ui.shell.theme import theme
from pages.ui.wording.language import _

HERE: Final = Path(__file__).parent
KEY: Final = "tree_view"
NAMED: Final = 12
"""The legend names so many classes, the first ones."""


@dataclass(frozen=True)
class Drawn:
    """The boxes on show, and what the browser gets of them, as JSON that is written once."""

    boxes: list[Box]
    records: str
    placed: bool


@dataclass(frozen=True)
class Overlay:
    """What is drawn on a tree besides itself.

    ``highlighted``: nodes to light up with the branches that lead to them, each with the share of a
    row that comes there. ``notes``: one more line in some nodes. ``before``: the lesson at an
    earlier step; what its tree had and the present one has not is drawn faintly.
    """

    highlighted: Mapping[NodeId, float] = field(default_factory=dict)
    notes: Mapping[NodeId, str] = field(default_factory=dict)
    before: Lesson | None = None


def tree_view(
    lesson: Lesson, digits: Digits, on_pick: Callable[[NodeId], None], overlay: Overlay
) -> None:
    """Draw the tree so far; ``on_pick`` is told which node was touched."""
    drawn = _drawn(lesson, digits, overlay.notes, overlay.before)
    shown, view = overlay.before or lesson, session.view(TreeView)
    coming = lesson.timeline.propose()
    data = {
        "nodes": drawn.records,
        "selected": name_of(lesson.node),
        "current": name_of(coming.move.node) if coming else "",
        "lit": shares_by_name(overlay.highlighted),
        "done": view.done,
        "wide": view.wide,
        "legend": lesson.tree.schema.classes[:NAMED],
        "colours": CLASS_COLOURS,
        "words": _words(),
    }
    options(shown, drawn.boxes, drawn.placed)
    act = lambda: _act(lesson.node, on_pick)  # noqa: E731
    mount(HERE, KEY, data, on_act_change=act)
    if not drawn.placed:
        _without_places(shown, drawn.boxes)


def still_tree(lesson: Lesson, digits: Digits, key: str) -> bool:
    """Draw a whole tree to be looked at: nothing in it is picked or folded, and several may stand
    on a page. False, and nothing is drawn, where no layout can be had."""
    tree = lesson.tree
    boxes = Sketch(lesson, digits).boxes(range(len(tree)), {})
    try:
        records = _still(tree, boxes)
    except PictureError:
        return False
    data = {
        "nodes": json.dumps(records, ensure_ascii=False),
        "selected": name_of(()),
        "current": "",
        "lit": {},
        "done": 0,
        "wide": True,
        "still": True,
        "legend": tree.schema.classes[:NAMED],
        "colours": CLASS_COLOURS,
        "words": _words(),
    }
    mount(HERE, key, data)
    return True


@cache.shared(cache.PICTURES, by=lambda tree, boxes: repr(boxes))
def _still(tree: Tree, boxes: list[Box]) -> list[dict[str, Any]]:
    """What the browser gets of each node. Raises PictureError."""
    laid = _places(drawing.for_places(tree, boxes))
    records = nodes(boxes, [f"n{place}" for place in range(len(tree))], laid)
    return [record | {"inner": False} for record in records]


def _drawn(
    lesson: Lesson, digits: Digits, notes: Mapping[NodeId, str], before: Lesson | None
) -> Drawn:
    """What is on show, from the cache if any session has seen the same."""
    try:
        return _placed(lesson, digits, notes, before)
    except PictureError:  # not kept: the next picture may do well
        return _laid_out(lesson, digits, notes, before, lambda source: None)


def _visible(lesson: Lesson, before: Lesson | None) -> tuple[list[int], Set[int]]:
    """The places of the nodes on show, and of those of them that are folded."""
    tree, folding = (before or lesson).tree, session.view(TreeView).folding
    return visible(tree, folding, lesson.node)


def _content(
    lesson: Lesson, digits: Digits, notes: Mapping[NodeId, str], before: Lesson | None
) -> tuple[object, ...]:
    """All that the drawing depends on."""
    _shown, folded = _visible(lesson, before)
    runs = lesson.timeline.done.runs()
    content = (
        lesson.choice,
        lesson.recipe_choice,
        session.language(),
        tuple(run if isinstance(run, int) else run.move for run in runs),
        digits,
        tuple(sorted(folded)),
        shows() == HISTOGRAM,
    )
    if pruning := lesson.timeline.problem.pruning:  # its tree may be grown on some of the rows
        rows = lesson.dataset, before is None, tuple(sorted(notes.items()))
        return *content, pruning.pruner, *rows
    return content


@cache.shared(by=_content)
def _placed(
    lesson: Lesson, digits: Digits, notes: Mapping[NodeId, str], before: Lesson | None
) -> Drawn:
    return _laid_out(lesson, digits, notes, before, _places)


def _laid_out(
    lesson: Lesson,
    digits: Digits,
    notes: Mapping[NodeId, str],
    before: Lesson | None,
    layout: Callable[[str], Layout | None],
) -> Drawn:
    tree, (places, folded) = (before or lesson).tree, _visible(lesson, before)
    hidden = {place: tree.end(place) - place - 1 for place in folded}
    now = Sketch(lesson, digits, notes, _questions(lesson))
    then = Sketch(before, digits, {}, _questions(before)) if before else now
    boxes = [
        now.box(node, hidden.get(place, 0))
        if (node := tree.id_at(place)) in lesson.tree
        else then.box(node, hidden.get(place, 0)).fallen
        for place in places
    ]
    laid = layout(drawing.for_places(tree, boxes))
    records = nodes(boxes, [f"n{place}" for place in places], laid)
    return Drawn(boxes, json.dumps(records, ensure_ascii=False), laid is not None)


def _questions(lesson: Lesson) -> Questions | None:
    """What plots are made by, if they are wanted; each is made once for all who see the node."""
    if shows() != HISTOGRAM:
        return None
    data, tree = lesson.dataset, lesson.tree
    return Questions(data, tree, cache.node_by_node((data, tree.missing)))


def _places(source: str) -> Layout:
    return read_plain(WORKER.render(source).decode())


def _without_places(lesson: Lesson, boxes: list[Box]) -> None:
    """The picture that the browser lays out itself: slow to change, and not to be touched."""
    source = drawing.picture(lesson.tree, boxes, theme(), lesson.node)
    # a new key for each drawing: Streamlit takes seconds to change one that stands
    with st.container(key=f"tree_{abs(hash(source))}"):
        alt = _("Decision tree") + "\n" + export.text(lesson.tree)
        st.graphviz_chart(source, width="content", height="content", alt=alt)


def _act(selected: NodeId, on_pick: Callable[[NodeId], None]) -> None:
    """Do what the browser has sent and what was not done yet, in order."""
    for number, kind, node in new_acts(session.reported(KEY, "act"), session.view(TreeView).done):
        session.keep(replace(session.view(TreeView), done=number))
        if kind == "pick":
            on_pick(node)
            selected = node
            continue
        view = session.view(TreeView)
        session.keep(replace(view, folding=view.folding.turn(node)))
        if below(selected, node):  # what is selected does not hide
            on_pick(node)


def _words() -> dict[str, str]:
    return {
        "tree": _("Decision tree"),
        "larger": _("Zoom in"),
        "smaller": _("Zoom out"),
        "fit": _("Whole tree, or reading size"),
        "outline": _("Tree as text"),
        "fold": _("Fold or open what hangs below"),
        "current": _("comes next"),
        "lit": _("on the row's path"),
        "keys": _(
            "Arrow keys walk to the parent, a child or a sibling; Enter selects; "
            "plus and minus zoom, 0 shows the whole tree, F folds a branch."
        ),
    }


__all__ = ["Overlay", "still_tree", "tree_view"]
