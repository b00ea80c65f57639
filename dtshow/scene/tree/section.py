"""The tree of a scene: which nodes are on show and what they say; and the records of nodes that the
browser gets, in pre-order. User text travels as data and is set as text.

Not done here: where they stand, which ``stage/detail.js`` works out for the panel that is there.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, MutableMapping, Sequence, Set
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Final

from dtcore.errors import DtError
from dtcore.model import NodeId, Split, Tree
from dtcore.stepping import Expand
from dtshow.figures.palette import in_both
from dtshow.lesson.lesson import MANY, Lesson
from dtshow.scene.parts import VERSION, Section, lesson_key
from dtshow.scene.tree.node_marks import worn
from dtshow.scene.tree.rows import Plot, Questions, trays_of
from dtshow.scene.tree.sketch import EDGE_LETTERS, Box, Sketch, shortened
from dtshow.scene.tree.tree_look import (
    EVERY,
    HISTOGRAM,
    Folding,
    TreeLook,
    below,
    limit,
    name_of,
    on_paper,
    visible,
)
from dtshow.words.language import _
from dttools.printing import Digits

ROOM_FOR_NOTE: Final = "g = 0.0000"


def records(boxes: Sequence[Box], rooms: Sequence[Box] | None = None) -> list[dict[str, Any]]:
    """One record for each box. ``rooms``: the boxes as wide as which they may be, if others."""
    return [_node(box, room.width) for box, room in zip(boxes, rooms or boxes, strict=True)]


def shares_by_name(highlighted: Mapping[NodeId, float]) -> dict[str, float]:
    return {name_of(node): round(share, 4) for node, share in highlighted.items()}


def _node(box: Box, width: float) -> dict[str, Any]:
    record: dict[str, Any] = {
        "id": name_of(box.node),
        "up": name_of(box.node[:-1]) if box.node else "",
        "kind": box.kind,
        "answer": box.answer,
        "marks": box.marks,
        "head": box.head,
        "lines": box.lines,
        "bar": box.bar,
        "thick": box.thickness,
        "says": box.says,
        "hidden": box.hidden,
        "w": width,
    }
    if box.node:
        record["edge"] = {
            "text": shortened(box.condition, EDGE_LETTERS),
            "share": round(box.share, 4),
        }
    if box.extra:
        record["extra"] = box.extra
    if box.n:
        record["n"] = box.n
    if plot := box.plot:
        record["plot"] = {"cells": plot.cells, "wedge": plot.wedge, "sides": plot.sides}
    if box.tray:
        record["tray"] = box.tray.record
    return record


@dataclass(frozen=True)
class Overlay:
    """What is drawn on a tree besides itself.

    ``path``: the nodes that a chosen row passes, with the share of it; ``values``: what it has in
    the column that led to a node, to be told on the branch. ``notes``: one more line
    in some nodes. ``before``: the lesson at an earlier step; what its tree had and the present
    one has not is drawn faintly, and no node moves meanwhile; of a large tree there is a mark
    where it hung. ``looked_at``: a split of the selected node that is not made. ``weak``: the
    branch that goes next. ``held_out``: more lines, dropped where there is little room. ``quiet``:
    nodes off the path say "?" alone. ``counts``: the one line of each node, in place of its own.
    ``parting``: where the tree parts from another. ``asked``: a class is asked what becomes of
    this node, so that it is drawn as before it was decided, with nothing below it. ``worn``: more
    marks of nodes (``node_marks``).
    """

    path: Mapping[NodeId, float] = field(default_factory=dict)
    values: Mapping[NodeId, str] = field(default_factory=dict)
    notes: Mapping[NodeId, str] = field(default_factory=dict)
    before: Lesson | None = None
    looked_at: Split | None = None
    weak: NodeId | None = None
    held_out: Mapping[NodeId, tuple[str, ...]] = field(default_factory=dict)
    quiet: bool = False
    counts: Mapping[NodeId, str] = field(default_factory=dict)
    parting: NodeId | None = None
    asked: NodeId | None = None
    worn: Mapping[NodeId, tuple[str, ...]] = field(default_factory=dict)


@dataclass(frozen=True, eq=False)
class TreePart:
    """The tree of ``lesson`` as it is looked at. ``plots``: those of histograms made before.
    ``on_paper`` nobody can select a node, so that hidden answers stay hidden."""

    lesson: Lesson
    digits: Digits
    look: TreeLook = TreeLook()
    overlay: Overlay = Overlay()
    plots: MutableMapping[Hashable, Plot] | None = None
    on_paper: bool = False

    def section(self) -> dict[str, Any]:
        """The scene's ``tree``: what is looked at of its ``nodes``."""
        coming = self.lesson.turn
        return {
            "selected": name_of(self.lesson.node),
            "current": name_of(coming.move.node) if coming else "",
            "lit": shares_by_name(self.overlay.path),
            "values": {name_of(node): text for node, text in self.overlay.values.items()},
            "wide": self.look.wide,
            "shows": self.look.shows,
            "label": _("Decision tree"),
            "target": self.lesson.tree.schema.target.name,
            "weak": "" if self.overlay.weak is None else name_of(self.overlay.weak),
            "levels": self._levels(),
        }

    def _levels(self) -> dict[str, Any] | None:
        """How many nodes the tree has, without those of a split that is only looked at, and
        whether ``all`` are on show; None where that is so anyway."""
        tree = self.lesson.tree
        _places, folded = self._visible(self.whole)
        some = folded or limit(tree, Folding()) < limit(tree, self.look.folding)
        return {"n": len(tree), "all": not folded} if some else None

    def sections(self, page: str) -> dict[str, Section]:
        """What the scenes of all pages have of a tree."""
        lesson, classes = self.lesson, self.lesson.tree.schema.classes
        return {
            "version": Section(lambda: VERSION),
            "page": Section(lambda: page),
            "classes": Section(lambda: classes),
            "colours": Section(lambda: in_both(len(classes))),
            "tree": Section(self.section),
            "nodes": Section(self.nodes, (*lesson_key(lesson), *self.by)),
            "marks": Section(self.marks, (lesson.dataset,)),
            "worn": Section(worn),
        }

    def marks(self) -> dict[str, Any] | None:
        """The scene's ``marks``: what is alike for the marks of all rows; None if bars pour."""
        trays = trays_of(self.lesson.timeline.problem, self.lesson.tree)
        return trays.marks() if trays else None

    @property
    def by(self) -> tuple[Hashable, ...]:
        """All that the nodes depend on, beside the lesson's table, recipe and moves."""
        looked_at = (self.lesson.node, self.overlay.looked_at) if self.overlay.looked_at else None
        _places, folded = self._visible(self.whole)
        notes = tuple(sorted(self.overlay.notes.items()))
        held_out = tuple(sorted(self.overlay.held_out.items()))
        before = self.overlay.before and lesson_key(self.overlay.before)
        drawn = replace(self.look, folding=Folding(), wide=True, signs=False)
        told = self._told if self.look.asks else None
        look = drawn, told, tuple(sorted(folded))
        beside = tuple(sorted(self.overlay.path)) if self.overlay.quiet else None
        counts = tuple(sorted(self.overlay.counts.items()))
        more = (
            beside,
            counts,
            self.overlay.parting,
            self.overlay.asked,
            tuple(sorted(self._worn.items())),
        )
        return self.digits, *look, looked_at, notes, held_out, before, *more

    @cached_property
    def whole(self) -> Lesson:
        """The lesson whose tree has all the nodes that are drawn: those cut away, or those that
        the split looked at would make; on paper it is what the tree is."""
        split, lesson = self.overlay.looked_at, self.lesson
        if self.on_paper:
            return lesson
        if self.overlay.before is not None:
            return self.overlay.before
        if split is None or lesson.node not in lesson.timeline.state.node_rows:
            return lesson
        return _split(lesson, split) or lesson

    def boxes(self) -> tuple[list[int], list[Box]]:
        """The places of the nodes on show in the whole tree, and their boxes."""
        whole, there = self.whole, self.lesson.tree
        places, folded = self._visible(whole)
        now, then = self._sketch(self.lesson), self._sketch(whole)
        result = []
        for place in places:
            node = whole.tree.id_at(place)
            if node in there:
                at = there.place(node)
                box = now.box(node, there.end(at) - at - 1 if place in folded else 0)
                box = box.counting(self.overlay.counts.get(node, ""))
                aside = self.overlay.quiet and node not in self.overlay.path
                result.append(box.beside if aside else box.wearing(*self._worn.get(node, ())))
            else:
                result.append(self._not_there(then.box(node, 0)))
        return places, result

    def _not_there(self, box: Box) -> Box:
        """The box of a node that has been cut away, or that is only looked at."""
        if self.overlay.before is None:
            return box.ghost
        return box.fallen if self._all_fallen else box.stub

    @property
    def _all_fallen(self) -> bool:
        """Whether all that was cut away is drawn: else the room is for what is left."""
        return self.look.folding.depth == EVERY or len(self.whole.tree) <= MANY

    @cached_property
    def _worn(self) -> Mapping[NodeId, tuple[str, ...]]:
        found, parting = dict(self.overlay.worn), self.overlay.parting
        if parting is not None:
            found[parting] = (*found.get(parting, ()), "parts")
        return found

    def nodes(self) -> list[dict[str, Any]]:
        """The scene's ``nodes``."""
        places, boxes = self.boxes()
        return records(boxes, self._rooms(places, boxes))

    def _rooms(self, places: list[int], boxes: list[Box]) -> list[Box]:
        """The boxes for which room is kept: while a tree is cut those that it began with, each
        with a line for a note."""
        if self.overlay.before is None:
            return boxes
        then = replace(self._sketch(self.overlay.before), notes={}, questions=None)
        first = [
            then.box(then.tree.id_at(place), box.hidden)
            for place, box in zip(places, boxes, strict=True)
        ]
        return [replace(box, lines=(*box.lines, ROOM_FOR_NOTE)) for box in first]

    def _visible(self, whole: Lesson) -> tuple[list[int], Set[int]]:
        if self.on_paper:
            depth = self.look.folding.depth
            return visible(whole.tree, Folding(depth or on_paper(whole.tree)))
        node, looked_at = self.lesson.node, self.overlay.looked_at
        meant = self.overlay.parting, self._goal(whole)
        opened = self.overlay.weak, None if looked_at is None else node
        also = [at for at in meant if at is not None]
        also += [(*at, 0) for at in opened if at is not None]
        folding = self.look.folding if self.overlay.quiet else self.look.folding.seen(node)
        if self.overlay.before is not None:
            return self._with_fallen(whole.tree, *visible(self.lesson.tree, folding, node, *also))
        places, folded = visible(whole.tree, folding, node, *also)
        asked = self.overlay.asked
        if asked is None:
            return places, folded
        above = [place for place in places if not below(whole.tree.id_at(place), asked)]
        return above, folded - {whole.tree.place(asked)}

    def _with_fallen(
        self, whole: Tree, places: list[int], folded: Set[int]
    ) -> tuple[list[int], Set[int]]:
        """Places of the tree that is left as those of the ``whole`` one, with what was cut away:
        all of it, or what hung right below the leaves that a cut has made."""
        there = self.lesson.tree
        drawn = [whole.place(there.id_at(place)) for place in places]
        for place, at in zip(places, list(drawn), strict=True):
            if there.arity[place] == 0:
                below = range(at + 1, whole.end(at))
                drawn += [one for one in below if self._all_fallen or whole.parent[one] == at]
        return sorted(drawn), {whole.place(there.id_at(place)) for place in folded}

    def _goal(self, whole: Lesson) -> NodeId | None:
        """The leaf at which most of the row arrives whose way is lit."""
        shares = self.overlay.path
        ends = [node for node in shares if node in whole.tree and whole.tree[node].leaf]
        return max(ends, key=lambda node: shares[node], default=None)

    def _sketch(self, lesson: Lesson) -> Sketch:
        tree, data = lesson.tree, lesson.dataset
        questions = Questions(data, tree, {} if self.plots is None else self.plots)
        return Sketch(
            lesson,
            self.digits,
            self.overlay.notes,
            questions if self.look.shows == HISTOGRAM and not data.counted else None,
            trays_of(lesson.timeline.problem, tree),
            self.overlay.looked_at if lesson is self.lesson else None,
            self.look,
            self._told,
            self.overlay.held_out,
            self.overlay.asked,
        )

    @property
    def _told(self) -> NodeId | None:
        """The node that shows its answer where answers are hidden."""
        return None if self.on_paper else self.lesson.node


def _split(lesson: Lesson, split: Split) -> Lesson | None:
    """``lesson`` with its node split, by the way of the lesson if it comes to that."""
    move, coming = Expand(lesson.node, split), lesson.turn
    if coming is not None and coming.move == move:
        return lesson.next(both_beats=True).select(lesson.node)
    try:
        return lesson.do(move)
    except DtError:
        return None
