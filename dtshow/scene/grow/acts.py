"""What acts of the stage make of a scene, where the engine is at hand and no session is kept.

Each gives another scene; what is unknown, or makes no sense any more, gives the same. Not done
here: what only a page has (guesses, cuts of one's own, ways to other pages), and undoing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Final

import dtcore as dt
from dtcore.model import ROOT
from dtshow.lesson.lesson import Lesson
from dtshow.scene.grow.look import GrowLook, candidates_seen
from dtshow.scene.grow.panel import queries
from dtshow.scene.grow.rows import row_at
from dtshow.scene.grow.scene import GrowScene, opens
from dtshow.scene.parts import Act, whole
from dtshow.scene.tree.tree_look import HISTOGRAM, SHARES, At, after


def acted(scene: GrowScene, act: Act) -> GrowScene:
    """The scene after an act. Raises MoveError for a split that cannot be made."""
    lesson, look = scene.lesson, scene.look
    if act.kind in MOVES:
        there = MOVES[act.kind](lesson, act.value)
        return scene if there is lesson else scene.at(there)
    if act.kind in ("pick", "fold", "levels"):
        found = after(act.kind, act.value, lesson.tree, At(look.tree.folding, lesson.node))
        if found is None:
            return scene
        tree = replace(look.tree, folding=found.folding)
        looked = replace(scene, look=replace(look, tree=tree))
        picked = act.kind == "pick" or found.node != lesson.node
        return looked.at(lesson.select(found.node)) if picked else looked
    hear = LOOKS.get(act.kind)
    return hear(scene, act.value) if hear else scene


def edits(lesson: Lesson, act: Act) -> bool:
    """Whether an act changes the tree by hand, so that it is to be undone: a press of a button,
    or the next step if the selected leaf comes out of its turn."""
    return act.kind == "do" or (act.kind == "next" and lesson.follows)


def _jump(lesson: Lesson, value: object) -> Lesson:
    k = whole(value)
    return lesson if k is None or not 0 <= k <= lesson.timeline.length else lesson.jump(k)


MOVES: Final[Mapping[str, Callable[[Lesson, object], Lesson]]] = {
    "next": lambda lesson, _value: lesson.next(),
    "back": lambda lesson, _value: lesson.back(),
    "first": lambda lesson, _value: lesson.jump(0),
    "last": lambda lesson, _value: lesson.finish(),
    "jump": _jump,
    "over": lambda lesson, _value: lesson.over(),
}
"""What moves a lesson, told the act's value."""


def _seen(scene: GrowScene, **look: Any) -> GrowScene:
    return replace(scene, look=replace(scene.look, **look))


def _look(scene: GrowScene, value: object) -> GrowScene:
    """A candidate; of a node that nobody has weighed, all of them, and this one first."""
    lesson = scene.lesson
    places = {column.name: place for place, column in enumerate(lesson.dataset.columns)}
    if value not in places:
        return scene
    if not lesson.seen:
        return scene.at(lesson.show_candidates(lesson.node).look_at(places[str(value)]))
    return replace(_seen(scene, highlighted=None), lesson=lesson.look_at(places[str(value)]))


def _view(scene: GrowScene, value: object) -> GrowScene:
    shows = {"working": False, "node": True}
    return _seen(scene, numbers=shows[str(value)]) if value in shows else scene


def _count(scene: GrowScene, value: object) -> GrowScene:
    return _seen(scene, highlighted=queries(scene.lesson, scene.look).get(str(value)))


def _row(scene: GrowScene, value: object) -> GrowScene:
    """A place among the rows on show; -1 to let go."""
    place = whole(value)
    row = None if place is None else row_at(scene.lesson, scene.look, place)
    return _seen(scene, row=row, follows=row is not None)


def _open(scene: GrowScene, _value: object) -> GrowScene:
    there = opened(scene.lesson, scene.look)
    return scene if there is None else _seen(replace(scene, lesson=there[0]), numbers=there[1])


def opened(lesson: Lesson, look: GrowLook) -> tuple[Lesson, bool] | None:
    """Where the number stands that the sentence names, and whether among those of a node: of the
    best candidate of the node that is weighed, or of the node that the last step was about."""
    last = lesson.timeline.last
    if not opens(lesson, look):
        return None
    if lesson.weighed is not None:
        return lesson.select(lesson.weighed).look_at(lesson.evidence_at_weighed.winner), False
    return lesson.select(last.move.node if last else ROOT), True


def _shows(scene: GrowScene, value: object) -> GrowScene:
    known = value in (SHARES, HISTOGRAM)
    return _seen(scene, tree=replace(scene.look.tree, shows=str(value))) if known else scene


def _press(scene: GrowScene, value: object) -> GrowScene:
    """A button or a switch of the panel."""
    name, _, column = str(value).partition(":")
    if name in SWITCHES:
        return _seen(scene, **{name: not getattr(scene.look, name)})
    return PRESSES[name](scene, column) if name in PRESSES else scene


def _take(scene: GrowScene, column: str) -> GrowScene:
    move = taken(scene.lesson, scene.look, column)
    return scene if move is None else scene.at(scene.lesson.do(move))


def taken(lesson: Lesson, look: GrowLook, column: str) -> dt.Expand | None:
    """The split by the candidate looked at, or by that of ``column``."""
    if not candidates_seen(lesson, look):
        return None
    named = {str(candidate.column): candidate for candidate in lesson.evidence.candidates}
    candidate = named.get(column) if column else lesson.candidate
    if candidate is None or candidate.split in (None, lesson.tree[lesson.node].split):
        return None
    return dt.Expand(lesson.node, candidate.split)


def _leaf(scene: GrowScene, _column: str) -> GrowScene:
    move = ended(scene.lesson)
    return scene if move is None else scene.at(scene.lesson.do(move))


def ended(lesson: Lesson) -> dt.MakeLeaf | dt.Prune | None:
    """What makes the selected node a leaf, if it is none yet."""
    if lesson.node in lesson.timeline.state.node_rows:
        return dt.MakeLeaf(lesson.node)
    return None if lesson.tree[lesson.node].leaf else dt.Prune(lesson.node)


def _weigh(scene: GrowScene, _column: str) -> GrowScene:
    lesson = scene.lesson
    return scene if lesson.seen else scene.at(lesson.show_candidates(lesson.node))


SWITCHES: Final = ("anyway", "sent", "exact", "more")
PRESSES: Final[Mapping[str, Callable[[GrowScene, str], GrowScene]]] = {
    "take": _take,
    "leaf": _leaf,
    "weigh": _weigh,
}
LOOKS: Final[Mapping[str, Callable[[GrowScene, object], GrowScene]]] = {
    "look": _look,
    "view": _view,
    "count": _count,
    "row": _row,
    "open": _open,
    "opennode": lambda scene, _value: _seen(scene, numbers=True),
    "shows": _shows,
    "signs": lambda scene, on: _seen(scene, tree=replace(scene.look.tree, signs=on is True)),
    "do": _press,
}


def known_acts(lesson: Lesson) -> frozenset[str]:
    """All that is heard of a panel, as ``kind:value``."""
    columns = (f"look:{column.name}" for column in lesson.dataset.columns)
    presses = (f"do:{name}" for name in (*PRESSES, *SWITCHES))
    looks = "view:working", "view:node", "count:none", "row:-1", "open:null", "opennode:null"
    return frozenset([*columns, *presses, *looks])
